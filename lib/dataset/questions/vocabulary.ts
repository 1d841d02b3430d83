/*
 * The words of the dataset and their limits. No schema library here: what every page needs stays light; what may be
 * sent is in schema.ts, which hands these words on.
 */

import { formatCount } from "@/lib/platform/format";

/** The twenty columns of a FreshQA release, in their order. `id` is the row's position in that release, no identity. */
export const RELEASE_COLUMNS = [
  "id",
  "split",
  "question",
  "effective_year",
  "next_review",
  "false_premise",
  "num_hops",
  "fact_type",
  "source",
  "answer_0",
  "answer_1",
  "answer_2",
  "answer_3",
  "answer_4",
  "answer_5",
  "answer_6",
  "answer_7",
  "answer_8",
  "answer_9",
  "note",
] as const;
export type ReleaseColumn = (typeof RELEASE_COLUMNS)[number];

/** The nineteen columns that are content: all but the position. */
export const CONTENT_COLUMNS = RELEASE_COLUMNS.slice(1) as Exclude<ReleaseColumn, "id">[];
export type ContentColumn = Exclude<ReleaseColumn, "id">;

/** The raw text of a question's nineteen content cells, in the order of CONTENT_COLUMNS. */
export type Cells = readonly string[];

export const MAX_ANSWERS = 10;

export const SPLITS = ["TEST", "DEV", "DEMO"] as const;
export type Split = (typeof SPLITS)[number];

export const FACT_TYPES = ["never-changing", "slow-changing", "fast-changing"] as const;
export type FactType = (typeof FACT_TYPES)[number];

export const HOPS = ["one-hop", "multi-hop"] as const;
export type Hops = (typeof HOPS)[number];

/** The paper's four categories: derived from false premise and fact type, never stored. */
export const CATEGORIES = [
  "false-premise",
  "never-changing",
  "slow-changing",
  "fast-changing",
] as const;
export type Category = (typeof CATEGORIES)[number];

export const STATUSES = ["active", "retired"] as const;
export type Status = (typeof STATUSES)[number];

/** Why a revision was written. */
export const REVISION_REASONS = [
  "author",
  "edit",
  "import",
  "refresh",
  "reclassify",
  "schedule",
  "split",
  "retire",
  "restore",
  "undo",
] as const;
export type RevisionReason = (typeof REVISION_REASONS)[number];

/** What changes many questions at once. */
export const OPERATION_KINDS = ["bulk", "import", "undo"] as const;

export const REVIEW_POLICIES = [
  "never",
  "hardly_ever",
  "occasionally",
  "frequently",
  "every_time",
  "on_date",
  "unrecognized",
] as const;
export type ReviewPolicy = (typeof REVIEW_POLICIES)[number];

/**
 * When the answer must be looked at again. `on` is an ISO day (YYYY-MM-DD), and present only for `on_date`.
 * `unrecognized` stands for a text that names no day ("Fall 2024"): it is kept as it is, and nothing is due.
 */
export interface NextReview {
  policy: ReviewPolicy;
  on: string | null;
}

export const QUESTION_MAX_CHARACTERS = 2_000;
export const ANSWER_MAX_CHARACTERS = 5_000;
export const NOTE_MAX_CHARACTERS = 10_000;
export const MAX_SOURCES = 50;

/** True for an absolute http or https address without spaces. */
export function isWebAddress(text: string): boolean {
  // The second pattern spares nearly every address the slower full parse.
  return (
    /^https?:\/\/[^\s]+$/i.test(text) &&
    (/^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,4})?(\/|$)/i.test(text) || URL.canParse(text))
  );
}

/** Columns of the grid with the text of one cell that the heads do not have, and that cell: shown and edited, never sorted by. */
export const CELL_TEXT_COLUMNS: Readonly<Record<string, ContentColumn>> = {
  ...Object.fromEntries(
    Array.from({ length: MAX_ANSWERS - 1 }, (_, i) => [`answer${i + 2}`, `answer_${i + 1}`]),
  ),
  note: "note",
};

/** Every C0 control but tab, LF and CR, and DEL. */
export const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** What is said of a text that is too long. @param what "The question" @param max in UTF-16 units */
export const tooLong = (what: string, max: number): string =>
  `${what} is too long (${formatCount(max)} characters maximum).`;
