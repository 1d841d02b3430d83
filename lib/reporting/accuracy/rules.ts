import {
  ACCURACY_COLUMNS,
  accuracyColumns,
  accuracyTable,
  COUNTED_MEASURES,
  FEW,
  INCOMPLETE,
  percentText,
  standardizedN,
  type Accuracy,
  type AccuracyColumn,
  type AccuracyCell,
  type AccuracyMeasure,
  type Basis,
  type CountedMeasure,
} from "./accuracy-table";
import {
  differenceMethod,
  isTold,
  SIGNIFICANCE_LEVEL,
  type PairedCounts,
  type PairedDifference,
} from "./comparison";
import type { GroupedPair, RunGroups } from "./groups";
import type { OddsRatio } from "@/lib/statistics/paired-proportions";
import { auditInWords } from "@/lib/reporting/audit-sample/rules";
import { goldOfVerdicts, verdictRule, verdictSourceInWords } from "@/lib/reporting/verdicts/rules";
import {
  formatDecimal,
  formatInterval,
  formatP,
  formatPoints,
  formatShareInterval,
  holmInWords,
  NOTHING,
} from "@/lib/platform/numbers";
import {
  asOfInWords,
  campaignInWords,
  STALE,
  staleShare,
  truthInWords,
} from "@/lib/reporting/snapshots/rules";
import { DEFINITIONS_CHANGED } from "@/lib/reporting/snapshots/schema";
import {
  countCell,
  fullTitle,
  leftColumn,
  numberCell,
  rightColumn,
  textCell,
  type Cell,
  type ReportTable,
} from "@/lib/reporting/files/table";
import {
  MEASURE_NAMES,
  MEASURES,
  type AccuracyInputs,
  type AccuracyReport,
  type AccuracyReportRow,
  type AccuracyView,
  type ComparisonReport,
  type CountedAside,
  type ReportedRun,
  type ReportInputs,
  type SortKey,
  type Unjudged,
  type UnjudgedEnd,
} from "./schema";
import { countOf, formatCount } from "@/lib/platform/format";

/** The paper's column: "UTD" (up to date: it has a search engine), "2021+" (told the present date), "2021", or nothing. */
export function cutoffOf(model: {
  knowledgeCutoff: string;
  dateInPrompt: boolean | null;
  hasWebSearch: boolean | null;
}): string {
  if (model.hasWebSearch === true) return "UTD";
  const year = model.knowledgeCutoff.slice(0, 4);
  return year !== "" && model.dateInPrompt === true ? `${year}+` : year;
}

/** Gives each run the shortest name that no other one of the report has: model; with run; with release. */
export function labelRuns<Run extends Pick<ReportedRun, "model" | "run" | "release">>(
  runs: readonly Run[],
): (Run & { label: string })[] {
  const forms = [
    (run: Run) => run.model,
    (run: Run) => `${run.model} · ${run.run}`,
    (run: Run) => `${run.model} · ${run.release}`,
  ];
  const whole = (run: Run) => `${run.model} · ${run.run} · ${run.release}`;
  return runs.map((run) => {
    const form =
      forms.find(
        (name) =>
          runs.filter((other) => other.model === run.model && name(other) === name(run)).length ===
          1,
      ) ?? whole;
    return { ...run, label: form(run) };
  });
}

/** The rows in the wanted order; what has no value stands last. Ties keep the order in which the runs were chosen. */
export function sortRows(
  rows: readonly AccuracyReportRow[],
  { sort, order, measure }: AccuracyView,
): AccuracyReportRow[] {
  if (sort === null) return [...rows];
  const key = keyOf(sort, measure);
  const sign = order === "asc" ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [x, y] = [key(a), key(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return (
      sign *
      (typeof x === "string"
        ? x.localeCompare(y as string, "en", { numeric: true, sensitivity: "base" })
        : x - (y as number))
    );
  });
}

function keyOf(
  sort: SortKey,
  measure: AccuracyMeasure,
): (row: AccuracyReportRow) => string | number | null {
  switch (sort) {
    case "model":
      return (row) => row.label;
    case "cutoff":
      return (row) => row.cutoff || null;
    case "n":
      return (row) => row.judged;
    case "size":
      return (row) => parameters(row.size);
    default:
      return (row) => row.accuracy[sort][measure].value;
  }
}

/** How many parameters a size names, as far as it can be told: "175B" 1.75e11, "770M" 7.7e8, "8x7B" 5.6e10; else null. */
export function parameters(size: string): number | null {
  const match = /^(?:(\d+)\s*[x×]\s*)?(\d+(?:[.,]\d+)?)\s*([KMBT])?\b/i.exec(size.trim());
  if (!match) return null;
  const unit = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 }[(match[3] ?? "").toUpperCase()] ?? 1;
  return Number(match[1] ?? 1) * Number(match[2]!.replace(",", ".")) * unit;
}

/** Of numbers that speak for the population of a sample. */
export const ESTIMATED = "Estimated from a random sample";

/** What the numbers go by, in sentences for a caption: whose verdicts, correct answers, gold, and whether the dataset has other answers by now. */
export function captionNotes(inputs: ReportInputs, stale: StaleCounts): string[] {
  const { verdicts, gold } = inputs;
  return [
    verdictSourceInWords(inputs),
    truthInWords(inputs),
    ...(verdicts !== "automatic" || gold === "leave-out" ? [goldOfVerdicts(inputs)] : []),
    ...staleNotes(stale),
  ];
}

/** What shares are if they are not simply those of the rated responses: begins a sentence. */
function basisInWords({
  basis,
  standard,
}: Pick<AccuracyInputs, "basis"> & Partial<Pick<AccuracyInputs, "standard">>): string[] {
  if (basis === "estimate") return [ESTIMATED];
  return standard ? [`Standardized to ${standard.release}`] : [];
}

