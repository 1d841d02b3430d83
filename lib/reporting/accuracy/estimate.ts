import { wilson, type Interval } from "@/lib/statistics/intervals";

/** Below so many responses an estimate from a sample has no interval: the normal theory behind it needs more. */
export const LEAST_FOR_AN_ESTIMATED_INTERVAL = 10;

/** What is known of one stratum of a sampled population. */
export interface SampledStratum {
  /** N_h: its questions in the population. */
  population: number;
  /** n_h: its questions with a verdict, at most N_h. */
  judged: number;
  /** Of them, with credit. */
  right: number;
}

/** An estimate for a finite population. */
export interface Estimate {
  /** The estimated share; null where no stratum has a verdict. */
  value: number | null;
  /** N: the questions that the estimate is for: those of the strata with at least one verdict. */
  population: number;
  /** Questions of strata without any verdict, of which a sample can say nothing. */
  uncovered: number;
  /** The estimated variance of the estimator. Null without a value. */
  variance: number | null;
  interval: Interval | null;
}

/**
 * Estimates a share of a finite population from a stratified simple random sample without replacement.
 *
 * The estimator weights each stratum's share by its size, Σ (N_h/N) p_h, which is unbiased; its variance is estimated
 * without bias by Σ (N_h/N)² (1 − n_h/N_h) s²_h/n_h with s²_h = n_h p_h (1 − p_h)/(n_h − 1), the factor in brackets being
 * the finite population correction (Cochran, "Sampling Techniques", 3rd ed. 1977, theorems 5.1 and 5.3, 5.2 for
 * proportions). A stratum with a single verdict takes s² of the whole sample instead, which is too large rather than too
 * small on average.
 *
 * Verdicts that are missing from the sample are taken as missing at random within their stratum. A column that cuts
 * across the strata is a poststratification, unbiased given how many of it were sampled (Cochran, section 5A.9).
 */
export function estimateShare(strata: readonly SampledStratum[]): Estimate {
  const covered = strata.filter(({ judged }) => judged > 0);
  const sum = (of: readonly SampledStratum[], key: keyof SampledStratum) =>
    of.reduce((total, stratum) => total + stratum[key], 0);
  const population = sum(covered, "population");
  const uncovered = sum(strata, "population") - population;
  if (population === 0)
    return { value: null, population, uncovered, variance: null, interval: null };
  const judged = sum(covered, "judged");
  const pooled = spread(sum(covered, "right"), judged) ?? 0;
  const value = weightedShare(
    covered.map((stratum) => ({ ...stratum, weight: stratum.population })),
  );
  let variance = 0;
  for (const { population: size, judged: taken, right } of covered) {
    const weight = size / population;
    variance += weight * weight * (1 - taken / size) * ((spread(right, taken) ?? pooled) / taken);
  }
  return {
    value,
    population,
    uncovered,
    variance,
    interval: estimatedInterval(covered, { value, judged, population }),
  };
}

/** A stratum of a share that is standardized, with at least one verdict. */
export interface WeightedStratum {
  /** How much it weighs in the standard, such as its questions there: more than 0. */
  weight: number;
  judged: number;
  right: number;
}

/** Σ w_h p_h / Σ w_h. */
function weightedShare(strata: readonly WeightedStratum[]): number {
  // Rounding must not make "all right" a little less.
  if (strata.every(({ right, judged }) => right === judged)) return 1;
  const whole = strata.reduce((sum, { weight }) => sum + weight, 0);
  return strata.reduce(
    (sum, { weight, judged, right }) => sum + (weight / whole) * (right / judged),
    0,
  );
}

/**
 * A share by direct standardization: the mean of the strata's shares with the weights of a standard (J. L. Fleiss, B. Levin
 * and M. C. Paik, "Statistical Methods for Rates and Proportions", 3rd ed. 2003, chapter 19). What it is of remains the rated
 * responses: there is no finite population correction.
 * @param strata with at least one verdict each
 * @returns the 95% interval is Wilson's at the effective sample size, null below `LEAST_FOR_AN_ESTIMATED_INTERVAL` verdicts
 */
export function standardizeShare(strata: readonly WeightedStratum[]): {
  value: number | null;
  interval: Interval | null;
} {
  if (strata.length === 0) return { value: null, interval: null };
  const value = weightedShare(strata);
  const judged = strata.reduce((sum, stratum) => sum + stratum.judged, 0);
  if (judged < LEAST_FOR_AN_ESTIMATED_INTERVAL) return { value, interval: null };
  const size = standardizedSize(strata);
  return { value, interval: wilson(value * size, size) };
}

/**
 * The effective sample size of a standardized share: p (1 − p)/v, with v = Σ W_h² s_h²/n_h and W_h = w_h/Σ w.
 *
 * As in `effectiveSize`, each stratum is drawn a little to the whole before its variance is taken; as this makes strata look
 * more alike than they are, s_h² = p_h (1 − p_h) (n_h + 2)/n_h, which of a single verdict is three times that of the whole.
 * The size is at most that of strata that vary alike, which is n where each stratum has its part of the verdicts. Without
 * both, a stratum of few verdicts and much weight made the interval miss more than one time in five.
 */
