import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr, Text } from "@mantine/core";
import type { ImportView } from "@/lib/dataset/imports/queries";
import { describeOutcome } from "@/lib/dataset/imports/rules";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { PageTurner } from "@/components/ui/page-turner";
import { TableScroll } from "@/components/ui/table-scroll";
import { StatusBadge } from "./status-badge";
import { formatBytes, formatCount } from "@/lib/platform/format";

interface ImportTableProps {
  imports: ImportView[];
  page: number;
  pageSize: number;
  total: number;
}

/** Earlier imports, newest first. */
export function ImportTable({ imports, page, pageSize, total }: ImportTableProps) {
  return (
    <>
      <TableScroll label="Earlier imports">
        <Table highlightOnHover miw={820}>
          <TableThead>
            <TableTr>
              <TableTh scope="col">File</TableTh>
              <TableTh scope="col" ta="end">
                Size
              </TableTh>
              <TableTh scope="col" ta="end">
                Rows
              </TableTh>
              <TableTh scope="col">Date</TableTh>
              <TableTh scope="col">User</TableTh>
              <TableTh scope="col">Status</TableTh>
              <TableTh scope="col">Result</TableTh>
            </TableTr>
          </TableThead>
          <TableTbody>
            {imports.map((item) => (
              <TableTr key={item.importId}>
                <TableTd style={{ overflowWrap: "anywhere" }} miw={180}>
                  <LinkAnchor href={`/imports/${item.importId}`} inherit>
                    {item.fileName}
                  </LinkAnchor>
                </TableTd>
                <TableTd ta="end" style={{ whiteSpace: "nowrap" }}>
                  {formatBytes(item.byteSize)}
                </TableTd>
                <TableTd ta="end">{formatCount(item.rows)}</TableTd>
                <TableTd fz="sm" style={{ whiteSpace: "nowrap" }}>
                  <LocalTime iso={item.at} />
                </TableTd>
                <TableTd>{item.by}</TableTd>
                <TableTd>
                  <StatusBadge status={item.status} />
                </TableTd>
                <TableTd>
                  <Text fz="sm">{outcomeOf(item)}</Text>
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
        label="Pages of imports"
        href={(target) => (target === 1 ? "/imports" : `/imports?page=${target}`)}
      />
    </>
  );
}

function outcomeOf(item: ImportView): string {
  switch (item.status) {
    case "applied":
      return item.outcome === null ? "Imported" : capital(describeOutcome(item.outcome));
    case "planned":
      return "Ready to apply";
    case "offered":
      return "Not in the official format; choose how to read it";
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
