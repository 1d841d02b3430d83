import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { cellOf } from "@/lib/dataset/questions/cells";
import { db, disconnect, Prisma } from "@/lib/platform/db";
import { storedSearch } from "@/lib/runs/connections/writes";
import { workOn } from "@/lib/runs/worker/items";
import { startWorker } from "@/lib/runs/worker/worker";
import { claimItem, recover } from "@/lib/runs/worker/writes";
import { freshEvalDefinition } from "@/lib/runs/evaluators/fresh-eval";
import type { MethodDefinition } from "@/lib/runs/generation/schema";
import { makeJobFixture, setPrice, type JobFixture } from "@/prisma/testing/jobs";
import { ASKING } from "@/prisma/testing/plain-method";
import { addServedModel } from "@/prisma/testing/served-models";
import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";
import { until } from "@/prisma/testing/until";
import { value } from "@/prisma/testing/value";
import { jobsPage } from "./address";
import {
  acceptFailures,
  cancelJob,
  createGenerationJob,
  createJudgingJob,
  pauseJob,
  resumeJob,
  retryFailed,
} from "./commands";
import {
  countJobs,
  getJob,
  getRunOrigin,
  isModelConnected,
  listJobs,
  whatJobsNeed,
} from "./queries";
import { dryRun } from "./planning-queries";
import { getItem, listItems } from "./item-queries";
import { generationJobSchema, judgingJobSchema } from "./schema";

vi.mock(import("@/lib/runs/connections/writes"), async (original) => {
  const actual = await original();
  return { ...actual, storedSearch: vi.fn(actual.storedSearch) };
});

let services: ModelServices;
let fixture: JobFixture;
let actor: Actor;
let searchConnectionId: number;
let methodVersionId: number;
/** Questions of the release, in order. */
let questions: string[];

const FRESHPROMPT: MethodDefinition = {
  kind: "freshprompt",
  evidence: { organic: 10, related: 2, qa: 2, graph: true, box: true, keep: 5, order: "date" },
  premiseCheck: true,
  demonstrations: 2,
  answers: "short",
  search: { language: "en", country: "us", aiText: false },
  ...ASKING,
};

beforeAll(async () => {
  services = await startModelServices();
  fixture = await makeJobFixture(services.origin, { questions: 6, concurrency: 4 });
  actor = fixture.actor;
  const createdById = actor.userId;
  ({ id: searchConnectionId } = await db.connection.create({
    data: {
      name: "Search",
      kind: "search",
      service: "serper",
      baseUrl: `${services.origin}/serper`,
      concurrency: 4,
      createdById,
    },
  }));
  const entries = await db.releaseEntry.findMany({
    orderBy: { position: "asc" },
    include: { revision: { select: { cells: true } } },
  });
  questions = entries.map(({ revision }) => cellOf(revision.cells, "question"));
  const demonstration = (question: string) => ({
    question,
    category: null,
    short: "Yes",
    long: "",
    reasoning: "",
    followUps: [],
    questionId: null,
  });
  const set = await db.demonstrationSet.create({
    data: {
      name: "Two",
      version: 1,
      asOf: new Date("2026-01-01"),
      // The second one is a question of the release, in other letters.
      demonstrations: [
        demonstration("Is the tower of Babel finished by now?"),
        demonstration(questions[3]!.toUpperCase()),
      ],
      createdById,
    },
  });
  const method = await db.method.create({
    data: {
      name: "Fresh",
      createdById,
      versions: {
        create: { number: 1, definition: FRESHPROMPT, createdById, demonstrationSetId: set.id },
      },
    },
    include: { versions: true },
  });
  methodVersionId = method.versions[0]!.id;
});
afterAll(async () => {
  services.stop();
  await disconnect();
});

const input = (servedModelId: number, name: string) =>
  generationJobSchema.parse({
    kind: "generate",
    target: { kind: "new", releaseName: fixture.releaseName, name },
    methodVersionId,
    servedModelId,
    searchConnectionId,
    date: "2026-11-22",
  });
async function finished(jobId: number) {
  const worker = startWorker("worker");
  await until("the job is done", async () =>
    (await db.job.findUniqueOrThrow({ where: { id: jobId } })).status === "done" ? true : null,
  );
  await worker.stop();
}
const searchesMade = async () =>
  (await services.received()).filter(({ path }) => path.startsWith("/serper")).length;

