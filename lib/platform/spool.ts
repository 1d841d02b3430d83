import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

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
  const folder = await mkdtemp(join(tmpdir(), "freshqa-upload-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, randomUUID());
  let byteSize = 0;
  try {
    await pipeline(async function* () {
      for await (const chunk of bytes) {
        byteSize += chunk.length;
        if (byteSize > limit) throw new TooLarge(limit);
        yield chunk;
      }
    }, createWriteStream(path, { mode: 0o600 }));
    return { path, byteSize, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
