import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { openDatabase } from "@/lib/launcher/database-access";
import { provideEnvironment } from "@/lib/platform/env";
import { formatCount } from "@/lib/platform/format";
import { ITEMS, type Item } from "./items";
import { isMet, measured } from "./report";
import {
  commitNow,
  compareRuns,
  keepNoise,
  keepRun,
  keptNoise,
  keptRuns,
  loadNow,
  thisMachine,
  type Run,
} from "./results";
import { ServedProduct } from "./served";
import { writeTables } from "./tables";

/*
 * npm run bench [-- ITEM…] [--rows N] [--aa]: the product as it is served, beside the best that the same machine does with
 * the same data in the same run. Ratios, not times: they mean the same on every machine that has nothing else to do.
 * Without an item all of them run, each in a process and on a product of its own. What was measured is kept in
 * bench-results/ITEM, and compared with the run before. `--aa` runs the very same twice: how far apart figures lie then is
 * the noise of the machine, and differences that are not larger are called so. `--write` makes the tables of BENCHMARKS.md
 * of the latest run of each item.
 */

const names = Object.keys(ITEMS);
const usage = `Usage: npm run bench [-- ITEM…] [--rows N] [--aa], or npm run bench -- --write\nItems: ${names.join(", ")}`;
const { values: options, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: "string" },
    aa: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    // The run of another process that is its parent: to this file, and not kept.
    to: { type: "string" },
  },
});
const rows = options.rows === undefined ? undefined : Number(options.rows);
if (
  asked.some((name) => !names.includes(name)) ||
  (rows !== undefined && (!Number.isSafeInteger(rows) || rows < 1))
) {
  console.error(usage);
  process.exit(2);
}

if (options.write) await writeTables(names);
else {
  const items = asked.length > 0 ? asked : names;
  if (items.length === 1 && !options.aa) await runHere(items[0]!);
  else for (const item of items) runApart(item);
}

/** Runs an item in a process of its own, or twice. */
function runApart(item: string): void {
  console.log(`\n== ${item} ==`);
  const args = [item, ...(options.rows === undefined ? [] : ["--rows", options.rows])];
  const run = (...more: string[]) => {
    const { status } = spawnSync(
      process.execPath,
      [...process.execArgv, import.meta.filename, ...args, ...more],
      { stdio: "inherit" },
    );
    if (status !== 0) process.exitCode = 1;
    return status === 0;
  };
  if (!options.aa) return void run();
  const folder = mkdtempSync(join(tmpdir(), "freshqa-bench-aa-"));
  try {
    const first = join(folder, "a.json");
    if (!run("--to", first) || !run()) return;
    const noise = keepNoise(JSON.parse(readFileSync(first, "utf8")) as Run, keptRuns(item).at(-1)!);
    console.log("\nThe very same twice lies apart by:");
    for (const [what, apart] of Object.entries(noise))
      console.log(`  ${what.padEnd(44)} ${(apart * 100).toFixed(0)}%`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runHere(name: string): Promise<void> {
  const item = ITEMS[name]!;
  const count = rows ?? item.rows;
  const begun = { at: new Date().toISOString(), load: loadNow(), start: performance.now() };
  console.log(
    `FreshQA Workbench bench, ${name}: ${formatCount(count)} questions, Node ${process.version}, ${process.platform}, load ${begun.load}.\n`,
  );
  const postgres = await (item.product === "own" ? onItsOwn(item, count) : served(item, count));
  if (postgres === null) return;
  const run: Run = {
    item: name,
    rows: count,
    at: begun.at,
    seconds: Math.round((performance.now() - begun.start) / 1_000),
    ...commitNow(),
    machine: thisMachine(postgres),
    load: begun.load,
    figures: [...measured()],
  };
  const missed = run.figures.filter((one) => isMet(one) === false);
  console.log(
    `\n${run.figures.length} figures in ${run.seconds} s; ${run.figures.filter((one) => isMet(one) !== null).length - missed.length} aims met, ${missed.length} missed.`,
  );
  if (options.to !== undefined) {
    const { writeFileSync } = await import("node:fs");
    return writeFileSync(options.to, JSON.stringify(run));
  }
  const before = keptRuns(name)
    .filter((one) => one.rows === count && one.machine.processor === run.machine.processor)
    .at(-1);
  if (before !== undefined)
    console.log(`\n${compareRuns(before, run, keptNoise(name)).join("\n")}`);
  console.log(`\nKept as ${keepRun(run)}`);
}

/** @returns the version of PostgreSQL; null where it failed, which is said */
async function served(
  item: Extract<Item, { product: "one" }>,
  count: number,
): Promise<string | null> {
  const product = new ServedProduct();
  try {
    await product.start();
    provideEnvironment({ FRESHQA_DATA_DIR: product.data });
    const database = await openDatabase();
    const client = new pg.Client({ connectionString: database.url });
    // A line that fails ends the server under this connection; what it says is told, not that.
    client.on("error", () => {});
    await client.connect();
    const { rows: version } = await client.query<{ server_version: string }>("SHOW server_version");
    await item.run({ product, client, databaseUrl: database.url, rows: count });
    await client.end();
    await (await import("@/lib/platform/db")).disconnect();
    await database.close();
    return version[0]!.server_version;
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    return null;
  } finally {
    await product.stop();
  }
}

/** Of an item that starts products itself. */
async function onItsOwn(
  item: Extract<Item, { product: "own" }>,
  count: number,
): Promise<string | null> {
  try {
    return await item.run(count);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    return null;
  }
}
