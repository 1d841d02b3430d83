import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { changeCampaignStatus } from "@/lib/rating/campaigns/opening-commands";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { claimItems, correctJudgment, skipItem, submitJudgment } from "./commands";
import {
  getDeskCampaign,
  listOpenCampaigns,
  getOwnJudgment,
  getOwnPace,
  getRatingItems,
  listMyCampaigns,
  listOwnAgreement,
  listOwnWork,
  OWN_WORK_PAGE,
} from "./queries";
import { correctJudgmentSchema, notesSchema, submitJudgmentSchema, verdictSchema } from "./schema";
import { notEmpty } from "@/prisma/testing/not-empty";

afterAll(disconnect);
const person = (userId: number, role: "rater" | "maintainer" = "rater"): Actor => ({
  userId,
  name: `User ${userId}`,
  roles: [role],
  via: "web",
});

/** A fresh campaign, nothing of it judged, two raters who have qualified. */
async function campaign(
  sample: Parameters<typeof makeRating>[1] = {},
): Promise<{ made: RatingSampleMade; one: Actor; other: Actor }> {
  const made = await withConnection((client) =>
    makeRating(client, { questions: 6, raters: 2, judged: 0, ...sample }),
  );
  await db.qualification.createMany({
    data: made.raterIds.map((raterId) => ({ raterId, attempt: 1, score: 15, threshold: 12 })),
  });
  return { made, one: person(made.raterIds[0]!), other: person(made.raterIds[1]!) };
}

async function take(
  actor: Actor,
  campaignId: number,
  count = 5,
  held: number[] = [],
): Promise<number[]> {
  const result = await claimItems(actor, { campaignId, count, held });
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value.taskIds;
}

const GOOD = { relaxed: true, strict: true };
const BAD = { relaxed: false, relaxedReason: "wrong-primary-answer" };
async function judgment(taskId: number, more: Record<string, unknown> = {}) {
  const task = await db.ratingTask.findUniqueOrThrow({ where: { id: taskId } });
  return submitJudgmentSchema.parse({
    taskId,
    revisionId: task.revisionId,
    verdict: GOOD,
    activeMs: 12_000,
    clientKey: randomUUID(),
    enteredAt: new Date().toISOString(),
    ...more,
  });
}
const correction = (supersedes: string, more: Record<string, unknown> = {}) =>
  correctJudgmentSchema.parse({
    supersedes,
    correction: "Misread it",
    verdict: BAD,
    activeMs: 3_000,
    clientKey: randomUUID(),
    enteredAt: new Date().toISOString(),
    ...more,
  });

describe("items for a rater", () => {
  it("come in the rater's own order, are held and handed out, and come again after a reload", async () => {
    const { made, one } = await campaign();
    const order = (
      await db.assignment.findMany({
        where: { campaignId: made.campaignId, raterId: one.userId },
        orderBy: [{ position: "asc" }, { id: "asc" }],
      })
    ).map((row) => row.taskId);
    const first = await take(one, made.campaignId, 3);
    expect(first).toEqual(order.slice(0, 3));
    expect(
      await db.assignment.count({
        where: { campaignId: made.campaignId, raterId: one.userId, status: "held" },
      }),
    ).toBe(3);
    expect(
      (await db.handingOut.findMany({ where: { raterId: one.userId }, orderBy: { id: "asc" } }))
        .map((row) => row.taskId)
        .toSorted(),
    ).toEqual(first.toSorted());
    expect(await take(one, made.campaignId, 3)).toEqual(first);
    expect(await take(one, made.campaignId, 3, first)).toEqual(order.slice(3, 6));
    expect(await take(one, made.campaignId, 3, order)).toEqual([]);
    // Given again to the same desk, an item is not handed out again.
    expect(await db.handingOut.count({ where: { raterId: one.userId } })).toBe(6);
  });

  it("that were skipped come behind all others", async () => {
    const { made, one } = await campaign();
    const order = await take(one, made.campaignId, 6);
    await skipItem(one, { taskId: order[0]!, clientKey: randomUUID() });
    expect(await take(one, made.campaignId, 6)).toEqual([...order.slice(1), order[0]]);
  });

  it("are refused on a paused and a closed campaign, to the unqualified and to those who are no raters of it", async () => {
    const { made, one, other } = await campaign();
    await db.qualification.delete({ where: { raterId: other.userId } });
    const asked = { campaignId: made.campaignId, count: 1, held: [] };
    expect(await claimItems(other, asked)).toMatchObject({ refusal: { code: "not-qualified" } });
    await expect(claimItems(person(made.maintainerId), asked)).rejects.toThrow("not found");
    for (const status of ["paused", "closed"]) {
      await db.campaign.update({ where: { id: made.campaignId }, data: { status } });
      expect(await claimItems(one, asked)).toMatchObject({ refusal: { code: status } });
    }
    expect(
      await db.assignment.count({
        where: { campaignId: made.campaignId, status: { not: "pending" } },
      }),
    ).toBe(0);
  });

  it("hold question, answers and response, and nothing of another rater's items", async () => {
    const { made, one, other } = await campaign();
    const [taskId] = await take(one, made.campaignId, 1);
    const [item] = await getRatingItems(one, [taskId!]);
    expect(Object.keys(item!).sort()).toEqual([
      "answers",
      "answersOf",
      "category",
      "effectiveYear",
      "factType",
      "hops",
      "note",
      "question",
      "questionId",
      "response",
      "revisionId",
      "rich",
      "sources",
      "taskId",
    ]);
    expect(await getRatingItems(other, [taskId!])).toEqual([]);
  });
});

