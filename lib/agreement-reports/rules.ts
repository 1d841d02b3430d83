import { verdictRuleInWords } from "@/lib/accuracy/verdict";
import { agreementSteps } from "@/lib/agreement/agreement";
import { bothModesSteps, creditPatterns, type CreditCount } from "@/lib/agreement/both-modes";
import { pairRow, paperAgreementTable, type PairCount, type PairRow } from "@/lib/agreement/paper-table";
import { pairCells } from "@/lib/agreement/patterns";
import { AGREEMENT_MODES, SCOPES, COEFFICIENT_DIGITS, COEFFICIENT_TITLES, COEFFICIENTS, type AgreementMode, type Scope, type Agreement } from "@/lib/agreement/schema";
import { categoryOf } from "@/lib/questions/cells";
import { CATEGORIES, HOPS, type FactType, type Hops } from "@/lib/questions/schema";
import { REASONS } from "@/lib/ratings/schema";
import { formatDecimal, formatPercent, formatWhole } from "@/lib/report-files/numbers";
import { textCell, type Cell, type Column, type ReportTable } from "@/lib/report-files/table";
import { wilson } from "@/lib/statistics/intervals";
import {
  PAIRS_PER_PAGE,
  type AgreementInputs, type AgreementReport, type AgreementRequest, type BreakdownName, type BreakdownRow, type Counted, type CountedShare, type RaterFigures, type ReasonRow, type ReportedPair, type ReportedRater, type Side, type TableName,
} from "./schema";

// What SQL groups -------------------------------------------------------------------------------------------------

/** Tasks that were judged alike and are of one kind. */
export interface UnitGroup extends CreditCount {
  runId: number;
  falsePremise: boolean;
  factType: FactType;
  hops: Hops;
  /** The week or month of the last judgment. */
  period: Date;
}

/** Judgments of one rater that are alike and whose tasks were judged alike by the others. */
export interface RaterGroup {
  raterId: number;
  /** The week or month of the last judgment of the task. */
  period: Date;
  relaxed: boolean;
  strict: boolean;
  /** Further judgments of each of these tasks, and how many of them give credit. */
  others: number;
  othersRelaxed: number;
  othersStrict: number;
  judgments: number;
}

/** Tasks that two sides judged so. */
export interface PairGroup {
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
  reasons: { raterId: number; relaxedReason: string | null; strictReason: string | null; judgments: number }[];
  speed: { raterId: number; medianActiveMs: number }[];
  pairs: PairGroup[];
  people: Omit<PairGroup, "firstId">[];
  automatic: PairGroup[];
  adjudicated: Omit<PairGroup, "secondId">[];
}

/** Tasks counted by kind (without a signature) or by who judged them how (with one, but no kind). */
export type SignedGroup = { falsePremise: boolean; period: Date; responses: number } & (
  | { signature: null; runId: number; factType: FactType; hops: Hops; judgments: number; relaxed: number; strict: number }
  | { signature: number }
);

/**
 * Units, raters and pairs from tasks that were counted by kind and by signature: two bits a rater, 0 not judged, 1 no
 * credit, 2 Relaxed credit alone, 3 credit in both modes.
 * @param raterIds in the order of the bits
 */
