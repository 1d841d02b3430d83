import { crc32 } from "node:zlib";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import {
  DEFAULT_MAX_INFLATED,
  DEFAULT_MAX_ROWS,
  fileError,
  quoteValue,
  tooManyRows,
  type ReadOptions,
} from "@/lib/dataset/file-formats/release-file";
import {
  escapeInvalidChars,
  hasEncodingErrors,
  readUtf8,
} from "@/lib/dataset/file-formats/utf8-text";
import { formatMegabytes } from "@/lib/platform/format";
import { inspectSample, ofInspectSample, takeInspectHead } from "./inspect";
import { DocumentScanner, parseLoose } from "./loose-json";
import { UnreadableLog, type LogHead, type LogItem } from "./run-log";
import { BadZstd, unzstd } from "./zstd";

/** A sample with all its messages and events, or a header. */
const MAX_ENTRY = 64_000_000;
const SAMPLE = /^samples\/[^/]+(\.json|\/sample\.json)$/;
const DEFLATE = 8;
const ZSTD = 93;

/**
 * Reads a log of Inspect as it writes it: a zip archive with a file for each sample, compressed by DEFLATE or zstd. A run that
 * was cut off has no header but a journal. A sample that cannot be read is an item with its fault. Names of entries only say
 * what they are.
 * @throws UnreadableLog
 */
export async function* readInspectArchive(
  path: string,
  head: LogHead,
  options: ReadOptions = {},
): AsyncGenerator<LogItem> {
  const { maxRows = DEFAULT_MAX_ROWS, maxInflated = DEFAULT_MAX_INFLATED } = options;
  const zip = await opened(path);
  try {
    const samples: Entry[] = [];
    let header: Entry | null = null;
    let start: Entry | null = null;
    let declared = 0;
    for await (const entry of entriesOf(zip)) {
      if (entry.fileName === "header.json") header = entry;
      else if (entry.fileName === "_journal/start.json") start = entry;
      else if (SAMPLE.test(entry.fileName)) {
        samples.push(entry);
        declared += entry.uncompressedSize;
      }
      if (samples.length > maxRows) throw new UnreadableLog(tooManyRows(maxRows));
      if (declared > maxInflated)
        throw new UnreadableLog(
          fileError(
            "too-large",
            `its samples inflate to more than ${formatMegabytes(maxInflated)}`,
          ),
        );
    }
    const first = header ?? start;
    if (first === null) throw new UnreadableLog(fileError("damaged-archive", "no header.json"));
    takeInspectHead(head, await headerOf(zip, first));
    if (header === null) head.trouble = "cut off";
    for (const [at, entry] of samples.entries()) {
      const place = { record: at + 1, line: null };
      try {
        const fields = await fieldsOfEntry(zip, entry, ofInspectSample);
        yield { ...place, sample: inspectSample(fields) };
      } catch (problem) {
        if (!(problem instanceof UnreadableLog)) throw problem;
        const { code, value } = problem.finding;
        yield {
          ...place,
          fault: code,
          detail: quoteValue([entry.fileName, ...(value === null ? [] : [value])].join(": ")),
        };
      }
    }
  } finally {
    zip.close();
  }
}

async function opened(path: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  } catch (cause) {
    if (cause instanceof Error && "syscall" in cause) throw cause;
    throw new UnreadableLog(fileError("damaged-archive"));
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry();
  } catch {
    throw new UnreadableLog(fileError("damaged-archive"));
  }
}

async function headerOf(zip: ZipFile, entry: Entry): Promise<Record<string, unknown>> {
  const wanted = ["status", "eval", "plan", "stats"];
  return fieldsOfEntry(zip, entry, (path) =>
    path === "" ? "enter" : wanted.includes(path) ? "take" : "skip",
  );
}

/** The wanted fields of an entry that is a JSON object. @throws UnreadableLog */
async function fieldsOfEntry(
  zip: ZipFile,
  entry: Entry,
  at: (path: string) => "take" | "enter" | "skip",
): Promise<Record<string, unknown>> {
  const scanner = new DocumentScanner(at);
  const fields: Record<string, unknown> = {};
  for await (const piece of readUtf8(bytesOf(zip, entry), { maxBytes: MAX_ENTRY })) {
    if ("failure" in piece) throw new UnreadableLog(piece.failure);
    if (hasEncodingErrors(piece.text))
      throw new UnreadableLog(fileError("wrong-encoding", escapeInvalidChars(piece.text)));
    for (const { path, text } of scanner.write(piece.text)) {
      const value = parseLoose(text);
      if (value === undefined) throw new UnreadableLog(fileError("not-json", text));
      fields[path] = value;
    }
  }
  scanner.end();
  return fields;
}

/** What an entry holds: never more than it declares, and with the checksum that it declares. @throws UnreadableLog */
async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const { compressionMethod: method, uncompressedSize: size } = entry;
  if (size > MAX_ENTRY || entry.compressedSize > MAX_ENTRY)
    throw new UnreadableLog(fileError("too-large", `it inflates to ${formatMegabytes(size)}`));
  let checksum = 0;
  let length = 0;
  try {
    for await (const piece of method === ZSTD ? zstdOf(zip, entry) : deflatedOf(zip, entry)) {
      checksum = crc32(piece, checksum);
      length += piece.length;
      yield piece;
    }
  } catch (cause) {
    if (cause instanceof BadZstd || isOfZip(cause))
      throw new UnreadableLog(fileError("damaged-archive", (cause as Error).message));
    throw cause;
  }
  if (length !== size || checksum !== entry.crc32)
    throw new UnreadableLog(fileError("wrong-checksum"));
}

async function* deflatedOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  if (entry.compressionMethod !== DEFLATE && entry.compressionMethod !== 0)
    throw new BadZstd(`unknown compression ${entry.compressionMethod}`);
  yield* (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>;
}

async function* zstdOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const stream = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  for await (const piece of stream as AsyncIterable<Uint8Array>) pieces.push(piece);
  yield* unzstd(Buffer.concat(pieces), entry.uncompressedSize);
}

/** What yauzl and zlib throw of a damaged archive. Errors of the file system have a `syscall`. */
function isOfZip(cause: unknown): boolean {
  return cause instanceof Error && !(cause instanceof UnreadableLog) && !("syscall" in cause);
}