describe("a judgment", () => {
  it("closes its assignment, is audited, and is in own work, pace and progress", async () => {
    const { made, one } = await campaign();
    const [taskId] = await take(one, made.campaignId, 1);
    const result = await submitJudgment(
      one,
      await judgment(taskId!, { verdict: BAD, comment: " No one ", lowConfidence: true }),
    );
    expect(result).toMatchObject({ ok: true, value: { taskId } });
    expect(
      await db.assignment.findFirst({ where: { taskId: taskId!, raterId: one.userId } }),
    ).toMatchObject({ status: "judged", judgmentId: result.ok ? result.value.judgmentId : 0 });
    const { rows } = await listOwnWork(one);
    expect(rows).toMatchObject([
      {
        taskId,
        verdict: {
          relaxed: false,
          strict: false,
          relaxedReason: "wrong-primary-answer",
          strictReason: "wrong-primary-answer",
        },
        answers: [],
        comment: "No one",
        lowConfidence: true,
        corrections: 0,
        adjudicated: false,
      },
    ]);
    expect(await getOwnPace(one)).toMatchObject({
      judged: 1,
      activeMs: 12_000,
      days: [{ judged: 1, corrected: 0, activeMs: 12_000 }],
    });
    expect(await getDeskCampaign(one, made.campaignId)).toMatchObject({
      done: 1,
      total: 6,
      teamDone: 1,
      teamTotal: 12,
      qualified: true,
    });
    expect((await listMyCampaigns(one)).map((row) => row.id)).toEqual([made.campaignId]);
    expect(await listOpenCampaigns(one)).toMatchObject([{ campaignId: made.campaignId, left: 5 }]);
    await db.campaign.update({ where: { id: made.campaignId }, data: { status: "paused" } });
    expect(await listOpenCampaigns(one)).toEqual([]);
    expect(
      await db.auditEvent.count({ where: { type: "judgment.submitted", actorId: one.userId } }),
    ).toBe(1);
  });

  it("sent twice at the same moment under one key is stored once, and both are told the same", async () => {
    const { made, one } = await campaign();
    const [taskId] = await take(one, made.campaignId, 1);
    const input = await judgment(taskId!);
    const results = await Promise.all([
      submitJudgment(one, input),
      submitJudgment(one, input),
      submitJudgment(one, input),
    ]);
    expect(new Set(results.map((result) => JSON.stringify(result)))).toHaveProperty("size", 1);
    expect(results[0]).toMatchObject({ ok: true });
    expect(await db.judgment.count({ where: { taskId: taskId! } })).toBe(1);
  });

  it("sent at the same moment from two windows under two keys is stored once; the other is told which verdict stands", async () => {
    const { made, one } = await campaign();
    const [taskId] = await take(one, made.campaignId, 1);
    const results = await Promise.all([
      submitJudgment(one, await judgment(taskId!, { verdict: BAD })),
      submitJudgment(one, await judgment(taskId!, { verdict: BAD })),
    ]);
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(results.find((result) => !result.ok)).toMatchObject({
      refusal: {
        code: "already-judged",
        details: { relaxed: false, relaxedReason: "wrong-primary-answer" },
      },
    });
    expect(await db.judgment.count({ where: { taskId: taskId! } })).toBe(1);
  });

  it("under the key of another judgment is refused", async () => {
    const { made, one } = await campaign();
    const [first, second] = await take(one, made.campaignId, 2);
    const input = await judgment(first!);
    await submitJudgment(one, input);
    expect(
      await submitJudgment(one, await judgment(second!, { clientKey: input.clientKey })),
    ).toMatchObject({ refusal: { code: "key-taken" } });
    expect(
      await db.assignment.findFirst({ where: { taskId: second!, raterId: one.userId } }),
    ).toMatchObject({ status: "held" });
  });

  it("with a flag opens one flag, which a corrected flag resolves again", async () => {
    const { made, one } = await campaign();
    const [taskId] = await take(one, made.campaignId, 1);
    const flagged = await judgment(taskId!, { flagged: true, comment: "He resigned" });
    await submitJudgment(one, flagged);
    const flags = () => db.answerFlag.findMany({ where: { judgment: { taskId: taskId! } } });
    expect(await flags()).toMatchObject([
      { status: "open", comment: "He resigned", raisedById: one.userId },
    ]);
    const still = correction(flagged.clientKey, { flagged: true });
    await correctJudgment(one, still);
    expect(await flags()).toHaveLength(1);
    await correctJudgment(one, correction(still.clientKey));
    expect(await flags()).toMatchObject([{ status: "kept", resolvedById: one.userId }]);
  });

  it("was made when it was entered, but neither before it was opened nor in the future", async () => {
    const { made, one } = await campaign();
    const [early, late] = await take(one, made.campaignId, 2);
    await submitJudgment(one, await judgment(early!, { enteredAt: "2020-01-01T00:00:00Z" }));
    await submitJudgment(one, await judgment(late!, { enteredAt: "2120-01-01T00:00:00Z" }));
    for (const row of notEmpty(
      await db.assignment.findMany({
        where: { taskId: { in: [early!, late!] }, raterId: one.userId },
        include: { judgment: true },
      }),
    )) {
      expect(row.judgment!.judgedAt.getTime()).toBeGreaterThanOrEqual(row.openedAt!.getTime());
      expect(row.judgment!.judgedAt.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
    }
  });

  it("counts on a paused and a closed campaign if it was entered before that, by a device's clock within bounds", async () => {
    for (const [status, at] of [
      ["paused", "pausedAt"],
      ["closed", "closedAt"],
    ] as const) {
      const { made, one } = await campaign();
      const [before, after, early] = await take(one, made.campaignId, 3);
      const second = new Date(Date.now() + 1_000);
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      await db.campaign.update({ where: { id: made.campaignId }, data: { status, [at]: second } });
      expect(
        await submitJudgment(
          one,
          await judgment(before!, { enteredAt: new Date(second.getTime() - 500).toISOString() }),
        ),
      ).toMatchObject({ ok: true });
      expect(await submitJudgment(one, await judgment(after!))).toMatchObject({
        refusal: { code: status },
      });
      // A clock that is ahead makes nothing earlier; one that is behind makes nothing earlier than the handing out.
      expect(
        await submitJudgment(one, await judgment(after!, { enteredAt: "2120-01-01T00:00:00Z" })),
      ).toMatchObject({ refusal: { code: status } });
      expect(
        await submitJudgment(one, await judgment(early!, { enteredAt: "2020-01-01T00:00:00Z" })),
      ).toMatchObject({ ok: true });
      await db.campaign.update({
        where: { id: made.campaignId },
        data: { [at]: new Date(Date.now() - 60_000) },
      });
      const late = await judgment(after!, { enteredAt: "2020-01-01T00:00:00Z" });
      expect(await submitJudgment(one, late)).toMatchObject({ refusal: { code: status } });
      // Resumed, what was refused for the pause counts under its key.
      await db.campaign.update({
        where: { id: made.campaignId },
        data: { status: "open", [at]: null },
      });
      expect(await submitJudgment(one, late)).toMatchObject({ ok: true });
    }
  });

  it("for a closed campaign is refused with what its maintainer is told who would reopen it: it stays closed", async () => {
    const { made, one } = await campaign();
    const { campaignId } = made;
    const [taskId] = await take(one, campaignId, 1);
    const maintainer = person(made.maintainerId, "maintainer");
    expect(await changeCampaignStatus(maintainer, { campaignId, to: "closed" })).toMatchObject({
      ok: true,
    });
    const words = "A closed campaign can't be reopened; what is left needs a new campaign.";
    for (const to of ["open", "paused"] as const)
      expect(await changeCampaignStatus(maintainer, { campaignId, to })).toMatchObject({
        refusal: { code: "not-possible", message: words },
      });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await submitJudgment(one, await judgment(taskId!))).toMatchObject({
      refusal: { code: "closed", message: expect.stringContaining(words) as string },
    });
    expect(await db.judgment.count({ where: { campaignId } })).toBe(0);
  });

  it("on an item that went to someone else counts while they were not shown it, and is refused once they were", async () => {
    const { made, one, other } = await campaign({ ratingsPerResponse: 1 });
    const [first, second, third] = await take(one, made.campaignId, 3);
    const [fourth] = await take(one, made.campaignId, 1, [first!, second!, third!]).catch(() => []);
    expect(fourth).toBeUndefined();
    const move = (taskId: number, status: string) =>
      db.assignment.updateMany({
        where: { taskId, raterId: one.userId },
        data: { raterId: other.userId, status },
      });
    // Held ahead by the other's desk is not seen.
    await move(first!, "held");
    expect(await submitJudgment(one, await judgment(first!))).toMatchObject({ ok: true });
    await move(second!, "opened");
    expect(await submitJudgment(one, await judgment(second!))).toMatchObject({
      refusal: { code: "moved" },
    });
    await move(third!, "pending");
    const { run } = await db.ratingTask
      .findUniqueOrThrow({ where: { id: third! }, select: { response: { select: { run: true } } } })
      .then((task) => task.response!);
    await db.raterConflict.create({
      data: { raterId: one.userId, runId: run.id, statedById: made.maintainerId },
    });
    expect(await submitJudgment(one, await judgment(third!))).toMatchObject({
      refusal: { code: "moved" },
    });
    expect(await submitJudgment(person(made.adjudicatorId), await judgment(third!))).toMatchObject({
      refusal: { code: "not-found" },
    });
    expect(await db.judgment.count({ where: { campaignId: made.campaignId } })).toBe(1);
  });
});

