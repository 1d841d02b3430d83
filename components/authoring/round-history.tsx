import { LocalTime } from "@/components/ui/local-time";
import type { RoundView } from "@/lib/authoring/schema";
import classes from "./authoring.module.css";
import { RoundChanges } from "./round-changes";
import { SubmissionContent } from "./submission-content";
import { NOTHING_CHANGED, REASON_WORDS, STATUS_WORDS } from "./labels";

/** Every round as it was submitted, and what was decided on it; the last one first. */
export function RoundHistory({ rounds }: { rounds: readonly RoundView[] }) {
  if (rounds.length === 0) return null;
  return (
    <section className={classes.panel} aria-labelledby="rounds">
      <h2 id="rounds">Rounds</h2>
      <ol className={classes.list}>
        {rounds.map((round, i) => (
          <li key={round.number}>
            <b>Round {round.number}</b>, submitted <LocalTime iso={round.submittedAt} />
            {round.decision === null ? (
              <> – in review</>
            ) : (
              <div>
                <span className={classes.mark} data-tone={round.decision.outcome}>
                  {STATUS_WORDS[round.decision.outcome]}
                </span>
                by {round.decision.by}, <LocalTime iso={round.decision.at} />
                {round.decision.reason !== null && <>: {REASON_WORDS[round.decision.reason]}</>}
                {round.decision.outcome === "accepted" && (
                  <> · {round.decision.split ?? "no split"}</>
                )}
                {round.decision.comment !== "" && (
                  <p className={classes.comment}>{round.decision.comment}</p>
                )}
              </div>
            )}
            {rounds[i + 1] !== undefined && (
              <details>
                <summary>Changed since round {rounds[i + 1]!.number}</summary>
                <RoundChanges
                  before={rounds[i + 1]!.draft}
                  after={round.draft}
                  nothing={NOTHING_CHANGED}
                />
              </details>
            )}
            <details>
              <summary>Submitted version</summary>
              <SubmissionContent draft={round.draft} difference={round.difference} />
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}
