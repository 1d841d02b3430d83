import { Stack, Text } from "@mantine/core";
import type { AccuracyMeasure } from "@/lib/reporting/accuracy/accuracy-table";
import { pairsTable } from "@/lib/reporting/accuracy/rules";
import { MAX_LISTED_RUNS, type AccuracyReport } from "@/lib/reporting/accuracy/schema";
import { withCells } from "@/lib/reporting/files/table";
import { FoldedTable } from "@/components/reporting/shared/folded-table";
import { ReportFiles } from "@/components/reporting/shared/report-files";
import { formatCount } from "@/lib/platform/format";

interface PairsTableProps {
  report: AccuracyReport;
  measure: AccuracyMeasure;
  /** Where two runs that share questions are compared; called on the server. Null: nowhere. */
  compareHref: ((first: number, second: number) => string) | null;
  /** Of the table as a file. */
  fileAddress: string;
}

/** The table's column of the second runs. */
const SECOND = 1;

/** The comparisons behind the letters of a leaderboard, folded away; only where they are, if they are more than can be read. Renders nothing without any pair. */
export function PairsTable({ report, measure, compareHref, fileAddress }: PairsTableProps) {
  const pairs = report.groups?.[measure].pairs ?? [];
  if (pairs.length === 0) return null;
  if (report.rows.length > MAX_LISTED_RUNS)
    return (
      <Stack gap="xs">
        <Text fz="sm">
          The {formatCount(pairs.length)} pairs behind the groups are too many to list here. They
          are in the files.
        </Text>
        <ReportFiles address={fileAddress} of="the pairs" />
      </Stack>
    );
  const table = withCells(pairsTable(report, measure), (cell, row, column) => {
    const { first, second, n } = pairs[row]!;
    if (column !== SECOND || compareHref === null || n === 0) return cell;
    return { ...cell, link: { href: compareHref(first, second) } };
  });
  return (
    <FoldedTable
      table={table}
      minWidth={520}
      files={<ReportFiles address={fileAddress} of="the pairs" />}
    >
      n: questions for which both runs have a verdict by the same correct answers
      {pairs.some(({ otherAnswers }) => otherAnswers > 0) && "; excluded: by different ones"}.
      Difference: the run in the heading minus the run in the row, in percentage points. Bold: p
      (Holm) below 0.05.
    </FoldedTable>
  );
}
