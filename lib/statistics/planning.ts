import { Z_95 } from "./intervals";

/*
 * What a study of a given size will be able to show, before there is any data.
 */

/** The 80% quantile of the standard normal distribution: a power of 80%. */
const Z_POWER_80 = 0.8416212335729143;

/**
 * Returns half the width of the 95% Wilson interval of a proportion.
 * Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
 * @param n how many observations
 * @param p the proportion that is found, 0 to 1; 0.5 gives the widest interval
 * @returns a proportion; null where there is no observation
 */
export function wilsonHalfWidth(n: number, p: number): number | null {
  if (n <= 0) return null;
  return (Z_95 * Math.sqrt((p * (1 - p)) / n + Z_95 ** 2 / (4 * n ** 2))) / (1 + Z_95 ** 2 / n);
}

/**
 * Returns the smallest difference of two proportions on the same n items that McNemar's test finds with a power of 80%
 * at the two-sided level of 5%, in its normal approximation; the exact test needs a little more.
 * Connor, "Sample size for testing differences in proportions for the paired-sample design", Biometrics 43 (1987):
 * n = (z(α/2) √ψ + z(β) √(ψ − δ²))² / δ².
 * @param n how many pairs
 * @param discordant ψ: on which share of the pairs the two differ, 0 to 1
 * @returns δ, 0 to 1; null where n pairs cannot find even the largest one, δ = ψ
 */
export function detectablePaired(n: number, discordant: number): number | null {
  const found = (difference: number) =>
    Z_95 * Math.sqrt(discordant) +
      Z_POWER_80 * Math.sqrt(Math.max(0, discordant - difference ** 2)) <=
    difference * Math.sqrt(n);
  return smallest(found, discordant);
}

/**
 * Returns the smallest difference of two proportions of independent groups, both around one half, that the z test finds
 * with a power of 80% at the two-sided level of 5%.
 * Fleiss, Levin and Paik, Statistical Methods for Rates and Proportions (2003), section 4.3, without its correction for
 * continuity.
 * @returns 0 to 1; null where groups of these sizes cannot find any
 */
export function detectableUnpaired(first: number, second: number): number | null {
  if (first <= 0 || second <= 0) return null;
  const found = (difference: number) => {
    const spread = 1 / first + 1 / second;
    // The mean is one half, so that both proportions have the same variance.
    const variance = 0.25 - difference ** 2 / 4;
    return (
      Z_95 * Math.sqrt(0.25 * spread) + Z_POWER_80 * Math.sqrt(variance * spread) <= difference
    );
  };
  return smallest(found, 1);
}

/** The smallest value up to `most` of which something is true that, once true, stays true; by bisection. */
function smallest(found: (value: number) => boolean, most: number): number | null {
  if (!found(most)) return null;
  let [low, high] = [0, most];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (found(middle)) high = middle;
    else low = middle;
  }
  return high;
}
