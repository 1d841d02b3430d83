import { CATEGORY_WORDS, FACT_TYPE_WORDS, HOPS_WORDS } from "@/components/dataset/questions/labels";
import { defaultReview, needsOf } from "@/lib/authoring/rules";
import type { Draft } from "@/lib/authoring/schema";
import { describeNextReview } from "@/lib/dataset/questions/rules";
import { PACE_WORDS } from "./labels";

/** The effective year, as one reads it. */
export function yearText(draft: Draft): string {
  return draft.year.trim() === ""
    ? "Not given"
    : `${draft.yearBefore ? "before " : ""}${draft.year.trim()}`;
}

/** The next review, as one reads it. */
export function reviewText(draft: Draft): string {
  return `${describeNextReview(draft.nextReview ?? defaultReview(draft)).replace(/^./, (letter) => letter.toUpperCase())}${draft.nextReview === null ? " (default)" : ""}`;
}

const linesOf = (texts: readonly string[]) =>
  texts
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n");

/** What a draft says in each field, under the field's name; empty where its category does not ask for the field. */
function textsOf(draft: Draft): Record<string, string> {
  const need = needsOf(draft);
  return {
    Question: draft.question.trim(),
    Category: draft.category === null ? "" : CATEGORY_WORDS[draft.category],
    "How the answer changes":
      need.factType && draft.factType !== null ? FACT_TYPE_WORDS[draft.factType] : "",
    Hops: draft.hops === null ? "" : HOPS_WORDS[draft.hops],
    Answers: linesOf(draft.answers),
    "What is wrong": need.explanation ? draft.explanation.trim() : "",
    Steps: need.steps ? linesOf(draft.steps.flatMap((step) => [step.text, ...step.evidence])) : "",
    Evidence: linesOf(draft.sources),
    "How often it changes": need.pace && draft.pace !== null ? PACE_WORDS[draft.pace] : "",
    "Effective year": yearText(draft),
    "Next review": reviewText(draft),
    Note: draft.note.trim(),
    "How it differs": draft.difference.trim(),
  };
}

/** The fields in which two versions of a draft differ for their readers, in the order of the form, with both texts. */
export function draftChanges(
  before: Draft,
  after: Draft,
): { field: string; before: string; after: string }[] {
  const [old, now] = [textsOf(before), textsOf(after)];
  return Object.keys(now)
    .map((field) => ({ field, before: old[field]!, after: now[field]! }))
    .filter((change) => change.before !== change.after);
}
