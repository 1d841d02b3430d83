import { clientKey, id } from "@/lib/platform/fields";
import { MAX_INT } from "@/lib/platform/plain-fields";
import { z } from "zod";
import { day, moment } from "@/lib/platform/days";
import { text } from "@/lib/platform/text";
import { verdictSchema } from "@/lib/rating/judging/schema";
import { citationFilterSchema } from "@/lib/runs/references/schema";
import { RELAXED_STRICT_VERSION } from "@/lib/rating/protocols/vocabulary";
import { CATEGORIES, SPLITS, type Category, type Hops } from "@/lib/dataset/questions/vocabulary";

/** What a row of the gold ledger records. */
export const GOLD_KINDS = ["set", "changed", "withdrawn"] as const;

export const CAMPAIGN_STATUSES = ["draft", "open", "paused", "closed"] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** Which answers responses are judged by: those of the run's release, or those that the questions have at opening. */
export const TRUTHS = ["release", "present"] as const;
export type Truth = (typeof TRUTHS)[number];

export const MAX_RATINGS_PER_RESPONSE = 50;
const MAX_CAMPAIGN_RATERS = 200;
const MAX_CAMPAIGN_RUNS = 100;
/** More wanted ratings than this are not written in one transaction. */
export const MAX_RATINGS = 1_000_000;
export const DEFAULT_RATINGS_PER_RESPONSE = 2;
export const DEFAULT_OVERLAP = 100;
/** How many items a rater whose share is done takes over at a time. */
export const TAKE_OVER = 20;
/** On which share of questions two runs are taken to differ, for what a plan will be able to show. */
export const ASSUMED_DISCORDANT = 0.2;
/** What a judgment is taken to need while no one knows better, in seconds. */
export const ASSUMED_SECONDS = 60;

const idList = (most: number, words: string) =>
  z
    .array(id)
    .max(most)
    .refine((ids) => new Set(ids).size === ids.length, words);

/** Of these splits; none named: of every split, and of questions without one. */
const splits = z.array(z.enum(SPLITS)).default([]);

/** Only responses that the citation check says this of; of items of several responses those with such a response. Null: any. */
const citations = citationFilterSchema.nullable().default(null);

/** Which responses of the runs are judged. */
export const campaignSampleSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("all"), splits, citations }),
  /** `count` questions drawn by the seed, by stratum (category × hops): the same questions in every run. */
  z.object({
    kind: z.literal("random"),
    splits,
    citations,
    count: z.number("Enter a number of questions.").int().min(1, "Enter 1 or more.").max(1_000_000),
  }),
  z.object({
    kind: z.literal("category"),
    splits,
    citations,
    category: z.enum(CATEGORIES),
  }),
  /** What was judged in the campaign that this one follows, by answers that have changed since. */
  z.object({ kind: z.literal("stale"), splits, citations: z.null().default(null) }),
]);
export type CampaignSample = z.output<typeof campaignSampleSchema>;

/** The plan of a campaign: everything that may change until it is opened. */
export const campaignPlanSchema = z.object({
  /** What raters are asked: Relaxed and Strict unless said otherwise. */
  protocolVersionId: id.default(RELAXED_STRICT_VERSION),
  name: text(200).trim().min(1, "Enter a name."),
  instructions: text(20_000).trim().default(""),
  runIds: idList(MAX_CAMPAIGN_RUNS, "Each run can be selected only once."),
  sample: campaignSampleSchema.refine(
    (sample) => sample.kind !== "stale",
    "Create a follow-up from its campaign.",
  ),
  raterIds: idList(MAX_CAMPAIGN_RATERS, "Each rater can be selected only once."),
  ratingsPerResponse: z
    .number("Enter a number of ratings.")
    .int()
    .min(1, "Enter 1 or more.")
    .max(MAX_RATINGS_PER_RESPONSE, `${MAX_RATINGS_PER_RESPONSE} ratings maximum.`),
  /** How many responses get that many ratings, all others getting one; null: all of them. */
  overlap: z
    .number("Enter a number of responses.")
    .int()
    .min(0, "Enter 0 or more.")
    .max(1_000_000)
    .nullable(),
  seed: z
    .number("Enter a whole number.")
    .int("Enter a whole number.")
    .min(0, "Enter 0 or more.")
    .max(MAX_INT, "2,147,483,647 maximum."),
  deadline: day("Enter a date.").nullable(),
  truth: z.enum(TRUTHS),
  /** Of a hundred items that a rater sees, how many are gold. */
  goldRate: z
    .number("Enter a percentage.")
    .int()
    .min(0, "Enter 0 or more.")
    .max(50, "50% maximum."),
  namesHidden: z.boolean(),
  ratersMayAdjudicate: z.boolean(),
});
export type CampaignPlan = z.output<typeof campaignPlanSchema>;

