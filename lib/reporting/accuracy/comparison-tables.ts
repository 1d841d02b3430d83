import { percentText, type AccuracyMeasure } from "./accuracy-table";
import { comparisonMethod, SIGNIFICANCE_LEVEL } from "./comparison";
import {
  allOf,
  captionNotes,
  comparedCells,
  countCells,
  dataTable,
  differenceCells,
  ESTIMATED,
  formatOdds,
  GOT,
  inputCells,
  inputNotes,
  leftOutNotes,
  methodNotes,
  NOT_COVERED_CHANGED,
  oddsIntervalInWords,
  percent,
  runCells,
  sampleInWords,
  sidesOf,
  staleOfBoth,
} from "./rules";
import { MEASURE_NAMES, MEASURES, type ComparisonReport } from "./schema";
import { countOf, formatCount } from "@/lib/platform/format";
import { formatPoints } from "@/lib/platform/numbers";
import {
  countCell,
  leftColumn,
  numberCell,
  rightColumn,
  textCell,
  type Cell,
  type ReportTable,
} from "@/lib/reporting/files/table";

/** A comparison as a table in one measure. */
export function comparisonTable(report: ComparisonReport, measure: AccuracyMeasure): ReportTable {
  const mixed = report.inputs.verdicts === "people-else-automatic";
  const estimated = report.inputs.basis === "estimate";
  const caption = `${report.first.label} compared with ${report.second.label}, ${MEASURE_NAMES[measure]}`;
  return {
    caption: estimated ? `${caption}, ${ESTIMATED.toLowerCase()}` : caption,
    about: [
      ...captionNotes(report.inputs, staleOfBoth(report, measure)),
      ...changedNotes(report, measure),
    ],
    label: `tab:comparison-${measure}`,
    columns: [
      leftColumn("Questions"),
      rightColumn("n"),
      ...(estimated ? [rightColumn("N")] : []),
      ...(mixed ? [rightColumn("First", "Automatic"), rightColumn("Second", "Automatic")] : []),
      rightColumn("First"),
      rightColumn("Second"),
      rightColumn("Difference"),
      rightColumn("95% CI"),
      rightColumn("p"),
      rightColumn("p (Holm)"),
      rightColumn("Odds ratio"),
      rightColumn("Both"),
      rightColumn("First only"),
      rightColumn("Second only"),
      rightColumn("Neither"),
    ],
    rows: report.measures[measure].map((found) => {
      const { both, onlyFirst, onlySecond, neither } = found.counts;
      const { difference, interval, p, adjusted } = comparedCells(found);
      const share = (right: number, value: number | null): Cell => ({
        text: percentText({ right, judged: found.n, value }),
        value: percent(value),
      });
      return [
        textCell(found.title),
        countCell(found.n),
        ...(estimated ? [countCell(found.population)] : []),
        ...(mixed ? [countCell(found.automatic.first), countCell(found.automatic.second)] : []),
        share(both + onlyFirst, found.first),
        share(both + onlySecond, found.second),
        difference,
        interval,
        p,
        adjusted,
        {
          text: formatOdds(found.odds),
          value: found.odds.value,
          ...(found.odds.low !== null && { details: [oddsIntervalInWords(found.odds)] }),
        },
        countCell(both),
        countCell(onlyFirst),
        countCell(onlySecond),
        countCell(neither),
      ];
    }),
    notes: [
      `First: ${report.first.label}. Second: ${report.second.label}.`,
      ...readingNotes(report, measure),
      methodNote(report, measure),
      ...methodNotes(sidesOf(report).length === 1 ? [report.first] : [report.first, report.second]),
      ...releaseNotes(report),
      ...leftOutNotes(sidesOf(report)),
      ...inputNotes(report.inputs),
    ],
  };
}

/** What the numbers of a comparison are of, in sentences. */
export function readingNotes(report: ComparisonReport, measure: AccuracyMeasure): string[] {
  return [
    "Shares in percent, differences in percentage points, first minus second.",
    ...(report.inputs.basis === "estimate"
      ? estimateNotes(report, measure)
      : ["n: questions for which both have a verdict."]),
  ];
}

/** How the numbers of a comparison are made, in a sentence or two. */
export function methodNote(
  { inputs, measures }: ComparisonReport,
  measure: AccuracyMeasure,
): string {
  return `${comparisonMethod(measures[measure], inputs.basis)}. Bold: adjusted p below ${SIGNIFICANCE_LEVEL}.`;
}

