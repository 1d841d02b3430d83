import type { Actor } from "@/lib/people/access/schema";
import { Prisma, type Tx } from "@/lib/platform/db";
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
 * SQL: appends an event in the very statement that makes the change, for what happens so often that another one would be felt.
 * @param event.data SQL of the object that AUDIT_EVENTS defines for the type, as jsonb
 * @param event.from SQL behind FROM: one event for each of its rows
 */
export function auditIn(
  actor: Actor,
  type: AuditEvent["type"],
  { data, from }: { data: Prisma.Sql; from: Prisma.Sql },
): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO audit_events (actor_id, via, request_id, type, data) SELECT ${actor.userId}, ${actor.via}, ${actor.requestId ?? null}, ${type}, ${data} FROM ${from}`;
}