export function fromSignatures(groups: readonly SignedGroup[], raterIds: readonly number[]): Pick<Grouped, "units" | "raters" | "pairs"> {
  const [units, raters, pairs]: [UnitGroup[], RaterGroup[], PairGroup[]] = [[], [], []];
  for (const group of groups) {
    const { falsePremise, period, responses } = group;
    if (group.signature === null) {
      const { runId, factType, hops, judgments, relaxed, strict } = group;
      units.push({ runId, falsePremise, factType, hops, period, judgments, relaxed, strict, responses });
      continue;
    }
    const { signature } = group;
    const said = raterIds.flatMap((raterId, at) => {
      const code = (signature >> (2 * at)) & 3;
      return code === 0 ? [] : [{ raterId, relaxed: code >= 2, strict: code === 3 }];
    });
    const credit = { relaxed: sum(said, (one) => Number(one.relaxed)), strict: sum(said, (one) => Number(one.strict)) };
    said.forEach((one, at) => {
      raters.push({ ...one, period, others: said.length - 1, othersRelaxed: credit.relaxed - Number(one.relaxed), othersStrict: credit.strict - Number(one.strict), judgments: responses });
      for (const other of said.slice(at + 1)) {
        pairs.push({ firstId: one.raterId, secondId: other.raterId, falsePremise, firstRelaxed: one.relaxed, firstStrict: one.strict, secondRelaxed: other.relaxed, secondStrict: other.strict, responses });
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

export const PEOPLE: Side = { key: "people", label: "People" };
export const ADJUDICATED: Side = { key: "adjudicated", label: "Adjudicated" };

// The report --------------------------------------------------------------------------------------------------------

/** The report from what SQL grouped, in steps, for a server that attends to others in between. */
export function* reportSteps(grouped: Grouped, inputs: AgreementInputs, names: Names, request: Pick<AgreementRequest, "period" | "pairing" | "page">): Generator<void, AgreementReport> {
  const options = { seed: inputs.seed, replicates: inputs.replicates };
  const raterIds = [...new Set(grouped.raters.map(({ raterId }) => raterId))];
  const sideOf = (id: number): Side => names.raters.get(id) ?? { key: "r0-0", label: "Rater ?" };
  const periods = [...new Set([...grouped.units, ...grouped.raters].map(({ period }) => day(period)))].sort();

  const all = pairsOf(grouped, names, request.pairing);
  const rows: ReportedPair[] = [];
  for (const { first, second, counts } of all.slice((request.page - 1) * PAIRS_PER_PAGE, request.page * PAIRS_PER_PAGE)) {
    rows.push({ first, second, row: pairRow(counts, options) });
    yield;
  }
  const onlyPair = raterIds.length === 2 ? pairRow(grouped.pairs.map(countOf), options) : null;
  const coefficients = {} as Record<AgreementMode, Record<Scope, Agreement["coefficients"]>>;
  for (const mode of AGREEMENT_MODES) {
    coefficients[mode] = {} as Record<Scope, Agreement["coefficients"]>;
    for (const scope of SCOPES) {
      const units = grouped.units.filter(({ falsePremise }) => scope === "overall" || falsePremise === (scope === "fp"));
      coefficients[mode][scope] = yield* coefficientsOf(units, mode, scope, raterIds.length, onlyPair, options);
    }
  }

  const breakdown = {} as AgreementReport["breakdown"];
  for (const [name, parts] of Object.entries(partsOf(grouped.units, names, periods)) as [BreakdownName, Part[]][]) {
    breakdown[name] = [];
    for (const part of parts) breakdown[name].push(yield* breakdownRow(part, raterIds.length, options));
  }
  return {
    inputs, coefficients, pairing: request.pairing, breakdown, period: request.period, periods,
    counts: {
      responses: sum(grouped.units, (unit) => unit.responses), compared: sum(grouped.units, (unit) => (unit.judgments >= 2 ? unit.responses : 0)),
      judgments: sum(grouped.raters, (group) => group.judgments), raters: raterIds.length,
    },
    pairs: { page: request.page, total: all.length, rows },
    reasons: reasonsOf(grouped.reasons),
    raters: raterIds.map((id) => raterOf(id, sideOf(id), grouped, periods)).sort((a, b) => compareSides(a.rater, b.rater)),
  };
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** By campaign and number. */
function compareSides(a: Side, b: Side): number {
  return a.key.localeCompare(b.key, "en", { numeric: true });
}

function countOf({ falsePremise, firstRelaxed, firstStrict, secondRelaxed, secondStrict, responses }: Omit<PairGroup, "firstId" | "secondId">): PairCount {
  return { falsePremise, first: { relaxed: firstRelaxed, strict: firstStrict }, second: { relaxed: secondRelaxed, strict: secondStrict }, responses };
}

interface GroupedPair {
  first: Side;
  second: Side;
  counts: PairCount[];
}

/** Every pair of sides that judged the same, those of raters first, and there those with most in common. */
function pairsOf(grouped: Grouped, names: Names, pairing: AgreementRequest["pairing"]): GroupedPair[] {
  const rater = (id: number): Side => names.raters.get(id) ?? { key: "r0-0", label: "Rater ?" };
  const evaluator = (id: number): Side => names.evaluators.get(id) ?? { key: "e0", label: "Evaluator ?" };
  const collect = <Group extends Omit<PairGroup, "firstId" | "secondId">>(groups: readonly Group[], sides: (group: Group) => [Side, Side]): GroupedPair[] => {
    const found = new Map<string, GroupedPair>();
    for (const group of groups) {
      const [one, other] = sides(group);
      const swap = one.key.startsWith("r") && other.key.startsWith("r") && compareSides(one, other) > 0;
      const [first, second] = swap ? [other, one] : [one, other];
      const key = `${first.key} ${second.key}`;
      if (!found.has(key)) found.set(key, { first, second, counts: [] });
      const { falsePremise, first: said, second: answered, responses } = countOf(group);
      found.get(key)!.counts.push({ falsePremise, first: swap ? answered : said, second: swap ? said : answered, responses });
    }
    const shared = (pair: GroupedPair) => sum(pair.counts, (count) => count.responses);
    return [...found.values()].sort((a, b) => shared(b) - shared(a) || compareSides(a.first, b.first) || compareSides(a.second, b.second));
  };
  switch (pairing) {
    case "raters":
      return [...collect(grouped.pairs, (group) => [rater(group.firstId), rater(group.secondId)]), ...collect(grouped.people, (group) => [PEOPLE, evaluator(group.secondId)])];
    case "automatic":
      return collect(grouped.automatic, (group) => [rater(group.firstId), evaluator(group.secondId)]);
    case "adjudicated":
      return collect(grouped.adjudicated, (group) => [rater(group.firstId), ADJUDICATED]);
  }
}

function* coefficientsOf(units: readonly UnitGroup[], mode: AgreementMode, scope: Scope, raters: number, onlyPair: PairRow | null, options: { seed: number; replicates: number }): Generator<void, Agreement["coefficients"]> {
  const pair = onlyPair?.[mode][scope];
  if (mode === "all") {
    const both = yield* bothModesSteps(units, raters, options);
    return { ...both, cohen: pair?.coefficients.cohen ?? noCohen(raters) };
  }
  const { coefficients } = yield* agreementSteps({ values: 2, raters, patterns: creditPatterns(units, mode), ...(pair && { pair: pairCells(pair.confusion) }) }, options);
  return coefficients;
}

function noCohen(raters: number): Agreement["coefficients"]["cohen"] {
  const undefinedBecause = raters === 0 ? "There are no ratings." : raters === 1 ? "There is only one rater; agreement needs two." : `Cohen’s kappa compares two raters; here are ${raters}. Fleiss’ kappa and Krippendorff’s alpha take more.`;
  return { value: null, low: null, high: null, method: "Cohen’s kappa over both verdicts of each response", undefinedBecause };
}

interface Part {
  key: string;
  label: string;
  units: UnitGroup[];
}

function partsOf(units: readonly UnitGroup[], names: Names, periods: readonly string[]): Record<BreakdownName, Part[]> {
  const part = (label: string, holds: (unit: UnitGroup) => boolean, key = label): Part => ({ key, label, units: units.filter(holds) });
  const runIds = [...new Set(units.map(({ runId }) => runId))].sort((a, b) => a - b);
  const filled = (parts: Part[]) => parts.filter((one) => one.units.length > 0);
  return {
    category: filled(CATEGORIES.map((category) => part(category, (unit) => categoryOf(unit) === category))),
    hops: filled(HOPS.map((hops) => part(hops, (unit) => unit.hops === hops))),
    run: runIds.map((id) => part(names.runs.get(id) ?? `Run ${id}`, (unit) => unit.runId === id, String(id))),
    period: filled(periods.map((period) => part(period, (unit) => day(unit.period) === period))),
  };
}

function* breakdownRow({ key, label, units }: Part, raters: number, options: { seed: number; replicates: number }): Generator<void, BreakdownRow> {
  const brief = function* (mode: "relaxed" | "strict") {
    const { coefficients: { percent, krippendorff, gwetAC1 } } = yield* agreementSteps({ values: 2, raters, patterns: creditPatterns(units, mode) }, options);
    return { percent, krippendorff, gwetAC1 };
  };
  return {
    key, label, responses: sum(units, (unit) => unit.responses), compared: sum(units, (unit) => (unit.judgments >= 2 ? unit.responses : 0)),
    relaxed: yield* brief("relaxed"), strict: yield* brief("strict"),
  };
}

/**
 * A share of pairs with Wilson's interval. The pairs of one response are not independent, so that they count together as
 * one: with two raters a response that is the plain interval, with more it is rather too wide than too narrow.
 */
function shareOfPairs(share: Counted, responses: number): CountedShare {
  const interval = share.of === 0 ? null : wilson((share.count / share.of) * responses, responses);
  return { ...share, ...(interval ?? { low: null, high: null }) };
}

/** What a rater's groups come down to. */
export function raterFigures(groups: readonly RaterGroup[]): RaterFigures {
  const pairs = sum(groups, (group) => group.judgments * group.others);
  const responses = sum(groups, (group) => (group.others > 0 ? group.judgments : 0));
  const others = { relaxed: "othersRelaxed", strict: "othersStrict" } as const;
  const ofMode = (mode: "relaxed" | "strict") => {
    const credit = (group: RaterGroup) => group[others[mode]];
    return {
      agreed: shareOfPairs({ count: sum(groups, (group) => group.judgments * (group[mode] ? credit(group) : group.others - credit(group))), of: pairs }, responses),
      own: { count: sum(groups, (group) => (group[mode] ? group.judgments * group.others : 0)), of: pairs },
      others: { count: sum(groups, (group) => group.judgments * credit(group)), of: pairs },
    };
  };
  const [relaxed, strict] = [ofMode("relaxed"), ofMode("strict")];
  return {
    judgments: sum(groups, (group) => group.judgments),
    agreed: { relaxed: relaxed.agreed, strict: strict.agreed },
    credit: { relaxed: { own: relaxed.own, others: relaxed.others }, strict: { own: strict.own, others: strict.others } },
  };
}

function raterOf(id: number, rater: Side, grouped: Grouped, periods: readonly string[]): ReportedRater {
  const groups = grouped.raters.filter(({ raterId }) => raterId === id);
  const settled = grouped.adjudicated.filter(({ firstId }) => firstId === id);
  const sameAs = (own: "firstRelaxed" | "firstStrict", final: "secondRelaxed" | "secondStrict") => {
    const found: Counted = { count: sum(settled, (group) => (group[own] === group[final] ? group.responses : 0)), of: sum(settled, (group) => group.responses) };
    return { ...found, ...(wilson(found.count, found.of) ?? { low: null, high: null }) };
  };
  return {
    rater, ...raterFigures(groups),
    adjudicated: { relaxed: sameAs("firstRelaxed", "secondRelaxed"), strict: sameAs("firstStrict", "secondStrict") },
    medianActiveMs: grouped.speed.find(({ raterId }) => raterId === id)?.medianActiveMs ?? 0,
    periods: periods.map((period) => raterFigures(groups.filter((group) => day(group.period) === period))),
  };
}

function reasonsOf(groups: Grouped["reasons"]): ReasonRow[] {
  const given = (mode: "relaxedReason" | "strictReason", code: string) => {
    const own = groups.filter((group) => group[mode] === code);
    return { judgments: sum(own, (group) => group.judgments), raters: new Set(own.map(({ raterId }) => raterId)).size };
  };
  return REASONS.map(({ code }) => ({ reason: code, relaxed: given("relaxedReason", code), strict: given("strictReason", code) }));
}

// As tables ---------------------------------------------------------------------------------------------------------

/** "Rater 1 and Rater 2", "People and FreshEval". */
export function pairName({ first, second }: Pick<ReportedPair, "first" | "second">): string {
  return `${first.label} and ${second.label}`;
}

/** What the numbers are of, in sentences. */
export function agreementNotes(inputs: AgreementInputs): string[] {
  const { campaigns, runs, releases, split, category, hops, rule, seed, replicates, state, at } = inputs;
  const questions = [split === "all" ? "all" : `split ${split}`, ...category, ...(hops === null ? [] : [hops])].join(", ");
  return [
    `Judgments of the ${campaigns.length === 1 ? "campaign" : "campaigns"} ${campaigns.map(({ name }) => name).join(", ")}; runs: ${runs.length === 0 ? "all" : runs.join(", ")}; questions: ${questions}. Corrected judgments count as corrected; gold items do not count.`,
    verdictRuleInWords(rule, "Verdicts of people, where they are held against an evaluator’s"),
    ...releases.map(({ name, sha256 }) => `Release ${name}, SHA-256 ${sha256}.`),
    `Seed ${seed}, ${replicates} replicates. As of ${at.slice(0, 10)}, ${at.slice(11, 16)} UTC${state === null ? "" : `, state ${state}`}.`,
  ];
}

const right = (title: string, group?: string): Column => ({ title, align: "right", ...(group !== undefined && { group }) });
const whole = (value: number): Cell => ({ text: formatWhole(value), value });
const decimal = (value: number | null): Cell => ({ text: formatDecimal(value, COEFFICIENT_DIGITS), value });
const share = ({ count, of }: Counted): Cell => ({ text: formatPercent(count, of), value: of === 0 ? null : (100 * count) / of });
const MODE_NAMES: Record<AgreementMode, string> = { relaxed: "Relaxed", strict: "Strict", all: "All" };
const SCOPE_NAMES: Record<Scope, string> = { overall: "overall", vp: "valid premise", fp: "false premise" };
const PARTS: Record<BreakdownName, string> = { category: "Category", hops: "Hops", run: "Run", period: "Time" };

const BRIEF = [{ of: "percent", title: "Percent agreement" }, { of: "krippendorff", title: "Krippendorff’s alpha" }, { of: "gwetAC1", title: "Gwet’s AC1" }] as const;
/** A share with its interval, in percent. */
const shareAndInterval = (of: CountedShare): Cell[] => [share(of), ...[of.low, of.high].map((end): Cell => ({ text: formatDecimal(end === null ? null : 100 * end, 1), value: end === null ? null : 100 * end }))];

/** One of the report's tables. */
export function agreementReportTable(report: AgreementReport, table: TableName): ReportTable {
  const notes = agreementNotes(report.inputs);
  const name = report.inputs.campaigns.map((campaign) => campaign.name).join(", ");
  switch (table) {
    case "pairs": return paperAgreementTable(report.pairs.rows.map((pair) => ({ pair: pairName(pair), row: pair.row })), `Agreement in ${name}`, notes);
    case "coefficients": return {
      caption: `Coefficients of agreement in ${name}`, label: "tab:agreement-coefficients",
      columns: [{ title: "Mode", align: "left" }, { title: "Questions", align: "left" }, { title: "Coefficient", align: "left" }, right("Value"), right("Low", "95% interval"), right("High", "95% interval")],
      rows: AGREEMENT_MODES.flatMap((mode) => SCOPES.flatMap((scope) => COEFFICIENTS.map((coefficient) => {
        const { value, low, high } = report.coefficients[mode][scope][coefficient];
        return [textCell(MODE_NAMES[mode]), textCell(SCOPE_NAMES[scope]), textCell(COEFFICIENT_TITLES[coefficient]), decimal(value), decimal(low), decimal(high)];
      }))),
      notes: [countsInWords(report), ...methodsInWords(report), ...notes],
    };
    case "pair-coefficients": return {
      caption: `Coefficients of pairs in ${name}`, label: "tab:agreement-pair-coefficients",
      columns: [{ title: "Raters", align: "left" }, { title: "Mode", align: "left" }, { title: "Coefficient", align: "left" }, right("n"), right("Value"), right("Low", "95% interval"), right("High", "95% interval")],
      rows: report.pairs.rows.flatMap((pair) => AGREEMENT_MODES.flatMap((mode) => COEFFICIENTS.map((coefficient) => {
        const { responses, coefficients } = pair.row[mode].overall;
        const { value, low, high } = coefficients[coefficient];
        return [textCell(pairName(pair)), textCell(MODE_NAMES[mode]), textCell(COEFFICIENT_TITLES[coefficient]), whole(responses), decimal(value), decimal(low), decimal(high)];
      }))),
      notes: ["n: responses that both judged.", ...notes],
    };
    case "confusion": return {
      caption: `How verdicts of pairs meet in ${name}`, label: "tab:agreement-confusion",
      columns: [{ title: "First", align: "left" }, { title: "Second", align: "left" }, { title: "Mode", align: "left" }, ...["No credit", "Credit"].flatMap((said) => [right("no credit", `First: ${said}`), right("credit", `First: ${said}`)])],
      rows: report.pairs.rows.flatMap((pair) => (["relaxed", "strict"] as const).map((mode) => [
        textCell(pair.first.label), textCell(pair.second.label), textCell(MODE_NAMES[mode]), ...pair.row[mode].overall.confusion.flatMap((row) => row.map(whole)),
      ])),
      notes: ["Responses by the verdict of the first (the headings in groups) and of the second (below them).", ...notes],
    };
    case "breakdown": return {
      caption: `Agreement in ${name} by category, hops, run and ${report.period}`, label: "tab:agreement-breakdown",
      columns: [{ title: "By", align: "left" }, { title: "Part", align: "left" }, right("Responses"), right("Compared"), { title: "Mode", align: "left" }, ...BRIEF.flatMap(({ title }) => [right("value", title), right("low", title), right("high", title)])],
      rows: (Object.keys(PARTS) as BreakdownName[]).flatMap((by) => report.breakdown[by].flatMap((row) => (["relaxed", "strict"] as const).map((mode) => [
        textCell(PARTS[by]), textCell(row.label), whole(row.responses), whole(row.compared), textCell(MODE_NAMES[mode]),
        ...BRIEF.flatMap(({ of }) => [row[mode][of].value, row[mode][of].low, row[mode][of].high].map(decimal)),
      ]))),
      notes: [`Low and high: the 95% interval of the number before them. Compared: responses with at least two judgments. Time: the ${report.period} of a response’s last judgment, by its first day, in UTC.`, ...notes],
    };
    case "raters": return {
      caption: `Raters of ${name}`, label: "tab:agreement-raters",
      columns: [
        { title: "Rater", align: "left" }, right("Judgments"), right("Pairs"), right("Relaxed", "Agreement with others"), right("Strict", "Agreement with others"),
        right("n", "Adjudicated"), right("Relaxed", "Adjudicated"), right("Strict", "Adjudicated"),
        right("own", "Credit, Relaxed"), right("others", "Credit, Relaxed"), right("own", "Credit, Strict"), right("others", "Credit, Strict"), right("Median s"),
      ],
      rows: report.raters.map((rater) => [
        textCell(rater.rater.label), whole(rater.judgments), whole(rater.agreed.relaxed.of), share(rater.agreed.relaxed), share(rater.agreed.strict),
        whole(rater.adjudicated.relaxed.of), share(rater.adjudicated.relaxed), share(rater.adjudicated.strict),
        ...(["relaxed", "strict"] as const).flatMap((mode) => [share(rater.credit[mode].own), share(rater.credit[mode].others)]),
        { text: formatDecimal(rater.medianActiveMs / 1_000, 1), value: rater.medianActiveMs / 1_000 },
      ]),
      notes: ["Shares in percent. Pairs: an own judgment and somebody else’s of the same response. Credit: how often each side gave it in these pairs. Median time at work on a judgment, in seconds.", ...notes],
    };
    case "drift": return {
      caption: `Agreement of raters with others by ${report.period} in ${name}`, label: "tab:agreement-drift",
      columns: [
        { title: report.period === "week" ? "Week" : "Month", align: "left" }, { title: "Rater", align: "left" }, right("Judgments"), right("Pairs"),
        ...(["Relaxed", "Strict"] as const).flatMap((mode) => [right("agree", mode), right("low", mode), right("high", mode)]),
      ],
      rows: report.periods.flatMap((period, at) => report.raters.filter((rater) => rater.periods[at]!.judgments > 0).map((rater) => {
        const { judgments, agreed } = rater.periods[at]!;
        return [textCell(period), textCell(rater.rater.label), whole(judgments), whole(agreed.relaxed.of), ...shareAndInterval(agreed.relaxed), ...shareAndInterval(agreed.strict)];
      })),
      notes: [`Shares of pairs of an own judgment and somebody else’s of the same response, in percent, by the ${report.period} of the response’s last judgment (its first day, in UTC). Low and high: Wilson’s 95% interval, in which the pairs of a response count together as one.`, ...notes],
    };
    case "reasons": return {
      caption: `Reasons for no credit in ${name}`, label: "tab:agreement-reasons",
      columns: [{ title: "Reason", align: "left" }, right("Judgments", "Relaxed"), right("Raters", "Relaxed"), right("Judgments", "Strict"), right("Raters", "Strict")],
      rows: report.reasons.map(({ reason, relaxed, strict }) => [textCell(reason), whole(relaxed.judgments), whole(relaxed.raters), whole(strict.judgments), whole(strict.raters)]),
      notes,
    };
  }
}

/** "180 responses judged, 150 of them more than once; 330 judgments by 3 raters." */
export function countsInWords({ counts }: AgreementReport): string {
  const words = (count: number, word: string) => `${formatWhole(count)} ${word}${count === 1 ? "" : "s"}`;
  return `${words(counts.responses, "response")} judged, ${formatWhole(counts.compared)} of them more than once; ${words(counts.judgments, "judgment")} by ${words(counts.raters, "rater")}.`;
}

/** How each number was found, or why it is undefined, each said once. */
function methodsInWords(report: AgreementReport): string[] {
  const every = AGREEMENT_MODES.flatMap((mode) => SCOPES.flatMap((scope) => COEFFICIENTS.map((name) => ({ name, coefficient: report.coefficients[mode][scope][name] }))));
  return [...new Set(every.map(({ name, coefficient: { method, undefinedBecause } }) => (undefinedBecause === null ? `${method}.` : `${COEFFICIENT_TITLES[name]} is undefined: ${undefinedBecause}`)))];
}
