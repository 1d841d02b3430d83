import { once } from "node:events";
import { createReadStream, createWriteStream, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { OFFICIAL_LAYOUT } from "@/lib/dataset/file-formats/release-file";
import { writeCsv } from "@/lib/dataset/file-formats/write-csv";
import { releaseDayOf } from "@/lib/dataset/imports/rules";
import { UNKNOWN_DATE } from "@/lib/dataset/imports/schema";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { releaseRows } from "@/prisma/factories/release-rows";
import { publishAll } from "./difference";
import { figure, median, medians, timed } from "./report";
import type { Bench, ServedProduct } from "./served";

const BARE_COPY = "COPY of the file into a table without keys";

export async function writeSample(path: string, count: number, seed = 1): Promise<void> {
  function* batches() {
    for (const batch of releaseRows(count, seed))
      yield batch.map((cells) => ({ record: 0, cells, style: 0 }));
  }
  await pipeline(
    Readable.from(writeCsv(batches(), { ...OFFICIAL_LAYOUT, preamble: null })),
    createWriteStream(path),
  );
}

/** Uploads, plans and applies through the server until each question can be searched; then COPY of the same file, bare. */
export async function benchImport({ product, client }: Bench, file: string): Promise<void> {
  const before = await copyIntoPlainTable(file, client);
  const memory = product.watchMemory();
  const phases: Record<string, number> = {};
  const ms = await timed(async () => {
    let importId = 0;
    phases["upload, read and stage"] = await timed(async () => {
      importId = await upload(product, file);
      await until(product, importId, "matching", "planned");
    });
    phases["plan"] = await timed(() => until(product, importId, "planned"));
    phases["apply"] = await timed(() => apply(product, importId));
    phases["search index, afterwards"] = await timed(() => searchable(client));
  });
  const { startMb, peakMb } = memory();
  // Before and after, as the machine is not the same all the time.
  const bare = (before + (await copyIntoPlainTable(file, client))) / 2;
  figure({
    what: "import until it can be searched",
    value: ms,
    unit: "ms",
    limit: { what: BARE_COPY, value: bare },
    aim: 10,
  });
  for (const [phase, of] of Object.entries(phases))
    figure({ what: `  ${phase}`, value: of, unit: "ms", limit: { what: BARE_COPY, value: bare } });
  figure({
    what: "import, storing beside tables like ours",
    value: phases["apply"]!,
    unit: "ms",
    limit: {
      what: "COPY of the same rows into tables with our keys and indexes",
      value: await copyIntoTablesLikeOurs(client, product.data),
    },
  });
  figure({ what: "server's memory before", value: startMb, unit: "MB" });
  figure({ what: "server's memory at its peak", value: peakMb, unit: "MB" });
  figure({ what: "memory that an import takes", value: peakMb - startMb, unit: "MB", aim: 200 });
}

/** @returns milliseconds until it was applied */
export async function importFile(product: ServedProduct, file: string): Promise<number> {
  return timed(async () => {
    const importId = await upload(product, file);
    await until(product, importId, "planned");
    await apply(product, importId);
  });
}

/** Waits until each question can be searched. */
export async function searchable(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      "SELECT 1 FROM question_heads WHERE NOT search_indexed LIMIT 1",
    );
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function upload(product: ServedProduct, file: string): Promise<number> {
  const query = new URLSearchParams({ fileName: basename(file) });
  if (releaseDayOf(basename(file)) === null) query.set("date", UNKNOWN_DATE);
  const answer = await product.fetch(`/api/imports?${query.toString()}`, {
    method: "POST",
    body: Readable.toWeb(createReadStream(file)) as ReadableStream,
    duplex: "half",
    headers: { "content-length": String(statSync(file).size) },
  });
  return ((await answer.json()) as { importId: number }).importId;
}

export async function until(
  product: ServedProduct,
  importId: number,
  ...statuses: string[]
): Promise<void> {
  for (;;) {
    const { status } = (await (await product.fetch(`/api/imports/${importId}`)).json()) as {
      status: string;
    };
    if (statuses.includes(status)) return;
    if (["failed", "refused", "cancelled"].includes(status))
      throw new Error(`The import is ${status}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function apply(product: ServedProduct, importId: number): Promise<void> {
  await product.fetch(`/api/imports/${importId}/apply`, {
    method: "POST",
    body: JSON.stringify({ skipBadRows: false, acceptSuspect: false, missing: "keep" }),
    headers: { "content-type": "application/json" },
  });
}

async function copyIntoPlainTable(file: string, client: pg.Client): Promise<number> {
  const columns = RELEASE_COLUMNS.map((column) => `${column} text`).join(", ");
  await client.query(`DROP TABLE IF EXISTS bench_plain; CREATE TABLE bench_plain (${columns})`);
  return timed(() =>
    pipeline(
      createReadStream(file),
      client.query(copyFrom("COPY bench_plain FROM STDIN CSV HEADER")),
    ),
  );
}

/** COPY of what an import stores, into tables with the same columns, keys and indexes. */
async function copyIntoTablesLikeOurs(client: pg.Client, folder: string): Promise<number> {
  let total = 0;
  for (const table of ["questions", "revisions", "question_heads"]) {
    await client.query(`CREATE TABLE bench_${table} (LIKE ${table} INCLUDING ALL)`);
    const path = join(folder, `${table}.copy`);
    await pipeline(client.query(copyTo(`COPY ${table} TO STDOUT`)), createWriteStream(path));
    total += await timed(() =>
      pipeline(createReadStream(path), client.query(copyFrom(`COPY bench_${table} FROM STDIN`))),
    );
    await client.query(`DROP TABLE bench_${table}`);
  }
  return total;
}

const drain = () => new Writable({ write: (_chunk, _encoding, done) => done() });
const drained = async (answer: Response) =>
  pipeline(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]), drain());

/** The dataset and its release as CSV, beside the same bytes as a file on a disk that a bare server sends. */
export async function benchExport({ product, client }: Bench, release: string): Promise<void> {
  await publishAll(release);
  const path = join(product.data, "exported.csv");
  const answer = await product.fetch("/api/export?format=csv");
  await pipeline(
    Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]),
    createWriteStream(path),
  );
  const { size } = statSync(path);
  const bare = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/csv", "content-length": size });
    createReadStream(path).pipe(response);
  }).listen(0, "127.0.0.1");
  await once(bare, "listening");
  const origin = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
  const memory = product.watchMemory();
  const [file, ours, published] = await medians(
    [
      async () => drained(await fetch(origin)),
      async () => drained(await product.fetch("/api/export?format=csv")),
      async () => drained(await product.fetch(`/api/releases/${release}/${release}.csv`)),
    ],
    5,
  );
  const { startMb, peakMb } = memory();
  bare.close();
  const limit = { what: "the same bytes as a file of a bare Node server", value: file! };
  figure({ what: "release as CSV", value: published!, unit: "ms", limit, aim: 2 });
  figure({ what: "dataset as CSV", value: ours!, unit: "ms", limit, aim: 2 });
  const copied = await median(
    () => pipeline(client.query(copyTo("COPY bench_plain TO STDOUT CSV HEADER")), drain()),
    5,
  );
  figure({
    what: "dataset as CSV, beside PostgreSQL's",
    value: ours!,
    unit: "ms",
    limit: { what: "COPY of a table without keys to CSV", value: copied },
  });
  figure({ what: "memory that an export takes", value: peakMb - startMb, unit: "MB" });
}

/** The same file with a hundredth of the answers changed, onto what is there: matching of every row included. */
export async function benchImportAgain(
  { product, client, rows }: Bench,
  file: string,
): Promise<void> {
  const changed = join(product.data, "FreshQA_v02012026.csv");
  function* batches() {
    for (const batch of releaseRows(rows)) {
      yield batch.map((cells, i) => ({
        record: 0,
        style: 0,
        cells:
          i % 100 === 0 ? cells.with(RELEASE_COLUMNS.indexOf("answer_0"), "changed since") : cells,
      }));
    }
  }
  await pipeline(Readable.from(writeCsv(batches(), OFFICIAL_LAYOUT)), createWriteStream(changed));
  const ms = await importFile(product, changed);
  figure({
    what: "import onto itself, 1% changed",
    value: ms,
    unit: "ms",
    limit: { what: BARE_COPY, value: await copyIntoPlainTable(file, client) },
    aim: 10,
  });
}
