import { chiSquareTail } from "./chi-square";
import { Z_95, type Interval } from "./intervals";
import { LEAST_UNITS } from "./jackknife";
import { SeededRandom } from "./seeded-random";

/** How many resamples there are, and the seed that they are drawn by. */
export const RESAMPLES = 2_000;
const SEED = 1;
/** A number that is undefined in more of the resamples than this share has no interval. */
const MOST_UNDEFINED = 0.05;

/** `few-units`: too few groups; `undefined-often`: undefined in many resamples; `no-spread`: the same in all of them. */
type WhyNoBootstrap = "few-units" | "undefined-often" | "no-spread";
export type BootstrapInterval =
  { interval: Interval; why: null } | { interval: null; why: WhyNoBootstrap };

/**
 * 95% intervals by the percentile bootstrap over groups (B. Efron 1979; A. C. Davison and D. V. Hinkley, "Bootstrap
 * Methods and their Application", 1997, sections 2.4 and 5.3.1): groups are drawn with replacement, as many as there
 * are, and an interval leaves out as much of what the resamples give on either side: 2.5% of very many groups, less of few
 * (see `tailOf`). Whole groups are drawn, so that what belongs together, such as all that was said of one question, stays
 * together. The draw depends on the number of groups alone. Steps are given in between, so that a server can attend to
 * others.
 * @param groups how many there are
 * @param statistics the numbers of a resample, always as many; `times[g]` is how often group g was drawn. Null: undefined.
 *   Resamples in which a number is undefined are left out of its interval, up to one in twenty.
 * @returns an interval for each number, or why it has none; with fewer groups than `LEAST_UNITS` a single answer for all
 */
export function* bootstrap(
  groups: number,
  statistics: (times: Float64Array) => readonly (number | null)[],
): Generator<void, (at: number) => BootstrapInterval> {
  if (groups < LEAST_UNITS) return () => ({ interval: null, why: "few-units" });
  const chance = SeededRandom.ofSeed(SEED, 124);
  const times = new Float64Array(groups);
  const found: number[][] = [];
  for (let resample = 0; resample < RESAMPLES; resample++) {
    times.fill(0);
    for (let drawn = 0; drawn < groups; drawn++) times[chance.below(groups)]! += 1;
    statistics(times).forEach((value, at) => {
      found[at] ??= [];
      if (value !== null) found[at].push(value);
    });
    yield;
  }
  const tail = tailOf(groups);
  const intervals = found.map((values) => percentiles(values, tail));
  return (at) => intervals[at]!;
}

/**
 * What is left out on each side: Φ(−√(n / (n − 1)) t), with the 97.5% quantile t of Student's distribution of n − 1 degrees
 * of freedom. Resamples vary less than samples do, by (n − 1) / n, and the spread is only estimated; so few groups get as
 * wide an interval as Student's (the expanded percentile interval of T. C. Hesterberg, "What Teachers Should Know About
 * the Bootstrap", American Statistician 69, 2015, 371–386).
 * @param groups `LEAST_UNITS` or more
 */
export function tailOf(groups: number): number {
  const expanded = Math.sqrt(groups / (groups - 1)) * studentsQuantile(groups - 1);
  return chiSquareTail(expanded * expanded, 1) / 2;
}

/**
 * The 97.5% quantile of Student's t, from that of the normal distribution by its expansion (M. Abramowitz and I. A. Stegun,
 * "Handbook of Mathematical Functions", 1964, 26.7.5): to four digits from nine degrees of freedom on.
 */
function studentsQuantile(degrees: number): number {
  const z = Z_95;
  return (
    z +
    (z ** 3 + z) / (4 * degrees) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * degrees ** 3) +
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / (92_160 * degrees ** 4)
  );
}

function percentiles(values: number[], tail: number): BootstrapInterval {
  if (values.length < (1 - MOST_UNDEFINED) * RESAMPLES)
    return { interval: null, why: "undefined-often" };
  const sorted = Float64Array.from(values).sort();
  const [least, most] = [sorted[0]!, sorted.at(-1)!];
  if (most - least <= 1e-12 * Math.max(Math.abs(least), Math.abs(most)))
    return { interval: null, why: "no-spread" };
  return { interval: { low: quantile(sorted, tail), high: quantile(sorted, 1 - tail) }, why: null };
}

/** Between neighbors in proportion: type 7 of R. J. Hyndman and Y. Fan, "Sample quantiles", American Statistician 50 (1996). */
function quantile(sorted: Float64Array, probability: number): number {
  const place = (sorted.length - 1) * probability;
  const below = Math.floor(place);
  const [low, high] = [sorted[below]!, sorted[Math.min(below + 1, sorted.length - 1)]!];
  return low + (place - below) * (high - low);
}
