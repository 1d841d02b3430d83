import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect } from "@/lib/platform/db";
import { provideEnvironment } from "@/lib/platform/env";
import { installationGuard } from "@/lib/runs/connections/access";
import { createConnection, setConnectionKey } from "@/lib/runs/connections/commands";
import { connectionSchema } from "@/lib/runs/connections/schema";
import { PRESETS } from "@/lib/runs/generation/presets";
import { createGenerationJob, createJudgingJob, retryFailed } from "@/lib/runs/jobs/commands";
import { dryRun, getItem, getJob, listItems, listJobs } from "@/lib/runs/jobs/queries";
import {
  generationJobSchema,
  judgingJobSchema,
  type GenerationJobInput,
} from "@/lib/runs/jobs/schema";
import { makeJobFixture, type JobFixture } from "@/prisma/testing/jobs";
import { notEmpty } from "@/prisma/testing/not-empty";
import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";
import { placesOfKey } from "@/prisma/testing/planted-key";
import { until } from "@/prisma/testing/until";
import { startWorker, type RunningWorker } from "./worker";

/*
 * A key is planted in the connections of jobs whose services send it back, refuse it or fail, and searched for in every
 * table (calls, searches, items, responses), in a backup and in what the pages of jobs are made of.
 */

const KEY = "sk-PlantedKey/Jz7+vX2mN8wR4tY6-wxyz";
let services: ModelServices;
let fixture: JobFixture;
let admin: Actor;
let searchOnlyId: number;
let worker: RunningWorker;
let runs = 0;
const collected: Record<string, string> = {};

beforeAll(async () => {
  provideEnvironment({ FRESHQA_SECRET_KEYS: Buffer.alloc(32, 5).toString("base64") });
  services = await startModelServices();
  fixture = await makeJobFixture(services.origin, { questions: 6 });
  const user = await db.user.create({
    data: { email: "femi@planted-jobs.test", name: "Femi", roles: ["admin"] },
  });
  admin = { userId: user.id, name: user.name, roles: ["admin"], via: "web" };
  const set = await setConnectionKey(admin, {
    connectionId: fixture.connectionId,
    version: 1,
    key: { source: "entered", key: KEY },
  });
  expect(set.ok).toBe(true);
  const method = await db.method.create({
    data: {
      name: "Search only",
      createdById: user.id,
      versions: {
        create: {
          number: 1,
          definition: PRESETS.find(({ key }) => key === "search-only")!.definition,
          createdById: user.id,
        },
      },
    },
    include: { versions: true },
  });
  searchOnlyId = method.versions[0]!.id;
  worker = startWorker("worker");
});
afterEach(async () => {
  expect(await placesOfKey(KEY, collected)).toEqual([]);
});
afterAll(async () => {
  await worker.stop();
  provideEnvironment({ FRESHQA_SECRET_KEYS: undefined });
  services.stop();
  await installationGuard().close();
  await disconnect();
});

async function searching(service: "serpapi" | "brave", behavior: string): Promise<number> {
  const made = await createConnection(
    admin,
    connectionSchema.parse({
      service,
      name: `${service} ${behavior}`,
      baseUrl: `${services.origin}/${service}/${behavior}`,
      key: { source: "entered", key: KEY },
    }),
  );
  if (!made.ok) throw new Error(made.refusal.message);
  return made.value.connectionId;
}

/** Runs a job until it ends or pauses, and collects everything that its pages would show. */
async function generated(change: Partial<GenerationJobInput>): Promise<string> {
  const input = generationJobSchema.parse({
    kind: "generate",
    target: {
      kind: "new",
      releaseName: fixture.releaseName,
      name: `Planted ${++runs}`,
      modelId: fixture.modelId,
    },
    methodVersionId: fixture.methodVersionId,
    servedModelId: null,
    date: "2026-11-22",
    sample: { size: 2, seed: 1 },
    ...change,
  });
  collected[`dry run ${runs}`] = JSON.stringify(await dryRun(fixture.actor, input), bigints);
  const made = await createGenerationJob(fixture.actor, input);
  if (!made.ok) throw new Error(made.refusal.message);
  return ended(made.value.jobId);
}

async function ended(jobId: number): Promise<string> {
  const status = await until(`job ${jobId} stands still`, async () => {
    const job = await db.job.findUniqueOrThrow({ where: { id: jobId } });
    const working = await db.jobItem.count({ where: { jobId, status: "working" } });
    return job.status === "running" || working > 0 ? null : (job.pausedBecause ?? job.status);
  });
  const { items } = await listItems(fixture.actor, jobId, "all");
  expect(items.length).toBeGreaterThan(0);
  const shown = await Promise.all(items.map(({ itemId }) => getItem(fixture.actor, jobId, itemId)));
  collected[`job ${jobId}`] = JSON.stringify(
    [await getJob(fixture.actor, jobId), await listJobs(fixture.actor), items, shown],
    bigints,
  );
  return status;
}
const bigints = (_name: string, value: unknown) =>
  typeof value === "bigint" ? String(value) : value;

it("a key that a model sends back is in no response and no call", async () => {
  expect(await generated({ servedModelId: await fixture.serve("echo") })).toBe("done");
  const calls = await db.modelCall.findMany({ where: { state: "answered" } });
  expect(notEmpty(calls).every(({ received }) => received!.includes("asked with [key]"))).toBe(
    true,
  );
});

it("a key that a model refuses by quoting it is in no error", async () => {
  expect(await generated({ servedModelId: await fixture.serve("key-refused") })).toBe(
    "key-refused",
  );
  const call = await db.modelCall.findFirstOrThrow({ where: { state: "key-refused" } });
  expect(call.error).toContain("[key]");
});

it("a key is in no failed item, also when it is tried again", async () => {
  const status = await generated({ servedModelId: await fixture.serve("request-refused") });
  expect(["done", "failures"]).toContain(status);
  const { jobId } = await db.jobItem.findFirstOrThrow({ where: { status: "failed" } });
  collected.retry = JSON.stringify(await retryFailed(fixture.actor, { jobId }));
  await ended(jobId);
});

it("a key that a search sends back or refuses is in no answer and no evidence", async () => {
  const job = { methodVersionId: searchOnlyId };
  expect(await generated({ ...job, searchConnectionId: await searching("serpapi", "echo") })).toBe(
    "done",
  );
  const answers = await db.searchAnswer.findMany();
  expect(answers.length).toBeGreaterThan(0);
  expect(JSON.stringify(answers.map(({ raw }) => raw))).toContain("asked with [key]");
  expect(
    await generated({ ...job, searchConnectionId: await searching("brave", "key-refused") }),
  ).toBe("key-refused");
});

it("a key that an evaluator's model sends back is in no verdict", async () => {
  const made = await createJudgingJob(
    fixture.actor,
    judgingJobSchema.parse({
      kind: "judge",
      runId: fixture.runId,
      evaluatorId: await fixture.evaluator(await fixture.serve("echo")),
      modes: ["relaxed"],
    }),
  );
  if (!made.ok) throw new Error(made.refusal.message);
  expect(await ended(made.value.jobId)).toBe("done");
  expect(await db.automaticVerdict.count()).toBeGreaterThan(0);
});
