/* What stands beside an import that is read or matched: signs of life, progress, cancellation, its end. */
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { now } from "@/lib/platform/clock";
import { troubleWords } from "@/lib/platform/database-trouble";
import { db, type Prisma, transaction, type Tx } from "@/lib/platform/db";
import { requestLog } from "@/lib/platform/log";
import { throttled } from "@/lib/platform/throttled";
import type { ImportStatus } from "./schema";
import { cancelStatements, planForManyRows, showWorking, wasCancelled } from "./bulk-writes";
import { clearStaged } from "./staging-writes";
import { markCaseRepeats } from "./duplicates-writes";
import { matchEqual, matchSimilar, noteLastRevision } from "./matching-writes";
import { compareWithHeads, restoreDecisions, restoreResolutions } from "./deciding-writes";
import { lockImport } from "./locking-writes";

/** How long an import may be silent before it counts as interrupted, in milliseconds. */
const SILENCE = 60_000;
/** Whether nothing was heard for longer than that. */
export function isSilent(since: Date | null): boolean {
  return since !== null && now().getTime() - since.getTime() > SILENCE;
}

/** How often a running import says where it is, in milliseconds. */
const PROGRESS_EVERY = 300;
/** How often it looks whether someone has cancelled it while it waits for a statement, in milliseconds. */
const LOOK_EVERY = 500;

/** Thrown inside a running import to end it; nothing of it stays. */
class ImportCancelled extends Error {}

/**
 * Stands beside a running import, however long a single statement takes: says every few seconds that it is being worked on,
 * and ends the statement at hand when someone has cancelled it. The caller clears it.
 */
export function watch(importId: number): NodeJS.Timeout {
  let looks = 0;
  return setInterval(() => {
    const signOfLife = looks++ % Math.round(SILENCE / 6 / LOOK_EVERY) === 0;
    void (async () => {
      if (signOfLife)
        await db.import.updateMany({
          where: { id: importId, status: { in: ["reading", "matching"] } },
          data: { progressAt: now() },
        });
      if (
        (await db.import.findUnique({ where: { id: importId }, select: { cancelRequested: true } }))
          ?.cancelRequested
      )
        await cancelStatements(db, importId);
    })().catch(() => {});
  }, LOOK_EVERY);
}

/** Writes progress at most every PROGRESS_EVERY milliseconds, and throws ImportCancelled when someone asked for that. */
export function throttledProgress(
  importId: number,
): (progress: Prisma.ImportUpdateInput) => Promise<void> {
  return throttled(PROGRESS_EVERY, async (progress) => {
    const { cancelRequested } = await db.import.update({
      where: { id: importId },
      data: { ...progress, progressAt: now() },
      select: { cancelRequested: true },
    });
    if (cancelRequested) throw new ImportCancelled();
  });
}

/** Matches the staged rows against the dataset as it is now. */
export async function planImport(importId: number): Promise<ImportStatus> {
  const say = throttledProgress(importId);
  await noteLastRevision(importId);
  // An import into an empty dataset has nothing to be matched with, and is spared most passes over its rows.
  const present = await db.questionHead.findFirst({ select: { questionId: true } });
  if (present) await matchEqual(importId);
  await markCaseRepeats(importId);
  if (present) await matchSimilar(importId, (rows) => say({ rowsMatched: rows }));
  await transaction(
    async (tx) => {
      await showWorking(tx, importId);
      await planForManyRows(tx);
      if (present) {
        await restoreDecisions(tx, importId);
        await compareWithHeads(tx, importId);
        await restoreResolutions(tx, importId);
      }
      await goOn(tx, importId, "matching");
      await tx.import.update({
        where: { id: importId },
        data: { status: "planned", plannedAt: now(), progressAt: now() },
      });
    },
    { timeoutMs: 600_000 },
  );
  return "planned";
}

/** Between two phases: ends the import when someone has cancelled it in the meantime. */
export async function goOn(tx: Tx, importId: number, status: ImportStatus): Promise<void> {
  const found = await lockImport(tx, importId);
  if (found?.status !== status || found.cancelRequested) throw new ImportCancelled();
}

export async function giveUp(
  actor: Actor,
  importId: number,
  error: unknown,
): Promise<ImportStatus> {
  // The end is written first and seen at once: throwing a million rows away takes a while longer, and fails on a full disk.
  const ended = await transaction(async (tx): Promise<ImportStatus> => {
    const found = await lockImport(tx, importId);
    const cancelled =
      error instanceof ImportCancelled || (found?.cancelRequested === true && wasCancelled(error));
    if (!cancelled) requestLog(actor.requestId).error({ err: error, importId }, "import failed");
    // Silent for so long that it was cancelled or ended as interrupted.
    if (found?.status !== "reading" && found?.status !== "matching")
      return cancelled ? "cancelled" : "failed";
    await tx.import.update({
      where: { id: importId },
      data: cancelled
        ? { status: "cancelled" }
        : {
            status: "failed",
            error: `${troubleWords(error) ?? "Something went wrong on the server (see the log)."} The dataset was not changed. Try importing the file again.`,
          },
    });
    if (cancelled) await recordAudit(tx, actor, { type: "import.cancelled", data: { importId } });
    return cancelled ? "cancelled" : "failed";
  });
  await transaction((tx) => clearStaged(tx, importId), { timeoutMs: 600_000 }).catch(
    (problem: unknown) =>
      requestLog(actor.requestId).error(
        { err: problem, importId },
        "staged rows are left; they are removed later",
      ),
  );
  return ended;
}
