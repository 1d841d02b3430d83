import { MAX_INT, id } from "@/lib/platform/fields";
import { z } from "zod";
import { text } from "@/lib/platform/text";
import type { Category } from "@/lib/dataset/questions/schema";
import {
  clientKeySchema,
  verdictSchema,
  type Reason,
  type Verdict,
} from "@/lib/rating/judging/schema";
import { formatCount } from "@/lib/platform/format";

/** Why a task awaits adjudication: its verdicts differ in a mode, a rater doubts the answers, or their own verdict. */
export const CAUSES = ["relaxed", "strict", "flagged", "low-confidence"] as const;
export type Cause = (typeof CAUSES)[number];

/** A place in the queue, which is ordered by agreement and task. */
export interface Place {
  agreement: number;
  taskId: number;
}

const placeSchema = z
  .string()
  .regex(/^(0|1|0\.\d{1,20})~[1-9]\d{0,9}$/)
  .transform((text): Place => {
    const [agreement, taskId] = text.split("~");
    return { agreement: Number(agreement), taskId: Number(taskId) };
  })
  .refine((place) => place.taskId <= MAX_INT);

/** What the address of "/adjudication" and its desk holds. Nothing in it is refused: what is not understood is left out. */
export const queueAddressSchema = z.object({
  campaign: z.coerce.number().pipe(id).nullable().catch(null),
  /** Any of these causes; none: whatever the cause. */
  cause: z
    .string()
    .catch("")
    .transform((text): Cause[] => CAUSES.filter((cause) => text.split(",").includes(cause))),
  /** The page behind this place. */
  after: placeSchema.nullable().catch(null),
});
export type QueueAddress = z.output<typeof queueAddressSchema>;
export type CaseFilters = Pick<QueueAddress, "campaign" | "cause">;

/** A path with the filters, and the place to go on from, behind it. */
export function queueHref(path: string, filters: CaseFilters, after: Place | null = null): string {
  const params = new URLSearchParams();
  if (filters.campaign !== null) params.set("campaign", String(filters.campaign));
  if (filters.cause.length > 0) params.set("cause", filters.cause.join(","));
  if (after !== null) params.set("after", `${after.agreement}~${after.taskId}`);
  const query = params.toString().replaceAll("%2C", ",").replaceAll("%7E", "~");
  return query === "" ? path : `${path}?${query}`;
}

export const CASES_PAGE = 50;
/** Items beyond this number are not counted. */
export const COUNT_UP_TO = 10_000;

const caseFiltersSchema = z.object({
  campaign: id.nullable().default(null),
  cause: z.array(z.enum(CAUSES)).default([]),
});

const token = z.uuid();
export const claimCasesSchema = z.object({
  token,
  filters: caseFiltersSchema.prefault({}),
  /** Cases that this visit has on its screen or has dealt with: they are not given (again). */
  except: z.array(id).max(10_000).default([]),
  /** A case to begin with, whatever the filters. */
  first: id.nullable().default(null),
  count: z.number().int().min(1).max(2).default(2),
});
export const renewCasesSchema = z.object({ token });
export const releaseCasesSchema = z.object({ token, taskIds: z.array(id).max(1_000).optional() });

const REASON_MAX_CHARACTERS = 2_000;
const reason = text(
  REASON_MAX_CHARACTERS,
  `Too long (${formatCount(REASON_MAX_CHARACTERS)} characters maximum).`,
)
  .trim()
  .min(1, "Enter a rationale; raters and report readers will see it.");

export const adjudicateSchema = z.object({
  taskId: id,
  verdict: verdictSchema,
  reason,
  clientKey: clientKeySchema,
  token: token.optional(),
});
export type Adjudicate = z.output<typeof adjudicateSchema>;

/** `supersedes` is the client key of the actor's own verdict that stands now. */
export const correctAdjudicationSchema = z.object({
  taskId: id,
  supersedes: clientKeySchema,
  verdict: verdictSchema,
  reason,
  clientKey: clientKeySchema,
  token: token.optional(),
});

/** `supersedes` is the adjudication in force, which this one replaces. */
export const supersedeSchema = z.object({
  taskId: id,
  supersedes: id,
  verdict: verdictSchema,
  reason,
  clientKey: clientKeySchema,
});

export const COMMENT_MAX_CHARACTERS = 4_000;
export const commentSchema = z.object({
  taskId: id,
  body: text(
    COMMENT_MAX_CHARACTERS,
    `Too long (${formatCount(COMMENT_MAX_CHARACTERS)} characters maximum).`,
  )
    .trim()
    .min(1, "Enter a comment."),
  clientKey: clientKeySchema,
});

// Views. None of them names a model, a run, or what a program said. ------------------------------------------------

export interface CaseRow extends Place {
  campaignId: number;
  campaign: string;
  question: string;
  category: Category;
  causes: Cause[];
  ratings: number;
  comments: number;
  /** On the desk of someone at this moment; null: of no one. */
  heldBy: string | null;
}

export interface CaseQueue {
  rows: CaseRow[];
  /** Up to COUNT_UP_TO; `more` says that there are more. */
  total: number;
  more: boolean;
  /** The place to go on from; null at the end. */
  next: Place | null;
  /** Campaigns with something in the queue. */
  campaigns: { id: number; name: string; cases: number }[];
}

/** A rating as those who settle or discuss it see it: "Rater A". The letters mean nothing outside the task. */
export interface SeenRating extends Verdict {
  rater: string;
  /** The reader's own. */
  own: boolean;
  comment: string;
  lowConfidence: boolean;
  flagged: boolean;
  /** How often it was corrected. */
  corrections: number;
}

export interface SeenComment {
  id: number;
  /** "Rater A", "Adjudicator", or a name where the campaign shows names. */
  author: string;
  own: boolean;
  body: string;
  /** ISO time. */
  at: string;
}

export interface SeenAdjudication extends Verdict {
  id: number;
  reason: string;
  /** ISO time. */
  at: string;
  /** A name, for those who settle; null for raters. */
  by: string | null;
}

/** A discussion that the reader takes part in as a rater. */
export interface DiscussionRow {
  taskId: number;
  campaign: string;
  question: string;
  category: Category;
  comments: number;
  /** ISO time of the last comment, or null. */
  lastAt: string | null;
  adjudicated: boolean;
}

/** What the raters agree on, as a draft to begin with; what they differ in is null. */
export interface AgreedDraft {
  relaxed: boolean | null;
  strict: boolean | null;
  relaxedReason: Reason | null;
  strictReason: Reason | null;
}
