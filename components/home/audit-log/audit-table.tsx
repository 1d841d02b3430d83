import { Badge, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import type { AuditLine } from "@/lib/home/audit-log/queries";
import { EmptyState } from "@/components/ui/empty-state";
import { LocalTime } from "@/components/ui/local-time";
import { LinkAnchor, LinkButton } from "@/components/ui/links";
import { NewerOlder } from "@/components/ui/newer-older";
import { ListTable } from "@/components/ui/list-table";
import { type AuditFilter, auditLogPage } from "@/lib/home/audit-log/address";

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
  const href = (turn: { before?: number; after?: number }) =>
    auditLogPage.href({ ...filter, before: null, after: null, ...turn });
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
      <ListTable
        label="Events"
        minWidth={860}
        rows={lines}
        rowKey={(line) => line.id}
        columns={[
          { title: "Time", as: "line", small: true, cell: (line) => <LocalTime iso={line.at} /> },
          {
            title: "User",
            as: "line",
            cell: ({ actorName, requestId, via }) => (
              <>
                {actorName}
                <Text
                  fz="xs"
                  c="dimmed"
                  title={requestId === null ? undefined : `Request ${requestId}`}
                >
                  {VIA[via] ?? via}
                </Text>
              </>
            ),
          },
          {
            title: "Event",
            cell: ({ label }) => (
              <Badge miw="max-content" color={label === "Sign-in refused" ? "red" : "gray"}>
                {label}
              </Badge>
            ),
          },
          {
            title: "Details",
            as: "text",
            cell: ({ href: to, text }) =>
              to === null ? (
                text
              ) : (
                <LinkAnchor href={to} inherit>
                  {text}
                </LinkAnchor>
              ),
          },
        ]}
      />
      <NewerOlder
        label="Pages of the audit log"
        newer={newer === null ? null : href({ after: newer })}
        older={older === null ? null : href({ before: older })}
      />
    </>
  );
}