describe("a correction", () => {
  it("supersedes with its reason; the history is kept, and the last one counts", async () => {
    const { made, one } = await campaign();
    const [taskId] = await take(one, made.campaignId, 1);
    const first = await judgment(taskId!);
    await submitJudgment(one, first);
    const second = correction(first.clientKey);
    expect(await correctJudgment(one, second)).toMatchObject({ ok: true });
    expect(await correctJudgment(one, second)).toMatchObject({ ok: true });
    const { states } = await getOwnJudgment(one, taskId!);
    expect(states).toMatchObject([
      { verdict: { relaxed: false }, correction: "Misread it" },
      { verdict: { relaxed: true }, correction: "" },
    ]);
    expect((await listOwnWork(one)).rows).toMatchObject([
      { verdict: { relaxed: false }, corrections: 1 },
    ]);
    expect(await correctJudgment(one, correction(first.clientKey))).toMatchObject({
      refusal: { code: "stale", details: { relaxed: false } },
    });
  });

  it("stores every note that is sent, as the rating that it corrects does", async () => {
    const { made, one } = await campaign();
    const [taskId] = await take(one, made.campaignId, 1);
    const none = notesSchema.parse({});
    const all = Object.fromEntries(
      notEmpty(Object.entries(none)).map(([note, nothing]) => [
        note,
        typeof nothing === "boolean" ? !nothing : `A ${note}`,
      ]),
    );
    const first = await judgment(taskId!, all);
    expect(await submitJudgment(one, first)).toMatchObject({ ok: true });
    await expect(getOwnJudgment(one, taskId!)).resolves.toMatchObject({ states: [all] });
    const second = correction(first.clientKey, none);
    expect(await correctJudgment(one, second)).toMatchObject({ ok: true });
    expect(await correctJudgment(one, correction(second.clientKey, all))).toMatchObject({
      ok: true,
    });
    await expect(getOwnJudgment(one, taskId!)).resolves.toMatchObject({
      states: [all, none, all],
    });
  });

  it("of two at the same moment one is stored and the other refused", async () => {
    const { made, one } = await campaign();
    const [taskId] = await take(one, made.campaignId, 1);
    const first = await judgment(taskId!);
    await submitJudgment(one, first);
    const results = await Promise.all([
      correctJudgment(one, correction(first.clientKey)),
      correctJudgment(one, correction(first.clientKey)),
    ]);
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(await db.judgment.count({ where: { taskId: taskId! } })).toBe(2);
  });

  it("is refused once the response is adjudicated, to others, and where nothing was saved", async () => {
    const { made, one, other } = await campaign();
    const [taskId] = await take(one, made.campaignId, 1);
    const first = await judgment(taskId!);
    await submitJudgment(one, first);
    expect(await correctJudgment(other, correction(first.clientKey))).toMatchObject({
      refusal: { code: "not-found" },
    });
    expect(await correctJudgment(one, correction(randomUUID()))).toMatchObject({
      refusal: { code: "not-found" },
    });
    await db.adjudication.create({
      data: {
        taskId: taskId!,
        adjudicatorId: made.adjudicatorId,
        revisionId: first.revisionId,
        relaxed: true,
        strict: true,
        reason: "Clear",
        clientKey: randomUUID(),
      },
    });
    expect(await correctJudgment(one, correction(first.clientKey))).toMatchObject({
      refusal: { code: "adjudicated" },
    });
  });
});

