import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { createCampaign, updateCampaign } from "./planning-commands";
import { openCampaign } from "./opening-commands";
import { stateConflict, withdrawConflict } from "./rater-commands";
import { getCampaignProgress } from "./progress-queries";
import { previewCampaign } from "./preview-queries";
import { distributeItems } from "./rules";
import { campaignPlanSchema, type CampaignPlan } from "./schema";
import type { z } from "zod";
import { notEmpty } from "@/prisma/testing/not-empty";

let made: RatingSampleMade;
let maintainer: Actor;
let raters: number[];

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, { questions: 60, models: 3, raters: 5, campaign: false, name: "Opening" }),
  );
  maintainer = { userId: made.maintainerId, name: "Mara", roles: ["maintainer"], via: "web" };
  raters = made.raterIds;
});
afterAll(disconnect);

function plan(more: Partial<z.input<typeof campaignPlanSchema>> = {}): CampaignPlan {
  return campaignPlanSchema.parse({
    name: `Campaign ${randomUUID()}`,
    runIds: made.runIds,
    sample: { kind: "all" },
    raterIds: raters,
    ratingsPerResponse: 2,
    overlap: 30,
    seed: 7,
    deadline: null,
    truth: "release",
    goldRate: 0,
    namesHidden: true,
    ratersMayAdjudicate: false,
    ...more,
  });
}

async function open(of: CampaignPlan): Promise<number> {
  const draft = await createCampaign(maintainer, { plan: of, clientKey: randomUUID() });
  if (!draft.ok) throw new Error(draft.refusal.message);
  const opened = await openCampaign(maintainer, draft.value);
  if (!opened.ok) throw new Error(opened.refusal.message);
  return opened.value.campaignId;
}

const assignmentsOf = (campaignId: number) =>
  db.assignment.findMany({
    where: { campaignId },
    orderBy: [{ taskId: "asc" }, { slot: "asc" }],
    include: {
      task: {
        select: {
          wanted: true,
          gold: true,
          responseId: true,
          response: { select: { runId: true, questionId: true } },
        },
      },
    },
  });
type Row = Awaited<ReturnType<typeof assignmentsOf>>[number];
const groupBy = <K>(rows: Row[], of: (row: Row) => K) =>
  rows.reduce(
    (map, row) => map.set(of(row), [...(map.get(of(row)) ?? []), row]),
    new Map<K, Row[]>(),
  );
const chance = (seed: number, purpose: string, id: string | number) =>
  createHash("md5").update(`${seed}:${purpose}:${id}`).digest("hex");
const before = (a: string, b: string) => (a < b ? -1 : 1);

test("opening writes for every response exactly the ratings that it wants, by different raters, in even shares", async () => {
  const rows = await assignmentsOf(await open(plan()));
  expect(rows).toHaveLength(180 + 30);
  for (const [, slots] of notEmpty(groupBy(rows, (row) => row.taskId))) {
    expect(slots.map((row) => row.slot)).toEqual(
      Array.from({ length: slots[0]!.task.wanted }, (_, i) => i + 1),
    );
    expect(new Set(slots.map((row) => row.raterId)).size).toBe(slots.length);
  }
  const shares = [...groupBy(rows, (row) => row.raterId).values()].map((own) => own.length);
  expect(shares.toSorted((a, b) => a - b)).toEqual([42, 42, 42, 42, 42]);
  // The overlap is spread over the runs.
  expect(
    [
      ...groupBy(
        rows.filter((row) => row.task.wanted === 2 && row.slot === 1),
        (row) => row.task.response!.runId,
      ).values(),
    ].map((own) => own.length),
  ).toEqual([10, 10, 10]);
  // Everyone's order runs from 1 and is another than that of the tasks.
  for (const [, own] of notEmpty(groupBy(rows, (row) => row.raterId))) {
    expect(own.map((row) => row.position).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: own.length }, (_, i) => i + 1),
    );
    expect(own.map((row) => row.position)).not.toEqual(
      Array.from({ length: own.length }, (_, i) => i + 1),
    );
  }
});

