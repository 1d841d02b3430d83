import { MAX_INT } from "@/lib/platform/fields";
import { z } from "zod";
import {
  id,
  list,
  questionScope,
  runFilter,
  unset,
  type ReportSplit,
} from "@/lib/reporting/accuracy/schema";
import type { DisagreementRule } from "@/lib/reporting/verdicts/schema";
import type { NamedEvaluator } from "@/lib/reporting/verdicts/schema";
import type { AuditOfCampaign } from "@/lib/reporting/audit-sample/schema";
import type { AverageAgreement, PairRow } from "./paper-table";
import {
  AGREEMENT_MODES,
  SCOPES,
  type AgreementMode,
  type Scope,
  type Agreement,
} from "./coefficient";
import type { OrdinalAgreement, VerdictIndices } from "./verdicts";
import { day } from "@/lib/platform/days";
import type { Category, Hops } from "@/lib/dataset/questions/schema";
import { REASON_CODES, type Reason } from "@/lib/rating/judging/schema";
import {
  writeState,
  type GoldChoice,
  type NamedCampaign,
  type PastDay,
  type ReportTruth,
} from "@/lib/reporting/snapshots/schema";
import { paramsOf } from "@/lib/platform/address";

const MAX_CAMPAIGNS = 50;
/** Pairs whose coefficients and intervals are computed at a time. */
export const PAIRS_PER_PAGE = 12;
export const DISAGREEMENTS_PER_PAGE = 25;

export const PERIODS = ["week", "month"] as const;
export type Period = (typeof PERIODS)[number];

/**
 * What the rows of pairs are: rater with rater and people with evaluators; each rater with the evaluators, or with the
 * adjudicated verdicts; or the paper's three rows of two raters and one evaluator.
 */
export const PAIRINGS = ["raters", "automatic", "adjudicated", "paper"] as const;
export type Pairing = (typeof PAIRINGS)[number];

const scope = {
  /** The judgments of these campaigns. */
  campaign: list(id)
    .refine((campaigns) => campaigns.length > 0, "Choose at least one campaign.")
    .refine(
      (campaigns) => campaigns.length <= MAX_CAMPAIGNS,
      `${MAX_CAMPAIGNS} campaigns maximum.`,
    ),
  /** Only responses of these runs; none: of every one. */
  run: runFilter,
  ...questionScope,
};

/** How an address names who judged: a rater ("r3-2": number 2 of campaign 3), the first or second rating of each response ("s1", "s2"), an evaluator ("e5"), people ("people"), the adjudicated verdicts ("adjudicated"), or whoever else judged it ("others"). */
const sideSchema = z
  .string()
  .trim()
  .regex(
    /^(r\d{1,9}-\d{1,9}|s[12]|e\d{1,9}|people|adjudicated|others)$/,
    "Unknown rater or evaluator.",
  );
const BETWEEN = "Choose two different raters, or the first and second rating (s1, s2).";

/** The parameters of an agreement report. */
export const agreementRequestSchema = z.object({
  ...scope,
  period: z.preprocess(unset, z.enum(PERIODS, "Period must be week or month.").default("week")),
  pairing: z.preprocess(
    unset,
    z.enum(PAIRINGS, `Pairing must be ${PAIRINGS.join(", ")}.`).default("raters"),
  ),
  /** Of the paper's rows: the evaluator; null: the newest that judged any of the responses. */
  evaluator: z.preprocess(unset, id.nullable().default(null)),
  /** Of the paper's rows: the two raters; null: the only two there are, or the first and second rating of each response. */
  between: list(sideSchema)
    .refine(
      (sides) =>
        sides.length === 0 ||
        (sides.length === 2 && sides.every((side) => side.startsWith("r") || side.startsWith("s"))),
      BETWEEN,
    )
    .transform((sides) => (sides.length === 0 ? null : (sides as [string, string]))),
  /** The page of pairs, counted from 1. */
  page: z.preprocess(
    unset,
    z.coerce
      .number("Page must be a number.")
      .int("Page must be a whole number.")
      .min(1, "Page must be 1 or more.")
      .max(1_000_000, "Page not found.")
      .default(1),
  ),
});
export type AgreementRequest = z.output<typeof agreementRequestSchema>;

