import type { Cluster } from "@/lib/statistics/clustered-share";
import type { DisagreementOf } from "@/lib/statistics/jackknife";
import type { PairCell, Patterns } from "./patterns";
import type { Level } from "./coefficient";

/*
 * The coefficients themselves, as functions of how many units each group has, so that a unit can be left out at the cost
 * of the groups there are. All have one form, 1 − observed / expected disagreement, and answer both. They answer null
 * where the coefficient is undefined: no units, or no room for chance. Every unit has at least two ratings.
 */

/**
 * The share of agreeing pairs of ratings of a unit, averaged over the units: percent agreement. Nothing is expected of
 * chance, so that the expected disagreement is 1.
 */
export function percentAgreement(patterns: Patterns): DisagreementOf {
  const disagreed = disagreementByPattern(patterns);
  return (units) => {
    let sum = 0;
    let all = 0;
    for (let p = 0; p < patterns.sizes.length; p++) {
      sum += units[p]! * disagreed[p]!;
      all += units[p]!;
    }
    return all === 0 ? null : { observed: sum / all, expected: 1 };
  };
}

/** For each pattern, the share of disagreeing pairs among the pairs of its ratings. */
function disagreementByPattern(patterns: Patterns): Float64Array {
  return Float64Array.from(patterns.sizes, (_, p) => {
    const ratings = patterns.ratings[p]!;
    let pairs = 0;
    for (let at = patterns.start[p]!; at < patterns.start[p + 1]!; at++)
      pairs += patterns.count[at]! * (patterns.count[at]! - 1);
    return 1 - pairs / (ratings * (ratings - 1));
  });
}

/**
 * Specific agreement on one value: of the pairs of ratings with that value on one side, the share that has it on both
 * (R. L. Spitzer and J. L. Fleiss 1974 for two raters; for any number J. Uebersax, "Raw agreement indices").
 * "Positive" and "negative agreement" are those on credit and on no credit. The pairs of a unit count together as one,
 * however many they are, as in percent agreement: this is then the mean of the specific agreements, each weighted by how
 * much of the ratings has its value.
 * @returns for each unit with that value, its agreeing pairs of so many, as parts of those of the unit with the most ratings
 */
export function specificAgreement(patterns: Patterns, value: number): Cluster[] {
  const most = Math.max(0, ...patterns.ratings);
  return patterns.sizes.flatMap((units, p) => {
    const ratings = patterns.ratings[p]!;
    let given = 0;
    for (let at = patterns.start[p]!; at < patterns.start[p + 1]!; at++)
      if (patterns.value[at] === value) given = patterns.count[at]!;
    const weight = most / ratings;
    return given === 0
      ? []
      : [
          {
            points: (weight * given * (given - 1)) / (ratings - 1),
            of: weight * given,
            times: units,
          },
        ];
  });
}

/** How far apart two values of a scale of `width` are, from 0 to 1. */
export type Weights = (first: number, second: number, width: number) => number;
/** Any two values are as far apart. */
const UNWEIGHTED: Weights = (first, second) => (first === second ? 0 : 1);
/** Each step of the scale counts the same (J. Cohen 1968, with the linear weights of Cicchetti and Allison 1971). */
export const LINEAR: Weights = (first, second, width) =>
  first === second ? 0 : Math.abs(first - second) / (width - 1);
/** Far steps count more: the squares of the linear weights (J. L. Fleiss and J. Cohen 1973). */
export const QUADRATIC: Weights = (first, second, width) => LINEAR(first, second, width) ** 2;

/**
 * Cohen's kappa (1960; weighted 1968): agreement beyond what two raters would reach by chance who use the values as often
 * as these two do.
 */
