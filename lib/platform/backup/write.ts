import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { lstat } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { ZipFile } from "yazl";
import { now } from "../clock";
import { appliedMigrations } from "../migrations";
import { diskTrouble, writeWhole } from "../whole-file";
import { agreeOnText, readSequences, readTables, selectAll, type Table } from "./catalog";
import { withLockedDatabase } from "./connection";
import { RowCounter, type Counted } from "./counting";
import {
  BackupProblem,
  CHECKSUMS,
  entryOf,
  FORMAT_VERSION,
  MANIFEST,
  type Manifest,
  type ManifestTable,
} from "./manifest";

/** How far a backup, a check or a restore is. */
export type OnProgress = (at: { step: string; table: string; bytes: number }) => void;

export interface BackupOrder {
  databaseUrl: string;
  /** Absolute path of the file. */
  path: string;
  /** Replaces a file that is there. */
  force: boolean;
  productVersion: string;
  /** Tables whose rows stay behind. Those that the database lacks count as left out, too. */
  leftOut: readonly string[];
  onProgress?: OnProgress;
}

export interface WrittenBackup {
  path: string;
  byteSize: number;
  /** Of the file. */
  sha256: string;
  manifest: Manifest;
}

/**
 * Writes a backup of one moment of a database, while others write to it: a REPEATABLE READ, READ ONLY transaction. Rows
 * are streamed. The file appears under its name once it is whole and on the disk; only its owner can read it.
 * @throws BackupProblem ("exists", "not-written", "in-use"); nothing is left behind then.
 */
export async function writeBackup(order: BackupOrder): Promise<WrittenBackup> {
  const { path, force } = order;
  await refuseTarget(path, force);
  try {
    const written = await writeWhole(
      path,
      (part) =>
        withLockedDatabase(order.databaseUrl, { alone: false }, (client) =>
          writeSnapshot(client, order, part),
        ),
      { beforeRename: () => refuseTarget(path, force) },
    );
    return { path, ...written };
  } catch (error) {
    throw notWritten(error as NodeJS.ErrnoException, path);
  }
}

async function writeSnapshot(
  client: pg.Client,
  order: BackupOrder,
  part: string,
): Promise<Omit<WrittenBackup, "path">> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await agreeOnText(client);
  const archive = new Archive(part);
  try {
    // The snapshot is taken by the first statement that reads; sequences are read behind it.
    const all = await readTables(client);
    if (all.length === 0) {
      throw new BackupProblem(
        "not-written",
        "The database has no tables yet: there is nothing to back up.",
      );
    }
    const createdAt = now().toISOString();
    const sequences = await readSequences(client);
    const tables: ManifestTable[] = [];
    for (const table of all.filter(({ name }) => !order.leftOut.includes(name))) {
      const counted = await archive.add(
        entryOf(table.name),
        rowsOf(client, table, order.onProgress),
      );
      tables.push({ name: table.name, columns: table.columns, ...counted });
    }
    const { rows: server } = await client.query<{ version: string }>(
      "SELECT current_setting('server_version') AS version",
    );
    const manifest: Manifest = {
      format: "freshqa-backup",
      formatVersion: FORMAT_VERSION,
      productVersion: order.productVersion,
      postgresVersion: server[0]!.version,
      createdAt,
      migrations: await appliedMigrations(client),
      tables,
      sequences,
      leftOut: all.map(({ name }) => name).filter((name) => order.leftOut.includes(name)),
    };
    await client.query("COMMIT");
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
    await archive.add(MANIFEST, [text]);
    await archive.add(CHECKSUMS, [Buffer.from(checksumLines(manifest, text))]);
    return { ...(await archive.end()), manifest };
  } catch (error) {
    archive.abandon(error as Error);
    throw error;
  }
}

/** The lines that `sha256sum -c SHA256SUMS` checks. @param text the manifest's bytes */
export function checksumLines(manifest: Manifest, text: Uint8Array): string {
  const manifestSum = createHash("sha256").update(text).digest("hex");
  const lines = manifest.tables.map(({ name, sha256 }) => `${sha256}  ${entryOf(name)}`);
  return [...lines, `${manifestSum}  ${MANIFEST}`].map((line) => `${line}\n`).join("");
}

/** The rows of a table as COPY gives them, in pieces. */
async function* rowsOf(client: pg.ClientBase, table: Table, onProgress?: OnProgress) {
  let bytes = 0;
  const stream = client.query(copyTo(`COPY (${selectAll(table)}) TO STDOUT`));
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    onProgress?.({ step: "Backing up", table: table.name, bytes });
    yield chunk;
  }
}

/** A zip archive that is written entry by entry. */
class Archive {
  private readonly zip = new ZipFile();
  private readonly hash = createHash("sha256");
  private byteSize = 0;
  private readonly done: Promise<void>;

  constructor(path: string) {
    const count = new Transform({
      transform: (chunk: Buffer, _, next) => {
        this.hash.update(chunk);
        this.byteSize += chunk.length;
        next(null, chunk);
      },
    });
    const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
    this.done = pipeline(this.zip.outputStream, count, file);
    // Awaited at the end; a failure before is met by the entry under way.
    this.done.catch(() => {});
  }

  /** Adds an entry and returns what passed. @throws whatever its source or the disk throws */
  async add(
    name: string,
    source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<Counted> {
    const counter = new RowCounter();
    const stream = Readable.from(
      (async function* () {
        for await (const chunk of source) {
          counter.add(chunk);
          yield chunk;
        }
      })(),
      { objectMode: false },
    );
    const read = new Promise<void>((resolve, reject) => {
      stream.once("end", resolve);
      stream.once("error", reject);
    });
    this.zip.addReadStream(stream, name, { mtime: now(), mode: 0o100600 });
    try {
      // `done` before its time is a disk that is full, or gone.
      await Promise.race([read, this.done.then(() => read)]);
    } finally {
      stream.destroy();
    }
    return counter.counted();
  }

  async end(): Promise<{ byteSize: number; sha256: string }> {
    this.zip.end();
    await this.done;
    return { byteSize: this.byteSize, sha256: this.hash.digest("hex") };
  }

  /** Closes the unfinished file. */
  abandon(error: Error): void {
    (this.zip.outputStream as Readable).destroy(error);
  }
}

async function refuseTarget(path: string, force: boolean): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found === null || (force && found.isFile())) return;
  throw new BackupProblem(
    "exists",
    found.isFile()
      ? `${path} exists. Nothing was written. Choose another name, or replace it with --force.`
      : `${path} is not a regular file. Nothing was written. Choose another name.`,
  );
}

/** The problem of a disk in words; everything else as it is. */
function notWritten(error: NodeJS.ErrnoException, path: string): Error {
  const said = error.syscall === undefined ? null : diskTrouble(error, path);
  if (said === null) return error;
  return new BackupProblem("not-written", `${said} Nothing was written.`, { cause: error });
}
