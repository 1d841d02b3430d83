import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { contentOfRevision } from "@/lib/dataset/questions/cells";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { claimItems } from "@/lib/rating/judging/commands";
import {
  getDeskCampaign,
  listOpenCampaigns,
  getOwnJudgment,
  listMyCampaigns,
  listOwnWork,
} from "@/lib/rating/judging/queries";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import type {
  Answer,
  ProtocolDefinition,
  ProtocolQuestion,
  Unit,
} from "@/lib/rating/protocols/vocabulary";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { plannedRows } from "@/prisma/testing/planned-rows";
import { actorOf } from "@/prisma/testing/actor";
import { answerOtherwise } from "@/prisma/testing/change-answers";
import { notEmpty } from "@/prisma/testing/not-empty";
import { answerAll, openUnder, submitAnswers } from "@/prisma/testing/protocol-desks";
import { followUp } from "./opening-commands";
import { getCampaignChoices } from "./queries";
import { getCampaignProgress, getOpenWork } from "./progress-queries";

/** Campaigns under other protocols than Relaxed and Strict: what becomes of them when answers change, and who may rate. */

const QUESTIONS = 4;
const MODELS = 3;
let made: RatingSampleMade;
let maintainer: Actor;
let raters: Actor[];

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, { models: MODELS, questions: QUESTIONS, raters: 2 }),
  );
  maintainer = actorOf(made.maintainerId, ["maintainer"]);
  // None of them has passed the training.
  raters = made.raterIds.map((userId) => actorOf(userId, ["rater"]));
  await db.qualification.deleteMany();
  const responses = await db.response.findMany({ where: { runId: { in: made.runIds } } });
  await db.responseReference.createMany({
    data: responses.flatMap(({ id }) =>
      [1, 2].map((place) => ({ responseId: id, place, text: `Text ${place} of ${id}` })),
    ),
  });
});
afterAll(disconnect);

const presetOf = (key: string) => PROTOCOL_PRESETS.find((one) => one.key === key)!.definition;

function someAnswer(question: ProtocolQuestion, places: number): Answer {
  if ("levels" in question) return { value: question.levels[0]!.value };
  if (question.kind === "ranking")
    return { ranks: Array.from({ length: places }, (_, i) => i + 1) };
  return question.kind === "pairwise" ? { value: 1 } : { text: "Said" };
}

/** A campaign under a protocol of that preset, with the correct answers shown or not, all of it rated. */
async function rated(name: string, preset: string, correctAnswers: boolean): Promise<number> {
  const definition: ProtocolDefinition = {
    ...presetOf(preset),
    shows: { ...presetOf(preset).shows, correctAnswers },
  };
  const { campaignId } = await openUnder(
    { maintainer, raters, runIds: made.runIds },
    { name, definition },
  );
  await rateAll(campaignId, definition);
  return campaignId;
}
const rateAll = (campaignId: number, { questions }: Pick<ProtocolDefinition, "questions">) =>
  answerAll(raters, campaignId, (_, { responses }) =>
    Object.fromEntries(questions.map((one) => [one.key, someAnswer(one, responses.length)])),
  );

/** Gives the first question another answer. @returns the question and its new revision */
async function changeAnswer(
  ...answers: string[]
): Promise<{ questionId: number; revisionId: number }> {
  const { questionId } = await db.response.findFirstOrThrow({
    where: { runId: made.runIds[0]! },
    orderBy: { id: "asc" },
  });
  const { base, revisionId } = await answerOtherwise(maintainer, questionId, answers);
  before ??= contentOfRevision(base).answers;
  return { questionId, revisionId };
}
/** Its answers before any test. */
let before: string[] | undefined;
// Each test opens its campaigns by the answers of the release.
afterEach(async () => {
  if (before !== undefined) await changeAnswer(...before);
  before = undefined;
});

const itemsOf = async (campaignId: number, questionId?: number) =>
  (
    await db.ratingTask.findMany({
      where: { campaignId, ...(questionId !== undefined && { revision: { questionId } }) },
      include: { responses: { orderBy: { place: "asc" } } },
      orderBy: { unitKey: "asc" },
    })
  ).map(({ unitKey, responseId, referencePlace, runIds, wanted, responses }) => ({
    unitKey,
    responseId,
    referencePlace,
    runIds,
    wanted,
    responses: responses.map((one) => one.responseId),
  }));

/** How many items of each unit there are to one question. */
const OF_A_QUESTION: Record<Unit, number> = {
  response: MODELS,
  reference: 2 * MODELS,
  question: 1,
  pair: (MODELS * (MODELS - 1)) / 2,
};

