import type { Agreement, Coefficient } from "@/lib/reporting/agreement/coefficient";
import type { PreferenceReport } from "@/lib/reporting/preferences/schema";
import { type NamedCampaign } from "@/lib/reporting/snapshots/schema";
import type { Comparison } from "@/lib/runs/principles/schema";
import type { BothOrders } from "@/lib/runs/principles/rules";
import { idsOf, namedTable, requestOf, sectionName } from "@/lib/reporting/requests/parameters";

const MAX_JOBS = 20;
/** With fewer pairs that people decide, a weight says more of these pairs than of its principle. */
export const LEAST_PAIRS = 100;

/** Which jobs that compared runs by principles a report is of. */
export const principleRequest = requestOf({
  job: {
    schema: idsOf("job", MAX_JOBS),
    required: true,
    option: {
      argument: "ID",
      words: "job that compares two runs; may be repeated, for jobs by the same principles",
      several: true,
    },
  },
});
export type PrincipleRequest = ReturnType<typeof principleRequest.parse>;

/** How the report is shown. */
export const principleView = requestOf({
  show: sectionName,
  table: namedTable(
    "win-rates, counts, position-bias, people, or of a principle (or overall) KEY-systems, KEY-win-rates",
  ),
});

/** Under which the preference of all principles together stands. Of protocols of pairs, too. */
export const OVERALL = "overall";

/** A stored preference of a judge. */
export interface PreferenceRow extends BothOrders {
  id: number;
  judgeId: number;
  questionId: number;
  /** A and B. */
  runId: number;
  otherRunId: number;
  principle: string;
}

/** What one rater said of the two responses to a question. */
export interface PersonRow {
  questionId: number;
  key: string;
  /** By place. */
  runs: number[];
  /** One of PAIR. */
  value: number;
}

/** A job that can be chosen. */
export interface ComparisonJob {
  jobId: number;
  runId: number;
  otherRunId: number;
  /** "Model 1, Run · Model 2, Run". */
  runs: string;
  judgeId: number;
  /** The model as its connection serves it. */
  judge: string;
  comparison: Comparison;
  status: string;
  /** Pairs × principles, left-out ones aside; and how many of them have a preference. */
  items: number;
  preferences: number;
}

/** The job that the report begins with: the latest one with preferences. @param jobs the latest first */
export function comparisonToBegin(jobs: readonly ComparisonJob[]): ComparisonJob | undefined {
  return jobs.find(({ preferences }) => preferences > 0) ?? jobs[0];
}

// What readers get ----------------------------------------------------------------------------------------------------

/** What judges prefer by one principle, or overall. */
export interface PrincipleFigures {
  key: string;
  label: string;
  /** Null: overall. */
  definition: string | null;
  negated: boolean;
  /** Pairs of judges with a preference or a tie. */
  pairs: number;
  /** Of them, in how many the orders disagree; overall: null. */
  disagree: number | null;
  /** Pairs without a preference: of items that failed, are not done, or whose replies held none. Overall: lacking a principle. */
  missing: number;
  /** Of the pairs with a preference overall, how many this principle decides, alone or with others. Null: by a sum, and overall. */
  decides: number | null;
  preferences: PreferenceReport;
}

/** How often a judge's preferences depend on the order of the responses. */
export interface PositionBias {
  judge: string;
  /** Comparisons, each asked in both orders. */
  comparisons: number;
  disagree: Coefficient;
  /** Of those that disagree: whoever is first, whoever is second, and a tie in one order. */
  first: number;
  second: number;
  tie: number;
}

/** How a judge agrees with people about the same pairs. */
export interface PeopleAgreement {
  judge: string;
  key: string;
  label: string;
  /** Pairs that people compared without one preference being the most frequent; they are left out. */
  undecided: number;
  agreement: Agreement;
}

/** Which principles of a judge predict what people prefer overall. */
export interface Prediction {
  judge: string;
  /** Pairs that most people prefer one response of, and the judge compared by all principles. */
  pairs: number;
  /** Pairs that both compared without such a preference: a tie, or no answer that is the most frequent. */
  undecided: number;
  /** Null: fewer than LEAST_PAIRS. */
  fit: {
    /** Shares of pairs that are predicted rightly, by folds that had no part in what predicts. */
    accuracy: Coefficient;
    /** The same by the run that people prefer more often. */
    majority: Coefficient;
    /** Their difference. */
    gain: Coefficient;
    /** In the order of the principles; above 0: people prefer what the judge prefers by it. */
    weights: Coefficient[];
  } | null;
}

export interface PrincipleReport {
  jobs: Omit<ComparisonJob, "comparison">[];
  comparison: Comparison;
  systems: { runId: number; label: string }[];
  /** Each principle in its order, then overall. */
  figures: PrincipleFigures[];
  bias: PositionBias[];
  people: {
    campaigns: NamedCampaign[];
    agreement: PeopleAgreement[];
    /** Of each judge; empty where people were not asked which response is better overall. */
    predictions: Prediction[];
  };
}
