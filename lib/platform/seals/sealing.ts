import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { lockStatement } from "../advisory-locks";
import { agreeOnText, quoted } from "../backup/catalog";
import { now } from "../clock";
import { withLongConnection } from "../db";
import { every } from "../every";
import { log } from "../log";
import { DIGEST_BYTES, hashOfSeal, type SealText } from "./rules";
import { DIGESTS, digestsOf, sealedTables, sealedUpTo, type SealedTable } from "./tables";

/** How often what is new is sealed. */
const ROUND_MS = 10 * 60_000;
/** How long a round waits for transactions that were under way when it began; behind longer ones the next round seals. */
const PATIENCE_MS = 5 * 60_000;
const ASK_MS = 1_000;
/** Rows of one seal; those with one key stay together. */
const BATCH = 1_000;

/** Lends a connection without a transaction. */
export type Lend = <T>(work: (client: pg.ClientBase) => Promise<T>) => Promise<T>;

/** How far tables were written at a moment, and who was at work then. */
interface Horizon {
  /** The tables that have rows, each with its greatest key. */
  written: { table: SealedTable; upTo: number }[];
  /** Transactions that were under way: until they end, rows with smaller keys may still appear. */
  underWay: readonly string[];
}

/**
 * Transactions of this database that are under way, by the lock that each holds on itself, also before it has written
 * anything: it may have a number already. Not our own, nor those of processes that give out no numbers.
 */
const UNDER_WAY = `
  SELECT l.virtualxid AS id FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'virtualxid' AND l.mode = 'ExclusiveLock' AND l.granted
    AND a.datname = current_database() AND a.backend_type NOT IN ('autovacuum worker', 'walsender') AND l.pid <> pg_backend_pid()
  UNION ALL SELECT 'prepared ' || gid FROM pg_prepared_xacts WHERE database = current_database()`;

async function underWay(client: pg.ClientBase): Promise<string[]> {
  return (await client.query<{ id: string }>(UNDER_WAY)).rows.map(({ id }) => id);
}

/**
 * How far the tables are. Keys are given out in their order, but become visible as their transactions end: a key up to
 * here that is not visible yet belongs to a transaction that is listed. Outside a transaction.
 */
async function readHorizon(client: pg.ClientBase): Promise<Horizon> {
  const written: Horizon["written"] = [];
  for (const table of await sealedTables(client)) {
    const { rows } = await client.query<{ key: number | null }>(
      `SELECT max(${quoted(table.key)}) AS key FROM ${quoted(table.name)}`,
    );
    const upTo = rows[0]!.key;
    if (upTo !== null) written.push({ table, upTo });
  }
  // In this order: whoever begins later gets greater keys.
  return { written, underWay: await underWay(client) };
}

/**
 * Seals everything that was written when it begins. No writer waits for it: it reads rows that nobody changes any more and
 * takes no lock but its own.
 * @param over ends the wait for others, and the round behind the seal that is being written
 * @returns how many rows were sealed; null where transactions of before went on for longer than it waits
 */
export async function sealWritten(
  lend: Lend,
  { patienceMs, over }: { patienceMs: number; over?: AbortSignal },
): Promise<number | null> {
  const horizon = await lend(readHorizon);
  const giveUpAt = performance.now() + patienceMs;
  while (await lend((client) => isUnderWay(client, horizon))) {
    if (performance.now() > giveUpAt) return null;
    await pause(ASK_MS, undefined, { ref: false, signal: over }).catch(() => {});
    if (over?.aborted === true) return 0;
  }
  return lend((client) => seal(client, horizon, over));
}

async function isUnderWay(client: pg.ClientBase, horizon: Horizon): Promise<boolean> {
  const still = new Set(await underWay(client));
  return horizon.underWay.some((id) => still.has(id));
}

/** Seals what is not sealed yet up to a horizon whose transactions have ended. @returns how many rows */
async function seal(
  client: pg.ClientBase,
  { written }: Horizon,
  over: AbortSignal | undefined,
): Promise<number> {
  let rows = 0;
  for (const { table, upTo } of written) {
    for (let more: number | null = 0; more !== null; rows += more ?? 0) {
      if (over?.aborted === true) return rows;
      more = await sealBatch(client, table, upTo);
    }
  }
  return rows;
}

/**
 * Writes the next seal of a table, in a transaction of its own.
 * @returns how many rows it covers; null where nothing is left, or another process is sealing
 */
async function sealBatch(
  client: pg.ClientBase,
  table: SealedTable,
  last: number,
): Promise<number | null> {
  await client.query("BEGIN");
  try {
    await agreeOnText(client);
    const { rows: lock } = await client.query<{ got: boolean }>(
      lockStatement({ until: "transaction", try: true }, "sealing"),
    );
    const next = lock[0]!.got ? await nextSeal(client, table, last) : null;
    if (next !== null) {
      const { rows: before } = await client.query<{ sha256: string }>(
        "SELECT sha256 FROM seals ORDER BY id DESC LIMIT 1",
      );
      const { tableName, keyColumn, columns, afterKey, upToKey, digests, sealedAt } = next;
      const sha256 = hashOfSeal(next, before[0]?.sha256 ?? "");
      await client.query(
        "INSERT INTO seals (table_name, key_column, columns, after_key, up_to_key, digests, sha256, sealed_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        [tableName, keyColumn, columns, afterKey, upToKey, digests, sha256, sealedAt],
      );
    }
    await client.query("COMMIT");
    return next && next.digests.length / DIGEST_BYTES;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/** What the next seal of a table says; null where nothing is left up to `last`. */
async function nextSeal(
  client: pg.ClientBase,
  table: SealedTable,
  last: number,
): Promise<SealText | null> {
  const { name, key, columns } = table;
  const afterKey = await sealedUpTo(client, table);
  const { rows: end } = await client.query<{ key: number | null }>(
    `SELECT max(k) AS key FROM (SELECT ${quoted(key)} AS k FROM ${quoted(name)} WHERE ${quoted(key)} > $1 AND ${quoted(key)} <= $2 ORDER BY 1 LIMIT ${BATCH}) batch`,
    [afterKey, last],
  );
  const upToKey = end[0]!.key;
  if (upToKey === null) return null;
  const { rows } = await client.query<{ digests: Buffer }>(
    `SELECT ${DIGESTS} AS digests FROM (${digestsOf(table)}) row WHERE k > $1 AND k <= $2`,
    [afterKey, upToKey],
  );
  const { digests } = rows[0]!;
  return { tableName: name, keyColumn: key, columns, afterKey, upToKey, digests, sealedAt: now() };
}

/** Seals now and every ten minutes. @returns how to end it; it waits for the seal that is being written. */
export function startSealing(): () => Promise<void> {
  const over = new AbortController();
  const rounds = every(ROUND_MS, "sealing failed", async () => {
    const rows = await sealWritten(withLongConnection, {
      patienceMs: PATIENCE_MS,
      over: over.signal,
    });
    if (rows === null)
      log().warn(
        "sealing waits for a transaction that has gone on for minutes; the next round tries again",
      );
  });
  return () => {
    over.abort();
    return rounds.stop();
  };
}
