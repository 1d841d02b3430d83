import { id } from "@/lib/platform/fields";
import { z } from "zod";
import { text } from "@/lib/platform/text";
import {
  contentSchema,
  effectiveYearSchema,
  nextReviewSchema,
} from "@/lib/dataset/questions/schema";

/** Made by the client for one submission: the same one sent twice is done once. */
const clientKeySchema = z.uuid();

export const COMMENT_MAX_CHARACTERS = 2_000;
/** The visit to the desk whose claim on the question ends with this; without one, claims stay as they are. */
const token = z.uuid().optional();
const comment = text(COMMENT_MAX_CHARACTERS, "Too long (2,000 characters maximum).").trim();

export const verifyQuestionSchema = z.object({
  questionId: id,
  /** The revision that the person saw. */
  baseRevisionId: id,
  /** The addresses that they checked the answers against; none when they did not say. */
  evidence: z.array(text(5_000)).max(50),
  comment: comment.default(""),
  clientKey: clientKeySchema,
  token,
});

const fields = contentSchema.shape;
/** Whether the person looked at the answers too and found them true: then the change counts as a verification. */
const verified = z.boolean();

/** A schedule that someone chooses: one that names a day or a rhythm. */
const chosenReview = nextReviewSchema.refine((review) => review.policy !== "unrecognized", {
  message: "Choose a review policy or a date.",
  path: ["policy"],
});

export const refreshChangeSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("answer"),
    answers: fields.answers,
    /** Absent: it follows the answer (see inferEffectiveYear). */
    effectiveYear: effectiveYearSchema.nullable().optional(),
    /** New answers often come with new evidence and another day; absent: as they are. */
    sources: fields.sources.optional(),
    nextReview: chosenReview.optional(),
  }),
  z.strictObject({
    kind: z.literal("reclassify"),
    factType: fields.factType,
    falsePremise: fields.falsePremise,
    hops: fields.hops,
    verified,
    /** Where the day that was fixed has passed: a verification would end the schedule. Absent: as it is. */
    nextReview: chosenReview.optional(),
  }),
  z.strictObject({
    kind: z.literal("schedule"),
    nextReview: chosenReview,
    verified,
  }),
  z.strictObject({
    kind: z.literal("evidence"),
    sources: fields.sources,
    verified,
    nextReview: chosenReview.optional(),
  }),
  z.strictObject({ kind: z.literal("retire") }),
]);
export type RefreshChange = z.infer<typeof refreshChangeSchema>;
export type RefreshKind = RefreshChange["kind"];

export const refreshQuestionSchema = z
  .object({
    questionId: id,
    baseRevisionId: id,
    change: refreshChangeSchema,
    /** The addresses that were checked, for the verification that the change counts as. */
    evidence: z.array(text(5_000)).max(50).default([]),
    comment: comment.default(""),
    clientKey: clientKeySchema,
    token,
  })
  .refine((input) => input.change.kind !== "retire" || input.comment !== "", {
    message: "Enter a reason for retiring the question.",
    path: ["comment"],
  });

export const undoReviewSchema = z.object({
  /** The client key of the verification or refresh that is taken back. */
  undoes: clientKeySchema,
  clientKey: clientKeySchema,
  /** The visit that wants the question back. */
  token,
});
