import { rmSync } from "node:fs";
import { join } from "node:path";
import { environment, loadEnvironmentFile } from "@/lib/platform/env";
import { dataFolder, keepSeed, prepareDataFolder } from "./data-folder";
import { refuseWhileHeld } from "./database-access";
import { FolderHeld, FolderLock } from "./folder-lock";
import { LaunchError } from "./launch-error";
import { clearLeftovers, PASSWORD_FILE } from "./postgres-cluster";
import { findPostgresPrograms } from "./postgres-programs";
import { serverAccount } from "./server-account";

/** The folder whose database `resetDatabase` would delete. @throws LaunchError when there is none of ours. */
export function resettableFolder(): string {
  loadEnvironmentFile();
  if (environment().DATABASE_URL !== undefined) {
    throw new LaunchError(
      "DATABASE_URL is set, but only the embedded database can be reset. Unset it, or empty your own database with your own tools.",
    );
  }
  return dataFolder().root;
}

/**
 * Deletes the embedded database; the next start makes a new one.
 * @param options.questions whether that one gets the sample questions (it always gets the accounts).
 * @throws LaunchError while a server or a command uses it, and when DATABASE_URL names another.
 */
export async function resetDatabase(options: { questions: boolean }): Promise<void> {
  resettableFolder();
  const folder = dataFolder();
  prepareDataFolder(folder);
  const lock = await FolderLock.take(folder.lock, "command").catch(async (error: unknown) => {
    if (error instanceof FolderHeld) await refuseWhileHeld();
    throw error;
  });
  try {
    await clearLeftovers(folder, findPostgresPrograms(), serverAccount());
    for (const path of [
      folder.cluster,
      `${folder.cluster}.new`,
      folder.serverLog,
      join(folder.root, PASSWORD_FILE),
    ]) {
      rmSync(path, { recursive: true, force: true });
    }
    keepSeed(folder, options.questions ? "sample" : "none");
  } finally {
    lock.release();
  }
}
