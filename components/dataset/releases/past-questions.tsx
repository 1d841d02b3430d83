import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr, Text } from "@mantine/core";
import { AS_OF_PAGE_SIZE } from "@/lib/dataset/exports/schema";
import type { AsOfView } from "@/lib/dataset/exports/queries";
import { CategoryBadge, HopsBadge, SplitBadge } from "@/components/dataset/questions/badges";
import { LinkAnchor } from "@/components/ui/links";
import { PageTurner } from "@/components/ui/page-turner";
import { TableScroll } from "@/components/ui/table-scroll";
import { formatDay } from "@/lib/platform/format";

/** The questions of a past day, as they were. */
export function PastQuestions({
  view,
  q,
  page,
  caption,
}: {
  view: AsOfView;
  q: string;
  page: number;
  caption: string;
}) {
  const href = (target: number) =>
    `/questions/as-of?${new URLSearchParams({ day: view.day, ...(q !== "" && { q }), ...(target > 1 && { page: String(target) }) })}`;
  return (
    <>
      <Text fz="sm" c="dimmed" mb="xs" role="status">
        {caption}
      </Text>
      <TableScroll label={`Questions as of ${formatDay(view.day)}`}>
        <Table miw={820} highlightOnHover>
          <TableThead>
            <TableTr>
              <TableTh scope="col">ID</TableTh>
              <TableTh scope="col">Question</TableTh>
              <TableTh scope="col">Primary answer</TableTh>
              <TableTh scope="col">Category</TableTh>
              <TableTh scope="col">Hops</TableTh>
              <TableTh scope="col">Split</TableTh>
              <TableTh scope="col">Effective since</TableTh>
              <TableTh scope="col">Revision</TableTh>
            </TableTr>
          </TableThead>
          <TableTbody>
            {view.questions.map((row) => (
              <TableTr key={row.questionId}>
                <TableTd c="dimmed">Q{row.questionId}</TableTd>
                <TableTd miw={240}>
                  <LinkAnchor href={`/questions/${row.questionId}`} inherit>
                    {row.question}
                  </LinkAnchor>
                </TableTd>
                <TableTd miw={120} style={{ overflowWrap: "anywhere" }}>
                  {row.answer}
                </TableTd>
                <TableTd>
                  <CategoryBadge category={row.category} />
                </TableTd>
                <TableTd>
                  <HopsBadge hops={row.hops} />
                </TableTd>
                <TableTd>
                  <SplitBadge split={row.split} />
                </TableTd>
                <TableTd style={{ whiteSpace: "nowrap" }}>{formatDay(row.holdsSince)}</TableTd>
                <TableTd style={{ whiteSpace: "nowrap" }}>
                  {row.revision}
                  {row.changedSince && (
                    <Text span fz="xs" c="dimmed">
                      {" "}
                      edited since
                    </Text>
                  )}
                </TableTd>
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </TableScroll>
      <PageTurner
        page={page}
        pageSize={AS_OF_PAGE_SIZE}
        total={view.total}
        label="Question pages"
        href={href}
      />
    </>
  );
}
