import { id } from "@/lib/platform/fields";
import { z } from "zod";
import { text } from "@/lib/platform/text";
import type { Category } from "@/lib/dataset/questions/vocabulary";
import { clientKeySchema, verdictSchema } from "@/lib/rating/judging/schema";
import type { Reason, Verdict } from "@/lib/rating/judging/vocabulary";
import { formatCount } from "@/lib/platform/format";
import { answersSchema } from "@/lib/rating/protocols/schema";
import { CAUSES, COMMENT_MAX_CHARACTERS, type Cause, type Place } from "./vocabulary";
import type { Answers, GivenAnswer, ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";

export const CASES_PAGE = 50;
/** Items beyond this number are not counted. */
export const COUNT_UP_TO = 10_000;

const caseFiltersSchema = z.strictObject({
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
export const NO_REASON = "Enter a rationale; raters and report readers will see it.";
const anyReason = text(
  REASON_MAX_CHARACTERS,
  `Too long (${formatCount(REASON_MAX_CHARACTERS)} characters maximum).`,
).trim();
const reason = anyReason.min(1, NO_REASON);

const settled = {
  taskId: id,
  /** Under Relaxed and Strict. */
  verdict: verdictSchema.nullable().default(null),
  /** Under every other protocol; what raters agree on may be left out. */
  answers: answersSchema.nullable().default(null),
  reason,
};

export const adjudicateSchema = z.object({
  ...settled,
  /** May be empty in an audit alone. */
  reason: anyReason,
  /** The case was shown as one of an audit, without its ratings. */
  audit: z.boolean().optional(),
  clientKey: clientKeySchema,
  token: token.optional(),
});
/** A settlement has the one of the two that its campaign's protocol asks for. */
type OneOf<Settlement extends { answers: unknown; verdict: unknown }> = Omit<
  Settlement,
  "answers" | "verdict"
> &
  Partial<Pick<Settlement, "answers" | "verdict">>;
export type Adjudicate = OneOf<z.output<typeof adjudicateSchema>>;

/** `supersedes` is the client key of the actor's own verdict that stands now. */
export const correctAdjudicationSchema = z.object({
  ...settled,
  /** May be empty where the verdict that it corrects was given in an audit without a rationale. */
  reason: anyReason,
  supersedes: clientKeySchema,
  clientKey: clientKeySchema,
  token: token.optional(),
});
export type CorrectAdjudication = OneOf<z.output<typeof correctAdjudicationSchema>>;

/** `supersedes` is the adjudication in force, which this one replaces. */
export const supersedeSchema = z.object({
  ...settled,
  supersedes: id,
  clientKey: clientKeySchema,
});
export type Supersede = OneOf<z.output<typeof supersedeSchema>>;

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
  /** Of all pairs of ratings and both modes, the share that agrees. */
  agreement: number;
  campaignId: number;
  campaign: string;
  question: string;
  category: Category;
  causes: Cause[];
  /** Labels of the protocol's questions that raters answered differently. */
  differing: string[];
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
export interface SeenRater {
  rater: string;
  /** The reader's own. */
  own: boolean;
  comment: string;
  lowConfidence: boolean;
  flagged: boolean;
  /** How often it was corrected. */
  corrections: number;
}

/** Answers, also in words. */
interface Said {
  answers: Answers;
  words: GivenAnswer[];
}

export type SeenRating = SeenRater & Verdict;
/** Under another protocol than Relaxed and Strict. */
export type SeenAnswers = SeenRater & Said;

export interface SeenComment {
  id: number;
  /** "Rater A", "Adjudicator", or a name where the campaign shows names. */
  author: string;
  own: boolean;
  body: string;
  /** ISO time. */
  at: string;
}

interface SeenSettlement {
  id: number;
  reason: string;
  /** ISO time. */
  at: string;
  /** A name, for those who settle; null for raters. */
  by: string | null;
}

export type SeenAdjudication = SeenSettlement & Verdict;
/** Under another protocol than Relaxed and Strict. */
export type SeenFinalAnswers = SeenSettlement & Said;

/** The protocol of a case, where it is not Relaxed and Strict. */
export interface CaseProtocol {
  name: string;
  definition: ProtocolDefinition;
  /** The keys of the questions that raters answered differently. */
  differing: string[];
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
