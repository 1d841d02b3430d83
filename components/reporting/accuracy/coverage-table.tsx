import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from "@mantine/core";
import type { AccuracyReportRow } from "@/lib/reporting/accuracy/schema";
import { formatPercent } from "@/lib/reporting/files/numbers";
import { TableScroll } from "@/components/ui/table-scroll";
import { formatCount } from "@/lib/platform/format";

/** How much of each run's release the numbers stand on: what is missing is never counted as wrong. */
export function CoverageTable({ rows }: { rows: readonly AccuracyReportRow[] }) {
  return (
    <TableScroll label="Coverage">
      <Table fz="sm" miw={720} className="tabular" aria-label="Coverage">
        <TableThead>
          <TableTr>
            <TableTh scope="col">Model</TableTh>
            <TableTh scope="col">Release</TableTh>
            {[
              "Questions",
              "No response",
              "Not rated",
              "Rated, undecided",
              "Decided in both modes",
              "Coverage",
            ].map((title) => (
              <TableTh key={title} scope="col" ta="end">
                {title}
              </TableTh>
            ))}
          </TableTr>
        </TableThead>
        <TableTbody>
          {rows.map((row) => (
            <TableTr key={row.runId}>
              <TableTh scope="row">{row.label}</TableTh>
              <TableTd>{row.release}</TableTd>
              {[
                row.questions,
                row.questions - row.answered,
                row.answered - row.rated,
                row.rated - row.judged,
                row.judged,
              ].map((count, at) => (
                <TableTd key={at} ta="end">
                  {formatCount(count)}
                </TableTd>
              ))}
              <TableTd ta="end">
                {row.questions === 0
                  ? "–"
                  : row.judged === row.questions
                    ? "full"
                    : `${formatPercent(row.judged, row.questions)}%`}
              </TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}
