import { Stack, Text, Title } from "@mantine/core";
import type { AccuracyMeasure } from "@/lib/reporting/accuracy/accuracy-table";
import { SIGNIFICANCE_LEVEL } from "@/lib/reporting/accuracy/comparison";
import { changeNotes, changesTable } from "@/lib/reporting/accuracy/over-time-tables";
import type { AccuracyOverTime } from "@/lib/reporting/accuracy/schema";
import { withCells } from "@/lib/reporting/files/table";
import { LinkAnchor } from "@/components/ui/links";
import { ReportFiles } from "@/components/reporting/shared/report-files";
import { ReportTableView } from "@/components/reporting/shared/report-table-view";

interface ChangesSectionProps {
  report: AccuracyOverTime;
  measure: AccuracyMeasure;
  /** Where two runs are compared; called on the server. */
  compareHref: (first: number, second: number) => string;
  /** Of the table as a file. */
  fileAddress: string;
}

/** What changed from run to run on the questions that both share. Renders nothing with fewer than two rated runs. */
export function ChangesSection({ report, measure, compareHref, fileAddress }: ChangesSectionProps) {
  const changes = report.changes[measure];
  if (changes.length === 0) return null;
  const plain = changesTable(report, measure);
  const counted = plain.columns.findIndex(({ title }) => title === "n");
  const { split, category, hops, gold, basis } = report.inputs;
  // Of what is filtered, and of gold left out of all runs, a comparison of two has other questions; of a sample it is an estimate.
  const everything =
    basis === "rated" &&
    split === "all" &&
    category.length === 0 &&
    hops === null &&
    gold === "count";
  const table = withCells(plain, (cell, row, column) => {
    const { earlier, later, n, changed } = changes[row]!;
    // A comparison of two runs is of questions with the same answers for both.
    if (column !== counted || n === 0 || changed > 0 || !everything) return cell;
    return {
      ...cell,
      link: {
        href: compareHref(later, earlier),
        words: `${cell.text} questions, compare the runs`,
      },
    };
  });
  return (
    <Stack gap="xs" component="section" aria-labelledby="change">
      <Title order={2} id="change">
        Change from run to run
      </Title>
      <ReportTableView name={plain.caption} table={table} sections minWidth={860} />
      <Text fz="sm" c="dimmed" maw="90ch">
        {changeNotes(report, measure).join(" ")} Bold: p (Holm) below {SIGNIFICANCE_LEVEL}.{" "}
        <LinkAnchor href="/reports/how#over-time" inherit underline="always">
          How changes are computed
        </LinkAnchor>
      </Text>
      <ReportFiles address={fileAddress} of="the changes" />
    </Stack>
  );
}
