import { memo, type ReactNode } from "react";
import { AnswerList } from "@/components/rating/judging/answer-list";
import { VerdictBadges } from "@/components/rating/judging/verdict-labels";
import { CAUSE_WORDS } from "@/lib/rating/adjudication/rules";
import type { CaseView } from "@/lib/rating/adjudication/queries";
import type { SeenRater } from "@/lib/rating/adjudication/schema";
import type { Cause } from "@/lib/rating/adjudication/vocabulary";
import classes from "./adjudication.module.css";

/** Ratings, side by side, without their names; of an audit, that they are hidden. */
export const SeenRatings = memo(function SeenRatings({ view }: { view: CaseView }) {
  if (view.audit) return <AuditNote />;
  return (
    <section aria-label="Ratings" className={classes.ratings}>
      {view.protocol === null
        ? view.ratings.map((rating) => (
            <RatingCard key={rating.rater} rating={rating}>
              <VerdictBadges verdict={rating} />
            </RatingCard>
          ))
        : view.ratings.map((rating) => (
            <RatingCard key={rating.rater} rating={rating}>
              <AnswerList answers={rating.words} marked={view.protocol.differing} />
            </RatingCard>
          ))}
    </section>
  );
});

/** What stands in the place of the ratings where whoever adjudicates is not to see them. */
function AuditNote() {
  return (
    <p className={classes.audit} role="note">
      Raters agree on this response, and it was drawn at random for an audit. Judge it on your own,
      without their ratings. A rationale is optional.
    </p>
  );
}

function RatingCard({ rating, children }: { rating: SeenRater; children: ReactNode }) {
  return (
    <div className={classes.rating} data-own={rating.own}>
      <p className={classes.rater}>
        {rating.rater}
        {rating.own && <span className={classes.quiet}>you</span>}
        {rating.corrections > 0 && (
          <span className={classes.quiet}>
            corrected {rating.corrections === 1 ? "once" : `${rating.corrections} times`}
          </span>
        )}
      </p>
      {children}
      {(rating.lowConfidence || rating.flagged) && (
        <p className={classes.said}>
          {rating.lowConfidence && <span className={classes.doubt}>Not sure</span>}{" "}
          {rating.flagged && <span className={classes.doubt}>Flagged answer</span>}
        </p>
      )}
      {rating.comment !== "" && <p className={classes.said}>“{rating.comment}”</p>}
    </div>
  );
}

/** Why a response awaits adjudication. */
export function CauseBadges({
  causes,
  differing = [],
}: {
  causes: readonly Cause[];
  /** Labels of the questions that raters answered differently. */
  differing?: readonly string[];
}) {
  return (
    <span className={classes.causes}>
      {causes.map((cause) => (
        <span key={cause} className={classes.cause}>
          {CAUSE_WORDS[cause]}
          {cause === "answers" && differing.length > 0 && `: ${differing.join(", ")}`}
        </span>
      ))}
    </span>
  );
}
