import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { now } from "@/lib/platform/clock";
import type { Prisma, Tx } from "@/lib/platform/db";
import { lockRow } from "@/lib/platform/locked-row";
import type { ProtocolDefinition } from "./vocabulary";
import { protocolCreated } from "./audit-events";

/** A protocol that is being made, with its first version; `key`: of a preset. */
interface NewProtocol {
  key: string | null;
  name: string;
  note: string;
  definition: ProtocolDefinition;
}

/** Adds a protocol. @returns null where its name or its key is there already. */
export async function insertProtocol(
  tx: Tx,
  actor: Actor,
  { key, name, note, definition }: NewProtocol,
): Promise<number | null> {
  const [made] = await tx.protocol.createManyAndReturn({
    data: [{ key, name, note, createdById: actor.userId }],
    skipDuplicates: true,
    select: { id: true },
  });
  if (!made) return null;
  await tx.protocolVersion.create({
    data: {
      protocolId: made.id,
      number: 1,
      definition: definition as unknown as Prisma.InputJsonObject,
      createdById: actor.userId,
    },
  });
  await recordAudit(tx, actor, protocolCreated, {
    protocolId: made.id,
    name,
    unit: definition.unit,
  });
  return made.id;
}

/** Locks a protocol until the transaction ends. @returns null where there is none. */
export async function lockProtocol(tx: Tx, protocolId: number) {
  await lockRow(tx, "protocols", protocolId, { referenced: true });
  return tx.protocol.findUnique({
    where: { id: protocolId },
    include: { versions: { orderBy: { number: "desc" }, take: 1 } },
  });
}

/**
 * Freezes a version for good: a campaign is about to be opened under it, or gold to be set. Locks its protocol against an edit at the same
 * time, so that what is read afterwards is what stays.
 */
export async function freezeProtocol(tx: Tx, versionId: number): Promise<void> {
  const { protocolId } = await tx.protocolVersion.findUniqueOrThrow({
    where: { id: versionId },
    select: { protocolId: true },
  });
  await lockProtocol(tx, protocolId);
  await tx.protocolVersion.updateMany({
    where: { id: versionId, frozenAt: null },
    data: { frozenAt: now() },
  });
}
