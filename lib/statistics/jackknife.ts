import { SeededRandom } from "./seeded-random";
import { wilsonOfShare, type Interval } from "./intervals";

/** Observed and expected disagreement, both from 0 to 1. A coefficient of agreement is 1 − observed / expected. */
interface Disagreement {
  observed: number;
  expected: number;
}

/** Disagreement from grouped counts: `groups[i]` is how many units group i has. Null: the coefficient is undefined. */
export type DisagreementOf = (groups: ArrayLike<number>) => Disagreement | null;

/** With fewer units there is no interval. */
export const LEAST_UNITS = 10;
/** With more groups than this, leaving out each would take too long: blocks of units are left out in turn. */
const MOST_GROUPS = 1_000;
const BLOCKS = 500;

type WhyNoInterval = "few-units" | "hangs-on-one";

/** An interval of the coefficient, or why there is none: too few units, or without one of them it would be undefined. */
export type JackknifeInterval =
  { interval: Interval; why: null } | { interval: null; why: WhyNoInterval };

export interface JackknifeOptions {
  /**
   * Variance that the observed disagreement is given beyond what the units show, times n², from the expected
   * disagreement; for disagreements of different sizes, of which few units may show only the small ones.
   */
  unseen?: (expected: number) => number;
  /** At most as many trials: how many pairs of ratings were compared. */
  mostTrials?: number;
  /** The expected disagreement to use where all units agree, if another than the coefficient's own. */
  expectedWhereAllAgree?: number;
}

/**
 * The 95% interval of a coefficient 1 − observed / expected from how it changes as units are left out.
 *
 * The coefficient stands for a share of disagreement, observed; its interval is Wilson's of that share, with as many
 * trials as would make a share that uncertain (the effective sample size of E. L. Korn and B. I. Graubard, "Confidence
 * intervals for proportions with small expected number of positive counts", Survey Methodology 24, 1998, 193–201), over
 * the expected disagreement. How uncertain the coefficient is says the jackknife (J. W. Tukey 1958; for agreement K. L. Gwet
 * 2008); the trials are at most those of the observed disagreement by itself. A share of units
 * gets Wilson's own interval, and where all agree it still has a width: that of Wilson's for n units.
 * Steps are given in between, so that a server can attend to others.
 * @param sizes how many units each group has, all above 0
 */
export function* jackknife(
  sizes: readonly number[],
  statistic: DisagreementOf,
  options: JackknifeOptions = {},
): Generator<void, JackknifeInterval> {
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const whole = statistic(sizes);
  if (whole === null || units < LEAST_UNITS) return { interval: null, why: "few-units" };
  const { observed, expected } = whole;
  if (observed <= 0)
    return { interval: over(0, units, options.expectedWhereAllAgree ?? expected), why: null };
  const spread = yield* spreadOf(sizes, units, statistic);
  if (spread === null) return { interval: null, why: "hangs-on-one" };
  const unseen = (options.unseen?.(expected) ?? 0) / (units * units);
  // Where all units disagree alike, what is left of their variance is rounding.
  const trials = (variance: number) =>
    observed >= 1 || variance <= 1e-20 * observed * observed
      ? units
      : (observed * (1 - observed)) / variance;
  const byItself = Math.min(trials(spread.observed + unseen), options.mostTrials ?? Infinity);
  return {
    interval: over(
      observed,
      Math.min(byItself, trials(spread.coefficient * expected * expected + unseen)),
      expected,
    ),
    why: null,
  };
}

function over(observed: number, trials: number, expected: number): Interval {
  const { low, high } = wilsonOfShare(observed, trials);
  return { low: 1 - high / expected, high: 1 - low / expected };
}

interface Spread {
  coefficient: number;
  observed: number;
}

/** The variances of the coefficient and of its observed disagreement; null where it is undefined without some unit. */
function* spreadOf(
  sizes: readonly number[],
  units: number,
  statistic: DisagreementOf,
): Generator<void, Spread | null> {
  const blocks = sizes.length <= MOST_GROUPS ? null : blocksOf(sizes, units);
  const count = blocks === null ? sizes.length : blocks.length;
  const groups = Float64Array.from(sizes);
  const found: (Spread & { weight: number })[] = [];
  let work = 0;
  for (let at = 0; at < count; at++) {
    // Out with one unit of the group, or with all of the block; then in again.
    const left = blocks === null ? [at] : blocks[at]!;
    for (const group of left) groups[group]! -= 1;
    const without = statistic(groups);
    for (const group of left) groups[group]! += 1;
    if (without === null) return null;
    found.push({
      coefficient: 1 - without.observed / without.expected,
      observed: without.observed,
      weight: blocks === null ? sizes[at]! : 1,
    });
    work += sizes.length;
    if (work > 50_000) {
      work = 0;
      yield;
    }
  }
  const parts = found.reduce((sum, { weight }) => sum + weight, 0);
  const variance = (of: keyof Spread) => {
    const mean = found.reduce((sum, one) => sum + one.weight * one[of], 0) / parts;
    // ((n − 1) / n)² rather than (n − 1) / n, so that a share p of n units has p (1 − p) / n.
    return (
      ((parts - 1) / parts) ** 2 *
      found.reduce((sum, one) => sum + one.weight * (one[of] - mean) ** 2, 0)
    );
  };
  return { coefficient: variance("coefficient"), observed: variance("observed") };
}

/** Units dealt to blocks by chance of a fixed seed, so that the same units make the same interval: the group of each. */
function blocksOf(sizes: readonly number[], units: number): number[][] {
  const groupOf = new Int32Array(units);
  let filled = 0;
  sizes.forEach((size, group) => groupOf.fill(group, filled, (filled += size)));
  const chance = SeededRandom.ofSeed(1, 4);
  for (let last = units - 1; last > 0; last--) {
    const other = chance.below(last + 1);
    [groupOf[last], groupOf[other]] = [groupOf[other]!, groupOf[last]!];
  }
  const blocks: number[][] = Array.from({ length: BLOCKS }, () => []);
  groupOf.forEach((group, at) => blocks[at % BLOCKS]!.push(group));
  return blocks;
}