describe("a job that searches", () => {
  it("says beforehand what it will ask, without asking it", async () => {
    const served = await fixture.serve("ok");
    const said = value(await dryRun(actor, input(served, "Before")));
    expect(said).toMatchObject({
      items: 5,
      leftOutTotal: 1,
      leftOut: [{ question: questions[3], because: "Demonstration 2 of the prompt." }],
      leftOutQuestions: 1,
      evidence: "missing",
      estimate: {
        calls: { least: 5, most: 5 },
        // Five questions and two demonstrations.
        searches: { least: 7, most: 7 },
        searchesStored: 0,
        cost: null,
        basis: "assumed",
      },
    });
    const prompt = said.example.messages!.map(({ content }) => content).join("");
    expect(prompt).toContain("query: Is the tower of Babel");
    // Of the question and two demonstrations, each the five pieces that the method keeps.
    expect(said.estimate.evidence).toEqual({
      searches: 3,
      pieces: 5,
      characters: 1_750,
      of: 0,
    });
    const tokens = 5 * Math.ceil((prompt.length + 3 * 1_750) / 4);
    expect(said.estimate.inputTokens).toEqual({ least: tokens, most: tokens });
    expect(said.summary).toContain(
      "Evidence is not searched yet and estimated: 15 pieces of 350 characters in each prompt, a usual size.",
    );
    expect(said.summary.join("\n")).toMatch(
      /Estimated cost of 5 calls and 7 search requests: unknown, because a price is missing for the model “.+” of “.+” and searches of “Search”/,
    );
    expect(await services.received()).toEqual([]);
    expect(await db.job.count()).toBe(0);
  });

  it("names a question left out once, of however many modes", async () => {
    const [example] = freshEvalDefinition().examples;
    const evaluatorId = await fixture.evaluator(await fixture.serve("ok"), {
      examples: [{ ...example!, question: questions[3]! }],
    });
    const said = value(
      await dryRun(
        actor,
        judgingJobSchema.parse({
          kind: "judge",
          runId: fixture.runId,
          evaluatorId,
          modes: ["relaxed", "strict"],
        }),
      ),
    );
    expect(said).toMatchObject({
      items: 10,
      leftOutTotal: 2,
      leftOut: [{ question: questions[3], because: "Demonstration 1 of the prompt." }],
      leftOutQuestions: 1,
    });
  });

  it("searches demonstrations first, each question once, and other models are compared on the same evidence", async () => {
    const first = value(await createGenerationJob(actor, input(await fixture.serve("ok"), "One")));
    expect(first).toMatchObject({ items: 5, leftOut: 1 });
    await finished(first.jobId);
    expect(await searchesMade()).toBe(7);
    expect(await db.searchAnswer.count()).toBe(7);
    const job = await getJob(actor, first.jobId);
    expect(job).toMatchObject({ searches: 7, calls: 5, counts: { done: 5, leftOut: 1 } });
    // The demonstrations' searches came before any call.
    const { startedAt } = await db.modelCall.findFirstOrThrow({ orderBy: { startedAt: "asc" } });
    const early = await db.searchAnswer.count({ where: { fetchedAt: { lt: startedAt } } });
    expect(early).toBeGreaterThanOrEqual(3);

    const second = value(await createGenerationJob(actor, input(await fixture.serve("ok"), "Two")));
    vi.mocked(storedSearch).mockClear();
    await finished(second.jobId);
    // Those of the demonstrations are read for the job, those of the questions for their items.
    expect(storedSearch).toHaveBeenCalledTimes(2 + 5);
    expect(await searchesMade()).toBe(7);
    const evidenceOf = async (jobId: number) =>
      (
        await db.searchUse.findMany({
          where: { item: { jobId } },
          orderBy: { item: { position: "asc" } },
        })
      ).map(({ evidence }) => evidence);
    expect(await evidenceOf(second.jobId)).toEqual(await evidenceOf(first.jobId));
    expect(await evidenceOf(second.jobId)).toHaveLength(5);

    const after = value(await dryRun(actor, input(await fixture.serve("ok"), "After")));
    expect(after).toMatchObject({
      evidence: "stored",
      estimate: { searches: { least: 0, most: 0 }, searchesStored: 7 },
    });
    expect(after.example.messages!.at(-1)!.content).toContain("snippet: ");
    expect(after.estimate.evidence).toBeNull();
    const lengthOf = ({ example: { messages } }: typeof after) =>
      messages!.reduce((sum, { content }) => sum + content.length, 0);

    // Another day's searches are not stored; what they will bring is as much as these did.
    const tomorrow = value(
      await dryRun(actor, {
        ...input(await fixture.serve("ok"), "Tomorrow"),
        searchDay: "2026-11-23",
      }),
    );
    const { evidence, inputTokens } = tomorrow.estimate;
    expect(evidence).toMatchObject({ searches: 3, of: 7 });
    expect(lengthOf(tomorrow) + 3 * evidence!.characters).toBeGreaterThan(0.8 * lengthOf(after));
    expect(lengthOf(tomorrow) + 3 * evidence!.characters).toBeLessThan(1.2 * lengthOf(after));
    expect(inputTokens.least).toBeGreaterThan(0.8 * after.estimate.inputTokens.least);
    expect(tomorrow.summary.join("\n")).toContain(
      "the average of 7 stored searches of this connection",
    );
  });

  it("says that its demonstrations are there also where that was not stored at first", async () => {
    const { jobId } = value(
      await createGenerationJob(actor, input(await fixture.serve("ok"), "Prepared late")),
    );
    const never = new AbortController().signal;
    const work = async () => {
      const claimed = await claimItem("00000000-0000-4000-8000-000000000004", jobId);
      if (!("itemId" in claimed)) throw new Error("No item.");
      await workOn(claimed, { halt: never, cut: never });
    };
    const preparedAt = async () =>
      (await db.job.findUniqueOrThrow({ where: { id: jobId } })).preparedAt;
    // In a worker that fails at this moment, what was searched stays in memory.
    await db.$executeRaw`ALTER TABLE jobs ADD CONSTRAINT not_yet CHECK (id <> ${Prisma.raw(String(jobId))} OR prepared_at IS NULL)`;
    await work();
    expect(await preparedAt()).toBeNull();
    await db.$executeRaw`ALTER TABLE jobs DROP CONSTRAINT not_yet`;
    await work();
    expect(await preparedAt()).not.toBeNull();
    expect(await cancelJob(actor, { jobId })).toMatchObject({ ok: true });
  });

  it("has failed items to do something about until someone accepts them once it is over, or retries them", async () => {
    const served = await fixture.serve("ok");
    const { jobId } = value(await createGenerationJob(actor, input(served, "Some failed")));
    const listed = async () => {
      const { rows: jobs, total } = await listJobs(actor, { ...jobsPage.usual, failed: true });
      expect((await countJobs(actor)).failed).toBe(total);
      return jobs.some((job) => job.jobId === jobId);
    };
    expect(await acceptFailures(actor, { jobId })).toMatchObject({ refusal: { code: "not-over" } });
    await db.jobItem.updateMany({ where: { jobId }, data: { status: "failed" } });
    // While it runs, or is paused, there is something else to do about it.
    expect(await listed()).toBe(false);
    const end = () =>
      db.job.update({ where: { id: jobId }, data: { status: "done", endedAt: new Date() } });
    await end();
    expect(await listed()).toBe(true);

    const both = await Promise.all([
      acceptFailures(actor, { jobId }),
      acceptFailures(actor, { jobId }),
    ]);
    expect(both.map((result) => (result.ok ? "ok" : result.refusal.code)).sort()).toEqual([
      "ok",
      "unchanged",
    ]);
    expect(await listed()).toBe(false);
    expect((await getJob(actor, jobId)).failuresAccepted).toBe(true);

    value(await retryFailed(actor, { jobId }));
    await db.jobItem.updateMany({ where: { jobId }, data: { status: "failed" } });
    expect(await listed()).toBe(false);
    await end();
    expect(await listed()).toBe(true);
  });

  it("shows each step of an item, and how its run can get what it lacks", async () => {
    const { rows: jobs } = await listJobs(actor, jobsPage.usual);
    const jobId = jobs.at(-1)!.jobId;
    const { rows: items } = await listItems(actor, jobId, "done");
    const item = await getItem(actor, jobId, items[0]!.itemId);
    expect(item.steps.map(({ kind }) => kind)).toEqual(["search", "call"]);
    expect(item).toMatchObject({ response: "Ada Lovelace.", methodKind: "freshprompt" });
    expect(await getRunOrigin(actor, item.runId)).toMatchObject({
      methodName: "Fresh, version 1",
      searchConnectionId,
      promptDate: "2026-11-22",
    });
    expect(await getRunOrigin(actor, fixture.runId)).toBeNull();
  });
});

