import { verdictRuleInWords } from "@/lib/reporting/verdicts/rules";
import { paperPairs, type TripleCount } from "./paper-rows";
import { averageAgreement, ofScope, pairRow } from "./paper-table";
import {
  AGREEMENT_MODES,
  SCOPES,
  COEFFICIENT_TITLES,
  COEFFICIENTS,
  type Coefficient,
  type CoefficientName,
  type Scope,
} from "./coefficient";
import {
  cellsOf,
  indicesOf,
  ordinalSteps,
  verdictSteps,
  type CreditCount,
  type OrdinalAgreement,
  type PairCount,
  type RatedResponses,
} from "./verdicts";
import { categoryOf } from "@/lib/dataset/questions/cells";
import { CATEGORIES, HOPS, type FactType, type Hops } from "@/lib/dataset/questions/vocabulary";
import { REASONS } from "@/lib/rating/judging/vocabulary";
import {
  asOfInWords,
  campaignInWords,
  goldInWords,
  STALE,
  staleShare,
  truthInWords,
} from "@/lib/reporting/snapshots/rules";
import { formatCoefficient, formatShare } from "@/lib/platform/numbers";
import { DEFINITIONS_CHANGED } from "@/lib/reporting/snapshots/schema";
import { wilson } from "@/lib/statistics/intervals";
import { clusteredShare } from "@/lib/statistics/clustered-share";
import {
  PAIRS_PER_PAGE,
  type AgreementCounts,
  type AgreementInputs,
  type AgreementReport,
  type AgreementRequest,
  type BreakdownName,
  type BreakdownRow,
  type Counted,
  type CountedShare,
  type PaperAgreement,
  type PartAgreement,
  type RaterFigures,
  type ReasonRow,
  type ReportedPair,
  type ReportedRater,
  type SetAside,
  type Side,
} from "./schema";
import { NOTHING_SAID, saidIn, type Signature, type SignedRaters } from "./signatures";
import { countOf, formatCount } from "@/lib/platform/format";

// What SQL groups -------------------------------------------------------------------------------------------------

/** Responses that were rated alike and are of one kind. */
export interface UnitGroup extends CreditCount {
  runId: number;
  falsePremise: boolean;
  factType: FactType;
  hops: Hops;
  /** The week or month of the last rating. */
  period: Date;
  /** Ratings of these responses that were made by other answers. */
  others: number;
  /** Who said what, where that was asked. */
  signature?: Signature;
}

/** Ratings of one rater that are alike and whose responses were rated alike by the others. */
export interface RaterGroup {
  raterId: number;
  /** The week or month of the last rating of the response. */
  period: Date;
  relaxed: boolean;
  strict: boolean;
  /** Further ratings of each of these responses, and how many of them give credit. */
  others: number;
  othersRelaxed: number;
  othersStrict: number;
  judgments: number;
}

/** Responses that two sides judged so. */
interface PairGroup {
  firstId: number;
  secondId: number;
  falsePremise: boolean;
  firstRelaxed: boolean | null;
  firstStrict: boolean | null;
  secondRelaxed: boolean | null;
  secondStrict: boolean | null;
  responses: number;
}

export interface Grouped {
  units: UnitGroup[];
  raters: RaterGroup[];
  reasons: {
    raterId: number;
    relaxedReason: string | null;
    strictReason: string | null;
    judgments: number;
  }[];
  speed: { raterId: number; medianActiveMs: number }[];
  pairs: PairGroup[];
  people: Omit<PairGroup, "firstId">[];
  automatic: PairGroup[];
  adjudicated: Omit<PairGroup, "secondId">[];
  gold: SetAside;
  /** One row: as AgreementCounts has it. */
  stale: AgreementCounts["stale"][];
  /** Null where the paper's rows are not asked for. */
  paper: GroupedPaper | null;
}

/** Two raters, an evaluator, and what they said of the responses that both raters judged. */
export interface GroupedPaper extends Pick<
  PaperAgreement,
  "raters" | "evaluator" | "choices" | "repeatability"
