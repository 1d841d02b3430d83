import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from "@mantine/core";
import type { RunListItem } from "@/lib/runs/models/queries";
import { LinkAnchor } from "@/components/ui/links";
import { PageTurner } from "@/components/ui/page-turner";
import { TableScroll } from "@/components/ui/table-scroll";
import { METHOD_WORDS } from "./labels";
import { formatCount, formatDay } from "@/lib/platform/format";

interface RunTableProps {
  runs: RunListItem[];
  page: number;
  pageSize: number;
  total: number;
  /** The address of a page. */
  href: (page: number) => string;
}

/** Runs of models over releases, newest first. */
export function RunTable({ runs, page, pageSize, total, href }: RunTableProps) {
  return (
    <>
      <TableScroll label="Runs">
        <Table miw={820} highlightOnHover>
          <TableThead>
            <TableTr>
              <TableTh scope="col">Run</TableTh>
              <TableTh scope="col">Model</TableTh>
              <TableTh scope="col">Release</TableTh>
              <TableTh scope="col">Prompt</TableTh>
              <TableTh scope="col">Run date</TableTh>
              <TableTh scope="col" ta="end">
                Responses
              </TableTh>
            </TableTr>
          </TableThead>
          <TableTbody>
            {runs.map((run) => (
              <TableTr key={run.runId}>
                <TableTd miw={160} style={{ overflowWrap: "anywhere" }}>
                  <LinkAnchor href={`/runs/${run.runId}`} inherit fw={550}>
                    {run.name}
                  </LinkAnchor>
                </TableTd>
                <TableTd miw={160} style={{ overflowWrap: "anywhere" }}>
                  <LinkAnchor href={`/models/${run.modelId}`} inherit>
                    {run.modelName}
                  </LinkAnchor>
                </TableTd>
                <TableTd style={{ whiteSpace: "nowrap" }}>
                  <LinkAnchor href={`/releases/${run.releaseName}`} inherit>
                    {run.releaseName}
                  </LinkAnchor>
                </TableTd>
                <TableTd style={{ whiteSpace: "nowrap" }}>{METHOD_WORDS[run.promptMethod]}</TableTd>
                <TableTd style={{ whiteSpace: "nowrap" }}>
                  {run.ranOn === null ? "unknown" : formatDay(run.ranOn)}
                </TableTd>
                <TableTd ta="end" className="tabular" style={{ whiteSpace: "nowrap" }}>
                  {formatCount(run.answered)} of {formatCount(run.questions)}
                </TableTd>
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </TableScroll>
      <PageTurner page={page} pageSize={pageSize} total={total} label="Pages of runs" href={href} />
    </>
  );
}
