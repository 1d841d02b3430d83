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
  number,
  runCells,
} from "./rules";
import { MEASURE_NAMES, type AccuracyOverTime, type AccuracyReportRow } from "./schema";
import {
  countCell,
  leftColumn,
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
  if (n === 0) return "None with a verdict for both";
  return questions === "all" && changed === n
    ? "All shared (all with changed answers)"
    : QUESTIONS[questions];
}

const earlierRight = ({ counts }: ChangeOverTime) => counts.both + counts.earlierOnly;
const laterRight = ({ counts }: ChangeOverTime) => counts.both + counts.laterOnly;

/** What changed from run to run in one measure. */
export function changesTable(report: AccuracyOverTime, measure: AccuracyMeasure): ReportTable {
  const { inputs, rows } = report;
  const mixed = inputs.verdicts === "people-else-automatic";
  const changes = report.changes[measure];
  const labels = new Map(releaseLabels(rows).map((label, at) => [rows[at]!.runId, label]));
  return {
    caption: `${report.model}: change over time, ${MEASURE_NAMES[measure]}`,
    // Each change has an n of its own, and so its own number of stale questions.
    about: captionNotes(inputs, { numbers: [], unit: "question", each: "run" }),
    label: `tab:change-${measure}`,
    columns: [
      leftColumn("Runs"),
      leftColumn("Questions"),
      rightColumn("n"),
      ...(mixed ? [rightColumn("Earlier", "Automatic"), rightColumn("Later", "Automatic")] : []),
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
      const { difference, interval, p, adjusted } = comparedCells(change);
      return [
        textCell(
          `${labels.get(change.earlier)!} to ${labels.get(change.later)!}${change.overall ? " (first to last)" : ""}`,
        ),
        textCell(questionsInWords(change)),
        countCell(change.n),
        ...(mixed ? [countCell(change.automatic.earlier), countCell(change.automatic.later)] : []),
        percentCell({ count: earlierRight(change), of: change.n }),
        percentCell({ count: laterRight(change), of: change.n }),
        difference,
        interval,
        p,
        adjusted,
        countCell(change.counts.earlierOnly),
        countCell(change.counts.laterOnly),
      ];
    }),
    notes: [
      changeNote(measure),
      `${differenceMethod(changes)}. Bold: adjusted p below ${SIGNIFICANCE_LEVEL}.`,
      ...methodNotes(rows),
      ...leftOutNotes(rows),
      ...inputNotes(inputs),
    ],
  };
}

/** What a change is of, in sentences. */
export function changeNote(measure: AccuracyMeasure): string {
  const counted =
    measure === "gap" ? "Relaxed but no Strict credit" : `${MEASURE_NAMES[measure]} credit`;
  return `Share of the n questions with ${counted}, in percent; change: later minus earlier, in percentage points. n: questions for which both runs have a verdict, each with the report’s correct answers for that run. Not estimates for other questions.`;
}

/** All changes, a record for each measure, pair of runs and kind of questions: for CSV. Shares and changes are from −1 to 1. */
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
        ["n", number(change.n)],
        ["n_changed_answers", number(change.changed)],
        ["earlier_automatic", number(change.automatic.earlier)],
        ["later_automatic", number(change.automatic.later)],
        ["earlier_share", number(change.n === 0 ? null : earlierRight(change) / change.n)],
        ["later_share", number(change.n === 0 ? null : laterRight(change) / change.n)],
        ...differenceCells(change),
        ["both", number(change.counts.both)],
        ["earlier_only", number(change.counts.earlierOnly)],
        ["later_only", number(change.counts.laterOnly)],
        ["neither", number(change.counts.neither)],
        ...inputCells(report),
        ["method", textCell(differenceMethod(report.changes[measure]))],
      ]),
    ),
  );
}
