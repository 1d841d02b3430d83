import { stringify } from "csv-stringify/sync";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { publishRelease } from "@/lib/dataset/releases/commands";
import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import { createModel, createRun } from "@/lib/runs/models/commands";
import { modelSchema, runSchema } from "@/lib/runs/models/schema";
import { beginResponseImport, readResponseImport } from "@/lib/runs/responses/commands";
import { responsePlan } from "@/lib/runs/responses/queries";
import { releaseRows, seededRandom } from "@/prisma/factories/release-rows";
import { parseCsv } from "@/prisma/testing/exported-judgments";
import { harnessLog, LOG_NAMES, objectsOf, type TaskRow } from "@/prisma/testing/harness-logs";
import { importFile } from "@/prisma/testing/import-file";
import { unzip } from "@/prisma/testing/rezip";
import { value } from "@/prisma/testing/value";
import { openTaskPackage } from "./queries";
import { HARNESSES, type Harness } from "./vocabulary";

/*
 * A release goes out as a task, and the log that its harness writes of it comes back: every response finds its question.
 * The logs are in the order in which samples ended, which is no one's.
 */

const RELEASE = "FreshQA_v04072025";
const QUESTIONS = 600;
const folder = mkdtempSync(join(tmpdir(), "round-trip-"));
afterAll(() => rmSync(folder, { recursive: true }));
let actor: Actor;
let modelId: number;

beforeAll(async () => {
  const user = await db.user.create({
    data: { email: "mara@example.org", name: "Mara", roles: ["maintainer"] },
  });
  actor = { userId: user.id, name: "Mara", roles: ["maintainer"], via: "web" };
  const path = join(folder, "release.csv");
  writeFileSync(path, stringify([[...RELEASE_COLUMNS], ...[...releaseRows(QUESTIONS)].flat()]));
  await importFile(actor, `${RELEASE}.csv`, path);
  value(await publishRelease(actor, { name: RELEASE, notes: "", selection: { kind: "all" } }));
  modelId = value(await createModel(actor, modelSchema.parse({ name: "Heron 2" }))).modelId;
});

async function packageOf(harness: Harness): Promise<(name: string) => string> {
  const path = join(folder, `${harness}.zip`);
  const { bytes } = await openTaskPackage(actor, RELEASE, harness);
  writeFileSync(path, await buffer(Readable.from(bytes())));
  const files = await unzip(path);
  return (name) => files.get(name)!.toString("utf8");
}

/** The same values in another order. */
function shuffled<T>(values: readonly T[]): T[] {
  const random = seededRandom(7);
  return values
    .map((one) => [random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
}

/** The data file of each package. */
const ROWS: Record<Harness, (file: (name: string) => string) => TaskRow[]> = {
  "lm-eval": (file) => objectsOf(file("freshqa_v04072025.jsonl")),
  inspect: (file) => objectsOf(file("freshqa.jsonl")),
  helm: (file) => objectsOf(file("freshqa.jsonl")),
  "openai-evals": (file) => objectsOf(file("data/freshqa/samples.jsonl")),
  promptfoo: (file) => parseCsv(file("tests.csv")),
};

async function logOf(harness: Harness): Promise<Buffer> {
  const file = await packageOf(harness);
  return harnessLog(harness, ROWS[harness](file), {
    said: (at) => `Response ${at}`,
    order: shuffled,
    ...(harness === "promptfoo" && { prompt: JSON.parse(file("prompt.json")) as [] }),
  });
}

it.each(HARNESSES)("the log of %s finds all 600 questions", async (harness) => {
  const fileName = LOG_NAMES[harness];
  const bytes = await logOf(harness);
  const path = join(folder, `${harness}.log`);
  writeFileSync(path, bytes);
  const { runId } = value(
    await createRun(actor, runSchema.parse({ modelId, releaseName: RELEASE, name: harness })),
  );
  const { importId } = value(
    await beginResponseImport(actor, { runId, fileName, byteSize: bytes.length }),
  );
  expect(value(await readResponseImport(actor, { importId, path })).status).toBe("planned");
  const { counts, columns } = await responsePlan(actor, importId);
  expect(counts).toMatchObject({ rows: QUESTIONS, adds: QUESTIONS });
  expect(Object.values(counts!.problems).reduce((sum, count) => sum + count, 0)).toBe(0);
  // Texts are looked at first; an ID that pointed elsewhere would be a problem.
  expect(counts!.matched.text).toBe(QUESTIONS);
  // OpenAI Evals logs no name of ours.
  expect(columns!.roles.includes("stable-id")).toBe(harness !== "openai-evals");
});
