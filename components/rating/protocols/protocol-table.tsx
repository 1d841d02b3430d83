import { Badge, Group } from "@mantine/core";
import { LinkAnchor } from "@/components/ui/links";
import { ListTable } from "@/components/ui/list-table";
import { formatCount } from "@/lib/platform/format";
import type { ProtocolListItem } from "@/lib/rating/protocols/queries";
import { UNIT_WORDS } from "./labels";

/** Protocols: the built-in one first, then by name, archived ones last. */
export function ProtocolTable({ protocols }: { protocols: readonly ProtocolListItem[] }) {
  return (
    <ListTable
      label="Protocols"
      minWidth={760}
      rows={protocols}
      rowKey={(protocol) => protocol.protocolId}
      columns={[
        {
          title: "Name",
          as: "text",
          minWidth: 240,
          cell: (protocol) => (
            <Group gap="xs">
              <LinkAnchor href={`/protocols/${protocol.protocolId}`} inherit fw={550}>
                {protocol.name}
              </LinkAnchor>
              {protocol.builtIn && <Badge variant="light">Built in</Badge>}
              {protocol.archived && <Badge color="gray">Archived</Badge>}
            </Group>
          ),
        },
        { title: "Rated at a time", as: "line", cell: ({ unit }) => UNIT_WORDS[unit] },
        { title: "Questions", as: "number", cell: ({ questions }) => formatCount(questions) },
        { title: "Versions", as: "number", cell: ({ versions }) => formatCount(versions) },
        { title: "Campaigns", as: "number", cell: ({ campaigns }) => formatCount(campaigns) },
      ]}
    />
  );
}
