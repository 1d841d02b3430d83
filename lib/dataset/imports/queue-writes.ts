import { may } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { ROLES } from "@/lib/people/access/roles";
import { db } from "@/lib/platform/db";
import { inQueueOrder, isOver } from "./rules";
import { isSilent } from "@/lib/dataset/import-engine/life-writes";

/**
 * Returns started queues whose next file waits for its turn, or was planned long ago, each with the person who opened it, as
 * long as they may import.
 * @param resuming also those whose next file was planned a moment ago
 */
export async function standingQueues(
  resuming: boolean,
): Promise<{ queueId: number; actor: Actor }[]> {
  const queues = await db.importQueue.findMany({
    where: {
      startedAt: { not: null },
      createdBy: { deactivatedAt: null },
      imports: { some: { status: { in: ["queued", "planned"] } } },
    },
    orderBy: { id: "asc" },
    include: {
      createdBy: { select: { id: true, name: true, roles: true } },
      imports: {
        select: { fileName: true, releasedOn: true, status: true, plannedAt: true },
      },
    },
  });
  return queues.flatMap(({ id, createdBy, imports }) => {
    const actor: Actor = {
      userId: createdBy.id,
      name: createdBy.name,
      roles: ROLES.filter((role) => createdBy.roles.includes(role)),
      via: "system",
    };
    const next = inQueueOrder(imports).find(({ status }) => !isOver(status));
    const waits =
      next?.status === "queued" ||
      (next?.status === "planned" && (resuming || isSilent(next.plannedAt)));
    return waits && may(actor, "imports.manage") ? [{ queueId: id, actor }] : [];
  });
}
