import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { readCells } from "@/lib/dataset/questions/cells";
import { editQuestion } from "@/lib/dataset/questions/commands";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { createCampaign } from "./planning-commands";
import { openCampaign } from "./opening-commands";
import { setGold, withdrawGold } from "./gold-commands";
import { stateConflict, withdrawConflict } from "./rater-commands";
import { getCampaignProgress, getOpenWork } from "./progress-queries";
import { previewCampaign } from "./preview-queries";
import { campaignPlanSchema, type CampaignPlan } from "./schema";

const QUESTIONS = 12;
let made: RatingSampleMade;
let maintainer: Actor;
/** By run, in the order of the release. */
let responses: { id: number; revisionId: number; runId: number }[];

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, {
      questions: QUESTIONS,
      models: 3,
      raters: 4,
      campaign: false,
      name: "Previewing",
    }),
  );
  maintainer = { userId: made.maintainerId, name: "Mara", roles: ["maintainer"], via: "web" };
  responses = await db.response.findMany({
    where: { runId: { in: made.runIds } },
    orderBy: { id: "asc" },
    select: { id: true, revisionId: true, runId: true },
  });
});
afterAll(disconnect);

function planOf(more: Record<string, unknown>): CampaignPlan {
  return campaignPlanSchema.parse({
    name: `Campaign ${randomUUID()}`,
    runIds: made.runIds,
    sample: { kind: "all" },
    raterIds: made.raterIds,
    ratingsPerResponse: 2,
    overlap: null,
    seed: 7,
    deadline: null,
    truth: "release",
    goldRate: 0,
    namesHidden: true,
    ratersMayAdjudicate: false,
    ...more,
  });
}

async function draftOf(plan: CampaignPlan) {
  const draft = await createCampaign(maintainer, { plan, clientKey: randomUUID() });
  if (!draft.ok) throw new Error(draft.refusal.message);
  return draft.value;
}

async function settle(responseId: number, revisionId: number): Promise<void> {
  const done = await setGold(maintainer, {
    responseId,
    revisionId,
    verdict: { relaxed: true, strict: true, relaxedReason: null, strictReason: null },
    explanation: "",
    replaces: null,
  });
  if (!done.ok) throw new Error(done.refusal.message);
}

/** What a campaign has in the database, in the words of the preview. */
async function written(campaignId: number, raterIds: readonly number[]) {
  const tasks = await db.ratingTask.findMany({
    where: { campaignId },
    include: { assignments: true, response: { select: { runId: true } } },
  });
  const ratingsOf = (raterId: number | null, gold: boolean) =>
    tasks
      .filter((task) => task.gold === gold)
      .flatMap((task) => task.assignments)
      .filter((row) => row.raterId === raterId).length;
  const sampled = tasks.filter((task) => task.sampled);
  return {
    responses: sampled.length,
    several: tasks.filter((task) => !task.gold && task.wanted > 1).length,
    ratings: tasks.reduce((sum, task) => sum + task.assignments.length, 0),
    unassigned: ratingsOf(null, false) + ratingsOf(null, true),
    gold: tasks.filter((task) => task.gold).length,
    goldSampled: sampled.filter((task) => task.gold).length,
    goldRatings: tasks
      .filter((task) => task.gold)
      .reduce((sum, task) => sum + task.assignments.length, 0),
    byRun: [...new Set(sampled.map((task) => task.response!.runId))]
      .toSorted((a, b) => a - b)
      .map((runId) => ({
        runs: [runId],
        responses: sampled.filter((task) => task.response!.runId === runId).length,
      })),
    raters: raterIds.map((raterId) => ({
      raterId,
      ratings: ratingsOf(raterId, false),
      gold: ratingsOf(raterId, true),
    })),
  };
}

const planned = fc.record({
  runs: fc.subarray([0, 1, 2], { minLength: 1 }),
  raters: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1 }),
  sample: fc.oneof(
    fc.constant({ kind: "all" }),
    fc.integer({ min: 1, max: QUESTIONS + 3 }).map((count) => ({ kind: "random", count })),
    fc.constant({ kind: "category", category: "fast-changing" }),
    fc.constant({ kind: "all", splits: ["TEST"] }),
  ),
  ratingsPerResponse: fc.integer({ min: 1, max: 4 }),
  overlap: fc.option(fc.integer({ min: 0, max: 40 })),
  seed: fc.integer({ min: 0, max: 1_000 }),
  truth: fc.constantFrom("release", "present"),
  goldRate: fc.constantFrom(0, 5, 20, 50),
});

