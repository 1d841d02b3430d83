import type { RunListItem } from "@/lib/runs/models/queries";
import { LinkAnchor } from "@/components/ui/links";
import { METHOD_WORDS } from "./labels";
import { formatCount, formatDay } from "@/lib/platform/format";
import { ListTable, type ListProps } from "@/components/ui/list-table";
import type { RunsState } from "@/lib/runs/models/address";

/** Runs of models over releases. */
export function RunTable(list: ListProps<RunListItem, RunsState>) {
  return (
    <ListTable
      {...list}
      label="Runs"
      minWidth={820}
      rowKey={(run) => run.runId}
      columns={[
        {
          title: "Run",
          sort: "name",
          as: "text",
          minWidth: 160,
          cell: (run) => (
            <LinkAnchor href={`/runs/${run.runId}`} inherit fw={550}>
              {run.name}
            </LinkAnchor>
          ),
        },
        {
          title: "Model",
          sort: "model",
          as: "text",
          minWidth: 160,
          cell: (run) => (
            <LinkAnchor href={`/models/${run.modelId}`} inherit>
              {run.modelName}
            </LinkAnchor>
          ),
        },
        {
          title: "Release",
          sort: "release",
          as: "line",
          cell: (run) => (
            <LinkAnchor href={`/releases/${run.releaseName}`} inherit>
              {run.releaseName}
            </LinkAnchor>
          ),
        },
        { title: "Prompt", as: "line", cell: (run) => METHOD_WORDS[run.promptMethod] },
        {
          title: "Run date",
          sort: "date",
          as: "line",
          cell: (run) => (run.ranOn === null ? "unknown" : formatDay(run.ranOn)),
        },
        {
          title: "Responses",
          sort: "responses",
          as: "number",
          cell: (run) => `${formatCount(run.answered)} of ${formatCount(run.questions)}`,
        },
      ]}
    />
  );
}
