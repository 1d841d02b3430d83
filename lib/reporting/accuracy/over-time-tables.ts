import { COUNTED_MEASURES, type AccuracyMeasure } from "./accuracy-table";
import { differenceMethod, SIGNIFICANCE_LEVEL } from "./comparison";
import type { ChangeOverTime, SharedQuestions } from "./over-time";
import {
  captionNotes,
  comparedCells,
  dataTable,
  differenceCells,
  inputCells,
  inputNotes,
  leftOutNotes,
  methodNotes,
  runCells,
} from "./rules";
import { MEASURE_NAMES, type AccuracyOverTime, type AccuracyReportRow } from "./schema";
import { formatCount } from "@/lib/platform/format";
import {
  countCell,
  leftColumn,
  numberCell,
  percentCell,
  rightColumn,
  textCell,
  type Cell,
  type ReportTable,
} from "@/lib/reporting/files/table";

/** What stands for a run where all are of one model: its release, with the run's name where two are on the same. */
export function releaseLabels(rows: readonly Pick<AccuracyReportRow, "release" | "run">[]) {
  return rows.map(({ release, run }) =>
    rows.filter((other) => other.release === release).length > 1 ? `${release} · ${run}` : release,
  );
}

const QUESTIONS: Record<SharedQuestions, string> = {
  all: "All shared",
  "same-answers": "Answers unchanged",
  "changed-answers": "Answers changed",
};

function questionsInWords({ questions, n, changed }: ChangeOverTime): string {
  if (n === 0) return "None rated in both runs";
  return questions === "all" && changed === n
    ? "All shared (all with changed answers)"
    : QUESTIONS[questions];
}

/** What changed from run to run in one measure. */
export function changesTable(report: AccuracyOverTime, measure: AccuracyMeasure): ReportTable {
  const { inputs } = report;
  const mixed = inputs.verdicts === "people-else-automatic";
  const changes = report.changes[measure];
  const labels = releaseLabels(report.rows);
  const rows = report.rows.map((row, at) => ({ ...row, label: labels[at]! }));
  const labelOf = new Map(rows.map(({ runId, label }) => [runId, label]));
  return {
    caption: `${report.model}: change over time, ${MEASURE_NAMES[measure]}`,
    // What is stale stands beside each share: every change has an n of its own.
    about: captionNotes(inputs, { numbers: [], unit: "question", each: "run" }),
    label: `tab:change-${measure}`,
    columns: [
      leftColumn("Runs"),
      leftColumn("Questions"),
      rightColumn("n"),
      rightColumn("Earlier"),
      rightColumn("Later"),
      rightColumn("Change"),
      rightColumn("95% CI"),
      rightColumn("p"),
      rightColumn("p (Holm)"),
      rightColumn("Earlier only"),
      rightColumn("Later only"),
    ],
    rows: changes.map((change) => {
      const { n, counts, automatic, stale } = change;
      const { difference, interval, p, adjusted } = comparedCells(change);
      const share = (side: "earlier" | "later"): Cell => {
        const details = [
          ...(mixed && n > 0 ? [`auto ${formatCount(automatic[side])}`] : []),
          ...(stale[side] > 0 ? [`stale ${formatCount(stale[side])}`] : []),
        ];
        return {
          ...percentCell({ count: counts.both + counts[`${side}Only`], of: n }),
          ...(details.length > 0 && { details }),
        };
      };
      return [
        textCell(
          `${labelOf.get(change.earlier)!} to ${labelOf.get(change.later)!}${change.overall ? " (first to last)" : ""}`,
        ),
        textCell(questionsInWords(change)),
        countCell(n),
        share("earlier"),
        share("later"),
        difference,
        interval,
        p,
        adjusted,
        countCell(counts.earlierOnly),
        countCell(counts.laterOnly),
      ];
    }),
    notes: [
      ...changeNotes(report, measure),
      `${differenceMethod(changes)}. Bold: adjusted p below ${SIGNIFICANCE_LEVEL}.`,
      ...methodNotes(rows),
      ...leftOutNotes(rows),
      // Changes are of all that was rated, not of a sample.
      ...inputNotes({ ...inputs, sampledSplits: [] }),
    ],
  };
}

/** What has to be known to read the changes of a measure, in sentences. */
export function changeNotes(report: AccuracyOverTime, measure: AccuracyMeasure): string[] {
  const changes = report.changes[measure];
  const counted =
    measure === "gap" ? "Relaxed but no Strict credit" : `${MEASURE_NAMES[measure]} credit`;
  return [
    `Share of the n questions with ${counted}, in percent; change: later minus earlier, in percentage points.`,
    `n: questions of both runs for which each has a verdict${measure === "gap" ? " in both modes" : ""} by its own correct answers. Not estimates for other questions.`,
    ...(changes.some(({ questions }) => questions !== "all")
      ? [
          "Answers unchanged, answers changed: whether the correct answers of the two runs are the same.",
        ]
      : []),
    ...(report.inputs.verdicts === "people-else-automatic"
      ? ["auto: how many of the n are automatic verdicts."]
      : []),
    ...(changes.some(({ stale }) => stale.earlier + stale.later > 0)
      ? ["stale: of the n, those whose answers have changed in the dataset since."]
      : []),
  ];
}

/** All changes, a record for each measure, pair of runs and kind of questions: for CSV. Shares are from 0 to 1, changes from −1 to 1. */
export function changesDataTable(report: AccuracyOverTime): ReportTable {
  const runs = new Map(report.rows.map((row) => [row.runId, row]));
  return dataTable(
    "Change over time",
    "tab:change-data",
    COUNTED_MEASURES.flatMap((measure) =>
      report.changes[measure].map((change): [string, Cell][] => [
        ["model", textCell(report.model)],
        ...runCells("earlier", runs.get(change.earlier)!),
        ...runCells("later", runs.get(change.later)!),
        ["first_to_last", textCell(String(change.overall))],
        ["measure", textCell(measure)],
        ["questions", textCell(change.questions)],
        ["n", numberCell(change.n)],
        ["n_changed_answers", numberCell(change.changed)],
        ["earlier_automatic", numberCell(change.automatic.earlier)],
        ["later_automatic", numberCell(change.automatic.later)],
        ["earlier_stale", numberCell(change.stale.earlier)],
        ["later_stale", numberCell(change.stale.later)],
        ["earlier_share", numberCell(change.shares.earlier)],
        ["later_share", numberCell(change.shares.later)],
        ...differenceCells(change),
        ["both", numberCell(change.counts.both)],
        ["earlier_only", numberCell(change.counts.earlierOnly)],
        ["later_only", numberCell(change.counts.laterOnly)],
        ["neither", numberCell(change.counts.neither)],
        ...inputCells(report),
        ["method", textCell(differenceMethod(report.changes[measure]))],
      ]),
    ),
  );
}
