import { formatCount } from "../ui/format";
import classes from "./progress-bar.module.css";

/** "120 of 480" with a bar under it. */
export function ProgressBar({ done, of, label }: { done: number; of: number; label: string }) {
  return (
    <div className={classes.progress}>
      <span className="tabular">{formatCount(done)} of {formatCount(of)}</span>
      <progress className={classes.bar} value={done} max={Math.max(of, 1)} aria-label={label}>{formatCount(done)} of {formatCount(of)}</progress>
    </div>
  );
}