type Planned = typeof planned extends fc.Arbitrary<infer Value> ? Value : never;
/** Tried on each occasion: a sample of all responses has each gold one inside, which chance alone may not bring. */
const GOLD_INSIDE = ([5, 20, 50, 50] as const).map(
  (goldRate, at): [Planned, number[], [number, number][]] => [
    {
      runs: [0, 1, 2],
      raters: [0, 1, 2, 3],
      sample: { kind: "all" },
      ratingsPerResponse: 1 + (at % 2),
      overlap: null,
      seed: at,
      truth: at < 2 ? "release" : "present",
      goldRate,
    },
    [0, 1, 2, 3, 4, 5, 6, 7].map((i) => 2 * i),
    [],
  ],
);

test("what opens is what was previewed: over random runs, samples, gold in and out of them, overlaps, raters and conflicts", async () => {
  let [opened, withGoldInside] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      planned,
      fc.uniqueArray(fc.nat(3 * QUESTIONS - 1), { maxLength: 14 }),
      fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(2)), {
        maxLength: 4,
        selector: ([rater, run]) => `${rater}/${run}`,
      }),
      async (some, gold, conflicts) => {
        const plan = planOf({
          ...some,
          runIds: some.runs.map((i) => made.runIds[i]),
          raterIds: some.raters.map((i) => made.raterIds[i]),
        });
        for (const i of gold) await settle(responses[i]!.id, responses[i]!.revisionId);
        for (const [rater, run] of conflicts)
          await stateConflict(maintainer, {
            raterId: made.raterIds[rater]!,
            runId: made.runIds[run]!,
            reason: "",
          });
        const {
          responses: count,
          several,
          ratings,
          unassigned,
          gold: items,
          goldSampled,
          goldRatings,
          byRun,
          raters,
          fingerprint,
          goldThereSampled,
        } = await previewCampaign(maintainer, plan);
        const draft = await draftOf(plan);
        const result = await openCampaign(maintainer, {
          ...draft,
          previewed: { fingerprint, responses: count, ratings, gold: items },
        });
        try {
          if (!result.ok) {
            expect(result.refusal.code).toBe("empty");
            expect(count).toBe(0);
            return;
          }
          opened++;
          if (goldSampled > 0) withGoldInside++;
          expect(await written(draft.campaignId, plan.raterIds)).toEqual({
            responses: count,
            several,
            ratings,
            unassigned,
            gold: items,
            goldSampled,
            goldRatings,
            byRun,
            raters: raters.map(({ hours: _, ...rater }) => rater),
          });
          expect(result.value).toMatchObject({ tasks: count, ratings, unassigned });
          expect(await getCampaignProgress(maintainer, draft.campaignId)).toMatchObject({
            tasks: count,
            ratings,
            unassigned,
            gold: items,
            goldSampled,
            judged: 0,
            complete: 0,
          });
          // Gold does not take anything out of the sample.
          const without = await previewCampaign(maintainer, { ...plan, goldRate: 0 });
          expect({ responses: without.responses, byRun: without.byRun }).toEqual({
            responses: count,
            byRun,
          });
          expect(goldSampled).toBeLessThanOrEqual(goldThereSampled);
        } finally {
          // No campaign of this test is held by the conflicts of the next one, and gold can be withdrawn.
          await db.campaign.update({
            where: { id: draft.campaignId },
            data: { status: "closed", closedAt: new Date() },
          });
          await db.$executeRaw`DELETE FROM rating_assignments WHERE campaign_id = ${draft.campaignId}`;
          await db.$executeRaw`DELETE FROM rating_tasks WHERE campaign_id = ${draft.campaignId}`;
          for (const [rater, run] of conflicts)
            await withdrawConflict(maintainer, {
              raterId: made.raterIds[rater]!,
              runId: made.runIds[run]!,
              reason: "",
            });
          for (const i of gold)
            expect(await withdrawGold(maintainer, { responseId: responses[i]!.id })).toMatchObject({
              ok: true,
            });
        }
      },
    ),
    { numRuns: 40 + GOLD_INSIDE.length, examples: GOLD_INSIDE },
  );
  expect(opened).toBeGreaterThan(20);
  expect(withGoldInside).toBeGreaterThan(3);
}, 180_000);

