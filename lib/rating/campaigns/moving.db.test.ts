import { getCampaignAgreement } from "@/lib/reporting/agreement/queries";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { changeQuestions, editQuestion } from "@/lib/dataset/questions/commands";
import { readCells } from "@/lib/dataset/questions/cells";
import { claimItems, submitJudgment } from "@/lib/rating/judging/commands";
import { getOwnJudgment, listOwnWork } from "@/lib/rating/judging/queries";
import { claimItemsSchema, submitJudgmentSchema } from "@/lib/rating/judging/schema";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import {
  addRater,
  remindRater,
  removeRater,
  stateConflict,
  takePendingItems,
  withdrawConflict,
} from "./rater-commands";
import { changeCampaignStatus, followUp, openCampaign } from "./opening-commands";
import { createCampaign } from "./planning-commands";
import { setGold, withdrawGold } from "./gold-commands";
import { getCampaignChoices } from "./queries";
import { getCampaignProgress } from "./progress-queries";
import { getGoldForm } from "./gold-queries";
import { campaignPlanSchema } from "./schema";
import type { z } from "zod";
import { keepDay } from "@/prisma/testing/noon";
import { editContent } from "@/prisma/testing/change-answers";
import { notEmpty } from "@/prisma/testing/not-empty";

let made: RatingSampleMade;
let maintainer: Actor;
let other: Actor;
let raters: Actor[];

beforeAll(async () => {
  await withConnection(keepDay);
  made = await withConnection((client) =>
    makeRating(client, { questions: 60, models: 2, raters: 8, campaign: false, name: "Moving" }),
  );
  maintainer = { userId: made.maintainerId, name: "Mara", roles: ["maintainer"], via: "web" };
  const second = await db.user.create({
    data: { email: "milo@example.org", name: "Milo", roles: ["maintainer"] },
  });
  other = { userId: second.id, name: "Milo", roles: ["maintainer"], via: "web" };
  raters = made.raterIds.map((userId, i) => ({
    userId,
    name: `Rater ${i}`,
    roles: ["rater"],
    via: "web",
  }));
  await db.ratingSettings.update({ where: { id: 1 }, data: { trainingRequired: false } });
});
afterAll(disconnect);