/** The parts of the report's page, one at a time or all below each other. */
export const SECTIONS = [
  "coefficients",
  "verdicts",
  "pairs",
  "evaluator",
  "kinds",
  "reasons",
  "raters",
  "audit",
  "time",
  "all",
] as const;
export type Section = (typeof SECTIONS)[number];
export const agreementViewSchema = z.object({
  show: z.preprocess(
    unset,
    z.enum(SECTIONS, `Section must be one of ${SECTIONS.join(", ")}.`).default("coefficients"),
  ),
});
/** What is counted, without how it is computed and shown. */
export type AgreementScope = Pick<AgreementRequest, keyof typeof scope>;

export const TABLES = [
  "pairs",
  "paper",
  "versions",
  "repeatability",
  "pair-coefficients",
  "confusion",
  "coefficients",
  "indices",
  "ordinal",
  "breakdown",
  "part-confusion",
  "raters",
  "audit",
  "drift",
  "reasons",
] as const;
export type TableName = (typeof TABLES)[number];
/** The tables that need the paper's pairing. */
export const OF_AN_EVALUATOR: readonly TableName[] = ["paper", "versions", "repeatability"];
/** Which of the report's tables a file has. */
export const agreementTableSchema = z.object({
  table: z.enum(TABLES, `Table must be ${TABLES.join(", ")}.`).default("pairs"),
});

/** The filters of the list of disagreements. */
export const disagreementsRequestSchema = z
  .object({
    ...scope,
    /** Null: of any two raters. */
    first: z.preprocess(unset, sideSchema.nullable().default(null)),
    second: z.preprocess(unset, sideSchema.nullable().default(null)),
    mode: z.preprocess(
      unset,
      z.enum(AGREEMENT_MODES, "Mode must be relaxed, strict or all.").default("all"),
    ),
    scope: z.preprocess(
      unset,
      z.enum(SCOPES, "Scope must be overall, vp or fp.").default("overall"),
    ),
    /** Which side gave credit where they differ, the other none: one cell of a pair's confusion matrix. Null: either. */
    credit: z.preprocess(
      unset,
      z
        .enum(["first", "second"], "Credit must be given by first or by second.")
        .nullable()
        .default(null),
    ),
    /** Only responses with a verdict of this evaluator in the mode that is asked about. */
    evaluator: z.preprocess(unset, id.nullable().default(null)),
    /** Only where a judgment names this reason for no credit, in the mode that is asked about. */
    reason: z.preprocess(
      unset,
      z.enum(REASON_CODES, "Unknown reason for no credit.").nullable().default(null),
    ),
    /** Only responses that were judged last in the week or month of this day. */
    from: z.preprocess(
      unset,
      day("Enter the first date of a week or month, for example 2026-11-02.")
        .nullable()
        .default(null),
    ),
    period: z.preprocess(unset, z.enum(PERIODS, "Period must be week or month.").default("week")),
    /** Behind this response, which ended the page before. */
    after: z.preprocess(
      unset,
      z.coerce
        .number("Position must be a number.")
        .int("Position must be a whole number.")
        .min(0)
        .max(MAX_INT)
        .default(0),
    ),
  })
  .refine(
    ({ first, second }) => (first === null) === (second === null),
    "A pair must name two sides.",
  )
  .refine(
    ({ first, credit }) => credit === null || first !== null,
    "Filtering by who gave credit requires a pair.",
  );
export type DisagreementsRequest = z.output<typeof disagreementsRequestSchema>;

/** The address of a request, with every parameter, so that it means the same for ever. */
export function agreementSearchParams(
  request: AgreementScope & Partial<AgreementRequest & DisagreementsRequest & { show: Section }>,
): URLSearchParams {
  const {
    campaign,
    run,
    split,
    category,
    hops,
    rule,
    truth,
    gold,
    state,
    period,
    pairing,
    evaluator,
    between,
    page,
    first,
    second,
    mode,
    scope: of,
    credit,
    reason,
    from,
    after,
    show,
  } = request;
  const all: Record<string, string | number | null | undefined> = {
    campaign: campaign.join(","),
    run: run.join(","),
    split,
    category: category.join(","),
    hops,
    rule,
    truth,
    gold,
    period,
    pairing,
    evaluator,
    between: between?.join(","),
    page,
    first,
    second,
    mode,
    scope: of,
    credit,
    reason,
    from,
    after,
    show,
    state: state === null ? null : writeState(state),
  };
  return paramsOf(all);
}

