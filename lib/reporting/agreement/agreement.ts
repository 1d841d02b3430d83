import { finish, wilson } from "@/lib/statistics/intervals";
import {
  jackknife,
  LEAST_UNITS,
  type DisagreementOf,
  type JackknifeInterval,
  type JackknifeOptions,
} from "@/lib/statistics/jackknife";
import {
  cohensKappa,
  fleissKappa,
  gwetAC1,
  krippendorffsAlpha,
  percentAgreement,
} from "./coefficients";
import {
  orderCells,
  pairCells,
  Patterns,
  patternsOfPair,
  type PairCell,
  type PairTable,
  type UnitPattern,
} from "./patterns";
import { countOf } from "@/lib/platform/format";
import type { Agreement, Coefficient, CoefficientName, Level } from "./coefficient";

/** Grouped counts of ratings: all that the coefficients need. */
export interface GroupedRatings {
  /** How many values there are; for the ordinal level, value 0 is the lowest. */
  values: number;
  /** How many values a rater could give, where that is known; else those in use count. */
  scale?: number;
  level?: Level;
  /** For the interval level: each value as a number. */
  numbers?: readonly number[];
  /** How many people (or models) rated at least one unit. */
  raters: number;
  patterns: readonly UnitPattern[];
  /** If there are exactly two raters: who of them gave which value, for the units that both rated. Each cell once. */
  pair?: readonly PairCell[];
}

/**
 * Every coefficient of a set of ratings with its 95% interval, or the reason why it is undefined. All are of the units
 * with at least two ratings; those with one are counted beside them and change no number. Nothing is left to chance.
 */
export function computeAgreement(ratings: GroupedRatings): Agreement {
  return finish(agreementSteps(ratings));
}

/** `computeAgreement` in steps, for a server that has to attend to others in between. */
export function* agreementSteps(ratings: GroupedRatings): Generator<void, Agreement> {
  const { raters, level = "nominal", numbers } = ratings;
  const patterns = new Patterns(ratings.patterns, ratings.values);
  const cells = orderCells(ratings.pair ?? []);
  const none = reasonAgainstAny(raters, patterns.units, patterns.single);
  const pairs = pairsOf(patterns);
  const nominal: JackknifeOptions = { mostTrials: pairs };
  const { percent, cohen, fleiss, krippendorff, gwetAC1 } = MEASURES;
  const coefficients = {
    percent: yield* coefficient({
      what: percent,
      sizes: patterns.sizes,
      of: percentAgreement(patterns),
      reason: none,
      options: nominal,
      share: pairs === patterns.units,
    }),
    cohen: yield* coefficient({
      what: cohen,
      sizes: cells.map(({ units }) => units),
      of: cohensKappa(cells, ratings.values),
      reason: none ?? reasonAgainstCohen(raters),
      options: nominal,
    }),
    fleiss: yield* coefficient({
      what: fleiss,
      sizes: patterns.sizes,
      of: fleissKappa(patterns),
      reason: none ?? reasonAgainstFleiss(patterns.ratings),
      options: nominal,
    }),
    krippendorff: yield* coefficient({
      what: `${krippendorff}, ${level}`,
      sizes: patterns.sizes,
      of: krippendorffsAlpha(patterns, level, numbers),
      reason: none,
      options: level === "nominal" ? nominal : unequal(patterns, level),
    }),
    gwetAC1: yield* coefficient({
      what: gwetAC1,
      sizes: patterns.sizes,
      of: ac1Of(patterns, ratings.scale),
      reason: none,
      options: nominal,
    }),
  };
  return {
    units: patterns.units,
    single: patterns.single,
    raters,
    values: patterns.usedValues,
    coefficients,
  };
}

const MEASURES: Record<CoefficientName, string> = {
  percent: "Share of agreeing pairs of ratings, averaged over units",
  cohen: "Cohen’s kappa, unweighted",
  fleiss: "Fleiss’ kappa",
  krippendorff: "Krippendorff’s alpha",
  gwetAC1: "Gwet’s AC1",
};
const ONE_VALUE =
  "All ratings have the same value, so agreement cannot be distinguished from chance.";
const NO_RATINGS = "No ratings.";
const ONE_RATER = "Agreement needs at least two raters.";
const NO_PAIRS = "No unit was rated by two raters.";

/** AC1 over the values that there are, if that is known, else over those in use. */
export function ac1Of(patterns: Patterns, scale: number | undefined): DisagreementOf {
  return gwetAC1(patterns, scale ?? patterns.usedValues);
}

