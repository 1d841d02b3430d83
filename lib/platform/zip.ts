import { Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A file in an archive. A content that is a stream is read only when it is its turn. */
export interface ZipPart {
  path: string;
  content: string | AsyncIterable<Uint8Array>;
}

/**
 * Writes a zip archive. The same parts give the same bytes: times are fixed, and in local time as the format has it, so
 * that neither clock nor time zone shows. Streams: memory does not grow with the parts. The next part is asked for when
 * the one before was read, so that it can depend on it.
 */
export async function* writeZip(
  parts: Iterable<ZipPart> | AsyncIterable<ZipPart>,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100644 };
  const output = zip.outputStream as Readable;
  const fail = (error: Error): void => void output.destroy(error);
  let stream: Readable | null = null;
  zip.on("error", fail);
  const addAll = async () => {
    for await (const { path, content } of parts) {
      if (typeof content === "string") {
        zip.addBuffer(Buffer.from(content), path, options);
        continue;
      }
      const source = Readable.from(content, { objectMode: false, highWaterMark: 65_536 });
      stream = source;
      source.on("error", fail);
      const closed = new Promise((resolve) => source.once("close", resolve));
      zip.addReadStream(source, path, options);
      await closed;
      if (!source.readableEnded) return;
    }
    zip.end();
  };
  addAll().catch(fail);
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    (stream as Readable | null)?.destroy();
  }
}
