import { Code, Text } from "@mantine/core";
import type { ReleaseListItem } from "@/lib/dataset/releases/queries";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { formatBytes, formatCount } from "@/lib/platform/format";
import { ListTable, type ListProps } from "@/components/ui/list-table";
import type { ReleasesState } from "@/lib/dataset/releases/address";

/** Published releases. */
export function ReleaseTable(list: ListProps<ReleaseListItem, ReleasesState>) {
  return (
    <ListTable
      {...list}
      label="Published releases"
      minWidth={860}
      rowKey={(release) => release.name}
      columns={[
        {
          title: "Name",
          sort: "name",
          as: "line",
          cell: ({ name }) => (
            <LinkAnchor href={`/releases/${name}`} inherit fw={550}>
              {name}
            </LinkAnchor>
          ),
        },
        {
          title: "Questions",
          sort: "questions",
          as: "number",
          cell: (release) => formatCount(release.questionCount),
        },
        {
          title: "Size",
          sort: "size",
          as: "number",
          cell: (release) => formatBytes(release.byteSize),
        },
        {
          title: "Published",
          sort: "published",
          as: "line",
          small: true,
          cell: (release) => <LocalTime iso={release.publishedAt} />,
        },
        { title: "By", cell: (release) => release.publishedBy },
        {
          title: "SHA-256",
          cell: ({ sha256 }) => <Code title={sha256}>{sha256.slice(0, 12)}…</Code>,
        },
        {
          title: "Notes",
          maxWidth: 320,
          cell: ({ summary }) =>
            summary !== "" && (
              <Text fz="sm" truncate>
                {summary}
              </Text>
            ),
        },
      ]}
    />
  );
}
