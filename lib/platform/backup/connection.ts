import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { lockStatement } from "../advisory-locks";
import { BackupProblem } from "./manifest";

/**
 * Lends a connection of its own on which no migration, and no restore, runs in the meantime.
 * @param options.alone no other backup either.
 * @throws BackupProblem where another process holds the lock.
 */
export async function withLockedDatabase<T>(
  databaseUrl: string,
  { alone }: { alone: boolean },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 15_000 });
  // One that breaks fails the statement under way; it must not end the process, too.
  client.on("error", () => {});
  await client.connect();
  try {
    const got = await soon(async () => {
      const { rows } = await client.query<{ got: boolean }>(
        lockStatement({ until: "session", try: true, shared: !alone }, "migration"),
      );
      return rows[0]!.got;
    });
    if (!got) {
      throw new BackupProblem(
        "in-use",
        "Another process is migrating, backing up or restoring this database. Nothing was changed. Wait until it finishes, then try again.",
      );
    }
    return await work(client);
  } finally {
    // The lock goes with the connection.
    await client.end().catch(() => {});
  }
}

/** Asks until the answer is yes, for a second: a connection that was just closed may still be on its way out. */
export async function soon(ask: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 10; ; tries--) {
    if (await ask()) return true;
    if (tries === 0) return false;
    await pause(100);
  }
}
