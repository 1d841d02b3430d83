/*
 * The life of a file that comes in, the same for every kind: it is read and matched behind the person's back with signs of
 * life and progress, can be cancelled at any moment, fails with words, and is given up where its process is gone. Its state
 * is the only word on that: whoever works on an import goes on as long as the state says so.
 */
import { type Reading, readingSchema, readingText } from "@/lib/dataset/file-formats/reading";
import type { ReadOptions } from "@/lib/dataset/file-formats/release-file";
import type { Actor } from "@/lib/people/access/schema";
import { now } from "@/lib/platform/clock";
import { troubleWords } from "@/lib/platform/database-trouble";
import { copyInto, db, Prisma, transaction, type Tx, withConnection } from "@/lib/platform/db";
import { type LockedTable, lockRow } from "@/lib/platform/locked-row";
import { requestLog } from "@/lib/platform/log";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { throttled } from "@/lib/platform/throttled";
import {
  isWaiting,
  isWorking,
  refuseMissing,
  refuseStatus,
  TAKEN_AS,
  WORKING_STATUSES,
  type ImportStatus,
  type RowReading,
} from "./vocabulary";
import { cancelStatements, type ImportLock, wasCancelled } from "./statements-writes";

/** What the engine reads of an import, of whatever kind. */
interface StoredImport {
  id: number;
  status: string;
  rows: number;
  progressAt: Date;
  reading: unknown;
}

/** A kind of file that comes in: what the engine has to know of it. */
export interface ImportKind<Stored extends StoredImport = StoredImport> {
  /** Its table. It has the columns id, status, rows, bytes_read, progress_at and error. */
  table: LockedTable;
  /** Tables of what is staged of an import, each by import_id, in the order in which they are cleared. */
  staged: readonly string[];
  /** What its long statements hold, so that a cancellation can end them: see showImport. */
  working: ImportLock;
  find(tx: Tx, importId: number): Promise<Stored | null>;
  /** What did not happen where an import came to nothing: a sentence. */
  unharmed: string;
  /** Records in the audit log that one was cancelled. */
  recordCancelled(tx: Tx, actor: Actor, found: Stored): Promise<void>;
  /** Records that someone chose how one is read. */
  recordReading(tx: Tx, actor: Actor, found: Stored, reading: string): Promise<void>;
  /** Rows that are left out for these reasons can be taken as they would be read. */
  rowReadings: {
    in: readonly ImportStatus[];
    /** @returns how many */
    take(tx: Tx, importId: number, reason: RowReading): Promise<number>;
  };
  /** Whether one can be discarded that has come to its end; without it, none can. */
  discardable?(found: Stored): boolean;
  /**
   * Of imports that have given no sign of life since `silentSince`, takes those that can go on later back to where they
   * wait; the others fail.
   * @returns those of which someone has to know
   */
  resume?(tx: Tx, silentSince: Date): Promise<number[]>;
}

/** Locks an import until the transaction ends, so that what is done to it comes one after the other. */
export async function lockImport<Stored extends StoredImport>(
  tx: Tx,
  kind: ImportKind<Stored>,
  importId: number,
): Promise<Stored | null> {
  await lockRow(tx, kind.table, importId);
  return kind.find(tx, importId);
}

/** SQL: the states in which the server is at work. */
const WORKING = Prisma.sql`(${Prisma.join(WORKING_STATUSES)})`;

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
/** Every so many looks it says that it is being worked on. */
const LOOKS_PER_SIGN = Math.round(SILENCE / 6 / LOOK_EVERY);

/** Thrown inside a running import that someone has cancelled in the meantime; nothing of it stays. */
export class ImportCancelled extends Error {}

/** What a new import says of itself, of whatever kind, before its file is read. */
export function newImport(actor: Actor, file: { fileName: string; byteSize: number }) {
  const { fileName, byteSize } = file;
  const begun = { status: "reading", createdById: actor.userId, progressAt: now() };
  return { fileName, byteSize, format: "", ...begun };
}

// Staging ---------------------------------------------------------------------------------------------------------

/**
 * Stages rows by COPY.
 * @param into the table with its columns
 * @param line the row's line of the COPY; `ordinal` counts from 0
 * @param afterBatch called with the number of rows so far; what it throws ends the staging, and nothing of it stays.
 * @returns the number of rows
 */
export async function stageRows<Row>(
  into: string,
  batches: AsyncIterable<Row[]>,
  line: (row: Row, ordinal: number) => string,
  afterBatch: (rows: number) => Promise<void>,
): Promise<number> {
  let ordinal = 0;
  async function* lines() {
    for await (const batch of batches) {
      let text = "";
      for (const row of batch) text += line(row, ordinal++);
      await afterBatch(ordinal);
      yield text;
    }
  }
  await withConnection((client) => copyInto(client, into, lines()));
  return ordinal;
}

