import type { Actor } from "@/lib/access/schema";
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
