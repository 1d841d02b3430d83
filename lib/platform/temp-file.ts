import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { now } from "./clock";
import { identifyProcess, isRunning, type ProcessIdentity } from "./process-identity";

const PREFIX = "freshqa-upload-";
const OWNER_FILE = "owner.json";
/** What no one can be asked about is left alone for so long. */
const ORPHAN_MS = 24 * 60 * 60_000;

/** Whose a folder is. Containers may share the folder for temporary files, and process numbers mean something only on one host. */
interface Owner extends ProcessIdentity {
  host: string;
}

const self: { owner?: Owner } = {};
const owner = (): Owner =>
  (self.owner ??= {
    ...(identifyProcess() ?? { pid: process.pid, startedAt: null }),
    host: hostname(),
  });

/** Thrown when more bytes come than are allowed; the temporary file is gone by then. */
export class TooLarge extends Error {
  constructor(readonly limit: number) {
    super(`More than ${limit} bytes.`);
  }
}

/** A file that lives until it is removed or the machine cleans its temporary folder. */
export interface SpooledFile {
  path: string;
  byteSize: number;
  remove(): Promise<void>;
}

/**
 * Writes a stream to a temporary file, so that it can be read more than once without holding it in memory.
 * @throws TooLarge as soon as `limit` bytes are exceeded; whatever the stream throws.
 */
export async function spool(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<SpooledFile> {
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, randomUUID());
  let byteSize = 0;
  try {
    await writeFile(join(folder, OWNER_FILE), JSON.stringify(owner()), { mode: 0o600 });
    await pipeline(
      async function* () {
        for await (const chunk of bytes) {
          byteSize += chunk.length;
          if (byteSize > limit) throw new TooLarge(limit);
          yield chunk;
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    );
    return { path, byteSize, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Cuts a temporary file into files beside it, which go with it.
 * @param sizes in bytes, one after another, all of the file together
 */
export async function splitSpooled(file: SpooledFile, sizes: readonly number[]): Promise<string[]> {
  const paths: string[] = [];
  let start = 0;
  for (const [at, size] of sizes.entries()) {
    const path = `${file.path}-${at}`;
    if (size === 0) await writeFile(path, "", { mode: 0o600 });
    else
      await pipeline(
        createReadStream(file.path, { start, end: start + size - 1 }),
        createWriteStream(path, { mode: 0o600 }),
      );
    paths.push(path);
    start += size;
  }
  return paths;
}

/**
 * Removes the temporary files of processes that were killed before they could. Those of running ones, of other hosts, and
 * of whom no one knows stay (the latter two for a day). Returns how many were removed.
 */
export async function removeLeftUploads(): Promise<number> {
  let removed = 0;
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(tmpdir(), name);
    try {
      if (!(await isLeft(folder))) continue;
      await rm(folder, { recursive: true, force: true });
      removed++;
    } catch {
      // Another user's, or removed by another process at this moment.
    }
  }
  return removed;
}

async function isLeft(folder: string): Promise<boolean> {
  const stat = await lstat(folder);
  if (!stat.isDirectory()) return false;
  const written = await readFile(join(folder, OWNER_FILE), "utf8").then(
    (text) => JSON.parse(text) as Owner,
    () => null,
  );
  if (written?.host === hostname() && Number.isInteger(written.pid)) return !isRunning(written);
  return now().getTime() - stat.mtimeMs > ORPHAN_MS;
}
