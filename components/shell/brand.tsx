import classes from "./brand.module.css";

/** The product's mark and name: a question that is ticked off. */
export function Brand({ size = 26 }: { size?: number }) {
  return (
    <div className={classes.brand}>
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
        <path
          d="M10.5 12.2a5.6 5.6 0 1 1 8.3 4.9c-1.7 1-2.6 1.8-2.6 3.6"
          fill="none"
          stroke="#fff"
          strokeWidth="2.6"
          strokeLinecap="round"
        />
        <path
          d="m13 24.2 2.4 2.3 4.6-4.9"
          fill="none"
          stroke="#9fe3d3"
          strokeWidth="2.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className={classes.name}>
        FreshQA <span>Workbench</span>
      </span>
    </div>
  );
}
