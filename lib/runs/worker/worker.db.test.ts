import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { db, disconnect } from "@/lib/platform/db";
import {
  cancelJob,
  createGenerationJob,
  createJudgingJob,
  createRepeatJob,
  pauseJob,
  resumeJob,
  retryFailed,
} from "@/lib/runs/jobs/commands";
import { getItem, listItems } from "@/lib/runs/jobs/item-queries";
import {
  generationJobSchema,
  judgingJobSchema,
  repeatJobSchema,
  type GenerationJobInput,
} from "@/lib/runs/jobs/schema";
import { makeJobFixture, setPrice, type JobFixture } from "@/prisma/testing/jobs";
import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";
import { until } from "@/prisma/testing/until";
import { claimItem } from "./writes";
import { startWorker, type RunningWorker } from "./worker";

let services: ModelServices;
let fixture: JobFixture;
const workers: RunningWorker[] = [];
const work = () => workers.push(startWorker("worker"));

beforeAll(async () => {
  services = await startModelServices();
  fixture = await makeJobFixture(services.origin);
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});
afterAll(async () => {
  services.stop();
  await disconnect();
});

let runs = 0;
/** Starts generating responses to some of the questions. */
async function generate(servedModelId: number, change: Partial<GenerationJobInput> = {}) {
  const made = await createGenerationJob(
    fixture.actor,
    generationJobSchema.parse({
      kind: "generate",
      target: { kind: "new", releaseName: fixture.releaseName, name: `Generated ${++runs}` },
      methodVersionId: fixture.methodVersionId,
      servedModelId,
      date: "2025-04-07",
      sample: { size: 8, seed: 1 },
      ...change,
    }),
  );
  if (!made.ok) throw new Error(made.refusal.message);
  return made.value;
}

async function jobIs(jobId: number, status: string) {
  try {
    return await until(`job ${jobId} is ${status}`, async () => {
      const job = await db.job.findUniqueOrThrow({ where: { id: jobId } });
      return job.status === status ? job : null;
    });
  } catch (error) {
    // What it waits for.
    const [job, items, lanes, gates] = await Promise.all([
      db.job.findUniqueOrThrow({ where: { id: jobId } }),
      itemsOf(jobId),
      db.$queryRaw`SELECT key, attempts, last_error, run_at, locked_at, locked_by FROM graphile_worker.jobs`,
      db.$queryRaw`SELECT * FROM connection_gates`,
    ]);
    throw new Error(
      JSON.stringify({ job, items, lanes, gates }, (_, value: unknown) =>
        typeof value === "bigint" ? String(value) : value,
      ),
      { cause: error },
    );
  }
}
const noneIsWorkedOn = (jobId: number) =>
  until("none is worked on", async () =>
    (await itemsOf(jobId)).some(({ status }) => status === "working") ? null : true,
  );
const itemsOf = (jobId: number) =>
  db.jobItem.findMany({ where: { jobId }, orderBy: { position: "asc" } });
const asked = async (apiName: string) =>
  (await services.received()).filter(({ body }) => body.model === apiName);
const heldUntil = async () =>
  (await db.connectionGate.findUnique({ where: { connectionId: fixture.connectionId } }))
    ?.heldUntil ?? null;
const apiNameOf = async (id: number) =>
  (await db.servedModel.findUniqueOrThrow({ where: { id } })).apiName;

