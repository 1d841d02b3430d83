import { bootstrap, finish, wilson, type BootstrapInterval, type GroupStatistic } from "@/lib/statistics/intervals";
import { Chance } from "@/lib/statistics/chance";
import { cohensKappa, fleissKappa, gwetAC1, krippendorffsAlpha, percentAgreement } from "./coefficients";
import { orderCells, pairCells, Patterns, patternsOfPair, type PairCell, type PairTable, type UnitPattern } from "./patterns";
import type { Agreement, BootstrapOptions, Coefficient, Level } from "./schema";

/** Grouped counts of ratings: all that the coefficients need. */
export interface GroupedRatings {
  /** How many values there are; for the ordinal level, value 0 is the lowest. */
  values: number;
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
 * Every coefficient of a set of ratings with its 95% interval, or the reason why it is undefined.
 * Costs O(patterns) a replicate, however many units there are.
 */
export function computeAgreement(ratings: GroupedRatings, options: BootstrapOptions): Agreement {
  return finish(agreementSteps(ratings, options));
}

/** `computeAgreement` in steps, for a server that has to attend to others in between. */
export function* agreementSteps(ratings: GroupedRatings, options: BootstrapOptions): Generator<void, Agreement> {
  const patterns = new Patterns(ratings.patterns, ratings.values);
  const level = ratings.level ?? "nominal";
  const describe = (what: string) => new CoefficientOf(what, patterns.pairableUnits, options);

  const percent = percentAgreement(patterns);
  const fleiss = fleissKappa(patterns);
  const alpha = krippendorffsAlpha(patterns, level, ratings.numbers);
  const ac1 = gwetAC1(patterns);
  const range = rangeOf(patterns.ratings);
  const reason = reasonAgainstAny(ratings.raters, patterns);
  const oneValue = reason ?? reasonOfOneValue(patterns);
  const reasons = {
    fleiss: reason ?? (range.low === range.high ? oneValue : `Fleiss’ kappa needs the same number of ratings of every unit; here they range from ${range.low} to ${range.high}.`),
    krippendorff: reason ?? (alpha(patterns.sizes) === null ? ONE_VALUE : null),
    gwetAC1: oneValue,
  };
  const allPairs = range.high === 2;
  const asked: { statistic: GroupStatistic; wanted: boolean }[] = [
    { statistic: percent, wanted: reason === null && !allPairs },
    { statistic: fleiss, wanted: reasons.fleiss === null },
    { statistic: alpha, wanted: reasons.krippendorff === null },
    { statistic: ac1, wanted: reasons.gwetAC1 === null },
  ];
  const wanted = asked.filter((one) => one.wanted);
  const drawn = wanted.length === 0 || patterns.pairableUnits < 2 ? [] : yield* bootstrap(patterns.sizes, wanted.map((one) => one.statistic), Chance.ofSeed(options.seed, 0), options.replicates);
  const intervalOf = (statistic: GroupStatistic) => drawn[wanted.findIndex((one) => one.statistic === statistic)] ?? null;

  const cohen = yield* cohenSteps(ratings, patterns, options);
  return {
    units: patterns.units,
    raters: ratings.raters,
    values: patterns.usedValues,
    coefficients: {
      percent: allPairs
        ? describe(PERCENT_OF_TWO).ofShare(Math.round((percent(patterns.sizes) ?? 0) * patterns.pairableUnits), reason)
        : describe(PERCENT_OF_MANY).of(percent(patterns.sizes), intervalOf(percent), reason),
      cohen,
      fleiss: describe("Fleiss’ kappa").of(fleiss(patterns.sizes), intervalOf(fleiss), reasons.fleiss),
      krippendorff: describe(`Krippendorff’s alpha, ${level}`).of(alpha(patterns.sizes), intervalOf(alpha), reasons.krippendorff),
      gwetAC1: describe("Gwet’s AC1").of(ac1(patterns.sizes), intervalOf(ac1), reasons.gwetAC1),
    },
  };
}

const PERCENT_OF_TWO = "Share of units that both ratings agree on";
const PERCENT_OF_MANY = "Share of agreeing pairs of ratings of a unit, averaged over the units with at least two ratings";
const ONE_VALUE = "All ratings that can be compared have the same value, so that nothing tells agreement from chance.";

/** The agreement of two raters from their table alone. */
export function agreementOfPair(table: PairTable, options: BootstrapOptions, level: Level = "nominal"): Agreement {
  const pair = pairCells(table);
  return computeAgreement({ values: table.length, raters: 2, level, patterns: patternsOfPair(pair), pair }, options);
}

function* cohenSteps(ratings: GroupedRatings, patterns: Patterns, options: BootstrapOptions): Generator<void, Coefficient> {
  const cells = orderCells(ratings.pair ?? []);
  const sizes = cells.map((cell) => cell.units);
  const both = sizes.reduce((sum, units) => sum + units, 0);
  const describe = new CoefficientOf("Cohen’s kappa, unweighted", both, options);
  const reason = patterns.units === 0 ? NO_RATINGS
    : ratings.raters < 2 ? ONE_RATER
    : ratings.raters > 2 ? `Cohen’s kappa compares two raters; here are ${ratings.raters}. Fleiss’ kappa and Krippendorff’s alpha take more.`
    : both === 0 ? NO_PAIRS
    : null;
  if (reason !== null) return describe.of(null, null, reason);
  const kappa = cohensKappa(cells, ratings.values);
  const value = kappa(sizes);
  if (value === null || both < 2) return describe.of(value, null, value === null ? ONE_VALUE : null);
  const [drawn] = yield* bootstrap(sizes, [kappa], Chance.ofSeed(options.seed, 1), options.replicates);
  return describe.of(value, drawn!, null);
}

/** Puts a number, its interval and how they were found together. */
export class CoefficientOf {
  constructor(private readonly what: string, private readonly units: number, private readonly options: BootstrapOptions) {}

