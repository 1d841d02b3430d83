import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr, Text } from "@mantine/core";
import type { ReleasedQuestion } from "@/lib/dataset/releases/queries";
import { CategoryBadge, HopsBadge, SplitBadge } from "@/components/dataset/questions/badges";
import { LinkAnchor } from "@/components/ui/links";
import { PageTurner } from "@/components/ui/page-turner";
import { TableScroll } from "@/components/ui/table-scroll";
import { formatDay } from "@/lib/platform/format";

interface ReleasedQuestionsProps {
  name: string;
  questions: ReleasedQuestion[];
  page: number;
  pageSize: number;
  total: number;
  /** The release's page; its questions lead to theirs unless it is the public one. */
  address: string;
  isPublic?: boolean;
}

/** The questions as the release holds them, whatever became of them since. */
export function ReleasedQuestions({
  name,
  questions,
  page,
  pageSize,
  total,
  address,
  isPublic = false,
}: ReleasedQuestionsProps) {
  return (
    <>
      <TableScroll label={`Questions in ${name}`}>
        <Table miw={860} highlightOnHover>
          <TableThead>
            <TableTr>
              <TableTh scope="col" ta="end">
                id
              </TableTh>
              <TableTh scope="col">Question</TableTh>
              <TableTh scope="col">Primary answer</TableTh>
              <TableTh scope="col">Category</TableTh>
              <TableTh scope="col">Hops</TableTh>
              <TableTh scope="col">Split</TableTh>
              <TableTh scope="col">Revision</TableTh>
              <TableTh scope="col">Last verified</TableTh>
            </TableTr>
          </TableThead>
          <TableTbody>
            {questions.map((row) => (
              <TableTr key={row.position}>
                <TableTd ta="end">{row.position}</TableTd>
                <TableTd miw={240}>
                  {isPublic ? (
                    row.question
                  ) : (
                    <LinkAnchor href={`/questions/${row.questionId}`} inherit>
                      {row.question}
                    </LinkAnchor>
                  )}
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
                <TableTd style={{ whiteSpace: "nowrap" }}>
                  {row.revision}
                  {row.changedSince && (
                    <Text span fz="xs" c={row.stale ? undefined : "dimmed"}>
                      {" "}
                      {row.stale ? "answers changed since" : "edited since"}
                    </Text>
                  )}
                </TableTd>
                <TableTd style={{ whiteSpace: "nowrap" }}>
                  {row.verifiedOn === null ? (
                    <Text span fz="xs" c="dimmed">
                      never
                    </Text>
                  ) : (
                    formatDay(row.verifiedOn)
                  )}
                </TableTd>
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </TableScroll>
      <PageTurner
        page={page}
        pageSize={pageSize}
        total={total}
        label="Question pages"
        href={(target) => `${address}${target === 1 ? "" : `?page=${target}`}#questions`}
      />
    </>
  );
}