> {
  triples: TripleCount[];
}

/**
 * Responses counted by kind (without a signature), by who said what (with one, but no kind), or by both. A response with
 * ratings by other answers alone has no judgments and the signature 0.
 */
export type SignedGroup = {
  falsePremise: boolean;
  period: Date | null;
  responses: number;
  others: number;
} & (
  | {
      signature: null;
      runId: number;
      factType: FactType;
      hops: Hops;
      judgments: number;
      relaxed: number;
      strict: number;
    }
  | {
      signature: Signature;
      runId: number | null;
      factType: FactType | null;
      hops: Hops | null;
      judgments: number | null;
    }
);

/** Units, raters and pairs from responses that were counted by kind and by signature. */
export function fromSignatures(
  groups: readonly SignedGroup[],
  signed: SignedRaters,
): Pick<Grouped, "units" | "raters" | "pairs"> {
  const [units, raters, pairs]: [UnitGroup[], RaterGroup[], PairGroup[]] = [[], [], []];
  for (const group of groups) {
    const { falsePremise, responses, others } = group;
    // Whoever rated by other answers alone has no time here.
    const period = group.period ?? new Date(0);
    if (group.signature === null) {
      const { runId, factType, hops, judgments, relaxed, strict } = group;
      units.push({
        runId,
        falsePremise,
        factType,
        hops,
        period,
        judgments,
        relaxed,
        strict,
        responses,
        others,
      });
      continue;
    }
    const { signature, runId, factType, hops } = group;
    const said = saidIn(signature, signed);
    const credit = {
      relaxed: sum(said, (one) => Number(one.relaxed)),
      strict: sum(said, (one) => Number(one.strict)),
    };
    if (runId !== null && factType !== null && hops !== null)
      units.push({
        runId,
        falsePremise,
        factType,
        hops,
        period,
        judgments: said.length,
        ...credit,
        responses,
        others,
        signature,
      });
    said.forEach((one, at) => {
      raters.push({
        ...one,
        period,
        others: said.length - 1,
        othersRelaxed: credit.relaxed - Number(one.relaxed),
        othersStrict: credit.strict - Number(one.strict),
        judgments: responses,
      });
      for (const other of said.slice(at + 1)) {
        pairs.push({
          firstId: one.raterId,
          secondId: other.raterId,
          falsePremise,
          firstRelaxed: one.relaxed,
          firstStrict: one.strict,
          secondRelaxed: other.relaxed,
          secondStrict: other.strict,
          responses,
        });
      }
    });
  }
  return { units, raters, pairs };
}

export interface Names {
  raters: ReadonlyMap<number, Side>;
  evaluators: ReadonlyMap<number, Side>;
  runs: ReadonlyMap<number, string>;
}

export const PEOPLE: Side = { key: "people", label: "Human raters" };
/** The ratings of each response, whoever made them. */
export const RATINGS: readonly Side[] = [
  { key: "s1", label: "First rating" },
  { key: "s2", label: "Second rating" },
];
const ADJUDICATED: Side = { key: "adjudicated", label: "Adjudicated" };

// The report --------------------------------------------------------------------------------------------------------

