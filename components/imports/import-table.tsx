import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr, Text } from "@mantine/core";
import type { ImportView } from "@/lib/exchange/queries";
import { describeOutcome } from "@/lib/exchange/rules";
import { formatBytes, formatCount } from "../ui/format";
import { LinkAnchor } from "../ui/links";
import { LocalTime } from "../ui/local-time";
import { PageTurner } from "../ui/page-turner";
import { TableScroll } from "../ui/table-scroll";
import { StatusBadge } from "./status-badge";

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
              <TableTh scope="col" ta="end">Size</TableTh>
              <TableTh scope="col" ta="end">Rows</TableTh>
              <TableTh scope="col">When</TableTh>
              <TableTh scope="col">Who</TableTh>
              <TableTh scope="col">Status</TableTh>
              <TableTh scope="col">Outcome</TableTh>
            </TableTr>
          </TableThead>
          <TableTbody>
            {imports.map((item) => (
              <TableTr key={item.importId}>
                <TableTd style={{ overflowWrap: "anywhere" }} miw={180}><LinkAnchor href={`/imports/${item.importId}`} inherit>{item.fileName}</LinkAnchor></TableTd>
                <TableTd ta="end" style={{ whiteSpace: "nowrap" }}>{formatBytes(item.byteSize)}</TableTd>
                <TableTd ta="end">{formatCount(item.rows)}</TableTd>
                <TableTd fz="sm" style={{ whiteSpace: "nowrap" }}><LocalTime iso={item.at} /></TableTd>
                <TableTd>{item.by}</TableTd>
                <TableTd><StatusBadge status={item.status} /></TableTd>
                <TableTd><Text fz="sm">{outcomeOf(item)}</Text></TableTd>
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </TableScroll>
      <PageTurner page={page} pageSize={pageSize} total={total} label="Pages of imports" href={(target) => (target === 1 ? "/imports" : `/imports?page=${target}`)} />
    </>
  );
}

function outcomeOf(item: ImportView): string {
  switch (item.status) {
    case "applied":
      return item.outcome === null ? "Written into the data set" : capital(describeOutcome(item.outcome));
    case "planned":
      return "Planned; waits for somebody to apply it";
    case "offered":
      return "Not in the official form; choose how it is read";
    case "refused":
      return "Could not be read; nothing was written";
    case "interrupted":
      return "The server stopped meanwhile; nothing was written";
    case "cancelled":
    case "failed":
      return "Nothing was written";
    case "reading":
    case "matching":
    case "applying":
      return "Under way";
  }
}

function capital(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}
