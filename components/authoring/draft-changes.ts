import { CATEGORY_WORDS, FACT_TYPE_WORDS, HOPS_WORDS } from "@/components/dataset/questions/labels";
import { defaultReview, needsOf, type Needs } from "@/lib/authoring/rules";
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

/** What each part of a draft is called and says, in the order of the form; empty where its category does not ask for it. */
const PARTS: Readonly<
  Record<
    // With the year that it belongs to.
    Exclude<keyof Draft, "yearBefore">,
    { label: string; text: (draft: Draft, need: Needs) => string }
  >
> = {
  question: { label: "Question", text: ({ question }) => question.trim() },
  category: {
    label: "Category",
    text: ({ category }) => (category === null ? "" : CATEGORY_WORDS[category]),
  },
  factType: {
    label: "How the answer changes",
    text: ({ factType }, need) =>
      need.factType && factType !== null ? FACT_TYPE_WORDS[factType] : "",
  },
  hops: { label: "Hops", text: ({ hops }) => (hops === null ? "" : HOPS_WORDS[hops]) },
  answers: { label: "Answers", text: ({ answers }) => linesOf(answers) },
  explanation: {
    label: "What is wrong",
    text: ({ explanation }, need) => (need.explanation ? explanation.trim() : ""),
  },
  steps: {
    label: "Steps",
    text: ({ steps }, need) =>
      need.steps ? linesOf(steps.flatMap((step) => [step.text, ...step.evidence])) : "",
  },
  sources: { label: "Evidence", text: ({ sources }) => linesOf(sources) },
  pace: {
    label: "How often it changes",
    text: ({ pace }, need) => (need.pace && pace !== null ? PACE_WORDS[pace] : ""),
  },
  year: { label: "Effective year", text: yearText },
  nextReview: { label: "Next review", text: reviewText },
  note: { label: "Note", text: ({ note }) => note.trim() },
  difference: { label: "How it differs", text: ({ difference }) => difference.trim() },
};

/** The parts in which two versions of a draft differ for their readers, in the order of the form, with both texts. */
export function draftChanges(
  before: Draft,
  after: Draft,
): { field: string; before: string; after: string }[] {
  const [then, now] = [needsOf(before), needsOf(after)];
  return Object.values(PARTS)
    .map(({ label, text }) => ({
      field: label,
      before: text(before, then),
      after: text(after, now),
    }))
    .filter((change) => change.before !== change.after);
}
