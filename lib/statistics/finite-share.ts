import { binomialProbability } from "./binomial";
import type { Interval } from "./intervals";

/** How often a true share may lie below the interval, and how often above it. Rounding does not decide a tie with it. */
const TAIL = 0.025 + 1e-12;

/**
 * The interval of a share of a finite population, 95%, from a sample that was drawn at random and without replacement:
 * the numbers of hits in the population that the hypergeometric distribution does not reject by its mid-p value (H. O.
 * Lancaster, "Significance tests in discrete distributions", JASA 56, 1961, 223–234; as an interval A. Agresti and A.
 * Gottard, "Nonconservative exact small-sample inference for discrete data", CSDA 51, 2007, 6447–6458), over the size of
 * the population. Made for rare things, as errors are: without a hit the upper end is some three over the sample's size.
 * A population that was seen whole has no interval beyond its own share.
 * @param hits whole, of the sample
 * @param sampled whole; the sample's size, at most the population's
 * @returns null without a sample
 */
export function finiteShare(hits: number, sampled: number, population: number): Interval | null {
  if (sampled <= 0) return null;
  // What the population can hold, given what was seen.
  const [least, most] = [hits, population - (sampled - hits)];
  /** The mid-p value of hits as many as these or more, or as few or fewer. */
  const tail = (all: number, upper: boolean) =>
    upper
      ? midTail(hits, all, population - all, sampled)
      : midTail(sampled - hits, population - all, all, sampled);
  // The more hits the population holds, the likelier are many in the sample, and the rarer few.
  return {
    low: firstWhere(least, most, (all) => tail(all, true) > TAIL) / population,
    high:
      (firstWhere(least, most + 1, (all) => all > most || tail(all, false) <= TAIL) - 1) /
      population,
  };
}

/** The first whole number from `low` to `high` of which something is true that stays true from there on; `high` where it is of none before. */
function firstWhere(low: number, high: number, holds: (number: number) => boolean): number {
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Of a sample from `of` and `others`: half the probability of `some` of the former, and that of more. */
function midTail(some: number, of: number, others: number, sampled: number): number {
  // Summed up from where the terms grow smaller: from far below the mean the first of them would be too small for a number.
  if (some * (of + others) < sampled * of) return 1 - midTail(sampled - some, others, of, sampled);
  const most = Math.min(sampled, of);
  if (some > most) return 0;
  const at = probability(some, of, others, sampled);
  let sum = at / 2;
  let term = at;
  for (let more = some + 1; more <= most; more++) {
    term *= ((of - more + 1) * (sampled - more + 1)) / (more * (others - sampled + more));
    const next = sum + term;
    if (next === sum && term < at) break;
    sum = next;
  }
  return sum;
}

/** The hypergeometric probability, by three binomial ones, so that nothing overflows or cancels (Loader 2000). */
function probability(some: number, of: number, others: number, sampled: number): number {
  const p = sampled / (of + others);
  return (
    (binomialProbability(some, of, p) * binomialProbability(sampled - some, others, p)) /
    binomialProbability(sampled, of + others, p)
  );
}
