import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect } from "@/lib/platform/db";
import { RELAXED_STRICT_VERSION } from "@/lib/rating/protocols/vocabulary";
import { createComparisonJob } from "@/lib/runs/jobs/commands";
import { dryRun } from "@/lib/runs/jobs/planning-queries";
import { getItem, listItems } from "@/lib/runs/jobs/item-queries";
import { getJob } from "@/lib/runs/jobs/queries";
import { comparisonJobSchema } from "@/lib/runs/jobs/schema";
import { principleSet } from "@/lib/runs/principles/principles";
import { addRunOfOtherLengths, makeJobFixture, type JobFixture } from "@/prisma/testing/jobs";
import { startModelServices, type ModelServices } from "@/prisma/testing/model-services";
import { writeCampaign } from "@/prisma/testing/protocol-campaign";
import { until } from "@/prisma/testing/until";
import { startWorker, type RunningWorker } from "./worker";

let services: ModelServices;
let fixture: JobFixture;
let otherRunId: number;
const workers: RunningWorker[] = [];

beforeAll(async () => {
  services = await startModelServices();
  fixture = await makeJobFixture(services.origin, { questions: 12 });
  otherRunId = await addRunOfOtherLengths(fixture.runId);
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
});
afterAll(async () => {
  services.stop();
  await disconnect();
});

const FRESH = principleSet("fresh")!;

const wanted = async (behavior: string, change: object = {}) =>
  comparisonJobSchema.parse({
    kind: "compare",
    runId: fixture.runId,
    otherRunId,
    evaluatorId: await fixture.evaluator(await fixture.serve(behavior)),
    principles: "fresh",
    sample: { size: 3, seed: 2 },
    ...change,
  });

/** Compares by a judge, until it is done. @returns the job's id */
async function compare(behavior: string): Promise<number> {
  const made = await createComparisonJob(fixture.actor, await wanted(behavior));
  if (!made.ok) throw new Error(made.refusal.message);
  const { jobId } = made.value;
  if (workers.length === 0) workers.push(startWorker("worker"));
  await until(`job ${jobId} is done`, async () =>
    (await db.job.findUniqueOrThrow({ where: { id: jobId } })).status === "done" ? true : null,
  );
  return jobId;
}

const preferencesOf = (jobId: number) =>
  db.automaticPreference.findMany({
    where: { item: { jobId } },
    include: { response: true, otherResponse: true, item: true },
    orderBy: { id: "asc" },
  });

