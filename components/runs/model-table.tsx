import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from "@mantine/core";
import type { ModelView } from "@/lib/runs/models/queries";
import { LinkAnchor } from "@/components/ui/links";
import { PageTurner } from "@/components/ui/page-turner";
import { TableScroll } from "@/components/ui/table-scroll";
import { known } from "./labels";
import { formatCount } from "@/lib/platform/format";

interface ModelTableProps {
  models: ModelView[];
  page: number;
  pageSize: number;
  total: number;
}

/** Models by name. */
export function ModelTable({ models, page, pageSize, total }: ModelTableProps) {
  return (
    <>
      <TableScroll label="Models">
        <Table miw={820} highlightOnHover>
          <TableThead>
            <TableTr>
              <TableTh scope="col">Model</TableTh>
              <TableTh scope="col">Provider</TableTh>
              <TableTh scope="col">Size</TableTh>
              <TableTh scope="col">Knowledge cutoff</TableTh>
              <TableTh scope="col">Date in prompt</TableTh>
              <TableTh scope="col">Web search</TableTh>
              <TableTh scope="col" ta="end">
                Runs
              </TableTh>
            </TableTr>
          </TableThead>
          <TableTbody>
            {models.map((model) => (
              <TableTr key={model.modelId}>
                <TableTd miw={180} style={{ overflowWrap: "anywhere" }}>
                  <LinkAnchor href={`/models/${model.modelId}`} inherit fw={550}>
                    {model.name}
                  </LinkAnchor>
                </TableTd>
                <TableTd style={{ overflowWrap: "anywhere" }}>{model.provider}</TableTd>
                <TableTd style={{ overflowWrap: "anywhere" }}>{model.size}</TableTd>
                <TableTd>{model.knowledgeCutoff || "unknown"}</TableTd>
                <TableTd>{known(model.dateInPrompt)}</TableTd>
                <TableTd>{known(model.hasWebSearch)}</TableTd>
                <TableTd ta="end" className="tabular">
                  {formatCount(model.runs)}
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
        label="Pages of models"
        href={(target) => `/models?page=${target}`}
      />
    </>
  );
}
