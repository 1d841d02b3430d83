import type { Field } from "@/lib/dataset/questions/vocabulary";
import { releaseDay } from "@/lib/dataset/releases/vocabulary";

/**
 * How a question differs between two releases. A question may differ in several ways; `class` stands for any of the
 * three behind it. `spelling`: a cell's letters changed but not what it means ("True", "TRUE"). `position`: the `id`
 * that the file prints, where nothing else changed.
 */
export const DIFFERENCE_KINDS = [
  "added",
  "retired",
  "reworded",
  "answers",
  "class",
  "false-premise",
  "fact-type",
  "hops",
  "evidence",
  "schedule",
  "split",
  "effective-year",
  "note",
  "spelling",
  "position",
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** The kinds that `class` stands for. */
export const CLASS_KINDS: readonly DifferenceKind[] = ["false-premise", "fact-type", "hops"];

/** What a difference of each field is called. */
export const KIND_OF_FIELD = {
  question: "reworded",
  answers: "answers",
  falsePremise: "false-premise",
  factType: "fact-type",
  hops: "hops",
  sources: "evidence",
  nextReview: "schedule",
  split: "split",
  effectiveYear: "effective-year",
  note: "note",
} as const satisfies Record<Field, DifferenceKind>;

/** Stands in place of a release for the dataset as it is now. */
export const CURRENT = "present";
export const isSide = (name: string): boolean => name === CURRENT || releaseDay(name) !== null;

/** `content`: all that differ in more than their position. */
export const DIFFERENCE_FILTERS = ["content", ...DIFFERENCE_KINDS] as const;
export type DifferenceFilter = (typeof DIFFERENCE_FILTERS)[number];
