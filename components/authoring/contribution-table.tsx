import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from "@mantine/core";
import { TableScroll } from "@/components/ui/table-scroll";
import type { Contribution } from "@/lib/authoring/queries";
import { REJECTION_REASONS } from "@/lib/authoring/schema";
import classes from "./authoring.module.css";
import { REASON_WORDS } from "./labels";
import { formatCount } from "@/lib/platform/format";
import { formatDecimal, formatShare } from "@/lib/platform/numbers";

/** What each annotator contributed; of the reasons for rejections those that there were. */
export function ContributionTable({ rows }: { rows: readonly Contribution[] }) {
  return (
    <TableScroll label="Contributions">
      <Table miw={760} verticalSpacing={6}>
        <TableThead>
          <TableTr>
            <TableTh>Annotator</TableTh>
            <TableTh>Submitted</TableTh>
            <TableTh>Accepted</TableTh>
            <TableTh>In review</TableTh>
            <TableTh>Returned</TableTh>
            <TableTh>Withdrawn</TableTh>
            <TableTh>Rejected</TableTh>
            <TableTh>Median time to acceptance</TableTh>
            <TableTh>Acceptance rate</TableTh>
          </TableTr>
        </TableThead>
        <TableTbody className="tabular">
          {rows.map((row) => (
            <TableTr key={row.authorId}>
              <TableTd>{row.author}</TableTd>
              <TableTd>{formatCount(row.written)}</TableTd>
              <TableTd>{formatCount(row.accepted)}</TableTd>
              <TableTd>{formatCount(row.waiting)}</TableTd>
              <TableTd>{formatCount(row.returned)}</TableTd>
              <TableTd>{formatCount(row.withdrawn)}</TableTd>
              <TableTd>
                {formatCount(
                  REJECTION_REASONS.reduce((sum, reason) => sum + row.rejected[reason], 0),
                )}
                {REJECTION_REASONS.filter((reason) => row.rejected[reason] > 0).map((reason) => (
                  <span key={reason} className={classes.standing}>
                    {REASON_WORDS[reason]}: {formatCount(row.rejected[reason])}
                  </span>
                ))}
              </TableTd>
              <TableTd>
                {row.medianHoursToAcceptance === null ? "–" : duration(row.medianHoursToAcceptance)}
              </TableTd>
              <TableTd>{formatShare(row.agreement)}</TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}

function duration(hours: number): string {
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`;
  return hours < 48 ? `${formatDecimal(hours, 1)} h` : `${formatDecimal(hours / 24, 1)} days`;
}
