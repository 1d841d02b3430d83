import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, disconnect, transaction } from "@/lib/platform/db";
import { createGenerationJob, resumeJob, retryFailed } from "@/lib/runs/jobs/commands";
import { getItem } from "@/lib/runs/jobs/item-queries";
import { getJob } from "@/lib/runs/jobs/queries";
import { generationJobSchema, type GenerationJobInput } from "@/lib/runs/jobs/schema";
import { chargedOf, withoutPrice } from "@/lib/runs/jobs/starting-writes";
import { lockJob } from "@/lib/runs/jobs/writes";
import { makeJobFixture, setPrice, type JobFixture } from "@/prisma/testing/jobs";
import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";
import { notEmpty } from "@/prisma/testing/not-empty";
import { waitedLocksHere } from "@/prisma/testing/locks";
import { until } from "@/prisma/testing/until";
import { workOn } from "./items";
import {
  chargeSearch,
  claimItem,
  failItem,
  giveBack,
  loadItem,
  pauseBecause,
  recover,
  reserve,
  storeCall,
  storeSearch,
  type CallRecord,
  type Claimed,
} from "./writes";

const WORKER = "00000000-0000-4000-8000-000000000002";
const never = new AbortController().signal;

let services: ModelServices;
let fixture: JobFixture;
beforeAll(async () => {
  services = await startModelServices();
  fixture = await makeJobFixture(services.origin, { questions: 4 });
});
beforeEach(async () => {
  await db.jobItem.updateMany({
    where: { status: "working" },
    data: { status: "waiting", workerId: null, leaseToken: null, leaseUntil: null },
  });
  await db.job.updateMany({
    where: { status: { in: ["running", "paused"] } },
    data: { status: "cancelled", pausedBecause: null, endedAt: new Date("2026-11-22T12:00:00Z") },
  });
  await db.connection.update({
    where: { id: fixture.connectionId },
    data: { timeoutSeconds: 1 },
  });
});
afterAll(async () => {
  services.stop();
  await disconnect();
});

let runs = 0;
async function generate(servedModelId: number, change: Partial<GenerationJobInput> = {}) {
  const made = await createGenerationJob(
    fixture.actor,
    generationJobSchema.parse({
      kind: "generate",
      target: { kind: "new", releaseName: fixture.releaseName, name: `Costs ${++runs}` },
      methodVersionId: fixture.methodVersionId,
      servedModelId,
      date: "2025-04-07",
      ...change,
    }),
  );
  if (!made.ok) throw new Error(made.refusal.message);
  return made.value.jobId;
}
/** Works on the job's items one after the other, without the waits between attempts, until none may be taken. */
async function workThrough(jobId: number, most = 20) {
  for (let turn = 0; turn < most; turn++) {
    await db.jobItem.updateMany({ where: { jobId }, data: { notBefore: null } });
    const claimed = await claimItem(WORKER, jobId);
    if (!("itemId" in claimed)) return;
    await workOn(claimed, { halt: never, cut: never });
  }
}
const claim = async (jobId: number) => (await claimItem(WORKER, jobId)) as Claimed;
const costs = async (jobId: number) => {
  const { cost, unpriced, unpricedMost } = await getJob(fixture.actor, jobId);
  return { cost, unpriced, unpricedMost };
};
const itemOf = ({ itemId }: Claimed) => db.jobItem.findUniqueOrThrow({ where: { id: itemId } });
const asked = async (servedModelId: number) => {
  const { apiName } = await db.servedModel.findUniqueOrThrow({ where: { id: servedModelId } });
  return (await services.received()).filter(({ body }) => body.model === apiName).length;
};
const record = (servedModelId: number, outcome: CallRecord["outcome"]): CallRecord => ({
  kind: "chat",
  step: 0,
  servedModelId,
  messages: [{ role: "user", content: "Who?" }],
  requested: { temperature: 0, maxTokens: 256, seed: null },
  sent: {},
  startedAt: new Date("2026-11-22T12:00:00Z"),
  durationMs: 1,
  cost: null,
  most: 2,
  outcome,
});
const ANSWERED: CallRecord["outcome"] = {
  state: "answered",
  reading: null,
  reply: {
    text: "Ada",
    finish: "stop",
    finishRaw: "stop",
    usage: { input: 1, output: 1, reasoning: null, cached: null },
    sent: {},
    received: "{}",
  },
};

