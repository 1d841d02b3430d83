import { statSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./served";

/** `one`: a product is started for it, empty. `own`: it starts what it needs, and returns the version of PostgreSQL. */
export type Item = { rows: number; about: string } & (
  | { product: "one"; run: (bench: Bench) => Promise<void> }
  | { product: "own"; run: (rows: number) => Promise<string> }
);

const RELEASE = "FreshQA_v01012026";
const MANY = 100_000;
const REAL = 600;

/*
 * Modules are loaded once their item runs: they connect to the database that is known by then.
 */

export const ITEMS: Readonly<Record<string, Item>> = {
  start: {
    rows: 0,
    about:
      "Starting, on an empty folder and on one that is there, and memory at rest and under refused bodies",
    product: "own",
    run: async () => (await import("./starting")).benchStarting(),
  },
  import: {
    rows: MANY,
    about: "A release file becomes questions that can be searched, and leaves again",
    product: "one",
    run: async (bench) => {
      const file = await sampleOf(bench);
      const imports = await import("./imports");
      await imports.benchImport(bench, file);
      await imports.benchExport(bench, RELEASE);
    },
  },
  merge: {
    rows: MANY,
    about: "What comes to a dataset that is there already, and the difference of two releases",
    product: "one",
    run: async (bench) => {
      const file = await sampleOf(bench);
      const { benchImportAgain, importFile } = await import("./imports");
      await importFile(bench.product, file);
      const { publishAll, benchDifference } = await import("./difference");
      await publishAll(RELEASE);
      await benchImportAgain(bench, file);
      const unknown = await sampleOf(bench, { name: "unknown.csv", seed: 2 });
      await (await import("./planning")).benchPlanning(bench, unknown);
      await publishAll("FreshQA_v02012026");
      await benchDifference(bench.product, bench.client, RELEASE, "FreshQA_v02012026");
    },
  },
  grid: {
    rows: MANY,
    about: "Pages, orders, filters and searches of the grid",
    product: "one",
    run: async (bench) => {
      await imported(bench);
      await (await import("./grid")).benchGrid(bench.product, bench.client, bench.rows);
      const { benchSimilarQuestions } = await import("./similar-questions");
      await benchSimilarQuestions(bench.product, bench.client);
    },
  },
  sheet: {
    rows: MANY,
    about: "Editing and scrolling in the sheet, in a browser",
    product: "one",
    run: async (bench) => {
      await imported(bench);
      await (await import("./sheet")).benchSheet(bench.product);
    },
  },
  growth: {
    rows: MANY,
    about: "Everything that shows one page, with many questions and with a real release's 600",
    product: "own",
    run: async (rows) => (await import("./growth")).benchGrowth(REAL, rows),
  },
  rating: {
    rows: MANY,
    about: "Claiming, reading and submitting by ten raters at once",
    product: "one",
    run: async (bench) => {
      await imported(bench);
      await (await import("./difference")).publishAll(RELEASE);
      await (await import("./rating")).benchRating(bench, RELEASE);
    },
  },
  reports: {
    rows: 50_000,
    about: "Accuracy and agreement of ten runs with a million judgments",
    product: "one",
    run: async ({ client, rows }) => {
      const { benchAccuracy, makeManyJudgments } = await import("./accuracy");
      const made = await makeManyJudgments(client, rows);
      await benchAccuracy(client, made);
      await (await import("./agreement")).benchAgreement(client, made);
    },
  },
  calls: {
    rows: 3_000,
    about: "What the product itself takes of each request to a model",
    product: "one",
    run: async (bench) => (await import("./model-calls")).benchModelCalls(bench.rows),
  },
  pages: {
    rows: REAL,
    about: "Script, largest paint and moving of each page, in a browser that was never there",
    product: "own",
    run: async () => (await import("./pages")).benchPages(),
  },
  desks: {
    rows: REAL,
    about: "From the key to the paint at each desk, in a browser",
    product: "one",
    run: async ({ product, client, rows }) => {
      const work = await import("./desk-work");
      await work.importOldRelease(product, rows);
      const release = await work.publishOldRelease(client);
      const { benchDesks } = await import("./desks");
      await benchDesks(product, await work.makeDesks(client, release));
    },
  },
  raters: {
    rows: REAL,
    about: "Two hundred raters at once, with a rating every two seconds each",
    product: "one",
    run: async ({ product, client, rows }) => {
      const work = await import("./desk-work");
      await work.importOldRelease(product, rows);
      const release = await work.publishOldRelease(client);
      await (await import("./raters")).benchRaters(product, client, release);
    },
  },
};

async function sampleOf(
  { product, rows }: Bench,
  { name = `${RELEASE}.csv`, seed = 1 } = {},
): Promise<string> {
  const { writeSample } = await import("./imports");
  const file = join(product.data, name);
  await writeSample(file, rows, seed);
  console.log(`${name} has ${(statSync(file).size / 1e6).toFixed(1)} MB.`);
  return file;
}

/** A dataset of so many questions that can be searched. */
async function imported(bench: Bench): Promise<void> {
  const { importFile, searchable } = await import("./imports");
  await importFile(bench.product, await sampleOf(bench));
  await searchable(bench.client);
}