describe("comparing two runs", () => {
  it("says in a dry run what it would ask, and asks nothing", async () => {
    const input = await wanted("prefers-first");
    const said = await dryRun(fixture.actor, input);
    if (!said.ok) throw new Error(said.refusal.message);
    const { items, estimate, summary, example } = said.value;
    expect(items).toBe(3 * 6);
    expect(estimate.counted).toEqual({ least: 36, most: 36 });
    expect(estimate.calls).toEqual({ least: 36, most: 36 * 5 });
    expect(summary[0]).toBe(
      "3 pairs of responses, 6 principles in two orders each: 12 calls per pair",
    );
    expect(example.principle).toBe("Current");
    expect(example.messages!.at(-1)!.content).toContain(
      `principle: Current. ${FRESH.principles[0]!.definition}`,
    );
    expect(await db.job.count({ where: { evaluatorId: input.evaluatorId } })).toBe(0);
  });

  it("asks every pair by every principle in both orders, and keeps what was said", async () => {
    const jobId = await compare("prefers-longer");
    const found = await preferencesOf(jobId);
    expect(found).toHaveLength(18);
    expect(new Set(found.map(({ principle }) => principle))).toEqual(
      new Set(FRESH.principles.map(({ key }) => key)),
    );
    for (const { response, otherResponse, item, ab, ba } of found) {
      const lead = Math.sign(response.text.trim().length - otherResponse.text.trim().length);
      expect([ab, ba]).toEqual([lead, 0 - lead]);
      expect([response.runId, otherResponse.runId]).toEqual([fixture.runId, otherRunId]);
      expect(response.questionId).toBe(otherResponse.questionId);
      expect(item.outcome).toBe("parsed");
    }
    expect(new Set(found.map(({ ab }) => ab))).toEqual(new Set([1, 0, -1]));
    const job = await getJob(fixture.actor, jobId);
    expect(job).toMatchObject({
      kind: "compare",
      calls: 36,
      otherRun: { runId: otherRunId },
      settings: { comparison: { set: "fresh", version: 1, rule: "dominant" } },
    });
    const calls = await db.modelCall.findMany({ where: { jobId } });
    expect(new Set(calls.map(({ reading }) => reading))).toEqual(new Set(["parsed"]));
  });

  it("shows that a judge always prefers whoever is first", async () => {
    const jobId = await compare("prefers-first");
    const found = await preferencesOf(jobId);
    expect(found.map(({ ab, ba }) => [ab, ba])).toEqual(Array.from({ length: 18 }, () => [1, 1]));
    const { rows: items } = await listItems(fixture.actor, jobId, "all");
    expect(items.map(({ preference }) => preference)).toEqual(
      Array.from({ length: 18 }, () => ({ ab: 1, ba: 1 })),
    );
  });

  it("makes no preference of replies without one", async () => {
    const jobId = await compare("prose");
    expect(await preferencesOf(jobId)).toEqual([]);
    const { rows: items } = await listItems(fixture.actor, jobId, "unusable");
    expect(items.map(({ outcome, preference }) => [outcome, preference])).toEqual(
      Array.from({ length: 18 }, () => ["unparsed", null]),
    );
  });

  it("hides preferences from who has still to rate either response", async () => {
    const jobId = await compare("prefers-first");
    const [first, second] = await preferencesOf(jobId);
    const rater: Actor = { ...fixture.actor, roles: ["rater", "maintainer", "researcher"] };
    // B of the first pair alone.
    const campaignId = await writeCampaign(
      `Blind ${jobId}`,
      RELAXED_STRICT_VERSION,
      [fixture.runId, otherRunId],
      rater.userId,
      [{ responseIds: [first!.otherResponseId], judgments: [] }],
    );
    const task = await db.ratingTask.findFirstOrThrow({ where: { campaignId } });
    const seen = await getItem(rater, jobId, first!.itemId);
    expect(seen).toMatchObject({ hidden: false, preference: { ab: 1, ba: 1 } });
    expect(seen.steps).toHaveLength(2);
    const assignment = await db.assignment.create({
      data: { taskId: task.id, raterId: rater.userId, campaignId, slot: 1, position: 1 },
    });
    expect(await getItem(rater, jobId, first!.itemId)).toEqual({
      ...seen,
      hidden: true,
      preference: null,
      steps: [],
    });
    const { rows: items } = await listItems(rater, jobId, "all");
    const hidden = items.filter(({ preference }) => preference === null);
    // All principles of that pair, and no other pair.
    expect(hidden.map(({ questionId }) => questionId)).toEqual(
      FRESH.principles.map(() => first!.item.questionId),
    );
    expect(second!.item.questionId).toBe(first!.item.questionId);
    await db.assignment.delete({ where: { id: assignment.id } });
    expect(await getItem(rater, jobId, first!.itemId)).toEqual(seen);
  });
});

describe("a comparison that makes no sense", () => {
  const refusal = async (change: object) => {
    const input = { ...(await wanted("prefers-first")), ...change };
    const parsed = comparisonJobSchema.safeParse(input);
    if (!parsed.success) return parsed.error.issues.map(({ message }) => message).join(" ");
    const made = await createComparisonJob(fixture.actor, parsed.data);
    if (made.ok) throw new Error("It was started.");
    return made.refusal.code;
  };

  it("is refused", async () => {
    const elsewhere = await makeJobFixture(services.origin, { questions: 4 });
    const empty = await db.modelRun.create({
      data: {
        modelId: fixture.modelId,
        releaseId: (await db.modelRun.findUniqueOrThrow({ where: { id: fixture.runId } }))
          .releaseId,
        name: "Empty",
        ranOn: new Date("2026-11-01"),
        createdById: fixture.actor.userId,
      },
    });
    expect(await refusal({ otherRunId: fixture.runId })).toBe("Choose another run.");
    expect(await refusal({ principles: "none" })).toMatch(/^Choose a set of principles: fresh/);
    expect(await refusal({ negated: ["current"] })).toMatch(/only these can count against/);
    expect(await refusal({ otherRunId: elsewhere.runId })).toBe("not-possible");
    expect(await refusal({ otherRunId: 2_000_000_000 })).toBe("not-found");
    expect(await refusal({ otherRunId: empty.id })).toBe("nothing-left");
  });
});