describe("a generation job", () => {
  it("stores a call and a response for each question, the date in words, and ends", async () => {
    const served = await fixture.serve("ok");
    await setPrice(served, 1, 2);
    const { jobId, runId, items } = await generate(served);
    work();
    const job = await jobIs(jobId, "done");
    expect(items).toBe(8);
    const responses = await db.response.findMany({ where: { runId } });
    expect(responses.map(({ text }) => text)).toEqual(Array(8).fill("Ada Lovelace."));
    expect(responses[0]!.metadata).toMatchObject({ "input tokens": "120", "output tokens": "30" });
    const calls = await db.modelCall.findMany({ where: { jobId } });
    expect(calls).toHaveLength(8);
    expect(calls[0]!.messages).toContainEqual({
      role: "assistant",
      content: "Today is April 07, 2025 in Pacific Standard Time.",
    });
    // 120 × US$1 and 30 × US$2 per million.
    expect(job.cost.toNumber()).toBeCloseTo(8 * 0.00018, 9);
    expect(job).toMatchObject({ calls: 8, unpriced: 0, inputTokens: 960n, outputTokens: 240n });
    expect(await db.notice.findMany({ where: { kind: "job-ended" } })).toHaveLength(1);
  });

  it("leaves to another job what that one is to ask or judge", async () => {
    const served = await fixture.serve("ok");
    const first = await generate(served, { sample: { size: 3, seed: 1 } });
    const rest = () =>
      generate(served, { target: { kind: "existing", runId: first.runId }, sample: null });
    expect((await rest()).items).toBe(17);
    await expect(rest()).rejects.toThrow("another job will ask it");
    const evaluatorId = await fixture.evaluator(served);
    const input = judgingJobSchema.parse({
      kind: "judge",
      runId: fixture.runId,
      evaluatorId,
      modes: ["relaxed"],
    });
    const judging = await createJudgingJob(fixture.actor, input);
    if (!judging.ok) throw new Error(judging.refusal.message);
    expect(await createJudgingJob(fixture.actor, input)).toMatchObject({
      ok: false,
      refusal: { code: "nothing-left" },
    });
    // What is canceled is no one's any more.
    expect(await cancelJob(fixture.actor, { jobId: judging.value.jobId })).toMatchObject({
      ok: true,
    });
    expect(await createJudgingJob(fixture.actor, input)).toMatchObject({ ok: true });
    for (const { id } of await db.job.findMany({ where: { status: "running" } }))
      await cancelJob(fixture.actor, { jobId: id });
  });

  it("goes on with an existing run for the questions that it lacks, by the same method and model alone", async () => {
    const served = await fixture.serve("ok");
    const first = await generate(served, { sample: { size: 3, seed: 1 } });
    work();
    await jobIs(first.jobId, "done");
    const second = await generate(served, {
      target: { kind: "existing", runId: first.runId },
      sample: null,
    });
    expect(second.items).toBe(17);
    await expect(
      generate(await fixture.serve("ok"), { target: { kind: "existing", runId: first.runId } }),
    ).rejects.toThrow("were not made by this method version");
    await jobIs(second.jobId, "done");
    expect(await db.response.count({ where: { runId: first.runId } })).toBe(20);
    // The date that its prompts state is part of what a run is.
    await expect(
      generate(served, { target: { kind: "existing", runId: first.runId }, date: "2025-04-08" }),
    ).rejects.toThrow(
      "This run has other dates: its prompts state 2025-04-07. Nothing was started",
    );
  });
});

