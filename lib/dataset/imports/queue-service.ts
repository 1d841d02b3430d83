import type { Actor } from "@/lib/people/access/schema";
import { requestLog } from "@/lib/platform/log";
import { ok, type Result } from "@/lib/platform/result";
import { applyImport, cancelImport } from "./applying-commands";
import { pauseQueue, takeNextOfQueue } from "./queue-commands";
import { planAgain, reopenImport } from "./planning-commands";
import { importPlan } from "./plan-queries";
import { importQueue, queueOfImport } from "./queries";
import { standingQueues } from "./queue-writes";
import { appliesByItself, isOver, QUEUE_CHOICES } from "./rules";
import type { ImportStatus } from "@/lib/dataset/import-engine/vocabulary";

/** How often a file is planned again whose questions were changed while it was. */
const ATTEMPTS = 3;

/**
 * Imports the files of a queue one after the other: each is planned against what the one before has written, and applied
 * if nothing in it needs a decision. Ends at the first that does, and at the end. Two at once share the work.
 * @param resuming nobody is at work on the queue: the server stopped
 */
export async function advanceQueue(
  actor: Actor,
  queueId: number,
  { resuming = false } = {},
): Promise<void> {
  for (;;) {
    const taken = await takeNextOfQueue(actor, { queueId, resuming });
    if (!taken.ok || taken.value === null) return;
    const { importId, missing, planned } = taken.value;
    const status = planned ? "planned" : await plan(actor, importId);
    const end = status === "planned" ? await applyUndecided(actor, importId, missing) : status;
    // A file that someone cancelled while it was worked on is over, like one that is imported.
    if (!isOver(end)) return;
  }
}

async function plan(actor: Actor, importId: number): Promise<ImportStatus> {
  const planned = await planAgain(actor, { importId });
  return planned.ok ? planned.value.status : "failed";
}

/**
 * Applies a plan in which nothing needs a decision: problems, rewordings and edits made here are for a person. Questions
 * that were written here are never retired for missing from a file.
 */
async function applyUndecided(
  actor: Actor,
  importId: number,
  missing: "keep" | "retire",
): Promise<ImportStatus> {
  for (let attempt = 1; ; attempt++) {
    const { counts } = await importPlan(actor, importId);
    if (!appliesByItself(counts)) return "planned";
    const applied = await applyImport(actor, { importId, ...QUEUE_CHOICES, missing });
    if (applied.ok) return "applied";
    if (applied.refusal.code !== "outdated" || attempt === ATTEMPTS) return "planned";
    const reopened = await reopenImport(actor, { importId });
    if (!reopened.ok) return "planned";
    const status = await plan(actor, importId);
    if (status !== "planned") return status;
  }
}

/** Pauses a queue and discards its files that are not imported. */
export async function discardQueue(
  actor: Actor,
  input: { queueId: number; clientKey?: string | undefined },
): Promise<Result<void, "key-taken" | "not-found" | "not-planned">> {
  const paused = await pauseQueue(actor, input);
  if (!paused.ok) return paused;
  const { files } = await importQueue(actor, input.queueId);
  for (const { importId, status } of files)
    if (!isOver(status)) await cancelImport(actor, { importId });
  return ok();
}

/** Goes on with the queue that an import belongs to, if it does, and answers at once. */
export function goOnBehind(actor: Actor, importId: number): void {
  void (async () => {
    const queueId = await queueOfImport(actor, importId);
    if (queueId !== null) await advanceQueue(actor, queueId);
  })().catch((error: unknown) =>
    requestLog(actor.requestId).error({ err: error, importId }, "a queue of imports stopped"),
  );
}

/** Starts working on a queue and answers at once. */
export function advanceBehind(
  actor: Actor,
  queueId: number,
  options?: { resuming: boolean },
): void {
  void advanceQueue(actor, queueId, options).catch((error: unknown) =>
    requestLog(actor.requestId).error({ err: error, queueId }, "a queue of imports stopped"),
  );
}

/**
 * Goes on with queues that no one works on, each in the name of whoever opened it, and answers at once.
 * @param resuming the server has just started, so that no plan of a queue is about to be applied; otherwise only plans
 *   count that are older than applying takes to begin
 */
export async function resumeQueues(resuming: boolean): Promise<number[]> {
  const standing = await standingQueues(resuming);
  for (const { queueId, actor } of standing) advanceBehind(actor, queueId, { resuming });
  return standing.map(({ queueId }) => queueId);
}
