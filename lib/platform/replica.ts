import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { clientOf, poolOf, reading, transaction, withConnection, type Tx } from "./db";
import { environment } from "./env";
import { log } from "./log";
import { asOfReplica, type ReplicaSeen } from "./replica-lag";

/*
 * Reads that may be some seconds old go to a streaming replica (DATABASE_REPLICA_URL), where two things come together: the
 * query says that its statement may (`readWithLag`), and whoever asked shows of when the answer is (`showingLag`). Whatever a
 * command decides upon is in no such scope, and so are files, addresses of a state, and whatever shows one's own write.
 */

/** An answer, and of when it is at least: everything that was committed before is in it. Null: of now, from the primary. */
export interface Lagging<T> {
  value: T;
  asOf: Date | null;
}

interface Scope {
  /** Asked once, before anything is read, so that the time holds for all of it. */
  replica: Promise<Usable | null> | null;
  asOf: Date | null;
}

interface Usable {
  db: ReturnType<typeof clientOf>;
  asOf: Date;
}

/** A replica that does not answer is left alone for so long. */
const REST_MS = 5_000;
/** So long it may take to say how far it is; pages wait for it. */
const ANSWER_MS = 2_000;
/** What was written a moment ago is on its way: it is asked so often before it counts as behind. */
const ASKED = 3;
const BETWEEN_MS = 20;

const scopes = new AsyncLocalStorage<Scope>();

interface Replica {
  pool: pg.Pool;
  db: Usable["db"];
  restUntil: number;
}

// Next loads a module once per bundle; one process still wants one pool.
const shared = globalThis as { __freshqaReplica?: Replica | undefined };

/**
 * Lets the statements of `read` that may lag be answered by the replica.
 * @param mayLag false: all of it is read from the primary
 * @returns with `asOf`, which is to be shown beside what was read
 */
export async function showingLag<T>(mayLag: boolean, read: () => Promise<T>): Promise<Lagging<T>> {
  if (!mayLag) return { value: await read(), asOf: null };
  const scope: Scope = { replica: null, asOf: null };
  const value = await scopes.run(scope, read);
  return { value, asOf: scope.asOf };
}

/**
 * Runs a statement that may be some seconds old, in a transaction that only reads. The primary answers outside of
 * showingLag, and where the replica is away, too far behind, or gives the statement up.
 */
export async function readWithLag<T>(
  work: (tx: Tx) => Promise<T>,
  { timeoutMs }: { timeoutMs: number },
): Promise<T> {
  const scope = scopes.getStore();
  const replica = scope && (await (scope.replica ??= usable()));
  if (replica) {
    try {
      // A replica that is promoted in this moment takes no write from here, either.
      const value = await replica.db.$transaction(reading(work), {
        timeout: timeoutMs,
        maxWait: ANSWER_MS,
      });
      scope.asOf = replica.asOf;
      return value;
    } catch (error) {
      // Gone, or its replay needed the rows (a conflict with recovery). An error of the statement comes again there.
      log().warn({ err: error }, "the primary answers for the replica");
    }
  }
  return transaction(work, { timeoutMs, readOnly: true });
}

/** The replica, if it can be read now. Never throws: there is always the primary. */
async function usable(): Promise<Usable | null> {
  const replica = connected();
  if (replica === null || performance.now() < replica.restUntil) return null;
  try {
    const asOf = asOfReplica(await see(replica.pool));
    return asOf && { db: replica.db, asOf };
  } catch (error) {
    replica.restUntil = performance.now() + REST_MS;
    log().warn({ err: error, retryMs: REST_MS }, "the replica does not answer");
    return null;
  }
}

function connected(): Replica | null {
  const url = environment().DATABASE_REPLICA_URL;
  if (url === undefined) return null;
  if (shared.__freshqaReplica) return shared.__freshqaReplica;
  const pool = poolOf({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    throughPooler: false,
  });
  const db = clientOf(pool, { keepPlans: false });
  return (shared.__freshqaReplica = { pool, db, restUntil: 0 });
}

/** Asks both servers how far they are: the primary first, so that whatever it had then can be expected of the replica. */
async function see(pool: pg.Pool): Promise<ReplicaSeen> {
  const {
    rows: [primary],
  } = await withConnection((client) =>
    client.query<{ at: Date; lsn: string; system: string }>(
      `SELECT clock_timestamp() AS at, pg_current_wal_flush_lsn()::text AS lsn, (SELECT system_identifier::text FROM pg_control_system()) AS system`,
    ),
  );
  for (let asked = 1; ; asked++) {
    const {
      rows: [replica],
    } = await inTime(
      pool.query<{ standby: boolean; caughtUp: boolean; replayed: Date | null; system: string }>(
        `SELECT pg_is_in_recovery() AS standby, coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS "caughtUp",
          pg_last_xact_replay_timestamp() AS replayed, (SELECT system_identifier::text FROM pg_control_system()) AS system`,
        [primary!.lsn],
      ),
    );
    const { standby, caughtUp, replayed, system } = replica!;
    const ours = standby && system === primary!.system;
    if (caughtUp || !ours || asked === ASKED)
      return { primaryAt: primary!.at, ours, caughtUp, replayed };
    await pause(BETWEEN_MS);
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = pause(ANSWER_MS, undefined, { signal: ended.signal }).then(() => {
    throw new Error("no answer in time");
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    ended.abort();
    late.catch(() => {});
  }
}
