import type { EffectiveYear, FactType, Hops } from "@/lib/questions/schema";
import { formatPercent, formatWhole } from "@/lib/report-files/numbers";
import { textCell, type Cell, type Column, type ReportTable } from "@/lib/report-files/table";
import { wilson } from "@/lib/statistics/intervals";

/** The paper's columns: all; valid premise: all, fast, slow, never, old, new, 1-hop, m-hop; false premise: all, old. */
export const ACCURACY_COLUMNS = ["all", "vp", "vpFast", "vpSlow", "vpNever", "vpOld", "vpNew", "vpOneHop", "vpMultiHop", "fp", "fpOld"] as const;
export type AccuracyColumn = (typeof ACCURACY_COLUMNS)[number];

/** Knowledge from before this year is old. */
export const DEFAULT_SPLIT_YEAR = 2022;

/** How many questions of one kind have these verdicts on a run's responses, as SQL groups them. */
export interface AccuracyCount {
  falsePremise: boolean;
  factType: FactType;
  hops: Hops;
  effectiveYear: EffectiveYear | null;
  /** The verdict that counts in each mode (`decideVerdict`); null: none, which is not the same as wrong. */
  relaxed: boolean | null;
  strict: boolean | null;
  questions: number;
}

/** A share of right responses among those with a verdict. */
export interface Accuracy {
  right: number;
  /** Responses with a verdict in this mode. */
  judged: number;
  /** `right / judged`; null if none is judged. With its 95% Wilson interval. */
  value: number | null;
  low: number | null;
  high: number | null;
}

/** What one column says. */
export interface AccuracyCell {
  /** Questions of this column, whether the run has a response to them, and a verdict on it, or not. */
  questions: number;
  /** Of them, with a verdict in both modes. Coverage is `judged / questions`. */
  judged: number;
  relaxed: Accuracy;
  strict: Accuracy;
  /**
   * The hallucination gap: the share with Relaxed but no Strict credit, among the responses with a verdict in both modes.
   * As Strict credit implies Relaxed credit, it is their difference there, and as a share has a Wilson interval too.
   */
  gap: Accuracy;
}

export type AccuracyRow = Record<AccuracyColumn, AccuracyCell>;

/**
 * Whether a question's knowledge is from before the year. Null where that cannot be told: it has no effective year, or
 * only "before" a later one. Such a question is in neither column.
 */
export function isOld(effectiveYear: EffectiveYear | null, splitYear: number): boolean | null {
  if (effectiveYear === null) return null;
  if (!effectiveYear.before) return effectiveYear.year < splitYear;
  return effectiveYear.year <= splitYear ? true : null;
}

/** The columns that a question is counted in. */
export function columnsOf(question: Pick<AccuracyCount, "falsePremise" | "factType" | "hops" | "effectiveYear">, splitYear: number): AccuracyColumn[] {
  const old = isOld(question.effectiveYear, splitYear);
  if (question.falsePremise) return ["all", "fp", ...(old === true ? (["fpOld"] as const) : [])];
  const speed = { "fast-changing": "vpFast", "slow-changing": "vpSlow", "never-changing": "vpNever" } as const;
  return [
    "all", "vp", speed[question.factType], question.hops === "one-hop" ? "vpOneHop" : "vpMultiHop",
    ...(old === null ? [] : old ? (["vpOld"] as const) : (["vpNew"] as const)),
  ];
}

/** The paper's accuracy columns of one run, in both modes, with intervals and coverage. */
export function accuracyRow(counts: readonly AccuracyCount[], splitYear = DEFAULT_SPLIT_YEAR): AccuracyRow {
  const tally = () => ({ questions: 0, judged: 0, relaxed: [0, 0], strict: [0, 0], relaxedOnly: 0 });
  const sums = Object.fromEntries(ACCURACY_COLUMNS.map((column) => [column, tally()])) as Record<AccuracyColumn, ReturnType<typeof tally>>;
  for (const count of counts) {
    for (const column of columnsOf(count, splitYear)) {
      const sum = sums[column];
      sum.questions += count.questions;
      if (count.relaxed !== null) sum.relaxed[count.relaxed ? 1 : 0]! += count.questions;
      if (count.strict !== null) sum.strict[count.strict ? 1 : 0]! += count.questions;
      if (count.relaxed === null || count.strict === null) continue;
      sum.judged += count.questions;
      if (count.relaxed && !count.strict) sum.relaxedOnly += count.questions;
    }
  }
  return Object.fromEntries(ACCURACY_COLUMNS.map((column) => {
    const { questions, judged, relaxed, strict, relaxedOnly } = sums[column];
    const of = ([wrong, right]: number[]) => accuracyOf(right!, right! + wrong!);
    return [column, { questions, judged, relaxed: of(relaxed), strict: of(strict), gap: accuracyOf(relaxedOnly, judged) }];
  })) as AccuracyRow;
}

