import { bootstrap, RESAMPLES, type BootstrapInterval } from "@/lib/statistics/bootstrap";
import { LEAST_UNITS } from "@/lib/statistics/jackknife";
import { formatCount } from "@/lib/platform/format";
import type { Coefficient, OrdinalRatings } from "./coefficient";
import { formatShareOf } from "@/lib/platform/numbers";

/** From this share of ratings on, one level hides what the coefficients tell. */
const PREVAILING = 0.9;

/**
 * Distribution, mean and median of the ratings on an ordinal scale, with bootstrap intervals over questions. Each rating
 * counts the same.
 * @param levels from the lowest; texts that are no numbers count as 0, 1, 2 …
 * @param questions for each question, how many of its ratings have each level
 * @param names of the levels, as the note calls them
 */
export function* levelSteps(
  levels: readonly string[],
  questions: readonly (readonly number[])[],
  names: readonly string[] = levels,
): Generator<void, Omit<OrdinalRatings, "weighted">> {
  const plain = levels.every((level) => level.trim() !== "" && Number.isFinite(Number(level)));
  const numbers = levels.map((level, at) => (plain ? Number(level) : at));
  const totalsOf = (times: ArrayLike<number>) => {
    const totals = levels.map(() => 0);
    for (let q = 0; q < questions.length; q++) {
      if (times[q] === 0) continue;
      const counts = questions[q]!;
      for (let at = 0; at < totals.length; at++) totals[at]! += times[q]! * counts[at]!;
    }
    return totals;
  };
  const totals = totalsOf(new Float64Array(questions.length).fill(1));
  const all = totals.reduce((sum, count) => sum + count, 0);
  const intervalOf = yield* bootstrap(questions.length, (times) => {
    const drawn = totalsOf(times);
    return [meanOf(drawn, numbers), medianOf(drawn, numbers)];
  });
  const most = Math.max(0, ...totals);
  return {
    levels: levels.map((level, at) => ({
      level,
      number: numbers[at]!,
      ratings: totals[at]!,
      share: all === 0 ? null : totals[at]! / all,
    })),
    mean: overQuestions("Mean of all ratings", meanOf(totals, numbers), all, intervalOf(0)),
    median: overQuestions("Median of all ratings", medianOf(totals, numbers), all, intervalOf(1)),
    note:
      all > 0 && most / all > PREVAILING
        ? `“${names[totals.indexOf(most)]!}” is ${formatShareOf(most, all)} of all ratings: chance agreement is high, so kappa and alpha can be low although raters rarely differ.`
        : null,
  };
}

function meanOf(totals: readonly number[], numbers: readonly number[]): number | null {
  const all = totals.reduce((sum, count) => sum + count, 0);
  return all === 0 ? null : totals.reduce((sum, count, at) => sum + count * numbers[at]!, 0) / all;
}

function medianOf(totals: readonly number[], numbers: readonly number[]): number | null {
  const all = totals.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  const at = (place: number) => {
    let passed = 0;
    return numbers[totals.findIndex((count) => (passed += count) > place)]!;
  };
  return (at(Math.floor((all - 1) / 2)) + at(Math.floor(all / 2))) / 2;
}

/** A number with its bootstrap interval over questions, or why there is none. */
export function overQuestions(
  what: string,
  value: number | null,
  n: number,
  found: BootstrapInterval,
  undefinedBecause = "No ratings.",
): Coefficient {
  if (value === null) return { value, low: null, high: null, n, method: what, undefinedBecause };
  return {
    value,
    low: found.interval?.low ?? null,
    high: found.interval?.high ?? null,
    n,
    method: `${what}; ${WHY[found.why ?? "none"]}`,
    undefinedBecause: null,
  };
}

const WHY: Record<NonNullable<BootstrapInterval["why"]> | "none", string> = {
  none: `95% percentile bootstrap interval over questions, ${formatCount(RESAMPLES)} resamples`,
  "few-units": `no interval (fewer than ${LEAST_UNITS} questions)`,
  "undefined-often": "no interval (undefined in many resamples)",
  "no-spread": "no interval (the same in all resamples)",
};