const uncapitalized = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** What some numbers of an estimate speak for. */
export interface SpokenFor {
  /** What the numbers are of; the label of a single one is not shown. */
  numbers: readonly { label: string; found: Covered }[];
  /** What stands beside what. */
  each: "run" | "mode";
  /** Parts of the questions are shown too, and leave out others. */
  parts?: boolean;
}
type Covered = Pick<Accuracy, "population" | "changed" | "value">;

/** The same for what stands by itself, such as a chart: without the notes of a table, it says too how many questions estimates are for. */
export function selfContainedNotes(
  inputs: ReportInputs & Pick<AccuracyInputs, "basis"> & Partial<Pick<AccuracyInputs, "standard">>,
  stale: StaleCounts,
  spoken: SpokenFor,
): string[] {
  return [
    ...(inputs.basis === "estimate"
      ? [
          ...listed(
            `${ESTIMATED}; questions covered`,
            spoken.numbers,
            spoken.numbers.map(({ found }) => none(found.population, formatCount)),
            spoken.each,
          ),
          ...uncoveredIn(NOT_COVERED_CHANGED, spoken, ({ changed }) => changed),
          ...(spoken.parts === true
            ? ["Each category leaves out questions of its own; the CSV file has the numbers."]
            : []),
        ]
      : basisInWords(inputs).map((words) => `${words}.`)),
    ...captionNotes(inputs, stale),
  ];
}

/** What each run's estimates in a measure are for, over all its questions. @param parts the columns that are shown beside them */
export function spokenFor<Row extends Pick<AccuracyReportRow, "label" | "accuracy">>(
  rows: readonly Row[],
  measure: AccuracyMeasure,
  parts: readonly AccuracyColumn[] = [],
): SpokenFor & { numbers: readonly { label: string; found: Accuracy }[] } {
  return {
    numbers: rows.map(({ label, accuracy }) => ({ label, found: accuracy.all[measure] })),
    each: "run",
    parts: rows.some(({ accuracy }) =>
      parts.some((column) => {
        const { changed, late, uncovered, judged } = accuracy[column][measure];
        return column !== "all" && judged > 0 && changed + late + uncovered > 0;
      }),
    ),
  };
}

/** What a run's estimates in Relaxed and Strict are for, where both stand in one place. */
export function spokenForByMode({
  accuracy: { all },
}: Pick<AccuracyReportRow, "accuracy">): SpokenFor {
  return {
    numbers: (["relaxed", "strict"] as const).map((mode) => ({
      label: MEASURE_NAMES[mode],
      found: all[mode],
    })),
    each: "mode",
  };
}

/** Of the columns of a measure the one of all questions, which is always there. */
export const allOf = <Of extends { column: AccuracyColumn }>(columns: readonly Of[]): Of =>
  columns.find(({ column }) => column === "all")!;

/** What a comparison in a measure is for. */
export function spokenForBoth(
  { measures }: Pick<ComparisonReport, "measures">,
  measure: AccuracyMeasure,
): SpokenFor {
  const columns = measures[measure];
  const { population, changed, difference } = allOf(columns);
  return {
    numbers: [{ label: "", found: { population, changed, value: difference } }],
    each: "run",
    parts: columns.some(
      (one) => one.column !== "all" && one.n > 0 && one.changed + one.late + one.uncovered > 0,
    ),
  };
}

/** Which questions a report is about: "all in the release", "split TEST, from which the sample was drawn". */
export function scopeOfQuestions(
  split: ReportInputs["split"],
  sampledSplits: AccuracyInputs["sampledSplits"] = [],
): string {
  if (split !== "all")
    return `split ${split}${sampledSplits.length === 0 || sampledSplits.includes(split) ? "" : ", from which the sample was not drawn"}`;
  return sampledSplits.length === 0
    ? "all in the release"
    : `${sampledSplits.length === 1 ? "split" : "splits"} ${sampledSplits.join(" and ")}, from which the sample was drawn`;
}

/** What the numbers are of, in sentences for a table's notes. */
export function inputNotes(
  inputs: ReportInputs & Partial<Pick<AccuracyInputs, "sampledSplits">>,
): string[] {
  const { campaign, verdicts, split, category, hops, releases, earlier, state, at } = inputs;
  const counted = {
    people: "Ratings",
    automatic: "Responses",
    "people-else-automatic": "Ratings and responses",
  };
  const filters = [
    ...(category.length > 0 ? [`category ${category.join(", ")}`] : []),
    ...(hops !== null ? [hops] : []),
  ];
  return [
    verdictRule(inputs),
    ...(earlier ? [DEFINITIONS_CHANGED] : []),
    `${counted[verdicts]} in ${campaign === null ? "all campaigns" : `the campaign ${campaignInWords(campaign)}`}; questions: ${scopeOfQuestions(split, inputs.sampledSplits)}${filters.length > 0 ? `, ${filters.join(", ")}` : ""}.`,
    ...releases.map(({ name, sha256 }) => `Release ${name}, SHA-256 ${sha256}.`),
    asOfInWords(at, state),
  ];
}

/** On which questions the runs were rated, in sentences: whether they differ, are those that all have, or weigh as in a release. */
export function questionNotes({
  inputs: { basis, questions, standard },
  common,
}: Pick<AccuracyReport, "inputs" | "common">): string[] {
  if (questions === "common")
    return [
      `On the ${countOf(common?.questions ?? 0, "question")} that have a verdict in both modes for every run.`,
    ];
  if (standard !== null)
    return [
      `Standardized to ${standard.release}: each stratum (category and hops) has the weight of its questions among the ${formatCount(standard.questions)} of that release that count here, regardless of which questions each run was rated on.`,
    ];
  if (common?.differ !== true) return [];
  return [
    `These runs were rated on different questions${basis === "estimate" ? " of the sample" : ""}; ${countOf(common.questions, "question")}${basis === "estimate" ? " of it" : ""} have a verdict in both modes for all of them.`,
  ];
}

