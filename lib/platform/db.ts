import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Prisma, PrismaClient } from "@/prisma/generated/client";
import { surviveBreaks } from "./breaks";
import { collision } from "./database-trouble";
import { environment } from "./env";
import { noteKept } from "./kept-writes";
import { isRefusal } from "./result";

export { Prisma };

/** A Prisma client, or the transaction that stands in for it: what `queries.ts` and `writes.ts` take. */
export type Tx = Prisma.TransactionClient;

interface Connections {
  pool: pg.Pool;
  db: PrismaClient;
}

/**
 * Whether connections go through a pooler that lends another one for each transaction: then nothing may be left behind on
 * one, neither a setting nor a prepared statement, and what needs a session goes past it.
 * https://www.pgbouncer.org/features.html
 */
function pooled(): boolean {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = environment();
  return DATABASE_DIRECT_URL !== undefined && DATABASE_DIRECT_URL !== DATABASE_URL;
}

/** The address past a pooler, for what needs a session or takes long. */
const directUrl = () => environment().DATABASE_DIRECT_URL ?? environment().DATABASE_URL;

function connect(): Connections {
  const throughPooler = pooled();
  const pool = poolOf({
    connectionString: environment().DATABASE_URL!,
    // A database behind a dead network answers nothing at all: no one is to wait for that longer than for a lock.
    connectionTimeoutMillis: 15_000,
    throughPooler,
  });
  return { pool, db: clientOf(pool, { keepPlans: !throughPooler }) };
}

/** Connections of this process to a server, the primary or the replica, with the settings that our statements expect. */
export function poolOf({
  throughPooler,
  ...to
}: {
  connectionString: string;
  connectionTimeoutMillis: number;
  throughPooler: boolean;
}): pg.Pool {
  const pool = new pg.Pool({
    ...to,
    // 10 is node-postgres' default; two cores serve no more at once.
    max: 10,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Our statements end before the time that compiling them would cost; where it is on, it is guessed wrongly.
    onConnect: async (client) => {
      if (!throughPooler) await client.query("SET jit = off");
    },
  });
  surviveBreaks(pool);
  return pool;
}

/** A client of Prisma on a pool. @param options.keepPlans whether a connection still has tomorrow what it prepared today */
export function clientOf(pool: pg.Pool, { keepPlans }: { keepPlans: boolean }): PrismaClient {
  const names = new Map<string, string>();
  const nameOf = (sql: string) => {
    const name = names.get(sql) ?? `kept_${names.size}`;
    names.set(sql, name);
    return name;
  };
  return new PrismaClient({
    adapter: new PrismaPg(pool, {
      disposeExternalPool: true,
      // Without a name: planned for its own values, as a search wants it.
      statementNameGenerator: ({ sql }) => (keepPlans && sql.includes(KEPT) ? nameOf(sql) : ""),
    }),
  });
}

const KEPT = "/* plan kept */";

/**
 * SQL: stands in a statement that each connection is to plan only once, because planning it costs as much as running it:
 * what a desk does at every key. For statements whose text is always the same and that find their rows by keys.
 * https://www.postgresql.org/docs/current/sql-prepare.html
 */
export const PLAN_KEPT = Prisma.raw(KEPT);

// Next loads a module once per bundle; one process still wants one pool.
const shared = globalThis as { __freshqaConnections?: Connections };
const connections = (shared.__freshqaConnections ??= connect());

export const db = connections.db;

/** How a transaction runs. */
export interface TransactionOptions {
  /** `ReadCommitted` unless given. */
  isolation?: "ReadCommitted" | "RepeatableRead";
  /** How long the work may take: 15 seconds unless given. Imports and releases of 100,000 rows need minutes. */
  timeoutMs?: number;
  /** What was written before a refusal is returned is committed: for refusals that record something on purpose. */
  keepOnRefusal?: boolean;
  /** The database refuses to write in it, so that a request of which something else fails has kept nothing by it. */
  readOnly?: boolean;
}

/**
 * Runs `work` in one transaction and retries it when the database asks for that (serialization failure, deadlock).
 * An error or a returned refusal (`{ ok: false, refusal }`) rolls everything back; see `keepOnRefusal`.
 */
export async function transaction<T>(
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { readOnly = false, keepOnRefusal = false } = options;
  const allowed = readOnly ? reading(work) : work;
  const unlessRefused = async (tx: Tx): Promise<T> => {
    const outcome = await allowed(tx);
    if (isRefusal(outcome)) throw new Refused(outcome);
    return outcome;
  };
  for (let attempt = 1; ; attempt++) {
    try {
      const outcome = await db.$transaction(keepOnRefusal ? allowed : unlessRefused, {
        isolationLevel: options.isolation ?? "ReadCommitted",
        timeout: options.timeoutMs ?? 15_000,
        maxWait: 15_000,
      });
      if (!readOnly) noteKept();
      return outcome;
    } catch (error) {
      if (error instanceof Refused) return error.outcome as T;
      // Nothing of the attempt was kept.
      if (attempt < 4 && collision(error)) continue;
      throw error;
    }
  }
}

