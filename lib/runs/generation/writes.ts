import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { now } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { lockRow } from "@/lib/platform/locked-row";
import type { Demonstration, MethodDefinition } from "./schema";
import { demonstrationsSaved, methodCreated } from "./audit-events";

/** A method that is being made, with its first version. */
interface NewMethod {
  name: string;
  note: string;
  definition: MethodDefinition;
  demonstrationSetId: number | null;
}

/** Adds a method. @returns null where its name is there already. */
export async function insertMethod(
  tx: Tx,
  actor: Actor,
  { name, note, definition, demonstrationSetId }: NewMethod,
): Promise<number | null> {
  const [made] = await tx.method.createManyAndReturn({
    data: [{ name, note, createdById: actor.userId }],
    skipDuplicates: true,
    select: { id: true },
  });
  if (!made) return null;
  await tx.methodVersion.create({
    data: {
      methodId: made.id,
      number: 1,
      definition,
      demonstrationSetId,
      createdById: actor.userId,
    },
  });
  await recordAudit(tx, actor, methodCreated, { methodId: made.id, name, kind: definition.kind });
  return made.id;
}

/** Adds a version of a set. @returns null where the name has that version already. */
export async function insertDemonstrationSet(
  tx: Tx,
  actor: Actor,
  set: {
    name: string;
    version: number;
    /** ISO date. */
    asOf: string;
    note: string;
    releaseId: number | null;
    demonstrations: readonly Demonstration[];
  },
): Promise<number | null> {
  const [made] = await tx.demonstrationSet.createManyAndReturn({
    data: [
      {
        ...set,
        asOf: new Date(set.asOf),
        demonstrations: [...set.demonstrations],
        createdById: actor.userId,
      },
    ],
    skipDuplicates: true,
    select: { id: true },
  });
  if (!made) return null;
  await recordAudit(tx, actor, demonstrationsSaved, {
    setId: made.id,
    name: set.name,
    version: set.version,
    demonstrations: set.demonstrations.length,
  });
  return made.id;
}

/** Locks a method until the transaction ends. @returns null where there is none. */
export async function lockMethod(tx: Tx, methodId: number) {
  await lockRow(tx, "methods", methodId);
  return tx.method.findUnique({
    where: { id: methodId },
    include: { versions: { orderBy: { number: "desc" }, take: 1 } },
  });
}

/** Makes a version unchangeable, because a job uses it from now on. Locks its method against an edit at the same time. */
export async function freezeMethodVersion(tx: Tx, versionId: number): Promise<void> {
  const { methodId } = await tx.methodVersion.findUniqueOrThrow({
    where: { id: versionId },
    select: { methodId: true },
  });
  await lockMethod(tx, methodId);
  await tx.methodVersion.updateMany({
    where: { id: versionId, frozenAt: null },
    data: { frozenAt: now() },
  });
}