/** The report from what SQL grouped, in steps, for a server that attends to others in between. */
export function* reportSteps(
  grouped: Grouped,
  signed: SignedRaters,
  inputs: AgreementInputs,
  names: Names,
  request: Pick<AgreementRequest, "period" | "pairing" | "page">,
): Generator<void, Omit<AgreementReport, "audits">> {
  const sideOf = (id: number): Side => names.raters.get(id) ?? { key: "r0-0", label: "Rater ?" };
  const units = grouped.units.filter(({ judgments }) => judgments > 0);
  const rating = [...new Set(grouped.raters.map(({ raterId }) => raterId))].sort((a, b) =>
    compareSides(sideOf(a), sideOf(b)),
  );
  const rated = ratedBy(rating, signed);
  const periods = [
    ...new Set([...units, ...grouped.raters].map(({ period }) => day(period))),
  ].sort();

  const all = pairsOf(grouped, names, request.pairing);
  const rows: ReportedPair[] = [];
  for (const { first, second, counts } of all.slice(
    (request.page - 1) * PAIRS_PER_PAGE,
    request.page * PAIRS_PER_PAGE,
  )) {
    rows.push({ first, second, row: pairRow(counts) });
    yield;
  }
  const paper = grouped.paper && paperOf(grouped.paper, rows, grouped.people);
  const breakdown = {} as AgreementReport["breakdown"];
  for (const [name, parts] of Object.entries(partsOf(units, names, periods)) as [
    BreakdownName,
    Part[],
  ][]) {
    breakdown[name] = [];
    for (const part of parts) breakdown[name].push(yield* breakdownRow(part, rated));
  }
  return {
    inputs,
    ...(yield* wholeSteps((scope) => rated(ofScope(units, scope)))),
    pairing: request.pairing,
    paper,
    breakdown,
    period: request.period,
    periods,
    counts: countsOf(grouped, units, rating.length),
    two: rating.length === 2 ? [sideOf(rating[0]!), sideOf(rating[1]!)] : null,
    pairs: { page: request.page, total: all.length, rows },
    reasons: reasonsOf(grouped.reasons),
    raters: rating.map((id) => raterOf(id, sideOf(id), grouped, periods)),
  };
}

/**
 * What the paper's rows are of, and what stands beside them.
 * @param rows the report's pairs: people, then the evaluator with either
 * @param people the verdict of people beside each evaluator's
 */
function paperOf(
  { raters, evaluator, choices, repeatability, triples }: GroupedPaper,
  rows: readonly ReportedPair[],
  people: Grouped["people"],
): PaperAgreement {
  const without = (mode: "relaxed" | "strict") =>
    evaluator === null
      ? 0
      : sum(triples, (triple) => (triple.evaluator[mode] === null ? triple.responses : 0));
  const [, withFirst, withSecond] = rows;
  return {
    raters,
    evaluator,
    choices,
    responses: sum(triples, ({ responses }) => responses),
    without: { relaxed: without("relaxed"), strict: without("strict") },
    average: withFirst && withSecond ? averageAgreement(withFirst.row, withSecond.row) : null,
    versions: choices.evaluators.slice(0, PAIRS_PER_PAGE).map((one) => ({
      evaluator: one,
      row: pairRow(people.filter(({ secondId }) => secondId === one.id).map(pairCountOf)),
    })),
    repeatability,
  };
}

/** What is said of all responses and of those with a valid or a false premise. */
function* wholeSteps(
  rated: (scope: Scope) => RatedResponses,
): Generator<void, Pick<AgreementReport, "coefficients" | "indices" | "ordinal">> {
  const found = {
    coefficients: { relaxed: {}, strict: {}, all: {} },
    indices: { relaxed: {}, strict: {} },
    ordinal: {},
  } as Pick<AgreementReport, "coefficients" | "indices" | "ordinal">;
  for (const scope of SCOPES) {
    for (const mode of AGREEMENT_MODES)
      found.coefficients[mode][scope] = yield* verdictSteps(rated(scope), mode);
    for (const mode of ["relaxed", "strict"] as const)
      found.indices[mode][scope] = indicesOf(rated(scope), mode);
    found.ordinal[scope] = yield* ordinalSteps(rated(scope));
  }
  return found;
}

/**
 * Groups of responses as what coefficients take: of exactly two raters with who said what, if the groups say so. The
 * raters are those of these very groups: a part of a report, such as a run, may be of two of its raters.
 * @param rating whoever rated, in the order of the report
 */