/** What has to be known to read the table of a measure, in sentences. */
export function readingNotes(report: AccuracyReport, measure: AccuracyMeasure): string[] {
  const {
    inputs: { basis, questions },
    rows,
  } = report;
  const full = rows.filter((row) => row.judged === row.questions);
  const few = rows.some(({ accuracy }) =>
    ACCURACY_COLUMNS.some(
      (column) => accuracy[column][measure].judged > 0 && accuracy[column][measure].judged < FEW,
    ),
  );
  return [
    basis === "standardized"
      ? `Weighted share of responses with ${measure === "gap" ? "Relaxed but no Strict credit" : "credit"}, in percent; n: ${standardizedN(measure)}.`
      : measure === "gap"
        ? "Share of responses with Relaxed but no Strict credit, in percent, of those with a verdict in both modes (n)."
        : "Share of responses with credit, in percent, of those with a verdict in this mode (n).",
    ...(basis !== "estimate" && full.length < rows.length
      ? [
          `${INCOMPLETE} Incomplete coverage; questions without a verdict are excluded, not counted as wrong.`,
        ]
      : []),
    ...(few ? [`Muted: n below ${FEW}.`] : []),
    ...(marksBest(report, measure)
      ? [
          `The best value of each column is marked, among runs ${questions === "common" || basis === "estimate" ? "" : "fully "}rated on the same questions.`,
        ]
      : []),
  ];
}

function marksBest(report: AccuracyReport, measure: AccuracyMeasure): boolean {
  const { rows } = accuracyReportTable(report, { measure, sort: null, order: "desc" });
  return rows.some((row) => row.some(({ strong }) => strong === true));
}

/** What audits found of the verdicts that raters agree on, in sentences or none. */
export function auditNotes({ audits }: Pick<AccuracyReport, "audits">): string[] {
  return (audits ?? []).map(auditInWords);
}

/** By which methods runs were generated, in a sentence or none: those that came in files have none. */
export function methodNotes(rows: readonly Pick<ReportedRun, "label" | "generatedBy">[]): string[] {
  const known = rows.filter(({ generatedBy }) => generatedBy !== null);
  return known.length === 0
    ? []
    : [
        `Generated by: ${known.map(({ label, generatedBy }) => `${label} ${generatedBy}`).join("; ")}.`,
      ];
}

/** Relaxed, Strict and the gap of each row in the column “All”, all over the same responses: the third is the difference of the others. */
export function sameResponses(
  rows: readonly Pick<AccuracyReportRow, "accuracy">[],
): { measure: AccuracyMeasure; values: Accuracy[] }[] {
  return MEASURES.map((measure) => ({
    measure,
    values: rows.map(({ accuracy: { all } }) => (measure === "gap" ? all.gap : all.both[measure])),
  }));
}

/**
 * "600 questions"; of runs that speak for different numbers of them "the questions covered in each run (410 to 600)".
 * @param counts those that each speaks for, one at least
 */
function populationInWords(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most
    ? countOf(least, "question")
    : `the questions covered in each run (${formatCount(least)} to ${formatCount(most)})`;
}

/** What the numbers of a measure speak for: those rated, standardized or not, or the population of a random sample. */
export function basisNotes(
  { inputs: { basis, campaign, standard }, rows }: Pick<AccuracyReport, "inputs" | "rows">,
  measure: AccuracyMeasure,
): string[] {
  if (basis === "rated")
    return ["Shares of the n rated responses, not estimates for others; Wilson 95% CI."];
  if (standard !== null) return standardizedNotes(rows, measure, standard);
  const spoken = spokenFor(rows, measure);
  // One of which nothing was rated speaks for none.
  const populations = spoken.numbers.flatMap(({ found }) => found.population || []);
  if (populations.length === 0) return ["No estimate: no sampled response has a verdict."];
  return [
    `Estimates for ${populationInWords(populations)} from ${sampleInWords(campaign)}, 95% CI with finite population correction (Wilson at the effective sample size). n is the sample’s.`,
    ...uncoveredIn(
      "Not covered, as the responses came after the sample was drawn",
      spoken,
      ({ late }) => late,
    ),
    ...uncoveredIn(
      "Not covered, as their strata have no rated response",
      spoken,
      ({ uncovered }) => uncovered,
    ),
  ];
}

/** Which questions estimates do not speak for because their answers have changed, and what they would make of them, in a sentence for a caption or none. */
export function changedNotes(
  { inputs: { basis }, rows }: Pick<AccuracyReport, "inputs" | "rows">,
  measure: AccuracyMeasure,
): string[] {
  if (basis !== "estimate") return [];
  return uncoveredIn(
    `${NOT_COVERED_CHANGED} (range: the percentage if none of them ${GOT[measure]}, and if all did)`,
    spokenFor(rows, measure),
    ({ changed }) => changed,
    (found) => `, range ${rangeWithInterval(found)}`,
  );
}

/** How many questions estimates do not speak for, for one reason, in a sentence or none. @param more what stands behind a count */
function uncoveredIn<Found extends Covered>(
  lead: string,
  { numbers, each }: { numbers: readonly { label: string; found: Found }[]; each: "run" | "mode" },
  of: (found: Found) => number,
  more: (found: Found) => string = () => "",
): string[] {
  return listed(
    lead,
    numbers,
    numbers.map(({ found }) =>
      none(
        found.value === null ? 0 : of(found),
        (count) => `${countOf(count, "question")}${more(found)}`,
      ),
    ),
    each,
  );
}

