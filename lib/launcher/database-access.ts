import { setTimeout as pause } from "node:timers/promises";
import { environment, loadEnvironmentFile, provideEnvironment } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { applyMigrations } from "@/lib/platform/migrations";
import { dataFolder, prepareDataFolder, provideSecretKeys } from "./data-folder";
import { checkDatabase } from "./database-url";
import { EmbeddedPostgres, embeddedUrl } from "./embedded-postgres";
import { currentHolder, FolderHeld, FolderLock, type Holder } from "./folder-lock";
import { LaunchError } from "./launch-error";

/** A database that may be used until it is closed; DATABASE_URL names it in the meantime. */
export interface DatabaseAccess {
  /** Its address, past a pooler: what asks for it here takes locks and transactions of a session. */
  url: string;
  /** Whose it is: one that DATABASE_URL named, that of a running server, or one started for the duration. */
  source: "external" | "server" | "own";
  /** Gives it back; stops PostgreSQL when it was started for the duration. */
  close(): Promise<void>;
}

/**
 * Opens the database for a command, whether the server is running or not, and sets DATABASE_URL to it. Modules that
 * read DATABASE_URL when they are first used (lib/platform/db.ts) must be loaded after this.
 * An embedded database is brought up to date; one of DATABASE_URL is left as it is (`db migrate` does that).
 * @param options.waitMs how long to wait for another command, or for a server that is still starting.
 * @param options.signals false: the caller stops in its own way when it is told to, and calls close() then.
 * @param options.migrate false: an embedded database is left as it is, too; a new one has no tables then.
 * @throws LaunchError (and errors of the connection; see explain) when there is no database to be had.
 */
export async function openDatabase(
  options: { waitMs?: number; migrate?: boolean; signals?: boolean } = {},
): Promise<DatabaseAccess> {
  loadEnvironmentFile();
  const { DATABASE_URL: given, DATABASE_DIRECT_URL: direct } = environment();
  if (given !== undefined) {
    await checkDatabase(given);
    return { url: direct ?? given, source: "external", close: async () => {} };
  }
  const folder = dataFolder();
  prepareDataFolder(folder);
  const forgetSecretKeys = provideSecretKeys(folder);
  const giveUpAt = performance.now() + (options.waitMs ?? 60_000);
  for (;;) {
    let lock: FolderLock;
    try {
      lock = await FolderLock.take(folder.lock, "command");
    } catch (error) {
      if (!(error instanceof FolderHeld)) throw error;
      const { holder } = error;
      if (holder.purpose === "server" && holder.databasePort !== undefined) {
        const url = embeddedUrl(folder, holder.databasePort);
        provideEnvironment({ DATABASE_URL: url });
        return {
          url,
          source: "server",
          close: async () => {
            provideEnvironment({ DATABASE_URL: undefined });
            forgetSecretKeys();
          },
        };
      }
      if (performance.now() > giveUpAt) {
        forgetSecretKeys();
        throw new LaunchError(
          `${describe(holder, folder.root)}. Wait until it finishes, then try again.`,
        );
      }
      await pause(200);
      continue;
    }
    return startOwn(lock, options.migrate ?? true, options.signals ?? true, forgetSecretKeys);
  }
}

async function startOwn(
  lock: FolderLock,
  migrate: boolean,
  signals: boolean,
  forgetSecretKeys: () => void,
): Promise<DatabaseAccess> {
  const postgres = new EmbeddedPostgres({
    folder: dataFolder(),
    onEvent: ({ kind, detail }) =>
      kind !== "orphan-stopped" && log().warn({ detail }, `database server: ${kind}`),
  });
  let closing: Promise<void> | undefined;
  const close = () =>
    (closing ??= (async () => {
      for (const [signal, listener] of listeners) process.off(signal, listener);
      provideEnvironment({ DATABASE_URL: undefined });
      forgetSecretKeys();
      await postgres.stop();
      lock.release();
    })());
  // An interrupted command must not leave a server behind.
  const listeners = (["SIGINT", "SIGTERM", "SIGHUP"] as const).map(
    (signal) =>
      [
        signal,
        () => void close().finally(() => process.exit(signal === "SIGINT" ? 130 : 143)),
      ] as const,
  );
  if (signals) for (const [signal, listener] of listeners) process.on(signal, listener);
  try {
    await postgres.start();
    provideEnvironment({ DATABASE_URL: postgres.url });
    if (migrate) await applyMigrations(postgres.url);
    return { url: postgres.url, source: "own", close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Refuses while someone uses the embedded data.
 * @throws LaunchError naming the process.
 */
export async function refuseWhileHeld(): Promise<void> {
  const folder = dataFolder();
  const holder = await currentHolder(folder.lock);
  if (holder) throw new LaunchError(`${describe(holder, folder.root)}. Stop it first.`);
}

function describe(holder: Holder, root: string): string {
  const what =
    holder.purpose === "server"
      ? `, which serves ${holder.address ?? "it"}`
      : " (a freshqa command)";
  return `The data in ${root} is in use by process ${holder.pid}${what}`;
}
