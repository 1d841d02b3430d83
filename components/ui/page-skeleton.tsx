import classes from "./page-skeleton.module.css";

/** Renders the placeholder of a page while it loads: a title and some rows. */
export function PageSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div className={classes.page} aria-busy="true">
      <span role="status" className={classes.words}>
        Loading
      </span>
      <div className={classes.title} />
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.row} />
      ))}
    </div>
  );
}