/** What standardized shares are of, which questions of the standard they are not of, and which verdicts are not in them. */
function standardizedNotes(
  rows: AccuracyReport["rows"],
  measure: AccuracyMeasure,
  { release }: NonNullable<AccuracyReport["inputs"]["standard"]>,
): string[] {
  const found = (column: AccuracyColumn) => rows.map(({ accuracy }) => accuracy[column][measure]);
  // The same in each run that has a verdict in the column.
  const uncovered = (column: AccuracyColumn) =>
    Math.min(...found(column).map((one) => one.uncovered));
  const speaks = found("all").some(({ value }) => value !== null);
  const rated = found("all").some(({ outside }) => outside > 0);
  const lacking =
    rows.length > 1
      ? "not every run has a verdict in their stratum"
      : "their stratum has no verdict";
  return [
    "Weighted shares of the n rated responses, not estimates for unrated questions; 95% CI: Wilson at the effective sample size.",
    ...(!speaks && rated ? [`No stratum of ${release} has a verdict for every run.`] : []),
    ...(speaks && uncovered("all") > 0
      ? [`Not covered, as ${lacking}: ${countOf(uncovered("all"), "question")} of ${release}.`]
      : []),
    ...listed(
      `Verdicts left out, as their stratum is not in ${release}${rows.length > 1 ? " or has no verdict for some other run" : ""}`,
      rows,
      found("all").map(({ outside }) => none(speaks ? outside : 0, formatCount)),
      "run",
    ),
    ...(speaks &&
    ACCURACY_COLUMNS.some(
      (column) =>
        column !== "all" &&
        (found(column).some(({ outside }) => outside > 0) ||
          (uncovered(column) > 0 && found(column).some(({ value }) => value !== null))),
    )
      ? ["Each column leaves out strata by its own verdicts; the CSV file has the numbers."]
      : []),
  ];
}

/** What a response in a measure's share did. */
export const GOT: Record<AccuracyMeasure, string> = {
  relaxed: "got credit",
  strict: "got credit",
  gap: "had a gap",
};

/** What a report of a sample does not speak for: begins a sentence. */
export const NOT_COVERED_CHANGED =
  "Not covered, as their answers have changed since they were rated";

/** "the random sample of the campaign Study, stratified by category and hops: each stratum weighted by its size". */
export function sampleInWords(campaign: ReportInputs["campaign"]): string {
  const strata =
    (campaign?.followUps ?? 0) === 0
      ? "category and hops"
      : "category and hops, and where answers have changed by follow-up";
  return `the random sample of the campaign ${campaign === null ? "" : campaignInWords(campaign)}, stratified by ${strata}: each stratum weighted by its size`;
}

interface LabelledAside {
  label: string;
  aside: CountedAside;
}

/** A sentence of what some rows have; what all of them have alike is said once. Empty: none of them has any. */
function ofRows(
  lead: string,
  rows: readonly LabelledAside[],
  of: (aside: CountedAside) => string | null,
): string[] {
  return listed(
    lead,
    rows,
    rows.map(({ aside }) => of(aside)),
    "run",
  );
}

/** The sentence of ofRows, of rows of any kind. @param words what each row has; null: nothing */
function listed(
  lead: string,
  rows: readonly { label: string }[],
  words: readonly (string | null)[],
  each: "run" | "mode",
): string[] {
  const [first] = words;
  if (rows.length > 1 && first !== null && words.every((one) => one === first))
    return [`${lead}: ${first} in each ${each}.`];
  const parts = words.flatMap((one, at) =>
    one === null ? [] : [rows.length > 1 ? `${rows[at]!.label} ${one}` : one],
  );
  return parts.length === 0 ? [] : [`${lead}: ${parts.join("; ")}.`];
}

const none = (count: number, words: (count: number) => string) =>
  count === 0 ? null : words(count);

/** How many of the n of some numbers go by answers that have changed in the dataset since. */
export interface StaleCounts {
  /** What the numbers are of; the label of a single one is not shown. */
  numbers: readonly { label: string; stale: number; n: number }[];
  /** What an n counts. */
  unit: "response" | "question";
  /** What stands beside what. */
  each: "run" | "mode";
}

/** Of each run's n in a measure, over all its questions. The gap is also for what is shown on the responses with a verdict in both modes. */
export function staleOf(
  rows: readonly Pick<AccuracyReportRow, "label" | "accuracy">[],
  measure: AccuracyMeasure,
): StaleCounts {
  return {
    numbers: rows.map(({ label, accuracy }) => {
      const { stale, judged } = accuracy.all[measure];
      return { label, stale, n: judged };
    }),
    unit: "response",
    each: "run",
  };
}

/** Of the n of a run's Relaxed and Strict accuracy, where both stand in one place. */
export function staleByMode({
  accuracy: { all },
}: Pick<AccuracyReportRow, "accuracy">): StaleCounts {
  return {
    numbers: (["relaxed", "strict"] as const).map((mode) => ({
      label: MEASURE_NAMES[mode],
      stale: all[mode].stale,
      n: all[mode].judged,
    })),
    unit: "response",
    each: "mode",
  };
}

/** Of the n of a comparison in a measure: questions with a verdict for both runs. */
export function staleOfBoth(
  { measures }: Pick<ComparisonReport, "measures">,
  measure: AccuracyMeasure,
): StaleCounts {
  const { stale, n } = allOf(measures[measure]);
  return { numbers: [{ label: "", stale, n }], unit: "question", each: "run" };
}

/** How many of a number's responses go by answers that have changed since, in a sentence or none: of its own n, not of the release. */
function staleNotes({ numbers, unit, each }: StaleCounts): string[] {
  return listed(
    STALE,
    numbers,
    numbers.map(({ stale, n }) => none(stale, (count) => staleShare(count, n, unit))),
    each,
  );
}

const END_WORDS: Record<UnjudgedEnd, string> = {
  unparsed: "unparsed",
  truncated: "truncated",
  refused: "refused",
  failed: "failed",
  "left-out": "left out by the job",
  pending: "pending",
  "not-asked": "not asked",
};

/** "5 (3 unparsed, 2 truncated)"; without the ends where they are not known. */
function unjudgedInWords({ responses, ends }: Unjudged): string {
  return ends === null || ends.length === 0
    ? formatCount(responses)
    : `${formatCount(responses)} (${ends.map((one) => `${formatCount(one.responses)} ${END_WORDS[one.end]}`).join(", ")})`;
}

