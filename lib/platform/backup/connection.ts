import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { lockStatement } from "../advisory-locks";
import { withOwnClient } from "../own-client";
import { BackupProblem } from "./manifest";

/** How long connecting may take: a server that was just started recovers first. */
export const CONNECT_MS = 15_000;

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
  return withOwnClient(
    databaseUrl,
    async (client) => {
      // The lock goes with the connection.
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
      return work(client);
    },
    CONNECT_MS,
  );
}

/** Asks until the answer is yes, for a second: a connection that was just closed may still be on its way out. */
export async function soon(ask: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 10; ; tries--) {
    if (await ask()) return true;
    if (tries === 0) return false;
    await pause(100);
  }
}
