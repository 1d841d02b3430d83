import { id } from "@/lib/platform/fields";
import { z } from "zod";
import { moment } from "@/lib/platform/days";
import { text } from "@/lib/platform/text";
import { readVerdict } from "./rules";
import { answersSchema } from "@/lib/rating/protocols/schema";
import { COMMENT_MAX_CHARACTERS, GIVEN_AT_ONCE, REASON_CODES, type Verdict } from "./vocabulary";
import { formatCount } from "@/lib/platform/format";

const reasonSchema = z.enum(REASON_CODES);

/** Parses a verdict; what it must hold is said by readVerdict. */
export const verdictSchema = z
  .strictObject({
    relaxed: z.boolean("Choose credit or no credit for Relaxed."),
    strict: z.boolean("Choose credit or no credit for Strict.").nullable().default(null),
    relaxedReason: reasonSchema.nullable().default(null),
    strictReason: reasonSchema.nullable().default(null),
  })
  .transform((given, context): Verdict => {
    const { verdict, problems } = readVerdict(given);
    if (verdict !== null) return verdict;
    for (const [field, message] of Object.entries(problems))
      context.addIssue({ code: "custom", path: [field], message });
    return z.NEVER;
  });

// What the desk sends ---------------------------------------------------------------------------------------------

/** Made by the client for one submission: the same one sent twice is done once. */
export const clientKeySchema = z.uuid();

/** Made by the desk for one window. A caller without one shares all of the rater's items with the others. */
const visitSchema = z.uuid().nullable().default(null);

/** A day: more time than this at one item is a fault of the device's clock. */
const MAX_ACTIVE_MS = 86_400_000;

const named = (most: number, what: string) =>
  text(most, `${what} is too long (${formatCount(most)} characters maximum).`).trim();

/** What is noted beside a judgment, whatever its campaign asks. */
export const notesSchema = z.object({
  comment: named(COMMENT_MAX_CHARACTERS, "The comment").default(""),
  lowConfidence: z.boolean().default(false),
  /** "The ground truth looks wrong": opens a flag on the maintainers' queue. */
  flagged: z.boolean().default(false),
});
export type Notes = z.output<typeof notesSchema>;

const judged = {
  /** Under Relaxed and Strict. */
  verdict: verdictSchema.nullable().default(null),
  /** Under every other protocol. */
  answers: answersSchema.nullable().default(null),
  ...notesSchema.shape,
  /** Milliseconds at work on it, breaks not counted. */
  activeMs: z.number().int().min(0).max(MAX_ACTIVE_MS),
  clientKey: clientKeySchema,
};

export const submitJudgmentSchema = z.object({
  ...judged,
  taskId: id,
  /** The revision whose answers the rater saw. */
  revisionId: id,
  /** When the rater pressed the key, by the device's clock (ISO); it may be sent much later. */
  enteredAt: moment({ offset: true }),
});
export type SubmitJudgment = z.output<typeof submitJudgmentSchema>;

export const correctJudgmentSchema = z.object({
  ...judged,
  /** The client key of the judgment that this one supersedes: known even before its answer came. */
  supersedes: clientKeySchema,
  /** Why it is corrected. */
  correction: named(500, "The reason").min(1, "Enter a reason for the correction."),
  enteredAt: moment({ offset: true }),
});
export type CorrectJudgment = z.output<typeof correctJudgmentSchema>;

export const claimItemsSchema = z.object({
  campaignId: id,
  count: z.number().int().min(1).max(GIVEN_AT_ONCE),
  /** Tasks that this desk holds already, or has judged and not sent yet. */
  held: z.array(id).max(2_000).default([]),
  visit: visitSchema,
  /** The visit of the same window until now, as before a reload: what it holds is free, though it may not have said so yet. */
  left: visitSchema,
});
export type ClaimItems = z.input<typeof claimItemsSchema>;
export const nextItemsSchema = claimItemsSchema.extend({
  /** How far the campaign is has to be answered too. */
  progress: z.boolean().default(false),
});
export const showItemSchema = z.object({ taskId: id, visit: visitSchema });
/** An item that is left undecided: what every such step of the desk sends. */
export const passItemSchema = z.object({ taskId: id, clientKey: clientKeySchema });
export const leaveDeskSchema = z.object({ visit: clientKeySchema });
/** The periodic request for a campaign's status. */
export const deskStatusSchema = z.object({ campaignId: id, visit: visitSchema });

export const updateRatingSettingsSchema = z.object({
  trainingRequired: z.boolean(),
  qualifyAt: z
    .number("Enter a number of examples.")
    .int("Enter a whole number.")
    .min(0, "Enter 0 to 15.")
    .max(15, "Enter 0 to 15."),
  idleSeconds: z
    .number("Enter a number of seconds.")
    .int("Enter a whole number.")
    .min(10, "Enter 10 to 3,600 seconds.")
    .max(3_600, "Enter 10 to 3,600 seconds."),
  baseUpdatedAt: moment(),
  clientKey: z.uuid().optional(),
});

/** An open campaign in which a rater has items left. */
export interface OpenCampaign {
  campaignId: number;
  name: string;
  /** Own items that are not rated yet: what the campaign's bar on "/rate" has still to fill. */
  left: number;
  /** ISO day. */
  deadline: string | null;
}