describe("the estimate", () => {
  it("follows from earlier calls of the model and its price", async () => {
    const served = await fixture.serve("ok");
    await setPrice(served, 1, 2);
    const evaluatorId = await fixture.evaluator(served);
    const judging = judgingJobSchema.parse({
      kind: "judge",
      runId: fixture.runId,
      evaluatorId,
      modes: ["relaxed"],
      sample: { size: 2 },
    });
    const made = value(await createJudgingJob(actor, judging));
    await finished(made.jobId);
    const said = value(await dryRun(actor, { ...judging, sample: null }));
    const { estimate } = said;
    expect(said.items).toBe(4);
    // The services count 120 tokens of input and 30 of output, whatever the prompt.
    expect(estimate.basis).toBe("earlier calls");
    expect(estimate.calls).toEqual({ least: 4, most: 20 });
    expect(estimate.inputTokens.least).toBeGreaterThan(4 * 115);
    expect(estimate.inputTokens.least).toBeLessThan(4 * 125);
    expect(estimate.outputTokens.least).toBe(120);
    // Of four first replies: what asking again costs is said to be left out.
    expect(estimate.counted).toEqual({ least: 4, most: 4 });
    expect(estimate.outputTokens.most).toBe(120);
    expect(estimate.cost!.least).toBeCloseTo(4 * 0.00018, 4);
    expect(estimate.cost!.most).toBeCloseTo(4 * 0.00018, 4);
    expect(said.summary.join("\n")).toMatch(/Estimated cost of 4 first replies: US\$0\.0007\d*\n/);
    expect(said.summary).toContain(
      "Asking again is not included: up to 2 times for a reply without a verdict, up to 2 times for one that was cut off, with twice the tokens each time.",
    );
  });
});

