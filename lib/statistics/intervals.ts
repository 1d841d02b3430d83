import { betaQuantile } from "./beta";

/** The half-width of 95% of a standard normal distribution. */
export const Z_95 = 1.959963984540054;

/** From and to, both included. */
export interface Interval {
  low: number;
  high: number;
}

/**
 * Wilson's score interval (1927) for a proportion, 95%, without continuity correction.
 * @returns null without trials
 */
export function wilson(successes: number, trials: number): Interval | null {
  return trials <= 0 ? null : wilsonOfShare(successes / trials, trials);
}

/**
 * Wilson's interval around a share of any number of trials, which need not be whole: an effective sample size.
 * @param share from 0 to 1
 * @param trials above 0
 */
export function wilsonOfShare(share: number, trials: number): Interval {
  const z2 = Z_95 * Z_95;
  const centre = share + z2 / (2 * trials);
  const spread = Z_95 * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials * trials));
  const scale = 1 + z2 / trials;
  // At the ends the formula gives 0 and 1 but for rounding.
  return {
    low: share <= 0 ? 0 : (centre - spread) / scale,
    high: share >= 1 ? 1 : (centre + spread) / scale,
  };
}

/**
 * The exact interval of Clopper and Pearson (1934) for a proportion, 95%: it covers the truth at least so often. Counts
 * that are not whole are those of an effective sample size, as Korn and Graubard (1998) take them.
 * @returns null without trials
 */
export function clopperPearson(successes: number, trials: number): Interval | null {
  if (trials <= 0) return null;
  const failures = trials - successes;
  return {
    low: successes === 0 ? 0 : betaQuantile(0.025, successes, failures + 1),
    high: failures === 0 ? 1 : betaQuantile(0.975, successes + 1, failures),
  };
}

/** Runs steps to their end without a pause. */
export function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs steps to their end, with a pause after each. */
export async function finishWithPauses<T>(
  steps: Generator<void, T>,
  pause: () => Promise<void>,
): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await pause();
  }
}
