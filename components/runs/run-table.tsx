import type { RunListItem } from "@/lib/runs/models/queries";
import { LinkAnchor } from "@/components/ui/links";
import { METHOD_WORDS } from "./labels";
import { formatCount, formatDay } from "@/lib/platform/format";
import { ListTable } from "@/components/ui/list-table";

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
    <ListTable
      label="Runs"
      minWidth={820}
      rows={runs}
      rowKey={(run) => run.runId}
      columns={[
        {
          title: "Run",
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
          as: "line",
          cell: (run) => (run.ranOn === null ? "unknown" : formatDay(run.ranOn)),
        },
        {
          title: "Responses",
          as: "number",
          cell: (run) => `${formatCount(run.answered)} of ${formatCount(run.questions)}`,
        },
      ]}
      pages={{ page, pageSize, total, label: "Pages of runs", href }}
    />
  );
}
