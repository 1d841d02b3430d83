import type { EffectiveYear } from "@/lib/dataset/questions/schema";
import type { FactType, Hops } from "@/lib/dataset/questions/vocabulary";
import { formatDecimal, formatPercent } from "@/lib/platform/numbers";
import { textCell, type Cell, type Column, type ReportTable } from "@/lib/reporting/files/table";
import { wilson, type Interval } from "@/lib/statistics/intervals";
import { estimateShare, standardizeShare } from "./estimate";
import { formatCount } from "@/lib/platform/format";

/** The paper's columns: all; valid premise: all, fast, slow, never, old, new, 1-hop, m-hop; false premise: all, old. */
export const ACCURACY_COLUMNS = [
  "all",
  "vp",
  "vpFast",
  "vpSlow",
  "vpNever",
  "vpOld",
  "vpNew",
  "vpOneHop",
  "vpMultiHop",
  "fp",
  "fpOld",
] as const;
export type AccuracyColumn = (typeof ACCURACY_COLUMNS)[number];

/** Knowledge from before this year is old. */
export const DEFAULT_SPLIT_YEAR = 2022;

/** What the columns and strata tell apart in a question. */
export interface QuestionClass {
  falsePremise: boolean;
  factType: FactType;
  hops: Hops;
  effectiveYear: EffectiveYear | null;
}

/** How many questions of one kind have these verdicts on a run's responses, as SQL groups them. */
export interface AccuracyCount extends QuestionClass {
  /** Whether the response has a rating that counts. Null: there is no response. */
  rated: boolean | null;
  /** The verdict that counts in each mode (`decideVerdict`); null: none, which is not the same as wrong. */
  relaxed: boolean | null;
  strict: boolean | null;
  /** These verdicts are an evaluator's. */
  automatic: boolean;
  /** The question has other answers in the dataset now than the ones that these verdicts go by. */
  stale: boolean;
  /**
   * Of a random sample: which of the sampled campaign (0) and its follow-ups rates these questions by the answers of the
   * report (campaignRatingBy); null: none does, as their answers have changed since, and they have no verdict. Elsewhere 0.
   */
  ratedIn: number | null;
  /** Of a random sample: the response came after it was drawn, which so is none of it. Elsewhere false. */
  late: boolean;
  questions: number;
}

/** What shares speak for: the responses with a verdict, or the population that they are a sample of. */
export type SampleBasis = "rated" | "estimate";
/** `standardized`: the responses with a verdict, each category and hop count weighing as in a release. */
export type Basis = SampleBasis | "standardized";

/** A share of right responses among those with a verdict, standardized or not, or its estimate for the population. */
export interface Accuracy {
  /** Questions that the value speaks for: n, those of an estimate's population that it covers, or those of the standard. */
  population: number;
  right: number;
  /** n: responses with a verdict of this measure. */
  judged: number;
  /** Of them, with an automatic verdict. */
  automatic: number;
  /** Of them, by answers that have changed in the dataset since. */
  stale: number;
  /** `right / judged`, or the share weighted by strata; null if none is judged. */
  value: number | null;
  /** The 95% interval: Wilson's, or that of `estimateShare` or `standardizeShare`. Null where there is none. */
  low: number | null;
  high: number | null;
  /** Rated responses without a verdict of this measure, as their ratings differ: not among `judged`. */
  leftOut: number;
  /** Of an estimate: questions that it does not speak for, as their answers have changed since they were rated. */
  changed: number;
  /** Of an estimate: questions that it does not speak for, as the responses came after the sample was drawn. */
  late: number;
  /** The other questions that an estimate, or a standardized share, does not speak for: of strata without a verdict. */
  uncovered: number;
  /** Of a standardized share: verdicts that are not in it, as the standard lacks their stratum or another run has no verdict there. */
  outside: number;
  /** The value if all that is left out or changed counted without credit (of the gap: without gap), and if it counted with it. */
  lowest: number | null;
  highest: number | null;
  /**
   * The range from `lowest` to `highest` with its sampling error: from the lower limit of the 95% interval of the one to the
   * upper limit of that of the other. Whatever the missing verdicts would be, it contains the true share in about 95% of samples
   * or more (J. L. Horowitz and C. F. Manski, Journal of the American Statistical Association 95, 2000, 77–84). Null where there is
   * no interval.
   */
  rangeLow: number | null;
  rangeHigh: number | null;
}

