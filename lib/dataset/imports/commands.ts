import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { onceBegun, transactionOnce } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { troubleWords } from "@/lib/platform/database-trouble";
import { db, type Prisma, transaction, type Tx } from "@/lib/platform/db";
import { firstBytes, ReadOnce } from "@/lib/platform/file-bytes";
import { requestLog } from "@/lib/platform/log";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { throttled } from "@/lib/platform/throttled";
import { indexWaitingHeads } from "@/lib/dataset/questions/writes";
import type { z } from "zod";
import { detectFormat } from "@/lib/dataset/file-formats/detect-format";
import { HEAD_BYTES, offeredReading } from "@/lib/dataset/file-formats/offered-reading";
import { readRelease } from "@/lib/dataset/file-formats/read-release";
import {
  isOfficialReading,
  type Reading,
  readingSchema,
  readingText,
} from "@/lib/dataset/file-formats/reading";
import {
  type FileLayout,
  fileError,
  type ReadOptions,
} from "@/lib/dataset/file-formats/release-file";
import { sourceOf } from "@/lib/dataset/file-formats/table";
import { obstacleOf, releaseDayOf, suggestOrder } from "./rules";
import type {
  acceptReadingSchema,
  applyImportSchema,
  beginImportSchema,
  decideAllSchema,
  decideRewordingSchema,
  importIdSchema,
  ImportOutcome,
  ImportStatus,
  undoDecisionsSchema,
} from "./schema";
import {
  applyRows,
  cancelStatements,
  clearOver,
  clearRows,
  clearStaged,
  compareWithHeads,
  countOutdated,
  countPlan,
  decideTogether,
  FindingStore,
  isBeingApplied,
  markDuplicates,
  matchEqual,
  matchSimilar,
  noteRepeatedIds,
  planForManyRows,
  proposeAgain,
  showApplying,
  showWorking,
  stageRows,
  takeRowsAsRead,
  undoTogether,
  unmatch,
  wasCancelled,
  lockDataset,
} from "./writes";
import { countOf } from "@/lib/platform/format";
import { lockRow } from "@/lib/platform/locked-row";

/** How long an import may be silent before it counts as interrupted, in milliseconds. */
const SILENCE = 60_000;
/** How often a running import says where it is, in milliseconds. */
const PROGRESS_EVERY = 300;
/** How often it looks whether someone has cancelled it while it waits for a statement, in milliseconds. */
const LOOK_EVERY = 500;
/** So many staged rows are thrown away before a cancellation is answered; more are left to be thrown away behind it. */
const CLEARED_AT_ONCE = 50_000;

/** Thrown inside a running import to end it; nothing of it stays. */
class ImportCancelled extends Error {}

/**
 * Opens an import for a file that is about to be read. Nothing of the dataset changes before it is applied. The same
 * `clientKey` again answers with the import that the first call opened.
 * @returns `first`: this call opened it, so that its file is to be read
 */
export async function beginImport(
  actor: Actor,
  input: z.infer<typeof beginImportSchema>,
): Promise<Result<{ importId: number; first: boolean }, "key-taken">> {
  authorize(actor, "imports.manage");
  const begun = await transaction((tx) =>
    onceBegun(
      tx,
      { command: "beginImport", userId: actor.userId, clientKey: input.clientKey },
      async () => {
        const made = await tx.import.create({
          data: {
            fileName: input.fileName,
            format: "",
            byteSize: input.byteSize,
            status: "reading",
            createdById: actor.userId,
          },
          select: { id: true },
        });
        await recordAudit(tx, actor, {
          type: "import.started",
          data: { importId: made.id, fileName: input.fileName, byteSize: input.byteSize },
        });
        return ok({ importId: made.id });
      },
    ),
  );
  return begun.ok ? ok({ ...begun.value.value, first: begun.value.first }) : begun;
}

interface ReadInput {
  importId: number;
  /** The file, complete on disk. */
  path: string;
  /** How the file is to be read, where someone has said so already. */
  reading?: Reading;
  /** Smaller limits than the usual ones. */
  limits?: Pick<ReadOptions, "maxRows" | "maxInflated">;
}

