import { MAX_LISTED_RUNS } from "@/lib/reporting/accuracy/schema";
import { ASSUMED_DISCORDANT } from "@/lib/rating/campaigns/schema";
import type { FactType } from "@/lib/dataset/questions/vocabulary";
import { detectablePaired, wilsonHalfWidth } from "@/lib/statistics/planning";
import {
  accuracyRow,
  FEW,
  standardizedRows,
  type Accuracy,
  type AccuracyCell,
  type AccuracyCount,
} from "@/lib/reporting/accuracy/accuracy-table";
import {
  adjustTogether,
  comparePaired,
  LEAST_PAIRS_FOR_AN_INTERVAL,
  mcnemarExact,
  SIGNIFICANCE_LEVEL,
  type PairedComparison,
  type PairedCounts,
} from "@/lib/reporting/accuracy/comparison";
import {
  estimateShare,
  LEAST_FOR_AN_ESTIMATED_INTERVAL,
  type Estimate,
  type SampledStratum,
} from "@/lib/reporting/accuracy/estimate";
import {
  comparePairedSample,
  type EstimatedComparison,
  type PairedStratum,
} from "@/lib/reporting/accuracy/paired-estimate";
import { decideVerdict } from "@/lib/reporting/verdicts/rules";
import { agreementOfPair } from "@/lib/reporting/agreement/agreement";
import type { Agreement } from "@/lib/reporting/agreement/coefficient";

/*
 * The example of "How numbers are computed": a few responses, small enough to be counted by hand. The page computes its
 * figures from them by the very functions that reports use.
 */

/** What a rater, or the adjudicator, says of a response: credit in no mode, in Relaxed alone, or in both. */
export type ExampleLevel = "none" | "relaxed" | "strict";

/** A question with what two runs made of it. */
export interface ExampleQuestion {
  id: number;
  factType: FactType;
  falsePremise: boolean;
  /** What the raters say of the first run's response; null: there is none. Empty: no one has rated it. */
  ratings: ExampleLevel[] | null;
  /** The final verdict, if someone adjudicated. */
  adjudicated: ExampleLevel | null;
  /** The verdict that counts for the second run's response, in Relaxed mode; null: none. */
  second: boolean | null;
}

const question = (
  id: number,
  factType: FactType,
  falsePremise: boolean,
  ratings: ExampleLevel[] | null,
  second: boolean | null,
  adjudicated: ExampleLevel | null = null,
): ExampleQuestion => ({ id, factType, falsePremise, ratings, adjudicated, second });

export const EXAMPLE_QUESTIONS: readonly ExampleQuestion[] = [
  question(1, "fast-changing", false, ["strict", "strict"], true),
  question(2, "fast-changing", false, ["relaxed", "relaxed"], true),
  question(3, "fast-changing", false, ["none", "none"], true),
  question(4, "fast-changing", false, ["strict", "none"], false),
  question(5, "slow-changing", false, ["strict", "strict"], true),
  question(6, "slow-changing", false, ["strict", "relaxed"], true),
  question(7, "slow-changing", false, ["relaxed", "none"], true, "relaxed"),
  question(8, "never-changing", false, ["strict", "strict"], true),
  question(9, "never-changing", false, ["strict", "strict"], true),
  question(10, "never-changing", false, ["strict", "strict"], true),
  question(11, "never-changing", true, ["none", "none"], true),
  question(12, "slow-changing", true, ["strict", "strict"], false),
  question(13, "fast-changing", true, [], false),
  question(14, "fast-changing", true, null, null),
];

/** Several p-values of one table, to be adjusted together. */
const EXAMPLE_P_VALUES: readonly number[] = [0.004, 0.03, 0.04];

/** A random sample of 60 from 600 questions, drawn in proportion to four strata and rated in full. */
const EXAMPLE_STRATA: readonly (SampledStratum & { name: string })[] = [
  { name: "never-changing", population: 150, judged: 15, right: 14 },
  { name: "slow-changing", population: 150, judged: 15, right: 12 },
  { name: "fast-changing", population: 150, judged: 15, right: 7 },
  { name: "false premise", population: 150, judged: 15, right: 9 },
];