export function cohensKappa(
  cells: readonly PairCell[],
  width: number,
  weights: Weights = UNWEIGHTED,
): DisagreementOf {
  const first = new Float64Array(width);
  const second = new Float64Array(width);
  const apart = Array.from({ length: width }, (_, one) =>
    Float64Array.from({ length: width }, (_, other) => weights(one, other, width)),
  );
  return (units) => {
    first.fill(0);
    second.fill(0);
    let total = 0;
    let observed = 0;
    cells.forEach((cell, at) => {
      first[cell.first]! += units[at]!;
      second[cell.second]! += units[at]!;
      total += units[at]!;
      observed += units[at]! * apart[cell.first]![cell.second]!;
    });
    let expected = 0;
    for (let one = 0; one < width; one++) {
      if (first[one] === 0) continue;
      for (let other = 0; other < width; other++)
        expected += first[one]! * second[other]! * apart[one]![other]!;
    }
    return expected <= 0
      ? null
      : { observed: observed / total, expected: expected / (total * total) };
  };
}

/**
 * Fleiss' kappa (1971): agreement beyond what raters would reach by chance who use the values as often as all ratings
 * together do. Every unit has the same number of ratings, at least two.
 */
export function fleissKappa(patterns: Patterns): DisagreementOf {
  const agreement = percentAgreement(patterns);
  const totals = new Float64Array(patterns.width);
  return (units) => {
    const percent = agreement(units);
    if (percent === null) return null;
    const all = sumByValue(patterns, units, totals);
    let different = all * all;
    for (let value = 0; value < totals.length; value++)
      different -= totals[value]! * totals[value]!;
    return different <= 0
      ? null
      : { observed: percent.observed, expected: different / (all * all) };
  };
}

/**
 * Gwet's AC1 (2008), for any number of raters and missing ratings (as in his handbook of 2014 and irrCAC): the chance of
 * agreeing is that of guessing, so that a rare value does not pull the coefficient down.
 * @param scale how many values a rater could give
 */
export function gwetAC1(patterns: Patterns, scale: number): DisagreementOf {
  return beyondGuessing(patterns, percentAgreement(patterns), scale < 2 ? null : 1 / (scale - 1));
}

/**
 * Gwet's AC2 (handbook of 2014, sections 3.5 and 4.4): AC1 with weights, so that near values agree in part. The chance of
 * agreeing is T / (q (q − 1)) Σ π (1 − π), where T is the sum of the weights of agreement of all q × q pairs of values.
 * The values of the patterns are those of the whole scale, in use or not.
 */
export function gwetAC2(patterns: Patterns, weights: Weights): DisagreementOf {
  const q = patterns.width;
  let agreed = 0;
  for (let one = 0; one < q; one++)
    for (let other = 0; other < q; other++) agreed += 1 - weights(one, other, q);
  return beyondGuessing(
    patterns,
    weightedDisagreement(patterns, weights),
    q < 2 ? null : agreed / (q * (q - 1)),
  );
}

/** How far apart the ratings of a unit are, averaged over its pairs of ratings and the units. */
function weightedDisagreement(patterns: Patterns, weights: Weights): DisagreementOf {
  const apart = Float64Array.from(patterns.sizes, (_, p) => {
    const [from, to] = [patterns.start[p]!, patterns.start[p + 1]!];
    let sum = 0;
    for (let one = from; one < to; one++)
      for (let other = from; other < to; other++)
        sum +=
          patterns.count[one]! *
          patterns.count[other]! *
          weights(patterns.value[one]!, patterns.value[other]!, patterns.width);
    return sum / (patterns.ratings[p]! * (patterns.ratings[p]! - 1));
  });
  return (units) => {
    let [sum, all] = [0, 0];
    for (let p = 0; p < apart.length; p++) {
      sum += units[p]! * apart[p]!;
      all += units[p]!;
    }
    return all === 0 ? null : { observed: sum / all, expected: 1 };
  };
}

/** @param guessed what Σ π (1 − π) is multiplied with for the chance of agreeing; null: the scale is too short */
function beyondGuessing(
  patterns: Patterns,
  disagreement: DisagreementOf,
  guessed: number | null,
): DisagreementOf {
  const shares = new Float64Array(patterns.width);
  return (units) => {
    const found = disagreement(units);
    if (found === null || guessed === null) return null;
    shares.fill(0);
    let all = 0;
    for (let p = 0; p < patterns.sizes.length; p++) {
      if (units[p] === 0) continue;
      all += units[p]!;
      for (let at = patterns.start[p]!; at < patterns.start[p + 1]!; at++)
        shares[patterns.value[at]!]! += (units[p]! * patterns.count[at]!) / patterns.ratings[p]!;
    }
    let guessing = 0;
    for (let value = 0; value < shares.length; value++)
      guessing += (shares[value]! / all) * (1 - shares[value]! / all);
    return { observed: found.observed, expected: 1 - guessing * guessed };
  };
}