function standardizedSize(strata: readonly WeightedStratum[]): number {
  const sum = (of: (stratum: WeightedStratum) => number) =>
    strata.reduce((total, stratum) => total + of(stratum), 0);
  const whole = sum(({ weight }) => weight);
  const equal = 1 / sum(({ weight, judged }) => (weight / whole) ** 2 / judged);
  // One stratum is no weighted share.
  if (strata.length === 1) return equal;
  const mean = sum(({ right }) => right) / sum(({ judged }) => judged);
  let [share, variance] = [0, 0];
  for (const { weight, judged, right } of strata) {
    const own = (right + ADDED * mean) / (judged + ADDED);
    share += (weight / whole) * own;
    variance += ((weight / whole) ** 2 * own * (1 - own) * (judged + ADDED)) / judged ** 2;
  }
  // Where all are alike, nothing is known of their spread; rounding must not make them differ.
  return mean * (1 - mean) < 1e-12 ? equal : Math.min(equal, (share * (1 - share)) / variance);
}

/** s²: the variance of zeros and ones among sampled units, with n − 1. Null of a single one. */
function spread(right: number, taken: number): number | null {
  return taken < 2 ? null : (right * (taken - right)) / (taken * (taken - 1));
}

/**
 * The 95% interval: Wilson's at the effective sample size, as Kott and Carr (Journal of Official Statistics 13, 1997) and
 * Franco, Little, Louis and Slud (Journal of Survey Statistics and Methodology 7, 2019) recommend for samples by design. A
 * whole population needs no interval, and is given as itself.
 */
function estimatedInterval(
  strata: readonly SampledStratum[],
  { value, judged, population }: { value: number; judged: number; population: number },
): Interval | null {
  if (judged >= population) return { low: value, high: value };
  if (judged < LEAST_FOR_AN_ESTIMATED_INTERVAL) return null;
  const size = effectiveSize(
    strata.map(({ population: units, judged: taken, right }) => ({
      population: units,
      taken,
      sum: right,
      squares: right,
    })),
  );
  return wilson(value * size, size);
}

/** The sampled values of one stratum. */
export interface StratumMoments {
  /** N_h: its units in the population. */
  population: number;
  /** n_h: those with a value, 1 to N_h. */
  taken: number;
  /** The sum of their values, and of the squares of these. */
  sum: number;
  squares: number;
}

/** So many responses with the mean of the whole sample are added to each stratum before its variance is taken. */
const ADDED = 2;

/**
 * The effective sample size of a stratified simple random sample for a mean: the size of a simple random sample with
 * replacement whose mean would vary as much, σ²/v (L. Kish, "Survey Sampling", 1965, section 8.1). It need not be whole.
 *
 * σ² and v are of strata whose means are drawn a little to that of the whole sample: the few responses of a stratum that
 * are alike by chance do not make its variance zero, and strata that differ, such as those whose answers have changed,
 * make the sample worth more. Where all values are alike, nothing is known of their spread: `sizeOfEqualSpread`.
 * @param strata fewer units taken than there are, in all
 */
export function effectiveSize(strata: readonly StratumMoments[]): number {
  const total = (key: keyof StratumMoments) =>
    strata.reduce((sum, stratum) => sum + stratum[key], 0);
  const [population, taken] = [total("population"), total("taken")];
  const [mean, square] = [total("sum") / taken, total("squares") / taken];
  const pooled = taken < 2 ? 0 : ((square - mean * mean) * taken) / (taken - 1);
  let [drawnMean, drawnSquare, variance] = [0, 0, 0];
  for (const stratum of strata) {
    const weight = stratum.population / population;
    const own = (stratum.sum + ADDED * mean) / (stratum.taken + ADDED);
    const ownSquare = (stratum.squares + ADDED * square) / (stratum.taken + ADDED);
    const spreadOfOne =
      stratum.taken < 2 ? pooled : ((ownSquare - own * own) * stratum.taken) / (stratum.taken - 1);
    drawnMean += weight * own;
    drawnSquare += weight * ownSquare;
    variance +=
      (weight * weight * (1 - stratum.taken / stratum.population) * spreadOfOne) / stratum.taken;
  }
  // Rounding must not make values that are all alike differ.
  const alike = square - mean * mean < 1e-12;
  return alike || variance <= 0
    ? sizeOfEqualSpread(strata)
    : (drawnSquare - drawnMean * drawnMean) / variance;
}

/**
 * The effective sample size if the values of each stratum vary as much as all of them: 1/[Σ (N_h/N)² (1 − n_h/N_h)/n_h].
 * Of a sample that takes the same share of each stratum it is n/(1 − n/N), as of a simple random sample.
 * @param strata fewer units taken than there are, in all
 */
export function sizeOfEqualSpread(
  strata: readonly Pick<StratumMoments, "population" | "taken">[],
): number {
  const population = strata.reduce((sum, stratum) => sum + stratum.population, 0);
  return (
    1 /
    strata.reduce(
      (sum, { population: units, taken }) =>
        sum + ((units / population) ** 2 * (1 - taken / units)) / taken,
      0,
    )
  );
}
