import { ListTable, type ListColumn, type ListProps } from "@/components/ui/list-table";
import type { ContributionsState } from "@/lib/authoring/address";
import type { SortColumn } from "@/lib/platform/address";
import type { Contribution } from "@/lib/authoring/queries";
import { REJECTION_REASONS } from "@/lib/authoring/schema";
import classes from "./authoring.module.css";
import { REASON_WORDS } from "./labels";
import { formatCount } from "@/lib/platform/format";
import { formatDecimal, formatShare } from "@/lib/platform/numbers";

/** What each annotator contributed; of the reasons for rejections those that there were. */
export function ContributionTable(list: ListProps<Contribution, ContributionsState>) {
  return (
    <ListTable
      {...list}
      label="Contributions"
      minWidth={860}
      rowKey={(row) => row.authorId}
      columns={[
        {
          title: "Annotator",
          sort: "author",
          as: "text",
          heading: true,
          cell: (row) => row.author,
        },
        count("Submitted", "submitted", ({ written }) => written),
        count("Accepted", "accepted", ({ accepted }) => accepted),
        count("In review", "waiting", ({ waiting }) => waiting),
        count("Returned", "returned", ({ returned }) => returned),
        count("Withdrawn", "withdrawn", ({ withdrawn }) => withdrawn),
        {
          title: "Rejected",
          sort: "rejected",
          as: "number",
          cell: ({ rejected }) => (
            <>
              {formatCount(REJECTION_REASONS.reduce((sum, reason) => sum + rejected[reason], 0))}
              {REJECTION_REASONS.filter((reason) => rejected[reason] > 0).map((reason) => (
                <span key={reason} className={classes.standing}>
                  {REASON_WORDS[reason]}: {formatCount(rejected[reason])}
                </span>
              ))}
            </>
          ),
        },
        {
          title: "Median time to acceptance",
          sort: "time",
          as: "number",
          cell: ({ medianHoursToAcceptance: hours }) => (hours === null ? "–" : duration(hours)),
        },
        {
          title: "Acceptance rate",
          sort: "rate",
          as: "number",
          cell: (row) => formatShare(row.agreement),
        },
      ]}
    />
  );
}

const count = (
  title: string,
  sort: SortColumn<ContributionsState>,
  of: (row: Contribution) => number,
): ListColumn<Contribution, SortColumn<ContributionsState>> => ({
  title,
  sort,
  as: "number",
  cell: (row) => formatCount(of(row)),
});

function duration(hours: number): string {
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`;
  return hours < 48 ? `${formatDecimal(hours, 1)} h` : `${formatDecimal(hours / 24, 1)} days`;
}
