import { formatPercent, formatWhole } from "@/lib/report-files/numbers";
import { textCell, type Cell, type ReportTable } from "@/lib/report-files/table";
import { Chance } from "@/lib/statistics/chance";
import { bootstrap, finish, type GroupStatistic } from "@/lib/statistics/intervals";
import { agreementOfPair, CoefficientOf } from "./agreement";
import { AGREEMENT_MODES, COEFFICIENTS, SCOPES, type Agreement, type AgreementMode, type BootstrapOptions, type Coefficient, type CoefficientName, type Scope } from "./schema";

/*
 * The paper's table of agreement: for each pair of raters (two people, or the automatic judge and a person) the exact
 * agreement in Relaxed, in Strict and in both together, over all questions, those with a valid premise (vp) and those
 * with a false one (fp).
 */

/** One judgment: is there credit in each mode? Null where it has no verdict: an evaluator may judge one mode only. */
export interface Verdicts {
  relaxed: boolean | null;
  strict: boolean | null;
}

/** How many responses two raters judged so, as SQL groups them: a few rows a pair. */
export interface PairCount {
  falsePremise: boolean;
  first: Verdicts;
  second: Verdicts;
  responses: number;
}

/** One cell of the paper's table. */
export interface PairAgreement {
  /** Responses that both judged. */
  responses: number;
  /** Verdicts compared: as many as responses, twice as many in `all`. */
  verdicts: number;
  /** Of them, equal ones: exact agreement is `agreed / verdicts`. */
  agreed: number;
  /** Rows: the first rater, columns: the second; no credit before credit. */
  confusion: readonly [readonly [number, number], readonly [number, number]];
  coefficients: Agreement["coefficients"];
}

/** A pair's row: each cell with its exact agreement, its confusion matrix, and every coefficient with its interval. */
export type PairRow = Record<AgreementMode, Record<Scope, PairAgreement>>;

/**
 * The paper's row of a pair of raters. In `all`, a response counts with its two verdicts; as these belong together, its
 * intervals come from resampling responses, percent agreement's included. A response counts in the modes in which both have
 * a verdict.
 */
export function pairRow(counts: readonly PairCount[], options: BootstrapOptions): PairRow {
  const scopes: Record<Scope, PairCount[]> = {
    overall: [...counts], vp: counts.filter((count) => !count.falsePremise), fp: counts.filter((count) => count.falsePremise),
  };
  const row = (mode: AgreementMode) => Object.fromEntries(SCOPES.map((scope) => [scope, cellOf(scopes[scope], mode, options)])) as Record<Scope, PairAgreement>;
  return { relaxed: row("relaxed"), strict: row("strict"), all: row("all") };
}

function cellOf(all: readonly PairCount[], mode: AgreementMode, options: BootstrapOptions): PairAgreement {
  const modes = mode === "all" ? (["relaxed", "strict"] as const) : [mode];
  const counts = all.filter(({ first, second }) => modes.every((one) => first[one] !== null && second[one] !== null));
  const confusion: [[number, number], [number, number]] = [[0, 0], [0, 0]];
  let responses = 0;
  for (const count of counts) {
    responses += count.responses;
    for (const one of modes) confusion[count.first[one] ? 1 : 0][count.second[one] ? 1 : 0] += count.responses;
  }
  return {
    responses,
    verdicts: responses * modes.length,
    agreed: confusion[0][0] + confusion[1][1],
    confusion,
    coefficients: mode === "all" ? coefficientsOfBoth(counts, responses, options) : agreementOfPair(confusion, options).coefficients,
  };
}

/** The coefficients over both verdicts of each response, with intervals over responses. */
function coefficientsOfBoth(counts: readonly PairCount[], responses: number, options: BootstrapOptions): Agreement["coefficients"] {
  const groups = groupsOf(counts);
  const pooled = (sizes: ArrayLike<number>) => {
    const cells: [number, number, number, number] = [0, 0, 0, 0];
    groups.forEach((group, at) => group.cells.forEach((cell) => (cells[cell]! += sizes[at]!)));
    return twoByTwo(...cells);
  };
  const sizes = groups.map((group) => group.responses);
  const point = pooled(sizes);
  const statistics: GroupStatistic[] = COEFFICIENTS.map((name) => (replicate) => pooled(replicate)[name]);
  const drawn = responses < 2 ? [] : finish(bootstrap(sizes, statistics, Chance.ofSeed(options.seed, 2), options.replicates));
  return Object.fromEntries(COEFFICIENTS.map((name, at) => {
    const reason = responses === 0 ? "There are no ratings." : null;
    return [name, new CoefficientOf(WHAT[name], responses, options).of(point[name], drawn[at] ?? null, reason)];
  })) as Record<CoefficientName, Coefficient>;
}