/** One column of a run's row. */
export interface AccuracyCell {
  /** Questions of this column, whether the run has a response to them, and a verdict on it, or not. */
  questions: number;
  /** Of them, with a response. */
  answered: number;
  /** Of them, with a rating that counts. */
  rated: number;
  /** Of them, with a verdict in both modes. */
  judged: number;
  relaxed: Accuracy;
  strict: Accuracy;
  /**
   * The hallucination gap: the share with Relaxed but no Strict credit, among the responses with a verdict in both modes.
   * Where Strict credit implies Relaxed credit, as in every rating of a person, it is their difference there, and as a share
   * has an interval too.
   */
  gap: Accuracy;
  /** Relaxed and Strict over the very responses of the gap, so that their difference is the gap: for what shows all three. */
  both: { relaxed: Accuracy; strict: Accuracy };
  /** Of the responses with a verdict in both modes, those with Strict but no Relaxed credit; only evaluators give such verdicts. */
  inconsistent: number;
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
export function columnsOf(question: QuestionClass, splitYear: number): AccuracyColumn[] {
  const old = isOld(question.effectiveYear, splitYear);
  if (question.falsePremise) return ["all", "fp", ...(old === true ? (["fpOld"] as const) : [])];
  const speed = {
    "fast-changing": "vpFast",
    "slow-changing": "vpSlow",
    "never-changing": "vpNever",
  } as const;
  return [
    "all",
    "vp",
    speed[question.factType],
    question.hops === "one-hop" ? "vpOneHop" : "vpMultiHop",
    ...(old === null ? [] : old ? (["vpOld"] as const) : (["vpNew"] as const)),
  ];
}

/** Responses of one measure: with a verdict, with credit, and left out. */
interface Tally {
  right: number;
  judged: number;
  automatic: number;
  stale: number;
  leftOut: number;
}

/**
 * The responses of one column that share premise, fact type and hops: what random samples are stratified by. Those whose
 * answers have changed since are strata of their own, by the follow-up that rates them.
 */
interface Stratum {
  /** The answers have changed since the sample was rated. */
  changed: boolean;
  answered: number;
  /** Of them, those that came after the sample was drawn. */
  late: number;
  rated: number;
  relaxed: Tally;
  strict: Tally;
  gap: Tally;
  bothRelaxed: Tally;
  bothStrict: Tally;
  inconsistent: number;
}

const TALLIED = ["relaxed", "strict", "gap", "bothRelaxed", "bothStrict"] as const;
type Tallied = (typeof TALLIED)[number];

function emptyStratum(changed: boolean): Stratum {
  const tally = (): Tally => ({ right: 0, judged: 0, automatic: 0, stale: 0, leftOut: 0 });
  return {
    changed,
    answered: 0,
    late: 0,
    rated: 0,
    relaxed: tally(),
    strict: tally(),
    gap: tally(),
    bothRelaxed: tally(),
    bothStrict: tally(),
    inconsistent: 0,
  };
}

function add(
  tally: Tally,
  { rated, automatic, stale, questions }: AccuracyCount,
  verdict: boolean | null,
): void {
  if (verdict !== null) tally.judged += questions;
  else if (rated === true) tally.leftOut += questions;
  if (verdict !== null && automatic) tally.automatic += questions;
  if (verdict !== null && stale) tally.stale += questions;
  if (verdict === true) tally.right += questions;
}

function addTo(stratum: Stratum, count: AccuracyCount): void {
  const { rated, relaxed, strict, late, questions } = count;
  const both = relaxed !== null && strict !== null;
  if (rated !== null) stratum.answered += questions;
  if (late) stratum.late += questions;
  if (rated === true) stratum.rated += questions;
  add(stratum.relaxed, count, relaxed);
  add(stratum.strict, count, strict);
  add(stratum.gap, count, both ? relaxed && !strict : null);
  add(stratum.bothRelaxed, count, both ? relaxed : null);
  add(stratum.bothStrict, count, both ? strict : null);
  if (relaxed === false && strict === true) stratum.inconsistent += questions;
}

/** The name of the stratum of some questions: category and hops, or the follow-up that rates them by their changed answers. */
export function stratumOf({
  falsePremise,
  factType,
  hops,
  ratedIn,
}: QuestionClass & Pick<AccuracyCount, "ratedIn">): string {
  // Categories and hops: a false premise is a category whatever its fact type.
  if (ratedIn === 0) return `${falsePremise ? "false-premise" : factType} ${hops}`;
  // Samples take about the same share of every stratum, so that what changed of each can stand together.
  return ratedIn === null ? "changed" : `follow-up ${ratedIn}`;
}

/** The questions of one column, and their responses by stratum. */
interface ColumnTally {
  questions: number;
  strata: Map<string, Stratum>;
}

function tallyColumns(
  counts: readonly AccuracyCount[],
  splitYear: number,
): Map<AccuracyColumn, ColumnTally> {
  const columns = new Map<AccuracyColumn, ColumnTally>(
    ACCURACY_COLUMNS.map((column) => [column, { questions: 0, strata: new Map() }]),
  );
  for (const count of counts) {
    const stratum = stratumOf(count);
    for (const column of columnsOf(count, splitYear)) {
      const sums = columns.get(column)!;
      sums.questions += count.questions;
      if (!sums.strata.has(stratum)) sums.strata.set(stratum, emptyStratum(count.ratedIn !== 0));
      addTo(sums.strata.get(stratum)!, count);
    }
  }
  return columns;
}

/**
 * The paper's accuracy columns of one run, in both modes, with intervals, bounds and coverage.
 * @param basis `estimate`: the responses with a verdict are a stratified random sample of those that the run gave
 */
export function accuracyRow(
  counts: readonly AccuracyCount[],
  splitYear = DEFAULT_SPLIT_YEAR,
  basis: SampleBasis = "rated",
): AccuracyRow {
  const share = basis === "rated" ? shareOfRated : shareOfPopulation;
  return Object.fromEntries(
    [...tallyColumns(counts, splitYear)].map(([column, tally]) => {
      const strata = [...tally.strata.values()];
      return [column, cellOf(tally, (measure) => share(strata, measure))];
    }),
  ) as AccuracyRow;
}

/**
 * The paper's accuracy columns of several runs by direct standardization: in each column, every stratum (category and hops)
 * weighs as in the standard, so that what the runs were rated on makes no difference between them. A share is of the
 * strata in which every run that has verdicts in the column has one; what the others say of the remaining strata is left
 * out, or the rows would speak for different questions.
 * @param runs the counts of each run, as accuracyRow takes them, none of a sample
 * @param standard the questions whose mix is the standard
 */
export function standardizedRows(
  runs: readonly (readonly AccuracyCount[])[],
  standard: readonly (QuestionClass & { questions: number })[],
  splitYear = DEFAULT_SPLIT_YEAR,
): AccuracyRow[] {
  const weights = new Map<AccuracyColumn, Map<string, number>>(
    ACCURACY_COLUMNS.map((column) => [column, new Map()]),
  );
  for (const asked of standard) {
    const stratum = stratumOf({ ...asked, ratedIn: 0 });
    for (const column of columnsOf(asked, splitYear)) {
      const own = weights.get(column)!;
      own.set(stratum, (own.get(stratum) ?? 0) + asked.questions);
    }
  }
  const tallies = runs.map((counts) => tallyColumns(counts, splitYear));
  const cells = ACCURACY_COLUMNS.map((column) =>
    standardizedCells(
      tallies.map((columns) => columns.get(column)!),
      weights.get(column)!,
    ),
  );
  return runs.map(
    (_, run) =>
      Object.fromEntries(
        ACCURACY_COLUMNS.map((column, at) => [column, cells[at]![run]]),
      ) as AccuracyRow,
  );
}

/** The cells of several runs in one column. @param weights the questions of the standard by stratum */
function standardizedCells(
  runs: readonly ColumnTally[],
  weights: ReadonlyMap<string, number>,
): AccuracyCell[] {
  const shared = Object.fromEntries(
    TALLIED.map((measure) => [measure, sharedStrata(runs, weights, measure)]),
  ) as Record<Tallied, string[]>;
  return runs.map((tally) =>
    cellOf(tally, (measure) => shareOfStandard(tally, measure, weights, shared[measure])),
  );
}

/** The strata of the standard in which every run that has a verdict on any of them has one. */
function sharedStrata(
  runs: readonly ColumnTally[],
  weights: ReadonlyMap<string, number>,
  measure: Tallied,
): string[] {
  const strata = [...weights.keys()];
  const hasVerdict = (run: ColumnTally, stratum: string) =>
    (run.strata.get(stratum)?.[measure].judged ?? 0) > 0;
  const speaking = runs.filter((run) => strata.some((stratum) => hasVerdict(run, stratum)));
  return strata.filter((stratum) => speaking.every((run) => hasVerdict(run, stratum)));
}

function cellOf(
  { questions, strata: named }: ColumnTally,
  of: (measure: Tallied) => Accuracy,
): AccuracyCell {
  const strata = [...named.values()];
  const sum = (of: (stratum: Stratum) => number) =>
    strata.reduce((total, stratum) => total + of(stratum), 0);
  return {
    questions,
    answered: sum(({ answered }) => answered),
    rated: sum(({ rated }) => rated),
    judged: sum(({ gap }) => gap.judged),
    relaxed: of("relaxed"),
    strict: of("strict"),
    gap: of("gap"),
    both: { relaxed: of("bothRelaxed"), strict: of("bothStrict") },
    inconsistent: sum(({ inconsistent }) => inconsistent),
  };
}

function shareOfRated(strata: readonly Stratum[], measure: Tallied): Accuracy {
  const counts = sumOf(strata.map((stratum) => stratum[measure]));
  return { ...accuracyOf(counts.right, counts.judged, counts.leftOut), ...counts };
}

/** The counts of several strata together. */
function sumOf(tallies: readonly Tally[]): Tally {
  const sum = (of: keyof Tally) => tallies.reduce((total, tally) => total + tally[of], 0);
  return {
    right: sum("right"),
    judged: sum("judged"),
    automatic: sum("automatic"),
    stale: sum("stale"),
    leftOut: sum("leftOut"),
  };
}

function shareOfPopulation(strata: readonly Stratum[], measure: Tallied): Accuracy {
  const drawnFrom = ({ answered, late }: Stratum) => answered - late;
  const estimate = (of: (tally: Tally) => { judged: number; right: number }) =>
    estimateShare(
      strata.map((stratum) => ({ population: drawnFrom(stratum), ...of(stratum[measure]) })),
    );
  const { value, interval, population, uncovered } = estimate(({ judged, right }) => ({
    judged,
    right,
  }));
  const changedWithout = (of: (tally: Tally) => number) =>
    strata.reduce(
      (total, stratum) =>
        stratum.changed && of(stratum[measure]) === 0 ? total + drawnFrom(stratum) : total,
      0,
    );
  const changed = changedWithout(({ judged }) => judged);
  const bound = (more: 0 | 1) => {
    const decided = estimate(({ judged, right, leftOut }) => ({
      judged: judged + leftOut,
      right: right + more * leftOut,
    }));
    const unrated = changedWithout(({ judged, leftOut }) => judged + leftOut);
    // How many of the changed count is assumed, not sampled: they add no sampling error.
    const ofAll = (share: number | undefined | null) =>
      share === undefined || share === null
        ? null
        : (share * decided.population + more * unrated) / (decided.population + unrated);
    return {
      value: ofAll(decided.value),
      low: ofAll(decided.interval?.low),
      high: ofAll(decided.interval?.high),
    };
  };
  const [least, most] = [bound(0), bound(1)];
  return {
    ...sumOf(strata.map((stratum) => stratum[measure])),
    population,
    value,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    changed,
    late: strata.reduce((total, stratum) => total + stratum.late, 0),
    uncovered: uncovered - changed,
    outside: 0,
    lowest: least.value,
    highest: most.value,
    ...rangeOf(interval, least, most),
  };
}

/** @param shared the strata that the share is of, if the run has any verdict on them */
function shareOfStandard(
  run: ColumnTally,
  measure: Tallied,
  weights: ReadonlyMap<string, number>,
  shared: readonly string[],
): Accuracy {
  const strata = shared.flatMap((name) => {
    const tally = run.strata.get(name)?.[measure];
    return tally === undefined || tally.judged === 0
      ? []
      : { questions: weights.get(name)!, tally };
  });
  const counts = sumOf(strata.map(({ tally }) => tally));
  const all = sumOf([...run.strata.values()].map((stratum) => stratum[measure]));
  const sum = (questions: Iterable<number>) =>
    [...questions].reduce((one, other) => one + other, 0);
  const share = (leftOutGot: 0 | 1 | null) =>
    standardizeShare(
      strata.map(({ questions, tally: { judged, right, leftOut } }) => ({
        weight: questions,
        judged: judged + (leftOutGot === null ? 0 : leftOut),
        right: right + (leftOutGot ?? 0) * leftOut,
      })),
    );
  const [found, least, most] = [share(null), share(0), share(1)];
  const population = sum(strata.map(({ questions }) => questions));
  return {
    ...counts,
    population,
    value: found.value,
    low: found.interval?.low ?? null,
    high: found.interval?.high ?? null,
    changed: 0,
    late: 0,
    uncovered: sum(weights.values()) - population,
    outside: all.judged - counts.judged,
    lowest: least.value,
    highest: most.value,
    ...rangeOf(found.interval, least.interval, most.interval),
  };
}

/**
 * A range with its sampling error, never within the interval of the value itself: what is left out makes intervals at a
 * larger effective size, as it is assumed and not sampled.
 */
function rangeOf(
  interval: Interval | null,
  least: Pick<MaybeInterval, "low"> | null,
  most: Pick<MaybeInterval, "high"> | null,
): Pick<Accuracy, "rangeLow" | "rangeHigh"> {
  const [low, high] = [least?.low ?? null, most?.high ?? null];
  return {
    rangeLow: low === null ? null : Math.min(low, interval?.low ?? low),
    rangeHigh: high === null ? null : Math.max(high, interval?.high ?? high),
  };
}

type MaybeInterval = { [end in keyof Interval]: number | null };

/** A share of people's verdicts with its Wilson interval, and its bounds. */
export function accuracyOf(right: number, judged: number, leftOut = 0): Accuracy {
  const interval = wilson(right, judged);
  const all = judged + leftOut;
  const of = (some: number, n: number) => (n === 0 ? null : some / n);
  return {
    population: judged,
    right,
    judged,
    automatic: 0,
    stale: 0,
    value: of(right, judged),
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    leftOut,
    changed: 0,
    late: 0,
    uncovered: 0,
    outside: 0,
    lowest: of(right, all),
    highest: of(right + leftOut, all),
    rangeLow: wilson(right, all)?.low ?? null,
    rangeHigh: wilson(right + leftOut, all)?.high ?? null,
  };
}

/** The columns' titles, by the year that splits old from new. */
export function accuracyColumns(splitYear = DEFAULT_SPLIT_YEAR): Record<AccuracyColumn, Column> {
  const column = (title: string, group?: string): Column => ({
    title,
    align: "right",
    ...(group !== undefined && { group }),
  });
  const [vp, fp] = ["Valid premise", "False premise"];
  return {
    all: column("All"),
    vp: column("all", vp),
    vpFast: column("fast", vp),
    vpSlow: column("slow", vp),
    vpNever: column("never", vp),
    vpOld: column(`< ${splitYear}`, vp),
    vpNew: column(`≥ ${splitYear}`, vp),
    vpOneHop: column("1-hop", vp),
    vpMultiHop: column("m-hop", vp),
    fp: column("all", fp),
    fpOld: column(`< ${splitYear}`, fp),
  };
}

export type AccuracyMeasure = "relaxed" | "strict" | "gap";
/** What is counted: the measures, and the two modes on the responses that the gap is over. */
export const COUNTED_MEASURES = [
  "relaxed",
  "strict",
  "gap",
  "relaxed-in-both",
  "strict-in-both",
] as const;
export type CountedMeasure = (typeof COUNTED_MEASURES)[number];

export interface AccuracyTableRow {
  model: string;
  /** "176B", or empty where it is not known. */
  size: string;
  /** "2021", "2021+" (told the present date), "UTD" (has a search engine). */
  cutoff: string;
  /** Which questions it was asked: rows that were asked others do not compete for the best. */
  asked: string;
  row: AccuracyRow;
}

export interface AccuracyTableOptions {
  caption: string;
  splitYear?: number;
  basis?: Basis;
  /** People's and automatic verdicts stand together: each number says how many of its n are automatic. */
  mixed?: boolean;
  /** All rows are on the very same questions, whether these are all that were asked or a part of them. */
  sameQuestions?: boolean;
  /** What the numbers go by, to stay with the caption. */
  about?: readonly string[];
  /** What else has to be known. */
  notes?: readonly string[];
}

/** What stands behind the name of a run that is not judged in full. */
export const INCOMPLETE = "†";

/** What the n of a standardized share counts. */
export function standardizedN(measure: AccuracyMeasure): string {
  const modes = measure === "gap" ? "both modes" : "this mode";
  return `responses with a verdict in ${modes}, of the strata that are compared`;
}

/** Below so many responses a number is set back: it says little by itself. */
export const FEW = 10;

/** "81.4": a share in percent, of the exact fraction where it is one. */
export function percentText({
  right,
  judged,
  value,
}: Pick<Accuracy, "right" | "judged" | "value">): string {
  if (value === null) return formatPercent(0, 0);
  return value === right / judged ? formatPercent(right, judged) : formatDecimal(value * 100, 1);
}

/** "47 answered", "42 decided in both modes": how much of a run's questions its numbers stand on. */
function coverageInWords({
  answered,
  judged,
}: Pick<AccuracyCell, "answered" | "judged">): [string, string] {
  return [`${formatCount(answered)} answered`, `${formatCount(judged)} decided in both modes`];
}

/**
 * The paper's table in one measure: percentages with one digit, each with its n; those of fewer than ten responses set
 * back. The largest of a column is strong among the rows that are judged in full on the same questions, ten at least. The gap has no
 * best: the smallest is that of a model that gets nothing right.
 */
export function accuracyTable(
  rows: readonly AccuracyTableRow[],
  measure: AccuracyMeasure,
  options: AccuracyTableOptions,
): ReportTable {
  const {
    caption,
    about,
    splitYear = DEFAULT_SPLIT_YEAR,
    basis = "rated",
    mixed = false,
    sameQuestions = false,
    notes = [],
  } = options;
  const titles = accuracyColumns(splitYear);
  const partial = ({ row }: AccuracyTableRow) =>
    basis !== "estimate" && row.all.judged < row.all.questions;
  const best = Object.fromEntries(
    ACCURACY_COLUMNS.map((column) => [
      column,
      // Standardized shares are of different questions of each stratum.
      basis === "standardized" ? null : bestOf(rows, column, measure, sameQuestions),
    ]),
  ) as Record<AccuracyColumn, number | null>;
  const cell = (found: Accuracy, column: AccuracyColumn, competes: boolean): Cell => ({
    text: percentText(found),
    value: found.value === null ? null : found.value * 100,
    ...(competes && found.judged >= FEW && found.value === best[column] && { strong: true }),
    ...(found.judged > 0 && {
      details: [
        `n ${formatCount(found.judged)}`,
        ...(mixed ? [`auto ${formatCount(found.automatic)}`] : []),
        ...(found.low === null || found.high === null
          ? []
          : [`[${formatDecimal(found.low * 100, 1)}, ${formatDecimal(found.high * 100, 1)}]`]),
      ],
    }),
    ...(found.judged > 0 && found.judged < FEW && { quiet: true }),
  });
  return {
    caption,
    ...(about !== undefined && { about }),
    label: `tab:accuracy-${measure}`,
    columns: [
      { title: "Model", align: "left" },
      { title: "Size", align: "right" },
      { title: "Cutoff", align: "right" },
      { title: "Coverage", align: "right" },
      ...ACCURACY_COLUMNS.map((column) => titles[column]),
    ],
    rows: rows.map((one) => {
      const [answered, decided] = coverageInWords(one.row.all);
      return [
        textCell(partial(one) ? `${one.model} ${INCOMPLETE}` : one.model),
        textCell(one.size),
        textCell(one.cutoff),
        { text: answered, value: one.row.all.judged, details: [decided] },
        ...ACCURACY_COLUMNS.map((column) =>
          cell(one.row[column][measure], column, sameQuestions || isFull(one.row[column], measure)),
        ),
      ];
    }),
    notes: [
      basis === "standardized"
        ? `Weighted ${measure === "gap" ? "share of responses with Relaxed but no Strict credit" : `share of responses with credit in ${measure === "relaxed" ? "Relaxed" : "Strict"} mode`}, in percent; n: ${standardizedN(measure)}; in brackets the 95% CI.`
        : measure === "gap"
          ? "Share of responses with Relaxed but no Strict credit, in percent, of those with a verdict in both modes; n: how many these are; in brackets the 95% CI."
          : `Share of responses with credit in ${measure === "relaxed" ? "Relaxed" : "Strict"} mode, in percent; n: responses with a verdict in this mode; in brackets the 95% CI.`,
      ...(mixed ? ["auto: how many of the n are automatic verdicts."] : []),
      ...(rows.some(partial)
        ? [
            `${INCOMPLETE} Incomplete coverage; questions without a verdict are excluded, not counted as wrong.`,
          ]
        : []),
      ...(rows.some(({ row }) =>
        ACCURACY_COLUMNS.some(
          (column) => row[column][measure].judged > 0 && row[column][measure].judged < FEW,
        ),
      )
        ? [`Muted or in italics: n below ${FEW}.`]
        : []),
      ...notes,
    ],
  };
}

function isFull(cell: AccuracyCell, measure: AccuracyMeasure): boolean {
  return cell.questions > 0 && cell[measure].judged === cell.questions;
}

/** The best of a column among rows on the same questions; null: there is none, or nothing to compare it with. */
function bestOf(
  rows: readonly AccuracyTableRow[],
  column: AccuracyColumn,
  measure: AccuracyMeasure,
  sameQuestions: boolean,
): number | null {
  const competing = sameQuestions ? rows : rows.filter(({ row }) => isFull(row[column], measure));
  const comparable = sameQuestions
    ? rows.every(({ row }) => row[column][measure].judged === row[column].judged)
    : new Set(competing.map(({ asked }) => asked)).size === 1;
  const values = competing.flatMap(({ row }) =>
    row[column][measure].judged < FEW ? [] : (row[column][measure].value ?? []),
  );
  return measure === "gap" || !comparable || values.length < 2 ? null : Math.max(...values);
}
