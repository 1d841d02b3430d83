import type { z } from "zod";
import type { Actor } from "@/lib/people/access/schema";
import { Prisma, type Tx } from "@/lib/platform/db";
import type { AuditEventKind, ReadableEventKind } from "./audit-event";

/** Appends one event to the audit log, in the transaction of the change it tells of. */
export async function recordAudit<Data extends z.ZodObject>(
  tx: Tx,
  actor: Actor,
  kind: AuditEventKind<Data>,
  data: z.input<Data>,
): Promise<void> {
  await tx.auditEvent.create({
    data: {
      actorId: actor.userId,
      via: actor.via,
      requestId: actor.requestId ?? null,
      type: kind.type,
      data: kind.data.parse(data) as Prisma.InputJsonObject,
    },
  });
}

/**
 * SQL: appends an event in the very statement that makes the change, for what happens so often that another one would be felt.
 * @param event.data SQL of the object that the kind defines, as jsonb
 * @param event.from SQL behind FROM: one event for each of its rows
 */
export function auditIn(
  actor: Actor,
  { type }: ReadableEventKind,
  { data, from }: { data: Prisma.Sql; from: Prisma.Sql },
): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO audit_events (actor_id, via, request_id, type, data) SELECT ${actor.userId}, ${actor.via}, ${actor.requestId ?? null}, ${type}, ${data} FROM ${from}`;
}