test("what the database writes is what the pure function says, and what the seed promises", async () => {
  const conflict = { raterId: raters[0]!, runId: made.runIds[1]!, reason: "Built it" };
  await stateConflict(maintainer, conflict);
  const rows = await assignmentsOf(await open(plan({ seed: 99, ratingsPerResponse: 3 })));
  const inOrder = made.runIds.toSorted((a, b) => a - b);
  const groups = inOrder.flatMap((runId) => {
    const eligible = raters.filter(
      (raterId) => !(runId === conflict.runId && raterId === conflict.raterId),
    );
    return [
      { runId, size: 10, wanted: 3, eligible },
      { runId, size: 50, wanted: 1, eligible },
    ];
  });
  const given = distributeItems(groups, new Map(), 99);
  notEmpty(groups).forEach(({ runId, size, wanted }, g) => {
    const own = rows.filter(
      (row) => row.task.response!.runId === runId && row.task.wanted === wanted,
    );
    const tasks = [...groupBy(own, (row) => row.task.responseId!)].sort(([a], [b]) =>
      before(chance(99, "team", a), chance(99, "team", b)),
    );
    expect(tasks).toHaveLength(size);
    expect(tasks.flatMap(([, slots]) => slots.map((row) => row.raterId))).toEqual([...given[g]!]);
  });
  for (const [raterId, own] of notEmpty(groupBy(rows, (row) => row.raterId))) {
    const ordered = own
      .toSorted((a, b) => a.position - b.position)
      .map((row) => row.task.responseId);
    expect(ordered).toEqual(
      ordered.toSorted((a, b) =>
        before(chance(99, "order", `${raterId}:${a}`), chance(99, "order", `${raterId}:${b}`)),
      ),
    );
  }
  await withdrawConflict(maintainer, conflict);
});

test("the same seed gives the same campaign, another seed another", async () => {
  const of = async (seed: number) =>
    (await assignmentsOf(await open(plan({ seed, sample: { kind: "random", count: 20 } }))))
      .map((row) => [row.task.responseId, row.slot, row.raterId, row.position].join())
      .toSorted();
  const [first, second, third] = [await of(1), await of(1), await of(2)];
  expect(second).toEqual(first);
  expect(third).not.toEqual(first);
});

test("a random sample draws the same questions for every run, each stratum in proportion", async () => {
  const rows = await assignmentsOf(
    await open(plan({ sample: { kind: "random", count: 24 }, overlap: 0 })),
  );
  const questions = [...groupBy(rows, (row) => row.task.response!.questionId)];
  expect(questions).toHaveLength(24);
  expect(notEmpty(questions).every(([, own]) => own.length === 3)).toBe(true);
  const strata = (
    await previewCampaign(maintainer, plan({ sample: { kind: "random", count: 24 } }))
  ).strata;
  expect(strata.reduce((sum, stratum) => sum + stratum.drawn, 0)).toBe(24);
  for (const stratum of notEmpty(strata))
    expect(Math.abs(stratum.drawn - (24 * stratum.count) / 60)).toBeLessThan(1);
});

test("the preview promises what opening then writes, conflicts and missing raters included", async () => {
  const conflicts = made.runIds
    .slice(0, 2)
    .map((runId) => ({ raterId: raters[0]!, runId, reason: "" }));
  for (const conflict of conflicts) await stateConflict(maintainer, conflict);
  for (const more of [
    {},
    { overlap: null },
    { raterIds: raters.slice(0, 2), ratingsPerResponse: 3, overlap: 50 },
    { sample: { kind: "category" as const, category: "false-premise" as const } },
    { sample: { kind: "all" as const, splits: ["DEV" as const] } },
  ]) {
    const one = plan(more);
    const preview = await previewCampaign(maintainer, one);
    const rows = await assignmentsOf(await open(one));
    expect(rows).toHaveLength(preview.ratings);
    expect(groupBy(rows, (row) => row.taskId).size).toBe(preview.responses);
    expect(rows.filter((row) => row.raterId === null)).toHaveLength(preview.unassigned);
    expect(rows.filter((row) => row.slot === 2)).toHaveLength(preview.several);
    for (const rater of notEmpty(preview.raters))
      expect(rows.filter((row) => row.raterId === rater.raterId)).toHaveLength(rater.ratings);
    expect(
      rows.filter((row) =>
        conflicts.some(
          (conflict) =>
            conflict.raterId === row.raterId && conflict.runId === row.task.response!.runId,
        ),
      ),
    ).toEqual([]);
  }
  for (const conflict of conflicts) await withdrawConflict(maintainer, conflict);
});

