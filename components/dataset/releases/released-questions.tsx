import { Text } from "@mantine/core";
import type { ReleasedQuestion } from "@/lib/dataset/releases/queries";
import { LABEL_COLUMNS } from "./label-columns";
import { LinkAnchor } from "@/components/ui/links";
import { formatDay } from "@/lib/platform/format";
import { ListTable } from "@/components/ui/list-table";
import { publicReleasePage, releasePage } from "@/lib/dataset/releases/address";
import type { ListPage } from "@/lib/platform/lists";

interface ReleasedQuestionsProps {
  name: string;
  questions: ListPage<ReleasedQuestion>;
  /** The public page; elsewhere questions lead to theirs. */
  isPublic?: boolean;
}

/** The questions as the release holds them, whatever became of them since. */
export function ReleasedQuestions({ name, questions, isPublic = false }: ReleasedQuestionsProps) {
  return (
    <ListTable
      label={`Questions in ${name}`}
      minWidth={860}
      rows={questions}
      rowKey={(row) => row.position}
      columns={[
        { title: "id", as: "number", cell: (row) => row.position },
        {
          title: "Question",
          minWidth: 240,
          cell: (row) =>
            isPublic ? (
              row.question
            ) : (
              <LinkAnchor href={`/questions/${row.questionId}`} inherit>
                {row.question}
              </LinkAnchor>
            ),
        },
        { title: "Primary answer", as: "text", minWidth: 120, cell: (row) => row.answer },
        ...LABEL_COLUMNS,
        {
          title: "Revision",
          as: "line",
          cell: (row) => (
            <>
              {row.revision}
              {row.changedSince && (
                <Text span fz="xs" c={row.stale ? undefined : "dimmed"}>
                  {" "}
                  {row.stale ? "answers changed since" : "edited since"}
                </Text>
              )}
            </>
          ),
        },
        {
          title: "Last verified",
          as: "line",
          cell: ({ verifiedOn }) =>
            verifiedOn === null ? (
              <Text span fz="xs" c="dimmed">
                never
              </Text>
            ) : (
              formatDay(verifiedOn)
            ),
        },
      ]}
      href={({ page }) =>
        `${(isPublic ? publicReleasePage : releasePage).href({ name, page })}#questions`
      }
    />
  );
}
