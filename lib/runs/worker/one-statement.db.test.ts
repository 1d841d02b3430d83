import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { db, disconnect } from "@/lib/platform/db";
import { createJudgingJob } from "@/lib/runs/jobs/commands";
import { judgingJobSchema } from "@/lib/runs/jobs/schema";
import { makeJobFixture, type JobFixture } from "@/prisma/testing/jobs";
import {
  claimItem,
  endItem,
  loadItem,
  recover,
  reserveAtOnce,
  storeCall,
  storedSteps,
  type CallRecord,
  type Claimed,
} from "./writes";

/*
 * What the statements of a usual call do, where the usual does not hold and where several come at once.
 */

const WORKER = "00000000-0000-4000-8000-000000000005";
const CONCURRENCY = 3;

let fixture: JobFixture;
let evaluatorId: number;
let servedModelId: number;
let jobId: number;
beforeAll(async () => {
  // Nothing is asked.
  fixture = await makeJobFixture("http://127.0.0.1:1", {
    questions: 10,
    concurrency: CONCURRENCY,
  });
  servedModelId = await fixture.serve("ok");
});
beforeEach(async () => {
  await db.connectionGate.deleteMany();
  await db.connection.update({
    where: { id: fixture.connectionId },
    data: { requestsPerMinute: null },
  });
  await db.jobItem.updateMany({
    where: { status: { in: ["waiting", "working"] } },
    data: { status: "failed", workerId: null, leaseToken: null, leaseUntil: null, reserved: 0 },
  });
  await db.job.updateMany({
    where: { status: { in: ["running", "paused"] } },
    data: { status: "cancelled", pausedBecause: null, endedAt: new Date("2026-11-22T12:00:00Z") },
  });
  evaluatorId = await fixture.evaluator(servedModelId);
  const made = await createJudgingJob(
    fixture.actor,
    judgingJobSchema.parse({
      kind: "judge",
      runId: fixture.runId,
      evaluatorId,
      modes: ["relaxed"],
    }),
  );
  if (!made.ok) throw new Error(made.refusal.message);
  ({ jobId } = made.value);
});
afterAll(disconnect);

const claim = async () => (await claimItem(WORKER, jobId)) as Claimed;
const itemOf = ({ itemId }: Claimed) => db.jobItem.findUniqueOrThrow({ where: { id: itemId } });
const job = () => db.job.findUniqueOrThrow({ where: { id: jobId } });
/** Leaves no more items than these to do. */
const only = (items: readonly Claimed[]) =>
  db.jobItem.deleteMany({
    where: { jobId, id: { notIn: items.map(({ itemId }) => itemId) } },
  });
const answer = (text: string, most: number | null = 0.5): CallRecord => ({
  kind: "chat",
  step: 0,
  servedModelId,
  messages: [{ role: "user", content: "Who?" }],
  requested: { temperature: 0, maxTokens: 256, seed: null },
  sent: {},
  startedAt: new Date("2026-11-22T12:00:00Z"),
  durationMs: 1,
  cost: 0.25,
  most,
  outcome: {
    state: "answered",
    reading: "parsed",
    reply: {
      text,
      finish: "stop",
      finishRaw: "stop",
      usage: { input: 10, output: 5, reasoning: null, cached: null },
      sent: {},
      received: text,
    },
  },
});
const correct = { outcome: "parsed", correct: true, comment: "It is." } as const;

it("of many claims at once no more succeed than the connection takes, and none takes what another has", async () => {
  const claims = await Promise.all(Array.from({ length: 9 }, () => claimItem(WORKER, jobId)));
  const taken = claims.flatMap((one) => ("itemId" in one ? [one.itemId] : []));
  expect(taken).toHaveLength(CONCURRENCY);
  expect(new Set(taken).size).toBe(CONCURRENCY);
});

it("sets aside what a call may cost at once where nothing stands in the way", async () => {
  const item = await claim();
  expect(await reserveAtOnce(item, fixture.connectionId, 0.5)).toBe(true);
  expect((await itemOf(item)).reserved.toNumber()).toBe(0.5);
});

