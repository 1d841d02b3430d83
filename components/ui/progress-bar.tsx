import classes from "./progress-bar.module.css";
import { formatCount } from "@/lib/platform/format";

interface Progress {
  done: number;
  of: number;
  /** What is counted, for people who do not see the bar. */
  label: string;
}

/** Renders how much of a count is done. Full where there is nothing to do. */
export function Bar({ done, of, label }: Progress) {
  return (
    <progress
      className={classes.bar}
      value={of === 0 ? 1 : done}
      max={Math.max(of, 1)}
      aria-label={label}
    >
      {formatCount(done)} of {formatCount(of)}
    </progress>
  );
}

/** Renders "120 of 480" with a bar under it. */
export function ProgressBar({ done, of, label }: Progress) {
  return (
    <div className={classes.progress}>
      <span className="tabular">
        {formatCount(done)} of {formatCount(of)}
      </span>
      <Bar done={done} of={of} label={label} />
    </div>
  );
}