/** Two runs that were rated on different questions of a release of which each stratum is a half. */
const EXAMPLE_MIXES = {
  strata: ["fast-changing", "never-changing"] as const satisfies FactType[],
  runs: [
    {
      name: "First",
      rated: [
        { judged: 40, right: 18 },
        { judged: 10, right: 9 },
      ],
    },
    {
      name: "Second",
      rated: [
        { judged: 10, right: 4 },
        { judged: 40, right: 36 },
      ],
    },
  ],
};

/** How the first run and a second one did on the questions of that sample. */
const EXAMPLE_PAIRED_STRATA: readonly PairedStratum[] = [
  { population: 150, counts: { both: 13, onlyFirst: 1, onlySecond: 0, neither: 1 } },
  { population: 150, counts: { both: 9, onlyFirst: 3, onlySecond: 0, neither: 3 } },
  { population: 150, counts: { both: 4, onlyFirst: 3, onlySecond: 2, neither: 6 } },
  { population: 150, counts: { both: 6, onlyFirst: 3, onlySecond: 0, neither: 6 } },
];

function credit(level: ExampleLevel | null, mode: "relaxed" | "strict"): boolean | null {
  if (level === null) return null;
  return mode === "relaxed" ? level !== "none" : level === "strict";
}

/** The verdict that counts for the first run's response, by majority. */
function verdictOf(
  { ratings, adjudicated }: ExampleQuestion,
  mode: "relaxed" | "strict",
): boolean | null {
  const given = (ratings ?? []).filter((level) => credit(level, mode)).length;
  return decideVerdict(
    {
      gold: null,
      credit: given,
      noCredit: (ratings ?? []).length - given,
      adjudicated: credit(adjudicated, mode),
    },
    "majority",
  ).verdict;
}

export interface WorkedExample {
  /** With the first run's verdicts that count. */
  questions: (ExampleQuestion & { relaxed: boolean | null; strict: boolean | null })[];
  strata: typeof EXAMPLE_STRATA;
  pValues: readonly number[];
  /** Below which n there is less to see. */
  limits: {
    quiet: number;
    pairs: number;
    /** So many tests of a leaderboard need no more common questions than `pairs`. */
    tests: number;
    estimate: number;
    /** So many runs have their pairs listed on the page of a leaderboard. */
    listed: number;
  };
  /** The first run in the column "All". */
  all: AccuracyCell;
  /** Runs rated on different questions: what each got by stratum, and its accuracy without and with standardization. */
  mixes: {
    strata: readonly FactType[];
    runs: {
      name: string;
      rated: { judged: number; right: number }[];
      plain: Accuracy;
      standardized: Accuracy;
    }[];
  };
  /** Both runs, Relaxed. */
  counts: PairedCounts;
  comparison: PairedComparison;
  adjusted: (number | null)[];
  estimate: Estimate;
  /** Both runs on the questions of the sample: how often only one of them got credit, and the estimated comparison. */
  sampled: { onlyFirst: number; onlySecond: number; comparison: EstimatedComparison };
  /** How the two raters met in Relaxed mode: rows the first, columns the second; credit first. */
  agreement: [[number, number], [number, number]];
  coefficients: Agreement["coefficients"];
  /** What a campaign of so many questions will be able to show; shares from 0 to 1. */
  planning: { n: number; discordant: number; halfWidth: number; detectable: number };
}

/** How many questions the planned campaign of the example has. */
const PLANNED = 150;

/** What all questions of the examples have alike. */
const ALIKE = {
  hops: "one-hop",
  effectiveYear: null,
  automatic: false,
  stale: false,
  ratedIn: 0,
  late: false,
} as const satisfies Partial<AccuracyCount>;