/**
 * Reads the file of an import, stages its rows and plans them against the dataset. Takes as long as the file is large,
 * and says where it is on the import's row; a cancellation asked for there ends it.
 * @returns where the import stands: planned; offered (its file can be read, but not as the official form: acceptReading goes
 *   on); refused (the file as a whole cannot be read: see its findings); cancelled; or failed, with a line in the log.
 */
export async function readImport(
  actor: Actor,
  input: ReadInput,
): Promise<Result<{ status: ImportStatus }, never>> {
  authorize(actor, "imports.manage");
  const { importId, path } = input;
  const alive = watch(importId);
  try {
    const { fileName } = await db.import.findUniqueOrThrow({
      where: { id: importId },
      select: { fileName: true },
    });
    const findings = new FindingStore(importId);
    const format = detectFormat(fileName, await firstBytes(path));
    let layout: FileLayout | null = null;
    let rows = 0;
    const file = new ReadOnce(path);
    const say = throttledProgress(importId);
    const asked = input.reading ?? {};
    let reading = asked;
    let offered = false;

    if (format === "binary") {
      findings.report(fileError("binary-file"));
    } else {
      const found = await offeredReading(
        format,
        { path, head: await firstBytes(path, HEAD_BYTES) },
        input.limits,
      );
      if (found.blame !== null && asked.separator === undefined)
        findings.report(
          fileError("other-separator", found.blame === "tab" ? "tabs" : "semicolons"),
        );
      reading = {
        ...(found.blame !== null && { separator: found.blame }),
        ...found.reading,
        ...asked,
      };
      offered = Object.keys(found.reading).some((key) => !(key in asked));
      const batches = async function* () {
        layout = yield* readRelease(sourceOf(format, path, file.bytes()), findings.report, {
          ...input.limits,
          reading,
        });
      };
      rows = await stageRows(importId, batches(), releaseDayOf(fileName), findings, (count) =>
        say({ rows: count, bytesRead: file.bytesRead }),
      );
    }
    await findings.flush(true);

    const readable = layout !== null && rows > 0;
    const sha256 = await file.sha256();
    if (readable) {
      await markDuplicates(importId);
      await noteRepeatedIds(importId);
    }
    await transaction(
      async (tx) => {
        await showWorking(tx, importId);
        if (!readable) await clearRows(tx, importId);
        await goOn(tx, importId, "reading");
        await tx.import.update({
          where: { id: importId },
          data: {
            status: !readable ? "refused" : offered ? "offered" : "matching",
            format,
            rows,
            bytesRead: file.bytesRead,
            progressAt: now(),
            sha256,
            ...(layout !== null && { layout }),
            ...(!isOfficialReading(reading) && { reading }),
          },
        });
      },
      { timeoutMs: 120_000 },
    );
    if (!readable || offered) return ok({ status: readable ? "offered" : "refused" });
    return ok({ status: await planImport(importId) });
  } catch (error) {
    return ok({ status: await giveUp(actor, importId, error) });
  } finally {
    clearInterval(alive);
  }
}

/**
 * Stands beside a running import, however long a single statement takes: says every few seconds that it is being worked on,
 * and ends the statement at hand when someone has cancelled it. The caller clears it.
 */
