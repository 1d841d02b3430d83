/*
 * How statements over all rows of an import run: planned for many rows, to be canceled at any moment, and seen by others.
 */
import { ADVISORY_LOCKS, lock, lockStatement } from "@/lib/platform/advisory-locks";
import { Prisma, type Tx, withConnection } from "@/lib/platform/db";

/** The locks by which others see that an import of some kind is worked on, or applied. */
export type ImportLock = "importApplying" | "importWorking" | "responseImportWorking";

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
 * @param manyRows see FOR_MANY_ROWS
 */
export async function inImportTransaction<T>(
  name: ImportLock,
  importId: number,
  work: (client: Client) => Promise<T>,
  { manyRows = true } = {},
): Promise<T> {
  return withConnection(async (client) => {
    await client.query("BEGIN");
    try {
      await client.query(lockStatement({ until: "transaction" }, name, importId));
      if (manyRows) for (const setting of FOR_MANY_ROWS) await client.query(setting);
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

/** Lets others see, and end, this transaction's statements until it is over (see cancelStatements). */
export async function showImport(tx: Tx, name: ImportLock, importId: number): Promise<void> {
  await lock(tx, name, importId);
}

/** SQL: a row of pg_locks is that an import holds one of these locks. */
function held(names: readonly ImportLock[], importId: number): Prisma.Sql {
  const numbers = names.map((name) => ADVISORY_LOCKS[name].number);
  return Prisma.sql`(locktype = 'advisory' AND classid = ANY(${numbers}::int[]::oid[]) AND objid = ${importId}::oid AND objsubid = 2 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;
}

/** Whether a transaction is under way that shows itself so (see showImport). */
export async function isShown(tx: Tx, name: ImportLock, importId: number): Promise<boolean> {
  const [row] = await tx.$queryRaw<
    { shown: boolean }[]
  >`SELECT EXISTS (SELECT 1 FROM pg_locks WHERE ${held([name], importId)}) AS shown`;
  return row!.shown;
}

/** Ends whatever statement an import is waiting for, in whichever process; its transaction then fails and leaves nothing. */
export async function cancelStatements(
  tx: Tx,
  names: readonly ImportLock[],
  importId: number,
): Promise<void> {
  await tx.$queryRaw<
    { pg_cancel_backend: boolean }[]
  >`SELECT pg_cancel_backend(pid) FROM pg_locks WHERE ${held(names, importId)}`;
}

/** True for the error of a statement that cancelStatements ended. */
export function wasCancelled(error: unknown): boolean {
  return /57014|canceling statement due to user request/.test(
    `${String((error as { code?: unknown }).code)} ${String(error)} ${JSON.stringify((error as { meta?: unknown }).meta ?? "")}`,
  );
}
