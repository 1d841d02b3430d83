import { Text } from "@mantine/core";
import type { ImportView } from "@/lib/dataset/imports/queries";
import { describeOutcome } from "@/lib/dataset/imports/rules";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { StatusBadge } from "./status-badge";
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
        { title: "Status", as: "line", cell: (item) => <StatusBadge status={item.status} /> },
        { title: "Result", cell: (item) => <Text fz="sm">{resultOf(item)}</Text> },
      ]}
    />
  );
}

/** What came of an import, or what it needs, in a line. */
export function resultOf(item: ImportView): string {
  switch (item.status) {
    case "applied":
      return item.outcome === null ? "Imported" : capital(describeOutcome(item.outcome));
    case "planned":
      return "Preview ready";
    case "offered":
      return "Not in the official format; choose how to read it";
    case "mapping":
      return "Columns to be mapped";
    case "undone":
      return "Undone";
    case "queued":
      return "Imported when its turn comes";
    case "refused":
      return "Couldn't be read; nothing imported";
    case "interrupted":
      return "Interrupted; nothing imported";
    case "cancelled":
    case "failed":
      return "Nothing imported";
    case "reading":
    case "matching":
    case "applying":
      return "In progress";
  }
}

function capital(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}