describe("own work", () => {
  it("is paged by the latest first, there and back", async () => {
    const { made, one } = await campaign({ questions: 130, judged: 1, corrected: 0.1 });
    const newest = await listOwnWork(one);
    expect(newest.rows).toHaveLength(OWN_WORK_PAGE);
    expect(newest.newer).toBeNull();
    const middle = await listOwnWork(one, { before: newest.older!, campaign: made.campaignId });
    const last = await listOwnWork(one, { before: middle.older! });
    expect(last.older).toBeNull();
    const ids = [...newest.rows, ...middle.rows, ...last.rows].map((row) => row.id);
    expect(ids).toHaveLength(130);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect((await listOwnWork(one, { after: last.newer! })).rows.map((row) => row.id)).toEqual(
      middle.rows.map((row) => row.id),
    );
    expect((await listOwnWork(one, { after: middle.newer! })).newer).toBeNull();
  });
});

describe("own work, filtered", () => {
  it("holds what was doubted, flagged, corrected or is about a text, in one campaign or all", async () => {
    const { made, one } = await campaign();
    const [a, b, c] = await take(one, made.campaignId, 3);
    await submitJudgment(one, await judgment(a!, { lowConfidence: true }));
    await submitJudgment(one, await judgment(b!, { flagged: true }));
    const first = await judgment(c!);
    await submitJudgment(one, first);
    await correctJudgment(one, correction(first.clientKey));
    const tasks = async (filter: Parameters<typeof listOwnWork>[1]) =>
      (await listOwnWork(one, filter)).rows.map(({ taskId }) => taskId);
    expect(await tasks({ show: "not-sure" })).toEqual([a]);
    expect(await tasks({ show: "flagged" })).toEqual([b]);
    expect(await tasks({ show: "corrected" })).toEqual([c]);
    expect(await tasks({ show: "stale" })).toEqual([]);
    const { question } = (await listOwnWork(one)).rows.find(({ taskId }) => taskId === b)!;
    expect(await tasks({ q: question.toUpperCase() })).toEqual([b]);
    expect(await tasks({ q: "%" })).toEqual([]);
    expect(await tasks({ show: "flagged", campaign: made.campaignId })).toEqual([b]);
    expect(await tasks({ show: "flagged", campaign: made.campaignId + 1 })).toEqual([]);
  });

  it("tells final verdicts and how many agree once the campaign is closed, the one that stands, and none of gold", async () => {
    const { made, one, other } = await campaign({ ratingsPerResponse: 2 });
    const [same, differs, golden] = await take(one, made.campaignId, 3);
    for (const taskId of [same!, differs!, golden!])
      await submitJudgment(one, await judgment(taskId));
    const settle = async (taskId: number, strict: boolean, supersedesId: number | null = null) =>
      db.adjudication.create({
        data: {
          taskId,
          adjudicatorId: made.adjudicatorId,
          revisionId: (await db.ratingTask.findUniqueOrThrow({ where: { id: taskId } })).revisionId,
          relaxed: true,
          strict,
          strictReason: strict ? null : "hallucination",
          reason: strict ? "All of it is true" : "One claim is made up",
          clientKey: randomUUID(),
          supersedesId,
        },
      });
    const before = await settle(same!, false);
    await settle(same!, true, before.id);
    await settle(differs!, false);
    await settle(golden!, false);
    await db.$executeRaw`UPDATE rating_tasks SET gold = TRUE WHERE id = ${golden!}`;
    const finals = async () =>
      new Map((await listOwnWork(one)).rows.map(({ taskId, final }) => [taskId, final]));
    expect([...(await finals()).values()]).toEqual([null, null, null]);
    expect(await listOwnAgreement(one)).toEqual([]);

    await db.$executeRaw`UPDATE campaigns SET status = 'closed' WHERE id = ${made.campaignId}`;
    const told = await finals();
    expect(told.get(same!)).toEqual({
      relaxed: true,
      strict: true,
      reason: "All of it is true",
      same: true,
    });
    expect(told.get(differs!)).toMatchObject({ same: false, reason: "One claim is made up" });
    expect(told.get(golden!)).toBeNull();
    expect(await listOwnAgreement(one)).toMatchObject([
      { campaignId: made.campaignId, settled: 2, relaxed: 2, strict: 1, same: 1 },
    ]);
    expect((await listOwnWork(one, { show: "differs" })).rows.map(({ taskId }) => taskId)).toEqual([
      differs,
    ]);
    expect(await listOwnAgreement(other)).toEqual([]);

    // The same response is one's own to rate in another campaign: until then nothing is told of it.
    const responseOf = async (taskId: number) =>
      (await db.ratingTask.findUniqueOrThrow({ where: { id: taskId } })).responseId!;
    const again = await campaign({ questions: 2, ratingsPerResponse: 1 });
    const [task] = await db.ratingTask.findMany({ where: { campaignId: again.made.campaignId } });
    await db.$executeRaw`UPDATE rating_tasks SET response_id = ${await responseOf(differs!)} WHERE id = ${task!.id}`;
    await db.$executeRaw`UPDATE rating_assignments SET rater_id = ${one.userId} WHERE task_id = ${task!.id}`;
    expect((await finals()).get(differs!)).toBeNull();
    expect(await listOwnAgreement(one)).toMatchObject([{ settled: 1, same: 1 }]);
    expect((await listOwnWork(one, { show: "differs" })).rows).toEqual([]);
    await db.$executeRaw`UPDATE rating_assignments SET rater_id = ${again.made.raterIds[0]!} WHERE task_id = ${task!.id}`;
    expect((await finals()).get(differs!)).not.toBeNull();

    // It checks raters there, or became gold that no campaign uses yet.
    await db.$executeRaw`UPDATE rating_tasks SET gold = TRUE WHERE id = ${task!.id}`;
    expect((await finals()).get(differs!)).toBeNull();
    await db.$executeRaw`UPDATE rating_tasks SET gold = FALSE WHERE id = ${task!.id}`;
    expect((await finals()).get(same!)).not.toBeNull();
    await db.goldVerdict.create({
      data: {
        responseId: await responseOf(same!),
        kind: "set",
        revisionId: (await db.ratingTask.findUniqueOrThrow({ where: { id: same! } })).revisionId,
        relaxed: true,
        strict: true,
        setById: made.maintainerId,
      },
    });
    expect((await finals()).get(same!)).toBeNull();
    expect(await listOwnAgreement(one)).toMatchObject([{ settled: 1, same: 0 }]);
  });
});