/** Responses without a verdict of the evaluator, and with Strict credit alone, in sentences. */
function automaticNotes(rows: readonly LabelledAside[]): string[] {
  return [
    ...ofRows(
      "Automatic verdicts made with different correct answers are not counted",
      rows,
      ({ automaticOtherAnswers: { verdicts, responses } }) =>
        none(
          verdicts,
          (count) =>
            `${countOf(count, "verdict")}${responses === 0 ? "" : ` (${countOf(responses, "response")} with no other)`}`,
        ),
    ),
    ...ofRows(
      "Responses without an automatic verdict, not counted as incorrect",
      rows,
      ({ unjudged: { relaxed, strict } }) =>
        none(
          relaxed.responses + strict.responses,
          () => `Relaxed ${unjudgedInWords(relaxed)}, Strict ${unjudgedInWords(strict)}`,
        ),
    ),
    ...ofRows(
      "Inconsistent automatic verdicts (Strict without Relaxed credit), counted as given",
      rows,
      ({ inconsistent }) => none(inconsistent, (count) => countOf(count, "response")),
    ),
  ];
}

/** How many of each run's n are automatic, in a sentence or none: where people's and an evaluator's verdicts stand together. */
export function automaticShares({
  inputs: { verdicts },
  rows,
}: Pick<AccuracyReport, "inputs" | "rows">): string[] {
  if (verdicts !== "people-else-automatic") return [];
  const share = ({ automatic, judged }: Accuracy) =>
    `${formatCount(automatic)} of ${formatCount(judged)}`;
  return [
    `Automatic verdicts among the n: ${rows
      .map(({ label, accuracy: { all } }) => {
        const words = `Relaxed ${share(all.relaxed)}, Strict ${share(all.strict)}`;
        return rows.length > 1 ? `${label} ${words}` : words;
      })
      .join("; ")}.`,
  ];
}

/** What numbers leave out because of the answers that verdicts were made by or because there are none, and how many gold responses they count, in sentences. */
export function leftOutNotes(rows: readonly LabelledAside[]): string[] {
  return [
    ...automaticNotes(rows),
    ...ofRows(
      "Ratings made with different correct answers are not counted",
      rows,
      ({ otherAnswers: { judgments, responses } }) =>
        none(
          judgments,
          (count) =>
            `${countOf(count, "rating")}${responses === 0 ? "" : ` (${countOf(responses, "response")} with no other)`}`,
        ),
    ),
    ...ofRows(
      "Excluded, because the dataset on that date differs from the release",
      rows,
      ({ retired, absent, reworded }) =>
        retired + absent + reworded === 0
          ? null
          : [
              [retired, "retired"],
              [absent, "not yet added"],
              [reworded, "reworded"],
            ]
              .filter(([count]) => count !== 0)
              .map(([count, why]) => `${formatCount(count as number)} ${why}`)
              .join(", "),
    ),
    ...ofRows("Gold responses counted", rows, ({ goldCounted }) => none(goldCounted, formatCount)),
    ...ofRows("Questions excluded because of gold", rows, ({ goldLeftOut }) =>
      none(goldLeftOut, formatCount),
    ),
  ];
}

/** What numbers leave out, and where answers have changed since, in sentences for pages. */
export function asideNotes(rows: readonly LabelledAside[], stale: StaleCounts): string[] {
  return [...staleNotes(stale), ...leftOutNotes(rows)];
}

/** Returns whether verdicts are missing by the present answers: made by other ones, or of questions whose answers changed. */
export function isStale(
  rows: readonly { aside: CountedAside }[],
  { numbers }: StaleCounts,
): boolean {
  return (
    rows.some(({ aside }) => aside.otherAnswers.judgments > 0) ||
    numbers.some(({ stale }) => stale > 0)
  );
}

/** The paper's table of a report in one measure, in the wanted order. */
export function accuracyReportTable(report: AccuracyReport, view: AccuracyView): ReportTable {
  const { basis, questions, year } = report.inputs;
  const rows = sortRows(report.rows, view).map((row) => ({
    model: row.label,
    size: row.size,
    cutoff: row.cutoff,
    asked: row.sha256,
    row: row.accuracy,
  }));
  const caption =
    view.measure === "gap"
      ? "Hallucination gap: Relaxed without Strict credit"
      : `Accuracy, ${MEASURE_NAMES[view.measure]}`;
  return accuracyTable(rows, view.measure, {
    caption: [caption, ...basisInWords(report.inputs).map(uncapitalized)].join(", "),
    splitYear: year,
    basis,
    mixed: report.inputs.verdicts === "people-else-automatic",
    sameQuestions:
      questions === "common" || (basis === "estimate" && report.common?.differ === false),
    about: [
      ...captionNotes(report.inputs, staleOf(report.rows, view.measure)),
      ...changedNotes(report, view.measure),
    ],
    notes: [
      ...questionNotes(report),
      ...basisNotes(report, view.measure),
      ...methodNotes(report.rows),
      ...automaticShares(report),
      ...auditNotes(report),
      ...leftOutNotes(report.rows),
      ...inputNotes(report.inputs),
    ],
  });
}

const METHODS: Record<Basis, string> = {
  rated: "Share of the rated responses; 95% interval by Wilson",
  standardized:
    "Share of the rated responses by direct standardization (category and hops); 95% interval by Wilson at the effective sample size",
  estimate:
    "Estimate by strata (category and hops; changed answers by follow-up) with finite population correction; 95% interval by Wilson at the effective sample size",
};
function measured(cell: AccuracyCell, measure: CountedMeasure): Accuracy {
  if (measure === "relaxed-in-both") return cell.both.relaxed;
  return measure === "strict-in-both" ? cell.both.strict : cell[measure];
}

