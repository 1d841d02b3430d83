import type pg from "pg";
import type { z } from "zod";
import type { AuditEventKind } from "./audit-event";

/**
 * Appends an event of the command line's own account over a plain connection, for work that Prisma takes no part in: a
 * backup, and a restore in its transaction.
 */
export async function recordOwnAudit<Data extends z.ZodObject>(
  client: pg.ClientBase,
  kind: AuditEventKind<Data>,
  data: z.input<Data>,
): Promise<void> {
  await client.query(
    `INSERT INTO audit_events (actor_id, via, type, data) SELECT id, 'cli', $1, $2 FROM users WHERE email = 'command-line@localhost'`,
    [kind.type, JSON.stringify(kind.data.parse(data))],
  );
}
