import { clusteredShare } from "@/lib/statistics/clustered-share";
import { finish } from "@/lib/statistics/intervals";
import type { DisagreementOf } from "@/lib/statistics/jackknife";
import {
  ac1Of,
  agreementSteps,
  coefficient,
  HALF_A_UNIT,
  pairsOf,
  reasonAgainstAny,
  reasonAgainstCohen,
  reasonAgainstFleiss,
} from "./agreement";
import {
  cohensKappa,
  fleissKappa,
  krippendorffsAlpha,
  LINEAR,
  percentAgreement,
  specificAgreement,
} from "./coefficients";
import { orderCells, Patterns, unitPattern, type PairCell, type UnitPattern } from "./patterns";
import type { Agreement, AgreementMode, Coefficient, CoefficientName } from "./coefficient";

/*
 * Agreement of verdicts: in Relaxed, in Strict, in both modes together, and of both modes as one ordinal verdict. A
 * verdict has two values, credit and no credit, which is the scale of Gwet's AC1.
 */

const SCALE = 2;

/** One rating: is there credit in each mode? Null where it has no verdict: an evaluator may judge one mode only. */
export interface Verdicts {
  relaxed: boolean | null;
  strict: boolean | null;
}

/** How many responses have so many ratings, of which so many give credit, as SQL groups them. */
export interface CreditCount {
  judgments: number;
  relaxed: number;
  strict: number;
  responses: number;
}

/** How many responses two raters judged so, as SQL groups them: a few rows a pair. */
export interface PairCount {
  falsePremise: boolean;
  first: Verdicts;
  second: Verdicts;
  responses: number;
}

export interface RatedResponses {
  /** How many people (or models) rated any of them. */
  raters: number;
  counts: readonly CreditCount[];
  /** If there are exactly two raters: who of them said what of the responses that both rated. */
  pair?: readonly PairCount[];
  /** These two are some of the report's raters: it names no first and second one, so that nothing may depend on their order. */
  unnamed?: boolean;
}

/** Two raters from what each said, where both have a verdict in all of these modes. */
export function ratedByPair(
  pair: readonly PairCount[],
  modes: readonly ("relaxed" | "strict")[],
): RatedResponses {
  const compared = pair.filter(({ first, second }) =>
    modes.every((mode) => first[mode] !== null && second[mode] !== null),
  );
  const credit = ({ first, second }: PairCount, mode: "relaxed" | "strict") =>
    Number(first[mode]) + Number(second[mode]);
  return {
    raters: 2,
    counts: compared.map((count) => ({
      judgments: 2,
      relaxed: credit(count, "relaxed"),
      strict: credit(count, "strict"),
      responses: count.responses,
    })),
    pair: compared,
  };
}

/** The modes whose verdicts are compared. */
export function modesOf(mode: AgreementMode): readonly ("relaxed" | "strict")[] {
  return mode === "all" ? ["relaxed", "strict"] : [mode];
}

/** The coefficients of a set of ratings in one mode, or over the verdicts of both modes together. */
export function verdictAgreement(
  rated: RatedResponses,
  mode: AgreementMode,
): Agreement["coefficients"] {
  return finish(verdictSteps(rated, mode));
}

/** `verdictAgreement` in steps, for a server that has to attend to others in between. */
export function* verdictSteps(
  rated: RatedResponses,
  mode: AgreementMode,
): Generator<void, Agreement["coefficients"]> {
  if (mode === "all") return yield* bothModesSteps(rated);
  const patterns = creditPatterns(rated.counts, mode);
  return (yield* agreementSteps({
    values: 2,
    scale: SCALE,
    raters: rated.raters,
    patterns,
    ...(rated.pair && { pair: cellsOf(rated.pair, mode) }),
  })).coefficients;
}

/** The patterns of one mode: no credit before credit. */
function creditPatterns(counts: readonly CreditCount[], mode: "relaxed" | "strict"): UnitPattern[] {
  return counts.map((count) =>
    unitPattern([count.judgments - count[mode], count[mode]], count.responses),
  );
}

/** How two raters' verdicts meet in one mode, where both have one: no credit is 0, credit 1. */
export function cellsOf(counts: readonly PairCount[], mode: "relaxed" | "strict"): PairCell[] {
  return mergeCells(
    counts.flatMap(({ first, second, responses }) =>
      first[mode] === null || second[mode] === null
        ? []
        : [{ first: Number(first[mode]), second: Number(second[mode]), units: responses }],
    ),
  );
}

function mergeCells(cells: readonly PairCell[]): PairCell[] {
  const found = new Map<string, PairCell>();
  for (const cell of cells) {
    const key = `${cell.first} ${cell.second}`;
    const same = found.get(key);
    if (same) same.units += cell.units;
    else found.set(key, { ...cell });
  }
  return orderCells([...found.values()]);
}

// Both modes together -------------------------------------------------------------------------------------------------

const WHAT: Record<CoefficientName, string> = {
  percent: "Share of agreeing pairs of verdicts, averaged over both modes of responses",
  cohen: "Cohen’s kappa over both verdicts of responses",
  fleiss: "Fleiss’ kappa over both verdicts of responses",
  krippendorff: "Krippendorff’s alpha, nominal, over both verdicts of responses",
  gwetAC1: "Gwet’s AC1 over both verdicts of responses",
};

