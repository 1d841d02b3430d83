import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";

/** The first bytes of a file, or all of a shorter one. */
export async function firstBytes(path: string, size = 4_096): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The SHA-256 of a file, hexadecimal. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/** A file that is read as a stream, and known by its bytes afterwards. */
export class ReadOnce {
  /** How far it has been read. */
  bytesRead = 0;
  private readonly hash = createHash("sha256");
  private whole = false;

  constructor(private readonly path: string) {}

  /** Its bytes in pieces, from the beginning; to be called once. */
  async *bytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of createReadStream(this.path, {
      highWaterMark: 256 * 1024,
    }) as AsyncIterable<Uint8Array>) {
      this.hash.update(chunk);
      this.bytesRead += chunk.length;
      yield chunk;
    }
    this.whole = true;
  }

  /** The SHA-256 of the file, hexadecimal: without reading it again where all of it was read. */
  async sha256(): Promise<string> {
    return this.whole ? this.hash.digest("hex") : hashOfFile(this.path);
  }
}