const WHAT: Record<CoefficientName, string> = {
  percent: "Share of equal verdicts, two of each response",
  cohen: "Cohen’s kappa over both verdicts of each response",
  fleiss: "Fleiss’ kappa over both verdicts of each response",
  krippendorff: "Krippendorff’s alpha, nominal, over both verdicts of each response",
  gwetAC1: "Gwet’s AC1 over both verdicts of each response",
};

/** Responses whose verdicts fall into the same cells, whatever their premise; in an order of their own. */
function groupsOf(counts: readonly PairCount[]): { cells: [number, number]; responses: number }[] {
  const groups = new Map<number, { cells: [number, number]; responses: number }>();
  const cell = (first: boolean, second: boolean) => (first ? 2 : 0) + (second ? 1 : 0);
  for (const { first, second, responses } of counts) {
    if (responses === 0) continue;
    const cells: [number, number] = [cell(first.relaxed === true, second.relaxed === true), cell(first.strict === true, second.strict === true)];
    const key = cells[0] * 4 + cells[1];
    const found = groups.get(key);
    if (found) found.responses += responses;
    else groups.set(key, { cells, responses });
  }
  return [...groups.entries()].sort(([a], [b]) => a - b).map(([, group]) => group);
}

/** Every coefficient of two raters and two values, by its formula: a no/no, b no/yes, c yes/no, d yes/yes. */
export function twoByTwo(a: number, b: number, c: number, d: number): Record<CoefficientName, number | null> {
  const n = a + b + c + d;
  if (n === 0) return { percent: null, cohen: null, fleiss: null, krippendorff: null, gwetAC1: null };
  const agreed = a + d;
  const byMargins = (a + b) * (a + c) + (c + d) * (b + d);
  const room = n * n - byMargins;
  const [no, yes] = [2 * a + b + c, 2 * d + b + c];
  const mixed = (2 * no * yes) / (4 * n * n);
  const oneValue = no === 0 || yes === 0;
  return {
    percent: agreed / n,
    cohen: room <= 0 ? null : (agreed * n - byMargins) / room,
    fleiss: oneValue ? null : 1 - (n - agreed) / n / mixed,
    krippendorff: oneValue ? null : 1 - ((2 * n - 1) * (b + c)) / (no * yes),
    gwetAC1: oneValue ? null : 1 - (n - agreed) / n / (1 - mixed),
  };
}

const MODE_TITLES: Record<AgreementMode, string> = { relaxed: "Relaxed", strict: "Strict", all: "All" };

/** The table as the paper prints it: a row a pair, exact agreement in percent. */
export function paperAgreementTable(rows: readonly { pair: string; row: PairRow }[], caption: string, notes: readonly string[] = []): ReportTable {
  const columns = AGREEMENT_MODES.flatMap((mode) => SCOPES.map((scope) => ({ title: scope, align: "right" as const, group: MODE_TITLES[mode] })));
  const share = ({ agreed, verdicts }: PairAgreement): Cell => ({ text: formatPercent(agreed, verdicts), value: verdicts === 0 ? null : (100 * agreed) / verdicts });
  return {
    caption,
    label: "tab:agreement",
    columns: [{ title: "Raters", align: "left" }, { title: "n", align: "right" }, ...columns],
    rows: rows.map(({ pair, row }) => {
      const { responses } = row.relaxed.overall;
      return [textCell(pair), { text: formatWhole(responses), value: responses }, ...AGREEMENT_MODES.flatMap((mode) => SCOPES.map((scope) => share(row[mode][scope])))];
    }),
    notes: ["Exact agreement in percent. vp: valid premise; fp: false premise. All: the verdicts of both modes together. n: responses that both judged.", ...notes],
  };
}
