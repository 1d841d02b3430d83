import { clientKey, id } from "@/lib/platform/fields";
import { MAX_INT } from "@/lib/platform/plain-fields";
import { z } from "zod";
import { day } from "@/lib/platform/days";
import { columnDefaultsSchema, MAPPED_AS } from "@/lib/dataset/file-formats/vocabulary";
import { fileSchema } from "@/lib/dataset/import-engine/schema";
import { ROW_READINGS } from "@/lib/dataset/import-engine/vocabulary";

/** How a row of the file found its question: equal text, equal normal form, similar text, or not at all. */
export const MATCH_KINDS = ["exact", "normalized", "similar", "new"] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

/**
 * What a row is that resembles a question: not decided yet; the same question (which gets its wording); another question;
 * or a new question that takes the place of the one it resembles, which is retired.
 */
export const DECISIONS = ["open", "accepted", "rejected", "replaced"] as const;
export type Decision = (typeof DECISIONS)[number];

/** Who changed a question since the file and the dataset had it in common: see three-way.ts. */
export const SIDES = ["file", "here", "both"] as const;

/** What is written where a question was changed here: undecided, nothing, the file's row, or both changes. */
export const RESOLUTIONS = ["open", "ours", "file", "combined"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/**
 * From this score up a proposal may be accepted together with others. Measured on unrelated sets and on a chain of real
 * releases: below it all of 30 proposals were false in the one, above it 59 of 67 true ones lay in the other.
 */
export const SAFE_SCORE = 0.7;

const ordinal = z.number().int().min(0).max(MAX_INT);

/** What can be said of the date of a file: an ISO day, or that no one knows it. */
export const UNKNOWN_DATE = "unknown";
export const fileDateSchema = z.union(
  [z.literal(UNKNOWN_DATE), day()],
  `File date must be YYYY-MM-DD or ${UNKNOWN_DATE}.`,
);
export type FileDate = z.infer<typeof fileDateSchema>;

export const beginImportSchema = fileSchema.extend({
  clientKey,
  /** Since when the answers of the file hold. Absent: since the date in its name. */
  date: fileDateSchema.optional(),
  /** The queue that the file joins. */
  queueId: id.optional(),
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
  /** Only those at least so alike; without it, all to be rejected, and those from SAFE_SCORE up to be accepted. */
  threshold: z.number().min(SAFE_SCORE).max(1).optional(),
  clientKey,
});
export const undoDecisionsSchema = z.object({
  importId: id,
  together: z.number().int().positive(),
  clientKey,
});
/** Without `ordinal`: all rows that both sides changed and that are still open; `open` opens all of them again. */
export const resolveSchema = z.object({
  importId: id,
  ordinal: ordinal.optional(),
  resolution: z.enum(RESOLUTIONS),
  clientKey,
});
export const importIdSchema = z.object({ importId: id, clientKey });

/** The columns of a file that are called otherwise than a release's. */
export const fileColumnsSchema = z.object({
  names: z.array(z.string()),
  /** For each the first values that are not empty. */
  samples: z.array(z.array(z.string())),
  /** What each is probably taken for. */
  as: z.array(z.enum(MAPPED_AS)),
  defaults: columnDefaultsSchema,
  /** So it was said of an earlier file with the same columns. */
  remembered: z.boolean(),
});
export type FileColumns = z.infer<typeof fileColumnsSchema>;
export const mapImportColumnsSchema = z.object({
  importId: id,
  as: z.array(z.enum(MAPPED_AS)).max(300),
  defaults: columnDefaultsSchema,
  clientKey,
});

/** Without `rows`, the file as a whole is read as offered. */
export const acceptReadingSchema = z.object({
  importId: id,
  rows: z.enum(ROW_READINGS).optional(),
  clientKey,
});

export const createQueueSchema = z.object({ clientKey });
export const queueIdSchema = z.object({ queueId: id });
export const pauseQueueSchema = z.object({ queueId: id, clientKey });
export const takeNextSchema = z.object({ queueId: id, resuming: z.boolean().optional() });

/** What to do with questions of the dataset that the file does not have. */
export const MISSING_CHOICES = ["keep", "retire"] as const;
export const startQueueSchema = z.object({
  queueId: id,
  missing: z.enum(MISSING_CHOICES),
  clientKey,
});
/** Whose order the dataset has afterwards; questions that the other does not have come behind. */
export const ORDER_CHOICES = ["file", "present"] as const;

export const applyImportSchema = z.object({
  importId: id,
  /** Leave the rows with errors out (and, without acceptSuspect, the suspect ones). */
  skipBadRows: z.boolean().default(false),
  /** Take rows with suspect text as they are. */
  acceptSuspect: z.boolean().default(false),
  missing: z.enum(MISSING_CHOICES).default("keep"),
  /** Questions that no import wrote are kept, whatever becomes of missing ones. */
  keepOwn: z.boolean().optional(),
  /** Without it: the file's order if the file is a whole release (see suggestOrder), else the present one. */
  order: z.enum(ORDER_CHOICES).optional(),
  clientKey,
});
/** What is chosen on the page of a plan and stays there until it is applied or discarded. */
export const planChoicesSchema = z
  .object({
    /** From this likeness up rewordings are decided together. */
    threshold: z.number().min(SAFE_SCORE).max(1),
    skipBadRows: z.boolean(),
    acceptSuspect: z.boolean(),
    missing: z.enum(MISSING_CHOICES),
    order: z.enum(ORDER_CHOICES),
    /** What columns are taken for, while no one has said that it is so. */
    columns: z.array(z.enum(MAPPED_AS)).max(300),
    defaults: columnDefaultsSchema,
  })
  .partial();
export type PlanChoices = z.infer<typeof planChoicesSchema>;
export const keepChoicesSchema = z.object({ importId: id, choices: planChoicesSchema });

export type ApplyChoices = Omit<z.infer<typeof applyImportSchema>, "importId" | "clientKey">;

/** What the plan says in numbers. Rows with errors are in none of the counts but `bad` and `unreadable`. */
export interface PlanCounts {
  /** Data rows that could be read. */
  rows: number;
  /** Rows whose trimmed text equals a question's. */
  exact: number;
  /** Rows that equal a question but for spacing, Unicode form, the form of quotes and dashes, or the case of their first letter. */
  normalized: number;
  /** Exact and normalized rows with the same content as the question has now. */
  unchanged: number;
  /** Exact and normalized rows with other content, where only the file changed the question. */
  changed: number;
  /** Rows of questions that were changed both here and in the file, accepted rewordings included. */
  conflicts: number;
  conflictsOpen: number;
  /** Exact and normalized rows of questions that were changed here and not in the file: they stay as they are. */
  changedHere: number;
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

/** What was built on an import, so that it cannot be undone. */
export const UNDO_BLOCKERS = [
  "release",
  "response",
  "import",
  "ordering",
  "order",
  "revision",
  "check",
  "rating",
  "flag",
] as const;
export interface UndoBlocker {
  kind: (typeof UNDO_BLOCKERS)[number];
  /** A name that a person knows it by: "Q17". */
  label: string;
  href: string;
  /** How many of its kind there are; the first BLOCKERS_NAMED of each are named. */
  total: number;
}
export const BLOCKERS_NAMED = 20;

export interface UndoOutcome {
  /** Questions that got their former content. */
  reverted: number;
  /** Questions that the import had added. */
  retired: number;
}

/** What applying would write, as the rewordings are decided so far. */
export interface PlannedWrites {
  /** New questions, without those that replace another. */
  created: number;
  /** New questions that take the place of one that is retired. */
  replaced: number;
  changed: number;
  reworded: number;
  /** Questions that stay as they were edited here although the file says something else. */
  keptEdits: number;
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
  /** Absent in imports from before local edits were kept. */
  keptEdits?: number;
  retired: number;
  kept: number;
  leftOut: number;
}