/**
 * The coefficients over both modes together: a response counts with its verdicts in Relaxed and in Strict. As these belong
 * together, intervals leave out responses.
 */
function* bothModesSteps(rated: RatedResponses): Generator<void, Agreement["coefficients"]> {
  const all = inOrder(rated.counts);
  const groups = all.filter((group) => group.judgments >= 2);
  const sizes = groups.map((group) => group.responses);
  const patterns = new Patterns(
    [...creditPatterns(groups, "relaxed"), ...creditPatterns(groups, "strict")],
    2,
  );
  const pooled = poolVerdicts(groups, patterns);
  const responses = sizes.reduce((sum, size) => sum + size, 0);
  const none = reasonAgainstAny(
    rated.raters,
    responses,
    all.reduce((sum, group) => sum + group.responses, 0) - responses,
  );
  const options = { mostTrials: pairsOf(patterns) };
  const ask = (name: CoefficientName, of: DisagreementOf, reason: string | null) =>
    coefficient({
      what: WHAT[name],
      sizes,
      of,
      reason: none ?? reason,
      options,
      unit: "response",
    });
  const pair = pairInOrder(rated.pair ?? []);
  return {
    percent: yield* ask("percent", pooled(percentAgreement(patterns)), null),
    cohen: yield* coefficient({
      what: WHAT.cohen,
      sizes: pair.map((group) => group.responses),
      of: cohenOfBoth(pair),
      reason: none ?? reasonAgainstCohen(rated.raters),
      options: { mostTrials: 2 * responses },
      unit: "response",
    }),
    fleiss: yield* ask(
      "fleiss",
      pooled(fleissKappa(patterns)),
      reasonAgainstFleiss(patterns.ratings),
    ),
    krippendorff: yield* ask("krippendorff", pooled(krippendorffsAlpha(patterns, "nominal")), null),
    gwetAC1: yield* ask("gwetAC1", pooled(ac1Of(patterns, SCALE)), null),
  };
}

/** Equal groups together and in an order of their own, so that the last digits do not depend on how they came. */
function inOrder(given: readonly CreditCount[]): CreditCount[] {
  const numbers = ({ judgments, relaxed, strict }: CreditCount) => [judgments, relaxed, strict];
  return merged(
    given.filter((group) => group.responses > 0 && group.judgments > 0),
    numbers,
  ).map(({ judgments, relaxed, strict, responses }) => ({ judgments, relaxed, strict, responses }));
}

function pairInOrder(given: readonly PairCount[]): PairCount[] {
  return merged(
    given.filter((group) => group.responses > 0),
    ({ first, second }) => [first.relaxed, first.strict, second.relaxed, second.strict].map(Number),
  );
}

