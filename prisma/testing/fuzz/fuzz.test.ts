import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { moduleFiles } from "../modules";
import { filesIn } from "../tree";
import { FILE_PARSERS, removeFolder } from "./files";
import { corpusNames, fuzz, LIMIT_MS, SEED } from "./run";
import { valuesFor } from "./schemas";
import { TEXT_PARSERS } from "./texts";

/*
 * Nothing that comes from outside makes a parser throw, hang or hand out what the database refuses. The short form runs
 * with all tests, from one seed; `npm run test:fuzz -- --long` runs it for hours, from another one each time.
 */

/** Exported functions whose names say that they read something, and which are tried in another way. */
/** By their formats: see FILE_PARSERS. */
const OF_FILES = [
  "lib/dataset/file-formats/detect-format.ts:detectFormat",
  "lib/dataset/file-formats/read-records.ts:readRecords",
  "lib/dataset/file-formats/read-release.ts:readRelease",
  "lib/dataset/file-formats/table-csv.ts:readCsvRows",
  "lib/dataset/file-formats/table-json.ts:readJsonLines",
  "lib/dataset/file-formats/table-json.ts:readJsonList",
  "lib/dataset/file-formats/table-xlsx.ts:readSheetRows",
  "lib/dataset/file-formats/table.ts:readTable",
  "lib/dataset/file-formats/utf8-text.ts:readUtf8",
  "lib/dataset/imports/mapping-service.ts:readKept",
  "lib/dataset/imports/reading-commands.ts:readImport",
  "lib/reporting/ratings-file/table-file.ts:readRows",
  "lib/runs/logs/inspect-archive.ts:readInspectArchive",
  "lib/runs/logs/parquet-log.ts:readParquetLog",
  "lib/runs/logs/promptfoo-csv.ts:readPromptfooCsv",
  "lib/runs/logs/read-log.ts:readLog",
  "lib/runs/responses/commands.ts:readResponseImport",
  "lib/runs/responses/log-files.ts:readLogRecords",
  "lib/runs/logs/parquet-decoding.ts:decodeParquetLog",
];
/** Our own tables. */
const OF_TABLES = [
  "app/api/live/topics.ts:readStates",
  "app/api/live/topics.ts:readWatches",
  "lib/authoring/writes.ts:readTargets",
  "lib/dataset/releases/entry-queries.ts:readChunks",
  "lib/dataset/releases/entry-queries.ts:readEntries",
  "lib/dataset/releases/entry-queries.ts:readFileChunks",
  "lib/dataset/schedule/writes.ts:readClaims",
  "lib/dataset/schedule/writes.ts:readObstacles",
  "lib/dataset/schedule/writes.ts:readPlan",
  "lib/people/notifications/writes.ts:readNotices",
  "lib/platform/backup/catalog.ts:readSequences",
  "lib/platform/backup/catalog.ts:readTables",
  "lib/platform/backup/catalog.ts:readTriggers",
  "lib/rating/adjudication/queries.ts:readCase",
  "lib/rating/assignment/commands.ts:readMessages",
  "lib/rating/campaigns/drawing-writes.ts:readEligible",
  "lib/rating/judging/queries.ts:readProtocolItems",
  "lib/rating/notices-writes.ts:readNoticesOfCampaign",
  "lib/platform/replica.ts:readWithLag",
];
/** What this installation or this tab wrote itself. */
const OWN = [
  "components/ui/use-place.ts:readPlace",
  "lib/authoring/writes.ts:readDraft",
  "lib/cli/command.ts:readTextFile",
  "lib/home/guides/guide-files.ts:readGuide",
  "lib/launcher/compressed-scripts.ts:readCompressed",
  "lib/launcher/postgres-cluster.ts:readPostmasterFile",
  "lib/platform/migrations.ts:readMigrations",
  "lib/runs/connections/embeddings.ts:readSimilarities",
  "lib/bench/tables.ts:readReference",
];
/** A schema, which is tried below. */
const BY_SCHEMA = [
  "app/api/live/topics.ts:readEvery",
  "lib/cli/command.ts:parseInput",
  "lib/people/access/desk-route.ts:readInput",
  "lib/reporting/snapshots/report-url.ts:readReportUrl",
];
/** What comes over the network; what is in it goes to others of these. */
const OF_NETWORK = [
  "lib/people/access/route.ts:readJson",
  "lib/runs/connections/reading-pages.ts:readPage",
  "lib/runs/worker/retrieval.ts:readStep",
];
const ELSEWHERE = [...OF_FILES, ...OF_TABLES, ...OWN, ...BY_SCHEMA, ...OF_NETWORK];

const NAMES =
  /^export (?:async )?function\*? ((?:parse|read|decode|detect|recognize|understand|guess)[A-Z]\w*)/gm;

/** Every exported function that reads something, as "file:name". */
const readers = ["app", "components", "lib"]
  .flatMap((folder) => filesIn(folder))
  .filter((path) => /(?<!\.test|\.oracle)\.tsx?$/.test(path))
  .flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(NAMES)].map(([, name]) => `${path}:${name}`),
  )
  .sort();

const schemas: [name: string, schema: z.core.$ZodType][] = [];
for (const { key, load } of moduleFiles("schema", "rules"))
  for (const [name, exported] of Object.entries(await load()))
    if (exported instanceof z.core.$ZodType) schemas.push([`${key}:${name}`, exported]);

afterAll(removeFolder);

describe(`hostile input, from seed ${SEED}`, () => {
  it("knows every function that reads something from outside", () => {
    const known = [...Object.keys(TEXT_PARSERS), ...ELSEWHERE];
    expect(readers.filter((name) => !known.includes(name))).toEqual([]);
    expect(ELSEWHERE.filter((name) => !readers.includes(name))).toEqual([]);
    expect(readers.length).toBeGreaterThan(100);
    expect(schemas.length).toBeGreaterThan(200);
  });

  it("keeps no failure of a parser that is no more", () => {
    const known = [
      ...Object.keys(TEXT_PARSERS),
      ...Object.keys(FILE_PARSERS),
      ...schemas.map(([name]) => name),
    ];
    expect(corpusNames().filter((name) => !known.includes(name))).toEqual([]);
  });

  it.each(Object.entries(TEXT_PARSERS))(
    "%s",
    async (name, { inputs, parse }) => {
      const [path, exported] = name.split(":") as [string, string];
      const file = (await import(/* @vite-ignore */ pathToFileURL(resolve(path)).href)) as Record<
        string,
        (...args: unknown[]) => unknown
      >;
      const call = file[exported];
      expect(call, name).toBeTypeOf("function");
      await fuzz(name, inputs, (input) => parse(call!, input), 150);
    },
    LIMIT_MS,
  );

  it.each(Object.entries(FILE_PARSERS))(
    "files: %s",
    (name, { inputs, parse }) => fuzz(name, inputs, parse, 60),
    LIMIT_MS,
  );

  it(
    "schemas",
    async () => {
      for (const [name, schema] of schemas)
        await fuzz(
          name,
          valuesFor(schema),
          (input) => void z.safeParse(schema, input),
          25,
          10 / schemas.length,
        );
    },
    LIMIT_MS * 10,
  );
});