export function ratedBy(
  rating: readonly number[],
  signed: SignedRaters,
): (units: readonly UnitGroup[]) => RatedResponses {
  const ratersOf = (units: readonly UnitGroup[]) => {
    if (units.some(({ signature }) => signature === undefined)) return rating;
    const here = new Set(
      units.flatMap(({ signature = NOTHING_SAID }) =>
        saidIn(signature, signed).map(({ raterId }) => raterId),
      ),
    );
    return here.size === 2 ? rating.filter((raterId) => here.has(raterId)) : rating;
  };
  return (units) => {
    const raters = ratersOf(units);
    const [first, second] = raters;
    if (first === undefined || second === undefined || raters.length !== 2)
      return { raters: raters.length, counts: units };
    const pair = units.flatMap(({ signature = NOTHING_SAID, ...unit }): PairCount[] => {
      const { falsePremise, responses } = unit;
      const said = saidIn(signature, signed);
      const [one, other] = [
        said.find(({ raterId }) => raterId === first),
        said.find(({ raterId }) => raterId === second),
      ];
      return one && other ? [{ falsePremise, first: one, second: other, responses }] : [];
    });
    return { raters: 2, counts: units, pair, unnamed: rating.length > 2 };
  };
}

function countsOf(grouped: Grouped, units: readonly UnitGroup[], raters: number): AgreementCounts {
  const responses = sum(units, (unit) => unit.responses);
  const compared = sum(units, (unit) => (unit.judgments >= 2 ? unit.responses : 0));
  return {
    responses,
    compared,
    single: responses - compared,
    stale: grouped.stale[0]!,
    judgments: sum(grouped.raters, (group) => group.judgments),
    raters,
    aside: {
      otherAnswers: {
        judgments: sum(grouped.units, (unit) => unit.others),
        responses: sum(grouped.units, (unit) => (unit.judgments === 0 ? unit.responses : 0)),
      },
      gold: grouped.gold,
    },
  };
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Orders sides by campaign, then by rater number. */
export function compareSides(a: Side, b: Side): number {
  return a.key.localeCompare(b.key, "en", { numeric: true });
}

function pairCountOf({
  falsePremise,
  firstRelaxed,
  firstStrict,
  secondRelaxed,
  secondStrict,
  responses,
}: Omit<PairGroup, "firstId" | "secondId">): PairCount {
  return {
    falsePremise,
    first: { relaxed: firstRelaxed, strict: firstStrict },
    second: { relaxed: secondRelaxed, strict: secondStrict },
    responses,
  };
}

interface GroupedPair {
  first: Side;
  second: Side;
  counts: PairCount[];
}

/** Every pair of sides that judged the same, those of raters first, and there those with most in common. */
function pairsOf(
  grouped: Grouped,
  names: Names,
  pairing: AgreementRequest["pairing"],
): GroupedPair[] {
  const rater = (id: number): Side => names.raters.get(id) ?? { key: "r0-0", label: "Rater ?" };
  const evaluator = (id: number): Side =>
    names.evaluators.get(id) ?? { key: "e0", label: "Evaluator ?" };
  const collect = <Group extends Omit<PairGroup, "firstId" | "secondId">>(
    groups: readonly Group[],
    sides: (group: Group) => [Side, Side],
  ): GroupedPair[] => {
    const found = new Map<string, GroupedPair>();
    for (const group of groups) {
      const [one, other] = sides(group);
      const swap =
        one.key.startsWith("r") && other.key.startsWith("r") && compareSides(one, other) > 0;
      const [first, second] = swap ? [other, one] : [one, other];
      const key = `${first.key} ${second.key}`;
      if (!found.has(key)) found.set(key, { first, second, counts: [] });
      const { falsePremise, first: said, second: answered, responses } = pairCountOf(group);
      found.get(key)!.counts.push({
        falsePremise,
        first: swap ? answered : said,
        second: swap ? said : answered,
        responses,
      });
    }
    const shared = (pair: GroupedPair) => sum(pair.counts, (count) => count.responses);
    return [...found.values()].sort(
      (a, b) =>
        shared(b) - shared(a) || compareSides(a.first, b.first) || compareSides(a.second, b.second),
    );
  };
  switch (pairing) {
    case "raters":
      return [
        ...collect(grouped.pairs, (group) => [rater(group.firstId), rater(group.secondId)]),
        ...collect(grouped.people, (group) => [PEOPLE, evaluator(group.secondId)]),
      ];
    case "automatic":
      return collect(grouped.automatic, (group) => [
        rater(group.firstId),
        evaluator(group.secondId),
      ]);
    case "paper":
      return grouped.paper === null ? [] : pairsOfPaper(grouped.paper);
    case "adjudicated":
      return collect(grouped.adjudicated, (group) => [rater(group.firstId), ADJUDICATED]);
  }
}

function pairsOfPaper({ raters, evaluator, triples }: GroupedPaper): GroupedPair[] {
  const [first, second] = raters;
  if (triples.length === 0) return [];
  const { people, withFirst, withSecond } = paperPairs(triples, evaluator !== null);
  if (evaluator === null) return [{ first, second, counts: people }];
  const judge: Side = { key: evaluator.key, label: evaluator.name };
  return [
    { first, second, counts: people },
    { first: judge, second: first, counts: withFirst },
    { first: judge, second, counts: withSecond },
  ];
}

interface Part {
  key: string;
  label: string;
  units: UnitGroup[];
}

function partsOf(
  units: readonly UnitGroup[],
  names: Names,
  periods: readonly string[],
): Record<BreakdownName, Part[]> {
  const part = (label: string, holds: (unit: UnitGroup) => boolean, key = label): Part => ({
    key,
    label,
    units: units.filter(holds),
  });
  const runIds = [...new Set(units.map(({ runId }) => runId))].sort((a, b) => a - b);
  const filled = (parts: Part[]) => parts.filter((one) => one.units.length > 0);
  return {
    category: filled(
      CATEGORIES.map((category) => part(category, (unit) => categoryOf(unit) === category)),
    ),
    hops: filled(HOPS.map((hops) => part(hops, (unit) => unit.hops === hops))),
    run: runIds.map((id) =>
      part(names.runs.get(id) ?? `Run ${id}`, (unit) => unit.runId === id, String(id)),
    ),
    period: filled(periods.map((period) => part(period, (unit) => day(unit.period) === period))),
  };
}

function* breakdownRow(
  { key, label, units }: Part,
  ratedOf: (units: readonly UnitGroup[]) => RatedResponses,
): Generator<void, BreakdownRow> {
  const rated = ratedOf(units);
  const part = function* (mode: "relaxed" | "strict"): Generator<void, PartAgreement> {
    return {
      coefficients: yield* verdictSteps(rated, mode),
      indices: indicesOf(rated, mode),
      confusion: rated.pair && rated.unnamed !== true ? confusionOf(rated.pair, mode) : null,
    };
  };
  return {
    key,
    label,
    responses: sum(units, (unit) => unit.responses),
    compared: sum(units, (unit) => (unit.judgments >= 2 ? unit.responses : 0)),
    relaxed: yield* part("relaxed"),
    strict: yield* part("strict"),
    ordinal: yield* ordinalSteps(rated),
  };
}

function confusionOf(
  pair: readonly PairCount[],
  mode: "relaxed" | "strict",
): PartAgreement["confusion"] {
  const found: [[number, number], [number, number]] = [
    [0, 0],
    [0, 0],
  ];
  for (const { first, second, units } of cellsOf(pair, mode))
    found[first === 1 ? 1 : 0][second === 1 ? 1 : 0] += units;
  return found;
}

const OTHERS = { relaxed: "othersRelaxed", strict: "othersStrict" } as const;

/**
 * Of the pairs of a rater's judgment and someone else's of the same response, the share that agrees. The pairs of one
 * response stay together; see `clusteredShare`.
 * @returns `low` and `high` null without pairs
 */
export function agreedWithOthers(
  groups: readonly RaterGroup[],
  mode: "relaxed" | "strict",
): CountedShare {
  const { points, of, interval } = clusteredShare(
    groups.map((group) => {
      const credit = group[OTHERS[mode]];
      return {
        points: group[mode] ? credit : group.others - credit,
        of: group.others,
        times: group.judgments,
      };
    }),
  );
  return { count: points, of, ...(interval ?? { low: null, high: null }) };
}

/** Sums a rater's groups up. */
function raterFigures(groups: readonly RaterGroup[]): RaterFigures {
  const pairs = sum(groups, (group) => group.judgments * group.others);
  const ofMode = (mode: "relaxed" | "strict") => {
    const credit = (group: RaterGroup) => group[OTHERS[mode]];
    return {
      agreed: agreedWithOthers(groups, mode),
      own: {
        count: sum(groups, (group) => (group[mode] ? group.judgments * group.others : 0)),
        of: pairs,
      },
      others: { count: sum(groups, (group) => group.judgments * credit(group)), of: pairs },
    };
  };
  const [relaxed, strict] = [ofMode("relaxed"), ofMode("strict")];
  return {
    judgments: sum(groups, (group) => group.judgments),
    agreed: { relaxed: relaxed.agreed, strict: strict.agreed },
    credit: {
      relaxed: { own: relaxed.own, others: relaxed.others },
      strict: { own: strict.own, others: strict.others },
    },
  };
}

function raterOf(
  id: number,
  rater: Side,
  grouped: Grouped,
  periods: readonly string[],
): ReportedRater {
  const groups = grouped.raters.filter(({ raterId }) => raterId === id);
  const settled = grouped.adjudicated.filter(({ firstId }) => firstId === id);
  type Mode = "Relaxed" | "Strict";
  /** How many have the adjudicated verdict, of those whose adjudicated verdict is this one; null: of all. */
  const same = (mode: Mode, verdict: boolean | null): CountedShare => {
    const asked =
      verdict === null ? settled : settled.filter((group) => group[`second${mode}`] === verdict);
    const found: Counted = {
      count: sum(asked, (group) =>
        group[`first${mode}`] === group[`second${mode}`] ? group.responses : 0,
      ),
      of: sum(asked, (group) => group.responses),
    };
    return { ...found, ...(wilson(found.count, found.of) ?? { low: null, high: null }) };
  };
  const both = (verdict: boolean | null) => ({
    relaxed: same("Relaxed", verdict),
    strict: same("Strict", verdict),
  });
  return {
    rater,
    ...raterFigures(groups),
    adjudicated: both(null),
    sensitivity: both(true),
    specificity: both(false),
    medianActiveMs: grouped.speed.find(({ raterId }) => raterId === id)?.medianActiveMs ?? 0,
    periods: periods.map((period) =>
      raterFigures(groups.filter((group) => day(group.period) === period)),
    ),
  };
}

function reasonsOf(groups: Grouped["reasons"]): ReasonRow[] {
  const given = (mode: "relaxedReason" | "strictReason", code: string) => {
    const own = groups.filter((group) => group[mode] === code);
    return {
      judgments: sum(own, (group) => group.judgments),
      raters: new Set(own.map(({ raterId }) => raterId)).size,
    };
  };
  return REASONS.map(({ code }) => ({
    reason: code,
    relaxed: given("relaxedReason", code),
    strict: given("strictReason", code),
  }));
}

// In words ---------------------------------------------------------------------------------------------------------

/** "Rater 1 and Rater 2", "People and FreshEval". */
export function pairName({ first, second }: Pick<ReportedPair, "first" | "second">): string {
  return `${first.label} and ${second.label}`;
}

/** "Rater 1, Rater 2 and FreshEval": whom the paper's rows are of. */
export function paperSidesInWords({ raters: [first, second], evaluator }: PaperAgreement): string {
  return evaluator === null
    ? `${first.label} and ${second.label}`
    : `${first.label}, ${second.label} and ${evaluator.name}`;
}

/** Over which responses the paper's rows are, in sentences. */
export function paperNotes(paper: PaperAgreement): string[] {
  const { evaluator, responses, without } = paper;
  if (evaluator === null)
    return [`Over the ${countOf(responses, "response")} that both rated. No automatic verdicts.`];
  return [
    `All rows are over the same responses: of the ${formatCount(responses)} that both raters rated, those with a verdict by ${evaluator.name}.${without.relaxed + without.strict === 0 ? "" : ` Without one: Relaxed ${formatCount(without.relaxed)}, Strict ${formatCount(without.strict)}; not counted as incorrect.`}`,
    `Average: the mean of the two exact agreements of ${evaluator.name} with a rater; it has no interval of its own.`,
  ];
}

/** What repeatability is. */
export const REPEATABILITY_NOTE =
  "Repeatability: the same prompt asked several times. n: prompts with two or more verdicts; flip rate in percent: those whose verdicts are not all equal. Over everything that was repeated, as of now. Repetitions are never verdicts.";

/** To how many responses the dataset has other answers by now than the report goes by, in a sentence or none. */
export function staleInWords({ stale, compared, single }: AgreementCounts): string[] {
  const parts = [
    ...(stale.compared > 0 ? [staleShare(stale.compared, compared, "compared response")] : []),
    ...(stale.single > 0 ? [`${staleShare(stale.single, single, "response")} rated once`] : []),
  ];
  return parts.length === 0 ? [] : [`${STALE}: ${parts.join("; ")}.`];
}

/** What a follow-up would mend, in sentences. */
export function outdatedInWords(counts: AgreementCounts): string[] {
  const { judgments } = counts.aside.otherAnswers;
  return [
    ...staleInWords(counts),
    ...(judgments > 0
      ? [
          `${countOf(judgments, "rating")} made with different correct answers ${judgments === 1 ? "doesn’t" : "don’t"} count.`,
        ]
      : []),
  ];
}

/** What becomes of gold in reports of agreement. */
export function goldOfAgreement(gold: AgreementInputs["gold"]): string {
  return `Ratings of gold items are used for quality control only and excluded from agreement.${gold === "leave-out" ? ` ${goldInWords(gold)}` : ""}`;
}

/** What the numbers go by, in sentences for a caption: correct answers, gold, and whether the dataset has other answers by now. */
export function captionNotes({
  inputs,
  counts,
}: Pick<AgreementReport, "inputs" | "counts">): string[] {
  return [truthInWords(inputs), goldOfAgreement(inputs.gold), ...staleInWords(counts)];
}

/** What the numbers are of, in sentences; for tables beside their captions. */
export function agreementNotes(inputs: AgreementInputs): string[] {
  const { campaigns, runs, releases, split, category, hops, rule, state, earlier, at } = inputs;
  const questions = [
    split === "all" ? "all" : `split ${split}`,
    ...category,
    ...(hops === null ? [] : [hops]),
  ].join(", ");
  return [
    ...(earlier ? [DEFINITIONS_CHANGED] : []),
    `Ratings in the ${campaigns.length === 1 ? "campaign" : "campaigns"} ${campaigns.map(campaignInWords).join(", ")}; runs: ${runs.length === 0 ? "all" : runs.join(", ")}; questions: ${questions}. Each rater has one rating per response, the latest as corrected.`,
    verdictRuleInWords(rule, "Human verdicts compared with an evaluator’s"),
    ...releases.map(({ name, sha256 }) => `Release ${name}, SHA-256 ${sha256}.`),
    `${asOfInWords(at, state)} Intervals use no random numbers, so there is no seed: the same ratings give the same intervals.`,
  ];
}

/** What the coefficients of the ordinal verdict are called. */
export const ORDINAL_TITLES: Record<keyof OrdinalAgreement, string> = {
  weightedKappa: "Weighted kappa (linear)",
  alpha: "Krippendorff’s alpha (ordinal)",
};

/** The coefficients that parts are shown with: of the kappas the one that their raters have. */
export function partCoefficients(two: boolean): { of: CoefficientName; title: string }[] {
  return (["percent", two ? "cohen" : "fleiss", "krippendorff", "gwetAC1"] as const).map((of) => ({
    of,
    title: COEFFICIENT_TITLES[of],
  }));
}

/** "180 responses rated: 150 by two or more raters, 30 by one (not counted). 330 ratings by 3 raters." and what else is not counted. */
export function countsInWords({ counts }: Pick<AgreementReport, "counts">): string {
  const { otherAnswers, gold } = counts.aside;
  const aside = [
    ...(otherAnswers.judgments > 0
      ? [`${countOf(otherAnswers.judgments, "rating")} made with different correct answers`]
      : []),
    ...(gold.judgments > 0
      ? [`${countOf(gold.judgments, "rating")} of ${countOf(gold.responses, "gold item")}`]
      : []),
  ];
  return `${countOf(counts.responses, "response")} rated: ${formatCount(counts.compared)} by two or more raters, ${formatCount(counts.single)} by one (not counted). ${countOf(counts.judgments, "rating")} by ${countOf(counts.raters, "rater")}.${aside.length === 0 ? "" : ` Also not counted: ${aside.join("; ")}.`}`;
}

type Coefficients = Pick<AgreementReport, "coefficients">;

function* everyCoefficient({
  coefficients,
}: Coefficients): Generator<{ name: CoefficientName; coefficient: Coefficient }> {
  for (const mode of AGREEMENT_MODES)
    for (const scope of SCOPES)
      for (const name of COEFFICIENTS) yield { name, coefficient: coefficients[mode][scope][name] };
}

/** How each number was found, each way said once. */
export function methodsInWords(report: Coefficients): string[] {
  return [
    ...new Set(
      [...everyCoefficient(report)].flatMap(({ coefficient: { method, undefinedBecause } }) =>
        undefinedBecause === null ? [`${method}.`] : [],
      ),
    ),
  ];
}

/** Why numbers are undefined, each reason said once. */
export function undefinedInWords(report: Coefficients): string[] {
  return [
    ...new Set(
      [...everyCoefficient(report)].flatMap(({ name, coefficient: { undefinedBecause } }) =>
        undefinedBecause === null
          ? []
          : [`${COEFFICIENT_TITLES[name]} is undefined: ${undefinedBecause}`],
      ),
    ),
  ];
}

/**
 * What alpha allows, in a word: from 0.8 on conclusions, from 0.667 on tentative ones, below neither (K. Krippendorff,
 * "Content Analysis", 2nd edition 2004, section 11.3.4). Null where alpha is undefined.
 */
export function reliability({
  value,
}: Pick<Coefficient, "value">): "reliable" | "tentative" | "low" | null {
  if (value === null) return null;
  return value >= 0.8 ? "reliable" : value >= 0.667 ? "tentative" : "low";
}

export const RELIABILITY_WORDS = { reliable: "reliable", tentative: "moderate", low: "low" };

/** Whose words these are. */
export const ALPHA_SCALE =
  "On Krippendorff’s scale for alpha: reliable from 0.80, moderate (tentative conclusions only) from 0.667, low below.";

/** "87.5% equal, alpha 0.70, moderate (n = 40)". */
export function summaryInWords({
  percent,
  krippendorff,
}: Pick<Record<CoefficientName, Coefficient>, "percent" | "krippendorff">): string {
  if (percent.value === null) return "no responses with two ratings";
  const word = reliability(krippendorff);
  return (
    [
      `${formatShare(percent.value)} equal`,
      krippendorff.value === null
        ? "alpha undefined"
        : `alpha ${formatCoefficient(krippendorff.value)}`,
      ...(word === null ? [] : [RELIABILITY_WORDS[word]]),
    ].join(", ") + ` (n = ${formatCount(percent.n)})`
  );
}
