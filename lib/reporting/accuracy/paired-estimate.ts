import {
  discordantOddsRatio,
  newcombePaired,
  type OddsRatio,
} from "@/lib/statistics/paired-proportions";
import {
  LEAST_PAIRS_FOR_AN_INTERVAL,
  mcnemarExact,
  type PairedComparison,
  type PairedCounts,
} from "./comparison";
import { effectiveSize } from "./estimate";

/** How two runs did on the sampled questions of one stratum. */
export interface PairedStratum {
  /** N_h: questions of the population to which both runs responded. */
  population: number;
  /** Of the sampled ones with a verdict for both runs: at most N_h. */
  counts: PairedCounts;
}

/** Two runs compared on a population of questions, of which a random sample was rated. */
export interface EstimatedComparison extends PairedComparison {
  /** The estimated shares of the two runs in the population; null where no stratum has a verdict for both. */
  first: number | null;
  second: number | null;
  /** N: the questions that the comparison is for: those of the strata with a verdict for both runs. */
  population: number;
}

const CELLS = ["both", "onlyFirst", "onlySecond", "neither"] as const;
const sumOf = (counts: PairedCounts) => CELLS.reduce((sum, cell) => sum + counts[cell], 0);

/**
 * Compares two runs from a stratified simple random sample of questions, without replacement.
 *
 * The shares of the four ways in which the runs meet are estimated as any share is (`estimateShare`): each stratum weighted
 * by its size. The difference of the runs is the mean of values 1, 0 and −1, so its variance is that of a stratified mean,
 * with finite population correction, and has an effective sample size (`effectiveSize`). Interval, test and odds ratio are
 * those of rated questions (`comparePaired`), of the estimated shares times that size: Newcombe's interval as the share's
 * is Wilson's, and exact binomial tails of counts that are not whole, as E. L. Korn and B. I. Graubard (Survey Methodology
 * 24, 1998, 193–201) take them. Where runs do not differ, the size makes McNemar's statistic vary as it should, like the
 * first-order correction of J. N. K. Rao and A. J. Scott (Annals of Statistics 12, 1984, 46–60).
 *
 * Below ten questions nothing is known of the spread: there is neither interval nor test. Of a whole population the
 * difference is known: its interval is itself, and there is nothing to test.
 */
export function comparePairedSample(strata: readonly PairedStratum[]): EstimatedComparison {
  const covered = strata.filter(({ counts }) => sumOf(counts) > 0);
  const population = covered.reduce((sum, { population: units }) => sum + units, 0);
  const n = covered.reduce((sum, { counts }) => sum + sumOf(counts), 0);
  const shares: PairedCounts = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
  for (const cell of CELLS) {
    for (const { population: units, counts } of covered)
      shares[cell] += (units / population) * (counts[cell] / sumOf(counts));
    // Rounding must not make "all of them" a little less.
    if (n > 0 && covered.every(({ counts }) => counts[cell] === sumOf(counts))) shares[cell] = 1;
  }
  const { both, onlyFirst, onlySecond } = shares;
  const known = n > 0 && n >= population;
  const size =
    known || n < LEAST_PAIRS_FOR_AN_INTERVAL
      ? null
      : effectiveSize(
          covered.map(({ population: units, counts }) => ({
            population: units,
            taken: sumOf(counts),
            sum: counts.onlyFirst - counts.onlySecond,
            squares: counts.onlyFirst + counts.onlySecond,
          })),
        );
  const difference = n === 0 ? null : onlyFirst - onlySecond;
  return {
    n,
    population,
    first: n === 0 ? null : both + onlyFirst,
    second: n === 0 ? null : both + onlySecond,
    difference,
    ...(size === null
      ? {
          low: known ? difference : null,
          high: known ? difference : null,
          p: null,
          odds: oddsWithoutInterval(shares),
        }
      : ofSize(shares, size)),
  };
}

/** Interval, test and odds ratio of shares from a sample of this effective size. */
function ofSize(
  { both, onlyFirst, onlySecond, neither }: PairedCounts,
  size: number,
): Pick<PairedComparison, "low" | "high" | "p" | "odds"> {
  const [first, second] = [onlyFirst * size, onlySecond * size];
  const { low, high } = newcombePaired({
    both: both * size,
    first,
    second,
    neither: neither * size,
  })!;
  return { low, high, p: mcnemarExact(first, second), odds: discordantOddsRatio(first, second) };
}

function oddsWithoutInterval({ onlyFirst, onlySecond }: PairedCounts): OddsRatio {
  const { value, note } = discordantOddsRatio(onlyFirst, onlySecond);
  const infinite = onlyFirst > 0 && onlySecond === 0;
  return {
    value,
    low: null,
    high: null,
    note: infinite ? "Infinite: no pair is discordant the other way." : note,
  };
}
