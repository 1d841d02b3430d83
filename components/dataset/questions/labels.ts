import type { FixedColumn, GridColumn } from "@/lib/dataset/questions/grid";
import type {
  FieldColumn,
  Category,
  ContentColumn,
  RevisionReason,
  Status,
} from "@/lib/dataset/questions/vocabulary";
import { cellColumnName, columnName, QUESTION_FIELDS } from "@/lib/dataset/questions/fields";

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

/** What is said of a next review that names no day, and stays as its cell is. */
export const unchangedReview = (cell: string): string => `Unchanged: ${cell.trim() || "not set"}`;

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

/** What an import changes of a question. */
export const changeName = (change: ContentColumn | "status"): string =>
  change === "status" ? "Status" : columnName(change);

/** Columns of the grid that are derived of a question, or of its revisions. */
const DERIVED_COLUMN_WORDS: Readonly<Record<Exclude<FixedColumn, FieldColumn>, string>> = {
  id: "ID",
  category: "Category",
  status: "Status",
  author: "Author",
  revised: "Last edited",
  revision: "Revision",
};

/** What a column of the grid is called. */
export function columnLabel(column: GridColumn): string {
  return (
    cellColumnName(column) ?? (DERIVED_COLUMN_WORDS as Record<string, string>)[column] ?? column
  );
}