test("gold is mixed in for every rater, beside the sample, and each may say once what they think of it", async () => {
  const gold = await db.response.findMany({
    where: { runId: made.runIds[0]! },
    take: 12,
    orderBy: { id: "asc" },
  });
  await db.goldVerdict.createMany({
    data: gold.map((one) => ({
      kind: "set",
      responseId: one.id,
      revisionId: one.revisionId,
      relaxed: true,
      strict: true,
      setById: made.maintainerId,
    })),
  });
  const one = plan({ goldRate: 10, runIds: made.runIds.slice(1), overlap: 0 });
  const preview = await previewCampaign(maintainer, one);
  expect(preview).toMatchObject({ gold: 3, goldThere: 12, responses: 120 });
  const campaignId = await open(one);
  const rows = await assignmentsOf(campaignId);
  const mixed = rows.filter((row) => row.task.gold);
  expect(mixed).toHaveLength(3 * 5);
  expect([...groupBy(mixed, (row) => row.raterId).values()].map((own) => own.length)).toEqual([
    3, 3, 3, 3, 3,
  ]);
  expect(notEmpty(mixed).every((row) => row.task.wanted === 5)).toBe(true);
  expect(await getCampaignProgress(maintainer, campaignId)).toMatchObject({
    tasks: 120,
    gold: 3,
    ratings: 135,
  });
  // What was set is withdrawn by a further row: nothing is deleted.
  await db.goldVerdict.createMany({
    data: gold.map((one) => ({
      kind: "withdrawn",
      responseId: one.id,
      revisionId: one.revisionId,
      setById: made.maintainerId,
    })),
  });
  expect((await previewCampaign(maintainer, one)).goldThere).toBe(0);
});

test("of two who open a campaign at once one opens it, and its tasks are there once", async () => {
  const draft = await createCampaign(maintainer, { plan: plan(), clientKey: randomUUID() });
  if (!draft.ok) throw new Error();
  const both = await Promise.all([
    openCampaign(maintainer, draft.value),
    openCampaign(maintainer, draft.value),
  ]);
  expect(both.map((result) => (result.ok ? "opened" : result.refusal.code)).toSorted()).toEqual([
    "not-draft",
    "opened",
  ]);
  const { campaignId } = draft.value;
  expect(await db.assignment.count({ where: { campaignId } })).toBe(210);
  // Every rater is told once how much waits.
  const told = await db.notice.findMany({
    where: { kind: "campaign-opened", onceKey: `campaign-opened ${campaignId}` },
    orderBy: { userId: "asc" },
  });
  expect(told.map(({ userId, data }) => [userId, (data as { waiting: number }).waiting])).toEqual(
    raters.toSorted((a, b) => a - b).map((raterId) => [raterId, 42]),
  );
});

test("only a name that is another campaign's is called taken", async () => {
  await db.$executeRaw`CREATE UNIQUE INDEX campaigns_once ON campaigns (instructions) WHERE instructions = 'Once.'`;
  try {
    const create = () =>
      createCampaign(maintainer, {
        plan: { ...plan(), instructions: "Once." },
        clientKey: randomUUID(),
      });
    expect(await create()).toMatchObject({ ok: true });
    await expect(create()).rejects.toThrow();
  } finally {
    await db.$executeRaw`DROP INDEX campaigns_once`;
  }
});

test("one submission of the form is one campaign, a name is one campaign's, and a stale plan is refused", async () => {
  const clientKey = randomUUID();
  const one = plan();
  const both = await Promise.all([
    createCampaign(maintainer, { plan: one, clientKey }),
    createCampaign(maintainer, { plan: one, clientKey }),
  ]);
  expect(both[0]).toEqual(both[1]);
  expect(await createCampaign(maintainer, { plan: one, clientKey: randomUUID() })).toMatchObject({
    ok: false,
    refusal: { code: "taken" },
  });
  const other: Actor = { ...maintainer, userId: made.adjudicatorId };
  expect(await createCampaign(other, { plan: plan(), clientKey })).toMatchObject({
    ok: false,
    refusal: { code: "key-taken" },
  });
  if (!both[0].ok) throw new Error();
  const { campaignId } = both[0].value;
  const edits = await Promise.all(
    [1, 2].map((n) =>
      updateCampaign(maintainer, {
        campaignId,
        version: 1,
        plan: { ...one, instructions: `Edit ${n}` },
      }),
    ),
  );
  expect(edits.map((result) => (result.ok ? "saved" : result.refusal.code)).toSorted()).toEqual([
    "saved",
    "stale",
  ]);
  expect(await openCampaign(maintainer, { campaignId, version: 1 })).toMatchObject({
    ok: false,
    refusal: { code: "stale" },
  });
});

test("a campaign without runs, raters or responses is refused with the field that lacks, and stays a draft", async () => {
  for (const [more, field] of [
    [{ runIds: [] }, "runIds"],
    [{ raterIds: [] }, "raterIds"],
    [{ sample: { kind: "all" as const, splits: ["DEMO" as const] }, runIds: [] }, "runIds"],
  ] as const) {
    const draft = await createCampaign(maintainer, {
      plan: plan(more as never),
      clientKey: randomUUID(),
    });
    if (!draft.ok) throw new Error();
    const refused = await openCampaign(maintainer, draft.value);
    expect(refused).toMatchObject({
      ok: false,
      refusal: { code: "empty", fields: { [field]: expect.any(String) } },
    });
    expect(await db.campaign.findUnique({ where: { id: draft.value.campaignId } })).toMatchObject({
      status: "draft",
    });
  }
});
