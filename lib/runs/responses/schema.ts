import { clientKey, id } from "@/lib/platform/fields";
import { MAX_INT } from "@/lib/platform/plain-fields";
import { line } from "@/lib/platform/text";
import { fileSchema } from "@/lib/dataset/import-engine/schema";
import { chosenPartsSchema, foundLogSchema } from "@/lib/runs/logs/schema";
import { z } from "zod";
import { type RowProblem } from "./vocabulary";

/** The meanings that a column of the file can have. */
export const COLUMN_ROLES = [
  "question",
  "id",
  "stable-id",
  "response",
  "references",
  "reference",
  "relaxed",
  "strict",
  "explanation",
  "metadata",
  "ignore",
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** The meaning of each column, in the file's order. */
export const importColumnsSchema = z.object({
  columns: z.array(z.string()),
  /** Parallel to `columns`. */
  roles: z.array(z.enum(COLUMN_ROLES)),
  /** Whose verdicts the file has; empty where it has none. */
  evaluator: z.string(),
  /** Of the log of an evaluation tool: what else it holds, and what of it is taken. */
  log: foundLogSchema.optional(),
});
export type ImportColumns = z.infer<typeof importColumnsSchema>;

/**
 * What a record was matched by: exactly the text; the text in other spacing or with another first letter's case (sameText);
 * a similar text that a person took for the same; an id where there is no text.
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
export const beginImportSchema = fileSchema.extend({ runId: id, clientKey });
export const mapColumnsSchema = z.object({
  importId: id,
  roles: z.array(z.enum(COLUMN_ROLES)).max(300),
  evaluator: line(200).default(""),
  /** Of a log: which epoch, filter and variant are taken; without it, those taken so far. */
  chosen: chosenPartsSchema.optional(),
});

/** A similar text is the same question, or is not; without `ordinal`, of all that are alike enough (see SAFE_SCORE). */
export const decideSimilarSchema = z.object({
  importId: id,
  ordinal: z.number().int().min(0).max(MAX_INT).nullable().default(null),
  accepted: z.boolean(),
});

/** How many rows an import adds and leaves out. */
export interface PlanCounts {
  /** Records of the file, without empty ones. */
  rows: number;
  /** Records matched to a question of the release, by what. */
  matched: Record<MatchedBy, number>;
  problems: Record<RowProblem, number>;
  /** Records of the problem `similar` that are alike enough to be accepted together (see SAFE_SCORE). */
  similarSafe: number;
  /** Responses that applying adds, and references that come with them. */
  adds: number;
  references: number;
  /** Records that bring a verdict which is not there already, and those whose verdict is. */
  verdicts: number;
  sameVerdicts: number;
  /** Records of responses whose verdict is left empty. */
  noVerdict: number;
  /** Responses that the run has. */
  responses: number;
}

export interface ResponseOutcome {
  added: number;
  /** Of these: without any text. */
  empty: number;
  leftOut: number;
  verdicts: number;
  /** References that came with them; not said by imports from before there were any. */
  references?: number;
}