function watch(importId: number): NodeJS.Timeout {
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
function throttledProgress(
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
async function planImport(importId: number): Promise<ImportStatus> {
  const say = throttledProgress(importId);
  // An import into an empty dataset has nothing to be matched with, and is spared every pass over its rows.
  const present = await db.questionHead.findFirst({ select: { questionId: true } });
  if (present) {
    await matchEqual(importId);
    await matchSimilar(importId, (rows) => say({ rowsMatched: rows }));
  }
  await transaction(
    async (tx) => {
      await showWorking(tx, importId);
      await planForManyRows(tx);
      if (present) await compareWithHeads(tx, importId);
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
async function goOn(tx: Tx, importId: number, status: ImportStatus): Promise<void> {
  const found = await lockImport(tx, importId);
  if (found?.status !== status || found.cancelRequested) throw new ImportCancelled();
}

async function giveUp(actor: Actor, importId: number, error: unknown): Promise<ImportStatus> {
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

/** Locks an import's row, so that decisions, matching and applying of one import come one after the other. */
async function lockImport(tx: Tx, importId: number) {
  await lockRow(tx, "imports", importId);
  return tx.import.findUnique({ where: { id: importId } });
}

/**
 * Opens a plan again because the dataset has changed since; planAgain then makes it. Decisions on rewordings are made again.
 * Refusals: `not-found`, `not-planned`, `key-taken`. The same `clientKey` again opens nothing.
 * @returns `first`: this call opened it, so that planAgain is to follow
 */
export async function reopenImport(
  actor: Actor,
  input: z.infer<typeof importIdSchema>,
): Promise<Result<{ first: boolean }, "key-taken" | "not-found" | "not-planned">> {
  authorize(actor, "imports.manage");
  const opened = await transaction(
    (tx) =>
      onceBegun(
        tx,
        { command: "reopenImport", userId: actor.userId, clientKey: input.clientKey },
        async () => {
          const found = await lockImport(tx, input.importId);
          if (!found) return refuse("not-found", "Import not found.");
          if (found.status !== "planned") return refuseStatus(found.status);
          await unmatch(tx, found.id);
          await tx.import.update({
            where: { id: found.id },
            data: { status: "matching", rowsMatched: 0, cancelRequested: false, progressAt: now() },
          });
          return ok();
        },
      ),
    { timeoutMs: 120_000 },
  );
  return opened.ok ? ok({ first: opened.value.first }) : opened;
}

/**
 * Agrees to the reading that an import was offered, and opens its plan; planAgain then makes it. For a planned import: rows
 * that were left out for unescaped quotes or formulas without a result are taken as they would be read (`input.rows`).
 * Refusals: `not-found`, `not-offered` when there is nothing to agree to, `key-taken`. The same `clientKey` again opens nothing.
 * @returns `first`: this call opened the plan, so that planAgain is to follow
 */
export async function acceptReading(
  actor: Actor,
  input: z.infer<typeof acceptReadingSchema>,
): Promise<Result<{ first: boolean }, "key-taken" | "not-found" | "not-offered">> {
  authorize(actor, "imports.manage");
  const accepted = await transaction(
    (tx) =>
      onceBegun(
        tx,
        { command: "acceptReading", userId: actor.userId, clientKey: input.clientKey },
        async () => {
          const found = await lockImport(tx, input.importId);
          if (!found) return refuse("not-found", "Import not found.");
          let reading = readingSchema.parse(found.reading ?? {});
          if (found.status === "planned" && input.rows !== undefined) {
            if ((await takeRowsAsRead(tx, found.id, input.rows)) === 0)
              return refuse(
                "not-offered",
                "No rows of this import can be read in another way. Nothing was changed.",
              );
            reading = {
              ...reading,
              ...(input.rows === "unescaped-quotes"
                ? { quotes: "literal" }
                : { formulas: "empty" }),
            };
            await unmatch(tx, found.id);
          } else if (found.status !== "offered" || input.rows !== undefined) {
            return refuse(
              "not-offered",
              "There is no other way to read this file. Reload the page to see its status.",
            );
          }
          await tx.import.update({
            where: { id: found.id },
            data: {
              status: "matching",
              reading,
              rowsMatched: 0,
              cancelRequested: false,
              progressAt: now(),
            },
          });
          await recordAudit(tx, actor, {
            type: "import.reading-chosen",
            data: { importId: found.id, reading: readingText(reading) },
          });
          return ok();
        },
      ),
    { timeoutMs: 120_000 },
  );
  if (!accepted.ok) return accepted;
  const { first } = accepted.value;
  if (first && input.rows !== undefined) await markDuplicates(input.importId);
  return ok({ first });
}

/** Matches the rows of a reopened import against the dataset as it is now; as long as reading, and cancelled like it. */
export async function planAgain(
  actor: Actor,
  input: z.infer<typeof importIdSchema>,
): Promise<Result<{ status: ImportStatus }, never>> {
  authorize(actor, "imports.manage");
  const alive = watch(input.importId);
  try {
    return ok({ status: await planImport(input.importId) });
  } catch (error) {
    return ok({ status: await giveUp(actor, input.importId, error) });
  } finally {
    clearInterval(alive);
  }
}

function refuseStatus(status: string) {
  const words: Record<string, string> = {
    reading: "The file is still being read.",
    matching: "The rows are still being matched.",
    offered: "Choose how the file is read first.",
    applied: "This import has already been applied.",
    cancelled: "This import was canceled. Import the file again.",
    refused: "This file couldn't be read. Fix it and import it again.",
    failed: "This import failed. Import the file again.",
  };
  return refuse("not-planned", words[status] ?? "This import can no longer be changed.");
}

/**
 * Decides one proposed rewording: accepted (the row is a new wording of that question), rejected (it is a new question),
 * replaced (it is a new question that takes the place of that one, which is retired) or open again. Refusals: `not-found`, `not-planned`, `taken` when another row has the question already.
 */
export async function decideRewording(
  actor: Actor,
  input: z.infer<typeof decideRewordingSchema>,
): Promise<Result<void, "not-found" | "not-planned" | "taken">> {
  authorize(actor, "imports.manage");
  return transaction(async (tx) => {
    const found = await lockImport(tx, input.importId);
    if (!found) return refuse("not-found", "Import not found.");
    if (found.status !== "planned") return refuseStatus(found.status);
    const row = await tx.importRow.findUnique({
      where: { importId_ordinal: { importId: input.importId, ordinal: input.ordinal } },
    });
    // A row that resembled nothing can still be given a question by hand.
    if (!row || row.bad === "error" || (row.match !== "similar" && row.match !== "new"))
      return refuse("not-found", "This row is not a proposed rewording.");
    const questionId = input.questionId ?? row.questionId;
    if (questionId === null && input.decision !== "rejected")
      return refuse("not-found", "Choose the matched question of this rewording.");

    if (questionId !== null && input.decision !== "rejected") {
      const other = await tx.importRow.findFirst({
        where: {
          importId: input.importId,
          questionId,
          ordinal: { not: input.ordinal },
          OR: [{ decision: null }, { decision: { not: "rejected" } }],
        },
        select: { record: true, decision: true, ordinal: true },
      });
      if (other)
        return refuse(
          "taken",
          `Row ${other.record} is already matched to that question. Change that match first.`,
        );
      if (
        !(await tx.questionHead.findUnique({ where: { questionId }, select: { questionId: true } }))
      )
        return refuse("not-found", "Question not found.");
    }
    await tx.importRow.update({
      where: { importId_ordinal: { importId: input.importId, ordinal: input.ordinal } },
      data: { match: "similar", decision: input.decision, questionId, decidedTogether: null },
    });
    await compareWithHeads(tx, input.importId, [input.ordinal]);
    return ok();
  });
}

/** What a decision on many rows did. */
export interface DecidedTogether {
  decided: number;
  /** Rows that are still open: too little alike to be accepted unseen. */
  left: number;
  /** What undoDecisions takes it back by; null where nothing can be taken back. */
  together: number | null;
}

/**
 * Decides every proposed rewording that is still open; accepts only those from SAFE_SCORE up, as the others are as often
 * wrong as right. With `open`, proposes all again as they were at first. Refusals: `not-found`, `not-planned`, `key-taken`. The same
 * `clientKey` again answers with what the first call did.
 */
export async function decideAllRewordings(
  actor: Actor,
  input: z.infer<typeof decideAllSchema>,
): Promise<Result<DecidedTogether, "key-taken" | "not-found" | "not-planned">> {
  authorize(actor, "imports.manage");
  const { importId, decision } = input;
  return transactionOnce(
    actor,
    "decideAllRewordings",
    input.clientKey,
    async (tx) => {
      const found = await lockImport(tx, importId);
      if (!found) return refuse("not-found", "Import not found.");
      if (found.status !== "planned") return refuseStatus(found.status);
      if (decision === "open")
        return ok({ decided: await proposeAgain(tx, importId), left: 0, together: null });
      return ok(await decideTogether(tx, importId, decision));
    },
    { timeoutMs: 120_000 },
  );
}

/**
 * Opens again what one decision on many rows decided. A row whose question another row has got since stays as it is.
 * Refusals: `not-found`, `not-planned`, `key-taken`. The same `clientKey` again answers with what the first call did.
 */
export async function undoDecisions(
  actor: Actor,
  input: z.infer<typeof undoDecisionsSchema>,
): Promise<Result<{ opened: number }, "key-taken" | "not-found" | "not-planned">> {
  authorize(actor, "imports.manage");
  return transactionOnce(
    actor,
    "undoDecisions",
    input.clientKey,
    async (tx) => {
      const found = await lockImport(tx, input.importId);
      if (!found) return refuse("not-found", "Import not found.");
      if (found.status !== "planned") return refuseStatus(found.status);
      return ok({ opened: await undoTogether(tx, input.importId, input.together) });
    },
    { timeoutMs: 120_000 },
  );
}

/**
 * Cancels an import. One that is being read or matched stops within a second or two; of one that is being applied only the
 * applying is stopped, and its plan stays; a planned one is over at once. Staged rows are thrown away; the dataset was
 * never touched. One that is cancelled already stays so.
 */
export async function cancelImport(
  actor: Actor,
  input: z.infer<typeof importIdSchema>,
): Promise<Result<void, "not-found" | "not-planned">> {
  authorize(actor, "imports.manage");
  const { importId } = input;
  if (await isBeingApplied(db, importId)) {
    await cancelStatements(db, importId);
    return ok();
  }
  let rows = 0;
  const cancelled = await transaction(
    async (tx): Promise<Result<void, "not-found" | "not-planned">> => {
      const found = await lockImport(tx, importId);
      if (!found) return refuse("not-found", "Import not found.");
      if (found.status === "cancelled") return ok();
      const running = found.status === "reading" || found.status === "matching";
      const interrupted = running && now().getTime() - found.progressAt.getTime() > SILENCE;
      if (running && !interrupted) {
        await tx.import.update({ where: { id: found.id }, data: { cancelRequested: true } });
        return ok();
      }
      if (found.status !== "planned" && found.status !== "offered" && !interrupted)
        return refuseStatus(found.status);
      rows = found.rows;
      await tx.import.update({ where: { id: found.id }, data: { status: "cancelled" } });
      await recordAudit(tx, actor, { type: "import.cancelled", data: { importId: found.id } });
      return ok();
    },
  );
  if (!cancelled.ok || rows === 0) return cancelled;
  const clearing = transaction((tx) => clearStaged(tx, importId), { timeoutMs: 600_000 }).catch(
    (error: unknown) =>
      requestLog(actor.requestId).error({ err: error, importId }, "staged rows are left"),
  );
  if (rows <= CLEARED_AT_ONCE) await clearing;
  return cancelled;
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
      const found = await lockImport(tx, input.importId);
      if (!found) return refuse("not-found", "Import not found.");
      if (found.status !== "planned") return refuseStatus(found.status);
      await showApplying(tx, found.id);
      await lockDataset(tx);
      await planForManyRows(tx);

      const counts = await countPlan(tx, found.id);
      const obstacle = obstacleOf(counts, input);
      if (obstacle) return refuse(obstacle.code, obstacle.message);
      const outdated = await countOutdated(tx, found.id);
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
          releasedOn: releaseDayOf(found.fileName),
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
      await recordAudit(tx, actor, {
        type: "import.applied",
        data: { importId: found.id, operationId: operation.id, outcome: { ...outcome } },
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
