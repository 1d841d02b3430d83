import type { PairCell, Patterns } from "./patterns";
import type { Level } from "./schema";

/*
 * The coefficients themselves, as functions of how many units each group has, so that a bootstrap replicate costs no
 * more than the groups there are. Each answers null where it is undefined: too little data, or no room for chance.
 */

/**
 * The share of agreeing pairs of ratings of a unit, averaged over the units with at least two ratings.
 */
export function percentAgreement(patterns: Patterns): (units: ArrayLike<number>) => number | null {
  const agreed = agreementByPattern(patterns);
  return (units) => {
    let sum = 0;
    let pairable = 0;
    for (let p = 0; p < patterns.sizes.length; p++) {
      if (patterns.ratings[p]! < 2) continue;
      sum += units[p]! * agreed[p]!;
      pairable += units[p]!;
    }
    return pairable === 0 ? null : sum / pairable;
  };
}

/** For each pattern, the share of agreeing pairs among the pairs of its ratings; 0 where there is no pair. */
function agreementByPattern(patterns: Patterns): Float64Array {
  return Float64Array.from(patterns.sizes, (_, p) => {
    const ratings = patterns.ratings[p]!;
    if (ratings < 2) return 0;
    let pairs = 0;
    for (let at = patterns.start[p]!; at < patterns.start[p + 1]!; at++) pairs += patterns.count[at]! * (patterns.count[at]! - 1);
    return pairs / (ratings * (ratings - 1));
  });
}

/**
 * Cohen's kappa (1960), unweighted: agreement beyond what two raters would reach by chance who use the values as often
 * as these two do.
 */
export function cohensKappa(cells: readonly PairCell[], width: number): (units: ArrayLike<number>) => number | null {
  const first = new Float64Array(width);
  const second = new Float64Array(width);
  return (units) => {
    first.fill(0);
    second.fill(0);
    let total = 0;
    let agreed = 0;
    cells.forEach((cell, at) => {
      first[cell.first]! += units[at]!;
      second[cell.second]! += units[at]!;
      total += units[at]!;
      if (cell.first === cell.second) agreed += units[at]!;
    });
    let byChance = 0;
    for (let value = 0; value < width; value++) byChance += first[value]! * second[value]!;
    // (po − pe) / (1 − pe), both multiplied by the square of the total: whole numbers until the division.
    const room = total * total - byChance;
    return room <= 0 ? null : (agreed * total - byChance) / room;
  };
}

/**
 * Fleiss' kappa (1971): agreement beyond what raters would reach by chance who use the values as often as all ratings
 * together do. Every unit has the same number of ratings, at least two.
 */
export function fleissKappa(patterns: Patterns): (units: ArrayLike<number>) => number | null {
  const agreement = percentAgreement(patterns);
  const totals = new Float64Array(patterns.width);
  return (units) => {
    const observed = agreement(units);
    if (observed === null) return null;
    const all = sumByValue(patterns, units, totals, 1);
    let byChance = 0;
    for (let value = 0; value < totals.length; value++) byChance += totals[value]! * totals[value]!;
    if (byChance >= all * all) return null;
    byChance /= all * all;
    return (observed - byChance) / (1 - byChance);
  };
}

/**
 * Gwet's AC1 (2008), for any number of raters and missing ratings (as in his handbook of 2014 and irrCAC): the chance of
 * agreeing is that of guessing, so that a rare value does not pull the coefficient down.
 */
export function gwetAC1(patterns: Patterns): (units: ArrayLike<number>) => number | null {
  const agreement = percentAgreement(patterns);
  const shares = new Float64Array(patterns.width);
  const values = patterns.usedValues;
  return (units) => {
    const observed = agreement(units);
    if (observed === null || values < 2) return null;
    shares.fill(0);
    let all = 0;
    for (let p = 0; p < patterns.sizes.length; p++) {
      if (units[p] === 0) continue;
      all += units[p]!;
      for (let at = patterns.start[p]!; at < patterns.start[p + 1]!; at++) shares[patterns.value[at]!]! += (units[p]! * patterns.count[at]!) / patterns.ratings[p]!;
    }
    let guessing = 0;
    for (let value = 0; value < shares.length; value++) guessing += (shares[value]! / all) * (1 - shares[value]! / all);
    guessing /= values - 1;
    return (observed - guessing) / (1 - guessing);
  };
}

/**
 * Krippendorff's alpha (2004): one minus observed over expected disagreement, over the units with at least two ratings.
 * @param numbers the values as numbers, for the interval level
 */
export function krippendorffsAlpha(patterns: Patterns, level: Level, numbers: readonly number[] = []): (units: ArrayLike<number>) => number | null {
  if (level === "nominal") return nominalAlpha(patterns);
  const totals = new Float64Array(patterns.width);
  const places = new Float64Array(patterns.width);
  if (level === "interval") {
    // Differences stay the same, and their squares exact for longer, around the middle of the values.
    const middle = numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
    numbers.forEach((number, value) => (places[value] = number - middle));
  }
  return (units) => {
    const all = sumByValue(patterns, units, totals, 2);
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
    let used = 0;
    for (let value = 0; value < totals.length; value++) {
      if (totals[value]! > 0) used++;
      sum += totals[value]! * places[value]!;
      squares += totals[value]! * places[value]! * places[value]!;
    }
    const expected = all * squares - sum * sum;
    if (used < 2 || expected <= 0) return null;
    let observed = 0;
    for (let p = 0; p < patterns.sizes.length; p++) {
      const ratings = patterns.ratings[p]!;
      const first = patterns.start[p]!;
      if (ratings < 2 || units[p] === 0 || patterns.start[p + 1]! - first < 2) continue;
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
    return 1 - ((all - 1) * observed) / expected;
  };
}

function nominalAlpha(patterns: Patterns): (units: ArrayLike<number>) => number | null {
  const totals = new Float64Array(patterns.width);
  const agreed = agreementByPattern(patterns);
  return (units) => {
    const all = sumByValue(patterns, units, totals, 2);
    let expected = all * all;
    for (let value = 0; value < totals.length; value++) expected -= totals[value]! * totals[value]!;
    if (expected <= 0) return null;
    let observed = 0;
    for (let p = 0; p < patterns.sizes.length; p++) if (patterns.ratings[p]! >= 2) observed += units[p]! * patterns.ratings[p]! * (1 - agreed[p]!);
    return 1 - ((all - 1) * observed) / expected;
  };
}

/** Ratings of each value, over the units with at least so many ratings. Returns all ratings. */
function sumByValue(patterns: Patterns, units: ArrayLike<number>, totals: Float64Array, atLeast: number): number {
  totals.fill(0);
  let all = 0;
  for (let p = 0; p < patterns.sizes.length; p++) {
    if (patterns.ratings[p]! < atLeast || units[p] === 0) continue;
    all += units[p]! * patterns.ratings[p]!;
    for (let at = patterns.start[p]!; at < patterns.start[p + 1]!; at++) totals[patterns.value[at]!]! += units[p]! * patterns.count[at]!;
  }
  return all;
}