  /** With the interval that a bootstrap found; none was made for fewer than two units. */
  of(value: number | null, drawn: BootstrapInterval | null, undefinedBecause: string | null): Coefficient {
    if (value === null || undefinedBecause !== null) return { value: null, low: null, high: null, method: this.what, undefinedBecause: undefinedBecause ?? ONE_VALUE };
    const method = `${this.what}; ${this.intervalInWords(drawn)}`;
    return { value, low: drawn?.interval?.low ?? null, high: drawn?.interval?.high ?? null, method, undefinedBecause: null };
  }

  /** For a share of units, with Wilson's interval. */
  ofShare(successes: number, undefinedBecause: string | null): Coefficient {
    const interval = wilson(successes, this.units);
    if (interval === null || undefinedBecause !== null) return { value: null, low: null, high: null, method: this.what, undefinedBecause: undefinedBecause ?? NO_PAIRS };
    return { value: successes / this.units, ...interval, method: `${this.what}; 95% Wilson interval`, undefinedBecause: null };
  }

  private intervalInWords(drawn: BootstrapInterval | null): string {
    if (drawn === null) return "no interval, as only one unit can be compared";
    const { replicates, undefinedReplicates } = drawn;
    const lost = undefinedReplicates === 0 ? "" : `, of which ${undefinedReplicates} were undefined and left out`;
    if (drawn.interval === null) return `no interval, as ${undefinedReplicates} of ${replicates} bootstrap replicates were undefined (seed ${this.options.seed})`;
    return `95% percentile bootstrap over units, ${replicates} replicates${lost}, seed ${this.options.seed}`;
  }
}

const NO_RATINGS = "There are no ratings.";
const ONE_RATER = "There is only one rater; agreement needs two.";
const NO_PAIRS = "No unit was rated by two raters.";

function reasonAgainstAny(raters: number, patterns: Patterns): string | null {
  if (patterns.units === 0) return NO_RATINGS;
  if (raters < 2) return ONE_RATER;
  return patterns.pairableUnits === 0 ? NO_PAIRS : null;
}

function reasonOfOneValue(patterns: Patterns): string | null {
  return patterns.usedValues < 2 ? "All ratings have the same value, so that nothing tells agreement from chance." : null;
}

function rangeOf(numbers: readonly number[]): { low: number; high: number } {
  let low = Infinity;
  let high = -Infinity;
  for (const number of numbers) {
    low = Math.min(low, number);
    high = Math.max(high, number);
  }
  return { low, high };
}
