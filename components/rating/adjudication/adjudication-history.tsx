import { VerdictBadges } from "@/components/rating/judging/verdict-labels";
import { LocalTime } from "@/components/ui/local-time";
import type { SeenAdjudication } from "@/lib/rating/adjudication/schema";
import classes from "./adjudication.module.css";

/** The final verdict, and those that it superseded. */
export function AdjudicationHistory({
  adjudications,
}: {
  adjudications: readonly SeenAdjudication[];
}) {
  if (adjudications.length === 0) return null;
  return (
    <section className={classes.history} aria-label="Final verdict">
      <h3>Final verdict</h3>
      <ol>
        {adjudications.map((one, place) => (
          <li key={one.id} className={place === 0 ? classes.final : classes.superseded}>
            <VerdictBadges verdict={one} />
            <p className={classes.said}>{one.reason}</p>
            <span className={classes.quiet}>
              {place > 0 && "Replaced. "}
              {one.by === null ? "Adjudicated" : `By ${one.by}`}, <LocalTime iso={one.at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
