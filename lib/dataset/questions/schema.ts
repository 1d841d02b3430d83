import { clientKey, id as questionId } from "@/lib/platform/fields";
import { z } from "zod";
import { day } from "@/lib/platform/days";
import { text } from "@/lib/platform/text";
import { MAX_WINDOW } from "./grid";
import {
  ANSWER_MAX_CHARACTERS,
  CONTROL_CHARACTERS,
  FACT_TYPES,
  HOPS,
  isWebAddress,
  MAX_ANSWERS,
  MAX_SOURCES,
  NOTE_MAX_CHARACTERS,
  QUESTION_MAX_CHARACTERS,
  REVIEW_POLICIES,
  SPLITS,
  tooLong,
  type Field,
} from "./vocabulary";

/** The year in which the answer last changed: that year, or (`before`) any year earlier than it. */
export const effectiveYearSchema = z.strictObject({
  year: z.number().int().min(1000).max(9999),
  before: z.boolean(),
});
export type EffectiveYear = z.infer<typeof effectiveYearSchema>;

// What forms and programs may send ------------------------------------------------------------------------------

const plainText = (max: number, what: string) =>
  text(max, tooLong(what, max))
    .refine(
      (value) => !CONTROL_CHARACTERS.test(value),
      `${what} contains an invisible control character. Delete it or retype the text.`,
    )
    .trim();

export const nextReviewSchema = z
  .strictObject({
    policy: z.enum(REVIEW_POLICIES),
    // As cells are read: a year that is being typed, 0002 and 0020, is none.
    on: day("Choose a date.")
      .refine((on) => on >= "1000", "Enter a year of four digits.")
      .nullable(),
  })
  .refine((review) => (review.policy === "on_date") === (review.on !== null), {
    message: "Choose a next review date.",
    path: ["on"],
  });

/** Everything about a question that a person edits. The same schema checks the form as it is typed and the command. */
export const contentSchema = z.object({
  split: z.enum(SPLITS).nullable(),
  question: plainText(QUESTION_MAX_CHARACTERS, "The question").refine(
    (text) => text !== "",
    "Enter a question.",
  ),
  effectiveYear: effectiveYearSchema.nullable(),
  nextReview: nextReviewSchema,
  falsePremise: z.boolean(),
  hops: z.enum(HOPS),
  factType: z.enum(FACT_TYPES),
  sources: z
    .array(
      plainText(5_000, "A URL").refine(
        isWebAddress,
        "Enter a URL starting with https:// or http://.",
      ),
    )
    .max(MAX_SOURCES, `${MAX_SOURCES} URLs maximum.`),
  answers: z
    .array(
      plainText(ANSWER_MAX_CHARACTERS, "An answer").refine(
        (text) => text !== "",
        "Enter an answer or remove this line.",
      ),
    )
    .min(1, "Enter a primary answer.")
    .max(MAX_ANSWERS, `${MAX_ANSWERS} answers maximum.`),
  note: plainText(NOTE_MAX_CHARACTERS, "The note"),
} satisfies Record<Field, z.ZodType>);

/** What the cells say: their typed values. Texts are trimmed; absent answers and URLs are left out. */
export type Content = z.infer<typeof contentSchema>;

const revisionId = questionId;
const comment = plainText(2_000, "The comment");

export const createQuestionSchema = z.object({
  content: contentSchema,
  comment: comment.default(""),
  clientKey,
});
export const editQuestionSchema = z.object({
  questionId,
  /** The revision that the edit is based on; a newer one makes the edit stale. */
  baseRevisionId: revisionId,
  content: contentSchema,
  comment: comment.default(""),
  clientKey,
});

export const MAX_BULK_QUESTIONS = 200_000;

/** One change for many questions. */
export const bulkChangeSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("schedule"),
    nextReview: nextReviewSchema.refine(
      (review) => review.policy !== "unrecognized",
      "Choose a review policy.",
    ),
  }),
  z.object({ kind: z.literal("split"), split: z.enum(SPLITS).nullable() }),
  z.object({ kind: z.literal("retire") }),
  z.object({ kind: z.literal("restore") }),
]);
export type BulkChange = z.infer<typeof bulkChangeSchema>;

export const changeQuestionsSchema = z.object({
  questionIds: z.array(questionId).min(1, "Select at least one question.").max(MAX_BULK_QUESTIONS),
  change: bulkChangeSchema,
  comment: comment.default(""),
  clientKey,
});
/** A change for every question that a view of the grid shows; `expected` is the count that the person saw. */
export const changeMatchingSchema = z.object({
  query: text(4_000),
  expected: z.number().int().min(1),
  change: bulkChangeSchema,
  comment: comment.default(""),
  clientKey,
});
export const undoOperationSchema = z.object({ operationId: questionId, clientKey });

export const saveViewSchema = z.object({
  name: plainText(80, "The name").refine((text) => text !== "", "Enter a view name."),
  query: text(4_000, "This view has too many filters to be saved."),
  shared: z.boolean().default(false),
});
/** What is left out stays as it is. */
export const changeViewSchema = z.object({
  viewId: questionId,
  name: saveViewSchema.shape.name.optional(),
  query: saveViewSchema.shape.query.optional(),
  shared: z.boolean().optional(),
});
/** All of one's own views, in their new order. */
export const orderViewsSchema = z.object({ viewIds: z.array(questionId).max(1_000) });
export const deleteViewSchema = z.object({ viewId: questionId });

/** How many days "this week" has, today included. */
export const WEEK_DAYS = 7;

/** Ids of the rows of a window of the grid, parted by commas. */
export const gridRowsSchema = z
  .string()
  .max(10 * MAX_WINDOW)
  .regex(/^\d{1,9}(,\d{1,9})*$/)
  .transform((text) => text.split(",").map(Number))
  .refine((ids) => ids.length <= MAX_WINDOW);