/** The same work, to which the database refuses to write. */
export function reading<T>(work: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T> {
  return async (tx) => {
    await tx.$executeRaw`SET TRANSACTION READ ONLY`;
    return work(tx);
  };
}

/** Carries a refusal out of a transaction, which rolls back because of it. */
class Refused extends Error {
  constructor(readonly outcome: unknown) {
    super("A refusal rolls its transaction back.");
  }
}

/** Did the database refuse a write because of this unique constraint? @param constraint its name, as in the migrations */
export function violates(error: unknown, constraint: string): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  const { cause } = (error.meta?.driverAdapterError ?? {}) as { cause?: DriverError };
  return cause?.originalCode === UNIQUE_VIOLATION && cause.constraint?.index === constraint;
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNIQUE_VIOLATION = "23505";

/** What @prisma/adapter-pg hands on of an error of the server. */
interface DriverError {
  /** SQLSTATE. */
  originalCode?: string;
  constraint?: { index?: string };
}

/** Lends a plain node-postgres connection, for what Prisma cannot say: COPY and cursors. */
export async function withConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await connections.pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/**
 * Lends a plain connection for as long as its reader likes: one of the pool, or one of its own past a pooler, whose
 * connections are few and everyone's.
 */
export async function withLongConnection<T>(
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  return pooled() ? withFreshConnection(work, 15_000, 0) : withConnection(work);
}

/**
 * Lends a connection that was opened for this, past a pooler, and is closed behind it: it has the settings of now.
 * @param timeoutMs for opening it. @param statementMs for each statement; 0: as long as it takes
 */
export async function withFreshConnection<T>(
  work: (client: pg.Client) => Promise<T>,
  timeoutMs: number,
  statementMs = timeoutMs,
): Promise<T> {
  const client = new pg.Client({
    connectionString: directUrl(),
    connectionTimeoutMillis: timeoutMs,
    query_timeout: statementMs,
  });
  // One that breaks fails the statement under way; it must not end the process, too.
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Fills a table by COPY, as fast as Postgres takes rows, with back pressure.
 * @param target table and columns, for example `import_rows (import_id, ordinal)`; never from input.
 * @param lines rows in COPY's text format, in chunks of any size (see copyText).
 */
export async function copyInto(
  client: pg.ClientBase,
  target: string,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  await pipeline(Readable.from(lines), client.query(copyFrom(`COPY ${target} FROM STDIN`)));
}

/** What a COPY … TO STDOUT gives out, as it is. @param query the COPY's query; never from input. */
export async function copyOut(
  client: pg.ClientBase,
  query: string,
  options: string,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of client.query(copyTo(`COPY (${query}) TO STDOUT (${options})`)))
    parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/**
 * Reads rows batch by batch through a server-side cursor, so that memory does not grow with the result.
 * @yields arrays of at most `batch` rows.
 */
export async function* cursorBatches<Row>(
  client: pg.ClientBase,
  sql: string,
  values: unknown[],
  batch = 2_000,
): AsyncGenerator<Row[]> {
  // A cursor lives in a transaction; where the caller has none, one is opened for reading alone.
  const name = `batch_${Math.trunc(performance.now() * 1000)}`;
  await client.query(`DECLARE ${name} NO SCROLL CURSOR FOR ${sql}`, values);
  try {
    for (;;) {
      const { rows } = await client.query(`FETCH ${batch} FROM ${name}`);
      if (rows.length === 0) return;
      yield rows as Row[];
    }
  } finally {
    await client.query(`CLOSE ${name}`).catch(() => {});
  }
}

/** One value in COPY's text format: null, numbers, booleans, text, or an array of texts. */
export function copyText(value: string | number | boolean | null | readonly string[]): string {
  if (value === null) return "\\N";
  if (typeof value === "string") return COPY_SPECIAL.test(value) ? escapeCopy(value) : value;
  if (typeof value === "boolean") return value ? "t" : "f";
  if (typeof value === "number") return String(value);
  let literal = value.length === 0 ? "{" : '{"';
  for (let i = 0; i < value.length; i++) {
    const item = value[i]!;
    if (i > 0) literal += '","';
    literal += ARRAY_SPECIAL.test(item) ? item.replace(/["\\]/g, "\\$&") : item;
  }
  literal += value.length === 0 ? "}" : '"}';
  return COPY_SPECIAL.test(literal) ? escapeCopy(literal) : literal;
}

const COPY_SPECIAL = /[\\\n\r\t]/;
const ARRAY_SPECIAL = /["\\]/;
const ESCAPES: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
function escapeCopy(text: string): string {
  return text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character]!);
}

/**
 * Keeps these connections for the modules that are loaded by now; whoever loads this one again gets others. The server
 * calls it before the pages come: errors are told by their class, and theirs is another.
 */
export function pinConnections(): void {
  if (shared.__freshqaConnections === connections) delete shared.__freshqaConnections;
}

/** Closes every connection; a process that shuts down in order calls it last. */
export async function disconnect(): Promise<void> {
  await connections.db.$disconnect();
  // Prisma ends a pool only if it has used it.
  if (!connections.pool.ended) await connections.pool.end();
  pinConnections();
}
