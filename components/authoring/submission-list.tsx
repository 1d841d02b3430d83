import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from "@mantine/core";
import { CategoryBadge, HopsBadge } from "@/components/dataset/questions/badges";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { PageTabs } from "@/components/ui/page-tabs";
import { TableScroll } from "@/components/ui/table-scroll";
import type { SubmissionRow } from "@/lib/authoring/schema";
import classes from "./authoring.module.css";
import { STATUS_WORDS } from "./labels";
import { formatCount } from "@/lib/platform/format";
import { type SubmissionStatus } from "@/lib/authoring/vocabulary";

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

/** Submissions as rows. @param ofOthers shows who wrote them, and who reviews them now. */
export function SubmissionTable({
  rows,
  path,
  ofOthers,
}: {
  rows: readonly SubmissionRow[];
  path: string;
  ofOthers: boolean;
}) {
  return (
    <TableScroll label="Submissions">
      <Table miw={ofOthers ? 760 : 600} verticalSpacing={6}>
        <TableThead>
          <TableTr>
            <TableTh>Question</TableTh>
            <TableTh>Status</TableTh>
            <TableTh>Category</TableTh>
            {ofOthers && <TableTh>Author</TableTh>}
            <TableTh>{ofOthers ? "Submitted" : "Saved"}</TableTh>
          </TableTr>
        </TableThead>
        <TableTbody>
          {rows.map((row) => (
            <TableTr key={row.id}>
              <TableTd miw={240}>
                <LinkAnchor href={`${path}/${row.id}`} fz="inherit">
                  {row.question || "Untitled draft"}
                </LinkAnchor>
                {row.comments > 0 && (
                  <span className={classes.hint}>
                    {" "}
                    · {row.comments} new {row.comments === 1 ? "comment" : "comments"}
                  </span>
                )}
              </TableTd>
              <TableTd>
                <StatusMark status={row.status} />
                {row.rounds > 1 && <span className={classes.standing}>round {row.rounds}</span>}
                {row.reviewer !== null && (
                  <span className={classes.standing}>
                    {ofOthers ? `reviewer: ${row.reviewer}` : "in review"}
                  </span>
                )}
                {row.questionId !== null && (
                  <LinkAnchor href={`/questions/${row.questionId}`} fz="sm" underline="always">
                    Q{row.questionId}
                  </LinkAnchor>
                )}
              </TableTd>
              <TableTd>
                {row.category && <CategoryBadge category={row.category} />}{" "}
                {row.hops && <HopsBadge hops={row.hops} />}
              </TableTd>
              {ofOthers && <TableTd>{row.author}</TableTd>}
              <TableTd style={{ whiteSpace: "nowrap" }}>
                <LocalTime iso={ofOthers ? (row.submittedAt ?? row.savedAt) : row.savedAt} />
              </TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}