export const createCampaignSchema = z.object({ plan: campaignPlanSchema, clientKey: z.uuid() });
export const updateCampaignSchema = z.object({
  campaignId: id,
  version: z.number().int().positive(),
  plan: campaignPlanSchema,
  clientKey,
});
/** What may change in a campaign at any time. */
export const editCampaignSchema = z.object({
  campaignId: id,
  version: z.number().int().positive(),
  name: campaignPlanSchema.shape.name,
  instructions: text(20_000).trim(),
  deadline: campaignPlanSchema.shape.deadline,
  clientKey,
});
export const campaignSchema = z.object({ campaignId: id, clientKey });
const count = z.number().int().min(0);
export const openCampaignSchema = z.object({
  campaignId: id,
  version: z.number().int().positive(),
  /** The preview that the person saw: where opening would come to anything else, it is refused. */
  previewed: z
    .object({
      fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
      responses: count,
      ratings: count,
      gold: count,
    })
    .optional(),
  clientKey,
});
export const changeStatusSchema = z.object({
  campaignId: id,
  to: z.enum(["open", "paused", "closed"]),
});
export const campaignRaterSchema = z.object({ campaignId: id, raterId: id, clientKey });
export const conflictSchema = z.object({
  raterId: id,
  runId: id,
  reason: text(500).trim().default(""),
});
export const previewSchema = campaignPlanSchema.pick({
  protocolVersionId: true,
  runIds: true,
  sample: true,
  raterIds: true,
  ratingsPerResponse: true,
  overlap: true,
  goldRate: true,
  truth: true,
  seed: true,
});
export type PreviewInput = z.output<typeof previewSchema>;

export const setGoldSchema = z.object({
  responseId: id,
  /** The revision whose answers the maintainer saw. */
  revisionId: id,
  verdict: verdictSchema,
  explanation: text(5_000).trim().default(""),
  /** When the gold verdict that the form showed was set (ISO); null: there was none. */
  replaces: moment().nullable(),
  clientKey,
});
export const responseSchema = z.object({ responseId: id });
export const nudgeSchema = campaignRaterSchema.extend({ message: text(500).trim().default("") });

/** How many questions of a population share category and hops. */
export interface Stratum {
  category: Category;
  hops: Hops;
  count: number;
}

/** What a filter by the citation check makes of the responses of a plan, before questions are drawn. */
export interface CitationFilterCounts {
  taken: number;
  /** With references and a decision. */
  decided: number;
  /** With references, and nothing to decide by: no citation, or no text to compare. */
  undecided: number;
  withoutReferences: number;
}

/** A campaign that asks something of its maintainers. */
export interface CampaignToAttend {
  campaignId: number;
  name: string;
  /** It is open, and every rating it wants is in: it can be closed. */
  finished: boolean;
  /** All ratings that it wants, those of gold included. */
  ratings: number;
  /** Items rated against answers that have changed since and are in no follow-up, as the campaign's page says it. */
  stale: number;
}