/**
 * For disagreements of different sizes. Of those on a scale of a few steps, few units may show only the small ones: half
 * a unit that disagrees as chance would stands for the others. Numbers show their sizes themselves.
 */
function unequal(patterns: Patterns, level: Level): JackknifeOptions {
  const nominal = krippendorffsAlpha(patterns, "nominal")(patterns.sizes);
  return {
    ...(level === "ordinal" && { unseen: HALF_A_UNIT }),
    ...(nominal !== null && { expectedWhereAllAgree: nominal.expected }),
  };
}
/** Variance, times n², that half a unit adds which disagrees entirely with the probability that chance gives it. */
export const HALF_A_UNIT = (expected: number): number => expected / 2;

/** The agreement of two raters from their table alone. */
export function agreementOfPair(
  table: PairTable,
  given: Pick<GroupedRatings, "level" | "scale"> = {},
): Agreement {
  const pair = pairCells(table);
  return computeAgreement({
    values: table.length,
    raters: 2,
    ...given,
    patterns: patternsOfPair(pair),
    pair,
  });
}

/** How many pairs of ratings of a unit are compared. */
export function pairsOf(patterns: Patterns): number {
  return patterns.sizes.reduce(
    (sum, units, at) => sum + (units * patterns.ratings[at]! * (patterns.ratings[at]! - 1)) / 2,
    0,
  );
}

/** What is known of one measure before it is computed. */
interface Asked {
  /** The measure in words. */
  what: string;
  /** How many units each group has. */
  sizes: readonly number[];
  of: DisagreementOf;
  /** Why it is undefined, if that is known; null: it may still have no room for chance. */
  reason: string | null;
  options: JackknifeOptions;
  /** It is a plain share of units. */
  share?: boolean;
  /** What a unit is called; default "unit". */
  unit?: string;
}

/** A measure's value with its interval and how both were found, or why there is none. The one place that makes them. */
export function* coefficient({
  what,
  sizes,
  of,
  reason,
  options,
  share = false,
  unit = "unit",
}: Asked): Generator<void, Coefficient> {
  const n = sizes.reduce((sum, size) => sum + size, 0);
  const whole = reason === null ? of(sizes) : null;
  if (whole === null)
    return {
      value: null,
      low: null,
      high: null,
      n,
      method: what,
      undefinedBecause: reason ?? ONE_VALUE,
    };
  const value = 1 - whole.observed / whole.expected;
  const found: JackknifeInterval =
    share && n >= LEAST_UNITS
      ? { interval: wilson(n - Math.round(whole.observed * n), n)!, why: null }
      : yield* jackknife(sizes, of, options);
  return {
    value,
    low: found.interval?.low ?? null,
    high: found.interval?.high ?? null,
    n,
    method: `${what}; ${intervalInWords(found, share, n, unit)}`,
    undefinedBecause: null,
  };
}

function intervalInWords(
  { why }: JackknifeInterval,
  share: boolean,
  n: number,
  unit: string,
): string {
  switch (why) {
    case "few-units":
      return `no interval (${countOf(n, `comparable ${unit}`)}; at least ${LEAST_UNITS} needed)`;
    case "hangs-on-one":
      return `no interval (undefined without one of the ${unit}s)`;
    case null:
      return share
        ? `95% Wilson interval over ${unit}s`
        : `95% jackknife interval over ${unit}s on Wilson’s scale`;
  }
}

/** Why nothing can be said about agreement at all; null: something can. */
export function reasonAgainstAny(raters: number, units: number, single: number): string | null {
  if (units + single === 0) return NO_RATINGS;
  if (raters < 2) return ONE_RATER;
  return units === 0 ? NO_PAIRS : null;
}

export function reasonAgainstCohen(raters: number): string | null {
  return raters > 2
    ? `Cohen’s kappa is defined for two raters, not ${raters}. Use Fleiss’ kappa or Krippendorff’s alpha.`
    : null;
}

/** @param ratings how many ratings units have */
export function reasonAgainstFleiss(ratings: readonly number[]): string | null {
  let [low, high] = [Infinity, -Infinity];
  for (const number of ratings) {
    low = Math.min(low, number);
    high = Math.max(high, number);
  }
  return low === high
    ? null
    : `Fleiss’ kappa requires the same number of ratings per unit; here it ranges from ${low} to ${high}.`;
}
