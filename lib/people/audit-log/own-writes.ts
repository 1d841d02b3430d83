import type pg from "pg";
import { AUDIT_EVENTS, type AuditEvent } from "./schema";

/**
 * Appends an event of the command line's own account over a plain connection, for work that Prisma takes no part in: a
 * backup, and a restore in its transaction.
 */
export async function recordOwnAudit(client: pg.ClientBase, event: AuditEvent): Promise<void> {
  await client.query(
    `INSERT INTO audit_events (actor_id, via, type, data) SELECT id, 'cli', $1, $2 FROM users WHERE email = 'command-line@localhost'`,
    [event.type, JSON.stringify(AUDIT_EVENTS[event.type].parse(event.data))],
  );
}
