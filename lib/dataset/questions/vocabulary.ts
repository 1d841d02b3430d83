/*
 * The words of the dataset and their limits. No schema library here: what every page needs stays light; what may be
 * sent is in schema.ts, which hands these words on.
 */

import { formatCount } from "@/lib/platform/format";

/**
 * The fields of a question in the order of a release, each with the columns that hold it. What the code says of fields it
 * says of all of them, in tables that are typed by this list: what a table leaves out does not compile. CONTRIBUTING.md names
 * the tables.
 */
export const FIELDS = {
  split: ["split"],
  question: ["question"],
  effectiveYear: ["effective_year"],
  nextReview: ["next_review"],
  falsePremise: ["false_premise"],
  hops: ["num_hops"],
  factType: ["fact_type"],
  sources: ["source"],
  answers: [
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
  ],
  note: ["note"],
} as const satisfies Record<string, readonly [string, ...string[]]>;
export type Field = keyof typeof FIELDS;
export const FIELD_KEYS = Object.keys(FIELDS) as Field[];

/** A column of a release that is content: all but the position. */
export type ContentColumn = (typeof FIELDS)[Field][number];
export const CONTENT_COLUMNS: readonly ContentColumn[] = FIELD_KEYS.flatMap(
  (field): readonly ContentColumn[] => FIELDS[field],
);

/** The columns of a FreshQA release, in their order. `id` is the row's position in that release, no identity. */
export const RELEASE_COLUMNS = ["id", ...CONTENT_COLUMNS] as const;

const FIELD_OF = Object.fromEntries(
  FIELD_KEYS.flatMap((field) => FIELDS[field].map((column) => [column, field])),
) as Record<ContentColumn, Field>;
/** The field that a column of a release holds. */
export const fieldOf = (column: ContentColumn): Field => FIELD_OF[column];

/** The raw text of a question's nineteen content cells, in the order of CONTENT_COLUMNS. */
export type Cells = readonly string[];

export const MAX_ANSWERS = FIELDS.answers.length;

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

/** What a field is called as a column of the grid, in addresses and saved layouts. */
const GRID_NAMES = {
  split: "split",
  question: "question",
  effectiveYear: "year",
  nextReview: "review",
  falsePremise: "premise",
  hops: "hops",
  factType: "factType",
  sources: "evidence",
  answers: "answer",
  note: "note",
} as const satisfies Record<Field, string>;
/** A column of the grid that shows a field; of several answers it is the first one. */
export type FieldColumn = (typeof GRID_NAMES)[Field];

/** The columns of the grid that are a cell of a release each, with that cell: "answer" to "answer10" are the answers. */
export const CELL_COLUMNS: Readonly<Record<string, ContentColumn>> = Object.fromEntries(
  FIELD_KEYS.flatMap((field) =>
    FIELDS[field].map((column, at) => [`${GRID_NAMES[field]}${at === 0 ? "" : at + 1}`, column]),
  ),
);

/** The cell of a release that a column of the grid is; undefined for those that are derived. */
export const releaseColumn = (gridColumn: string): ContentColumn | undefined =>
  Object.hasOwn(CELL_COLUMNS, gridColumn) ? CELL_COLUMNS[gridColumn] : undefined;

/** Every C0 control but tab, LF and CR, and DEL. */
export const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** What is said of a text that is too long. @param what "The question" @param max in UTF-16 units */
export const tooLong = (what: string, max: number): string =>
  `${what} is too long (${formatCount(max)} characters maximum).`;