function compareMixes(): WorkedExample["mixes"] {
  const { strata, runs } = EXAMPLE_MIXES;
  const counted = (factType: FactType, credit: boolean, questions: number): AccuracyCount => ({
    ...ALIKE,
    falsePremise: false,
    factType,
    rated: true,
    relaxed: credit,
    strict: credit,
    questions,
  });
  const counts = runs.map(({ rated }) =>
    rated.flatMap(({ judged, right }, at) => [
      counted(strata[at]!, true, right),
      counted(strata[at]!, false, judged - right),
    ]),
  );
  const standardized = standardizedRows(
    counts,
    strata.map((factType) => counted(factType, true, 300)),
  );
  return {
    strata,
    runs: runs.map((run, at) => ({
      ...run,
      plain: accuracyRow(counts[at]!).all.relaxed,
      standardized: standardized[at]!.all.relaxed,
    })),
  };
}

/** Computes the figures of the example as reports do. */
export function workedExample(): WorkedExample {
  const questions = EXAMPLE_QUESTIONS.map((one) => ({
    ...one,
    relaxed: verdictOf(one, "relaxed"),
    strict: verdictOf(one, "strict"),
  }));
  const all = accuracyRow(
    questions.map(({ falsePremise, factType, ratings, relaxed, strict }): AccuracyCount => ({
      ...ALIKE,
      falsePremise,
      factType,
      rated: ratings === null ? null : ratings.length > 0,
      relaxed,
      strict,
      questions: 1,
    })),
  ).all;
  const pairs = questions
    .map(({ relaxed, second }) => [relaxed, second] as const)
    .filter(([x, y]) => x !== null && y !== null);
  const count = (x: boolean, y: boolean) =>
    pairs.filter(([first, second]) => first === x && second === y).length;
  const counts = {
    both: count(true, true),
    onlyFirst: count(true, false),
    onlySecond: count(false, true),
    neither: count(false, false),
  };
  const rated = EXAMPLE_QUESTIONS.flatMap(({ ratings }) =>
    ratings?.length === 2 ? [ratings.map((level) => credit(level, "relaxed"))] : [],
  );
  const met = (x: boolean, y: boolean) =>
    rated.filter(([first, second]) => first === x && second === y).length;
  const agreement: WorkedExample["agreement"] = [
    [met(true, true), met(true, false)],
    [met(false, true), met(false, false)],
  ];
  return {
    questions,
    strata: EXAMPLE_STRATA,
    pValues: EXAMPLE_P_VALUES,
    limits: {
      quiet: FEW,
      pairs: LEAST_PAIRS_FOR_AN_INTERVAL,
      tests: Math.ceil(SIGNIFICANCE_LEVEL / mcnemarExact(LEAST_PAIRS_FOR_AN_INTERVAL, 0)) - 1,
      estimate: LEAST_FOR_AN_ESTIMATED_INTERVAL,
      listed: MAX_LISTED_RUNS,
    },
    all,
    mixes: compareMixes(),
    counts,
    comparison: comparePaired(counts),
    adjusted: adjustTogether(EXAMPLE_P_VALUES.map((p) => ({ p }))).map(({ adjusted }) => adjusted),
    estimate: estimateShare(EXAMPLE_STRATA),
    sampled: {
      onlyFirst: EXAMPLE_PAIRED_STRATA.reduce((sum, one) => sum + one.counts.onlyFirst, 0),
      onlySecond: EXAMPLE_PAIRED_STRATA.reduce((sum, one) => sum + one.counts.onlySecond, 0),
      comparison: comparePairedSample(EXAMPLE_PAIRED_STRATA),
    },
    agreement,
    coefficients: agreementOfPair(agreement, { scale: 2 }).coefficients,
    planning: {
      n: PLANNED,
      discordant: ASSUMED_DISCORDANT,
      halfWidth: wilsonHalfWidth(PLANNED, 0.5)!,
      detectable: detectablePaired(PLANNED, ASSUMED_DISCORDANT)!,
    },
  };
}
