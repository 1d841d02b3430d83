import {
  discordantOddsRatio,
  newcombePaired,
  type OddsRatio,
} from "@/lib/statistics/paired-proportions";
import {
  LEAST_PAIRS_FOR_AN_INTERVAL,
  mcnemarExact,
  questionsIn,
  type PairedComparison,
  type PairedCounts,
} from "./comparison";
import { effectiveSize, sizeOfEqualSpread } from "./estimate";

/** How two runs did on the sampled questions of one stratum. */
export interface PairedStratum {
  /** N_h: questions of the population to which both runs responded. */
  population: number;
  /** Of the sampled ones with a verdict for both runs: at most N_h. */
  counts: PairedCounts;
}

/** Two runs compared on a population of questions, of which a random sample was rated. */
export interface EstimatedComparison extends PairedComparison {
  /** N: the questions that the comparison is for: those of the strata with a verdict for both runs. */
  population: number;
}

/**
 * Compares two runs from a stratified simple random sample of questions, without replacement.
 *
 * The shares of the four ways in which the runs meet are estimated as any share is (`estimateShare`): each stratum weighted
 * by its size. The difference of the runs is the mean of values 1, 0 and −1, so its variance is that of a stratified mean,
 * with finite population correction, and has an effective sample size. Interval, test and odds ratio are those of rated
 * questions (`comparePaired`), of the estimated shares times that size: Newcombe's interval as the share's is Wilson's, and
 * exact binomial tails of counts that are not whole, as E. L. Korn and B. I. Graubard (Survey Methodology 24, 1998,
 * 193–201) take them. Where runs do not differ, the size makes McNemar's statistic vary as it should, like the first-order
 * correction of J. N. K. Rao and A. J. Scott (Annals of Statistics 12, 1984, 46–60).
 *
 * Below ten questions nothing is known of the spread: there is neither interval nor test. Of a whole population the
 * difference is known: its interval is itself, and there is nothing to test.
 */
export function comparePairedSample(strata: readonly PairedStratum[]): EstimatedComparison {
  const covered = strata.filter(({ counts }) => questionsIn(counts) > 0);
  const population = covered.reduce((sum, { population: units }) => sum + units, 0);
  const n = covered.reduce((sum, { counts }) => sum + questionsIn(counts), 0);
  /** The estimated share of what is counted of each stratum. */
  const share = (of: (counts: PairedCounts) => number) => {
    // Rounding must not make "all of them" a little less, or more.
    if (n > 0 && covered.every(({ counts }) => of(counts) === questionsIn(counts))) return 1;
    return covered.reduce(
      (sum, { population: units, counts }) =>
        sum + (units / population) * (of(counts) / questionsIn(counts)),
      0,
    );
  };
  const shares = {
    both: share(({ both }) => both),
    onlyFirst: share(({ onlyFirst }) => onlyFirst),
    onlySecond: share(({ onlySecond }) => onlySecond),
    neither: share(({ neither }) => neither),
  };
  const known = n > 0 && n >= population;
  const size = known || n < LEAST_PAIRS_FOR_AN_INTERVAL ? null : sizeFor(covered);
  const difference = n === 0 ? null : shares.onlyFirst - shares.onlySecond;
  return {
    n,
    population,
    first: n === 0 ? null : share(({ both, onlyFirst }) => both + onlyFirst),
    second: n === 0 ? null : share(({ both, onlySecond }) => both + onlySecond),
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

/**
 * The effective size of a sample for the difference: `effectiveSize`, but no more than if all strata varied alike. Most
 * questions do not tell two runs apart, so that a sample often finds all that do in one stratum; taken as the only one
 * that varies, it would multiply what few there are, and the test would err more often than 5% of the time.
 */
function sizeFor(strata: readonly PairedStratum[]): number {
  const moments = strata.map(({ population, counts }) => ({
    population,
    taken: questionsIn(counts),
    sum: counts.onlyFirst - counts.onlySecond,
    squares: counts.onlyFirst + counts.onlySecond,
  }));
  return Math.min(effectiveSize(moments), sizeOfEqualSpread(moments));
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
  const { value, infinite, note } = discordantOddsRatio(onlyFirst, onlySecond);
  return {
    value,
    infinite,
    low: null,
    high: null,
    note: infinite ? "Infinite: no pair is discordant the other way." : note,
  };
}
