import { stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { RowCounter } from "./counting";
import {
  BackupProblem,
  CHECKSUMS,
  entryOf,
  FORMAT_VERSION,
  MANIFEST,
  manifestSchema,
  type Manifest,
} from "./manifest";
import { checksumLines, type OnProgress } from "./write";

/** The manifest and the checksums are read whole; a hundred tables need a few ten thousand bytes. */
const MAX_SMALL_ENTRY = 10_000_000;

/** A backup file whose structure and manifest are right; its tables are not read yet. Must be closed. */
export class BackupFile {
  private constructor(
    readonly path: string,
    readonly byteSize: number,
    readonly manifest: Manifest,
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws BackupProblem ("damaged", "other-version"); system errors of a file that can't be read */
  static async open(path: string): Promise<BackupFile> {
    const { size } = await stat(path);
    const options = { lazyEntries: true, autoClose: false };
    const zip = await yauzl.openPromise(path, options).catch((cause: Error) => {
      if ("syscall" in cause) throw cause;
      throw damaged("It is not a zip archive, or it was cut off.", cause);
    });
    try {
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        if (entries.has(entry.fileName)) throw damaged(`${entry.fileName} is in it twice.`);
        entries.set(entry.fileName, entry);
      }
      const manifest = await readManifest(zip, entries);
      const expected = [...manifest.tables.map(({ name }) => entryOf(name)), MANIFEST, CHECKSUMS];
      const missing = expected.filter((name) => !entries.has(name));
      if (missing.length > 0) throw damaged(`${missing.join(", ")} is missing.`);
      const foreign = [...entries.keys()].filter((name) => !expected.includes(name));
      if (foreign.length > 0) throw damaged(`${foreign.join(", ")} does not belong in it.`);
      return new BackupFile(path, size, manifest, zip, entries);
    } catch (error) {
      zip.close();
      throw error instanceof BackupProblem
        ? error
        : damaged("Its list of contents can't be read.", error as Error);
    }
  }

  close(): void {
    this.zip.close();
  }

  /** The rows of a table in COPY's text format. Read errors are BackupProblems ("damaged"). */
  async *rows(table: string): AsyncGenerator<Buffer> {
    try {
      const stream = await this.zip.openReadStreamPromise(this.entries.get(entryOf(table))!);
      for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk;
    } catch (error) {
      throw damaged(`${entryOf(table)} can't be unpacked.`, error as Error);
    }
  }

  /**
   * Reads every table and holds it against the manifest: rows, bytes and checksum.
   * @throws BackupProblem ("damaged") naming the first table that differs.
   */
  async verify(onProgress?: OnProgress): Promise<void> {
    for (const { name, rows, bytes, sha256 } of this.manifest.tables) {
      const counter = new RowCounter();
      for await (const chunk of this.rows(name)) {
        counter.add(chunk);
        onProgress?.({ step: "Checking the file", table: name, bytes: counter.bytesSoFar });
      }
      const found = counter.counted();
      if (found.sha256 !== sha256 || found.rows !== rows || found.bytes !== bytes) {
        throw damaged(`${entryOf(name)} does not have its checksum.`);
      }
    }
  }
}

async function readManifest(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Manifest> {
  const bytes = await readSmall(zip, entries.get(MANIFEST), MANIFEST);
  const given = parseJson(bytes);
  const head = given as { format?: unknown; formatVersion?: unknown } | null;
  if (typeof head !== "object" || head?.format !== "freshqa-backup") {
    throw damaged(`It has no ${MANIFEST} of a FreshQA Workbench backup.`);
  }
  if (typeof head.formatVersion === "number" && head.formatVersion > FORMAT_VERSION) {
    throw new BackupProblem(
      "other-version",
      `The backup has format ${head.formatVersion}; this version reads format ${FORMAT_VERSION}. Use a newer version of FreshQA Workbench. Nothing was changed.`,
    );
  }
  const parsed = manifestSchema.safeParse(given);
  if (!parsed.success) throw damaged(`Its ${MANIFEST} is not valid.`, parsed.error);
  const sums = await readSmall(zip, entries.get(CHECKSUMS), CHECKSUMS);
  if (sums.toString("utf8") !== checksumLines(parsed.data, bytes)) {
    throw damaged(`${MANIFEST} and ${CHECKSUMS} don't agree.`);
  }
  return parsed.data;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return null;
  }
}

async function readSmall(zip: ZipFile, entry: Entry | undefined, name: string): Promise<Buffer> {
  if (entry === undefined)
    throw damaged(`It has no ${name}, so it is no FreshQA Workbench backup.`);
  if (entry.uncompressedSize > MAX_SMALL_ENTRY) throw damaged(`${name} is too large.`);
  return buffer(await zip.openReadStreamPromise(entry));
}

function damaged(what: string, cause?: Error): BackupProblem {
  return new BackupProblem(
    "damaged",
    `The backup file is damaged or incomplete. ${what} Nothing was changed.`,
    {
      cause,
    },
  );
}