/** What a comparison from a random sample speaks for, in sentences. */
function estimateNotes(
  { inputs: { campaign }, measures }: ComparisonReport,
  measure: AccuracyMeasure,
): string[] {
  const columns = measures[measure];
  const { n, changed, late, uncovered } = allOf(columns);
  const inOthers = columns.some(
    (other) => other.column !== "all" && other.changed + other.late + other.uncovered > 0,
  );
  return [
    `Estimates from ${sampleInWords(campaign)}. n: sampled questions for which both have a verdict. N: questions that the estimate is for. Both, First only, Second only, Neither: of the n.`,
    ...(n > 0 && late > 0
      ? [
          `Not covered, as a response came after the sample was drawn: ${countOf(late, "question")}.`,
        ]
      : []),
    ...(n > 0 && uncovered > 0
      ? [
          `Not covered, as no question of their strata has a verdict for both: ${countOf(uncovered, "question")}.`,
        ]
      : []),
    ...(n > 0 && inOthers
      ? [
          changed + late + uncovered > 0
            ? "The other rows leave out their part of what is not covered, and questions of strata without a verdict in that row; the CSV file has their numbers."
            : "Some rows leave out questions of strata without a verdict in that row; the CSV file has their numbers.",
        ]
      : []),
  ];
}

/** Which questions an estimate does not speak for because their answers have changed, and what they would make of it, in a sentence for a caption or none. */
export function changedNotes(
  { inputs: { basis }, measures }: ComparisonReport,
  measure: AccuracyMeasure,
): string[] {
  const { n, changed, lowest, highest, rangeLow, rangeHigh } = allOf(measures[measure]);
  return basis === "estimate" && n > 0 && changed > 0
    ? [
        `${NOT_COVERED_CHANGED} (range: the difference if only the second run ${GOT[measure]} on them, and if only the first did): ${countOf(changed, "question")}, range ${formatPoints(lowest)} to ${formatPoints(highest)}${rangeLow === null ? "" : ` (95% CI ${formatPoints(rangeLow)} to ${formatPoints(rangeHigh)})`}.`,
      ]
    : [];
}

function releaseNotes(report: ComparisonReport): string[] {
  if (report.first.sha256 === report.second.sha256) return [];
  return [
    `The runs use different releases; ${formatCount(report.changed)} of ${formatCount(report.shared)} shared questions with different answers are excluded.`,
  ];
}

/** Everything that a comparison says, a record for each measure and column: for CSV. Shares and differences are from −1 to 1. */
export function comparisonDataTable(report: ComparisonReport): ReportTable {
  const { first, second } = report;
  return dataTable(
    "Comparison",
    "tab:comparison-data",
    MEASURES.flatMap((measure) =>
      report.measures[measure].map((found): [string, Cell][] => [
        ...runCells("first", first),
        ...runCells("second", second),
        ["measure", textCell(measure)],
        ["column", textCell(found.column)],
        ["column_title", textCell(found.title)],
        ["n", numberCell(found.n)],
        ["population", numberCell(found.population)],
        ["n_stale", numberCell(found.stale)],
        ["first_automatic", numberCell(found.automatic.first)],
        ["second_automatic", numberCell(found.automatic.second)],
        ["first_share", numberCell(found.first)],
        ["second_share", numberCell(found.second)],
        ...differenceCells(found),
        ["odds_ratio", numberCell(found.odds.value)],
        ["odds_low", numberCell(found.odds.low)],
        ["odds_high", numberCell(found.odds.high)],
        ["odds_note", textCell(found.odds.note ?? "")],
        ...countCells(found.counts),
        ["shared_questions", numberCell(report.shared)],
        ["with_other_answers", numberCell(report.changed)],
        ["basis", textCell(report.inputs.basis)],
        ["sampled_splits", textCell(report.inputs.sampledSplits.join(" "))],
        ["not_covered_changed", numberCell(found.changed)],
        ["not_covered_late", numberCell(found.late)],
        ["not_covered_otherwise", numberCell(found.uncovered)],
        ["lowest", numberCell(found.lowest)],
        ["highest", numberCell(found.highest)],
        ["range_low", numberCell(found.rangeLow)],
        ["range_high", numberCell(found.rangeHigh)],
        ...inputCells(report),
        ["method", textCell(comparisonMethod(report.measures[measure], report.inputs.basis))],
      ]),
    ),
  );
}
