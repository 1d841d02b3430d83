import type { ModelView } from "@/lib/runs/models/queries";
import { LinkAnchor } from "@/components/ui/links";
import { known } from "./labels";
import { formatCount } from "@/lib/platform/format";
import { ListTable, type ListProps } from "@/components/ui/list-table";
import type { ModelsState } from "@/lib/runs/models/address";

/** Models. */
export function ModelTable(list: ListProps<ModelView, ModelsState>) {
  return (
    <ListTable
      {...list}
      label="Models"
      minWidth={820}
      rowKey={(model) => model.modelId}
      columns={[
        {
          title: "Model",
          sort: "name",
          as: "text",
          minWidth: 180,
          cell: (model) => (
            <LinkAnchor href={`/models/${model.modelId}`} inherit fw={550}>
              {model.name}
            </LinkAnchor>
          ),
        },
        { title: "Provider", sort: "provider", as: "text", cell: (model) => model.provider },
        { title: "Size", as: "text", cell: (model) => model.size },
        {
          title: "Knowledge cutoff",
          sort: "cutoff",
          cell: (model) => model.knowledgeCutoff || "unknown",
        },
        { title: "Date in prompt", cell: (model) => known(model.dateInPrompt) },
        { title: "Web search", cell: (model) => known(model.hasWebSearch) },
        { title: "Runs", sort: "runs", as: "number", cell: (model) => formatCount(model.runs) },
      ]}
    />
  );
}
