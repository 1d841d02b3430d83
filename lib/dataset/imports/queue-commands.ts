import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { transactionOnce } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { transaction, type Tx } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import type { z } from "zod";
import { inQueueOrder } from "./rules";
import type {
  createQueueSchema,
  pauseQueueSchema,
  takeNextSchema,
  startQueueSchema,
} from "./schema";
import { unmatch } from "./matching-writes";
import { isSilent, lockImport } from "@/lib/dataset/import-engine/life-writes";
import { isShown } from "@/lib/dataset/import-engine/statements-writes";
import { lockQueue, RELEASE_FILES } from "./kind-writes";
import { importQueueStarted } from "./audit-events";

/** Opens a queue for several files. The same `clientKey` again answers with the queue that the first call opened. */
export async function createQueue(
  actor: Actor,
  input: z.infer<typeof createQueueSchema>,
): Promise<Result<{ queueId: number }, "key-taken">> {
  authorize(actor, "imports.manage");
  return transactionOnce(actor, "createQueue", input.clientKey, async (tx) => {
    const queue = await tx.importQueue.create({
      data: { createdById: actor.userId },
      select: { id: true },
    });
    return ok({ queueId: queue.id });
  });
}

/**
 * Says that all files of a queue are there; advanceQueue then imports them one after the other. Again, it changes what
 * becomes of questions that the files to come do not have.
 * Refusals: `not-found`, `key-taken`. The same `clientKey` again changes nothing.
 */
export async function startQueue(
  actor: Actor,
  input: z.infer<typeof startQueueSchema>,
): Promise<Result<void, "key-taken" | "not-found">> {
  authorize(actor, "imports.manage");
  return transactionOnce(actor, "startQueue", input.clientKey, async (tx) => {
    const queue = await lockQueue(tx, input.queueId);
    if (!queue) return refuse("not-found", "Queue not found.");
    await tx.importQueue.update({
      where: { id: queue.id },
      data: { missing: input.missing, startedAt: queue.startedAt ?? now() },
    });
    await recordAudit(tx, actor, importQueueStarted, { queueId: queue.id });
    return ok();
  });
}

/**
 * Pauses a queue: no further file is taken until it is started again; one that is being worked on goes on.
 * Refusals: `not-found`, `key-taken`. The same `clientKey` again changes nothing.
 */
export async function pauseQueue(
  actor: Actor,
  input: z.infer<typeof pauseQueueSchema>,
): Promise<Result<void, "key-taken" | "not-found">> {
  authorize(actor, "imports.manage");
  return transactionOnce(actor, "pauseQueue", input.clientKey, async (tx) => {
    const queue = await lockQueue(tx, input.queueId);
    if (!queue) return refuse("not-found", "Queue not found.");
    await tx.importQueue.update({ where: { id: queue.id }, data: { startedAt: null } });
    return ok();
  });
}

/** The file of a queue whose turn it is. */
export interface TakenFile {
  importId: number;
  missing: "keep" | "retire";
  /** Its plan is made already: the server stopped, or failed, before it was applied. */
  planned: boolean;
}

/**
 * Takes the next file of a started queue, which is opened for matching (planAgain follows); null where one before it is
 * being worked on or needs a decision, or none is left. Two callers never get the same file. One whose matching fell silent
 * is taken again, and so is one that was planned as long ago, or with `resuming` at any time, if no one has decided
 * anything about it.
 */
export async function takeNextOfQueue(
  actor: Actor,
  input: z.infer<typeof takeNextSchema>,
): Promise<Result<TakenFile | null, never>> {
  authorize(actor, "imports.manage");
  return transaction(async (tx) => {
    const queue = await lockQueue(tx, input.queueId);
    if (!queue || queue.startedAt === null) return ok(null);
    const files = await tx.import.findMany({
      where: { queueId: queue.id, status: { notIn: ["applied", "cancelled"] } },
      select: {
        id: true,
        fileName: true,
        releasedOn: true,
        status: true,
        progressAt: true,
        plannedAt: true,
      },
    });
    const [next] = inQueueOrder(files);
    if (next === undefined) return ok(null);
    const missing = queue.missing === "retire" ? "retire" : "keep";
    if (next.status === "planned") {
      const left = input.resuming || isSilent(next.plannedAt);
      if (
        !left ||
        (await isDecidedIn(tx, next.id)) ||
        (await isShown(tx, "importApplying", next.id))
      )
        return ok(null);
      return ok({ importId: next.id, missing, planned: true });
    }
    const silent = next.status === "matching" && isSilent(next.progressAt);
    if (next.status !== "queued" && !silent) return ok(null);
    // Someone may have cancelled it meanwhile.
    const locked = await lockImport(tx, RELEASE_FILES, next.id);
    if (locked?.status !== next.status) return ok(null);
    if (silent) await unmatch(tx, next.id);
    await tx.import.update({
      where: { id: next.id },
      data: { status: "matching", rowsMatched: 0, progressAt: now() },
    });
    return ok({ importId: next.id, missing, planned: false });
  });
}

/** Whether someone has decided anything about the rows of a plan. */
async function isDecidedIn(tx: Tx, importId: number): Promise<boolean> {
  const decided = await tx.importRow.findFirst({
    where: {
      importId,
      OR: [
        { match: "similar", decision: { not: "open" } },
        { sides: "both", resolution: { not: "open" } },
      ],
    },
    select: { ordinal: true },
  });
  return decided !== null;
}
