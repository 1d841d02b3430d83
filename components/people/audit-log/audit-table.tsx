import {
  Badge,
  Group,
  Table,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
} from "@mantine/core";
import { IconArrowLeft, IconArrowRight, IconHistory } from "@tabler/icons-react";
import type { AuditLine } from "@/lib/people/audit-log/queries";
import type { AuditFilter } from "@/lib/people/audit-log/schema";
import { EmptyState } from "@/components/ui/empty-state";
import { LocalTime } from "@/components/ui/local-time";
import { TableScroll } from "@/components/ui/table-scroll";
import { LinkAnchor, LinkButton } from "@/components/ui/links";

const VIA: Record<string, string> = { web: "browser", cli: "command line", system: "system" };

/** A page of the audit log, with ways to the newer and older ones. */
export function AuditTable({
  lines,
  newer,
  older,
  filter,
}: {
  lines: AuditLine[];
  newer: number | null;
  older: number | null;
  filter: AuditFilter;
}) {
  const { before: _before, after: _after, ...kept } = filter;
  const href = (turn: { before?: number; after?: number }) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...kept, ...turn }))
      if (value !== undefined) query.set(name, String(value));
    return `/audit-log?${query}`;
  };
  if (lines.length === 0) {
    return (
      <EmptyState
        icon={<IconHistory size={24} />}
        title="No matching events"
        actions={
          <LinkButton href="/audit-log" variant="default">
            Clear filters
          </LinkButton>
        }
      >
        Nothing matches these filters, or you&apos;ve reached the end of the log.
      </EmptyState>
    );
  }
  return (
    <>
      <TableScroll label="Events">
        <Table miw={860} highlightOnHover>
          <TableThead>
            <TableTr>
              <TableTh scope="col">Time</TableTh>
              <TableTh scope="col">User</TableTh>
              <TableTh scope="col">Event</TableTh>
              <TableTh scope="col">Details</TableTh>
            </TableTr>
          </TableThead>
          <TableTbody>
            {lines.map((line) => (
              <TableTr key={line.id}>
                <TableTd fz="sm" style={{ whiteSpace: "nowrap" }}>
                  <LocalTime iso={line.at} />
                </TableTd>
                <TableTd style={{ whiteSpace: "nowrap" }}>
                  {line.actorName}
                  <Text
                    fz="xs"
                    c="dimmed"
                    title={line.requestId === null ? undefined : `Request ${line.requestId}`}
                  >
                    {VIA[line.via] ?? line.via}
                  </Text>
                </TableTd>
                <TableTd>
                  <Badge
                    miw="max-content"
                    color={line.label === "Sign-in refused" ? "red" : "gray"}
                  >
                    {line.label}
                  </Badge>
                </TableTd>
                <TableTd style={{ overflowWrap: "anywhere" }}>
                  {line.href === null ? (
                    line.text
                  ) : (
                    <LinkAnchor href={line.href} inherit>
                      {line.text}
                    </LinkAnchor>
                  )}
                </TableTd>
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </TableScroll>
      <Group component="nav" aria-label="Pages of the audit log" justify="space-between" mt="md">
        {newer !== null ? (
          <LinkButton
            href={href({ after: newer })}
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
          >
            Newer
          </LinkButton>
        ) : (
          <span />
        )}
        {older !== null && (
          <LinkButton
            href={href({ before: older })}
            variant="default"
            rightSection={<IconArrowRight size={16} aria-hidden />}
          >
            Older
          </LinkButton>
        )}
      </Group>
    </>
  );
}
