import { createWriteStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import yauzl from "yauzl";
import { ZipFile } from "yazl";

/** The entries of a zip archive, unpacked. */
export async function unzip(path: string): Promise<Map<string, Buffer>> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  const entries = new Map<string, Buffer>();
  try {
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
    }
  } finally {
    zip.close();
  }
  return entries;
}

/** Writes a zip archive of these entries. A name may come twice. */
export async function zip(
  path: string,
  entries: Iterable<readonly [string, Buffer]>,
): Promise<void> {
  const archive = new ZipFile();
  for (const [name, bytes] of entries) archive.addBuffer(bytes, name);
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(path));
}