describe("where nothing is left", () => {
  it("it is said whether responses were judged, or are to examples of the prompt", async () => {
    const [example, ...examples] = freshEvalDefinition().examples;
    const evaluatorId = await fixture.evaluator(await fixture.serve("ok"), {
      examples: [{ ...example!, question: questions[0]! }, ...examples],
    });
    const judging = judgingJobSchema.parse({
      kind: "judge",
      runId: fixture.runId,
      evaluatorId,
      modes: ["relaxed"],
    });
    const made = value(await createJudgingJob(actor, judging));
    expect(made).toMatchObject({ items: 5, leftOut: 1 });
    await finished(made.jobId);
    const refusal = (message: string) => ({
      ok: false,
      refusal: { code: "nothing-left", message },
    });
    expect(await dryRun(actor, judging)).toMatchObject(
      refusal(
        "The responses that this evaluator has not judged yet answer questions that are examples of its prompt, which are not judged. Nothing was started.",
      ),
    );
    const plain = await fixture.evaluator(await fixture.serve("ok"));
    const all = { ...judging, evaluatorId: plain };
    const second = value(await createJudgingJob(actor, all));
    expect(await dryRun(actor, all)).toMatchObject(
      refusal(
        "No response of this run is left to judge: this evaluator has judged them, or another job will. Nothing was started. Judge responses again to include them.",
      ),
    );
    expect(await cancelJob(actor, { jobId: second.jobId })).toMatchObject({ ok: true });
  });
});

describe("a spending limit", () => {
  it("is given to a paused job only where its model and its searches have prices", async () => {
    const served = await fixture.serve("ok");
    const made = value(await createGenerationJob(actor, input(served, "Limited later")));
    const { jobId } = made;
    expect(await pauseJob(actor, { jobId })).toMatchObject({ ok: true });
    const { apiName, connection } = await db.servedModel.findUniqueOrThrow({
      where: { id: served },
      include: { connection: true },
    });
    const refused = (what: string) => ({
      ok: false,
      refusal: {
        code: "not-possible",
        message: `Price missing: a spending limit needs a price for ${what}. Nothing was changed. Ask an administrator to add it under Connections, or resume without a limit.`,
        fields: { spendingLimit: "Price missing." },
      },
    });
    const limited = () => resumeJob(actor, { jobId, spendingLimit: 5 });
    const model = `the model “${apiName}” of “${connection.name}”`;
    expect(await limited()).toMatchObject(refused(`${model} and searches of “Search”`));
    await setPrice(served, 1, 2);
    expect(await limited()).toMatchObject(refused("searches of “Search”"));
    expect(await getJob(actor, jobId)).toMatchObject({ status: "paused", spendingLimit: null });
    await db.price.create({
      data: {
        connectionId: searchConnectionId,
        apiName: "",
        validFrom: new Date("2020-01-01"),
        requests: 1,
        createdById: actor.userId,
      },
    });
    expect(await limited()).toMatchObject({ ok: true });
    expect(await getJob(actor, jobId)).toMatchObject({ status: "running", spendingLimit: 5 });
    expect(await cancelJob(actor, { jobId })).toMatchObject({ ok: true });
  });
});

describe("the queue", () => {
  it("follows from the jobs where it lost them, as after a restore", async () => {
    const made = value(
      await createGenerationJob(actor, input(await fixture.serve("ok"), "Restored")),
    );
    await db.$executeRawUnsafe("DELETE FROM graphile_worker._private_jobs");
    expect((await recover()).lanes).toBe(4);
    expect((await recover()).lanes).toBe(0);
    await finished(made.jobId);
  });
});

