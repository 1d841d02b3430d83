import { Code, Text } from "@mantine/core";
import type { ReleaseListItem } from "@/lib/dataset/releases/queries";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { formatBytes, formatCount } from "@/lib/platform/format";
import { ListTable } from "@/components/ui/list-table";
import { releasesPage } from "@/lib/dataset/releases/address";

interface ReleaseTableProps {
  releases: ReleaseListItem[];
  page: number;
  pageSize: number;
  total: number;
}

/** Published releases, newest first. */
export function ReleaseTable({ releases, page, pageSize, total }: ReleaseTableProps) {
  return (
    <ListTable
      label="Published releases"
      minWidth={860}
      rows={releases}
      rowKey={(release) => release.name}
      columns={[
        {
          title: "Name",
          as: "line",
          cell: ({ name }) => (
            <LinkAnchor href={`/releases/${name}`} inherit fw={550}>
              {name}
            </LinkAnchor>
          ),
        },
        { title: "Questions", as: "number", cell: (release) => formatCount(release.questionCount) },
        { title: "Size", as: "number", cell: (release) => formatBytes(release.byteSize) },
        {
          title: "Published",
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
      pages={{
        page,
        pageSize,
        total,
        label: "Release pages",
        href: (target) => releasesPage.href({ page: target }),
      }}
    />
  );
}