describe("a judging job", () => {
  it("writes one verdict for each response and mode, and finds nothing left afterwards", async () => {
    const evaluatorId = await fixture.evaluator(await fixture.serve("ok"));
    const input = judgingJobSchema.parse({
      kind: "judge",
      runId: fixture.runId,
      evaluatorId,
      modes: ["strict", "relaxed"],
    });
    const made = await createJudgingJob(fixture.actor, input);
    if (!made.ok) throw new Error(made.refusal.message);
    work();
    work();
    await jobIs(made.value.jobId, "done");
    const verdicts = await db.automaticVerdict.findMany({ where: { evaluatorId } });
    expect(verdicts).toHaveLength(40);
    expect(new Set(verdicts.map(({ callId }) => callId)).size).toBe(40);
    expect(verdicts.filter(({ relaxed }) => relaxed === true)).toHaveLength(20);
    expect(verdicts.filter(({ strict }) => strict === true)).toHaveLength(20);
    const { rows: items } = await listItems(fixture.actor, made.value.jobId, "done");
    expect(items.map(({ verdict }) => verdict)).toEqual(Array(40).fill(true));
    expect(await listItems(fixture.actor, made.value.jobId, "unusable")).toMatchObject({
      total: 0,
    });
    expect(await createJudgingJob(fixture.actor, input)).toMatchObject({
      ok: false,
      refusal: { code: "nothing-left" },
    });
    const { frozenAt } = await db.evaluator.findUniqueOrThrow({ where: { id: evaluatorId } });
    expect(frozenAt).not.toBeNull();
  });

  it.each([
    ["prose", "unparsed", 3],
    ["truncated", "truncated", 3],
  ])("never makes a verdict of %s: asked again, then %s", async (behavior, outcome, asks) => {
    const evaluatorId = await fixture.evaluator(await fixture.serve(behavior));
    const made = await createJudgingJob(
      fixture.actor,
      judgingJobSchema.parse({
        kind: "judge",
        runId: fixture.runId,
        evaluatorId,
        modes: ["relaxed"],
        sample: { size: 3 },
      }),
    );
    if (!made.ok) throw new Error(made.refusal.message);
    work();
    await jobIs(made.value.jobId, "done");
    expect((await itemsOf(made.value.jobId)).map((item) => item.outcome)).toEqual(
      Array(3).fill(outcome),
    );
    expect(await db.automaticVerdict.count({ where: { evaluatorId } })).toBe(0);
    const { rows: items, total } = await listItems(fixture.actor, made.value.jobId, "unusable");
    expect(items.map((item) => [item.outcome, item.verdict])).toEqual(
      Array(3).fill([outcome, null]),
    );
    expect(total).toBe(3);
    const [first, second] = items;
    const opened = (itemId: number, shown: "unusable" | "failed") =>
      getItem(fixture.actor, made.value.jobId, itemId, shown);
    expect(await opened(first!.itemId, "unusable")).toMatchObject({
      previous: null,
      next: second!.itemId,
    });
    expect(await opened(second!.itemId, "unusable")).toMatchObject({
      previous: first!.itemId,
      next: items[2]!.itemId,
    });
    expect(await opened(second!.itemId, "failed")).toMatchObject({ previous: null, next: null });
    const calls = await db.modelCall.findMany({ where: { jobId: made.value.jobId } });
    expect(calls).toHaveLength(3 * asks);
    expect(new Set(calls.map(({ reading }) => reading))).toEqual(new Set([outcome]));
  });

  it("asks the same prompts several times without making verdicts of them", async () => {
    const evaluatorId = await fixture.evaluator(await fixture.serve("ok"));
    const made = await createRepeatJob(
      fixture.actor,
      repeatJobSchema.parse({
        kind: "repeat",
        runId: fixture.runId,
        evaluatorId,
        modes: ["relaxed", "strict"],
        sample: { size: 2 },
      }),
    );
    if (!made.ok) throw new Error(made.refusal.message);
    work();
    await jobIs(made.value.jobId, "done");
    expect(await db.modelCall.count({ where: { jobId: made.value.jobId } })).toBe(2 * 2 * 3);
    expect(await db.automaticVerdict.count({ where: { evaluatorId } })).toBe(0);
    // The verdict of each stays with its item; of items that judge, it is the evaluator's.
    expect((await itemsOf(made.value.jobId)).map(({ credit }) => credit)).toEqual(
      Array(12).fill(true),
    );
    expect(
      await db.jobItem.count({ where: { job: { kind: "judge" }, credit: { not: null } } }),
    ).toBe(0);
  });
});

describe("two workers", () => {
  it("never do one item twice", async () => {
    const served = await fixture.serve("ok");
    const { jobId } = await generate(served, { sample: null });
    work();
    work();
    work();
    await jobIs(jobId, "done");
    expect(await asked(await apiNameOf(served))).toHaveLength(20);
  });

  it("together keep to the connection's concurrency, of all jobs", async () => {
    const [one, two] = [
      await generate(await fixture.serve("ok")),
      await generate(await fixture.serve("ok")),
    ];
    const workerId = crypto.randomUUID();
    const claims = await Promise.all(
      Array.from({ length: 12 }, (_one, at) => claimItem(workerId, at % 2 ? one.jobId : two.jobId)),
    );
    expect(claims.filter((claim) => "itemId" in claim)).toHaveLength(4);
    for (const { jobId } of [one, two]) await cancelJob(fixture.actor, { jobId });
    await db.$executeRaw`UPDATE job_items SET status = 'waiting', worker_id = NULL, lease_token = NULL, lease_until = NULL WHERE status = 'working'`;
  });
});

