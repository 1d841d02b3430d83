import type { FixedColumn, GridColumn } from "@/lib/dataset/questions/grid";
import { CELL_TEXT_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { EXTRA_FIELDS, QUESTION_FIELDS } from "@/lib/dataset/questions/fields";
import type {
  Category,
  ContentColumn,
  RevisionReason,
  Status,
} from "@/lib/dataset/questions/schema";

/** Labels for the closed lists of the dataset. */
export const CATEGORY_WORDS: Record<Category, string> = {
  "false-premise": "False premise",
  "never-changing": "Never-changing",
  "slow-changing": "Slow-changing",
  "fast-changing": "Fast-changing",
};

export const FACT_TYPE_WORDS = QUESTION_FIELDS.factType.words;
export const HOPS_WORDS = QUESTION_FIELDS.hops.words;

export const STATUS_WORDS: Record<Status, string> = { active: "Active", retired: "Retired" };

export const SPLIT_WORDS = QUESTION_FIELDS.split.words;
export const REVIEW_WORDS = QUESTION_FIELDS.nextReview.words;

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

/** A cell of the release as a field of a question: "answer_0" is the primary answer. */
export function fieldName(column: ContentColumn): string {
  if (column === "answer_0") return "Primary answer";
  if (column.startsWith("answer_")) return `Answer ${Number(column.slice(7)) + 1}`;
  return FIELD_WORDS[column as keyof typeof FIELD_WORDS];
}

/** What an import changes of a question. */
export const changeName = (change: ContentColumn | "status"): string =>
  change === "status" ? "Status" : fieldName(change);

const FIELD_WORDS = {
  split: QUESTION_FIELDS.split.label,
  question: QUESTION_FIELDS.question.label,
  effective_year: QUESTION_FIELDS.effectiveYear.label,
  next_review: QUESTION_FIELDS.nextReview.label,
  false_premise: "False premise",
  num_hops: QUESTION_FIELDS.hops.label,
  fact_type: QUESTION_FIELDS.factType.label,
  source: QUESTION_FIELDS.sources.label,
  note: QUESTION_FIELDS.note.label,
} as const;

const COLUMN_WORDS: Readonly<Record<string, string>> = {
  id: "ID",
  question: QUESTION_FIELDS.question.label,
  answer: "Primary answer",
  category: "Category",
  factType: QUESTION_FIELDS.factType.label,
  premise: QUESTION_FIELDS.falsePremise.label,
  hops: QUESTION_FIELDS.hops.label,
  split: QUESTION_FIELDS.split.label,
  year: QUESTION_FIELDS.effectiveYear.label,
  review: QUESTION_FIELDS.nextReview.label,
  evidence: QUESTION_FIELDS.sources.label,
  status: "Status",
  author: "Author",
  revised: "Last edited",
  revision: "Revision",
  ...Object.fromEntries(
    Object.entries(CELL_TEXT_COLUMNS).map(([column, cell]) => [column, fieldName(cell)]),
  ),
  ...Object.fromEntries(EXTRA_FIELDS.map(({ key, label }) => [key, label])),
} satisfies Record<FixedColumn, string>;

/** What a column of the grid is called. */
export function columnLabel(column: GridColumn): string {
  return COLUMN_WORDS[column] ?? column;
}