it("a job's pause is no part of its pace, and a paused job has no expected end", async () => {
  const made = await createGenerationJob(actor, input(await fixture.serve("ok"), "Paused"));
  if (!made.ok) throw new Error(made.refusal.message);
  const { jobId } = made.value;
  const end = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1_000);
  const [first, second, third] = await db.jobItem.findMany({
    where: { jobId, status: "waiting" },
    orderBy: { position: "asc" },
  });
  const done = (item: { id: number } | undefined, secondsAgo: number) =>
    db.jobItem.update({
      where: { id: item!.id },
      data: { status: "done", outcome: "answered", endedAt: end(secondsAgo) },
    });
  const expected = async () => (await getJob(actor, jobId)).expectedEnd;
  await db.job.update({ where: { id: jobId }, data: { runningSince: end(100_100) } });
  await done(first, 100_000);
  await done(second, 99_990);
  expect(await expected()).not.toBeNull();
  expect(await pauseJob(actor, { jobId })).toMatchObject({ ok: true });
  expect(await expected()).toBeNull();
  expect(await resumeJob(actor, { jobId })).toMatchObject({ ok: true });
  // More than a day lies between: no pace until two items have ended again.
  expect(await expected()).toBeNull();
  await db.job.update({ where: { id: jobId }, data: { runningSince: end(30) } });
  await done(second, 20);
  await done(third, 10);
  // Two are open, at 20 s an item.
  const inMs = new Date((await expected())!).getTime() - Date.now();
  expect(inMs).toBeGreaterThan(35_000);
  expect(inMs).toBeLessThan(45_000);
  expect(await cancelJob(actor, { jobId })).toMatchObject({ ok: true });
});

it("a run goes on under the dates that it began with alone", async () => {
  const served = await fixture.serve("ok");
  const first = await createGenerationJob(actor, {
    ...input(served, "Dates"),
    sample: { size: 1, seed: 1 },
  });
  if (!first.ok) throw new Error(first.refusal.message);
  const { jobId, runId } = first.value;
  const again = (change: { date?: string; searchDay?: string }) =>
    createGenerationJob(actor, {
      ...input(served, "Dates"),
      target: { kind: "existing", runId },
      ...change,
    });
  const words =
    "This run has other dates: its prompts state 2026-11-22 and its searches are stored under 2026-11-22. Nothing was started. Choose the same, or start a new run.";
  expect(await again({ date: "2026-11-23" })).toMatchObject({
    ok: false,
    refusal: {
      code: "not-possible",
      message: words,
      fields: { date: "This run has 2026-11-22.", searchDay: "This run has 2026-11-22." },
    },
  });
  expect(await again({ searchDay: "2026-11-21" })).toMatchObject({
    ok: false,
    refusal: { message: words, fields: { searchDay: "This run has 2026-11-22." } },
  });
  const same = await again({});
  expect(same).toMatchObject({ ok: true });
  for (const id of [jobId, same.ok ? same.value.jobId : 0])
    expect(await cancelJob(actor, { jobId: id })).toMatchObject({ ok: true });
});

it("what jobs need is counted where they can use it, however many there are", async () => {
  const before = await whatJobsNeed(actor);
  const archivedAt = new Date("2026-01-01");
  const createdById = actor.userId;
  const [served, archived, unreachable] = [
    await addServedModel(createdById),
    await addServedModel(createdById, { archivedAt }),
    await addServedModel(createdById),
  ];
  await db.connection.updateMany({
    where: { models: { some: { id: unreachable } } },
    data: { archivedAt },
  });
  await db.method.create({ data: { name: "Chain of thought", archivedAt, createdById } });
  const evaluators = [...Array<number>(60).fill(served), archived, unreachable, null];
  await db.evaluator.createMany({
    data: evaluators.map((servedModelId, at) => ({
      name: `Judge ${at}`,
      family: `Judge ${at}`,
      createdById,
      ...(servedModelId !== null && { servedModelId, definition: {} }),
    })),
  });
  const { has, presets } = await whatJobsNeed(actor);
  expect(has).toEqual({
    connections: before.has.connections + 2,
    models: before.has.models + 1,
    methods: before.has.methods,
    evaluators: before.has.evaluators + 60,
  });
  // An archived method has its name all the same.
  expect(presets).toHaveLength(before.presets.length - 1);

  expect(await isModelConnected(actor)).toBe(true);
  await db.servedModel.updateMany({ data: { archivedAt } });
  expect(await isModelConnected(actor)).toBe(false);
});
