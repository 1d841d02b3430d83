import type { Verdict } from "@/lib/rating/judging/schema";
import type { AgreedDraft, Cause } from "./schema";

export const CAUSE_WORDS: Record<Cause, string> = {
  relaxed: "Relaxed disagreement",
  strict: "Strict disagreement",
  flagged: "Answer flagged",
  "low-confidence": "Low confidence",
};

/** What all verdicts have in common: credit where it is the same, a reason where the credit and the reason are. */
export function agreedParts(verdicts: readonly Verdict[]): AgreedDraft {
  const same = <K extends keyof Verdict>(key: K): Verdict[K] | null => {
    const [first] = verdicts;
    return first !== undefined && verdicts.every((verdict) => verdict[key] === first[key])
      ? first[key]
      : null;
  };
  const relaxed = same("relaxed");
  const strict = same("strict");
  return {
    relaxed,
    strict,
    relaxedReason: relaxed === false ? same("relaxedReason") : null,
    strictReason: strict === false ? same("strictReason") : null,
  };
}

/**
 * Of all pairs of ratings and both modes, the share that agrees; 1 where there are no pairs. The database computes the
 * same (refresh_adjudication_cases in the migration); a test holds the two against each other.
 */
export function pairAgreement(verdicts: readonly Pick<Verdict, "relaxed" | "strict">[]): number {
  const n = verdicts.length;
  if (n < 2) return 1;
  const pairs = (credits: number) => credits * (credits - 1) + (n - credits) * (n - credits - 1);
  const credits = (mode: "relaxed" | "strict") =>
    verdicts.filter((verdict) => verdict[mode]).length;
  return (pairs(credits("relaxed")) + pairs(credits("strict"))) / (2 * n * (n - 1));
}

/** Why verdicts await adjudication, in the order of CAUSES; none: they do not. */
export function causesOf(
  ratings: readonly (Pick<Verdict, "relaxed" | "strict"> & {
    flagged: boolean;
    lowConfidence: boolean;
  })[],
): Cause[] {
  const differs = (mode: "relaxed" | "strict") =>
    new Set(ratings.map((rating) => rating[mode])).size > 1;
  return [
    ...(differs("relaxed") ? ["relaxed" as const] : []),
    ...(differs("strict") ? ["strict" as const] : []),
    ...(ratings.some((rating) => rating.flagged) ? ["flagged" as const] : []),
    ...(ratings.some((rating) => rating.lowConfidence) ? ["low-confidence" as const] : []),
  ];
}

/** "Rater A" … "Rater Z", "Rater AA" …, by place from 0. */
export function raterLetter(place: number): string {
  let letters = "";
  for (let rest = place + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `Rater ${letters}`;
}
