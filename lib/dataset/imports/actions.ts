"use server";

import { refresh } from "next/cache";
import { action } from "@/lib/people/access/action";
import { requestLog } from "@/lib/platform/log";
import { ok } from "@/lib/platform/result";
import { advanceBehind, discardQueue, goOnBehind } from "./queue-service";
import { mapColumnsBehind } from "./mapping-service";
import { acceptReading } from "./reading-commands";
import { applyImport, cancelImport, undoImport } from "./applying-commands";
import { createQueue, pauseQueue, startQueue } from "./queue-commands";
import {
  decideAllRewordings,
  decideRewording,
  keepChoices,
  resolveConflicts,
  undoDecisions,
} from "./deciding-commands";
import { planAgain, reopenImport } from "./planning-commands";
import {
  acceptReadingSchema,
  applyImportSchema,
  createQueueSchema,
  decideAllSchema,
  decideRewordingSchema,
  importIdSchema,
  keepChoicesSchema,
  mapImportColumnsSchema,
  pauseQueueSchema,
  resolveSchema,
  startQueueSchema,
  undoDecisionsSchema,
} from "./schema";

export const applyImportAction = action(applyImportSchema, async (actor, input) => {
  const applied = await applyImport(actor, input);
  if (applied.ok) goOnBehind(actor, input.importId);
  return applied;
});
export const createQueueAction = action(createQueueSchema, createQueue);
/** Answers as soon as the queue is started; the files are imported behind it. */
export const startQueueAction = action(startQueueSchema, async (actor, input) => {
  const started = await startQueue(actor, input);
  if (started.ok) advanceBehind(actor, input.queueId);
  return started;
});
/** Answers as soon as it is recorded what the columns are; the file is read behind it. */
export const mapImportColumnsAction = action(mapImportColumnsSchema, mapColumnsBehind);
export const pauseQueueAction = action(pauseQueueSchema, pauseQueue);
export const discardQueueAction = action(pauseQueueSchema, discardQueue);
export const keepChoicesAction = action(keepChoicesSchema, keepChoices);
export const undoImportAction = action(importIdSchema, undoImport);
export const cancelImportAction = action(importIdSchema, async (actor, input) => {
  const cancelled = await cancelImport(actor, input);
  if (cancelled.ok) goOnBehind(actor, input.importId);
  return cancelled;
});

// The answer to a decision brings the page's new counts with it, so that many decisions in a row never show old ones.
export const decideRewordingAction = action(decideRewordingSchema, async (actor, input) => {
  const decided = await decideRewording(actor, input);
  refresh();
  return decided;
});
export const decideAllRewordingsAction = action(decideAllSchema, async (actor, input) => {
  const decided = await decideAllRewordings(actor, input);
  refresh();
  return decided;
});
export const resolveConflictsAction = action(resolveSchema, async (actor, input) => {
  const resolved = await resolveConflicts(actor, input);
  refresh();
  return resolved;
});
export const undoDecisionsAction = action(undoDecisionsSchema, async (actor, input) => {
  const undone = await undoDecisions(actor, input);
  refresh();
  return undone;
});

/** Answers as soon as the plan is open again; the matching goes on, and the import's progress says where it is. */
export const planAgainAction = action(importIdSchema, async (actor, input) => {
  const reopened = await reopenImport(actor, input);
  if (!reopened.ok) return reopened;
  if (reopened.value.first)
    void planAgain(actor, input).catch((error: unknown) =>
      requestLog(actor.requestId).error(
        { err: error, importId: input.importId },
        "planning ended unexpectedly",
      ),
    );
  return ok();
});

/** Answers as soon as the reading is recorded; the matching goes on as with planAgainAction. */
export const acceptReadingAction = action(acceptReadingSchema, async (actor, input) => {
  const accepted = await acceptReading(actor, input);
  if (!accepted.ok) return accepted;
  if (accepted.value.first)
    void planAgain(actor, input).catch((error: unknown) =>
      requestLog(actor.requestId).error(
        { err: error, importId: input.importId },
        "planning ended unexpectedly",
      ),
    );
  else goOnBehind(actor, input.importId);
  return ok();
});
