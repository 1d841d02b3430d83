import { Badge, Group } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/links";
import { ListTable } from "@/components/ui/list-table";
import { formatCount } from "@/lib/platform/format";
import type { MethodListItem } from "@/lib/runs/generation/queries";
import { KIND_WORDS } from "@/lib/runs/generation/rules";

/** Methods by name. */
export function MethodTable({ methods }: { methods: MethodListItem[] }) {
  return (
    <ListTable
      label="Methods"
      minWidth={720}
      rows={methods}
      rowKey={(method) => method.methodId}
      columns={[
        {
          title: "Method",
          as: "text",
          minWidth: 220,
          cell: (method) => (
            <Group gap="xs">
              <LinkAnchor href={`/methods/${method.methodId}`} inherit fw={550}>
                {method.name}
              </LinkAnchor>
              {method.archived && <Badge color="gray">Archived</Badge>}
            </Group>
          ),
        },
        { title: "Kind", as: "line", cell: (method) => KIND_WORDS[method.kind] },
        { title: "Note", as: "text", small: true, minWidth: 240, cell: (method) => method.note },
        { title: "Versions", as: "number", cell: (method) => formatCount(method.versions) },
        { title: "Runs", as: "number", cell: (method) => formatCount(method.runs) },
      ]}
    />
  );
}