describe("the day of the correct answers and of the responses", () => {
  it("is that of the release, or of the opening; of the responses only where all runs share it, gold's too", async () => {
    const { made, one } = await campaign({ models: 2 });
    const [taskId] = await take(one, made.campaignId, 1);
    await db.$executeRaw`UPDATE campaigns SET opened_at = '2026-03-04T12:00:00Z' WHERE id = ${made.campaignId}`;
    const release = await db.release.findUniqueOrThrow({ where: { id: made.releaseId } });
    const [, month, day, year] = /_v(\d\d)(\d\d)(\d{4})$/.exec(release.name)!;
    const answersOf = async () => (await getRatingItems(one, [taskId!]))[0]!.answersOf;
    expect(await answersOf()).toBe(`${year}-${month}-${day}`);
    await db.$executeRaw`UPDATE campaigns SET truth = 'present' WHERE id = ${made.campaignId}`;
    expect(await answersOf()).toBe("2026-03-04");

    const ranOn = async (days: (string | null)[]) => {
      for (const [index, ran] of days.entries())
        await db.$executeRaw`UPDATE model_runs SET ran_on = ${ran}::date WHERE id = ${made.runIds[index]!}`;
      return (await getDeskCampaign(one, made.campaignId)).ranOn;
    };
    expect(await ranOn(["2026-02-01", "2026-02-01"])).toBe("2026-02-01");
    expect(await ranOn(["2026-02-01", "2026-02-02"])).toBeNull();
    expect(await ranOn(["2026-02-01", null])).toBeNull();
    expect(await ranOn([null, null])).toBeNull();
    // Gold of a run that the campaign does not sample: its day tells it apart.
    await db.campaignRun.deleteMany({
      where: { campaignId: made.campaignId, runId: made.runIds[1]! },
    });
    expect(await ranOn(["2026-02-01", "2026-02-02"])).toBe("2026-02-01");
    await db.$executeRaw`UPDATE rating_tasks SET gold = TRUE, sampled = FALSE WHERE campaign_id = ${made.campaignId} AND run_ids = ARRAY[${made.runIds[1]!}]::int[]`;
    expect(await ranOn(["2026-02-01", "2026-02-02"])).toBeNull();
  });
});

describe("the database and the schema", () => {
  let made: RatingSampleMade;
  beforeAll(async () => {
    made = (await campaign({ questions: 1 })).made;
  });

  it("hold the same verdicts for possible", async () => {
    const reasons = [null, "contradiction", "hallucination"] as const;
    for (const relaxed of [true, false])
      for (const strict of [true, false])
        for (const relaxedReason of reasons)
          for (const strictReason of reasons) {
            const [row] = await db.$queryRaw<
              { holds: boolean }[]
            >`SELECT verdict_holds(${relaxed}, ${strict}, ${relaxedReason}, ${strictReason}) AS holds`;
            const parsed = verdictSchema.safeParse({
              relaxed,
              strict,
              relaxedReason,
              strictReason,
            });
            // The schema fills in the reason that follows from Relaxed; what it lets through, the database holds.
            const filled = parsed.success && parsed.data.strictReason !== strictReason;
            expect({
              relaxed,
              strict,
              relaxedReason,
              strictReason,
              holds: row!.holds || filled,
            }).toEqual({ relaxed, strict, relaxedReason, strictReason, holds: parsed.success });
          }
    expect(made.campaignId).toBeGreaterThan(0);
  });
});
