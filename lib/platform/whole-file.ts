import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Writes a file so that no one ever finds half of it under its name: beside it, synced to the disk, then renamed.
 * @param write makes the file `part`, which is not there yet
 * @param options.beforeRename a last look at what is there by now; what it throws keeps the file from appearing
 * @throws whatever `write` and the disk throw; nothing is left behind then
 */
export async function writeWhole<T>(
  path: string,
  write: (part: string) => Promise<T>,
  options: { beforeRename?: () => Promise<void> } = {},
): Promise<T> {
  const part = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  try {
    const written = await write(part);
    await sync(part, "r+");
    await options.beforeRename?.();
    await rename(part, path);
    // The new name is on the disk once the folder is; not every system syncs folders.
    await sync(dirname(path), "r").catch(() => {});
    return written;
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}

async function sync(path: string, flags: "r" | "r+"): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** What keeps a file from being written, as a sentence; null for errors that say nothing of the disk. */
export function diskTrouble({ code }: NodeJS.ErrnoException, path: string): string | null {
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return `Folder not found: ${dirname(path)}.`;
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return `No write permission for ${dirname(path)}.`;
    case "ENOSPC":
    case "EDQUOT":
      return `No space left on the disk of ${dirname(path)}.`;
    default:
      return null;
  }
}