describe.each<[Unit, string]>([
  ["response", "three-way"],
  ["reference", "webglm-references"],
  ["question", "webglm-turing"],
  ["pair", "pairwise-fresh"],
])("a campaign whose items are a %s", (unit, preset) => {
  it("is followed by just its items of the question whose answers changed, until these change again", async () => {
    const campaignId = await rated(`Shown ${unit}`, preset, true);
    expect(await followUp(maintainer, { campaignId })).toMatchObject({
      refusal: { code: "nothing-stale" },
    });
    const { questionId, revisionId } = await changeAnswer(`Another answer, ${unit}`);
    const original = await itemsOf(campaignId, questionId);
    expect(original).toHaveLength(OF_A_QUESTION[unit]);
    expect((await getCampaignProgress(maintainer, campaignId)).stale).toBe(original.length);
    expect((await getOpenWork(maintainer, campaignId)).stale).toBe(original.length);
    const { rows } = await listOwnWork(raters[0]!, { campaign: campaignId });
    for (const row of notEmpty(rows)) {
      expect(row.stale).toBe(row.questionId === questionId);
      expect((await getOwnJudgment(raters[0]!, row.taskId)).stale).toBe(row.stale);
    }

    const first = await followUp(maintainer, { campaignId });
    if (!first.ok) throw new Error(first.refusal.message);
    expect(first.value.made).toBe(true);
    expect(await itemsOf(first.value.campaignId)).toEqual(original);
    expect(
      await db.ratingTask.count({ where: { campaignId: first.value.campaignId, revisionId } }),
    ).toBe(original.length);
    expect((await getCampaignProgress(maintainer, campaignId)).stale).toBe(0);
    expect(await followUp(maintainer, { campaignId })).toMatchObject({
      value: { campaignId: first.value.campaignId, made: false },
    });

    // The same raters rate it by the same questions, and it is followed in its turn.
    await rateAll(first.value.campaignId, presetOf(preset));
    expect((await getCampaignProgress(maintainer, first.value.campaignId)).judged).toBe(
      2 * original.length,
    );
    await changeAnswer(`A third answer, ${unit}`);
    const second = await followUp(maintainer, { campaignId: first.value.campaignId });
    if (!second.ok) throw new Error(second.refusal.message);
    expect(await itemsOf(second.value.campaignId)).toEqual(original);
  });

  it("has nothing stale where its raters do not see the answers", async () => {
    const campaignId = await rated(`Hidden ${unit}`, preset, false);
    await changeAnswer(`Unseen, ${unit}`);
    expect((await getCampaignProgress(maintainer, campaignId)).stale).toBe(0);
    for (const { stale, taskId } of notEmpty(
      (await listOwnWork(raters[0]!, { campaign: campaignId })).rows,
    )) {
      expect(stale).toBe(false);
      expect((await getOwnJudgment(raters[0]!, taskId)).stale).toBe(false);
    }
    expect(await followUp(maintainer, { campaignId })).toMatchObject({
      refusal: { code: "nothing-stale" },
    });
  });
});

it("the training is asked for by campaigns under Relaxed and Strict alone", async () => {
  await db.ratingSettings.update({ where: { id: 1 }, data: { trainingRequired: true } });
  const [rater] = raters as [Actor];
  // Of the sample, still to be rated under Relaxed and Strict.
  expect((await getDeskCampaign(rater, made.campaignId)).qualified).toBe(false);
  expect(await claimItems(rater, { campaignId: made.campaignId, count: 1 })).toMatchObject({
    refusal: { code: "not-qualified" },
  });
  await db.campaign.updateMany({
    where: { id: { not: made.campaignId } },
    data: { status: "closed" },
  });
  expect(await listOpenCampaigns(rater)).toEqual([]);
  const { campaignId } = await openUnder(
    { maintainer, raters, runIds: made.runIds },
    { name: "Untrained", definition: presetOf("three-way") },
  );
  expect((await getDeskCampaign(rater, campaignId)).qualified).toBe(true);
  expect(await listOpenCampaigns(rater)).toMatchObject([{ campaignId }]);
  const claimed = await claimItems(rater, { campaignId, count: 1 });
  if (!claimed.ok) throw new Error(claimed.refusal.message);
  const task = await db.ratingTask.findUniqueOrThrow({ where: { id: claimed.value.taskIds[0]! } });
  const done = await submitAnswers(
    rater,
    { taskId: task.id, revisionId: task.revisionId },
    { grade: { value: 0 } },
  );
  expect(done).toMatchObject({ ok: true });
  const own = new Map((await listMyCampaigns(rater)).map(({ id, qualified }) => [id, qualified]));
  expect([own.get(campaignId), own.get(made.campaignId)]).toEqual([true, false]);
  const progress = await getCampaignProgress(maintainer, campaignId);
  expect(notEmpty(progress.raters).every(({ qualified }) => qualified)).toBe(true);
  const { raters: choices } = await getCampaignChoices(maintainer);
  expect(choices.find(({ raterId }) => raterId === rater.userId)!.qualified).toBe(false);
  await db.ratingSettings.update({ where: { id: 1 }, data: { trainingRequired: false } });
});

it("several responses are judged by the latest of their revisions, compared all at once or in pairs", async () => {
  const { questionId, revisionId } = await changeAnswer("Another answer");
  const {
    importId,
    run: { modelId, releaseId },
  } = await db.response.findFirstOrThrow({
    where: { runId: made.runIds[0]! },
    include: { run: true },
  });
  const { id: later } = await db.modelRun.create({
    data: { modelId, releaseId, name: "Later", createdById: maintainer.userId },
  });
  await db.response.create({
    data: { runId: later, questionId, revisionId, importId, text: "Later" },
  });
  for (const preset of ["webglm-turing", "pairwise-fresh"]) {
    const { campaignId } = await openUnder(
      { maintainer, raters, runIds: [made.runIds[0]!, later] },
      { name: `Later ${preset}`, definition: presetOf(preset) },
    );
    const tasks = await db.ratingTask.findMany({ where: { campaignId } });
    expect(tasks.map((task) => task.revisionId)).toEqual([revisionId]);
  }
  // The planner is told of what was written.
  expect(await plannedRows("task_responses")).toBeGreaterThan(0);
  await expect(
    db.$executeRaw`UPDATE rating_tasks SET run_ids = NULL WHERE revision_id = ${revisionId}`,
  ).rejects.toThrow("rating_tasks_unit");
});
