import type { ModelView } from "@/lib/runs/models/queries";
import { LinkAnchor } from "@/components/ui/links";
import { known } from "./labels";
import { formatCount } from "@/lib/platform/format";
import { ListTable } from "@/components/ui/list-table";
import { modelsPage } from "@/lib/runs/models/address";

interface ModelTableProps {
  models: ModelView[];
  page: number;
  pageSize: number;
  total: number;
}

/** Models by name. */
export function ModelTable({ models, page, pageSize, total }: ModelTableProps) {
  return (
    <ListTable
      label="Models"
      minWidth={820}
      rows={models}
      rowKey={(model) => model.modelId}
      columns={[
        {
          title: "Model",
          as: "text",
          minWidth: 180,
          cell: (model) => (
            <LinkAnchor href={`/models/${model.modelId}`} inherit fw={550}>
              {model.name}
            </LinkAnchor>
          ),
        },
        { title: "Provider", as: "text", cell: (model) => model.provider },
        { title: "Size", as: "text", cell: (model) => model.size },
        { title: "Knowledge cutoff", cell: (model) => model.knowledgeCutoff || "unknown" },
        { title: "Date in prompt", cell: (model) => known(model.dateInPrompt) },
        { title: "Web search", cell: (model) => known(model.hasWebSearch) },
        { title: "Runs", as: "number", cell: (model) => formatCount(model.runs) },
      ]}
      pages={{
        page,
        pageSize,
        total,
        label: "Pages of models",
        href: (target) => modelsPage.href({ page: target }),
      }}
    />
  );
}
