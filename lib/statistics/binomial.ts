import { deviance, stirlingError } from "./log-factorial";

/**
 * The probability of k successes in n trials, each with probability p, accurate to some 14 digits for any n. After Catherine
 * Loader, "Fast and accurate computation of binomial probabilities" (2000).
 */
export function binomialProbability(k: number, n: number, p: number): number {
  if (k < 0 || k > n) return 0;
  // Certain whatever happens, or for sure.
  if (n === 0) return 1;
  if (p === 0) return k === 0 ? 1 : 0;
  if (p === 1) return k === n ? 1 : 0;
  if (k === 0) return Math.exp(n * Math.log1p(-p));
  if (k === n) return Math.exp(n * Math.log(p));
  const exponent =
    stirlingError(n) -
    stirlingError(k) -
    stirlingError(n - k) -
    deviance(k, n * p) -
    deviance(n - k, n * (1 - p));
  return Math.exp(exponent) * Math.sqrt(n / (2 * Math.PI * k * (n - k)));
}
