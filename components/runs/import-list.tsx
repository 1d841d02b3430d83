import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from "@mantine/core";
import type { ResponseImportView } from "@/lib/runs/responses/queries";
import { describeOutcome } from "@/lib/runs/responses/rules";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { TableScroll } from "@/components/ui/table-scroll";
import { ImportStatus } from "./import-status";
import { formatCount } from "@/lib/platform/format";

/** The files that were imported into a run, newest first. */
export function ImportList({ imports }: { imports: ResponseImportView[] }) {
  return (
    <TableScroll label="Imported files">
      <Table miw={720} highlightOnHover>
        <TableThead>
          <TableTr>
            <TableTh scope="col">File</TableTh>
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
              <TableTd miw={160} style={{ overflowWrap: "anywhere" }}>
                <LinkAnchor href={`/runs/${item.runId}/imports/${item.importId}`} inherit>
                  {item.fileName}
                </LinkAnchor>
              </TableTd>
              <TableTd ta="end" className="tabular">
                {formatCount(item.rows)}
              </TableTd>
              <TableTd fz="sm" style={{ whiteSpace: "nowrap" }}>
                <LocalTime iso={item.at} />
              </TableTd>
              <TableTd>{item.by}</TableTd>
              <TableTd>
                <ImportStatus status={item.status} />
              </TableTd>
              <TableTd fz="sm">
                {item.outcome !== null
                  ? describeOutcome(item.outcome)
                  : item.status === "planned" || item.status === "mapping"
                    ? "Needs action"
                    : item.status === "reading"
                      ? "In progress"
                      : "Nothing added"}
              </TableTd>
            </TableTr>
          ))}
        </TableTbody>
      </Table>
    </TableScroll>
  );
}