it.each<[string, () => Promise<unknown>]>([
  [
    "the job is paused",
    () =>
      db.job.update({
        where: { id: jobId },
        data: { status: "paused", pausedBecause: "person" },
      }),
  ],
  [
    "the job has a limit",
    () => db.job.update({ where: { id: jobId }, data: { spendingLimit: 100 } }),
  ],
  [
    "the connection has a pace",
    () =>
      db.connection.update({
        where: { id: fixture.connectionId },
        data: { requestsPerMinute: 60 },
      }),
  ],
  [
    "the connection is held back",
    () =>
      db.connectionGate.create({
        data: {
          connectionId: fixture.connectionId,
          nextAt: new Date(),
          heldUntil: new Date(Date.now() + 60_000),
        },
      }),
  ],
  [
    "a turn that was taken is still to come",
    () =>
      db.connectionGate.create({
        data: { connectionId: fixture.connectionId, nextAt: new Date(Date.now() + 60_000) },
      }),
  ],
  [
    "the item is another's by now",
    () =>
      db.$executeRaw`UPDATE job_items SET lease_token = gen_random_uuid() WHERE job_id = ${jobId} AND status = 'working'`,
  ],
])("sets nothing aside at once where %s", async (_where, make) => {
  const item = await claim();
  await make();
  expect(await reserveAtOnce(item, fixture.connectionId, 0.5)).toBe(false);
  expect((await itemOf(item)).reserved.toNumber()).toBe(0);
});

it("of two answers to a step that come at once one is stored, both are paid, and both callers go on with the one", async () => {
  const item = await claim();
  await reserveAtOnce(item, fixture.connectionId, 0.5);
  const taken = await Promise.all([
    storeCall(item, answer("first")),
    storeCall(item, answer("second")),
  ]);
  const stored = await db.modelCall.findMany({ where: { itemId: item.itemId } });
  expect(stored).toHaveLength(1);
  const kept = { kind: "asked", reply: { text: stored[0]!.text, finish: "stop" } };
  expect(taken).toEqual([kept, kept]);
  expect(await job()).toMatchObject({ calls: 1, inputTokens: 10n, outputTokens: 5n, unpriced: 0 });
  expect((await job()).cost.toNumber()).toBe(0.5);
  expect((await itemOf(item)).reserved.toNumber()).toBe(0);
});

it("an answer that comes after its item was given to others takes the place of what was counted as lost", async () => {
  const item = await claim();
  await reserveAtOnce(item, fixture.connectionId, 0.5);
  await db.$executeRaw`UPDATE job_items SET lease_until = clock_timestamp() - interval '1 second' WHERE id = ${item.itemId}`;
  expect((await recover()).items).toBe(1);
  const unknown = await job();
  expect([unknown.unpriced, unknown.unpricedMost.toNumber()]).toEqual([1, 0.5]);
  await storeCall(item, answer("late"));
  const known = await job();
  expect([known.unpriced, known.unpricedMost.toNumber(), known.cost.toNumber()]).toEqual([
    0, 0, 0.25,
  ]);
});

it("says of an item whether something of it is stored", async () => {
  const item = await claim();
  expect(await loadItem(item.itemId)).toMatchObject({ begun: false });
  await storeCall(item, answer("yes"));
  expect(await loadItem(item.itemId)).toMatchObject({ begun: true });
  expect(await storedSteps(item.itemId)).toHaveLength(1);
});

it("a judged item ends once, with its verdict, and the job's failures in a row are over", async () => {
  const item = await claim();
  await storeCall(item, answer("yes"));
  await db.job.update({ where: { id: jobId }, data: { failuresInRow: 2 } });
  await Promise.all([endItem(item, "judge", correct), endItem(item, "judge", correct)]);
  expect(await db.automaticVerdict.findMany({ where: { evaluatorId } })).toMatchObject([
    { relaxed: true, strict: null, explanation: "It is." },
  ]);
  expect(await itemOf(item)).toMatchObject({ status: "done", outcome: "parsed", leaseToken: null });
  expect(await job()).toMatchObject({ status: "running", failuresInRow: 0 });
});

it("of items that end at once one is the last, and ends the job", async () => {
  const items = [await claim(), await claim(), await claim()];
  await only(items);
  for (const item of items) await storeCall(item, answer("yes"));
  await Promise.all(items.map((item) => endItem(item, "judge", correct)));
  expect(await job()).toMatchObject({ status: "done", pausedBecause: null });
  expect(await db.notice.count({ where: { kind: "job-ended" } })).toBeGreaterThan(0);
});

it("a job whose last item ended with its worker is ended by the others", async () => {
  const item = await claim();
  await only([item]);
  // As the statement that ends an item leaves it, before the job is looked at.
  await db.$executeRaw`UPDATE job_items SET status = 'done', outcome = 'unparsed', worker_id = NULL, lease_token = NULL, lease_until = NULL WHERE id = ${item.itemId}`;
  expect(await recover()).toMatchObject({ ended: 1 });
  expect(await job()).toMatchObject({ status: "done" });
  expect(await recover()).toMatchObject({ ended: 0 });
});
