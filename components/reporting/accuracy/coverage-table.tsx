import type { AccuracyReportRow } from "@/lib/reporting/accuracy/schema";
import { formatShareOf, NOTHING } from "@/lib/platform/numbers";
import {
  countCell,
  leftColumn,
  rightColumn,
  textCell,
  type ReportTable,
} from "@/lib/reporting/files/table";
import { ReportTableView } from "@/components/reporting/shared/report-table-view";

function coverageTable(rows: readonly AccuracyReportRow[]): ReportTable {
  return {
    caption: "Coverage",
    label: "tab:coverage",
    columns: [
      leftColumn("Model"),
      leftColumn("Release"),
      ...[
        "Questions",
        "No response",
        "Not rated",
        "Rated, undecided",
        "Decided in both modes",
        "Coverage",
      ].map((title) => rightColumn(title)),
    ],
    rows: rows.map((row) => [
      textCell(row.label),
      textCell(row.release),
      ...[
        row.questions,
        row.questions - row.answered,
        row.answered - row.rated,
        row.rated - row.judged,
        row.judged,
      ].map(countCell),
      textCell(
        row.questions === 0
          ? NOTHING
          : row.judged === row.questions
            ? "full"
            : formatShareOf(row.judged, row.questions),
      ),
    ]),
    notes: [],
  };
}

/** How much of each run's release the numbers stand on: what is missing is never counted as wrong. */
export function CoverageTable({ rows }: { rows: readonly AccuracyReportRow[] }) {
  return (
    <ReportTableView name="Coverage" table={coverageTable(rows)} minWidth={720} describing={1} />
  );
}
