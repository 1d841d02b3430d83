import { betaQuantile } from "./beta";
import { binomial } from "./binomial";
import type { Chance } from "./chance";

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
  return { low: share <= 0 ? 0 : (centre - spread) / scale, high: share >= 1 ? 1 : (centre + spread) / scale };
}

/**
 * The exact interval of Clopper and Pearson (1934) for a proportion, 95%: it covers the truth at least so often.
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

/** What a bootstrap found out about one statistic. */
export interface BootstrapInterval {
  /** Null if the statistic was undefined in more than half of the replicates. */
  interval: Interval | null;
  replicates: number;
  /** In how many replicates the statistic was undefined; the interval is of the others. */
  undefinedReplicates: number;
}

/** A statistic of grouped counts: `groups[i]` is how many units group i has in this replicate. Null: undefined. */
export type GroupStatistic = (groups: Float64Array) => number | null;

/**
 * Percentile bootstrap over units from their grouped counts. Drawing n units with replacement makes a multinomial of
 * their groups, which is drawn as such: exact, and as fast as there are few groups, however many units they stand for.
 * All statistics are computed from the same replicates. Steps are given in between, so that a server can attend to
 * others; drive it with `finish` if there are none.
 * @param sizes how many units each group has
 * @param replicates at least 1
 */
export function* bootstrap(sizes: readonly number[], statistics: readonly GroupStatistic[], chance: Chance, replicates: number): Generator<void, BootstrapInterval[]> {
  const draw = resampler(sizes, chance);
  const groups = new Float64Array(sizes.length);
  const values = statistics.map(() => new Float64Array(replicates));
  const defined = statistics.map(() => 0);
  let work = 0;
  for (let replicate = 0; replicate < replicates; replicate++) {
    draw(groups);
    statistics.forEach((statistic, at) => {
      const value = statistic(groups);
      if (value !== null) values[at]![defined[at]!++] = value;
    });
    work += sizes.length + 1;
    if (work > 50_000) {
      work = 0;
      yield;
    }
  }
  return values.map((all, at) => {
    const count = defined[at]!;
    const sorted = all.subarray(0, count).sort();
    return {
      interval: count * 2 <= replicates ? null : { low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) },
      replicates,
      undefinedReplicates: replicates - count,
    };
  });
}

/** Runs steps to their end without a pause. */
export function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs steps to their end, with a pause after each. */
export async function finishWithPauses<T>(steps: Generator<void, T>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await pause();
  }
}

/** Draws group counts of as many units, with replacement. */
function resampler(sizes: readonly number[], chance: Chance): (into: Float64Array) => void {
  const units = sizes.reduce((sum, size) => sum + size, 0);
  // With hardly more units than groups, drawing each unit is quicker than a binomial a group.
  return sizes.length * 4 > units ? unitByUnit(sizes, units, chance) : groupByGroup(sizes, units, chance);
}

function groupByGroup(sizes: readonly number[], units: number, chance: Chance): (into: Float64Array) => void {
  return (into) => {
    let unitsLeft = units;
    let sizeLeft = units;
    for (let group = 0; group < sizes.length; group++) {
      const size = sizes[group]!;
      const drawn = size >= sizeLeft ? unitsLeft : binomial(chance, unitsLeft, size / sizeLeft);
      into[group] = drawn;
      unitsLeft -= drawn;
      sizeLeft -= size;
    }
  };
}

function unitByUnit(sizes: readonly number[], units: number, chance: Chance): (into: Float64Array) => void {
  const groupOf = new Int32Array(units);
  let at = 0;
  sizes.forEach((size, group) => groupOf.fill(group, at, (at += size)));
  return (into) => {
    into.fill(0);
    for (let unit = 0; unit < units; unit++) into[groupOf[chance.below(units)]!]! += 1;
  };
}

/** Linear between the order statistics (type 7 of Hyndman and Fan, the default of R and NumPy). */
export function quantile(sorted: Float64Array, probability: number): number {
  const place = (sorted.length - 1) * probability;
  const below = Math.floor(place);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low === high ? low : low + (high - low) * (place - below);
}
