import { MAX_INT, clientKey, id, pageNumber } from "@/lib/platform/fields";
import { z } from "zod";
import { keptText } from "@/lib/platform/text";

export const IMPORT_STATUSES = [
  "reading",
  "offered",
  "matching",
  "planned",
  "refused",
  "applied",
  "cancelled",
  "failed",
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** How a row of the file found its question: equal text, equal normal form, similar text, or not at all. */
export const MATCH_KINDS = ["exact", "normalized", "similar", "new"] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

/**
 * What a row is that resembles a question: not decided yet; the same question (which gets its wording); another question;
 * or a new question that takes the place of the one it resembles, which is retired.
 */
export const DECISIONS = ["open", "accepted", "rejected", "replaced"] as const;
export type Decision = (typeof DECISIONS)[number];

/**
 * From this score up a proposal may be accepted together with others. Measured on unrelated sets and on a chain of real
 * releases: below it all of 30 proposals were false in the one, above it 59 of 67 true ones lay in the other.
 */
export const SAFE_SCORE = 0.7;

const ordinal = z.number().int().min(0).max(MAX_INT);

export const beginImportSchema = z.object({
  fileName: keptText(255, "File name too long.").pipe(z.string().min(1, "File name missing.")),
  byteSize: z.number().int().min(0),
  clientKey: z.uuid().optional(),
});

export const decideRewordingSchema = z.object({
  importId: id,
  ordinal,
  decision: z.enum(DECISIONS),
  /** The question that the row is a rewording of; without it, the one proposed. */
  questionId: id.optional(),
});

/** `open` proposes all again as at first; the others decide what is open. */
export const decideAllSchema = z.object({
  importId: id,
  decision: z.enum(["open", "accepted", "rejected"]),
  clientKey,
});
export const undoDecisionsSchema = z.object({
  importId: id,
  together: z.number().int().positive(),
  clientKey,
});
export const importIdSchema = z.object({ importId: id, clientKey });

/** Reasons for which rows are left out although it is clear how they would be read. */
export const ROW_READINGS = ["unescaped-quotes", "formula-without-result"] as const;
export type RowReading = (typeof ROW_READINGS)[number];
/** Without `rows`, the file as a whole is read as offered. */
export const acceptReadingSchema = z.object({
  importId: id,
  rows: z.enum(ROW_READINGS).optional(),
  clientKey,
});

/** What to do with questions of the dataset that the file does not have. */
export const MISSING_CHOICES = ["keep", "retire"] as const;
/** Whose order the dataset has afterwards; questions that the other does not have come behind. */
export const ORDER_CHOICES = ["file", "present"] as const;

export const applyImportSchema = z.object({
  importId: id,
  /** Leave the rows with errors out (and, without acceptSuspect, the suspect ones). */
  skipBadRows: z.boolean().default(false),
  /** Take rows with suspect text as they are. */
  acceptSuspect: z.boolean().default(false),
  missing: z.enum(MISSING_CHOICES).default("keep"),
  /** Without it: the file's order if the file is a whole release (see suggestOrder), else the present one. */
  order: z.enum(ORDER_CHOICES).optional(),
  clientKey,
});
export type ApplyChoices = Omit<z.infer<typeof applyImportSchema>, "importId" | "clientKey">;

/** What the plan says in numbers. Rows with errors are in none of the counts but `bad` and `unreadable`. */
export interface PlanCounts {
  /** Data rows that could be read. */
  rows: number;
  /** Rows whose trimmed text equals a question's. */
  exact: number;
  /** Rows that equal a question but for case, spacing, Unicode form, or the form of quotes and dashes. */
  normalized: number;
  /** Exact and normalized rows with the same content as the question has now. */
  unchanged: number;
  /** Exact and normalized rows with other content. */
  changed: number;
  /** Rows that resemble a question: proposed rewordings. */
  reworded: number;
  rewordingsOpen: number;
  rewordingsAccepted: number;
  rewordingsRejected: number;
  /** Rows that take the place of the question they resemble. */
  rewordingsReplaced: number;
  /** Open ones that are alike enough to be accepted together (see SAFE_SCORE). */
  rewordingsSafe: number;
  /** Rows that resemble no question, without rejected rewordings. */
  new: number;
  /** Active questions that no row is, counting open rewordings as accepted, and not those that a row with errors names. */
  missing: number;
  /** Rows with at least one error. */
  bad: number;
  /** Rows with text that looks wrong but could be meant. */
  suspect: number;
  /** Records that could not be read as a row at all. */
  unreadable: number;
  /** Active questions before the import. */
  present: number;
}

/** Which part of a plan is listed. */
const PLAN_PARTS = ["changed", "reworded", "new", "missing", "unchanged", "bad"] as const;
export type PlanPart = (typeof PLAN_PARTS)[number];

export const importsPageSchema = z.object({ page: pageNumber });
export const planPageSchema = z.object({
  part: z.enum(PLAN_PARTS).optional().catch(undefined),
  page: pageNumber,
});

/** What applying would write, as the rewordings are decided so far. */
export interface PlannedWrites {
  /** New questions, without those that replace another. */
  created: number;
  /** New questions that take the place of one that is retired. */
  replaced: number;
  changed: number;
  reworded: number;
  unchanged: number;
}

/** What applying did, in numbers. */
export interface ImportOutcome {
  created: number;
  /** Absent in imports from before questions could be replaced. */
  replaced?: number;
  changed: number;
  reworded: number;
  unchanged: number;
  retired: number;
  kept: number;
  leftOut: number;
}