/** Throws away what is staged of an import. */
export async function clearStaged(tx: Tx, kind: ImportKind, importId: number): Promise<void> {
  for (const table of kind.staged)
    await tx.$executeRaw`DELETE FROM ${Prisma.raw(table)} WHERE import_id = ${importId}`;
}

// At work ---------------------------------------------------------------------------------------------------------

/** What reading a file begins with, of whatever kind. */
export interface FileToRead {
  importId: number;
  /** The file, complete on disk. */
  path: string;
  /** How it is to be read, where someone has said so already. */
  reading?: Reading;
  /** Imports whose files are read after this one: they are not given up meanwhile. */
  waiting?: readonly number[];
  /** Smaller limits than the usual ones. */
  limits?: Pick<ReadOptions, "maxRows" | "maxInflated">;
}

/** How far an import is. */
export interface Progress {
  rows?: number;
  bytesRead?: number;
  /** Of kinds that say so. */
  rowsMatched?: number;
}
const PROGRESS_COLUMNS: Record<keyof Progress, string> = {
  rows: "rows",
  bytesRead: "bytes_read",
  rowsMatched: "rows_matched",
};

/** Writes progress at most every PROGRESS_EVERY milliseconds, and throws ImportCancelled once the import is no longer worked on. */
export function throttledProgress(
  { table }: ImportKind,
  importId: number,
): (progress: Progress) => Promise<void> {
  return throttled(PROGRESS_EVERY, async (progress) => {
    const columns = Object.entries(progress).map(
      ([key, value]) =>
        Prisma.sql`${Prisma.raw(PROGRESS_COLUMNS[key as keyof Progress])} = ${value}, `,
    );
    const found = await db.$executeRaw`
      UPDATE ${Prisma.raw(table)} SET ${Prisma.join(columns, "")} progress_at = ${now()} WHERE id = ${importId} AND status IN ${WORKING}`;
    if (found === 0) throw new ImportCancelled();
  });
}

/** Between two phases: ends the import when someone has cancelled it in the meantime, and else locks it. */
export async function goOn(
  tx: Tx,
  kind: ImportKind,
  importId: number,
  status: (typeof WORKING_STATUSES)[number],
): Promise<void> {
  const found = await lockImport(tx, kind, importId);
  if (found?.status !== status) throw new ImportCancelled();
}

/**
 * Works on an import that is being read or matched. Meanwhile, however long a single statement takes, others see that it is
 * being worked on, and a cancellation ends the statement at hand. What is thrown ends the import, with words on its row and
 * in the log; what is staged of it is then thrown away.
 * @param waiting imports that are worked on after this one: they are not given up meanwhile
 * @returns what `work` returns, or the state in which the import is instead
 */
export async function atWork(
  kind: ImportKind,
  actor: Actor,
  importId: number,
  work: () => Promise<ImportStatus>,
  waiting: readonly number[] = [],
): Promise<ImportStatus> {
  const ids = [importId, ...waiting];
  const giveSign = () => db.$executeRaw`
    UPDATE ${Prisma.raw(kind.table)} SET progress_at = ${now()} WHERE id = ANY(${ids}::int[]) AND status IN ${WORKING}`;
  let looks = 0;
  const alive = setInterval(() => {
    void (async () => {
      if (looks++ % LOOKS_PER_SIGN === 0) await giveSign();
      const [found] = await db.$queryRaw<{ status: string }[]>`
        SELECT status FROM ${Prisma.raw(kind.table)} WHERE id = ${importId}`;
      if (found?.status === "cancelled") await cancelStatements(db, [kind.working], importId);
    })().catch(() => {});
  }, LOOK_EVERY);
  try {
    // At once, too: many short files would never come to the next look.
    if (waiting.length > 0) await giveSign().catch(() => {});
    return await work();
  } catch (error) {
    return await giveUp(kind, actor, importId, error);
  } finally {
    clearInterval(alive);
  }
}

async function giveUp(
  kind: ImportKind,
  actor: Actor,
  importId: number,
  error: unknown,
): Promise<ImportStatus> {
  const ended = await transaction(async (tx): Promise<ImportStatus> => {
    const found = await lockImport(tx, kind, importId);
    const status = (found?.status ?? "cancelled") as ImportStatus;
    const cancelled =
      error instanceof ImportCancelled || (status === "cancelled" && wasCancelled(error));
    if (!cancelled) requestLog(actor.requestId).error({ err: error, importId }, "import failed");
    // Cancelled, or silent for so long that another process has given it up.
    if (!isWorking(status)) return status;
    // What happened is written first: on a full disk a few bytes still fit where removing rows does not.
    const words = `${troubleWords(error) ?? "Something went wrong on the server (see the log)."} ${kind.unharmed} Try importing the file again.`;
    await tx.$executeRaw`UPDATE ${Prisma.raw(kind.table)} SET status = 'failed', error = ${words} WHERE id = ${importId}`;
    return "failed";
  });
  if (ended === "cancelled" || ended === "failed")
    await transaction((tx) => clearStaged(tx, kind, importId), { timeoutMs: 600_000 }).catch(
      (problem: unknown) => logLeft(actor, importId, problem),
    );
  return ended;
}

