import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Refused } from "./command";

/** Writes a file to the output until its reader closes it. */
export async function toOutput(bytes: AsyncGenerator<Uint8Array>, output: Writable): Promise<void> {
  try {
    await pipeline(Readable.from(bytes, { objectMode: false }), output, { end: false });
  } catch (error) {
    // The reader has seen enough.
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}

/** Writes beside the file and renames, so that no one ever finds half a file under its name. @returns the size in bytes */
export async function toFile(bytes: AsyncGenerator<Uint8Array>, path: string): Promise<number> {
  const part = join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  try {
    const stream = createWriteStream(part, { flags: "wx" });
    await pipeline(Readable.from(bytes, { objectMode: false }), stream);
    const file = await open(part, "r+");
    await file.sync().finally(() => file.close());
    await rename(part, path);
    return stream.bytesWritten;
  } catch (error) {
    await rm(part, { force: true });
    throw new Refused({
      code: "not-written",
      message: `${describe(error as NodeJS.ErrnoException, path)} Nothing was written.`,
    });
  }
}

function describe(error: NodeJS.ErrnoException, path: string): string {
  switch (error.code) {
    case "ENOENT":
    case "ENOTDIR":
      return `Folder not found: ${dirname(path)}.`;
    case "EISDIR":
    case "EEXIST":
    case "ENOTEMPTY":
      return `${path} is a folder; specify a file.`;
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return `No write permission for ${dirname(path)}.`;
    case "ENOSPC":
    case "EDQUOT":
      return `No space left on the disk of ${dirname(path)}.`;
    default:
      throw error;
  }
}
