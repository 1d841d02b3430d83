import { Text } from "@mantine/core";
import type { ImportView } from "@/lib/dataset/imports/queries";
import { describeOutcome } from "@/lib/dataset/imports/rules";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { ImportBadge, resultOf } from "@/components/dataset/import-engine/import-badge";
import { formatBytes, formatCount } from "@/lib/platform/format";
import { ListTable, type ListProps } from "@/components/ui/list-table";
import type { ImportsState } from "@/lib/dataset/imports/address";

/** Earlier imports. */
export function ImportTable(list: ListProps<ImportView, ImportsState>) {
  return (
    <ListTable
      {...list}
      label="Earlier imports"
      minWidth={820}
      rowKey={(item) => item.importId}
      columns={[
        {
          title: "File",
          sort: "file",
          as: "text",
          minWidth: 180,
          cell: (item) => (
            <LinkAnchor href={`/imports/${item.importId}`} inherit>
              {item.fileName}
            </LinkAnchor>
          ),
        },
        { title: "Size", sort: "size", as: "number", cell: (item) => formatBytes(item.byteSize) },
        { title: "Rows", sort: "rows", as: "number", cell: (item) => formatCount(item.rows) },
        {
          title: "Date",
          sort: "date",
          as: "line",
          small: true,
          cell: (item) => <LocalTime iso={item.at} />,
        },
        { title: "User", cell: (item) => item.by },
        { title: "Status", as: "line", cell: (item) => <ImportBadge status={item.status} /> },
        { title: "Result", cell: (item) => <Text fz="sm">{importResult(item)}</Text> },
      ]}
    />
  );
}

/** See resultOf. */
export function importResult({ status, outcome }: ImportView): string {
  return resultOf(status, outcome && capital(describeOutcome(outcome)));
}

function capital(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}
