import { Logger, runMigrations } from "graphile-worker";
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
