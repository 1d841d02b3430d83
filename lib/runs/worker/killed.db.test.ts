import { spawn, type ChildProcess } from "node:child_process";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { db, disconnect } from "@/lib/platform/db";
import { environmentForPrograms } from "@/lib/platform/env";
import { createJudgingJob } from "@/lib/runs/jobs/commands";
import { judgingJobSchema } from "@/lib/runs/jobs/schema";
import { makeJobFixture, type JobFixture } from "@/prisma/testing/jobs";
import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";
import { notEmpty } from "@/prisma/testing/not-empty";
import { until } from "@/prisma/testing/until";

/*
 * Real workers, in processes of their own, of which one is killed in the middle.
 */

let services: ModelServices;
let fixture: JobFixture;
const processes: ChildProcess[] = [];

/** `npm run worker`, on the test's database. */
function worker(): ChildProcess {
  const child = spawn(process.execPath, ["lib/launcher/run.mjs", "worker-now"], {
    env: environmentForPrograms({ LOG_LEVEL: "silent" }),
    stdio: "ignore",
  });
  processes.push(child);
  return child;
}
const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once("exit", () => resolve()));

beforeAll(async () => {
  services = await startModelServices();
  fixture = await makeJobFixture(services.origin, { questions: 100, concurrency: 8 });
});
afterEach(async () => {
  for (const child of processes.splice(0)) {
    child.kill("SIGKILL");
    await ended(child);
  }
});
afterAll(async () => {
  services.stop();
  await disconnect();
});

async function judge(behavior: string) {
  const servedModelId = await fixture.serve(behavior);
  const evaluatorId = await fixture.evaluator(servedModelId);
  const made = await createJudgingJob(
    fixture.actor,
    judgingJobSchema.parse({
      kind: "judge",
      runId: fixture.runId,
      evaluatorId,
      modes: ["relaxed", "strict"],
      date: "2025-04-07",
    }),
  );
  if (!made.ok) throw new Error(made.refusal.message);
  const { apiName } = await db.servedModel.findUniqueOrThrow({ where: { id: servedModelId } });
  return { jobId: made.value.jobId, evaluatorId, apiName };
}
const asked = async (apiName: string) =>
  (await services.received()).filter(({ body }) => body.model === apiName);
const stored = (jobId: number) => db.modelCall.count({ where: { jobId, state: "answered" } });

it("after SIGKILL in the middle of 200 items another worker goes on within 60 seconds, and stores each call once", async () => {
  const { jobId, evaluatorId, apiName } = await judge("held");
  await services.letGo(apiName, 40);
  const killed = worker();
  // In the middle: forty are stored, and eight under way.
  await expect.poll(() => asked(apiName), { timeout: 60_000 }).toHaveLength(48);
  await expect.poll(() => stored(jobId)).toBe(40);
  killed.kill("SIGKILL");
  await ended(killed);
  const at = performance.now();
  const before = await stored(jobId);
  const held = await db.jobItem.count({ where: { jobId, status: "working" } });
  expect([before, held]).toEqual([40, 8]);
  await services.letGo(apiName);

  worker();
  await until(
    "a call more is stored",
    async () => ((await stored(jobId)) > before ? true : null),
    60_000,
  );
  await until(
    "no lease of the killed worker is left",
    async () =>
      (await db.worker.count()) === 1 &&
      (await db.jobItem.count({ where: { jobId, leaseUntil: { lt: new Date() } } })) === 0
        ? true
        : null,
    60_000,
  );
  expect(performance.now() - at).toBeLessThan(60_000);
  await until(
    "the job is done",
    async () =>
      (await db.job.findUniqueOrThrow({ where: { id: jobId } })).status === "done" ? true : null,
    90_000,
  );

  const calls = await db.modelCall.findMany({ where: { jobId, state: "answered" } });
  expect(calls).toHaveLength(200);
  expect(new Set(calls.map(({ itemId }) => itemId)).size).toBe(200);
  expect(await db.automaticVerdict.count({ where: { evaluatorId } })).toBe(200);
  // What was under way when it died is asked once more, and nothing else.
  const all = await asked(apiName);
  expect(all).toHaveLength(200 + held);
  // The date is the job's and no day's on which a worker runs, also for what the second one asked.
  expect(notEmpty(all).every(({ body }) => JSON.stringify(body).includes("April 07, 2025"))).toBe(
    true,
  );
}, 180_000);

it("told to stop, a worker finishes its calls, and gives back everything at once", async () => {
  // Those that the test before has killed.
  await db.worker.deleteMany();
  const { jobId, apiName } = await judge("held");
  await services.letGo(apiName, 10);
  const first = worker();
  // Ten are stored, and eight under way.
  await expect.poll(() => asked(apiName), { timeout: 60_000 }).toHaveLength(18);
  await expect.poll(() => stored(jobId)).toBe(10);
  first.kill("SIGTERM");
  await services.letGo(apiName, 8);
  await ended(first);
  expect(first.exitCode).toBe(0);
  expect(await db.jobItem.count({ where: { jobId, status: "working" } })).toBe(0);
  expect(await db.worker.count()).toBe(0);
  const answered = await stored(jobId);
  expect(answered).toBe(18);
  expect(await db.jobItem.count({ where: { jobId, status: "done" } })).toBe(answered);

  await services.letGo(apiName);
  worker();
  // No lease has to run out first.
  await expect.poll(() => stored(jobId), { timeout: 60_000 }).toBeGreaterThan(answered);
}, 120_000);
