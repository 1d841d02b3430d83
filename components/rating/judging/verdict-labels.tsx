import { REASONS, type Mode, type Reason, type Verdict } from "@/lib/rating/judging/vocabulary";
import classes from "./verdict-form.module.css";

export const MODE_WORDS: Record<Mode, string> = { relaxed: "Relaxed", strict: "Strict" };
export const MODE_ASKS: Record<Mode, string> = {
  relaxed: "Is the primary answer correct?",
  strict: "And is every claim true and current?",
};

function reasonWords(reason: Reason): string {
  return REASONS.find((other) => other.code === reason)!.words;
}

/** A verdict in one mode as a labelled badge: "Relaxed ✓", "Strict ✗ Outdated". */
function CreditBadge({
  mode,
  verdict,
}: {
  mode: Mode;
  verdict: Pick<Verdict, Mode> & Partial<Verdict>;
}) {
  const credit = verdict[mode];
  const reason = verdict[`${mode}Reason`];
  return (
    <span className={classes.badge} data-credit={credit}>
      {MODE_WORDS[mode]} <span aria-hidden>{credit ? "✓" : "✗"}</span>
      <span className={classes.hidden}>{credit ? "credit" : "no credit"}</span>
      {reason && ` ${reasonWords(reason)}`}
    </span>
  );
}

/** Both verdicts side by side. */
export function VerdictBadges({ verdict }: { verdict: Pick<Verdict, Mode> & Partial<Verdict> }) {
  return (
    <span className={classes.badges}>
      <CreditBadge mode="relaxed" verdict={verdict} />
      <CreditBadge mode="strict" verdict={verdict} />
    </span>
  );
}
