import { Logger, runMigrations } from "graphile-worker";
import pg from "pg";
import { isBreak, surviveBreaks, throughBreaks } from "./breaks";
import { log } from "./log";

/*
 * The queue (graphile-worker) lies in a schema of its own beside the product's tables. It holds nothing but "take the next
 * items of this job", so that no backup needs it: what is missing in it follows from the jobs.
 */

/** Where its tables are; not `public`, which backups, checks and Prisma's schema are about. */
export const QUEUE_SCHEMA = "graphile_worker";

/** Creates the queue's tables, or brings them up to date; safe to do several times at once. */
export async function installQueue(databaseUrl: string): Promise<void> {
  await runMigrations({
    connectionString: databaseUrl,
    schema: QUEUE_SCHEMA,
    logger: queueLogger(),
  });
}

/** What the queue says goes to our log; what it says of every step is left out. */
export function queueLogger(): Logger {
  return new Logger(() => (given, message, meta) => {
    const level: string = given;
    if (level === "error") log().error({ err: meta?.error }, `queue: ${message}`);
    // A lane mostly waits for a service: a few connections serve all of them.
    else if (level === "warning" && !message.includes("maxPoolSize"))
      log().warn(`queue: ${message}`);
  });
}

/**
 * Connections of a process that works on the queue. Graphile-worker 0.17 does not wait to hear that a job of its own was
 * noted as done or failed, so that a connection that breaks just then would be a rejection that nobody handles, which ends
 * the process. It tries again by itself after some errors alone: on these connections every break is one of them, and
 * connecting waits until the database is back.
 * @param over the process works no more: connecting waits no longer. What graphile-worker tries again goes on doing so, and
 * whoever stops it must not wait for that.
 */
export function queuePool(connectionString: string, max: number, over: AbortSignal): pg.Pool {
  const pool = new QueuePool(
    { connectionString, max, connectionTimeoutMillis: 15_000, keepAlive: true },
    over,
  );
  surviveBreaks(pool);
  pool.on("connect", (client) => {
    const ask = client.query.bind(client) as (...asked: unknown[]) => unknown;
    const query = (...asked: unknown[]) => {
      const answer = ask(...asked);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch((error: unknown) => {
        throw isBreak(error) ? triedAgain(error) : error;
      });
    };
    client.query = query as typeof client.query;
  });
  return pool;
}

class QueuePool extends pg.Pool {
  constructor(
    config: pg.PoolConfig,
    private readonly over: AbortSignal,
  ) {
    super(config);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    const connected = throughBreaks(() => super.connect(), this.over).catch((error: unknown) => {
      throw triedAgain(error);
    });
    if (callback === undefined) return connected;
    connected.then(
      (client) => callback(undefined, client, (release) => client.release(release)),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean) => void,
) => void;

/** "cannot_connect_now", of what graphile-worker tries again after. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const triedAgain = (cause: unknown) =>
  Object.assign(new Error("The queue has no connection to the database now.", { cause }), {
    code: "57P03",
  });
