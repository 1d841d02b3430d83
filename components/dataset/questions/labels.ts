import type {
  Category,
  FactType,
  Hops,
  ReviewPolicy,
  RevisionReason,
  Split,
  Status,
  ContentColumn,
} from "@/lib/dataset/questions/schema";
import type { GridColumn } from "@/lib/dataset/questions/grid";

/** Labels for the closed lists of the dataset. */
export const CATEGORY_WORDS: Record<Category, string> = {
  "false-premise": "False premise",
  "never-changing": "Never-changing",
  "slow-changing": "Slow-changing",
  "fast-changing": "Fast-changing",
};

export const FACT_TYPE_WORDS: Record<FactType, string> = {
  "never-changing": "Never-changing",
  "slow-changing": "Slow-changing",
  "fast-changing": "Fast-changing",
};

export const HOPS_WORDS: Record<Hops, string> = { "one-hop": "One-hop", "multi-hop": "Multi-hop" };

export const STATUS_WORDS: Record<Status, string> = { active: "Active", retired: "Retired" };

export const SPLIT_WORDS: Record<Split | "none", string> = {
  TEST: "TEST",
  DEV: "DEV",
  DEMO: "DEMO",
  none: "No split",
};

export const REVIEW_WORDS: Record<ReviewPolicy, string> = {
  never: "Never",
  hardly_ever: "Hardly ever",
  occasionally: "Occasionally",
  frequently: "Frequently",
  every_time: "Every release",
  on_date: "On a date",
  unrecognized: "No date",
};

export const REASON_WORDS: Record<RevisionReason, string> = {
  author: "Created",
  edit: "Edited",
  import: "Imported",
  refresh: "Answer updated",
  reclassify: "Reclassified",
  schedule: "Rescheduled",
  split: "Split changed",
  retire: "Retired",
  restore: "Restored",
  undo: "Undone",
};

export const COLUMN_WORDS: Record<GridColumn, string> = {
  id: "ID",
  question: "Question",
  answer: "Primary answer",
  category: "Category",
  factType: "Fact type",
  premise: "Premise",
  hops: "Hops",
  split: "Split",
  year: "Effective year",
  review: "Next review",
  evidence: "Evidence",
  status: "Status",
  author: "Author",
  revised: "Last edited",
  revision: "Revision",
};

/** A cell of the release as a field of a question: "answer_0" is the primary answer. */
export function fieldName(column: ContentColumn): string {
  if (column === "answer_0") return "Primary answer";
  if (column.startsWith("answer_")) return `Answer ${Number(column.slice(7)) + 1}`;
  return FIELD_WORDS[column as keyof typeof FIELD_WORDS];
}

const FIELD_WORDS = {
  split: "Split",
  question: "Question",
  effective_year: "Effective year",
  next_review: "Next review",
  false_premise: "False premise",
  num_hops: "Hops",
  fact_type: "Fact type",
  source: "Evidence",
  note: "Note",
} as const;
