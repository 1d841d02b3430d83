import { CategoryBadge, HopsBadge } from "@/components/dataset/questions/badges";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { PageTabs } from "@/components/ui/page-tabs";
import { ListTable, type ListColumn, type ListProps } from "@/components/ui/list-table";
import type { SubmissionRow } from "@/lib/authoring/schema";
import classes from "./authoring.module.css";
import { STATUS_WORDS } from "./labels";
import { formatCount } from "@/lib/platform/format";
import { type SubmissionStatus } from "@/lib/authoring/vocabulary";
import type { OwnSubmissionsState, SubmissionsState } from "@/lib/authoring/address";

/** The statuses, each with its count; one is chosen, or none for all. */
export function StatusTabs({
  href,
  statuses,
  counts,
  chosen,
}: {
  /** The address of those with a status; called on the server. */
  href: (status: SubmissionStatus | null) => string;
  statuses: readonly SubmissionStatus[];
  counts: Record<SubmissionStatus, number>;
  chosen: SubmissionStatus | null;
}) {
  const tab = (status: SubmissionStatus | null, words: string, count: number) => ({
    href: href(status),
    words,
    count: formatCount(count),
    current: chosen === status,
  });
  return (
    <PageTabs
      label="By status"
      tabs={[
        tab(
          null,
          "All",
          statuses.reduce((sum, status) => sum + counts[status], 0),
        ),
        ...statuses.map((status) => tab(status, STATUS_WORDS[status], counts[status])),
      ]}
    />
  );
}

export function StatusMark({ status }: { status: SubmissionStatus }) {
  return (
    <span className={classes.mark} data-tone={status}>
      {STATUS_WORDS[status]}
    </span>
  );
}

/** One's own submissions, drafts as well. */
export function OwnSubmissionTable(list: ListProps<SubmissionRow, OwnSubmissionsState>) {
  return (
    <ListTable
      {...list}
      label="Submissions"
      minWidth={600}
      rowKey={(row) => row.id}
      columns={[
        question("/write"),
        {
          title: "Status",
          cell: (row) => <Standing row={row} reviewed={row.reviewer && "in review"} />,
        },
        CATEGORY,
        {
          title: "Saved",
          sort: "saved",
          as: "line",
          cell: (row) => <LocalTime iso={row.savedAt} />,
        },
      ]}
    />
  );
}

/** What everyone submitted, with who wrote it and who reviews it now. */
export function SubmissionTable(list: ListProps<SubmissionRow, SubmissionsState>) {
  return (
    <ListTable
      {...list}
      label="Submissions"
      minWidth={760}
      rowKey={(row) => row.id}
      columns={[
        question("/submissions"),
        {
          title: "Status",
          cell: (row) => (
            <Standing row={row} reviewed={row.reviewer && `reviewer: ${row.reviewer}`} />
          ),
        },
        CATEGORY,
        { title: "Author", sort: "author", cell: (row) => row.author },
        {
          title: "Submitted",
          sort: "submitted",
          as: "line",
          cell: (row) => <LocalTime iso={row.submittedAt ?? row.savedAt} />,
        },
      ]}
    />
  );
}

const question = (path: string): ListColumn<SubmissionRow, "question"> => ({
  title: "Question",
  sort: "question",
  as: "text",
  minWidth: 240,
  cell: (row) => (
    <>
      <LinkAnchor href={`${path}/${row.id}`} inherit>
        {row.question || "Untitled draft"}
      </LinkAnchor>
      {row.comments > 0 && (
        <span className={classes.hint}>
          {" "}
          · {row.comments} new {row.comments === 1 ? "comment" : "comments"}
        </span>
      )}
    </>
  ),
});

const CATEGORY: ListColumn<SubmissionRow, "category"> = {
  title: "Category",
  sort: "category",
  cell: ({ category, hops }) => (
    <>
      {category && <CategoryBadge category={category} />} {hops && <HopsBadge hops={hops} />}
    </>
  ),
};

/** @param reviewed says that someone reviews it now; null: no one does */
function Standing({ row, reviewed }: { row: SubmissionRow; reviewed: string | null }) {
  return (
    <>
      <StatusMark status={row.status} />
      {row.rounds > 1 && <span className={classes.standing}>round {row.rounds}</span>}
      {reviewed !== null && <span className={classes.standing}>{reviewed}</span>}
      {row.questionId !== null && (
        <LinkAnchor href={`/questions/${row.questionId}`} fz="sm" underline="always">
          Q{row.questionId}
        </LinkAnchor>
      )}
    </>
  );
}
