import { id, version } from "@/lib/platform/fields";
import { z } from "zod";
import { moment } from "@/lib/platform/days";
import { keptText, text } from "@/lib/platform/text";
import type { Content } from "@/lib/dataset/questions/schema";
import {
  CATEGORIES,
  CONTROL_CHARACTERS,
  FACT_TYPES,
  HOPS,
  MAX_ANSWERS,
  MAX_SOURCES,
  REVIEW_POLICIES,
  SPLITS,
  type Category,
  type Hops,
  type Split,
} from "@/lib/dataset/questions/vocabulary";
import { formatCount } from "@/lib/platform/format";
import { type SubmissionStatus } from "./vocabulary";

/** How a round of a submission ends. */
export const DECISION_OUTCOMES = ["accepted", "returned", "rejected"] as const;
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number];

/** The reasons for rejecting a submission. */
export const REJECTION_REASONS = [
  "ill-formed",
  "duplicate",
  "too-easy",
  "controversial",
  "no-reputable-source",
  "changes-too-often",
  "other",
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** How often a fast-changing answer changes; the first is refused. */
export const CHANGE_PACES = [
  "more-than-weekly",
  "weekly",
  "monthly",
  "quarterly",
  "yearly",
] as const;
export type ChangePace = (typeof CHANGE_PACES)[number];

export const MAX_STEPS = 10;
export const STEP_MAX_CHARACTERS = 2_000;
export const EXPLANATION_MAX_CHARACTERS = 5_000;
export const DIFFERENCE_MAX_CHARACTERS = 2_000;
const COMMENT_MAX_CHARACTERS = 5_000;

// Drafts ----------------------------------------------------------------------------------------------------------

/** A draft keeps whatever was typed, wrong and unfinished as it may be, as far as the database can hold it. */
const typed = (max = 50_000) => keptText(max, `Too long (${formatCount(max)} characters maximum).`);

const stepSchema = z.object({ text: typed(), evidence: z.array(typed()).max(MAX_SOURCES) });

/** What an author has typed so far. What a submission needs of it is decided by checkDraft. */
export const draftSchema = z
  .object({
    category: z.enum(CATEGORIES).nullable(),
    /** Asked of a false premise alone; otherwise the category says it. */
    factType: z.enum(FACT_TYPES).nullable(),
    hops: z.enum(HOPS).nullable(),
    question: typed(),
    answers: z.array(typed()).max(MAX_ANSWERS),
    sources: z.array(typed()).max(MAX_SOURCES),
    /** A false premise: what is wrong with it. */
    explanation: typed(),
    /** Multi-hop: the steps to the answer, each with its evidence. */
    steps: z.array(stepSchema).max(MAX_STEPS),
    /** Fast-changing: how often the answer changes. */
    pace: z.enum(CHANGE_PACES).nullable(),
    /** The year in which the answer last changed, as typed. */
    year: typed(20),
    yearBefore: z.boolean(),
    /** null: the default of the fact type. */
    nextReview: z.object({ policy: z.enum(REVIEW_POLICIES), on: typed(20).nullable() }).nullable(),
    note: typed(),
    /** Why it differs from the nearest questions. */
    difference: typed(),
  })
  .strict();
export type Draft = z.output<typeof draftSchema>;
export type ReasoningStep = z.output<typeof stepSchema>;

export const EMPTY_DRAFT: Draft = {
  category: null,
  factType: null,
  hops: null,
  question: "",
  answers: [""],
  sources: [""],
  explanation: "",
  steps: [],
  pace: null,
  year: "",
  yearBefore: false,
  nextReview: null,
  note: "",
  difference: "",
};

/** A part of a draft, as one reads it and comments on it: the year goes with whether any before it is meant. */
export type DraftField = Exclude<keyof Draft, "yearBefore">;

/** What people call the parts of a draft, in the order of the form. */
export const DRAFT_WORDS: Record<DraftField, string> = {
  category: "Category",
  factType: "Fact type",
  hops: "Hops",
  question: "Question",
  explanation: "What is wrong with the premise",
  pace: "Change frequency",
  answers: "Answers",
  steps: "Steps",
  sources: "Evidence",
  year: "Effective year",
  nextReview: "Next review",
  note: "Note",
  difference: "Difference from similar questions",
};
export const DRAFT_FIELDS = Object.keys(DRAFT_WORDS) as DraftField[];

const clientKey = z.uuid();
const submissionId = id;

export const startDraftSchema = z.object({ clientKey, draft: draftSchema });
export const saveDraftSchema = z.object({ submissionId, baseVersion: version, draft: draftSchema });
export const submitDraftSchema = z.object({
  submissionId,
  baseVersion: version,
  draft: draftSchema,
  clientKey,
});
export const withdrawSchema = z.object({ submissionId });

const said = (max: number) =>
  text(max)
    .refine(
      (value) => !CONTROL_CHARACTERS.test(value),
      "Contains an invisible control character. Delete it or retype the text.",
    )
    .trim();

export const commentSchema = z.object({
  submissionId,
  clientKey,
  field: z.enum(DRAFT_FIELDS).nullable().default(null),
  /** The comment that is answered. */
  parentId: id.nullable().default(null),
  body: said(COMMENT_MAX_CHARACTERS).refine((text) => text !== "", "Enter a comment."),
});

// Review ----------------------------------------------------------------------------------------------------------

/** Identifies one browser window: two windows of one person are two holders of leases. */
const token = z.uuid();
export const claimNextSchema = z.object({ token, after: z.array(id).max(1_000).default([]) });
export const claimSubmissionSchema = z.object({ token, submissionId });

const decision = {
  submissionId,
  clientKey,
  token: token.optional(),
  /** The round that was looked at. */ round: z.number().int().positive(),
};
export const decideSchema = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("accepted"),
    ...decision,
    comment: said(COMMENT_MAX_CHARACTERS).default(""),
    /** A split, none, or the one that the balance of the dataset asks for. */
    split: z.enum([...SPLITS, "none", "balanced"]),
  }),
  z
    .object({
      outcome: z.literal("returned"),
      ...decision,
      comment: said(COMMENT_MAX_CHARACTERS).default(""),
      /** About single fields. */
      fieldComments: z
        .array(
          z.object({
            field: z.enum(DRAFT_FIELDS),
            body: said(COMMENT_MAX_CHARACTERS).refine((text) => text !== "", "Enter a comment."),
          }),
        )
        .max(DRAFT_FIELDS.length)
        .default([]),
    })
    .refine((input) => input.comment !== "" || input.fieldComments.length > 0, {
      path: ["comment"],
      message: "Describe the requested changes, per field or overall.",
    }),
  z
    .object({
      outcome: z.literal("rejected"),
      ...decision,
      reason: z.enum(REJECTION_REASONS, "Choose a reason."),
      comment: said(COMMENT_MAX_CHARACTERS).default(""),
    })
    .refine((input) => input.reason !== "other" || input.comment !== "", {
      path: ["comment"],
      message: "Enter a reason.",
    }),
]);
export type Decision = z.output<typeof decideSchema>;

