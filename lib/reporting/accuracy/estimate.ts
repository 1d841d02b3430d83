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
  let value = 0;
  let variance = 0;
  for (const { population: size, judged: taken, right } of covered) {
    const weight = size / population;
    value += weight * (right / taken);
    variance += weight * weight * (1 - taken / size) * ((spread(right, taken) ?? pooled) / taken);
  }
  // Rounding must not make "all right" a little less.
  if (covered.every(({ right, judged: taken }) => right === taken)) value = 1;
  return {
    value,
    population,
    uncovered,
    variance,
    interval: estimatedInterval({ value, variance, judged, population }),
  };
}

/** s²: the variance of zeros and ones among sampled units, with n − 1. Null of a single one. */
function spread(right: number, taken: number): number | null {
  return taken < 2 ? null : (right * (taken - right)) / (taken * (taken - 1));
}

/**
 * The 95% interval: Wilson's at the effective sample size p(1 − p)/v, as Kott and Carr (Journal of Official Statistics 13,
 * 1997) and Franco, Little, Louis and Slud (Journal of Survey Statistics and Methodology 7, 2019) recommend for samples
 * by design. The size is at most that of a simple random sample, n/(1 − n/N): a variance that came out small by chance,
 * or as zero, narrows nothing. A whole population needs no interval, and is given as itself.
 */
function estimatedInterval({
  value,
  variance,
  judged,
  population,
}: {
  value: number;
  variance: number;
  judged: number;
  population: number;
}): Interval | null {
  if (judged >= population) return { low: value, high: value };
  if (judged < LEAST_FOR_AN_ESTIMATED_INTERVAL) return null;
  const simple = judged / (1 - judged / population);
  const size = variance > 0 ? Math.min((value * (1 - value)) / variance, simple) : simple;
  return wilson(value * size, size);
}
