import type { AnswerPeriod } from "@/lib/refreshing/rules";
import classes from "./answers-over-time.module.css";
import { yearWords } from "@/components/dataset/questions/field-views";
import { countOf, formatCount, formatDay } from "@/lib/platform/format";

interface AnswersOverTimeProps {
  /** The latest first. */
  stretches: readonly AnswerPeriod[];
  /** The latest first. */
  verifications: readonly {
    id: number;
    by: string;
    on: string;
    revision: number;
    evidence: readonly string[];
    comment: string;
    withdrawn: boolean;
  }[];
  /** How many there are in all; `verifications` may hold the last ones only. */
  verificationCount: number;
  timeZone: string;
}

/** What was the answer when, and when someone found it still true: a list, drawn as a line. */
export function AnswersOverTime({
  stretches,
  verifications,
  verificationCount,
  timeZone,
}: AnswersOverTimeProps) {
  return (
    <>
      <ol className={classes.line}>
        {stretches.map((stretch) => (
          <li
            key={stretch.fromRevision}
            className={classes.stretch}
            data-present={stretch.until === null || undefined}
          >
            <p className={classes.when}>
              {stretch.until === null ? (
                <>
                  Since <time dateTime={stretch.since}>{formatDay(stretch.since)}</time>
                </>
              ) : (
                <>
                  <time dateTime={stretch.since}>{formatDay(stretch.since)}</time> to{" "}
                  <time dateTime={stretch.until}>{formatDay(stretch.until)}</time>
                </>
              )}
              <span>
                {" "}
                ·{" "}
                {stretch.fromRevision === stretch.toRevision
                  ? `revision ${stretch.fromRevision}`
                  : `revisions ${stretch.fromRevision} to ${stretch.toRevision}`}
                {stretch.effectiveYear !== null &&
                  `, effective year ${yearWords(stretch.effectiveYear)}`}
              </span>
            </p>
            <p className={classes.answers}>
              {stretch.answers.length === 0 ? (
                "No answer"
              ) : (
                <>
                  <b>{stretch.answers[0]}</b>
                  {stretch.answers.length > 1 && (
                    <span> · {stretch.answers.slice(1).join(" · ")}</span>
                  )}
                </>
              )}
            </p>
            <ol className={classes.marks} aria-label="Verifications">
              {verifications
                .filter(
                  (mark) =>
                    mark.revision >= stretch.fromRevision && mark.revision <= stretch.toRevision,
                )
                .map((mark) => (
                  <li key={mark.id} data-withdrawn={mark.withdrawn || undefined}>
                    {mark.withdrawn ? "Verification undone: " : "Verified "}
                    <time dateTime={mark.on}>{formatDay(mark.on)}</time> by {mark.by}
                    {!mark.withdrawn && mark.evidence.length > 0 && (
                      <span title={mark.evidence.join("\n")}>
                        {" "}
                        against {countOf(mark.evidence.length, "source")}
                      </span>
                    )}
                    {mark.comment !== "" && <span> · “{mark.comment}”</span>}
                  </li>
                ))}
            </ol>
          </li>
        ))}
      </ol>
      <p className={classes.foot}>
        {verificationCount === 0 && "Not verified yet. "}
        {verificationCount > verifications.length &&
          `Last ${formatCount(verifications.length)} of ${formatCount(verificationCount)} verifications. `}
        Dates in {timeZone}.
      </p>
    </>
  );
}