// Targets ---------------------------------------------------------------------------------------------------------

const size = (what: string, most: number) =>
  z
    .number({ error: `Enter a number for ${what}.` })
    .int("Enter a whole number.")
    .min(0, "Enter 0 or more.")
    .max(most, `${formatCount(most)} maximum.`);
export const targetsSchema = z.object({
  testPerCategory: size("the TEST questions", 100_000),
  devPerCategory: size("the DEV questions", 100_000),
  demoQuestions: size("the DEMO questions", 1_000),
  multiHopPercent: size("the share", 100),
});
export type Targets = z.output<typeof targetsSchema>;
export const changeTargetsSchema = z.object({
  targets: targetsSchema,
  baseUpdatedAt: moment(),
  clientKey: z.uuid().optional(),
});

// Views -----------------------------------------------------------------------------------------------------------

export interface SubmissionRow {
  id: number;
  status: SubmissionStatus;
  question: string;
  category: Category | null;
  hops: Hops | null;
  author: string;
  rounds: number;
  /** ISO times. */
  savedAt: string;
  submittedAt: string | null;
  questionId: number | null;
  /** Comments by others since the author's last round or save. */
  comments: number;
  /** Who reviews it at this moment. */
  reviewer: string | null;
}

/** What the dataset has and aims at, one line for each category, number of hops and split. */
export interface BalanceCell {
  category: Category;
  hops: Hops;
  split: Exclude<Split, "DEMO">;
  have: number;
  target: number;
}
export interface Balance {
  cells: BalanceCell[];
  demo: { have: number; target: number };
  /** Submitted and not yet decided, by category. */
  underWay: Record<Category, number>;
  /** Active questions without a split, by category. */
  unassigned: Record<Category, number>;
  targets: Targets & { updatedAt: string };
}

export interface CommentView {
  id: number;
  author: string;
  authorId: number;
  field: DraftField | null;
  parentId: number | null;
  body: string;
  /** ISO time. */
  at: string;
  round: number | null;
}

export interface RoundView {
  number: number;
  draft: Draft;
  difference: string;
  submittedAt: string;
  /** What was near when it was submitted. */
  similar: ({ questionId: number; score: number } | { submissionId: number; score: number })[];
  decision: {
    outcome: DecisionOutcome;
    reason: RejectionReason | null;
    comment: string;
    split: Split | null;
    by: string;
    at: string;
  } | null;
}

/** A submission with its rounds, decisions and comments. */
export interface SubmissionView {
  id: number;
  status: SubmissionStatus;
  author: { id: number; name: string };
  draft: Draft;
  version: number;
  savedAt: string;
  questionId: number | null;
  /** The last round first. */
  rounds: RoundView[];
  /** In the order of writing. */
  comments: CommentView[];
  /** Who can be named in a comment: the author and those who review. */
  people: { id: number; name: string }[];
}

export interface CheckedDraft {
  /** What would be written; null while something is missing or wrong. */
  content: Content | null;
  steps: { text: string; evidence: string[] }[];
  /** Words for each field that is missing or wrong, by its path ("answers.0"). */
  errors: Record<string, string>;
}