async function open(
  more: Partial<z.input<typeof campaignPlanSchema>> = {},
  people = raters.slice(0, 4),
): Promise<number> {
  const plan = campaignPlanSchema.parse({
    name: `Campaign ${randomUUID()}`,
    runIds: made.runIds,
    sample: { kind: "all" },
    raterIds: people.map((rater) => rater.userId),
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
  const draft = await createCampaign(maintainer, { plan, clientKey: randomUUID() });
  if (!draft.ok) throw new Error(draft.refusal.message);
  const opened = await openCampaign(maintainer, draft.value);
  if (!opened.ok) throw new Error(opened.refusal.message);
  return opened.value.campaignId;
}

/** Judges the next items of a rater. @returns how many; -1 where the campaign knows them no more */
async function judge(
  rater: Actor,
  campaignId: number,
  count: number,
  credit = true,
): Promise<number> {
  const claimed = await claimItems(rater, claimItemsSchema.parse({ campaignId, count })).catch(
    () => null,
  );
  if (!claimed?.ok) return -1;
  for (const taskId of claimed.value.taskIds) {
    const { revisionId } = await db.ratingTask.findUniqueOrThrow({ where: { id: taskId } });
    const judged = await submitJudgment(
      rater,
      submitJudgmentSchema.parse({
        taskId,
        revisionId,
        verdict: credit
          ? { relaxed: true, strict: true }
          : { relaxed: false, relaxedReason: "wrong-primary-answer" },
        activeMs: 30_000,
        clientKey: randomUUID(),
        enteredAt: new Date().toISOString(),
      }),
    );
    // Moved to someone else between the two: the only way to lose an item.
    if (!judged.ok && judged.refusal.code !== "moved")
      throw new Error(`${judged.refusal.code}: ${judged.refusal.message}`);
  }
  return claimed.value.taskIds.length;
}

const remaining = async (campaignId: number) =>
  new Map(
    (await getCampaignProgress(maintainer, campaignId)).raters.map((rater) => [
      rater.raterId,
      rater.remaining,
    ]),
  );

async function expectWhole(campaignId: number): Promise<void> {
  const rows = await db.assignment.findMany({
    where: { campaignId },
    include: { task: { include: { response: true } } },
  });
  const slots = new Map<number, Set<number>>();
  for (const row of rows) slots.set(row.taskId, (slots.get(row.taskId) ?? new Set()).add(row.slot));
  for (const row of notEmpty(rows))
    if (!row.task.gold) expect(slots.get(row.taskId)!.size).toBe(row.task.wanted);
  const conflicts = await db.raterConflict.findMany();
  expect(
    rows.filter(
      (row) =>
        row.status !== "judged" &&
        conflicts.some(
          (one) => one.raterId === row.raterId && one.runId === row.task.response!.runId,
        ),
    ),
  ).toEqual([]);
}

test("while raters judge, join, leave and help out at once, every response gets exactly its ratings, by different raters", async () => {
  const campaignId = await open({ goldRate: 0 });
  let done = false;
  const work = async (rater: Actor) => {
    while (!done) {
      const judged = await judge(rater, campaignId, 3);
      if (judged > 0) continue;
      const helped = judged === 0 ? await takePendingItems(rater, { campaignId }) : null;
      if (!helped?.ok) await new Promise((resolve) => setImmediate(resolve));
      if ((await db.assignment.count({ where: { campaignId, status: { not: "judged" } } })) === 0)
        done = true;
    }
  };
  const change = async () => {
    const steps: [typeof addRater, number][] = [
      [addRater, 4],
      [removeRater, 0],
      [addRater, 5],
      [removeRater, 4],
      [addRater, 6],
      [removeRater, 1],
      [addRater, 0],
      [removeRater, 2],
      [addRater, 4],
    ];
    for (const [step, who] of steps) {
      const results = await Promise.all([
        step(maintainer, { campaignId, raterId: raters[who]!.userId }),
        step(other, { campaignId, raterId: raters[who]!.userId }),
      ]);
      for (const result of results) if (!result.ok) throw new Error(result.refusal.message);
    }
  };
  await Promise.all([...raters.slice(0, 7).map(work), change()]);

  const judgments = await db.judgment.findMany({
    where: { campaignId },
    select: { taskId: true, raterId: true },
  });
  expect(judgments).toHaveLength(240);
  expect(new Set(judgments.map((one) => `${one.taskId}/${one.raterId}`)).size).toBe(240);
  const perTask = new Map<number, number>();
  for (const one of judgments) perTask.set(one.taskId, (perTask.get(one.taskId) ?? 0) + 1);
  expect(notEmpty(perTask.values()).every((count) => count === 2)).toBe(true);
  expect(perTask.size).toBe(120);
  await expectWhole(campaignId);
}, 60_000);

test("who joins gets as much as the others have left, who leaves keeps what they judged", async () => {
  const campaignId = await open();
  expect([...(await remaining(campaignId)).values()]).toEqual([60, 60, 60, 60]);
  expect(await judge(raters[0]!, campaignId, 10)).toBe(10);
  const joined = await addRater(maintainer, { campaignId, raterId: raters[5]!.userId });
  expect(joined).toMatchObject({ ok: true, value: { moved: 46, unassigned: 0 } });
  expect([...(await remaining(campaignId)).values()].toSorted()).toEqual([46, 46, 46, 46, 46]);
  expect(
    await db.notice.findMany({
      where: {
        userId: raters[5]!.userId,
        kind: "campaign-opened",
        onceKey: `campaign-opened ${campaignId}`,
      },
    }),
  ).toMatchObject([{ data: { waiting: 46 } }]);
  const left = await removeRater(maintainer, { campaignId, raterId: raters[0]!.userId });
  expect(left).toMatchObject({ ok: true, value: { moved: 46, unassigned: 0 } });
  const after = await getCampaignProgress(maintainer, campaignId);
  expect(after.raters[0]).toMatchObject({ active: false, done: 10, remaining: 0 });
  expect(
    after.raters
      .slice(1)
      .map((rater) => rater.remaining)
      .toSorted(),
  ).toEqual([57, 57, 58, 58]);
  await expectWhole(campaignId);
});

test("what no one may judge waits, and goes to whoever joins", async () => {
  const campaignId = await open({}, raters.slice(0, 1));
  expect(await getCampaignProgress(maintainer, campaignId)).toMatchObject({
    unassigned: 120,
    ratings: 240,
  });
  await addRater(maintainer, { campaignId, raterId: raters[1]!.userId });
  const progress = await getCampaignProgress(maintainer, campaignId);
  expect(progress.unassigned).toBe(0);
  expect(progress.raters.map((rater) => rater.remaining)).toEqual([120, 120]);
  expect(await removeRater(maintainer, { campaignId, raterId: raters[1]!.userId })).toMatchObject({
    ok: true,
    value: { unassigned: 120 },
  });
});

test("a conflict stated midway takes the run's unjudged items away, also those just opened, and a withdrawn one lets them come", async () => {
  const campaignId = await open({}, raters.slice(0, 2));
  await judge(raters[0]!, campaignId, 5);
  await claimItems(raters[0]!, claimItemsSchema.parse({ campaignId, count: 10 }));
  const conflict = {
    raterId: raters[0]!.userId,
    runId: made.runIds[0]!,
    reason: "Wrote the prompt",
  };
  const [first, second] = await Promise.all([
    stateConflict(maintainer, conflict),
    stateConflict(other, conflict),
  ]);
  expect([first.ok, second.ok]).toEqual([true, true]);
  await expectWhole(campaignId);
  const progress = await getCampaignProgress(maintainer, campaignId);
  expect(progress.unassigned).toBeGreaterThan(50);
  expect(progress.raters[0]!.conflicts).toMatchObject([
    { runId: conflict.runId, reason: "Wrote the prompt" },
  ]);
  await withdrawConflict(maintainer, conflict);
  expect((await getCampaignProgress(maintainer, campaignId)).unassigned).toBe(0);
});

test("helping out is for those whose share is done, takes from who has most, and never more than makes them even", async () => {
  const campaignId = await open(
    { sample: { kind: "random", count: 15 }, ratingsPerResponse: 1 },
    raters.slice(0, 3),
  );
  expect(await takePendingItems(raters[0]!, { campaignId })).toMatchObject({
    ok: false,
    refusal: { code: "not-done" },
  });
  expect(await takePendingItems(raters[4]!, { campaignId })).toMatchObject({
    ok: false,
    refusal: { code: "not-a-rater" },
  });
  expect(await judge(raters[0]!, campaignId, 10)).toBe(10);
  expect(await judge(raters[1]!, campaignId, 6)).toBe(6);
  // 0, 4 and 10 are left.
  const [one, two] = await Promise.all([
    takePendingItems(raters[0]!, { campaignId }),
    takePendingItems(raters[0]!, { campaignId }),
  ]);
  expect(
    [one, two].map((result) => (result.ok ? result.value.taken : result.refusal.code)).toSorted(),
  ).toEqual([5, "not-done"]);
  expect([...(await remaining(campaignId)).values()]).toEqual([5, 4, 5]);
  await changeCampaignStatus(maintainer, { campaignId, to: "paused" });
  expect(await takePendingItems(raters[0]!, { campaignId })).toMatchObject({
    ok: false,
    refusal: { code: "not-open" },
  });
  await changeCampaignStatus(maintainer, { campaignId, to: "closed" });
  expect(await changeCampaignStatus(maintainer, { campaignId, to: "open" })).toMatchObject({
    ok: false,
    refusal: { code: "not-possible" },
  });
  expect(await addRater(maintainer, { campaignId, raterId: raters[4]!.userId })).toMatchObject({
    ok: false,
    refusal: { code: "closed" },
  });
});

test("gold follows the raters: who joins gets every gold item, who leaves takes theirs along", async () => {
  const some = await db.response.findMany({
    where: { runId: made.runIds[1]! },
    take: 10,
    orderBy: { id: "asc" },
  });
  for (const one of notEmpty(some)) {
    const input = {
      responseId: one.id,
      revisionId: one.revisionId,
      verdict: {
        relaxed: true,
        strict: false,
        relaxedReason: null,
        strictReason: "outdated" as const,
      },
      explanation: "",
      replaces: null,
    };
    const both = await Promise.all([setGold(maintainer, input), setGold(other, input)]);
    expect(both.map((result) => (result.ok ? "set" : result.refusal.code)).toSorted()).toEqual([
      "set",
      "stale",
    ]);
  }
  const campaignId = await open(
    { goldRate: 20, runIds: made.runIds.slice(0, 1), ratingsPerResponse: 1 },
    raters.slice(0, 2),
  );
  const gold = () =>
    db.assignment.findMany({
      where: { campaignId, task: { gold: true } },
      orderBy: [{ taskId: "asc" }, { slot: "asc" }],
    });
  const progress = await getCampaignProgress(maintainer, campaignId);
  expect(progress).toMatchObject({ tasks: 60, gold: 8, ratings: 76 });
  await addRater(maintainer, { campaignId, raterId: raters[2]!.userId });
  expect(await gold()).toHaveLength(24);
  while ((await judge(raters[0]!, campaignId, 10)) > 0) continue;
  expect((await getCampaignProgress(maintainer, campaignId)).raters[0]).toMatchObject({
    remaining: 0,
    gold: { judged: 8, relaxed: 8, strict: 0, both: 0 },
  });
  await removeRater(maintainer, { campaignId, raterId: raters[1]!.userId });
  expect((await gold()).map((row) => row.raterId).filter((id) => id === raters[1]!.userId)).toEqual(
    [],
  );
  await addRater(maintainer, { campaignId, raterId: raters[3]!.userId });
  expect((await gold()).filter((row) => row.raterId === raters[3]!.userId)).toHaveLength(8);
  expect(
    notEmpty(await db.ratingTask.findMany({ where: { campaignId, gold: true } })).every(
      (task) => task.wanted === 3,
    ),
  ).toBe(true);
  const used = (await db.ratingTask.findFirstOrThrow({ where: { campaignId, gold: true } }))
    .responseId!;
  expect(await withdrawGold(maintainer, { responseId: used })).toMatchObject({
    ok: false,
    refusal: { code: "in-use" },
  });
});

test("progress counts pace without breaks, agreement of pairs, and what each rater left", async () => {
  const campaignId = await open(
    { sample: { kind: "random", count: 5 }, runIds: made.runIds.slice(0, 1) },
    raters.slice(0, 2),
  );
  await judge(raters[0]!, campaignId, 5);
  await judge(raters[1]!, campaignId, 2, false);
  const progress = await getCampaignProgress(maintainer, campaignId);
  expect(progress).toMatchObject({
    tasks: 5,
    ratings: 10,
    judged: 7,
    complete: 2,
    agreement: { pairs: 2, relaxed: 0, strict: 0 },
    stale: 0,
  });
  // Two pairs that disagree entirely.
  expect(await getCampaignAgreement(maintainer, campaignId)).toMatchObject({
    truth: "release",
    modes: (["relaxed", "strict"] as const).map((mode) => ({
      mode,
      coefficients: { krippendorff: { value: -0.5, n: 2 } },
    })),
  });
  expect(progress.raters[0]).toMatchObject({
    number: 1,
    done: 5,
    remaining: 0,
    pace: 120,
    hoursLeft: 0,
    pairs: 2,
  });
  expect(progress.raters[1]).toMatchObject({
    number: 2,
    done: 2,
    remaining: 3,
    pace: 120,
    hoursLeft: 0.025,
  });
  expect(progress.days.map((day) => day.counts.map((one) => one.count))).toEqual([[5, 2]]);
});

test("a rater is reminded once a day, whoever asks, and only of what waits", async () => {
  const campaignId = await open(
    {
      sample: { kind: "random", count: 2 },
      ratingsPerResponse: 1,
      runIds: made.runIds.slice(0, 1),
    },
    raters.slice(6, 8),
  );
  const raterId = raters[6]!.userId;
  const both = await Promise.all([
    remindRater(maintainer, { campaignId, raterId, message: "Please" }),
    remindRater(other, { campaignId, raterId, message: "" }),
  ]);
  expect(both.map((result) => (result.ok ? "told" : result.refusal.code)).toSorted()).toEqual([
    "nudged",
    "told",
  ]);
  expect(await db.notice.count({ where: { userId: raterId, kind: "campaign-nudge" } })).toBe(1);
  expect(
    (await getCampaignProgress(maintainer, campaignId)).raters.map((rater) => rater.nudgedToday),
  ).toEqual([true, false]);
  await judge(raters[7]!, campaignId, 5);
  expect(
    await remindRater(maintainer, { campaignId, raterId: raters[7]!.userId, message: "" }),
  ).toMatchObject({ ok: false, refusal: { code: "done" } });
});

test("a follow-up holds just the responses whose answers changed since they were judged, by the present answers, and is made once", async () => {
  const campaignId = await open({ ratingsPerResponse: 2, overlap: 60 }, raters.slice(0, 2));
  expect(await followUp(maintainer, { campaignId })).toMatchObject({
    ok: false,
    refusal: { code: "nothing-stale" },
  });
  for (const rater of raters.slice(0, 2)) while ((await judge(rater, campaignId, 10)) > 0) continue;
  const [task] = await db.ratingTask.findMany({
    where: { campaignId, wanted: 2 },
    include: { response: true },
    take: 1,
    orderBy: { id: "asc" },
  });
  const head = await db.questionHead.findUniqueOrThrow({
    where: { questionId: task!.response!.questionId },
  });
  const revision = await db.revision.findUniqueOrThrow({ where: { id: head.revisionId } });
  const content = readCells(revision.cells).content!;
  const edited = await editQuestion(maintainer, {
    questionId: head.questionId,
    baseRevisionId: head.revisionId,
    content: { ...content, answers: ["Another answer"] },
    comment: "",
  });
  if (!edited.ok) throw new Error(edited.refusal.message);

  expect((await getCampaignProgress(maintainer, campaignId)).stale).toBe(2);
  // The rater's own work says it of that question's judgments, and of no other.
  expect((await getOwnJudgment(raters[0]!, task!.id)).stale).toBe(true);
  expect(
    notEmpty((await listOwnWork(raters[0]!)).rows).every(
      (row) => row.stale === (row.questionId === head.questionId),
    ),
  ).toBe(true);
  const theirs = { id: { in: raters.slice(0, 2).map(({ userId }) => userId) } };
  await db.user.updateMany({ where: theirs, data: { deactivatedAt: new Date() } });
  expect(await followUp(maintainer, { campaignId })).toMatchObject({
    ok: false,
    refusal: { code: "empty", message: expect.stringContaining("active account") },
  });
  expect(await db.campaign.count({ where: { followsId: campaignId } })).toBe(0);
  await db.user.updateMany({ where: theirs, data: { deactivatedAt: null } });
  const both = await Promise.all([
    followUp(maintainer, { campaignId }),
    followUp(other, { campaignId }),
  ]);
  if (!both[0].ok || !both[1].ok) throw new Error();
  expect(both[0].value.campaignId).toBe(both[1].value.campaignId);
  expect(both.map((result) => result.ok && result.value.made).toSorted()).toEqual([false, true]);
  const tasks = await db.ratingTask.findMany({
    where: { campaignId: both[0].value.campaignId },
    include: { response: true },
  });
  const original = await db.ratingTask.findMany({
    where: { campaignId, response: { questionId: head.questionId } },
  });
  expect(tasks.map((one) => [one.responseId, one.wanted]).toSorted()).toEqual(
    original.map((one) => [one.responseId, one.wanted]).toSorted(),
  );
  expect(notEmpty(tasks).every((one) => one.revisionId === edited.value.revisionId)).toBe(true);
  expect(await db.campaign.findUnique({ where: { id: both[0].value.campaignId } })).toMatchObject({
    truth: "present",
    status: "open",
    followsId: campaignId,
  });
  expect((await getCampaignProgress(maintainer, campaignId)).stale).toBe(0);
});

test("calls raters unqualified only where training is required", async () => {
  const campaignId = await open();
  const told = async () => {
    const [choices, progress] = [
      await getCampaignChoices(maintainer),
      await getCampaignProgress(maintainer, campaignId),
    ];
    return [
      choices.raters.find((rater) => rater.raterId === raters[0]!.userId)!.qualified,
      progress.raters.find((rater) => rater.raterId === raters[0]!.userId)!.qualified,
    ];
  };
  expect(await told()).toEqual([true, true]);
  await db.qualification.deleteMany({ where: { raterId: raters[0]!.userId } });
  expect(await told()).toEqual([true, true]);
  await db.ratingSettings.update({ where: { id: 1 }, data: { trainingRequired: true } });
  expect(await told()).toEqual([false, false]);
  await db.ratingSettings.update({ where: { id: 1 }, data: { trainingRequired: false } });
});

test("a response is settled by the answers that the maintainer says, each verdict checks those who rated by its answers, and the form shows both", async () => {
  const {
    id: responseId,
    revisionId,
    questionId,
  } = await db.response.findFirstOrThrow({
    where: { runId: made.runIds[1]! },
    orderBy: { id: "desc" },
  });
  const settle = async (by: number, credit: boolean) => {
    const { standing } = await getGoldForm(maintainer, responseId);
    return setGold(maintainer, {
      responseId,
      revisionId: by,
      explanation: credit ? "By the release" : "By what is known now",
      replaces: standing,
      verdict: {
        relaxed: credit,
        strict: credit,
        relaxedReason: credit ? null : ("wrong-primary-answer" as const),
        strictReason: credit ? null : ("wrong-primary-answer" as const),
      },
    });
  };
  const edit = async (change: Parameters<typeof editContent>[2]) =>
    (await editContent(maintainer, questionId, change)).revisionId;
  expect(await settle(revisionId, true)).toMatchObject({ ok: true });
  const campaignId = await open(
    { goldRate: 50, runIds: made.runIds.slice(1, 2), ratingsPerResponse: 1 },
    raters.slice(0, 1),
  );
  while ((await judge(raters[0]!, campaignId, 10)) > 0) continue;
  const check = async () => (await getCampaignProgress(maintainer, campaignId)).raters[0]!.gold;
  expect(
    await db.judgment.count({
      where: { campaignId, responseId, relaxed: true, task: { gold: true } },
    }),
  ).toBe(1);
  const byTheRelease = await check();
  expect(byTheRelease.relaxed).toBe(byTheRelease.judged);

  // Another note changes no truth: nothing to choose.
  await edit(() => ({ note: "Checked again." }));
  expect(
    (await getGoldForm(maintainer, responseId)).choices.map(({ by, gold }) => [by, gold?.relaxed]),
  ).toEqual([["release", true]]);
  const present = await edit(() => ({ answers: ["Another answer"] }));
  const before = await getGoldForm(maintainer, responseId);
  expect(
    before.choices.map((choice) => [choice.by, choice.revisionId, choice.gold?.relaxed ?? null]),
  ).toEqual([
    ["release", revisionId, true],
    ["present", present, null],
  ]);
  expect(before.choices[1]).toMatchObject({
    answers: ["Another answer"],
    note: "Checked again.",
    falsePremise: before.choices[0]!.falsePremise,
  });
  expect(await settle(present, false)).toMatchObject({ ok: true });
  const after = await getGoldForm(maintainer, responseId);
  expect(
    after.choices.map((choice) => [choice.by, choice.gold?.relaxed, choice.gold?.explanation]),
  ).toEqual([
    ["present", false, "By what is known now"],
    ["release", true, "By the release"],
  ]);
  // The rater judged by the release's answers, and is checked by their verdict.
  expect(await check()).toEqual(byTheRelease);
  // A retired question has no present answers.
  expect(
    await changeQuestions(maintainer, {
      questionIds: [questionId],
      change: { kind: "retire" },
      comment: "",
    } as unknown as Parameters<typeof changeQuestions>[1]),
  ).toMatchObject({ ok: true });
  expect((await getGoldForm(maintainer, responseId)).choices.map(({ by }) => by)).toEqual([
    "release",
  ]);
});