/** What a report was computed from, for each record of its CSV. */
export function inputCells({ inputs }: { inputs: ReportInputs }): [string, Cell][] {
  const { truth, gold, rule, campaign, verdicts, evaluator, split, category, hops, year } = inputs;
  return [
    ["correct_answers_from", textCell(truth)],
    ["gold", textCell(gold)],
    ["rule", textCell(verdicts === "automatic" ? "" : rule)],
    ["campaign", textCell(campaign?.name ?? "")],
    ["campaign_follow_ups", numberCell(campaign?.followUps ?? null)],
    ["verdicts", textCell(verdicts)],
    ["evaluator", textCell(evaluator?.name ?? "")],
    ["evaluator_family", textCell(evaluator?.family ?? "")],
    ["evaluator_version", numberCell(evaluator?.version ?? null)],
    ["split", textCell(split)],
    ["category", textCell(category.join(" "))],
    ["hops", textCell(hops ?? "")],
    ["old_is_before", numberCell(year)],
    ["state", textCell(inputs.state ?? "")],
    ["as_of", textCell(inputs.at)],
  ];
}

/** What a run's numbers leave out, and what they rest on, over all its questions. */
function asideCells({
  otherAnswers,
  automaticOtherAnswers,
  unjudged,
  inconsistent,
  goldCounted,
  goldLeftOut,
  retired,
  absent,
  reworded,
}: CountedAside): [string, Cell][] {
  return [
    ["run_ratings_by_other_answers", numberCell(otherAnswers.judgments)],
    ["run_responses_with_no_other", numberCell(otherAnswers.responses)],
    ["run_automatic_by_other_answers", numberCell(automaticOtherAnswers.verdicts)],
    ["run_no_automatic_relaxed", numberCell(unjudged.relaxed.responses)],
    ["run_no_automatic_strict", numberCell(unjudged.strict.responses)],
    ["run_strict_without_relaxed", numberCell(inconsistent)],
    ["run_gold_counted", numberCell(goldCounted)],
    ["run_gold_left_out", numberCell(goldLeftOut)],
    ["run_retired", numberCell(retired)],
    ["run_absent", numberCell(absent)],
    ["run_reworded", numberCell(reworded)],
  ];
}

/** Records as a table whose columns are the names of the first one's cells. */
export function dataTable(
  caption: string,
  label: string,
  records: readonly (readonly [string, Cell][])[],
): ReportTable {
  return {
    caption,
    label,
    columns: (records[0] ?? []).map(([title]) => ({ title, align: "left" })),
    rows: records.map((record) => record.map(([, cell]) => cell)),
    notes: [],
  };
}

/**
 * Everything that a report says, a record for each run, measure and column: for CSV. Shares are from 0 to 1. `right / n`
 * is `value` where `basis` is `rated`.
 */
export function accuracyDataTable(report: AccuracyReport): ReportTable {
  const titles = accuracyColumns(report.inputs.year);
  const { basis, questions, standard } = report.inputs;
  return dataTable(
    "Accuracy",
    "tab:accuracy-data",
    report.rows.flatMap((row) =>
      COUNTED_MEASURES.flatMap((measure) =>
        ACCURACY_COLUMNS.map((column): [string, Cell][] => {
          const cell = row.accuracy[column];
          const found = measured(cell, measure);
          const { right, judged, automatic, stale, value, low, high, leftOut } = found;
          return [
            ["run_id", numberCell(row.runId)],
            ["label", textCell(row.label)],
            ["model", textCell(row.model)],
            ["run", textCell(row.run)],
            ["size", textCell(row.size)],
            ["cutoff", textCell(row.cutoff)],
            ["generated_by", textCell(row.generatedBy ?? "")],
            ["release", textCell(row.release)],
            ["release_sha256", textCell(row.sha256)],
            ["measure", textCell(measure)],
            ["column", textCell(column)],
            ["column_title", textCell(fullTitle(titles[column]))],
            ["value", numberCell(value)],
            ["right", numberCell(right)],
            ["n", numberCell(judged)],
            ["n_automatic", numberCell(automatic)],
            ["n_stale", numberCell(stale)],
            ["low", numberCell(low)],
            ["high", numberCell(high)],
            ["left_out", numberCell(leftOut)],
            ["not_covered_changed", numberCell(found.changed)],
            ["not_covered_late", numberCell(found.late)],
            ["not_covered_otherwise", numberCell(found.uncovered)],
            ["n_outside", numberCell(found.outside)],
            ["lowest", numberCell(found.lowest)],
            ["highest", numberCell(found.highest)],
            ["range_low", numberCell(found.rangeLow)],
            ["range_high", numberCell(found.rangeHigh)],
            ["questions", numberCell(cell.questions)],
            ["answered", numberCell(cell.answered)],
            ["rated", numberCell(cell.rated)],
            ["decided_in_both_modes", numberCell(cell.judged)],
            ["strict_without_relaxed", numberCell(cell.inconsistent)],
            ...asideCells(row.aside),
            ["basis", textCell(basis)],
            ["population", numberCell(found.population)],
            ["common_questions_only", textCell(String(questions === "common"))],
            ["standardized_to", textCell(standard?.release ?? "")],
            ["sampled_splits", textCell(report.inputs.sampledSplits.join(" "))],
            ...inputCells(report),
            ["method", textCell(METHODS[basis])],
          ];
        }),
      ),
    ),
  );
}

