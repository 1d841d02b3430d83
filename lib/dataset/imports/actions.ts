"use server";

import { refresh } from "next/cache";
import { action } from "@/lib/people/access/action";
import { requestLog } from "@/lib/platform/log";
import { ok } from "@/lib/platform/result";
import {
  acceptReading,
  applyImport,
  cancelImport,
  decideAllRewordings,
  decideRewording,
  planAgain,
  reopenImport,
  undoDecisions,
} from "./commands";
import {
  acceptReadingSchema,
  applyImportSchema,
  decideAllSchema,
  decideRewordingSchema,
  importIdSchema,
  undoDecisionsSchema,
} from "./schema";

export const applyImportAction = action(applyImportSchema, applyImport);
export const cancelImportAction = action(importIdSchema, cancelImport);

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
  return ok();
});