describe("when a call fails", () => {
  it("it is made again after a service was busy or away", async () => {
    for (const behavior of ["unavailable-once", "rate-limited-once"]) {
      const served = await fixture.serve(behavior);
      const { jobId } = await generate(served, { sample: { size: 3, seed: 1 } });
      work();
      await jobIs(jobId, "done");
      expect((await itemsOf(jobId)).map(({ outcome }) => outcome)).toEqual(
        Array(3).fill("answered"),
      );
    }
  });

  it("nobody asks before the time that a service asked to wait, in whatever worker", async () => {
    await db.connectionGate.deleteMany();
    const served = await fixture.serve("held-rate-limited-once");
    const model = await apiNameOf(served);
    const { jobId } = await generate(served, { sample: { size: 6, seed: 1 } });
    work();
    work();
    await expect.poll(() => asked(model)).toHaveLength(4);
    // The services ask to wait while the three others are under way, and nobody can begin another call.
    await services.letGo(model, 1);
    const heldBackUntil = await expect.poll(heldUntil).not.toBeNull().then(heldUntil);
    await services.letGo(model);
    await jobIs(jobId, "done");
    const calls = await db.modelCall.findMany({ where: { jobId }, orderBy: { startedAt: "asc" } });
    expect(calls.map(({ state }) => state).sort()).toEqual([
      ...Array<string>(6).fill("answered"),
      "rate-limited",
    ]);
    const after = calls.slice(4).map(({ startedAt }) => startedAt.getTime());
    expect(Math.min(...after)).toBeGreaterThanOrEqual(heldBackUntil!.getTime());
  });

  it("the job pauses where the key is refused, tells its creator, and gives back its items", async () => {
    const { jobId } = await generate(await fixture.serve("key-refused"));
    work();
    const job = await jobIs(jobId, "paused");
    expect(job.pausedBecause).toBe("key-refused");
    await until("all items are given back", async () =>
      (await itemsOf(jobId)).every(({ status }) => status === "waiting") ? true : null,
    );
    expect(await db.notice.findMany({ where: { kind: "job-paused" } })).toHaveLength(1);
  });

  it("the job pauses where the host is not allowed any more", async () => {
    const host = new URL(services.origin).host;
    await db.allowedHost.delete({ where: { host } });
    const { jobId } = await generate(await fixture.serve("ok"));
    work();
    expect((await jobIs(jobId, "paused")).pausedBecause).toBe("not-allowed");
    await db.allowedHost.create({ data: { host, createdById: fixture.actor.userId } });
    expect(await resumeJob(fixture.actor, { jobId })).toMatchObject({ ok: true });
    await jobIs(jobId, "done");
  });

  it("items fail where the request is refused, many in a row pause the job, and failed ones can be retried", async () => {
    const served = await fixture.serve("request-refused");
    // Four are under way when the tenth fails: of twelve items none would be left, and the job would be done.
    const { jobId, items } = await generate(served, { sample: null });
    work();
    expect((await jobIs(jobId, "paused")).pausedBecause).toBe("failures");
    await noneIsWorkedOn(jobId);
    const failed = (await itemsOf(jobId)).filter(({ status }) => status === "failed");
    expect(failed.length).toBeGreaterThanOrEqual(10);
    expect(failed[0]!.detail).toContain("answered 400: Unsupported parameter.");
    await db.servedModel.update({ where: { id: served }, data: { apiName: "mended/ok" } });
    expect(await retryFailed(fixture.actor, { jobId })).toEqual({
      ok: true,
      value: { count: failed.length },
    });
    await jobIs(jobId, "done");
    expect((await itemsOf(jobId)).map(({ outcome }) => outcome)).toEqual(
      Array(items).fill("answered"),
    );
  });

  it("a reply with characters that no database holds is stored without them", async () => {
    const { jobId, runId } = await generate(await fixture.serve("unusable"), {
      sample: { size: 2, seed: 1 },
    });
    work();
    await jobIs(jobId, "done");
    expect((await db.response.findMany({ where: { runId } })).map(({ text }) => text)).toEqual([
      "Ada \uFFFDLovelace.",
      "Ada \uFFFDLovelace.",
    ]);
  });
});

