import {
  BY_CHANCE,
  FAST_WINDOW,
  LEAST_OTHERS,
  LONGEST_ROW,
  SHORTEST_ROW,
  type FastFigures,
  type RowFigures,
} from "./vocabulary";

/*
 * When a rater's ratings raise an alarm. Population and definitions: docs/decisions/0171-alarms-of-raters.md.
 */

/** A first rating (no correction) of one rater in one campaign. */
export interface TimedRating {
  /** Time at work, as the desk measured it. */
  activeMs: number;
  /** When its item was given to the rater, by the server's clock; milliseconds since 1970. */
  handedAt: number | null;
  /** When it was entered, as the rater's device said; null where that is not known. */
  enteredAt: number | null;
}

const NEWEST_FIRST = (one: number, other: number) => other - one;

/**
 * How much time the server's clock allows a rating, in milliseconds and at the tightest: of any number of ratings, all were
 * given between when the first of their items was handed out and `until`. Those whose items came last tell most.
 * @param least of fewer ratings together nothing is said
 */
function tightest(
  handed: readonly (number | null)[],
  until: number,
  least: number,
): { ratings: number; each: number } | null {
  const latest = handed.map((at) => at ?? -Infinity).sort(NEWEST_FIRST);
  let found: { ratings: number; each: number } | null = null;
  for (let ratings = least; ratings <= latest.length; ratings++) {
    const each = (until - latest[ratings - 1]!) / ratings;
    if (found === null || each < found.each) found = { ratings, each };
  }
  return found;
}

/**
 * Whether ratings took less than the limit each. A desk may say anything of the time at work and of when a rating was
 * entered; how much time there can have been, the clock says. The smallest of the three counts.
 * @param latest the ratings since the last such alarm, the one that arrived last first
 */
export function tooFast(
  latest: readonly TimedRating[],
  limit: number | null,
  now: number,
): FastFigures | null {
  const window = latest.slice(0, FAST_WINDOW);
  if (limit === null || window.length < FAST_WINDOW) return null;
  const times = window.map(({ activeMs }) => activeMs).sort((a, b) => a - b);
  const possible = tightest(
    latest.map(({ handedAt }) => handedAt),
    now,
    FAST_WINDOW,
  )!;
  const [said] = [
    { ratings: FAST_WINDOW, each: (times[FAST_WINDOW / 2 - 1]! + times[FAST_WINDOW / 2]!) / 2 },
    { ratings: FAST_WINDOW, each: stepsOf(window) },
    possible,
  ].sort((one, other) => one.each - other.each);
  const seconds = Math.max(0, said!.each) / 1_000;
  return seconds < limit ? { ratings: said!.ratings, seconds, limit } : null;
}

/** The mean time between ratings that were entered one after the other; a clock that was set back only makes it longer. */
function stepsOf(window: readonly TimedRating[]): number {
  let sum = 0;
  for (let n = 1; n < window.length; n++) {
    const [one, other] = [window[n - 1]!.enteredAt, window[n]!.enteredAt];
    sum += one === null || other === null ? Infinity : Math.abs(one - other);
  }
  return sum / (window.length - 1);
}

/**
 * Whether someone whom an alarm paused can have entered a rating before, as their device says: not where they would have
 * rated faster than the limit until then.
 * @param handed when the items of their ratings were handed out, by the server's clock
 * @param own when the item of this one was
 */
export function canHaveBeenEntered(
  handed: readonly (number | null)[],
  own: number | null,
  limit: number,
  pausedAt: number,
): boolean {
  const possible = tightest([...handed, own], pausedAt, FAST_WINDOW);
  return possible === null || possible.each >= limit * 1_000;
}

/** How many of the latest ratings say the same, from the last one back. */
export function rowOf(latest: readonly string[]): number {
  const other = latest.findIndex((outcome) => outcome !== latest[0]);
  return Math.min(LONGEST_ROW, other === -1 ? latest.length : other);
}

/**
 * The expected number of places at which a row of `row` equal ratings begins among `ratings` that are independent and
 * say it with probability `share`: it bounds how likely such a row is (W. Feller, An Introduction to Probability Theory
 * and Its Applications, vol. 1, on runs; the union bound).
 */
export function chanceOfRow(row: number, share: number, ratings: number): number {
  return row > ratings ? 0 : Math.min(1, (ratings - row + 1) * share ** row);
}

/**
 * Whether a row of equal ratings is longer than chance explains.
 * @param row as rowOf counts it
 * @param ratings how many the rater gave in the campaign
 * @param others ratings of other raters of the campaign, and how many of them say the same
 */
export function straightLining(
  row: number,
  ratings: number,
  others: { same: number; total: number },
): RowFigures | null {
  if (row < SHORTEST_ROW || others.total < LEAST_OTHERS) return null;
  // Laplace's rule: what no one else said is rare, and not impossible.
  const share = (others.same + 1) / (others.total + 2);
  const chance = chanceOfRow(row, share, ratings);
  return chance < 1 / BY_CHANCE ? { ratings: row, share, others: others.total, chance } : null;
}
