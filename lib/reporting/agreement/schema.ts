import { MAX_INT } from "@/lib/platform/plain-fields";
import { z } from "zod";
import { questionScope, runFilter, type ReportSplit } from "@/lib/reporting/accuracy/schema";
import {
  disagreementRule,
  type DisagreementRule,
  type NamedEvaluator,
} from "@/lib/reporting/verdicts/schema";
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
import type { Category, Hops } from "@/lib/dataset/questions/vocabulary";
import { REASON_CODES, type Reason } from "@/lib/rating/judging/vocabulary";
import {
  counting,
  type GoldChoice,
  type NamedCampaign,
  type PastDay,
  type ReportTruth,
} from "@/lib/reporting/snapshots/schema";
import { withQuery } from "@/lib/platform/address";
import { alternatives } from "@/lib/platform/format";
import {
  chosen,
  idOrNone,
  idsOf,
  list,
  oneOf,
  oneOrNone,
  oneTable,
  page,
  requestOf,
  type Given,
  type Parameter,
  type Parameters,
} from "@/lib/reporting/requests/parameters";

const MAX_CAMPAIGNS = 50;
/** Pairs whose coefficients and intervals are computed at a time. */
export const PAIRS_PER_PAGE = 12;
export const DISAGREEMENTS_PER_PAGE = 25;

const PERIODS = ["week", "month"] as const;
type Period = (typeof PERIODS)[number];

/**
 * What the rows of pairs are: rater with rater and people with evaluators; each rater with the evaluators, or with the
 * adjudicated verdicts; or the paper's three rows of two raters and one evaluator.
 */
export const PAIRINGS = ["raters", "automatic", "adjudicated", "paper"] as const;
export type Pairing = (typeof PAIRINGS)[number];

/** Whose judgments are compared, and by which rule people's verdicts count beside an evaluator's. */
const compared = {
  /** The judgments of these campaigns. */
  campaign: {
    schema: idsOf("campaign", MAX_CAMPAIGNS),
    required: true,
    option: {
      argument: "NAME",
      words: "campaign, with its follow-ups: its name or number; may be repeated",
      named: "campaign",
      several: true,
    },
  },
  /** Only responses of these runs; none: of every one. */
  run: runFilter,
  ...questionScope,
  rule: {
    schema: disagreementRule.schema,
    option: {
      ...disagreementRule.option,
      words:
        "unadjudicated disagreements, in human verdicts compared with an evaluator's: majority (default) or excluded",
    },
  },
} satisfies Parameters;

/** How an address names who judged: a rater ("r3-2": number 2 of campaign 3), the first or second rating of each response ("s1", "s2"), an evaluator ("e5"), people ("people"), the adjudicated verdicts ("adjudicated"), or whoever else judged it ("others"). */
const sideSchema = z
  .string()
  .trim()
  .regex(
    /^(r\d{1,9}-\d{1,9}|s[12]|e\d{1,9}|people|adjudicated|others)$/,
    "Unknown rater or evaluator.",
  );
/** One side of a pair; null: any. */
const side = chosen(sideSchema.nullable().default(null));
const BETWEEN = "Choose two different raters, or the first and second rating (s1, s2).";

const period = {
  schema: oneOf("Period", PERIODS, "week"),
  option: {
    argument: "PERIOD",
    words: `drift by ${alternatives(PERIODS)} (default week)`,
    values: PERIODS,
  },
} satisfies Parameter;

/** What a report of agreement is of. */
export const agreementRequest = requestOf({
  ...compared,
  period,
  pairing: {
    schema: oneOf("Pairing", PAIRINGS, "raters"),
    option: {
      argument: "PAIRING",
      words: `pairs: ${PAIRINGS.join(", ")} (default raters: raters with each other, and human verdicts with evaluators)`,
      values: PAIRINGS,
    },
  },
  /** Of the paper's rows: the evaluator; null: the newest that judged any of the responses. */
  evaluator: {
    schema: idOrNone,
    option: {
      argument: "NAME",
      words:
        "evaluator of the paper's table: its name or number (default: the newest with verdicts in the campaigns)",
      named: "evaluator",
    },
  },
  /** Of the paper's rows: the two raters; null: the only two there are, or the first and second rating of each response. */
  between: {
    schema: list(sideSchema)
      .refine(
        (sides) =>
          sides.length === 0 ||
          (sides.length === 2 &&
            sides.every((side) => side.startsWith("r") || side.startsWith("s"))),
        BETWEEN,
      )
      .transform((sides) => (sides.length === 0 ? null : (sides as [string, string]))),
    option: {
      argument: "A,B",
      words:
        "raters of the paper's table: r3-1,r3-2 (numbers 1 and 2 of campaign 3) or s1,s2 (first and second rating of each response)",
    },
  },
  /** The page of pairs. */
  page: { schema: page, option: { argument: "N", words: "page of pairs (default 1)" } },
  ...counting,
});
export type AgreementRequest = ReturnType<typeof agreementRequest.parse>;

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
/** What is counted, without how it is computed and shown. */
export type AgreementScope = Pick<AgreementRequest, keyof typeof compared | keyof typeof counting>;

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
/** How the report is shown. */
export const agreementView = requestOf({
  /** The part of the page; an unknown one shows the first. */
  show: {
    schema: chosen(z.enum(SECTIONS).default("coefficients").catch("coefficients")),
    option: null,
  },
  /** Which of the report's tables a file has; without it, the pairs. */
  table: oneTable(TABLES, "pairs and coefficients"),
});

/** The filters of the list of disagreements. */
export const disagreementsRequest = requestOf(
  {
    ...compared,
    ...counting,
    /** Null: of any two raters. */
    first: { schema: side, option: null },
    second: { schema: side, option: null },
    mode: { schema: oneOf("Mode", AGREEMENT_MODES, "all"), option: null },
    scope: { schema: oneOf("Scope", SCOPES, "overall"), option: null },
    /** Which side gave credit where they differ, the other none: one cell of a pair's confusion matrix. Null: either. */
    credit: {
      schema: oneOrNone(["first", "second"], "Credit must be given by first or by second."),
      option: null,
    },
    /** Only responses with a verdict of this evaluator in the mode that is asked about. */
    evaluator: { schema: idOrNone, option: null },
    /** Only where a judgment names this reason for no credit, in the mode that is asked about. */
    reason: { schema: oneOrNone(REASON_CODES, "Unknown reason for no credit."), option: null },
    /** Only responses that were judged last in the week or month of this day. */
    from: {
      schema: chosen(
        day("Enter the first date of a week or month, for example 2026-11-02.")
          .nullable()
          .default(null),
      ),
      option: null,
    },
    period,
    /** Behind this response, which ended the page before. */
    after: {
      schema: chosen(
        z.coerce
          .number("Position must be a number.")
          .int("Position must be a whole number.")
          .min(0)
          .max(MAX_INT)
          .default(0),
      ),
      option: null,
    },
  },
  (object) =>
    object
      .refine(
        ({ first, second }) => (first === null) === (second === null),
        "A pair must name two sides.",
      )
      .refine(
        ({ first, credit }) => credit === null || first !== null,
        "Filtering by who gave credit requires a pair.",
      ),
);
/** The address of the list of disagreements. */
export const disagreementsHref = (values: Given<typeof disagreementsRequest.parameters>): string =>
  withQuery("/reports/agreement/disagreements", disagreementsRequest.query(values));
export type DisagreementsRequest = ReturnType<typeof disagreementsRequest.parse>;

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
interface RepeatedPrompts {
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
