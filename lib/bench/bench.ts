import { once } from "node:events";
import { createReadStream, createWriteStream, statSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { OFFICIAL_LAYOUT } from "@/lib/dataset/file-formats/release-file";
import { writeCsv } from "@/lib/dataset/file-formats/write-csv";
import { openDatabase } from "@/lib/launcher/database-access";
import { provideEnvironment } from "@/lib/platform/env";
import { parseGrid } from "@/lib/dataset/questions/grid";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/schema";
import { releaseRows } from "@/prisma/factories/release-rows";
import { benchAgreement } from "./agreement";
import { benchDesk } from "./desk";
import { benchDifference, publishAll } from "./difference";
import { benchSimilarQuestions } from "./similar-questions";
import { benchPlanning } from "./planning";
import { median, printLine, timed } from "./report";
import { ServedProduct } from "./served";
import { formatCount } from "@/lib/platform/format";

/*
 * npm run bench [-- ROWS]: the product as it is served, beside what the same PostgreSQL does with the same data in the
 * same run. Ratios, not times: they mean the same on every machine that has nothing else to do.
 */

const rows = Number(process.argv[2] ?? 100_000);
const product = new ServedProduct();

try {
  console.log(
    `FreshQA Workbench bench: ${formatCount(rows)} questions, Node ${process.version}, ${process.platform}.\n`,
  );
  await product.start();
  provideEnvironment({ FRESHQA_DATA_DIR: product.data });
  const database = await openDatabase();
  // Loaded now: these connect to the database that is known by now.
  const [{ benchRating }, { benchAccuracy, makeManyJudgments }] = await Promise.all([
    import("./rating"),
    import("./accuracy"),
  ]);
  const client = new pg.Client({ connectionString: database.url });
  // A line that fails ends the server under this connection; what it says is told, not that.
  client.on("error", () => {});
  await client.connect();
  const { rows: version } = await client.query<{ server_version: string }>("SHOW server_version");
  console.log(
    `PostgreSQL ${version[0]!.server_version}, embedded, fsync and synchronous_commit on.\n`,
  );

  const file = join(product.data, "FreshQA_v01012026.csv");
  await writeSample(file, rows);
  console.log(`The file has ${(statSync(file).size / 1e6).toFixed(1)} MB.`);

  const importMs = await benchImport(file, client);
  await benchExport(client);
  await benchGrid(client);
  await benchSimilarQuestions(product, client);
  await publishAll("FreshQA_v01012026");
  await benchImportAgain(file, client, importMs);
  const unknown = join(product.data, "unknown.csv");
  await writeSample(unknown, rows, 2);
  await benchPlanning(product, { upload, until }, unknown, rows);
  await publishAll("FreshQA_v02012026");
  await benchDifference(product, client, "FreshQA_v01012026", "FreshQA_v02012026");
  await benchRating(product, database.url, "FreshQA_v02012026");
  const judged = await makeManyJudgments(client);
  await benchAccuracy(client, judged);
  await benchAgreement(client, judged);
  await client.end();
  await (await import("@/lib/platform/db")).disconnect();
  await database.close();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await product.stop();
}
if (process.exitCode === undefined) await benchDesk();

async function writeSample(path: string, count: number, seed = 1): Promise<void> {
  function* batches() {
    for (const batch of releaseRows(count, seed))
      yield batch.map((cells) => ({ record: 0, cells, style: 0 }));
  }
  await pipeline(
    Readable.from(writeCsv(batches(), { ...OFFICIAL_LAYOUT, preamble: null })),
    createWriteStream(path),
  );
}

/** Uploads, plans and applies through the server; then COPY of the same file, bare and into tables like ours. */
async function benchImport(file: string, client: pg.Client): Promise<number> {
  const copyBare = await copyIntoPlainTable(file, client);

  const memory = product.watchMemory();
  const phases: Record<string, number> = {};
  const importMs = await timed(async () => {
    let importId = 0;
    phases["upload, read and stage"] = await timed(async () => {
      importId = await upload(file);
      await until(importId, "matching", "planned");
    });
    phases["plan"] = await timed(() => until(importId, "planned"));
    phases["apply"] = await timed(() => apply(importId, {}));
  });
  const { startMb, peakMb } = memory();
  phases["search index, afterwards"] = await timed(async () => {
    for (;;) {
      const { rows: waiting } = await client.query(
        "SELECT 1 FROM question_heads WHERE NOT search_indexed LIMIT 1",
      );
      if (waiting.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  const copyAlike = await copyIntoTablesLikeOurs(client);

  console.log();
  printLine({
    what: "import",
    ms: importMs,
    limit: "COPY of the file, one plain table without keys",
    limitMs: copyBare,
    aim: 6,
  });
  printLine({
    what: "import",
    ms: importMs,
    limit: "COPY of questions, revisions and heads, same indexes",
    limitMs: copyAlike,
    aim: 6,
  });
  for (const [phase, ms] of Object.entries(phases))
    console.log(`  ${phase.padEnd(32)} ${formatCount(Math.round(ms)).padStart(8)} ms`);
  console.log(
    `  the server's memory              ${Math.round(startMb)} MB before, ${Math.round(peakMb)} MB at most: ${Math.round(peakMb - startMb)} MB more (aim 200)`,
  );
  return importMs;
}

async function upload(file: string): Promise<number> {
  const answer = await product.fetch(
    `/api/imports?fileName=${encodeURIComponent(file.split("/").at(-1)!)}`,
    {
      method: "POST",
      body: Readable.toWeb(createReadStream(file)) as ReadableStream,
      duplex: "half",
      headers: { "content-length": String(statSync(file).size) },
    },
  );
  return ((await answer.json()) as { importId: number }).importId;
}

async function until(importId: number, ...statuses: string[]): Promise<void> {
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

async function apply(importId: number, choices: object): Promise<void> {
  const body = JSON.stringify({
    skipBadRows: false,
    acceptSuspect: false,
    missing: "keep",
    ...choices,
  });
  await product.fetch(`/api/imports/${importId}/apply`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
}

async function copyIntoPlainTable(file: string, client: pg.Client): Promise<number> {
  await client.query(
    `CREATE TABLE bench_plain (${RELEASE_COLUMNS.map((column) => `${column} text`).join(", ")})`,
  );
  return timed(() =>
    pipeline(
      createReadStream(file),
      client.query(copyFrom("COPY bench_plain FROM STDIN CSV HEADER")),
    ),
  );
}

/** COPY of what an import stores, into tables with the same columns, keys and indexes: what storing it so costs at least. */
async function copyIntoTablesLikeOurs(client: pg.Client): Promise<number> {
  let total = 0;
  for (const table of ["questions", "revisions", "question_heads"]) {
    await client.query(`CREATE TABLE bench_${table} (LIKE ${table} INCLUDING ALL)`);
    const path = join(product.data, `${table}.copy`);
    await pipeline(client.query(copyTo(`COPY ${table} TO STDOUT`)), createWriteStream(path));
    total += await timed(() =>
      pipeline(createReadStream(path), client.query(copyFrom(`COPY bench_${table} FROM STDIN`))),
    );
    await client.query(`DROP TABLE bench_${table}`);
  }
  return total;
}

async function benchExport(client: pg.Client): Promise<void> {
  const drain = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  const limitMs = await median(
    () => pipeline(client.query(copyTo("COPY bench_plain TO STDOUT CSV HEADER")), drain()),
    5,
  );
  const memory = product.watchMemory();
  const ms = await median(async () => {
    const answer = await product.fetch("/api/export?format=csv");
    await pipeline(
      Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]),
      drain(),
    );
  }, 5);
  const { startMb, peakMb } = memory();
  const ordered =
    "SELECT array_to_json(r.cells) FROM question_heads h JOIN revisions r ON r.id = h.revision_id WHERE h.status = 'active' ORDER BY h.position";
  const orderedMs = await median(
    () => pipeline(client.query(copyTo(`COPY (${ordered}) TO STDOUT`)), drain()),
    5,
  );
  console.log();
  printLine({
    what: "export as CSV",
    ms,
    limit: "COPY … TO STDOUT CSV of one plain table",
    limitMs,
    aim: 3,
  });
  printLine({
    what: "export as CSV",
    ms,
    limit: "COPY of the same cells out of our tables, in order",
    limitMs: orderedMs,
    aim: 3,
  });
  console.log(`  the server's memory              ${Math.round(peakMb - startMb)} MB more at most`);
}

async function benchGrid(client: pg.Client): Promise<void> {
  // The statements are built by the module that the page uses; it connects only when asked to run one.
  const { gridStatements } = await import("@/lib/dataset/questions/queries");
  const { rows: any } = await client.query<{ question: string }>(
    "SELECT question FROM question_heads ORDER BY question_id OFFSET 777 LIMIT 1",
  );
  const words = any[0]!.question.split(" ").slice(8, 11).join(" ");
  const typo = words.replace(/([a-z])([a-z])$/, "$2$1");
  const lastPage = Math.min(500, Math.max(1, Math.floor(rows / 50)));
  const requests: Record<string, string> = {
    "grid, page 1": "",
    [`grid, page ${lastPage}`]: `page=${lastPage}`,
    "grid, search": `q=${encodeURIComponent(words)}`,
    "grid, search with a typo": `q=${encodeURIComponent(typo)}`,
    "grid, three filters": "category=fast-changing&hops=multi-hop&split=TEST",
  };
  console.log();
  for (const [what, query] of Object.entries(requests)) {
    const { page, count } = gridStatements(parseGrid(new URLSearchParams(query)));
    const limitMs = await median(async () => {
      await client.query(page.text, page.values);
      await client.query(count.text, count.values);
    });
    const ms = await median(async () =>
      (await product.fetch(`/questions?${query}`, { headers: { rsc: "1" } })).arrayBuffer(),
    );
    printLine({ what, ms, limit: "its two statements, bare", limitMs, aim: 3 });
  }
}

/** The same file with a thousand answers changed, onto what is there: matching of every row included. */
async function benchImportAgain(file: string, client: pg.Client, firstMs: number): Promise<void> {
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
  const out = createWriteStream(changed);
  for await (const text of writeCsv(batches(), OFFICIAL_LAYOUT))
    if (!out.write(text)) await once(out, "drain");
  await new Promise((resolve) => out.end(resolve));
  const ms = await timed(async () => {
    const importId = await upload(changed);
    await until(importId, "planned");
    await apply(importId, {});
  });
  const { rows: revisions } = await client.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM revisions WHERE number = 2",
  );
  console.log();
  printLine({
    what: "import onto itself, 1% changed",
    ms,
    limit: `the first import (${revisions[0]!.count} revisions written)`,
    limitMs: firstMs,
  });
}
