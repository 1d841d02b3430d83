import { Text } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/links";
import { ListTable, type ListProps } from "@/components/ui/list-table";
import type { ItemListItem } from "@/lib/runs/jobs/item-queries";
import { jobItemPage, type ShownItems } from "@/lib/runs/jobs/address";
import type { JobKind } from "@/lib/runs/jobs/vocabulary";
import { ITEM_WORDS, MODE_WORDS, outcomeInWords, preferenceInWords } from "./job-labels";

interface JobItemsProps extends ListProps<ItemListItem> {
  jobId: number;
  kind: JobKind;
  /** Which of them are listed. */
  shown: ShownItems;
}

/** The items of a job, in their order. */
export function JobItems({ jobId, kind, shown, ...list }: JobItemsProps) {
  return (
    <ListTable
      {...list}
      label="List of items"
      minWidth={640}
      rowKey={(item) => item.itemId}
      columns={[
        {
          title: "Question",
          as: "text",
          minWidth: 240,
          cell: (item) => (
            <LinkAnchor
              href={jobItemPage.href({ id: jobId, item: item.itemId, show: shown })}
              inherit
            >
              {item.question}
            </LinkAnchor>
          ),
        },
        ...(kind === "compare"
          ? [
              {
                title: "Principle",
                as: "text" as const,
                cell: (item: ItemListItem) => item.principle,
              },
            ]
          : []),
        ...(kind === "judge" || kind === "repeat"
          ? [
              {
                title: "Mode",
                as: "line" as const,
                cell: (item: ItemListItem) => (item.mode === null ? "" : MODE_WORDS[item.mode]),
              },
            ]
          : []),
        ...(kind === "repeat"
          ? [
              {
                title: "Repetition",
                as: "number" as const,
                cell: (item: ItemListItem) => item.repetition + 1,
              },
            ]
          : []),
        { title: "Status", as: "line", cell: (item) => ITEM_WORDS[item.status] },
        {
          title: "Result",
          as: "text",
          minWidth: 180,
          cell: (item) => (
            <>
              {item.verdict !== null
                ? item.verdict
                  ? "Credit"
                  : "No credit"
                : item.preference !== null
                  ? preferenceInWords(item.preference)
                  : item.outcome !== null && outcomeInWords(item.outcome, kind)}
              {item.detail !== "" && (
                <Text fz="sm" c={item.status === "failed" ? undefined : "dimmed"}>
                  {item.detail}
                </Text>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