// What readers get ------------------------------------------------------------------------------------------------

export interface AgreementInputs extends PastDay {
  /** The chosen ones, as they were chosen. */
  campaigns: NamedCampaign[];
  /** The runs that were asked for; none: every run of the campaigns. */
  runs: string[];
  releases: { name: string; sha256: string }[];
  split: ReportSplit;
  category: Category[];
  hops: Hops | null;
  rule: DisagreementRule;
  /** Which answers are the correct ones: "release", each run's own, or those of the dataset at the end of this ISO day. */
  truth: ReportTruth;
  gold: GoldChoice;
  state: string | null;
  /** The address is from before the present definitions. */
  earlier: boolean;
  /** ISO time: of computing, or of the last thing that the state holds. */
  at: string;
}

/** Who judged, as reports name them. */
export interface Side {
  /** As sideSchema reads it. */
  key: string;
  label: string;
}

export interface ReportedPair {
  first: Side;
  second: Side;
  row: PairRow;
}

/** Agreement on one group of responses in one mode. */
export interface PartAgreement {
  coefficients: Agreement["coefficients"];
  indices: VerdictIndices;
  /** Of exactly two raters: rows the first, columns the second; no credit before credit. */
  confusion: [[number, number], [number, number]] | null;
}

/** One part of what was rated: a category, a run, a week. */
export interface BreakdownRow {
  /** As an address names it: the category, the run's number, the first day of the week. */
  key: string;
  label: string;
  /** Responses with a rating that counts, and of them with two or more, which everything is computed from. */
  responses: number;
  compared: number;
  relaxed: PartAgreement;
  strict: PartAgreement;
  /** Both modes as one verdict. */
  ordinal: OrdinalAgreement;
}
export const BREAKDOWNS = ["category", "hops", "run", "period"] as const;
export type BreakdownName = (typeof BREAKDOWNS)[number];

/** A share of what was counted. */
export interface Counted {
  count: number;
  of: number;
}

/** With its 95% interval; null where there is nothing to count. */
export interface CountedShare extends Counted {
  low: number | null;
  high: number | null;
}

/** A rater's work, as a whole or in one week or month. */
export interface RaterFigures {
  judgments: number;
  /** Pairs of an own judgment and someone else's of the same response: how many agree. */
  agreed: Record<"relaxed" | "strict", CountedShare>;
  /** The own judgments with credit, and those of the others, in these pairs. */
  credit: Record<"relaxed" | "strict", { own: Counted; others: Counted }>;
}
export interface ReportedRater extends RaterFigures {
  rater: Side;
  /** Judgments of responses with an adjudicated verdict: how many have the same. */
  adjudicated: Record<"relaxed" | "strict", CountedShare>;
  /** Of the responses that the adjudicated verdict gives credit, those that the rater gives it; and the same of no credit. */
  sensitivity: Record<"relaxed" | "strict", CountedShare>;
  specificity: Record<"relaxed" | "strict", CountedShare>;
  /** Median time at work on a judgment. */
  medianActiveMs: number;
  /** As many as the report has periods; those without a judgment have zeros. */
  periods: RaterFigures[];
}

export interface ReasonRow {
  reason: Reason;
  /** Judgments that give it, and raters who gave it. */
  relaxed: { judgments: number; raters: number };
  strict: { judgments: number; raters: number };
}

/** Ratings that count nowhere in a report, and how many responses have no others. */
export interface SetAside {
  judgments: number;
  responses: number;
}

export interface AgreementCounts {
  /** Responses with a rating that counts; of them with two or more, which agreement is computed from, and with one. */
  responses: number;
  compared: number;
  single: number;
  /** To how many of those compared, and of those rated once, the dataset has other answers than the report goes by. */
  stale: { compared: number; single: number };
  /** Ratings that count, and who made them. */
  judgments: number;
  raters: number;
  aside: {
    /** Made by other correct answers than the report's. */
    otherAnswers: SetAside;
    /** Of gold items, which check raters. */
    gold: SetAside;
  };
}