/**
 * Krippendorff's alpha (2004), over the units with at least two ratings. Disagreements are measured in the largest
 * difference that there is between two values in use, so that they lie between 0 and 1.
 * @param numbers the values as numbers, for the interval level
 */
export function krippendorffsAlpha(
  patterns: Patterns,
  level: Level,
  numbers: readonly number[] = [],
): DisagreementOf {
  if (level === "nominal") return nominalAlpha(patterns);
  const totals = new Float64Array(patterns.width);
  const places = new Float64Array(patterns.width);
  if (level === "interval") {
    // Differences stay the same, and their squares exact for longer, around the middle of the values.
    const middle = numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
    numbers.forEach((number, value) => (places[value] = number - middle));
  }
  return (units) => {
    const all = sumByValue(patterns, units, totals);
    if (level === "ordinal") {
      // The ordinal metric is the square of the distance between mean ranks.
      let before = -all / 2;
      for (let value = 0; value < totals.length; value++) {
        places[value] = before + totals[value]! / 2;
        before += totals[value]!;
      }
    }
    let sum = 0;
    let squares = 0;
    let [lowest, highest] = [Infinity, -Infinity];
    for (let value = 0; value < totals.length; value++) {
      if (totals[value]! > 0) {
        lowest = Math.min(lowest, places[value]!);
        highest = Math.max(highest, places[value]!);
      }
      sum += totals[value]! * places[value]!;
      squares += totals[value]! * places[value]! * places[value]!;
    }
    const expected = all * squares - sum * sum;
    if (highest <= lowest || expected <= 0) return null;
    let observed = 0;
    for (let p = 0; p < patterns.sizes.length; p++) {
      const ratings = patterns.ratings[p]!;
      const first = patterns.start[p]!;
      if (units[p] === 0 || patterns.start[p + 1]! - first < 2) continue;
      // The unit's own sums, taken around its first value.
      const origin = places[patterns.value[first]!]!;
      let own = 0;
      let ownSquares = 0;
      for (let at = first; at < patterns.start[p + 1]!; at++) {
        const distance = places[patterns.value[at]!]! - origin;
        own += patterns.count[at]! * distance;
        ownSquares += patterns.count[at]! * distance * distance;
      }
      observed += (units[p]! * (ratings * ownSquares - own * own)) / (ratings - 1);
    }
    const largest = (highest - lowest) * (highest - lowest);
    // Each pair of ratings was counted once from either side.
    return {
      observed: (2 * observed) / all / largest,
      expected: (2 * expected) / (all * (all - 1)) / largest,
    };
  };
}

function nominalAlpha(patterns: Patterns): DisagreementOf {
  const totals = new Float64Array(patterns.width);
  const disagreed = disagreementByPattern(patterns);
  return (units) => {
    const all = sumByValue(patterns, units, totals);
    let expected = all * all;
    for (let value = 0; value < totals.length; value++) expected -= totals[value]! * totals[value]!;
    if (expected <= 0) return null;
    let observed = 0;
    for (let p = 0; p < patterns.sizes.length; p++)
      observed += units[p]! * patterns.ratings[p]! * disagreed[p]!;
    return { observed: observed / all, expected: expected / (all * (all - 1)) };
  };
}

/** Ratings of each value. Returns all ratings. */
function sumByValue(patterns: Patterns, units: ArrayLike<number>, totals: Float64Array): number {
  totals.fill(0);
  let all = 0;
  for (let p = 0; p < patterns.sizes.length; p++) {
    if (units[p] === 0) continue;
    all += units[p]! * patterns.ratings[p]!;
    for (let at = patterns.start[p]!; at < patterns.start[p + 1]!; at++)
      totals[patterns.value[at]!]! += units[p]! * patterns.count[at]!;
  }
  return all;
}
