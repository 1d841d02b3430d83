import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { parquetWriteBuffer } from "hyparquet-writer";
import { readRecords } from "@/lib/dataset/file-formats/read-records";
import { readRelease } from "@/lib/dataset/file-formats/read-release";
import type { ReleaseFormat } from "@/lib/dataset/file-formats/release-file";
import { detectFormat } from "@/lib/dataset/file-formats/detect-format";
import { inPieces } from "@/lib/dataset/file-formats/release-samples";
import { sourceOf } from "@/lib/dataset/file-formats/table";
import { headerRow, inline, workbook } from "@/lib/dataset/file-formats/workbook-samples";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { BackupFile } from "@/lib/platform/backup/read";
import {
  BackupProblem,
  CHECKSUMS,
  FORMAT_VERSION,
  MANIFEST,
  type Manifest,
} from "@/lib/platform/backup/manifest";
import { checksumLines } from "@/lib/platform/backup/write";
import { recognizeLog } from "@/lib/runs/logs/recognize";
import { readLogRecords } from "@/lib/runs/responses/log-files";
import { readRows, sampleRows } from "@/lib/reporting/ratings-file/table-file";
import { harnessLog } from "../harness-logs";
import { unzip } from "../rezip";
import { hostileBytes } from "./hostile";

/*
 * The readers of files: sound files of each format, damaged. What comes out of a reader must be texts that the database
 * takes; what cannot be read is reported or refused, never thrown.
 */

/** A folder for files that are read from disk. */
const folder = await mkdtemp(join(tmpdir(), "fuzz-"));
export const removeFolder = () => rmSync(folder, { recursive: true, force: true });

export interface FileParser {
  inputs: fc.Arbitrary<Uint8Array>;
  parse: (bytes: Uint8Array) => Promise<void>;
}

const row: Record<string, string> = Object.fromEntries(
  RELEASE_COLUMNS.map((name) => [name, `a "${name}", b`]),
);
const dated: Record<string, string> = {
  ...row,
  effective_year: "before 2022",
  next_review: "11/24/2023",
  question: "Who?\r\nWhy?",
};
const csvCell = (text: string) => `"${text.replaceAll('"', '""')}"`;
const csv = (newline: string) =>
  [
    RELEASE_COLUMNS.join(","),
    ...[row, dated].map((one) => RELEASE_COLUMNS.map((name) => csvCell(one[name] ?? "")).join(",")),
  ].join(newline);

/** A workbook, and its damaged parts zipped again: what the zip's own checksums would otherwise hide. */
const WORKBOOK = await workbook({
  freshqa: `${headerRow()}<row>${RELEASE_COLUMNS.map(inline).join("")}</row><row r="9"><c r="B9" t="s"><v>0</v></c><c r="ZZ9"><f>1+1</f><v>45000</v></c><c s="1"><v>45000.5</v></c><c t="b"><v>1</v></c><c t="e"><v>#REF!</v></c></row>`,
  other: "<row><c><v>1e3</v></c></row>",
});

async function entriesOf(bytes: Uint8Array): Promise<[string, Buffer][]> {
  const path = join(folder, "entries.zip");
  writeFileSync(path, bytes);
  return [...(await unzip(path))];
}

/** A zip archive of these entries, uncompressed; APPNOTE.TXT 4.3. */
function stored(entries: readonly (readonly [string, Buffer])[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of entries) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = [Buffer.from("PK\x03\x04", "latin1"), facts, Buffer.from(name), bytes];
    const version = Buffer.from([20, 0]);
    central.push(Buffer.from("PK\x01\x02", "latin1"), version, facts, place, Buffer.from(name));
    parts.push(...local);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(
    central.reduce((sum, { length }) => sum + length, 0),
    8,
  );
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...central, Buffer.from("PK\x05\x06", "latin1"), end]);
}

/** A backup of two tables. */
function backup(): Buffer {
  const tables = { users: "1\tAnn\\n\n2\t\\N\n", questions: "" };
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const manifest: Manifest = {
    format: "freshqa-backup",
    formatVersion: FORMAT_VERSION,
    productVersion: "0.1.0",
    postgresVersion: "18.4",
    createdAt: "2026-11-23T00:00:00Z",
    migrations: [{ name: "20260101000000_first", checksum: sha256("") }],
    tables: Object.entries(tables).map(([name, text]) => ({
      name,
      columns: ["id", "name"],
      rows: text.split("\n").length - 1,
      bytes: text.length,
      sha256: sha256(text),
    })),
    sequences: [{ name: "users_id_seq", lastValue: "2", isCalled: true }],
    leftOut: [],
  };
  const written = Buffer.from(JSON.stringify(manifest));
  return stored([
    ...Object.entries(tables).map(
      ([name, text]) => [`tables/${name}.copy`, Buffer.from(text)] as const,
    ),
    [MANIFEST, written],
    [CHECKSUMS, Buffer.from(checksumLines(manifest, written))],
  ]);
}

/** Archives with one entry damaged and zipped soundly; some damaged as a whole. */
async function hostileArchives(seeds: readonly Uint8Array[]): Promise<fc.Arbitrary<Uint8Array>> {
  const archives = await Promise.all(
    seeds.map(async (seed) => ({ seed, entries: await entriesOf(seed) })),
  );
  const rezipped = archives.flatMap(({ entries }) =>
    entries.map(([name, bytes]) => ({
      name,
      others: entries.filter(([other]) => other !== name),
      inputs: hostileBytes([bytes]),
    })),
  );
  return fc.oneof(
    hostileBytes(seeds),
    ...rezipped.map(({ name, others, inputs }) =>
      inputs.map((bytes) => stored([...others, [name, Buffer.from(bytes)]])),
    ),
  );
}

