import { Badge, Group, Text } from "@mantine/core";
import { ListTable } from "@/components/ui/list-table";
import { LinkAnchor } from "@/components/ui/links";
import { LocalTime } from "@/components/ui/local-time";
import { formatCount } from "@/lib/platform/format";
import type { ConnectionListItem } from "@/lib/runs/connections/queries";
import { TROUBLE_NAMES } from "@/lib/runs/connections/rules";
import { SERVICE_NAMES } from "@/lib/runs/connections/vocabulary";
import { KeyWords } from "./key-words";

/** Connections, those for models first. */
export function ConnectionTable({ connections }: { connections: ConnectionListItem[] }) {
  return (
    <ListTable
      label="Connections"
      minWidth={860}
      rows={connections}
      rowKey={(connection) => connection.connectionId}
      columns={[
        {
          title: "Connection",
          as: "text",
          minWidth: 180,
          cell: (connection) => (
            <Group gap={6}>
              <LinkAnchor href={`/connections/${connection.connectionId}`} inherit fw={550}>
                {connection.name}
              </LinkAnchor>
              {connection.archived && (
                <Badge variant="default" size="sm">
                  Archived
                </Badge>
              )}
            </Group>
          ),
        },
        {
          title: "Service",
          cell: (connection) => (
            <>
              {SERVICE_NAMES[connection.service]}
              <Text span c="dimmed" fz="sm" display="block">
                {connection.kind === "model" ? "Models" : "Search"}
              </Text>
            </>
          ),
        },
        { title: "URL", as: "text", minWidth: 160, small: true, cell: ({ baseUrl }) => baseUrl },
        { title: "Key", as: "line", cell: ({ key }) => <KeyWords of={key} /> },
        {
          title: "Models",
          as: "number",
          cell: ({ kind, models }) => (kind === "model" ? formatCount(models) : "–"),
        },
        {
          title: "Last test",
          small: true,
          cell: ({ test }) =>
            test === null ? (
              "Not tested"
            ) : (
              <>
                {test.trouble === null ? "Answered" : TROUBLE_NAMES[test.trouble]}
                <br />
                <LocalTime iso={test.at} />
              </>
            ),
        },
      ]}
    />
  );
}