export interface AgreementReport {
  inputs: AgreementInputs;
  counts: AgreementCounts;
  /** The two raters whom confusion matrices of parts are of, where there are exactly two. */
  two: [Side, Side] | null;
  /** Both modes as one verdict. */
  ordinal: Record<Scope, OrdinalAgreement>;
  /** What percent agreement hides. */
  indices: Record<"relaxed" | "strict", Record<Scope, VerdictIndices>>;
  coefficients: Record<AgreementMode, Record<Scope, Agreement["coefficients"]>>;
  pairing: Pairing;
  /** What the paper's rows are of; null for other pairings. */
  paper: PaperAgreement | null;
  pairs: { page: number; total: number; rows: ReportedPair[] };
  breakdown: Record<BreakdownName, BreakdownRow[]>;
  period: Period;
  /** First days of the weeks or months in which anyone judged, in order. */
  periods: string[];
  reasons: ReasonRow[];
  raters: ReportedRater[];
  /** What audits of the campaigns found among the responses on which raters agree; none where there was no audit. */
  audits: AuditOfCampaign[];
}

/** How often an evaluator said something else when the same was asked again, in one mode. */
export interface RepeatedPrompts {
  /** Prompts with at least two verdicts, and those among them whose verdicts are not all equal. */
  prompts: number;
  flips: number;
  /** The share of flips; null without prompts. */
  rate: number | null;
  /** 95%; null for few prompts. */
  interval: { low: number; high: number } | null;
  /** Replies without a verdict, and all replies. */
  unread: number;
  readings: number;
}

/** Two raters and an evaluator, whose agreement the report's pairs are. */
export interface PaperAgreement {
  raters: [Side, Side];
  /** Null: no evaluator judged any of the responses. */
  evaluator: (NamedEvaluator & { key: string }) | null;
  /** Responses that both raters judged, and how many of them have no verdict of the evaluator in a mode. */
  responses: number;
  without: Record<"relaxed" | "strict", number>;
  /** The mean of the evaluator's agreement with either rater; null without an evaluator. */
  average: AverageAgreement | null;
  /** Every evaluator that judged any of the responses, each version by itself, with the verdict of people. */
  versions: { evaluator: NamedEvaluator & { key: string }; row: PairRow }[];
  /** How often the evaluator says something else when asked again; null where that is not known, or the report is of a past state. */
  repeatability: Record<"relaxed" | "strict", RepeatedPrompts | null> | null;
  /** What the report can be of instead: raters who rated any of the responses, and evaluators with verdicts of any. */
  choices: { raters: Side[]; evaluators: (NamedEvaluator & { key: string })[] };
}

export interface DisagreementRow {
  responseId: number;
  /** A task of the response in the campaigns, for adjudication. */
  taskId: number;
  questionId: number;
  question: string;
  category: Category;
  answer: string;
  runId: number;
  run: string;
  response: string;
  /** The dataset has other answers to the question now than those that these verdicts go by. */
  stale: boolean;
  /** Everyone's verdict, with the reason that was given in each mode. */
  verdicts: {
    who: string;
    relaxed: boolean | null;
    strict: boolean | null;
    relaxedReason: string | null;
    strictReason: string | null;
    comment: string;
    /** Of an evaluator: what it said of each mode that it judged. */
    automatic: AutomaticSaid[];
  }[];
}

/** An evaluator's verdict in one mode. */
export interface AutomaticSaid {
  mode: "relaxed" | "strict";
  explanation: string;
  /** The item of the job that asked; null where the verdict came in a file. */
  item: { jobId: number; itemId: number } | null;
}

export interface DisagreementList {
  inputs: Pick<AgreementInputs, "campaigns" | "runs" | "state" | "undated" | "timeZone">;
  first: Side | null;
  second: Side | null;
  /** Those that judged any of the campaigns' responses, by family, the newest version first. */
  evaluators: (NamedEvaluator & { key: string })[];
  rows: DisagreementRow[];
  total: number;
  /** Responses of the campaigns, and of the run asked about, that the reader has still to rate: not listed, whatever their verdicts. */
  stillToRate: number;
  /** For the next page; null: this is the last. */
  next: number | null;
}
