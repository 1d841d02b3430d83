import type { SampleBasis } from "./accuracy-table";
import { holmInWords } from "@/lib/platform/numbers";
import { exactSignTest } from "@/lib/statistics/exact-binomial-test";
import { holm } from "@/lib/statistics/holm";
import {
  discordantOddsRatio,
  newcombePaired,
  type OddsRatio,
} from "@/lib/statistics/paired-proportions";

/** How two runs did on the same questions: how many both, only one, or neither got right. */
export interface PairedCounts {
  both: number;
  onlyFirst: number;
  onlySecond: number;
  neither: number;
}

/** Below so many pairs a difference has no interval. */
export const LEAST_PAIRS_FOR_AN_INTERVAL = 10;

/** Below this p-value, adjusted for the tests of its table, two runs differ significantly. */
export const SIGNIFICANCE_LEVEL = 0.05;

/** The difference of two runs on the questions that both have a verdict for. */
export interface PairedDifference {
  /** Questions compared. */
  n: number;
  /** Accuracy of the first minus that of the second; null without questions. */
  difference: number | null;
  /** Its 95% interval by Newcombe's method 10, of a whole population the difference itself. Null with fewer than ten questions. */
  low: number | null;
  high: number | null;
  /** McNemar's exact two-sided p-value; 1 where no question tells them apart, null without questions, and of an estimate where it has no test. */
  p: number | null;
}

export interface PairedComparison extends PairedDifference {
  /** The accuracy of each run, of an estimate that of the population; null without questions. */
  first: number | null;
  second: number | null;
  /** The odds ratio of the discordant pairs, onlyFirst / onlySecond, with its exact 95% interval. */
  odds: OddsRatio;
}

/** How the differences of one table are made and tested, for its notes. */
export function differenceMethod(
  rows: readonly { p: number | null }[],
  basis: SampleBasis = "rated",
): string {
  const made =
    basis === "rated"
      ? `Paired difference of accuracies with Newcombe’s interval (method 10), 95%, none below ${LEAST_PAIRS_FOR_AN_INTERVAL} questions; p: McNemar’s exact test, two-sided`
      : `Paired difference of accuracies with Newcombe’s interval (method 10) at the effective sample size with finite population correction, 95%; p: McNemar’s exact test at that size, two-sided; neither below ${LEAST_PAIRS_FOR_AN_INTERVAL} questions, and no test if all N questions are rated`;
  return `${made}; p (Holm): ${holmInWords(rows.map(({ p }) => p))}`;
}

/** The same of comparisons with odds ratios. */
export function comparisonMethod(
  rows: readonly { p: number | null }[],
  basis: SampleBasis = "rated",
): string {
  const interval = `exact 95% interval (Clopper–Pearson${basis === "rated" ? "" : ", at that size"})`;
  const ratio =
    basis === "rated"
      ? "questions with credit for the first only, per question with credit for the second only"
      : "the estimated share with credit for the first only, divided by that for the second only";
  return `${differenceMethod(rows, basis)}; odds ratio: ${ratio}, with its ${interval}`;
}

/** McNemar's exact test: the two-sided p-value from the questions that only one of the two got right. Sound for any counts. */
export function mcnemarExact(onlyFirst: number, onlySecond: number): number {
  return exactSignTest(onlyFirst, onlySecond);
}

/** How many questions these are. */
export function questionsIn({ both, onlyFirst, onlySecond, neither }: PairedCounts): number {
  return both + onlyFirst + onlySecond + neither;
}

/** The paired difference of two runs with its interval and McNemar's exact test. */
export function differenceOf(counts: PairedCounts): PairedDifference {
  const { both, onlyFirst, onlySecond, neither } = counts;
  const n = questionsIn(counts);
  const interval =
    n < LEAST_PAIRS_FOR_AN_INTERVAL
      ? null
      : newcombePaired({ both, first: onlyFirst, second: onlySecond, neither });
  return {
    n,
    difference: n === 0 ? null : (onlyFirst - onlySecond) / n,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    p: n === 0 ? null : mcnemarExact(onlyFirst, onlySecond),
  };
}

/** The same with the accuracy of each run and the odds ratio of the discordant pairs. */
export function comparePaired(counts: PairedCounts): PairedComparison {
  const { both, onlyFirst, onlySecond } = counts;
  const found = differenceOf(counts);
  const share = (right: number) => (found.n === 0 ? null : right / found.n);
  return {
    ...found,
    first: share(both + onlyFirst),
    second: share(both + onlySecond),
    odds: discordantOddsRatio(onlyFirst, onlySecond),
  };
}

/** The rows of one table with Holm's adjusted p-values: the chance to err in any of them stays at 5%. */
export function adjustTogether<Row extends { p: number | null }>(
  rows: readonly Row[],
): (Row & { adjusted: number | null })[] {
  const adjusted = holm(rows.map(({ p }) => p));
  return rows.map((row, at) => ({ ...row, adjusted: adjusted[at]! }));
}

/** Whether a table marks a row: its p-value, adjusted for the others, is below 5%. */
export function isTold({ adjusted }: { adjusted: number | null }): boolean {
  return adjusted !== null && adjusted < SIGNIFICANCE_LEVEL;
}