describe("when the database breaks off what a worker does", () => {
  afterEach(async () => {
    await db.$executeRaw`DROP TRIGGER shut_down ON responses`;
    await db.$executeRaw`DROP FUNCTION shut_down`;
    await db.$executeRaw`DROP SEQUENCE shut_downs`;
  });

  // Twice it ends the connection of whoever stores a response, as when it is restarted; or more often than a transaction
  // is tried again, it finds that one in another's way.
  it.each([
    ["57P01", 2],
    ["40P01", 9],
    ["40001", 9],
  ])(
    "(%s) its items are given back and go on from what is stored, without another call or a failed attempt",
    async (code, times) => {
      await db.$executeRaw`CREATE SEQUENCE shut_downs`;
      await db.$executeRawUnsafe(`
      CREATE FUNCTION shut_down() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('shut_downs') <= ${times} THEN RAISE EXCEPTION 'broken off by a test' USING ERRCODE = '${code}'; END IF;
        RETURN NEW; END $$`);
      await db.$executeRaw`CREATE TRIGGER shut_down BEFORE INSERT ON responses FOR EACH ROW EXECUTE FUNCTION shut_down()`;
      const { jobId, runId } = await generate(await fixture.serve("ok"), {
        sample: { size: 4, seed: 1 },
      });
      work();
      await jobIs(jobId, "done");
      expect(await db.response.count({ where: { runId } })).toBe(4);
      expect(await db.modelCall.count({ where: { jobId } })).toBe(4);
      expect((await itemsOf(jobId)).map(({ status, attempts }) => [status, attempts])).toEqual(
        Array(4).fill(["done", 0]),
      );
    },
  );
});

describe("people", () => {
  it("pause a job, whose calls under way are kept, resume and cancel it", async () => {
    const served = await fixture.serve("held");
    const model = await apiNameOf(served);
    const { jobId } = await generate(served, { sample: { size: 8, seed: 1 } });
    const stored = () => db.modelCall.count({ where: { jobId, state: "answered" } });
    work();
    await expect.poll(() => asked(model)).toHaveLength(4);
    expect(await pauseJob(fixture.actor, { jobId })).toMatchObject({ ok: true });
    await services.letGo(model, 4);
    await expect.poll(stored).toBe(4);
    await noneIsWorkedOn(jobId);
    expect(await asked(model)).toHaveLength(4);
    expect(await resumeJob(fixture.actor, { jobId })).toMatchObject({ ok: true });
    await expect.poll(() => asked(model)).toHaveLength(8);
    expect(await cancelJob(fixture.actor, { jobId })).toMatchObject({ ok: true });
    await services.letGo(model);
    await noneIsWorkedOn(jobId);
    expect(await asked(model)).toHaveLength(8);
    expect(await stored()).toBe(8);
  });
});

describe("a spending limit", () => {
  it("is never passed with eight calls at once, and the job goes on under a higher one", async () => {
    await db.connection.update({
      where: { id: fixture.connectionId },
      data: { concurrency: 8 },
    });
    const served = await fixture.serve("ok");
    // A call costs US$0.15, and at most some US$0.75 by its reservation.
    await setPrice(served, 1_000, 1_000);
    const limit = 1.8;
    const { jobId } = await generate(served, {
      sample: { size: 20, seed: 1 },
      spendingLimit: limit,
    });
    work();
    work();
    const paused = await jobIs(jobId, "paused");
    expect(paused.pausedBecause).toBe("spending-limit");
    await noneIsWorkedOn(jobId);
    const { cost, calls } = await db.job.findUniqueOrThrow({ where: { id: jobId } });
    expect(calls).toBeGreaterThan(0);
    expect(calls).toBeLessThan(20);
    expect(cost.toNumber()).toBeLessThanOrEqual(limit);
    expect(await asked(await apiNameOf(served))).toHaveLength(calls);
    expect(await resumeJob(fixture.actor, { jobId, spendingLimit: 100 })).toMatchObject({
      ok: true,
    });
    await jobIs(jobId, "done");
  });

  it("is refused where no price is known", async () => {
    await expect(generate(await fixture.serve("ok"), { spendingLimit: 5 })).rejects.toThrow(
      "Price missing: a spending limit needs a price for the model “",
    );
  });
});
