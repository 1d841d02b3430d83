import { z } from "zod";

/** The twenty columns of a FreshQA release, in their order. `id` is the row's position in that release, no identity. */
export const RELEASE_COLUMNS = [
  "id", "split", "question", "effective_year", "next_review", "false_premise", "num_hops", "fact_type", "source",
  "answer_0", "answer_1", "answer_2", "answer_3", "answer_4", "answer_5", "answer_6", "answer_7", "answer_8", "answer_9",
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
export const CATEGORIES = ["false-premise", "never-changing", "slow-changing", "fast-changing"] as const;
export type Category = (typeof CATEGORIES)[number];

export const STATUSES = ["active", "retired"] as const;
export type Status = (typeof STATUSES)[number];

/** Why a revision was written. */
export const REVISION_REASONS = ["author", "edit", "import", "refresh", "reclassify", "schedule", "split", "retire", "restore", "undo"] as const;
export type RevisionReason = (typeof REVISION_REASONS)[number];

/** The year in which the answer last changed: that year, or (`before`) any year earlier than it. */
export const effectiveYearSchema = z.object({ year: z.number().int().min(1000).max(9999), before: z.boolean() });
export type EffectiveYear = z.infer<typeof effectiveYearSchema>;

export const REVIEW_POLICIES = ["never", "hardly_ever", "occasionally", "frequently", "every_time", "on_date", "unrecognized"] as const;
export type ReviewPolicy = (typeof REVIEW_POLICIES)[number];

/**
 * When the answer must be looked at again. `on` is an ISO day (YYYY-MM-DD), and present only for `on_date`.
 * `unrecognized` stands for a text that names no day ("Fall 2024"): it is kept as it is, and nothing is due.
 */
export interface NextReview {
  policy: ReviewPolicy;
  on: string | null;
}

// What forms and programs may send ------------------------------------------------------------------------------

export const QUESTION_MAX_CHARACTERS = 2_000;
export const ANSWER_MAX_CHARACTERS = 5_000;
export const NOTE_MAX_CHARACTERS = 10_000;
export const MAX_SOURCES = 50;

// Every C0 control but tab, LF and CR, and DEL.
 
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const plainText = (max: number, what: string) => z.string()
  .max(max, `${what} may have at most ${max.toLocaleString("en")} characters.`)
  .refine((text) => !CONTROL_CHARACTERS.test(text), `${what} holds an invisible control character. Delete it or type the text anew.`)
  .transform((text) => text.trim());

/** True for an absolute http or https address without spaces. */
export function isWebAddress(text: string): boolean {
  // The second pattern spares nearly every address the slower full parse.
  return /^https?:\/\/[^\s]+$/i.test(text) && (/^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,4})?(\/|$)/i.test(text) || URL.canParse(text));
}

export const nextReviewSchema = z.object({
  policy: z.enum(REVIEW_POLICIES),
  on: z.iso.date("Choose a day.").nullable(),
}).refine((review) => (review.policy === "on_date") === (review.on !== null), { message: "Choose the day of the next review.", path: ["on"] });

/** Everything about a question that a person edits. The same schema checks the form as it is typed and the command. */
export const contentSchema = z.object({
  split: z.enum(SPLITS).nullable(),
  question: plainText(QUESTION_MAX_CHARACTERS, "The question").refine((text) => text !== "", "Write the question."),
  effectiveYear: effectiveYearSchema.nullable(),
  nextReview: nextReviewSchema,
  falsePremise: z.boolean(),
  hops: z.enum(HOPS),
  factType: z.enum(FACT_TYPES),
  sources: z.array(plainText(5_000, "An address").refine(isWebAddress, "This is no web address. Paste one that begins with https:// or http://."))
    .max(MAX_SOURCES, `At most ${MAX_SOURCES} addresses.`),
  answers: z.array(plainText(ANSWER_MAX_CHARACTERS, "An answer").refine((text) => text !== "", "Write the answer, or remove this line."))
    .min(1, "Write at least the primary answer.").max(MAX_ANSWERS, `A release has room for ${MAX_ANSWERS} answers.`),
  note: plainText(NOTE_MAX_CHARACTERS, "The note"),
});

/** The typed values of a question's cells. Texts are trimmed; absent answers and URLs are left out. */
export type Content = z.infer<typeof contentSchema>;

const questionId = z.number().int().positive().max(2_147_483_647);
const revisionId = questionId;
const comment = plainText(2_000, "The comment");

export const createQuestionSchema = z.object({
  content: contentSchema,
  comment: comment.default(""),
  /** Made by the client once a question: sent again because an answer was lost, it writes no second question. */
  clientKey: z.uuid().optional(),
});
export const editQuestionSchema = z.object({
  questionId,
  /** The revision that the edit is based on; a newer one makes the edit stale. */
  baseRevisionId: revisionId,
  content: contentSchema,
  comment: comment.default(""),
});

export const MAX_BULK_QUESTIONS = 200_000;

/** One change for many questions. */
export const bulkChangeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("schedule"), nextReview: nextReviewSchema.refine((review) => review.policy !== "unrecognized", "Choose a schedule.") }),
  z.object({ kind: z.literal("split"), split: z.enum(SPLITS).nullable() }),
  z.object({ kind: z.literal("retire") }),
  z.object({ kind: z.literal("restore") }),
]);
export type BulkChange = z.infer<typeof bulkChangeSchema>;

export const changeQuestionsSchema = z.object({
  questionIds: z.array(questionId).min(1, "Select at least one question.").max(MAX_BULK_QUESTIONS),
  change: bulkChangeSchema,
  comment: comment.default(""),
});
export const undoOperationSchema = z.object({ operationId: questionId });

export const saveViewSchema = z.object({
  name: plainText(80, "The name").refine((text) => text !== "", "Give the view a name."),
  query: z.string().max(4_000, "This view has too many filters to be saved."),
  shared: z.boolean().default(false),
});
export const deleteViewSchema = z.object({ viewId: questionId });