describe("calls of unknown cost", () => {
  it("that time out count as the most they may have been charged, three at most, and say that it is unknown", async () => {
    const served = await fixture.serve("held");
    await setPrice(served, 1_000, 1_000);
    const jobId = await generate(served, { sample: { size: 1, seed: 1 }, spendingLimit: 50 });
    await workThrough(jobId);
    expect(await asked(served)).toBe(3);
    const { cost, unpriced, unpricedMost } = await costs(jobId);
    expect({ cost, unpriced }).toEqual({ cost: 0, unpriced: 3 });
    // 256 tokens of a reply and as many of the prompt as it has bytes, for each of the three.
    expect(unpricedMost).toBeGreaterThan(3 * 0.256);
    const [item] = await db.jobItem.findMany({ where: { jobId, status: { not: "left-out" } } });
    expect(item).toMatchObject({ status: "failed", attempts: 3, troubles: { unanswered: 3 } });
    expect(item!.detail).toContain("did not answer completely within 1 seconds");
  });

  it("never pass the limit", async () => {
    const served = await fixture.serve("held");
    await setPrice(served, 1_000, 1_000);
    const first = await generate(served, { sample: { size: 1, seed: 1 }, spendingLimit: 50 });
    await workThrough(first, 1);
    const most = (await costs(first)).unpricedMost;
    expect(most).toBeGreaterThan(0);
    const limit = most * 2.5;
    const jobId = await generate(served, { sample: { size: 1, seed: 1 }, spendingLimit: limit });
    await workThrough(jobId);
    const job = await getJob(fixture.actor, jobId);
    expect(job).toMatchObject({ status: "paused", pausedBecause: "spending-limit", unpriced: 2 });
    expect(job.cost + job.unpricedMost).toBeLessThanOrEqual(limit);
    // What may have been spent is spent: a limit within it allows nothing.
    expect(
      await resumeJob(fixture.actor, { jobId, spendingLimit: job.unpricedMost }),
    ).toMatchObject({ ok: false, refusal: { code: "not-possible" } });
  });

  it("are those whose tokens a service counts in part", async () => {
    const served = await fixture.serve("half-counted");
    await setPrice(served, 1_000, 1_000);
    const jobId = await generate(served, { sample: { size: 2, seed: 1 }, spendingLimit: 50 });
    await workThrough(jobId);
    const { cost, unpriced, unpricedMost } = await costs(jobId);
    expect({ cost, unpriced }).toEqual({ cost: 0, unpriced: 2 });
    expect(unpricedMost).toBeGreaterThan(2 * 0.256);
    const calls = await db.modelCall.findMany({ where: { jobId } });
    expect(calls.map(({ cost: one, inputTokens }) => [one, inputTokens])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it("are those that a stopping worker gives up, and the item goes back as it was", async () => {
    // It is the worker that ends the call, and not its time.
    await db.connection.update({
      where: { id: fixture.connectionId },
      data: { timeoutSeconds: 30 },
    });
    const served = await fixture.serve("held");
    await setPrice(served, 1_000, 1_000);
    const jobId = await generate(served, { sample: { size: 1, seed: 1 } });
    const claimed = await claim(jobId);
    const cut = new AbortController();
    const working = workOn(claimed, { halt: never, cut: cut.signal });
    await until("it is asked", async () => ((await asked(served)) === 1 ? true : null));
    cut.abort();
    await working;
    expect(await costs(jobId)).toMatchObject({ cost: 0, unpriced: 1 });
    expect((await costs(jobId)).unpricedMost).toBeGreaterThan(0.256);
    expect(await itemOf(claimed)).toMatchObject({ status: "waiting", attempts: 0 });
    expect(await db.modelCall.findFirst({ where: { jobId } })).toMatchObject({
      state: "unanswered",
      error: "The worker stopped before the answer came.",
    });
  });

  it("are those of a killed worker, until it turns out what they were", async () => {
    const served = await fixture.serve("ok");
    const jobId = await generate(served, { sample: { size: 1, seed: 1 } });
    const claimed = await claim(jobId);
    expect(await reserve(claimed, 2)).toBe("go");
    await db.$executeRaw`UPDATE job_items SET lease_until = clock_timestamp() - interval '1 second' WHERE id = ${claimed.itemId}`;
    expect((await recover()).items).toBe(1);
    expect(await costs(jobId)).toEqual({ cost: 0, unpriced: 1, unpricedMost: 2 });
    // It was only slow, and comes back with the answer.
    await storeCall(claimed, { ...record(served, ANSWERED), cost: 0.5 });
    expect(await costs(jobId)).toEqual({ cost: 0.5, unpriced: 0, unpricedMost: 0 });
  });

  it("of which nobody heard that they were stored count once; where no row tells, as of unknown cost", async () => {
    const served = await fixture.serve("ok");
    const jobId = await generate(served, { sample: { size: 1, seed: 1 } });
    const claimed = await claim(jobId);
    const first = { ...record(served, ANSWERED), cost: 0.25 };
    await storeCall(claimed, first);
    await storeCall(claimed, first, true);
    expect(await costs(jobId)).toEqual({ cost: 0.25, unpriced: 0, unpricedMost: 0 });
    const failed = {
      ...record(served, { state: "unanswered", error: "Too late", received: null }),
      durationMs: 2,
    };
    await storeCall(claimed, failed);
    await storeCall(claimed, failed, true);
    expect(await costs(jobId)).toEqual({ cost: 0.25, unpriced: 1, unpricedMost: 2 });
    expect(await db.modelCall.count({ where: { jobId } })).toBe(2);
    // A second answer to the step is counted and not stored: whether it was counted cannot be told.
    const second = { ...first, durationMs: 3, cost: 0.5 };
    await storeCall(claimed, second, true);
    expect(await costs(jobId)).toEqual({ cost: 0.25, unpriced: 2, unpricedMost: 2.5 });

    const search = (durationMs: number) => ({
      connectionId: fixture.connectionId,
      day: "2025-04-07",
      key: "a".repeat(64),
      query: "Who?",
      params: {},
      raw: [{}],
      requests: 1,
      cost: 1,
      startedAt: new Date("2026-11-22T12:00:00Z"),
      durationMs,
    });
    await storeSearch(claimed, search(1), null);
    await storeSearch(claimed, search(1), null, true);
    expect(await costs(jobId)).toEqual({ cost: 1.25, unpriced: 2, unpricedMost: 2.5 });
    await storeSearch(claimed, search(2), null, true);
    expect(await costs(jobId)).toEqual({ cost: 1.25, unpriced: 3, unpricedMost: 3.5 });
  });

  it("are none that were refused before they were served", async () => {
    const served = await fixture.serve("unavailable");
    await setPrice(served, 1_000, 1_000);
    const jobId = await generate(served, { sample: { size: 1, seed: 1 }, spendingLimit: 50 });
    await workThrough(jobId);
    expect(await costs(jobId)).toEqual({ cost: 0, unpriced: 0, unpricedMost: 0 });
    expect(await asked(served)).toBe(8);
  });

  it("of a search: the pages that came have their price, the one that did not the most", async () => {
    const jobId = await generate(await fixture.serve("ok"), { sample: { size: 1, seed: 1 } });
    const claimed = await claim(jobId);
    expect(await reserve(claimed, 0.03)).toBe("go");
    await chargeSearch(claimed, { answered: 2, unknown: 1 }, (requests) => requests * 0.01, 0.03);
    expect(await costs(jobId)).toEqual({ cost: 0.02, unpriced: 1, unpricedMost: 0.01 });
    await chargeSearch(claimed, { answered: 1, unknown: 0 }, () => null, null);
    expect(await costs(jobId)).toEqual({ cost: 0.02, unpriced: 2, unpricedMost: 0.01 });
    expect((await itemOf(claimed)).reserved.toNumber()).toBe(0);
  });
});

describe("attempts", () => {
  it("start again with each answered step, and when a person resumes the job", async () => {
    const served = await fixture.serve("ok");
    const jobId = await generate(served, { sample: { size: 1, seed: 1 } });
    const failures = { attempts: 2, troubles: { unanswered: 2 } };
    await giveBack(await claim(jobId), { failures });
    const claimed = await claim(jobId);
    expect(await itemOf(claimed)).toMatchObject(failures);
    await storeCall(claimed, record(served, ANSWERED));
    expect(await itemOf(claimed)).toMatchObject({ attempts: 0, troubles: {} });
    await giveBack(claimed, { failures, waitMs: 60_000 });
    await db.job.update({
      where: { id: jobId },
      data: { status: "paused", pausedBecause: "person" },
    });
    expect(await resumeJob(fixture.actor, { jobId })).toMatchObject({ ok: true });
    expect(await itemOf(claimed)).toMatchObject({ attempts: 0, troubles: {}, notBefore: null });
  });

  it("that failed keep their prompt once for a step, and each shows it", async () => {
    const served = await fixture.serve("unavailable-once");
    const jobId = await generate(served, { sample: { size: 1, seed: 1 } });
    const claimed = await claim(jobId);
    const failed = { state: "unavailable", error: "No.", received: null } as const;
    for (let attempt = 0; attempt < 4; attempt++) await storeCall(claimed, record(served, failed));
    const stored = () => db.modelCall.findMany({ where: { jobId }, orderBy: { id: "asc" } });
    expect((await stored()).map(({ messages }) => messages !== null)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    const shown = async () =>
      (await getItem(fixture.actor, jobId, claimed.itemId)).steps.map((step) =>
        step.kind === "call" ? step.messages : null,
      );
    expect(await shown()).toEqual(Array(4).fill([{ role: "user", content: "Who?" }]));
    await storeCall(claimed, record(served, ANSWERED));
    expect((await stored()).at(-1)!.messages).toEqual([{ role: "user", content: "Who?" }]);
    expect(await shown()).toHaveLength(5);
  });

  it.each(["no-quota", "no-credit"])(
    "are none where the account has no credit left (%s): the job pauses and says so",
    async (behavior) => {
      const served = await fixture.serve(behavior);
      const jobId = await generate(served);
      await workThrough(jobId);
      expect(await getJob(fixture.actor, jobId)).toMatchObject({
        status: "paused",
        pausedBecause: "quota-exhausted",
        unpriced: 0,
      });
      expect(await asked(served)).toBe(1);
      for (const item of notEmpty(await db.jobItem.findMany({ where: { jobId } })))
        expect(item).toMatchObject({ status: "waiting", attempts: 0 });
    },
  );
});

it("what was under way when a person resumed a job does not pause it again", async () => {
  const jobId = await generate(await fixture.serve("no-quota"));
  const before = await loadItem((await claim(jobId)).itemId);
  await pauseBecause(before, "quota-exhausted");
  expect(await resumeJob(fixture.actor, { jobId })).toMatchObject({ ok: true });
  await pauseBecause(before, "quota-exhausted");
  expect(await getJob(fixture.actor, jobId)).toMatchObject({ status: "running" });
  const after = await loadItem((await claim(jobId)).itemId);
  await pauseBecause(after, "quota-exhausted");
  expect(await getJob(fixture.actor, jobId)).toMatchObject({ status: "paused" });
});

it("what fails of what was under way when a person resumed a job does not count among its failures in a row", async () => {
  const jobId = await generate(await fixture.serve("ok"), { sample: { size: 2, seed: 1 } });
  const failed = { attempts: 1, troubles: { "request-refused": 1 } };
  const [one, two] = [await claim(jobId), await claim(jobId)];
  const before = await loadItem(one.itemId);
  const failuresInRow = async () =>
    (await db.job.findUniqueOrThrow({ where: { id: jobId } })).failuresInRow;
  await db.job.update({
    where: { id: jobId },
    data: { status: "paused", pausedBecause: "failures", failuresInRow: 10 },
  });
  expect(await resumeJob(fixture.actor, { jobId })).toMatchObject({ ok: true });
  await db.job.update({ where: { id: jobId }, data: { failuresInRow: 9 } });
  await failItem(one, before, "Refused.", failed);
  expect(await itemOf(one)).toMatchObject({ status: "failed" });
  expect(await getJob(fixture.actor, jobId)).toMatchObject({ status: "running" });
  expect(await failuresInRow()).toBe(9);
  await failItem(two, await loadItem(two.itemId), "Refused.", failed);
  expect(await failuresInRow()).toBe(10);
});

it("failed items of a paused job are retried only where it could be resumed as it is", async () => {
  const served = await fixture.serve("ok");
  await setPrice(served, 1_000, 1_000);
  const jobId = await generate(served, { sample: { size: 2, seed: 1 }, spendingLimit: 1 });
  const one = await claim(jobId);
  await failItem(one, await loadItem(one.itemId), "Refused.", { attempts: 1, troubles: {} });
  await db.job.update({
    where: { id: jobId },
    data: { status: "paused", pausedBecause: "spending-limit", cost: 1 },
  });
  const paused = async (message: string) => {
    expect(await retryFailed(fixture.actor, { jobId })).toMatchObject({
      ok: false,
      refusal: { code: "not-possible", message: expect.stringContaining(message) as string },
    });
    expect(await getJob(fixture.actor, jobId)).toMatchObject({ status: "paused" });
    expect(await itemOf(one)).toMatchObject({ status: "failed" });
  };
  await paused("The spending limit is reached. Nothing was changed.");
  await db.job.update({ where: { id: jobId }, data: { cost: 0 } });
  await db.servedModel.update({ where: { id: served }, data: { apiName: "unpriced/ok" } });
  await paused("Price missing: a spending limit needs a price for the model “unpriced/ok”");
  await setPrice(served, 1_000, 1_000);
  expect(await retryFailed(fixture.actor, { jobId })).toMatchObject({ ok: true });
  expect(await getJob(fixture.actor, jobId)).toMatchObject({ status: "running" });
});

it("a worker that ends and those that make up for silent ones lock jobs first, workers last", async () => {
  const jobId = await generate(await fixture.serve("ok"), { sample: { size: 1, seed: 1 } });
  const claimed = await claim(jobId);
  await db.$executeRaw`UPDATE job_items SET lease_until = clock_timestamp() - interval '1 second' WHERE id = ${claimed.itemId}`;
  await db.$executeRaw`INSERT INTO workers (id, kind, queue_id, alive_at) VALUES (${WORKER}::uuid, 'worker', 'silent', clock_timestamp() - interval '1 hour')`;
  let recovering: Promise<unknown> = Promise.resolve();
  await db.$transaction(async (tx) => {
    await lockJob(tx, jobId);
    recovering = recover();
    await expect.poll(waitedLocksHere).not.toHaveLength(0);
    await tx.$executeRaw`SET LOCAL lock_timeout = '200ms'`;
    await tx.$executeRaw`DELETE FROM workers WHERE id = ${WORKER}::uuid`;
  });
  await recovering;
  expect(await itemOf(claimed)).toMatchObject({ status: "waiting" });
  expect(await db.worker.count({ where: { id: WORKER } })).toBe(0);
});

it("a call that the limit does not allow takes no turn from others", async () => {
  await db.connection.update({
    where: { id: fixture.connectionId },
    data: { requestsPerMinute: 1 },
  });
  await db.connectionGate.deleteMany();
  const served = await fixture.serve("ok");
  await setPrice(served, 1_000, 1_000);
  const jobId = await generate(served, { spendingLimit: 0.001 });
  await workThrough(jobId);
  expect(await getJob(fixture.actor, jobId)).toMatchObject({ pausedBecause: "spending-limit" });
  expect(await db.connectionGate.count()).toBe(0);
  // A halted wait for a turn leaves nothing set aside.
  await db.connectionGate.create({
    data: {
      connectionId: fixture.connectionId,
      nextAt: new Date(Date.now() + 60_000),
    },
  });
  const waiting = await generate(served, { spendingLimit: 50 });
  const claimed = await claim(waiting);
  const halt = new AbortController();
  const working = workOn(claimed, { halt: halt.signal, cut: never });
  await until("its cost is set aside", async () =>
    (await itemOf(claimed)).reserved.toNumber() > 0 ? true : null,
  );
  halt.abort();
  await working;
  expect(await costs(waiting)).toEqual({ cost: 0, unpriced: 0, unpricedMost: 0 });
  expect(await itemOf(claimed)).toMatchObject({ status: "waiting" });
  await db.connectionGate.deleteMany();
  await db.connection.update({
    where: { id: fixture.connectionId },
    data: { requestsPerMinute: null },
  });
});

it("a price that is entered within a transaction is known within it", async () => {
  const served = await fixture.serve("ok");
  const jobId = await generate(served);
  const { connectionId, apiName, createdById } = await db.servedModel.findUniqueOrThrow({
    where: { id: served },
  });
  const validFrom = new Date("2020-01-01");
  await transaction(async (tx) => {
    const unpriced = async () => withoutPrice(tx, await chargedOf(tx, jobId), new Date());
    expect(await unpriced()).toHaveLength(1);
    await tx.price.create({
      data: { connectionId, apiName, validFrom, input: 1, output: 1, createdById },
    });
    expect(await unpriced()).toEqual([]);
  });
});
