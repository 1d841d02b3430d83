import { Chance } from "@/lib/statistics/chance";
import { exactSignTest } from "@/lib/statistics/exact-binomial-test";
import { bootstrap, finish } from "@/lib/statistics/intervals";

/** How two runs did on the same questions: how many both, only one, or neither got right. */
export interface PairedCounts {
  both: number;
  onlyFirst: number;
  onlySecond: number;
  neither: number;
}

/** Two runs compared on the questions that both have a verdict for. */
export interface PairedComparison {
  /** Questions compared. */
  n: number;
  /** Accuracy of the first minus that of the second; null without questions. */
  difference: number | null;
  /** Its 95% interval: percentile bootstrap over questions. Null with fewer than two questions. */
  low: number | null;
  high: number | null;
  /** McNemar's exact two-sided p-value; 1 where no question tells them apart, null without questions. */
  p: number | null;
  method: string;
}

/** McNemar's exact test: the two-sided p-value from the questions that only one of the two got right. Sound for any counts. */
export function mcnemarExact(onlyFirst: number, onlySecond: number): number {
  return exactSignTest(onlyFirst, onlySecond);
}

/** The paired difference of two runs with a seeded bootstrap interval and McNemar's exact test. */
export function comparePaired(counts: PairedCounts, options: { seed: number; replicates: number }): PairedComparison {
  const { both, onlyFirst, onlySecond, neither } = counts;
  const n = both + onlyFirst + onlySecond + neither;
  const method = "Paired difference of accuracies; McNemar’s exact test, two-sided";
  if (n === 0) return { n, difference: null, low: null, high: null, p: null, method };
  const found = { n, difference: (onlyFirst - onlySecond) / n, p: mcnemarExact(onlyFirst, onlySecond) };
  if (n < 2) return { ...found, low: null, high: null, method: `${method}; no interval, as there is only one question` };
  const [drawn] = finish(bootstrap([both + neither, onlyFirst, onlySecond], [(groups) => (groups[1]! - groups[2]!) / n], Chance.ofSeed(options.seed, 3), options.replicates));
  return {
    ...found, low: drawn!.interval!.low, high: drawn!.interval!.high,
    method: `${method}; 95% percentile bootstrap over questions, ${options.replicates} replicates, seed ${options.seed}`,
  };
}
