import { sameButForCase } from "@/lib/dataset/questions/same-text";
import type { Content, EffectiveYear } from "@/lib/dataset/questions/schema";
import type { RevisionReason } from "@/lib/dataset/questions/vocabulary";
import type { RefreshChange, RefreshKind } from "./schema";

/** Maps each kind of refresh to the reason of the revision that it appends. */
export const REASON_OF: Record<RefreshKind, RevisionReason> = {
  answer: "refresh",
  reclassify: "reclassify",
  schedule: "schedule",
  evidence: "edit",
  retire: "retire",
};

/**
 * The effective year after the answers were changed: the present year when the primary answer is a new one. Another
 * name, form or order of what was valid before is no change of the answer, nor are capitals, which are mended more often
 * than meant; another sign or number is (50 and 50%).
 * @param year the present year in the dataset's time zone.
 */
export function inferEffectiveYear(
  before: Pick<Content, "answers" | "effectiveYear">,
  answers: readonly string[],
  year: number,
): EffectiveYear | null {
  const primary = answers[0] ?? "";
  const known = before.answers.some((answer) => sameButForCase(answer, primary));
  return known ? before.effectiveYear : { year, before: false };
}

/** Returns a question's content after a refresh. */
export function refreshedContent(content: Content, change: RefreshChange, year: number): Content {
  switch (change.kind) {
    case "answer":
      return {
        ...content,
        answers: change.answers,
        effectiveYear:
          change.effectiveYear === undefined
            ? inferEffectiveYear(content, change.answers, year)
            : change.effectiveYear,
        sources: change.sources ?? content.sources,
        nextReview: change.nextReview ?? content.nextReview,
      };
    case "reclassify":
      return {
        ...content,
        factType: change.factType,
        falsePremise: change.falsePremise,
        hops: change.hops,
        nextReview: change.nextReview ?? content.nextReview,
      };
    case "schedule":
      return { ...content, nextReview: change.nextReview };
    case "evidence":
      return {
        ...content,
        sources: change.sources,
        nextReview: change.nextReview ?? content.nextReview,
      };
    case "retire":
      return content;
  }
}

/**
 * Whether the question has a fixed review date that is not after today: a verification settles such a date for good, so
 * that whoever verifies has to say when the answers are due next.
 * @param today ISO day in the dataset's time zone.
 */
export function dateHasPassed({ nextReview }: Pick<Content, "nextReview">, today: string): boolean {
  return nextReview.policy === "on_date" && nextReview.on !== null && nextReview.on <= today;
}

/** Whether the change says that the answers were looked at. A new answer always does. */
export function countsAsVerified(change: RefreshChange): boolean {
  return change.kind === "answer" || (change.kind !== "retire" && change.verified);
}

/** A revision as the time line needs it, the first one first. */
export interface DatedAnswers {
  number: number;
  /** ISO day since which the dataset says this. */
  since: string;
  /** The raw text of the ten answer cells. */
  answerCells: readonly string[];
  effectiveYear: EffectiveYear | null;
}

/** A stretch of time in which the dataset gave the same answers. */
export interface AnswerPeriod {
  answers: string[];
  /** ISO days; `until` is the day from which other answers hold, null for the present ones. */
  since: string;
  until: string | null;
  fromRevision: number;
  toRevision: number;
  effectiveYear: EffectiveYear | null;
}

/** Joins revisions with exactly the same answers into stretches; the latest stretch first. */
export function answerPeriods(revisions: readonly DatedAnswers[]): AnswerPeriod[] {
  const stretches: AnswerPeriod[] = [];
  for (const revision of revisions) {
    const answers = revision.answerCells
      .map((cell) => cell.trim())
      .filter((answer) => answer !== "");
    const last = stretches.at(-1);
    if (
      last &&
      last.answers.length === answers.length &&
      last.answers.every((answer, i) => answer === answers[i])
    ) {
      last.toRevision = revision.number;
      last.effectiveYear = revision.effectiveYear;
      continue;
    }
    if (last) last.until = revision.since;
    stretches.push({
      answers,
      since: revision.since,
      until: null,
      fromRevision: revision.number,
      toRevision: revision.number,
      effectiveYear: revision.effectiveYear,
    });
  }
  return stretches.reverse();
}
