import {
  type DifferenceKind,
  CLASS_KINDS,
  DIFFERENCE_FILTERS,
  type DifferenceFilter,
} from "@/lib/dataset/release-differences/vocabulary";

/** Labels for the kinds of difference. */
const DIFFERENCE_WORDS: Record<DifferenceKind, string> = {
  added: "Added",
  retired: "Removed",
  reworded: "Reworded",
  answers: "Answers",
  class: "Category",
  "false-premise": "False premise",
  "fact-type": "Fact type",
  hops: "Hops",
  evidence: "Evidence",
  schedule: "Next review",
  split: "Split",
  "effective-year": "Effective year",
  note: "Note",
  spelling: "Spelling only",
  position: "Position only",
};

/** The filters in their order on screen; the three classes are reached through "class". */
export const FILTERS: readonly DifferenceFilter[] = DIFFERENCE_FILTERS.filter(
  (filter) => filter === "content" || !CLASS_KINDS.includes(filter),
);

export function filterName(filter: DifferenceFilter): string {
  return filter === "content" ? "All changes" : DIFFERENCE_WORDS[filter];
}

/** The kinds of a row as one says them: "Class" is said by which class it is. */
export function spokenKinds(kinds: readonly DifferenceKind[]): string[] {
  return kinds.filter((kind) => kind !== "class").map((kind) => DIFFERENCE_WORDS[kind]);
}