function logLeft(actor: Actor, importId: number, problem: unknown): void {
  requestLog(actor.requestId).error(
    { err: problem, importId },
    "staged rows are left; they are removed later",
  );
}

// Readings --------------------------------------------------------------------------------------------------------

/**
 * Agrees to the reading that an import was offered; with `rows`, rows that were left out for that reason are taken as they
 * would be read.
 * @returns the import as it was, and how it is read from now on: the caller writes that with the state that follows
 */
export async function agreeToReading<Stored extends StoredImport>(
  tx: Tx,
  kind: ImportKind<Stored>,
  actor: Actor,
  { importId, rows }: { importId: number; rows?: RowReading | undefined },
): Promise<Result<{ found: Stored; reading: Reading }, "not-found" | "not-offered">> {
  const found = await lockImport(tx, kind, importId);
  if (!found) return refuseMissing();
  const fitting: readonly string[] = rows === undefined ? ["offered"] : kind.rowReadings.in;
  if (!fitting.includes(found.status))
    return refuse(
      "not-offered",
      "There is no other way to read this file. Reload the page to see its status.",
    );
  if (rows !== undefined && (await kind.rowReadings.take(tx, importId, rows)) === 0)
    return refuse(
      "not-offered",
      "No rows of this import can be read in another way. Nothing was changed.",
    );
  const reading = { ...readingSchema.parse(found.reading ?? {}), ...(rows && TAKEN_AS[rows]) };
  await kind.recordReading(tx, actor, found, readingText(reading));
  return ok({ found, reading });
}

// Its end ---------------------------------------------------------------------------------------------------------

/** So many staged rows are thrown away before a cancellation is answered; more are left to be thrown away behind it. */
const CLEARED_AT_ONCE = 50_000;

/**
 * Cancels an import that is not applied. Whoever works on it stops within a second or two and clears up behind itself; of
 * one that waits, the staged rows are thrown away. One that is cancelled already stays so.
 */
export async function cancel<Stored extends StoredImport>(
  kind: ImportKind<Stored>,
  actor: Actor,
  importId: number,
): Promise<Result<void, "not-found" | "not-planned">> {
  const cancelled = await transaction(
    async (tx): Promise<Result<{ toClear: number | null }, "not-found" | "not-planned">> => {
      const found = await lockImport(tx, kind, importId);
      if (!found) return refuseMissing();
      if (found.status === "cancelled") return ok({ toClear: null });
      const working = isWorking(found.status);
      if (!working && !isWaiting(found.status) && !kind.discardable?.(found))
        return refuseStatus(found.status);
      await tx.$executeRaw`UPDATE ${Prisma.raw(kind.table)} SET status = 'cancelled' WHERE id = ${importId}`;
      await kind.recordCancelled(tx, actor, found);
      return ok({ toClear: working && !isSilent(found.progressAt) ? null : found.rows });
    },
    // It may wait for a matching that someone else waits for.
    { timeoutMs: 120_000 },
  );
  if (!cancelled.ok) return cancelled;
  const { toClear } = cancelled.value;
  if (toClear === null) return ok();
  const clearing = transaction((tx) => clearStaged(tx, kind, importId), {
    timeoutMs: 600_000,
  }).catch((problem: unknown) => logLeft(actor, importId, problem));
  // A command's process ends with its answer.
  if (toClear <= CLEARED_AT_ONCE || actor.via === "cli") await clearing;
  return ok();
}

/**
 * Ends imports whose process is gone: those that were read or matched and have given no sign of life since `silentSince`.
 * What they had staged goes with them, but of those that can go on later (see ImportKind.resume). Several processes may do
 * so at once. Returns the numbers of those that ended.
 */
export async function endInterrupted(
  tx: Tx,
  kind: ImportKind,
  silentSince: Date,
): Promise<number[]> {
  const table = Prisma.raw(kind.table);
  const resumed = (await kind.resume?.(tx, silentSince)) ?? [];
  const ended = await tx.$queryRaw<{ id: number }[]>`
    UPDATE ${table} SET status = 'failed', error = ${`The server stopped while this file was being read. ${kind.unharmed} Import the file again.`}
    WHERE id IN (SELECT id FROM ${table} WHERE status IN ${WORKING} AND progress_at < ${silentSince} FOR UPDATE SKIP LOCKED)
    RETURNING id`;
  // Of earlier ones something may be left, too, where the clearing was cut off.
  for (const staged of kind.staged)
    await tx.$executeRaw`
      DELETE FROM ${Prisma.raw(staged)} WHERE import_id IN (SELECT id FROM ${table} WHERE status IN ('cancelled', 'failed'))`;
  return [...resumed, ...ended.map(({ id }) => id)];
}
