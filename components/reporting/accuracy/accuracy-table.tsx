import type { AccuracyColumn, Basis } from "@/lib/reporting/accuracy/accuracy-table";
import {
  intervalInWords,
  percentOf,
  rangeInWords,
  rangeIntervalInWords,
  shareInWords,
} from "@/lib/reporting/accuracy/rules";
import {
  SORT_KEYS,
  type AccuracyReportRow,
  type AccuracyView,
  type SortKey,
} from "@/lib/reporting/accuracy/schema";
import {
  countCell,
  fullTitle,
  leftColumn,
  rightColumn,
  textCell,
  withCells,
  withColumns,
  withoutColumns,
  type Cell,
  type Column,
  type ReportTable,
} from "@/lib/reporting/files/table";
import { FoldedTable } from "@/components/reporting/shared/folded-table";
import { ReportTableView } from "@/components/reporting/shared/report-table-view";

interface AccuracyTableProps {
  /** As accuracyReportTable made it from these rows. */
  table: ReportTable;
  rows: readonly AccuracyReportRow[];
  view: AccuracyView;
  /** The address that sorts by a column; called on the server. */
  sortHref: (sort: SortKey, order: "asc" | "desc") => string;
  /** Where a row's name leads; null: nowhere. */
  rowHref: (row: AccuracyReportRow) => string | null;
  /** All rows are of one model: what describes it is left out. */
  oneModel?: boolean;
  /** Columns before those of accuracy beside Model, Size and Cutoff, by row. */
  extra?: readonly { title: string; cell: (row: AccuracyReportRow) => string }[];
}

/** Model, Size and Cutoff, behind which further columns stand; Coverage; then those of accuracy. */
const DESCRIBING = 3;
const FIRST_MEASURED = 4;
/** The column of accuracy at a position of the table. */
const columnAt = (at: number) => SORT_KEYS[at] as AccuracyColumn;

/** The paper's table: sortable, each number with its n, the best of each column marked, intervals on hover and focus. */
export function AccuracyTable({
  table,
  rows,
  view,
  sortHref,
  rowHref,
  oneModel = false,
  extra = [],
}: AccuracyTableProps) {
  const onPage = (cell: Cell, at: number, column: number): Cell => {
    const row = rows[at]!;
    if (column === 0) {
      const href = rowHref(row);
      // The mark of incomplete coverage stays on the name's last line.
      const text = cell.text.replace(/ (?=†$)/, "\u00a0");
      return { ...cell, text, ...(href !== null && { link: { href } }) };
    }
    if (column < FIRST_MEASURED) return cell;
    const words = shareInWords(row.accuracy[columnAt(column)][view.measure]);
    return {
      ...cell,
      hint: cell.strong === true ? `${words}; best in column` : words,
      // The interval is in the hint and in the table below.
      ...(cell.details !== undefined && {
        details: cell.details.filter((line) => !line.startsWith("[")),
      }),
    };
  };
  const described = oneModel ? 1 : DESCRIBING;
  const shown = withColumns(
    withoutColumns(withCells(table, onPage), described, DESCRIBING),
    described,
    extra.map(({ title }) => leftColumn(title)),
    (row) => extra.map(({ cell }) => textCell(cell(rows[row]!))),
  );
  return (
    <ReportTableView
      name={table.caption}
      table={shown}
      minWidth={900}
      describing={described + extra.length}
      shadeStrong
      sort={{
        keys: [
          ...SORT_KEYS.slice(0, described),
          ...extra.map(() => null),
          ...SORT_KEYS.slice(DESCRIBING),
        ],
        by: view.sort,
        order: view.order,
        // What is large is best first; names and gaps the other way.
        first: (key) =>
          key === "model" ||
          key === "cutoff" ||
          (view.measure === "gap" && SORT_KEYS.indexOf(key as SortKey) >= FIRST_MEASURED)
            ? "asc"
            : "desc",
        href: (key, order) => sortHref(key as SortKey, order),
      }}
    />
  );
}

/** The columns of questions that an estimate or a standardized share does not cover. */
const CHANGED = "Changed";
const LATE = "Came later";
const UNCOVERED = "Not covered";

/** Every share with its count, interval and bounds, in a section for each run. */
function intervalTable(
  rows: readonly AccuracyReportRow[],
  view: AccuracyView,
  columns: readonly Column[],
): ReportTable {
  const measured = rows.flatMap((row) =>
    columns.slice(FIRST_MEASURED).map((column, at) => ({
      row,
      column,
      found: row.accuracy[columnAt(at + FIRST_MEASURED)][view.measure],
    })),
  );
  // Also of a part alone: what a follow-up rates elsewhere covers it among all questions.
  const anyChanged = measured.some(({ found }) => found.changed > 0);
  const anyLate = measured.some(({ found }) => found.late > 0);
  const anyUncovered = measured.some(({ found }) => found.uncovered > 0 && found.judged > 0);
  return {
    caption: "Counts and 95% CIs",
    label: "tab:accuracy-intervals",
    columns: [
      leftColumn("Model"),
      leftColumn("Questions"),
      ...[
        "With credit",
        "n",
        "Automatic",
        "Percent",
        "95% CI",
        "Left out",
        ...(anyChanged ? [CHANGED] : []),
        ...(anyLate ? [LATE] : []),
        ...(anyUncovered ? [UNCOVERED] : []),
        "Range",
        "95% CI of range",
      ].map((name) => rightColumn(name)),
    ],
    rows: measured.map(({ row, column, found }) => [
      textCell(row.label),
      textCell(fullTitle(column)),
      countCell(found.right),
      countCell(found.judged),
      countCell(found.automatic),
      textCell(percentOf(found)),
      textCell(intervalInWords(found)),
      countCell(found.leftOut),
      ...(anyChanged ? [countCell(found.changed)] : []),
      ...(anyLate ? [countCell(found.late)] : []),
      ...(anyUncovered ? [countCell(found.uncovered)] : []),
      textCell(rangeInWords(found)),
      textCell(rangeIntervalInWords(found)),
    ]),
    notes: [],
  };
}

/** The counts and intervals behind the table's numbers, to read and to print; folded away. */
export function IntervalTable({
  rows,
  view,
  columns,
  basis,
}: {
  rows: readonly AccuracyReportRow[];
  view: AccuracyView;
  columns: readonly Column[];
  basis: Basis;
}) {
  const table = intervalTable(rows, view, columns);
  const has = (name: string) => table.columns.some(({ title }) => title === name);
  return (
    <FoldedTable table={table} minWidth={520}>
      With credit: of the n responses with a verdict.{" "}
      {basis !== "rated" && "Percent: weighted by stratum, so not With credit divided by n. "}
      Automatic: how many of the n verdicts are an evaluator’s. Left out: rated, but without a
      verdict because ratings differ.{" "}
      {has(CHANGED) && "Changed: questions whose answers have changed since they were rated. "}
      {has(LATE) && "Came later: responses that came after the sample was drawn. "}
      {has(UNCOVERED) && "Not covered: questions of strata that lack verdicts. "}
      Range: the percentage if nothing that is left out{has(CHANGED) && " or changed"} got credit,
      and if all of it did. Its 95% CI goes from the lower limit of the first to the upper limit of
      the second.
    </FoldedTable>
  );
}
