import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { isoDayOf } from "@/lib/platform/days";
import { transactionOnce } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { requestLog } from "@/lib/platform/log";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { indexWaitingHeads } from "@/lib/dataset/questions/writes";
import type { z } from "zod";
import { obstacleOf, suggestOrder } from "./rules";
import type { applyImportSchema, importIdSchema, ImportOutcome, UndoOutcome } from "./schema";
import { cancel, lockImport } from "@/lib/dataset/import-engine/life-writes";
import { refuseMissing, refuseStatus } from "@/lib/dataset/import-engine/vocabulary";
import {
  cancelStatements,
  isShown,
  planForManyRows,
  showImport,
  wasCancelled,
} from "@/lib/dataset/import-engine/statements-writes";
import { clearOver } from "./staging-writes";
import { undoBlockers, undoRows } from "./undoing-writes";
import { countOutdated, countPlan } from "./counting-writes";
import { applyRows, lockDataset } from "./applying-writes";
import { countOf } from "@/lib/platform/format";
import { RELEASE_FILES } from "./kind-writes";
import { importApplied, importUndone } from "./audit-events";

/**
 * Cancels an import (see cancel of lib/dataset/import-engine); the dataset was never touched. Of one that is being applied only
 * the applying is stopped, and its plan stays. In a queue, a file that could not be read is skipped.
 */
export async function cancelImport(
  actor: Actor,
  input: z.infer<typeof importIdSchema>,
): Promise<Result<void, "not-found" | "not-planned">> {
  authorize(actor, "imports.manage");
  const { importId } = input;
  if (!(await isShown(db, "importApplying", importId)))
    return cancel(RELEASE_FILES, actor, importId);
  await cancelStatements(db, ["importApplying", "importWorking"], importId);
  return ok();
}

/**
 * Writes a planned import into the dataset, in one transaction: all of it or nothing.
 * Refusals: `not-found`; `not-planned` (also for the second of two people); `bad-rows`, `suspect-rows`, `undecided`,
 * `nothing-to-import` (see obstacleOf); `outdated` when the dataset has changed under the plan; `cancelled` when someone
 * stopped it (see cancelImport); `key-taken`. The same `clientKey` again answers with what the first call did.
 */
export async function applyImport(
  actor: Actor,
  input: z.infer<typeof applyImportSchema>,
): Promise<
  Result<
    ImportOutcome,
    | "bad-rows"
    | "cancelled"
    | "key-taken"
    | "not-found"
    | "not-planned"
    | "nothing-to-import"
    | "outdated"
    | "suspect-rows"
    | "undecided"
  >
> {
  authorize(actor, "imports.manage");
  const applied = await transactionOnce(
    actor,
    "applyImport",
    input.clientKey,
    async (tx) => {
      const found = await lockImport(tx, RELEASE_FILES, input.importId);
      if (!found) return refuseMissing();
      if (found.status !== "planned") return refuseStatus(found.status);
      await showImport(tx, "importApplying", found.id);
      await lockDataset(tx);
      await planForManyRows(tx);

      const counts = await countPlan(tx, found.id);
      const obstacle = obstacleOf(counts, input);
      if (obstacle) return refuse(obstacle.code, obstacle.message);
      const outdated = await countOutdated(tx, found);
      if (outdated > 0) {
        return refuse(
          "outdated",
          `The dataset has changed since this preview was created (${countOf(outdated, "row")} affected). Nothing was imported. Refresh the preview and check it before applying.`,
        );
      }

      const operation = await tx.operation.create({
        data: { kind: "import", summary: `Imported ${found.fileName}`, createdById: actor.userId },
        select: { id: true },
      });
      const { arrangementId, ...written } = await applyRows(
        tx,
        actor,
        {
          importId: found.id,
          operationId: operation.id,
          layout: found.layout,
          order: input.order ?? suggestOrder(counts),
          releasedOn: isoDayOf(found.releasedOn),
        },
        input,
      );
      const outcome: ImportOutcome = {
        ...written,
        leftOut: counts.bad + counts.unreadable + (input.acceptSuspect ? 0 : counts.suspect),
      };
      await tx.import.update({
        where: { id: found.id },
        data: {
          status: "applied",
          appliedAt: now(),
          operationId: operation.id,
          arrangementId,
          outcome: { ...outcome },
        },
      });
      await tx.importFile.deleteMany({ where: { importId: found.id } });
      await recordAudit(tx, actor, importApplied, {
        importId: found.id,
        operationId: operation.id,
        outcome: { ...outcome },
      });
      return ok(outcome);
    },
    { timeoutMs: 1_800_000 },
  ).catch((error: unknown) => {
    if (!wasCancelled(error)) throw error;
    return refuse(
      "cancelled",
      "Applying was canceled. Nothing was imported, and the preview is still here.",
    );
  });
  // The dataset is complete; only the search's index goes on growing behind it.
  if (applied.ok) void tidyUp(actor, input.importId);
  return applied;
}

/**
 * Undoes an applied import as one operation, as long as nothing was built on what it wrote: changed questions get their
 * former content, new ones are retired, order and form are those from before. Nothing is deleted.
 * Refusals: `not-found`; `not-planned` for one that is not applied; `already-undone`; `built-on` (see undoBlockers);
 * `key-taken`. The same `clientKey` again answers with what the first call did.
 */
export async function undoImport(
  actor: Actor,
  input: z.infer<typeof importIdSchema>,
): Promise<
  Result<UndoOutcome, "already-undone" | "built-on" | "key-taken" | "not-found" | "not-planned">
> {
  authorize(actor, "imports.manage");
  return transactionOnce(
    actor,
    "undoImport",
    input.clientKey,
    async (tx) => {
      const found = await lockImport(tx, RELEASE_FILES, input.importId);
      if (!found) return refuseMissing();
      if (found.status !== "applied" || found.operationId === null)
        return refuse("not-planned", "Only an applied import can be undone.");
      await lockDataset(tx);
      const undone = await tx.operation.findUnique({ where: { undoesId: found.operationId } });
      if (undone) return refuse("already-undone", "This import was already undone.");
      const blockers = await undoBlockers(tx, found.id);
      if (blockers.length > 0)
        return refuse(
          "built-on",
          "This import can't be undone: later work depends on it. Nothing was changed.",
        );
      await planForManyRows(tx);
      const undo = await tx.operation.create({
        data: {
          kind: "undo",
          summary: `Undid: Imported ${found.fileName}`,
          createdById: actor.userId,
          undoesId: found.operationId,
        },
        select: { id: true },
      });
      const outcome = await undoRows(tx, actor, {
        importId: found.id,
        operationId: found.operationId,
        undoId: undo.id,
      });
      await recordAudit(tx, actor, importUndone, {
        importId: found.id,
        operationId: undo.id,
        ...outcome,
      });
      return ok(outcome);
    },
    { timeoutMs: 600_000 },
  );
}

/** What an applied import leaves to be done; no one waits for it, and nothing is wrong while it is undone. */
async function tidyUp(actor: Actor, importId: number): Promise<void> {
  try {
    await indexWaitingHeads();
    await transaction((tx) => clearOver(tx, importId), { timeoutMs: 600_000 });
  } catch (error) {
    requestLog(actor.requestId).error(
      { err: error, importId },
      "the search index is behind, or staged rows are left",
    );
  }
}