/** Which runs a leaderboard cannot tell apart, and which pairs that rests on, in sentences for its notes. */
export function groupNotes({ letters, pairs, least }: RunGroups): string[] {
  if (pairs === null) return ["Too many runs for groups: compare two runs at a time."];
  if (pairs.length === 0) return [];
  const tested = pairs.filter(({ comparable }) => comparable);
  const others = pairs.length - tested.length;
  // Of two runs there is one pair, whose test is no one of several.
  const counted =
    pairs.length === 1
      ? "The two runs are tested"
      : `${others === 0 ? "All" : `${formatCount(tested.length)} of`} ${countOf(pairs.length, "pair")} ${tested.length === 1 ? "is" : "are"} tested, each`;
  return [
    ...(tested.length === 0
      ? ["No groups: no two runs are comparable."]
      : lettersInWords(letters, pairs)),
    ...(tested.length === 0
      ? []
      : [
          `${counted} on the questions for which both have a verdict by the same correct answers: McNemar’s exact test, two-sided; p (Holm): ${holmInWords(tested.map(({ p }) => p))}.`,
        ]),
    ...(others === 0
      ? []
      : [
          `${countOf(others, "pair")} ${others === 1 ? "is" : "are"} not comparable: fewer than ${formatCount(least)} questions with a verdict for both by the same correct answers.`,
        ]),
  ];
}

/** What the letters of a leaderboard mean, in a sentence or more. */
function lettersInWords(letters: RunGroups["letters"], pairs: readonly GroupedPair[]): string[] {
  if (letters === null) return ["Too many groups for letters: see the pairs of runs."];
  const unlike = pairs.every(({ comparable }) => comparable) ? "" : " or are not comparable";
  const without = pairs.some(
    ({ first, second }) => letters[first] === undefined || letters[second] === undefined,
  );
  return [
    `Group: runs that share a letter were all tested against each other and do not differ significantly at the 5% level. Runs without a common letter differ${unlike}.${without ? ` ${NOTHING}: not comparable with any other run.` : ""}`,
  ];
}

/** The pairs behind the letters of a leaderboard in one measure, in the order in which the runs are listed. */
export function pairsTable(report: AccuracyReport, measure: AccuracyMeasure): ReportTable {
  const { inputs, rows, groups } = report;
  const labels = new Map(rows.map(({ runId, label }) => [runId, label]));
  const pairs = groups?.[measure].pairs ?? [];
  const anyStale = pairs.some(({ stale }) => stale > 0);
  const anyOther = pairs.some(({ otherAnswers }) => otherAnswers > 0);
  return {
    caption: `Pairs of runs, ${MEASURE_NAMES[measure]}`,
    // Each pair has an n of its own, and so its own number of stale questions.
    about: captionNotes(inputs, { numbers: [], unit: "question", each: "run" }),
    label: `tab:pairs-${measure}`,
    columns: [
      leftColumn("First run"),
      leftColumn("Compared with"),
      rightColumn("n"),
      ...(anyOther ? [rightColumn("Excluded")] : []),
      ...(anyStale ? [rightColumn("Stale")] : []),
      rightColumn("Difference"),
      rightColumn("95% CI"),
      rightColumn("p"),
      rightColumn("p (Holm)"),
    ],
    rows: pairs.map((pair) => {
      const { difference, interval, p, adjusted } = comparedCells(pair);
      return [
        textCell(labels.get(pair.first)!),
        textCell(labels.get(pair.second)!),
        countCell(pair.n),
        ...(anyOther ? [countCell(pair.otherAnswers)] : []),
        ...(anyStale ? [countCell(pair.stale)] : []),
        pair.comparable ? difference : { text: "Not comparable", value: null, quiet: true },
        interval,
        p,
        adjusted,
      ];
    }),
    notes: [
      `Difference: first minus second, in percentage points, on the n questions for which both have a verdict by the same correct answers; Newcombe’s 95% interval (method 10). Bold: adjusted p below ${SIGNIFICANCE_LEVEL}.`,
      ...(anyOther
        ? ["Excluded: questions for which both have a verdict, but by different correct answers."]
        : []),
      ...(anyStale
        ? ["Stale: of the n questions, those whose answers have changed in the dataset since."]
        : []),
      ...(groups === null ? [] : groupNotes(groups[measure])),
      ...methodNotes(rows),
      ...leftOutNotes(rows),
      ...inputNotes(inputs),
    ],
  };
}

/** All pairs of a leaderboard, a record for each measure and pair: for CSV. Differences are from −1 to 1; of a pair that is not comparable they are left out. */
export function pairsDataTable(report: AccuracyReport): ReportTable {
  const runs = new Map(report.rows.map((row) => [row.runId, row]));
  return dataTable(
    "Pairs of runs",
    "tab:pairs-data",
    MEASURES.flatMap((measure) => {
      const { pairs, letters, least } = report.groups![measure];
      const run = (which: "first" | "second", id: number) => [
        ...runCells(which, runs.get(id)!),
        [`${which}_group`, textCell(letters?.[id] ?? "")] as [string, Cell],
      ];
      // Of all pairs together: not once more for each.
      const method = differenceMethod(pairs ?? []);
      return (pairs ?? []).map((pair): [string, Cell][] => [
        ...run("first", pair.first),
        ...run("second", pair.second),
        ["measure", textCell(measure)],
        ["n", numberCell(pair.n)],
        ["n_stale", numberCell(pair.stale)],
        ["n_other_answers", numberCell(pair.otherAnswers)],
        ["least_n_tested", numberCell(least)],
        ["comparable", textCell(String(pair.comparable))],
        ...differenceCells(pair),
        ...countCells(pair.counts),
        ...inputCells(report),
        ["method", textCell(method)],
      ]);
    }),
  );
}

/** The two runs of a comparison with what each leaves out; one, if a run is compared with itself. */
export function sidesOf({ first, second, aside }: ComparisonReport) {
  const sides = [
    { label: first.label, aside: aside.first },
    { label: second.label, aside: aside.second },
  ];
  return first.runId === second.runId ? sides.slice(0, 1) : sides;
}

/** "2.50", "∞" where nothing speaks for the other side, or a dash. */
export function formatOdds({ value, infinite }: Pick<OddsRatio, "value" | "infinite">): string {
  return infinite ? "∞" : formatDecimal(value, 2);
}

