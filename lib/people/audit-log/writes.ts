import type pg from "pg";
import type { Actor } from "@/lib/people/access/schema";
import type { Tx } from "@/lib/platform/db";
import { AUDIT_EVENTS, type AuditEvent } from "./schema";

/** Appends one event to the audit log, in the transaction of the change it tells of. */
export async function recordAudit(tx: Tx, actor: Actor, event: AuditEvent): Promise<void> {
  await tx.auditEvent.create({
    data: {
      actorId: actor.userId,
      via: actor.via,
      requestId: actor.requestId ?? null,
      type: event.type,
      data: AUDIT_EVENTS[event.type].parse(event.data),
    },
  });
}

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
