import type { ReportFigure } from "@/lib/reporting/defaults/figures";
import { formatCount } from "@/lib/platform/format";
import { formatShare } from "@/lib/platform/numbers";
import classes from "./report-picture.module.css";

const WIDTH = 120;
const HEIGHT = 14;

/** Shares by name, each as a bar with its interval and as a number with its n. */
export function BarList({ bars }: { bars: ReportFigure["bars"] }) {
  return (
    <ul className={classes.list}>
      {bars.map(({ label, value, low, high, n }) => (
        <li key={label}>
          <span className={classes.label}>{label}</span>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={classes.row} aria-hidden>
            <path className={classes.axis} d={`M0 0V${HEIGHT}`} />
            <rect
              className={classes.bar}
              y={3}
              width={Math.max(1, value * WIDTH)}
              height={HEIGHT - 6}
              rx={1.5}
            />
            {low !== null && high !== null && (
              <path
                className={classes.whisker}
                d={`M${low * WIDTH} ${HEIGHT / 2}H${high * WIDTH}`}
              />
            )}
          </svg>
          <span className="tabular">{formatShare(value)}</span>
          <span className={`${classes.n} tabular`}>n = {formatCount(n)}</span>
        </li>
      ))}
    </ul>
  );
}