function merged<Group extends { responses: number }>(
  given: readonly Group[],
  numbers: (group: Group) => readonly number[],
): Group[] {
  const found = new Map<string, Group>();
  for (const group of given) {
    const key = numbers(group)
      .map((number) => String(number).padStart(6, "0"))
      .join();
    const same = found.get(key);
    if (same) same.responses += group.responses;
    else found.set(key, { ...group });
  }
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

/** Turns a statistic of patterns into one of responses, each with its two patterns. */
function poolVerdicts(
  groups: readonly CreditCount[],
  patterns: Patterns,
): (of: DisagreementOf) => DisagreementOf {
  const place = placesOf(patterns);
  const targets = groups.map((group) =>
    (["relaxed", "strict"] as const).map((mode) =>
      place.get(`${group.judgments - group[mode]} ${group[mode]}`)!,
    ),
  );
  const pooled = new Float64Array(patterns.sizes.length);
  return (of) => (sizes) => {
    pooled.fill(0);
    targets.forEach((each, at) => each.forEach((target) => (pooled[target]! += sizes[at]!)));
    return of(pooled);
  };
}

/** Where each pattern of two values stands, by its counts. */
function placesOf(patterns: Patterns): Map<string, number> {
  return new Map(
    patterns.sizes.map((_, at) => {
      const counts: [number, number] = [0, 0];
      for (let cell = patterns.start[at]!; cell < patterns.start[at + 1]!; cell++)
        counts[patterns.value[cell]!] = patterns.count[cell]!;
      return [counts.join(" "), at] as const;
    }),
  );
}

/** Cohen's kappa of responses, each with its verdicts in both modes. */
function cohenOfBoth(groups: readonly PairCount[]): DisagreementOf {
  const cells = mergeCells([...cellsOf(groups, "relaxed"), ...cellsOf(groups, "strict")]);
  const place = (first: boolean | null, second: boolean | null) =>
    cells.findIndex((cell) => cell.first === Number(first) && cell.second === Number(second));
  const targets = groups.map(({ first, second }) => [
    place(first.relaxed, second.relaxed),
    place(first.strict, second.strict),
  ]);
  const pooled = new Float64Array(cells.length);
  const kappa = cohensKappa(cells, 2);
  return (sizes) => {
    pooled.fill(0);
    targets.forEach((each, at) => each.forEach((target) => (pooled[target]! += sizes[at]!)));
    return kappa(pooled);
  };
}

// The two modes as one ordinal verdict --------------------------------------------------------------------------------

/** The verdicts of both modes as one: none < Relaxed only < Strict. */
const ORDINAL_VERDICTS = ["none", "relaxed", "strict"] as const;

/** Agreement on both modes as one ordinal verdict. */
export interface OrdinalAgreement {
  /** Of two raters. */
  weightedKappa: Coefficient;
  alpha: Coefficient;
}

/** Agreement on the two modes as one ordinal verdict: no credit, Relaxed credit alone, credit in both. */
export function* ordinalSteps(rated: RatedResponses): Generator<void, OrdinalAgreement> {
  const cells = mergeCells(
    (rated.pair ?? []).flatMap(({ first, second, responses }) => {
      const [one, other] = [ordinalOf(first), ordinalOf(second)];
      return one === null || other === null
        ? []
        : [{ first: one, second: other, units: responses }];
    }),
  );
  const patterns = rated.counts.map(({ judgments, relaxed, strict, responses }) =>
    unitPattern([judgments - relaxed, relaxed - strict, strict], responses),
  );
  const width = ORDINAL_VERDICTS.length;
  const {
    coefficients: { krippendorff },
  } = yield* agreementSteps({
    values: width,
    scale: width,
    level: "ordinal",
    raters: rated.raters,
    patterns,
  });
  const laidOut = new Patterns(patterns, width);
  const weightedKappa = yield* coefficient({
    what: "Cohen’s kappa, linear weights",
    sizes: cells.map(({ units }) => units),
    of: cohensKappa(cells, width, LINEAR),
    reason:
      reasonAgainstAny(rated.raters, laidOut.units, laidOut.single) ??
      reasonAgainstCohen(rated.raters),
    options: { unseen: HALF_A_UNIT },
  });
  return { weightedKappa, alpha: krippendorff };
}

function ordinalOf({ relaxed, strict }: Verdicts): number | null {
  return relaxed === null || strict === null ? null : Number(relaxed) + Number(strict);
}

// What percent agreement hides ----------------------------------------------------------------------------------------

/** What explains a coefficient: on which verdict raters agree, and how lopsided verdicts are. */
export interface VerdictIndices {
  /** Specific agreement on credit and on no credit. */
  positive: Coefficient;
  negative: Coefficient;
  /** From −1 (all ratings no credit) to 1 (all credit). */
  prevalence: number | null;
  /** Of two raters: how much more often the first gives credit than the second, from −1 to 1. */
  bias: number | null;
  /** The coefficient at even prevalence and no bias: 2 × percent agreement − 1. */
  pabak: number | null;
}

/**
 * Specific agreement, and the prevalence index, bias index and PABAK of T. Byrt, J. Bishop and J. B. Carlin, "Bias,
 * prevalence and kappa", Journal of Clinical Epidemiology 46, 1993, 423–429. For more than two raters the prevalence
 * index takes each response's share of credit, and there is no bias index.
 */
export function indicesOf(rated: RatedResponses, mode: "relaxed" | "strict"): VerdictIndices {
  const patterns = new Patterns(creditPatterns(rated.counts, mode), 2);
  const none = reasonAgainstAny(rated.raters, patterns.units, patterns.single);
  const specific = (what: string, value: number, nothing: string): Coefficient => {
    const { points, of, interval } = clusteredShare(specificAgreement(patterns, value));
    const found = { n: patterns.units, method: what };
    if (none !== null || interval === null)
      return { ...found, value: null, low: null, high: null, undefinedBecause: none ?? nothing };
    return {
      ...found,
      value: points / of,
      ...interval,
      method: `${what}; 95% jackknife interval over units on Wilson’s scale`,
      undefinedBecause: null,
    };
  };
  const percent = none === null ? percentAgreement(patterns)(patterns.sizes) : null;
  return {
    positive: specific("Specific agreement on credit", 1, "No rating gives credit."),
    negative: specific("Specific agreement on no credit", 0, "Every rating gives credit."),
    prevalence: none === null ? prevalenceOf(patterns) : null,
    bias:
      none === null && rated.pair && rated.unnamed !== true
        ? biasOf(cellsOf(rated.pair, mode))
        : null,
    pabak: percent === null ? null : 1 - 2 * percent.observed,
  };
}

function prevalenceOf(patterns: Patterns): number {
  let credit = 0;
  patterns.sizes.forEach((units, p) => {
    for (let at = patterns.start[p]!; at < patterns.start[p + 1]!; at++)
      if (patterns.value[at] === 1) credit += (units * patterns.count[at]!) / patterns.ratings[p]!;
  });
  return (2 * credit) / patterns.units - 1;
}

function biasOf(cells: readonly PairCell[]): number {
  const units = cells.reduce((sum, cell) => sum + cell.units, 0);
  return cells.reduce((sum, cell) => sum + (cell.first - cell.second) * cell.units, 0) / units;
}
