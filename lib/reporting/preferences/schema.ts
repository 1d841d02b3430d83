import type { Concordance } from "@/lib/statistics/rankings";
import type { Agreement, Coefficient } from "@/lib/reporting/agreement/coefficient";

/** One comparison of two systems by one rater; systems and raters by their number. */
export interface Pair {
  rater: number;
  /** The lower number. */
  first: number;
  second: number;
  /** What the first one won: 1, or 1/2 of a tie, or 0. */
  points: 0 | 0.5 | 1;
  /** Null: sides have no meaning. */
  left: "first" | "second" | null;
}

/** What raters prefer among the responses to one question. */
export interface QuestionPreferences {
  question: string;
  /** Those asked for, or implied by rankings. */
  pairs: Pair[];
  /** Rankings of all systems, each with a number for each system, the best one lowest. */
  rankings: number[][];
  /** For each of these rankings the place, from 1, at which its rater was shown each system; empty where unknown. */
  shown: number[][];
}

export interface Preferences {
  kind: "rankings" | "pairs";
  /** At least two. */
  systems: string[];
  raters: string[];
  questions: QuestionPreferences[];
  /** Rankings that lack a system: they count by their pairs alone. */
  incomplete: number;
}

/** A system among the others. */
export interface SystemFigures {
  system: string;
  comparisons: number;
  /** The mean of its win rates over the other systems. */
  winRate: Coefficient;
  /** 1 + the sum of the other systems' win rates against it. */
  expectedRank: Coefficient;
  /** Bradley–Terry strength; the geometric mean of all is 1. */
  strength: Coefficient;
  logStrength: number | null;
  /** Of rankings alone. */
  meanRank: Coefficient | null;
  /** Of rankings alone: how often it is first; of a tie for the first place it has its part. */
  firstPlace: Coefficient | null;
}

/** How rankings agree. */
export interface RankingAgreement {
  rankings: number;
  /** Mean of Kendall's W and of Spearman's correlation over the questions that two or more raters ranked. */
  w: Coefficient;
  spearman: Coefficient;
  /** Each of these questions: how many rankings it has, and W with its test. Null: undefined, as all is tied. */
  questions: { question: string; rankings: number; concordance: Concordance | null }[];
  /** The mean ranks of the questions as rankings: whether systems differ over all questions. */
  acrossQuestions: Concordance | null;
}

/** How rankings go by the place at which a response was shown. */
export interface PositionBias {
  /** Rankings whose order on the screen is known. */
  rankings: number;
  /** What a place has if the order on the screen does not matter: 1/k of the first places, and the mean rank (k + 1) / 2. */
  expected: { firstPlace: number; meanRank: number };
  /** From the place that is shown first. */
  places: { firstPlace: Coefficient; meanRank: Coefficient }[];
}

/** What came of rankings or pairs. */
export interface PreferenceReport {
  kind: Preferences["kind"];
  systems: SystemFigures[];
  questions: number;
  raters: number;
  comparisons: number;
  ties: number;
  incomplete: number;
  /** Win rates of the row over the column, by the order of the systems; null on the diagonal. */
  matrix: (Coefficient | null)[][];
  /** Davidson's ν; null: no ties, or no strengths. */
  tieParameter: Coefficient | null;
  /** Share of the untied comparisons that the left side won; null: sides have no meaning. */
  leftSide: Coefficient | null;
  ranking: RankingAgreement | null;
  /** Of rankings whose order on the screen is known. Null: of none. */
  positions: PositionBias | null;
  /** Agreement on each pair of each question, of pairs alone: which system is preferred, or neither. */
  agreement: Agreement | null;
}