test("a plan that comes to something else by now is not opened: it says what changed, and opens by a new preview", async () => {
  const plan = planOf({ goldRate: 20, runIds: made.runIds.slice(0, 2) });
  const asSeen = ({
    fingerprint,
    responses: count,
    ratings,
    gold,
  }: Awaited<ReturnType<typeof previewCampaign>>) => ({
    fingerprint,
    responses: count,
    ratings,
    gold,
  });
  const before = asSeen(await previewCampaign(maintainer, plan));
  const draft = await draftOf(plan);
  const inside = responses.filter((one) => one.runId === plan.runIds[0]).slice(0, 2);
  for (const one of inside) await settle(one.id, one.revisionId);
  const refused = await openCampaign(maintainer, { ...draft, previewed: before });
  expect(refused).toMatchObject({
    ok: false,
    refusal: { code: "changed", message: expect.stringContaining("(48 in the preview)") as string },
  });
  if (!refused.ok)
    expect(refused.refusal.message).toMatch(
      /it now has 52 ratings \(48 in the preview\), 2 gold items \(0 in the preview\)\. The campaign was not opened\./,
    );
  expect(await db.ratingTask.count({ where: { campaignId: draft.campaignId } })).toBe(0);
  expect(await db.campaign.findUnique({ where: { id: draft.campaignId } })).toMatchObject({
    status: "draft",
  });
  // A conflict that leaves the numbers as they are is another plan too.
  const second = asSeen(await previewCampaign(maintainer, plan));
  const conflict = { raterId: made.raterIds[0]!, runId: made.runIds[1]!, reason: "" };
  await stateConflict(maintainer, conflict);
  expect(await openCampaign(maintainer, { ...draft, previewed: second })).toMatchObject({
    ok: false,
    refusal: {
      code: "changed",
      message: expect.stringContaining("the numbers are the same") as string,
    },
  });
  await withdrawConflict(maintainer, conflict);
  const third = asSeen(await previewCampaign(maintainer, plan));
  expect(third).toEqual(second);
  expect(await openCampaign(maintainer, { ...draft, previewed: third })).toMatchObject({
    ok: true,
    value: { tasks: 24, ratings: 52 },
  });

  // Nothing is given yet, one desk has nothing of it, and closing says so.
  expect(await getOpenWork(maintainer, draft.campaignId)).toEqual({
    ratings: 52,
    onDesks: 0,
    unassigned: 0,
    cases: 0,
    stale: 0,
    flagged: 0,
  });
});

test("closing says what is still open: missing ratings, cases, ratings by other answers, flagged answers", async () => {
  const some = await withConnection((client) =>
    makeRating(client, {
      questions: 30,
      raters: 3,
      judged: 0.7,
      agreement: 0.6,
      flagged: 0.2,
      adjudicated: 0.2,
      name: "Half done",
    }),
  );
  const { campaignId } = some;
  const one = await db.assignment.findFirstOrThrow({ where: { campaignId, status: "pending" } });
  await db.assignment.update({ where: { id: one.id }, data: { status: "held" } });
  const rated = await db.judgment.findFirstOrThrow({
    where: { campaignId },
    include: { revision: true },
  });
  const edited = await editQuestion(maintainer, {
    questionId: rated.revision.questionId,
    baseRevisionId: rated.revisionId,
    content: { ...readCells(rated.revision.cells).content!, answers: ["Another answer"] },
    comment: "",
  });
  expect(edited.ok).toBe(true);
  const open = await getOpenWork(maintainer, campaignId);
  const flagged = await db.answerFlag.findMany({
    where: { status: "open", judgment: { campaignId } },
    select: { questionId: true },
  });
  expect(open).toEqual({
    ratings: await db.assignment.count({ where: { campaignId, status: { not: "judged" } } }),
    onDesks: 1,
    unassigned: 0,
    cases: await db.disagreement.count({ where: { campaignId } }),
    stale: 1,
    flagged: new Set(flagged.map((flag) => flag.questionId)).size,
  });
  expect(Math.min(open.ratings, open.cases, open.flagged)).toBeGreaterThan(0);
  await expect(getOpenWork(maintainer, 2_000_000_000)).rejects.toThrow("not found");
});

test("the form says what a plan will be able to show", async () => {
  const { precision } = await previewCampaign(maintainer, planOf({}));
  expect(precision).toMatchObject({
    fewest: QUESTIONS,
    most: QUESTIONS,
    common: QUESTIONS,
    paired: null,
    unpaired: null,
  });
  expect(precision.halfWidth).toBeCloseTo(0.246, 3);
  expect(
    (await previewCampaign(maintainer, planOf({ runIds: made.runIds.slice(0, 1) }))).precision,
  ).toMatchObject({ paired: null, unpaired: null });
});