const storable = (text: string) => {
  if (!text.isWellFormed() || text.includes("\0"))
    throw new Error(`not storable: ${JSON.stringify(text).slice(0, 200)}`);
};

async function drained<Row>(
  rows: AsyncGenerator<Row[], unknown>,
  textsOf: (row: Row) => readonly unknown[],
) {
  let count = 0;
  for await (const batch of rows)
    for (const one of batch) {
      if (++count > 200_000) throw new Error("rows without end");
      for (const text of textsOf(one)) if (typeof text === "string") storable(text);
    }
}

async function table(format: ReleaseFormat, bytes: Uint8Array): Promise<void> {
  const path = join(folder, "table");
  if (format === "xlsx") writeFileSync(path, bytes);
  const source = () => sourceOf(format, path, inPieces(bytes, [997]));
  const say = ({ value }: { value: string | null }) => value !== null && storable(value);
  // Findings of releases quote what is wrong as it stands; whoever stores them replaces it.
  await drained(
    readRelease(source(), () => {}),
    ({ cells }) => cells,
  );
  await drained(readRecords(source(), say, { isHeader: () => true, isSheet: () => true }), (one) =>
    "cells" in one ? one.cells : [],
  );
  detectFormat("file", bytes.subarray(0, 4096));
}

async function logFile(bytes: Uint8Array): Promise<void> {
  const recognized = recognizeLog(bytes.subarray(0, 65_536));
  if (recognized === null) return;
  const path = join(folder, "log");
  writeFileSync(path, bytes);
  await drained(
    readLogRecords(recognized, { path, fileName: "log", bytes: inPieces(bytes, [997]) }, () => {}),
    (one) => ("cells" in one ? one.cells : []),
  );
}

const fixtures = (where: string) =>
  readdirSync(where, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name !== "README.md")
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
const LOGS = fixtures("lib/runs/logs/fixtures").filter((bytes) => bytes.length < 70_000);
const TASK = [{ id: "1", input: "Who?", question: "Who?", target: "A", answers: ["A"] }];
const HARNESSES = ["lm-eval", "inspect", "helm", "openai-evals", "promptfoo"] as const;
const MADE = await Promise.all(
  HARNESSES.map(async (name) => harnessLog(name, TASK, { said: () => "A", prompt: [] })),
);
const PROMPTFOO_CSV = Buffer.from(
  'question,"[openai:gpt-4] Q: {{question}}","Status","Score","Named Scores","Grader Reason","Comment"\nWho?,"[PASS] A",PASS,1,{},ok,\n',
);
const PARQUET = Buffer.from(
  parquetWriteBuffer({
    columnData: ["doc", "model_response", "metric"].map((name) => ({
      name,
      data: ['{"query":"Who?"}', '{"text":["A"]}'],
      type: "STRING" as const,
    })),
  }),
);

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;
const sound = [...LOGS, ...MADE, PROMPTFOO_CSV];

/** By what they are called in the corpus. */
export const FILE_PARSERS: Record<string, FileParser> = {
  csv: {
    inputs: hostileBytes(["\n", "\r\n"].map((newline) => Buffer.from(csv(newline)))),
    parse: (bytes) => table("csv", bytes),
  },
  json: {
    inputs: hostileBytes(
      [[row, dated], { questions: [{ ...row, answers: ["a"] }] }].map((one) =>
        Buffer.from(JSON.stringify(one)),
      ),
    ),
    parse: (bytes) => table("json", bytes),
  },
  jsonl: {
    inputs: hostileBytes([Buffer.from([row, dated].map((one) => JSON.stringify(one)).join("\n"))]),
    parse: (bytes) => table("jsonl", bytes),
  },
  xlsx: {
    inputs: await hostileArchives([WORKBOOK]),
    parse: (bytes) => table("xlsx", bytes),
  },
  "logs of evaluation tools": {
    inputs: hostileBytes(sound.filter((bytes) => !isZip(bytes))),
    parse: logFile,
  },
  "Inspect's archives": {
    inputs: await hostileArchives(sound.filter(isZip)),
    parse: logFile,
  },
  "LightEval's Parquet": { inputs: hostileBytes([PARQUET]), parse: logFile },
  "ratings files": {
    inputs: hostileBytes([
      Buffer.from("item,rater,rating\n1,a,2\n1,b,n/a\n"),
      Buffer.from('[{"item":1,"rater":"a","rating":2}]'),
      WORKBOOK,
    ]),
    parse: async (bytes) => {
      const file = { name: "ratings", bytes };
      await sampleRows(file, 20);
      const columns = { unit: "item", rater: "rater", value: "rating" };
      const reader = {
        problems: [],
        take: (texts: object) => Object.values(texts).forEach(storable),
      };
      await readRows(
        file,
        { columns },
        () => reader,
        async () => {},
      );
    },
  },
  backups: {
    inputs: await hostileArchives([backup()]),
    parse: async (bytes) => {
      const path = join(folder, "backup.zip");
      writeFileSync(path, bytes);
      let file: BackupFile | null = null;
      try {
        file = await BackupFile.open(path);
        await file.verify(() => {});
      } catch (error) {
        if (!(error instanceof BackupProblem)) throw error;
      } finally {
        file?.close();
      }
    },
  },
};