/** Odds above this are only said to be above it: no one needs more digits of next to nothing on the other side. */
const MOST_ODDS = 9_999;

/** "1.32 to 6.10", "1.32 to ∞", or a dash. */
export function oddsIntervalInWords({ low, high }: Pick<OddsRatio, "low" | "high">): string {
  if (low === null) return formatInterval(null, null, 2);
  const end =
    high === null
      ? "∞"
      : high > MOST_ODDS
        ? `over ${formatCount(MOST_ODDS)}`
        : formatDecimal(high, 2);
  return `${formatDecimal(low, 2)} to ${end}`;
}

/** A share or a difference of shares in percent. */
export const percent = (value: number | null) => (value === null ? null : value * 100);

/** What the tables of comparisons say of two runs: their difference in percentage points, bold where it is significant, with its interval and p-values. */
export function comparedCells(
  found: PairedDifference & { adjusted: number | null },
): Record<"difference" | "interval" | "p" | "adjusted", Cell> {
  const few = found.difference !== null && found.low === null;
  const strong = isTold(found) && { strong: true };
  const p = (value: number | null): Cell => ({
    text: value === null ? NOTHING : formatP(value),
    value,
  });
  return {
    difference: {
      text: formatPoints(found.difference),
      value: percent(found.difference),
      ...strong,
      ...(few && { quiet: true }),
    },
    interval: textCell(
      few
        ? "too few"
        : found.low === null
          ? NOTHING
          : `${formatPoints(found.low)} to ${formatPoints(found.high)}`,
    ),
    p: p(found.p),
    adjusted: { ...p(found.adjusted), ...strong },
  };
}

/** One of two runs that are compared or follow each other, in a record of CSV. */
export function runCells(
  which: "first" | "second" | "earlier" | "later",
  { runId, label, generatedBy, release, sha256 }: ReportedRun,
): [string, Cell][] {
  return [
    [`${which}_run_id`, numberCell(runId)],
    [which, textCell(label)],
    [`${which}_generated_by`, textCell(generatedBy ?? "")],
    [`${which}_release`, textCell(release)],
    [`${which}_release_sha256`, textCell(sha256)],
  ];
}

/** The difference of two runs with its interval and test, in a record of CSV. */
export function differenceCells({
  difference,
  low,
  high,
  p,
  adjusted,
}: PairedDifference & { adjusted: number | null }): [string, Cell][] {
  return [
    ["difference", numberCell(difference)],
    ["low", numberCell(low)],
    ["high", numberCell(high)],
    ["p", numberCell(p)],
    ["p_holm", numberCell(adjusted)],
  ];
}

/** The counts behind a difference, in a record of CSV. */
export function countCells({
  both,
  onlyFirst,
  onlySecond,
  neither,
}: PairedCounts): [string, Cell][] {
  return [
    ["both", numberCell(both)],
    ["only_first", numberCell(onlyFirst)],
    ["only_second", numberCell(onlySecond)],
    ["neither", numberCell(neither)],
  ];
}

/** "81.4": a share in percent, of the exact fraction where it is one. */
export function percentOf(found: Accuracy): string {
  return percentText(found);
}

/** "76.2 to 85.1": the interval of a share in percent; a dash without one. */
export function intervalInWords({ low, high }: Pick<Accuracy, "low" | "high">): string {
  return formatShareInterval(low, high);
}

/** "81.0% (76.2 to 85.1), n = 200; with 5 left out 78.9 to 81.4", for those who cannot hover. */
export function shareInWords(found: Accuracy): string {
  if (found.judged === 0) return found.outside > 0 ? "not comparable" : "no verdict";
  const bounds = boundsInWords(found);
  return `${percentOf(found)}% (${found.low === null ? "too few for an interval" : intervalInWords(found)}), n = ${formatCount(found.judged)}${automaticInWords(found)}${bounds === "" ? "" : `; ${bounds}`}`;
}

/** " (automatic)", " (40 automatic)", or nothing: how many of a number's verdicts are an evaluator's. */
function automaticInWords({ automatic, judged }: Pick<Accuracy, "automatic" | "judged">): string {
  if (automatic === 0) return "";
  return automatic === judged ? " (automatic)" : ` (${formatCount(automatic)} automatic)`;
}

type Bounded = Pick<
  Accuracy,
  "leftOut" | "changed" | "lowest" | "highest" | "rangeLow" | "rangeHigh"
>;

/** "66.7 to 76.5": the value if what is left out or changed counted wrong, and if it counted right; a dash where there is nothing of it. */
export function rangeInWords({ leftOut, changed, lowest, highest }: Bounded): string {
  return leftOut + changed === 0 ? NOTHING : formatShareInterval(lowest, highest);
}

/** "60.2 to 81.9": that range with its sampling error; a dash where there is nothing of it, or no interval. */
export function rangeIntervalInWords({ leftOut, changed, rangeLow, rangeHigh }: Bounded): string {
  return leftOut + changed === 0 ? NOTHING : formatShareInterval(rangeLow, rangeHigh);
}

/** "66.7 to 76.5 (95% CI 60.2 to 81.9)". */
export function rangeWithInterval(found: Bounded): string {
  const interval = rangeIntervalInWords(found);
  return `${rangeInWords(found)}${interval === NOTHING ? "" : ` (95% CI ${interval})`}`;
}

/** "5 excluded, 12 changed: 66.7 to 76.5 (95% CI 60.2 to 81.9)", the range of rangeInWords. Empty where nothing is left out. */
function boundsInWords(found: Bounded): string {
  const { leftOut, changed, lowest, highest } = found;
  if (leftOut + changed === 0 || lowest === null || highest === null) return "";
  const what = [
    ...(leftOut === 0 ? [] : [`${formatCount(leftOut)} excluded`]),
    ...(changed === 0 ? [] : [`${formatCount(changed)} changed`]),
  ];
  return `${what.join(", ")}: ${rangeWithInterval(found)}`;
}
