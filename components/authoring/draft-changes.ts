import {
  CATEGORY_WORDS,
  FACT_TYPE_WORDS,
  HOPS_WORDS,
  REVIEW_WORDS,
} from "@/components/dataset/questions/labels";
import { defaultReview, needsOf, type Needs } from "@/lib/authoring/rules";
import { DRAFT_FIELDS, DRAFT_WORDS, type Draft, type DraftField } from "@/lib/authoring/schema";
import { nextReviewText } from "@/lib/dataset/questions/rules";
import { PACE_WORDS } from "./labels";

/** The effective year, as one reads it. */
function yearText(draft: Draft): string {
  return draft.year.trim() === ""
    ? "Not set"
    : `${draft.yearBefore ? "before " : ""}${draft.year.trim()}`;
}

/** The next review, as one reads it. */
function reviewText(draft: Draft): string {
  const { nextReview } = draft;
  // As typed, which is no day yet.
  if (nextReview?.policy === "on_date" && !/^\d{4}-\d\d-\d\d$/.test(nextReview.on ?? ""))
    return REVIEW_WORDS.on_date;
  return nextReview === null
    ? `${nextReviewText(defaultReview(draft))} (default)`
    : nextReviewText(nextReview);
}

/** The lines of a list that something was written in. */
export const filled = (texts: readonly string[]): string[] =>
  texts.map((text) => text.trim()).filter((text) => text !== "");
const linesOf = (texts: readonly string[]) => filled(texts).join("\n");

/** What each part of a draft says to its readers; empty where nothing was written, or its category does not ask for it. */
const TEXTS: Readonly<Record<DraftField, (draft: Draft, need: Needs) => string>> = {
  category: ({ category }) => (category === null ? "" : CATEGORY_WORDS[category]),
  factType: ({ factType }, need) =>
    need.factType && factType !== null ? FACT_TYPE_WORDS[factType] : "",
  hops: ({ hops }) => (hops === null ? "" : HOPS_WORDS[hops]),
  question: ({ question }) => question.trim(),
  explanation: ({ explanation }, need) => (need.explanation ? explanation.trim() : ""),
  pace: ({ pace }, need) => (need.pace && pace !== null ? PACE_WORDS[pace] : ""),
  answers: ({ answers }) => linesOf(answers),
  steps: ({ steps }, need) =>
    need.steps ? linesOf(steps.flatMap((step) => [step.text, ...step.evidence])) : "",
  sources: ({ sources }) => linesOf(sources),
  year: yearText,
  nextReview: reviewText,
  note: ({ note }) => note.trim(),
  difference: ({ difference }) => difference.trim(),
};

/** The parts of a draft that say something, in the order of the form. */
export function draftTexts(draft: Draft): { field: DraftField; label: string; text: string }[] {
  const need = needsOf(draft);
  return DRAFT_FIELDS.map((field) => ({
    field,
    label: DRAFT_WORDS[field],
    text: TEXTS[field](draft, need),
  })).filter(({ text }) => text !== "");
}

/** The parts in which two versions of a draft differ for their readers, in the order of the form, with both texts. */
export function draftChanges(
  before: Draft,
  after: Draft,
): { field: string; before: string; after: string }[] {
  const [then, now] = [needsOf(before), needsOf(after)];
  return DRAFT_FIELDS.map((field) => ({
    field: DRAFT_WORDS[field],
    before: TEXTS[field](before, then),
    after: TEXTS[field](after, now),
  })).filter((change) => change.before !== change.after);
}
