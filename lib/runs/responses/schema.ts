import { z } from "zod";
import { day } from "@/lib/platform/days";
import { keptText, text } from "@/lib/platform/text";
import { releaseNameSchema } from "@/lib/dataset/releases/schema";

/** How a model was asked. */
export const PROMPT_METHODS = [
  "zero-shot",
  "few-shot",
  "chain-of-thought",
  "freshprompt",
  "self-ask",
  "premise-check",
  "other",
] as const;
export type PromptMethod = (typeof PROMPT_METHODS)[number];

const id = z.number().int().positive().max(2_147_483_647);
const version = z.number().int().positive();
const NO_LINE = /[\u0001-\u001f\u007f\u2028\u2029]/;
const INVISIBLE = "Contains an invisible control character. Delete it or retype the text.";

const line = (max: number) =>
  text(max)
    .trim()
    .refine((value) => !NO_LINE.test(value), INVISIBLE);

export const modelNameSchema = line(200).min(1, "Enter a model name.");
export const runNameSchema = line(200).min(1, "Enter a run name.");

/** Made by the client: sent again because an answer was lost, the same input does nothing twice. */
const clientKey = z.uuid().optional();

/** What is known of a model. */
export const modelSchema = z.object({
  name: modelNameSchema,
  provider: line(200).default(""),
  size: line(100).default(""),
  /** "2021-09" or nothing. */
  knowledgeCutoff: z
    .string()
    .trim()
    .regex(/^([0-9]{4}-(0[1-9]|1[0-2]))?$/, "Use YYYY-MM, for example 2021-09, or leave empty.")
    .default(""),
  toldDate: z.boolean().nullable().default(null),
  hasSearch: z.boolean().nullable().default(null),
  note: text(5_000).trim().default(""),
  clientKey,
});
export type ModelInput = z.infer<typeof modelSchema>;
export const editModelSchema = modelSchema.extend({ modelId: id, version });

const conditions = {
  name: runNameSchema,
  /** ISO day on which the model answered. */
  ranOn: day("Use YYYY-MM-DD, for example 2026-11-21.").nullable().default(null),
  promptMethod: z.enum(PROMPT_METHODS).default("zero-shot"),
  temperature: z
    .number("Enter a number, for example 0.7.")
    .min(0, "Enter 0 or more.")
    .max(100, "100 maximum.")
    .nullable()
    .default(null),
  maxTokens: z
    .number("Enter a whole number.")
    .int("Enter a whole number.")
    .min(1, "Enter 1 or more.")
    .max(2_147_483_647, "Value too large.")
    .nullable()
    .default(null),
  note: text(5_000).trim().default(""),
  clientKey,
};

/** A run of a model over a release under stated conditions. */
export const runSchema = z.object({ modelId: id, releaseName: releaseNameSchema, ...conditions });
export type RunInput = z.infer<typeof runSchema>;
/** Model and release stay: another release is another run. */
export const editRunSchema = z.object({ runId: id, version, ...conditions });

// Imports of responses --------------------------------------------------------------------------------------------

export const IMPORT_STATUSES = [
  "reading",
  "offered",
  "mapping",
  "planned",
  "applied",
  "cancelled",
  "failed",
] as const;
export type ResponseImportStatus = (typeof IMPORT_STATUSES)[number];

/** What a column of the file is taken for. */
export const COLUMN_ROLES = [
  "question",
  "id",
  "stable-id",
  "response",
  "relaxed",
  "strict",
  "explanation",
  "metadata",
  "ignore",
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** The file's columns, in order, and what each is taken for. */
export const importColumnsSchema = z.object({
  columns: z.array(z.string()),
  /** Parallel to `columns`. */
  roles: z.array(z.enum(COLUMN_ROLES)),
  /** Whose verdicts the file has; empty where it has none. */
  evaluator: z.string(),
});
export type ImportColumns = z.infer<typeof importColumnsSchema>;

/** What can be said of a record. Those of LEFT_OUT are not imported; the others are, and worth a look. */
export const LEFT_OUT = [
  "unreadable",
  "unmatched",
  "similar",
  "conflict",
  "duplicate",
  "already-there",
  "no-response",
] as const;
export const WORTH_A_LOOK = [
  "accepted",
  "empty",
  "replaced",
  "invisible",
  "other-id",
  "bad-verdict",
] as const;
export const ROW_PROBLEMS = [...LEFT_OUT, ...WORTH_A_LOOK] as const;
export type RowProblem = (typeof ROW_PROBLEMS)[number];

/**
 * What a record was matched by: the text to the letter; the text in other case or spacing (sameText); a similar text that a
 * person took for the same; an id where there is no text.
 */
export const MATCHED_BY = ["text", "normalized", "similar", "id", "stable-id"] as const;
export type MatchedBy = (typeof MATCHED_BY)[number];

export const importIdSchema = z.object({ importId: id });
/** Without `rows`, the file as a whole is read as offered; with it, records that were left out for unescaped quotes are taken. */
export const acceptReadingSchema = z.object({
  importId: id,
  rows: z.literal("unescaped-quotes").optional(),
  clientKey,
});
export const beginImportSchema = z.object({
  runId: id,
  fileName: keptText(255, "File name too long.").pipe(z.string().min(1, "File name missing.")),
  byteSize: z.number().int().min(0),
  clientKey,
});
export const mapColumnsSchema = z.object({
  importId: id,
  roles: z.array(z.enum(COLUMN_ROLES)).max(300),
  evaluator: line(200).default(""),
});

/** A similar text is the same question, or is not; without `ordinal`, of all that are alike enough (see SAFE_SCORE). */
export const decideSimilarSchema = z.object({
  importId: id,
  ordinal: z.number().int().min(0).max(2_147_483_647).nullable().default(null),
  accepted: z.boolean(),
});

/** What an import takes and leaves, in numbers. */
export interface PlanCounts {
  /** Records of the file, without empty ones. */
  rows: number;
  /** Records matched to a question of the release, by what. */
  matched: Record<MatchedBy, number>;
  problems: Record<RowProblem, number>;
  /** Records of the problem `similar` that are alike enough to be accepted together (see SAFE_SCORE). */
  similarSafe: number;
  /** Responses that applying adds. */
  adds: number;
  /** Records that bring a verdict. */
  verdicts: number;
}

/** What applying did. */
export interface ResponseOutcome {
  added: number;
  /** Of these: without any text. */
  empty: number;
  leftOut: number;
  verdicts: number;
}

/** What a page's address says; whatever makes no sense there is passed over. */
const pageNumber = z.coerce.number().int().min(1).max(1_000_000).catch(1);
export const SHOWN_RESPONSES = ["all", "answered", "empty", "unanswered"] as const;
export type ShownResponses = (typeof SHOWN_RESPONSES)[number];
export const runsPageSchema = z.object({
  page: pageNumber,
  model: z.coerce.number().int().positive().max(2_147_483_647).optional().catch(undefined),
});
export const runPageSchema = z.object({
  page: pageNumber,
  show: z.enum(SHOWN_RESPONSES).catch("all"),
});
export const importPageSchema = z.object({
  page: pageNumber,
  problem: z.enum(ROW_PROBLEMS).optional().catch(undefined),
});
/** The number of a run, model or import in an address. */
export const numberInAddressSchema = z.coerce.number().int().positive().max(2_147_483_647);