/** A share with its Wilson interval. */
export function accuracyOf(right: number, judged: number): Accuracy {
  const interval = wilson(right, judged);
  return { right, judged, value: judged === 0 ? null : right / judged, low: interval?.low ?? null, high: interval?.high ?? null };
}

/** The columns' titles, by the year that splits old from new. */
export function accuracyColumns(splitYear = DEFAULT_SPLIT_YEAR): Record<AccuracyColumn, Column> {
  const column = (title: string, group?: string): Column => ({ title, align: "right", ...(group !== undefined && { group }) });
  const [vp, fp] = ["Valid premise", "False premise"];
  return {
    all: column("All"),
    vp: column("all", vp), vpFast: column("fast", vp), vpSlow: column("slow", vp), vpNever: column("never", vp),
    vpOld: column(`< ${splitYear}`, vp), vpNew: column(`≥ ${splitYear}`, vp), vpOneHop: column("1-hop", vp), vpMultiHop: column("m-hop", vp),
    fp: column("all", fp), fpOld: column(`< ${splitYear}`, fp),
  };
}

export type AccuracyMeasure = "relaxed" | "strict" | "gap";

/** A run in a table of accuracies. */
export interface AccuracyTableRow {
  model: string;
  /** "176B", or empty where it is not known. */
  size: string;
  /** "2021", "2021+" (told the present date), "UTD" (has a search engine). */
  cutoff: string;
  row: AccuracyRow;
}

/** What stands behind the name of a run that is not judged in full. */
export const INCOMPLETE = "†";

/**
 * The paper's table in one measure: percentages with one digit, the best of each column strong (the largest; of the gap
 * the smallest), runs below full coverage marked and never the best of a column in which they are incomplete.
 */
export function accuracyTable(rows: readonly AccuracyTableRow[], measure: AccuracyMeasure, caption: string, splitYear = DEFAULT_SPLIT_YEAR, notes: readonly string[] = []): ReportTable {
  const titles = accuracyColumns(splitYear);
  const incomplete = rows.some(({ row }) => row.all.judged < row.all.questions);
  const best = Object.fromEntries(ACCURACY_COLUMNS.map((column) => [column, bestOf(rows.map(({ row }) => row[column]), measure)])) as Record<AccuracyColumn, number | null>;
  const cell = (found: AccuracyCell, column: AccuracyColumn): Cell => {
    const { right, judged, value } = found[measure];
    const strong = rows.length > 1 && value !== null && value === best[column] && found.judged === found.questions;
    return { text: formatPercent(right, judged), value: value === null ? null : value * 100, ...(strong && { strong }) };
  };
  return {
    caption,
    label: `tab:accuracy-${measure}`,
    columns: [{ title: "Model", align: "left" }, { title: "Size", align: "right" }, { title: "Cutoff", align: "right" }, { title: "n", align: "right" }, ...ACCURACY_COLUMNS.map((column) => titles[column])],
    rows: rows.map(({ model, size, cutoff, row }) => {
      const { judged, questions } = row.all;
      const n: Cell = { text: judged === questions ? formatWhole(judged) : `${formatWhole(judged)} of ${formatWhole(questions)}`, value: judged };
      return [textCell(judged < questions ? `${model} ${INCOMPLETE}` : model), textCell(size), textCell(cutoff), n, ...ACCURACY_COLUMNS.map((column) => cell(row[column], column))];
    }),
    notes: [
      measure === "gap" ? "Share of responses with Relaxed but no Strict credit, in percent." : `Share of responses with credit in ${measure === "relaxed" ? "Relaxed" : "Strict"} mode, in percent.`,
      ...(incomplete ? [`${INCOMPLETE} Not all questions have a verdict; those without are left out, not counted as wrong.`] : []),
      ...notes,
    ],
  };
}

function bestOf(cells: readonly AccuracyCell[], measure: AccuracyMeasure): number | null {
  const values = cells.filter((cell) => cell.judged === cell.questions).flatMap((cell) => cell[measure].value ?? []);
  if (values.length === 0) return null;
  return measure === "gap" ? Math.min(...values) : Math.max(...values);
}
