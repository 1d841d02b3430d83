import { ADVISORY_LOCKS, lock, lockStatement } from "@/lib/platform/advisory-locks";
import { Prisma, type Tx, withConnection } from "@/lib/platform/db";

/*
 * How statements over all rows of an import run: planned for many rows, to be canceled at any moment, and seen by others.
 */

/**
 * Prepares a transaction for statements over all staged rows. What the planner knows of these is from before this import:
 * left alone it compares every row with every other, and an import of 100,000 rows onto as many takes hours instead of
 * a second. Sorts of so many rows stay in memory.
 */
const FOR_MANY_ROWS = ["SET LOCAL enable_nestloop = off", "SET LOCAL work_mem = '64MB'"];

/** See FOR_MANY_ROWS. */
export async function planForManyRows(tx: Tx): Promise<void> {
  for (const setting of FOR_MANY_ROWS) await tx.$executeRawUnsafe(setting);
}

export type Client = Parameters<Parameters<typeof withConnection>[0]>[0];

/**
 * Runs statements over all rows of an import on one connection, in one transaction that a cancellation can end at any
 * moment (see cancelStatements).
 */
export async function inImportTransaction<T>(
  importId: number,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  return withConnection(async (client) => {
    await client.query("BEGIN");
    try {
      await client.query(lockStatement({ until: "transaction" }, "importWorking", importId));
      for (const setting of FOR_MANY_ROWS) await client.query(setting);
      const result = await work(client);
      await client.query("COMMIT");
      return result;
    } catch (error) {
      await client.query("ROLLBACK");
      throw error;
    }
  });
}

/** The lines of many items, a thousand at a time. */
export function* inChunks<T>(items: Iterable<T>, line: (item: T) => string): Generator<string> {
  let text = "";
  let count = 0;
  for (const item of items) {
    text += line(item);
    if (++count % 1_000 > 0) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}

/** Lets readers see, until this transaction ends, that an import is being applied. */
export async function showApplying(tx: Tx, importId: number): Promise<void> {
  await lock(tx, "importApplying", importId);
}

/** Lets a cancellation end this transaction's statements (see cancelStatements). */
export async function showWorking(tx: Tx, importId: number): Promise<void> {
  await lock(tx, "importWorking", importId);
}

/** SQL: a row of pg_locks is that an import holds this lock. */
const HELD = (
  name: "importApplying" | "importWorking",
  importId: number,
) => Prisma.sql`(locktype = 'advisory' AND classid = ${ADVISORY_LOCKS[name].number}::oid AND objid = ${importId}::oid AND objsubid = 2 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

export async function isBeingApplied(tx: Tx, importId: number): Promise<boolean> {
  const [row] = await tx.$queryRaw<
    { applying: boolean }[]
  >`SELECT EXISTS (SELECT 1 FROM pg_locks WHERE ${HELD("importApplying", importId)}) AS applying`;
  return row!.applying;
}

/** Ends whatever statement an import is waiting for, in whichever process; its transaction then fails and leaves nothing. */
export async function cancelStatements(tx: Tx, importId: number): Promise<void> {
  await tx.$queryRaw<
    { pg_cancel_backend: boolean }[]
  >`SELECT pg_cancel_backend(pid) FROM pg_locks WHERE ${HELD("importWorking", importId)} OR ${HELD("importApplying", importId)}`;
}

/** True for the error of a statement that cancelStatements ended. */
export function wasCancelled(error: unknown): boolean {
  return /57014|canceling statement due to user request/.test(
    `${String((error as { code?: unknown }).code)} ${String(error)} ${JSON.stringify((error as { meta?: unknown }).meta ?? "")}`,
  );
}

/** Until the transaction ends no one edits, so that the dataset can be rearranged; readers go on. */
export async function lockDataset(tx: Tx): Promise<void> {
  await tx.$executeRaw`LOCK TABLE question_heads IN EXCLUSIVE MODE`;
}
