"use server";

import { refresh } from "next/cache";
import { action } from "@/lib/people/access/action";
import { requestLog } from "@/lib/platform/log";
import { ok } from "@/lib/platform/result";
import * as service from "./queue-service";
import { mapColumnsBehind } from "./mapping-service";
import * as reading from "./reading-commands";
import * as applying from "./applying-commands";
import * as queues from "./queue-commands";
import * as deciding from "./deciding-commands";
import * as planning from "./planning-commands";
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

export const applyImport = action(applyImportSchema, async (actor, input) => {
  const applied = await applying.applyImport(actor, input);
  if (applied.ok) service.goOnBehind(actor, input.importId);
  return applied;
});
export const createQueue = action(createQueueSchema, queues.createQueue);
/** Answers as soon as the queue is started; the files are imported behind it. */
export const startQueue = action(startQueueSchema, async (actor, input) => {
  const started = await queues.startQueue(actor, input);
  if (started.ok) service.advanceBehind(actor, input.queueId);
  return started;
});
/** Answers as soon as it is recorded what the columns are; the file is read behind it. */
export const mapImportColumns = action(mapImportColumnsSchema, mapColumnsBehind);
export const pauseQueue = action(pauseQueueSchema, queues.pauseQueue);
export const discardQueue = action(pauseQueueSchema, service.discardQueue);
export const keepChoices = action(keepChoicesSchema, deciding.keepChoices);
export const undoImport = action(importIdSchema, applying.undoImport);
export const cancelImport = action(importIdSchema, async (actor, input) => {
  const cancelled = await applying.cancelImport(actor, input);
  if (cancelled.ok) service.goOnBehind(actor, input.importId);
  return cancelled;
});

// The answer to a decision brings the page's new counts with it, so that many decisions in a row never show old ones.
export const decideRewording = action(decideRewordingSchema, async (actor, input) => {
  const decided = await deciding.decideRewording(actor, input);
  refresh();
  return decided;
});
export const decideAllRewordings = action(decideAllSchema, async (actor, input) => {
  const decided = await deciding.decideAllRewordings(actor, input);
  refresh();
  return decided;
});
export const resolveConflicts = action(resolveSchema, async (actor, input) => {
  const resolved = await deciding.resolveConflicts(actor, input);
  refresh();
  return resolved;
});
export const undoDecisions = action(undoDecisionsSchema, async (actor, input) => {
  const undone = await deciding.undoDecisions(actor, input);
  refresh();
  return undone;
});

/** Plans after the answer was sent. */
function planBehind(...[actor, input]: Parameters<typeof planning.planAgain>): void {
  void planning
    .planAgain(actor, input)
    .catch((error: unknown) =>
      requestLog(actor.requestId).error(
        { err: error, importId: input.importId },
        "planning ended unexpectedly",
      ),
    );
}

/** Answers as soon as the plan is open again; the matching goes on, and the import's progress says where it is. */
export const planAgain = action(importIdSchema, async (actor, input) => {
  const reopened = await planning.reopenImport(actor, input);
  if (!reopened.ok) return reopened;
  if (reopened.value.first) planBehind(actor, input);
  return ok();
});

/** Answers as soon as the reading is recorded; the matching goes on as with planAgain. */
export const acceptReading = action(acceptReadingSchema, async (actor, input) => {
  const accepted = await reading.acceptReading(actor, input);
  if (!accepted.ok) return accepted;
  if (accepted.value.first) planBehind(actor, input);
  else service.goOnBehind(actor, input.importId);
  return ok();
});
