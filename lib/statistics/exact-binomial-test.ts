import { betaDistribution } from "./beta";
import { binomialProbability } from "./binomial";

/**
 * The exact two-sided p-value of "as many fall on one side as on the other": twice the smaller tail of a binomial with
 * one half, at most 1. Without any count it is 1. Counts that are not whole, as of an effective sample size, are taken as
 * E. L. Korn and B. I. Graubard take them for exact intervals (Survey Methodology 24, 1998, 193–201): by the beta
 * distribution, which the tail is.
 */
export function exactSignTest(one: number, other: number): number {
  const n = one + other;
  const least = Math.min(one, other);
  if (least * 2 >= n - 1) return 1;
  if (!Number.isInteger(one) || !Number.isInteger(other))
    return Math.min(1, 2 * betaDistribution(0.5, n - least, least + 1));
  let sum = 1;
  let term = 1;
  for (let k = least; k > 0; k--) {
    // From one place of the tail to the next further out; the first is taken as 1 so that nothing underflows.
    term *= k / (n - k + 1);
    const next = sum + term;
    if (next === sum) break;
    sum = next;
  }
  return Math.min(1, 2 * binomialProbability(least, n, 0.5) * sum);
}
