import type { ResponseImportView } from "@/lib/runs/responses/queries";
import { describeOutcome } from "@/lib/runs/responses/rules";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { ImportBadge, resultOf } from "@/components/dataset/import-engine/import-badge";
import { formatCount } from "@/lib/platform/format";
import { ListTable } from "@/components/ui/list-table";

/** The files that were imported into a run, newest first. */
export function ImportList({ imports }: { imports: ResponseImportView[] }) {
  return (
    <ListTable
      label="Imported files"
      minWidth={720}
      rows={imports}
      rowKey={(item) => item.importId}
      columns={[
        {
          title: "File",
          as: "text",
          minWidth: 160,
          cell: (item) => (
            <LinkAnchor href={`/runs/${item.runId}/imports/${item.importId}`} inherit>
              {item.fileName}
            </LinkAnchor>
          ),
        },
        { title: "Rows", as: "number", cell: (item) => formatCount(item.rows) },
        { title: "Date", as: "line", small: true, cell: (item) => <LocalTime iso={item.at} /> },
        { title: "User", cell: (item) => item.by },
        { title: "Status", cell: (item) => <ImportBadge status={item.status} /> },
        {
          title: "Result",
          small: true,
          cell: ({ status, outcome }) => resultOf(status, outcome && describeOutcome(outcome)),
        },
      ]}
    />
  );
}
