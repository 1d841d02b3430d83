import { Text } from "@mantine/core";
import type { AsOfView } from "@/lib/dataset/exports/queries";
import { LABEL_COLUMNS } from "./label-columns";
import { LinkAnchor } from "@/components/ui/links";
import { formatDay } from "@/lib/platform/format";
import { ListTable } from "@/components/ui/list-table";
import { asOfPage } from "@/lib/dataset/exports/address";

/** The questions of a past day, as they were. */
export function PastQuestions({
  view,
  q,
  caption,
}: {
  view: AsOfView;
  q: string;
  caption: string;
}) {
  return (
    <>
      <Text fz="sm" c="dimmed" mb="xs" role="status">
        {caption}
      </Text>
      <ListTable
        label={`Questions as of ${formatDay(view.day)}`}
        minWidth={820}
        rows={view}
        rowKey={(row) => row.questionId}
        columns={[
          {
            title: "ID",
            cell: (row) => (
              <Text span inherit c="dimmed">
                Q{row.questionId}
              </Text>
            ),
          },
          {
            title: "Question",
            minWidth: 240,
            cell: (row) => (
              <LinkAnchor href={`/questions/${row.questionId}`} inherit>
                {row.question}
              </LinkAnchor>
            ),
          },
          { title: "Primary answer", as: "text", minWidth: 120, cell: (row) => row.answer },
          ...LABEL_COLUMNS,
          { title: "Effective since", as: "line", cell: (row) => formatDay(row.holdsSince) },
          {
            title: "Revision",
            as: "line",
            cell: (row) => (
              <>
                {row.revision}
                {row.changedSince && (
                  <Text span fz="xs" c="dimmed">
                    {" "}
                    edited since
                  </Text>
                )}
              </>
            ),
          },
        ]}
        href={({ page }) => asOfPage.href({ day: view.day, q, page })}
      />
    </>
  );
}
