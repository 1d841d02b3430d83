import {
  Code,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
} from "@mantine/core";
import type { ReleaseListItem } from "@/lib/dataset/releases/queries";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { PageTurner } from "@/components/ui/page-turner";
import { TableScroll } from "@/components/ui/table-scroll";
import { formatBytes, formatCount } from "@/lib/platform/format";

interface ReleaseTableProps {
  releases: ReleaseListItem[];
  page: number;
  pageSize: number;
  total: number;
}

/** Published releases, newest first. */
export function ReleaseTable({ releases, page, pageSize, total }: ReleaseTableProps) {
  return (
    <>
      <TableScroll label="Published releases">
        <Table miw={860} highlightOnHover>
          <TableThead>
            <TableTr>
              <TableTh scope="col">Name</TableTh>
              <TableTh scope="col" ta="end">
                Questions
              </TableTh>
              <TableTh scope="col" ta="end">
                Size
              </TableTh>
              <TableTh scope="col">Published</TableTh>
              <TableTh scope="col">By</TableTh>
              <TableTh scope="col">SHA-256</TableTh>
              <TableTh scope="col">Notes</TableTh>
            </TableTr>
          </TableThead>
          <TableTbody>
            {releases.map((release) => (
              <TableTr key={release.name}>
                <TableTd style={{ whiteSpace: "nowrap" }}>
                  <LinkAnchor href={`/releases/${release.name}`} inherit fw={550}>
                    {release.name}
                  </LinkAnchor>
                </TableTd>
                <TableTd ta="end">{formatCount(release.questionCount)}</TableTd>
                <TableTd ta="end" style={{ whiteSpace: "nowrap" }}>
                  {formatBytes(release.byteSize)}
                </TableTd>
                <TableTd fz="sm" style={{ whiteSpace: "nowrap" }}>
                  <LocalTime iso={release.publishedAt} />
                </TableTd>
                <TableTd>{release.publishedBy}</TableTd>
                <TableTd>
                  <Code title={release.sha256}>{release.sha256.slice(0, 12)}…</Code>
                </TableTd>
                <TableTd maw={320}>
                  <Text fz="sm" truncate>
                    {release.summary}
                  </Text>
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
        label="Release pages"
        href={(target) => (target === 1 ? "/releases" : `/releases?page=${target}`)}
      />
    </>
  );
}
