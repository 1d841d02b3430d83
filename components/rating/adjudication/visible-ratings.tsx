import { VerdictBadges } from "@/components/rating/judging/verdict-labels";
import { CAUSE_WORDS } from "@/lib/rating/adjudication/rules";
import type { Cause, SeenRating } from "@/lib/rating/adjudication/schema";
import classes from "./adjudication.module.css";

/** Ratings, side by side, without their names. */
export function SeenRatings({ ratings }: { ratings: readonly SeenRating[] }) {
  return (
    <section aria-label="Ratings" className={classes.ratings}>
      {ratings.map((rating) => (
        <div key={rating.rater} className={classes.rating} data-own={rating.own}>
          <p className={classes.rater}>
            {rating.rater}
            {rating.own && <span className={classes.quiet}>you</span>}
            {rating.corrections > 0 && (
              <span className={classes.quiet}>
                corrected {rating.corrections === 1 ? "once" : `${rating.corrections} times`}
              </span>
            )}
          </p>
          <VerdictBadges verdict={rating} />
          {(rating.lowConfidence || rating.flagged) && (
            <p className={classes.said}>
              {rating.lowConfidence && <span className={classes.doubt}>Not sure</span>}{" "}
              {rating.flagged && <span className={classes.doubt}>Flagged answer</span>}
            </p>
          )}
          {rating.comment !== "" && <p className={classes.said}>“{rating.comment}”</p>}
        </div>
      ))}
    </section>
  );
}

/** Why a response awaits adjudication. */
export function CauseBadges({ causes }: { causes: readonly Cause[] }) {
  return (
    <span className={classes.causes}>
      {causes.map((cause) => (
        <span key={cause} className={classes.cause}>
          {CAUSE_WORDS[cause]}
        </span>
      ))}
    </span>
  );
}
