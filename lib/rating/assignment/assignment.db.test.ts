import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { CASES_CHECK } from "@/lib/rating/adjudication/checks";
import { adjudicate } from "@/lib/rating/adjudication/commands";
import { pauseRater, resumeRater } from "@/lib/rating/alarms/commands";
import {
  addRater,
  remindRater,
  removeRater,
  takePendingItems,
} from "@/lib/rating/campaigns/rater-commands";
import { claimItems, showItem } from "@/lib/rating/judging/commands";
import { makeRating, type RatingSample } from "@/prisma/factories/rating";
import { notEmpty } from "@/prisma/testing/not-empty";
import {
  assignItems,
  messageRaters,
  raiseOverlap,
  readMessages,
  reorderItems,
  takeItemsBack,
} from "./commands";
import { listUnreadMessages, previewOverlap } from "./queries";

afterAll(disconnect);
const person = (userId: number, role: "rater" | "maintainer"): Actor => ({
  userId,
  name: `User ${userId}`,
  roles: [role],
  via: "web",
});

async function campaign(sample: RatingSample = {}) {
  const made = await withConnection((client) =>
    makeRating(client, { questions: 20, raters: 3, ratingsPerResponse: 1, judged: 0, ...sample }),
  );
  await db.qualification.createMany({
    data: made.raterIds.map((raterId) => ({ raterId, attempt: 1, score: 15, threshold: 12 })),
  });
  return {
    campaignId: made.campaignId,
    raterIds: made.raterIds as [number, number, number],
    maintainer: person(made.maintainerId, "maintainer"),
  };
}

const restOf = async (campaignId: number, raterId: number | null) =>
  db.assignment.findMany({
    where: { campaignId, raterId, status: { not: "judged" } },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    include: { task: { include: { revision: true } } },
  });
const some = (count: number) => ({ kind: "count" as const, count });

describe("items assigned by hand", () => {
  it("come from the longest lists, before or behind what the rater has", async () => {
    const { campaignId, raterIds, maintainer } = await campaign();
    const [a, b, c] = raterIds;
    const sizes = async () =>
      Promise.all([a, b, c].map(async (raterId) => (await restOf(campaignId, raterId)).length));
    const before = await sizes();
    expect(before.reduce((sum, size) => sum + size, 0)).toBe(20);
    const own = (await restOf(campaignId, a)).map(({ id }) => id);
    expect(
      await assignItems(maintainer, { campaignId, raterId: a, items: some(6), first: true }),
    ).toEqual({ ok: true, value: { assigned: 6 } });
    const now = (await restOf(campaignId, a)).map(({ id }) => id);
    expect(now.slice(6)).toEqual(own);
    const [, fromB, fromC] = await sizes();
    expect(Math.abs(fromB! - fromC!)).toBeLessThanOrEqual(1);
    await assignItems(maintainer, { campaignId, raterId: a, items: some(1), first: false });
    expect((await restOf(campaignId, a)).map(({ id }) => id).slice(0, -1)).toEqual(now);
  });

  it("are not what someone was shown, has a conflict with or has already, and can be of chosen questions", async () => {
    const { campaignId, raterIds, maintainer } = await campaign({ ratingsPerResponse: 2 });
    const [a, b] = raterIds;
    const mine = new Set((await restOf(campaignId, a)).map(({ taskId }) => taskId));
    const [shown, other] = (await restOf(campaignId, b)).filter(({ taskId }) => !mine.has(taskId));
    await db.assignment.update({ where: { id: shown!.id }, data: { status: "opened" } });
    await db.assignment.updateMany({
      where: { taskId: shown!.taskId, id: { not: shown!.id } },
      data: { status: "opened" },
    });
    const ask = (questionId: number) =>
      assignItems(maintainer, {
        campaignId,
        raterId: a,
        items: { kind: "questions", questionIds: [questionId] },
        first: true,
      });
    expect(await ask(shown!.task.revision.questionId)).toMatchObject({
      ok: false,
      refusal: { code: "nothing-left" },
    });
    expect(await ask(other!.task.revision.questionId)).toEqual({
      ok: true,
      value: { assigned: 1 },
    });
    expect((await restOf(campaignId, a))[0]!.taskId).toBe(other!.taskId);
    expect(await ask(other!.task.revision.questionId)).toMatchObject({ ok: false });
    await db.raterConflict.create({
      data: { raterId: a, runId: other!.task.runIds[0]!, statedById: maintainer.userId },
    });
    expect(
      await assignItems(maintainer, { campaignId, raterId: a, items: some(1), first: true }),
    ).toMatchObject({
      ok: false,
      refusal: { code: "nothing-left" },
    });
  });

  it("are given once by two managers at once, and taken back go to others", async () => {
    const { campaignId, raterIds, maintainer } = await campaign();
    const [a, b, c] = raterIds;
    const give = (raterId: number) =>
      assignItems(maintainer, { campaignId, raterId, items: some(20), first: false });
    const both = await Promise.all([give(a), give(b)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(2);
    const sizes = await Promise.all(
      [a, b, c].map(async (id) => (await restOf(campaignId, id)).length),
    );
    expect(sizes.sort((x, y) => x - y)).toEqual([0, 0, 20]);
    const loaded = (await restOf(campaignId, a)).length === 20 ? a : b;
    expect(
      await takeItemsBack(maintainer, { campaignId, raterId: loaded, items: some(12) }),
    ).toEqual({ ok: true, value: { taken: 12, unassigned: 0 } });
    expect(await restOf(campaignId, loaded)).toHaveLength(8);
    for (const raterId of [a, b, c].filter((id) => id !== loaded))
      expect(await restOf(campaignId, raterId)).toHaveLength(6);
  });

  it("wait without a rater where no other may rate them", async () => {
    const { campaignId, raterIds, maintainer } = await campaign({ raters: 1 });
    expect(
      await takeItemsBack(maintainer, { campaignId, raterId: raterIds[0], items: some(3) }),
    ).toEqual({ ok: true, value: { taken: 3, unassigned: 3 } });
    expect(await restOf(campaignId, null)).toHaveLength(3);
  });

  it("of some questions come first, for whoever has them", async () => {
    const { campaignId, raterIds, maintainer } = await campaign({ ratingsPerResponse: 3 });
    const all = await restOf(campaignId, raterIds[0]);
    const wanted = [all[15]!, all[9]!].map(({ task }) => task.revision.questionId);
    expect(
      await reorderItems(maintainer, { campaignId, questionIds: wanted, place: "first" }),
    ).toEqual({
      ok: true,
      value: { moved: 6 },
    });
    for (const raterId of raterIds) {
      const claimed = await claimItems(person(raterId, "rater"), { campaignId, count: 2 });
      const given = claimed.ok ? claimed.value.taskIds : [];
      const questions = await db.ratingTask.findMany({
        where: { id: { in: given } },
        include: { revision: true },
      });
      expect(questions.map(({ revision }) => revision.questionId).sort()).toEqual(
        [...wanted].sort(),
      );
    }
  });
});

describe("what a desk holds ahead", () => {
  it("is moved too, first or last, but not what was shown, and the desk is told the order of what it holds", async () => {
    const { campaignId, raterIds, maintainer } = await campaign({ raters: 1 });
    const rater = person(raterIds[0], "rater");
    const visit = randomUUID();
    const claimed = await claimItems(rater, { campaignId, count: 8, visit });
    const held = claimed.ok ? claimed.value.taskIds : [];
    expect(held).toHaveLength(8);
    expect(claimed.ok && claimed.value.order).toEqual(held);
    const questionOf = async (taskId: number) =>
      (
        await db.ratingTask.findUniqueOrThrow({
          where: { id: taskId },
          include: { revision: true },
        })
      ).revision.questionId;
    await showItem(rater, { taskId: held[0]!, visit });
    const waiting = (await restOf(campaignId, rater.userId)).map(({ taskId }) => taskId)[15]!;
    // The first one is on screen: it stays.
    const questions = async (...tasks: number[]) => Promise.all(tasks.map(questionOf));
    const move = async (place: "first" | "last", tasks: number[]) =>
      reorderItems(maintainer, { campaignId, questionIds: await questions(...tasks), place });
    expect(await move("first", [held[0]!, held[5]!, waiting])).toMatchObject({
      value: { moved: 2 },
    });
    expect(await move("last", [held[0]!, held[2]!])).toMatchObject({ value: { moved: 1 } });
    const next = await claimItems(rater, { campaignId, count: 1, held, visit });
    if (!next.ok) throw new Error(next.refusal.message);
    expect(next.value.taskIds).toEqual([waiting]);
    const { order } = next.value;
    const rest = [held[1]!, held[3]!, held[4]!, held[6]!, held[7]!];
    expect(order.filter((id) => id !== held[0])).toEqual([held[5]!, waiting, ...rest, held[2]!]);
    const all = (await restOf(campaignId, rater.userId)).map(({ taskId }) => taskId);
    expect(all.at(-1)).toBe(held[2]);
  });
});

describe("a paused rater", () => {
  it("gives and gets nothing, by whatever deals items out, until resumed", async () => {
    const { campaignId, raterIds, maintainer } = await campaign();
    const [a, b, c] = raterIds;
    const before = (await restOf(campaignId, b)).length;
    await pauseRater(maintainer, { campaignId, raterId: b });
    await takeItemsBack(maintainer, { campaignId, raterId: a, items: some(4) });
    expect(await restOf(campaignId, b)).toHaveLength(before);
    const wanted = { campaignId, ratingsPerResponse: 2, overlap: null };
    const plan = await previewOverlap(maintainer, wanted);
    expect(plan.raters.map(({ raterId }) => raterId)).toEqual([a, c]);
    await raiseOverlap(maintainer, { ...wanted, previewed: plan.added });
    expect(await restOf(campaignId, b)).toHaveLength(before);
    const all = { campaignId, raterId: b, items: some(1), first: true };
    expect(await assignItems(maintainer, all)).toMatchObject({
      ok: false,
      refusal: { code: "rater-paused" },
    });
    await takeItemsBack(maintainer, { campaignId, raterId: b, items: some(100) });
    expect(await restOf(campaignId, b)).toHaveLength(0);
    expect(await takePendingItems(person(b, "rater"), { campaignId })).toMatchObject({
      ok: false,
      refusal: { code: "rater-paused" },
    });
    expect(await remindRater(maintainer, { campaignId, raterId: b, message: "" })).toMatchObject({
      ok: false,
      refusal: { code: "rater-paused" },
    });
    await resumeRater(maintainer, { campaignId, raterId: b });
    expect(await takePendingItems(person(b, "rater"), { campaignId })).toMatchObject({ ok: true });
  });

  it("who left and is added again is not paused any more", async () => {
    const { campaignId, raterIds, maintainer } = await campaign();
    const place = { campaignId, raterId: raterIds[1] };
    await pauseRater(maintainer, place);
    await removeRater(maintainer, place);
    await addRater(maintainer, place);
    expect(
      await claimItems(person(place.raterId, "rater"), { campaignId, count: 1 }),
    ).toMatchObject({
      ok: true,
    });
  });
});

describe("raising the overlap", () => {
  it("adds what the preview says, to others than those who have the item, as evenly as it says", async () => {
    const { campaignId, raterIds, maintainer } = await campaign({ judged: 0.5 });
    const wanted = { campaignId, ratingsPerResponse: 3, overlap: 10 };
    const loads = async () =>
      new Map(
        await Promise.all(
          raterIds.map(async (id) => [id, (await restOf(campaignId, id)).length] as const),
        ),
      );
    const before = await loads();
    const plan = await previewOverlap(maintainer, wanted);
    expect(plan).toMatchObject({ items: 10, added: 20, unassigned: 0 });
    expect(await raiseOverlap(maintainer, { ...wanted, previewed: 19 })).toMatchObject({
      ok: false,
      refusal: { code: "changed" },
    });
    expect(await raiseOverlap(maintainer, { ...wanted, previewed: 20 })).toEqual({
      ok: true,
      value: { added: 20, unassigned: 0 },
    });
    const tasks = await db.ratingTask.findMany({
      where: { campaignId },
      include: { assignments: true },
    });
    expect(tasks.map(({ wanted: each }) => each).sort()).toEqual([
      ...Array<number>(10).fill(1),
      ...Array<number>(10).fill(3),
    ]);
    for (const { wanted: each, assignments } of tasks) {
      expect(assignments).toHaveLength(each);
      expect(new Set(assignments.map(({ raterId }) => raterId)).size).toBe(each);
    }
    const after = await loads();
    expect(plan.raters.map(({ raterId, added }) => before.get(raterId)! + added)).toEqual(
      plan.raters.map(({ raterId }) => after.get(raterId)),
    );
    // A second time the same ones are of the overlap: only the others are new.
    const all = { campaignId, ratingsPerResponse: 3, overlap: null };
    expect(await previewOverlap(maintainer, all)).toMatchObject({ items: 10, added: 20 });
    expect(await raiseOverlap(maintainer, { ...wanted, overlap: 4, previewed: 0 })).toMatchObject({
      ok: false,
      refusal: { code: "not-possible" },
    });
    expect(await raiseOverlap(maintainer, { ...wanted, previewed: 0 })).toMatchObject({
      ok: false,
      refusal: { code: "unchanged" },
    });
    const once = await Promise.all(
      [1, 2].map(() => raiseOverlap(maintainer, { ...all, previewed: 20 })),
    );
    expect(once.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await db.assignment.count({ where: { campaignId } })).toBe(60);
  });

  it("leaves what is no longer blind: discussed, or corrected when all had rated", async () => {
    const { campaignId, raterIds, maintainer } = await campaign({
      ratingsPerResponse: 2,
      judged: 1,
      agreement: 1,
    });
    const [one, other] = await db.ratingTask.findMany({ where: { campaignId }, take: 2 });
    await db.taskComment.create({
      data: { taskId: one!.id, authorId: raterIds[0], body: "Why?", clientKey: randomUUID() },
    });
    const {
      id: supersedesId,
      judgedAt: _,
      ...judged
    } = await db.judgment.findFirstOrThrow({
      where: { taskId: other!.id },
    });
    await db.judgment.create({
      data: { ...judged, supersedesId, correction: "Again", clientKey: randomUUID() },
    });
    expect(
      await previewOverlap(maintainer, { campaignId, ratingsPerResponse: 3, overlap: null }),
    ).toMatchObject({ items: 18, settled: 2 });
  });

  it("has no open ratings of what is adjudicated at the same time", async () => {
    const { campaignId, maintainer } = await campaign({
      ratingsPerResponse: 2,
      judged: 1,
      agreement: 0,
    });
    const wanted = { campaignId, ratingsPerResponse: 3, overlap: null };
    const { taskId } = await db.disagreement.findFirstOrThrow({ where: { campaignId } });
    await Promise.all([
      previewOverlap(maintainer, wanted).then(({ added: previewed }) =>
        raiseOverlap(maintainer, { ...wanted, previewed }),
      ),
      adjudicate(maintainer, {
        taskId,
        verdict: { relaxed: true, strict: true, relaxedReason: null, strictReason: null },
        reason: "So it is.",
        clientKey: randomUUID(),
      }),
    ]);
    const settled = await db.adjudication.count({ where: { taskId } });
    expect(await db.assignment.count({ where: { taskId } })).toBe(settled === 1 ? 2 : 3);
  });

  it("waits for who adjudicates an item, and then leaves it", async () => {
    const { campaignId, maintainer } = await campaign({
      ratingsPerResponse: 2,
      judged: 1,
      agreement: 0,
    });
    const { taskId } = await db.disagreement.findFirstOrThrow({ where: { campaignId } });
    const wanted = { campaignId, ratingsPerResponse: 3, overlap: null };
    const { added: previewed } = await previewOverlap(maintainer, wanted);
    const raised = await withConnection(async (client) => {
      await client.query("BEGIN");
      // As adjudicating does: the item's lock, then the verdict.
      const { rows } = await client.query<{ pid: number }>(
        "SELECT id, pg_backend_pid() AS pid FROM rating_tasks WHERE id = $1 FOR NO KEY UPDATE",
        [taskId],
      );
      const asked = raiseOverlap(maintainer, { ...wanted, previewed });
      await expect
        .poll(
          async () =>
            (
              await client.query(
                "SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))",
                [rows[0]!.pid],
              )
            ).rowCount,
        )
        .toBe(1);
      await client.query(
        `INSERT INTO adjudications (task_id, adjudicator_id, revision_id, relaxed, strict, reason, client_key)
         SELECT id, $2, revision_id, TRUE, TRUE, 'So it is.', gen_random_uuid() FROM rating_tasks WHERE id = $1`,
        [taskId, maintainer.userId],
      );
      await client.query("COMMIT");
      return asked;
    });
    expect(raised).toMatchObject({ ok: false, refusal: { code: "changed" } });
    const again = await previewOverlap(maintainer, wanted);
    expect(again.added).toBe(previewed - 1);
    expect(await raiseOverlap(maintainer, { ...wanted, previewed: again.added })).toMatchObject({
      ok: true,
    });
    expect(await db.assignment.count({ where: { taskId } })).toBe(2);
  });

  it("leaves what is adjudicated, and what awaits adjudication waits for the further ratings", async () => {
    const { campaignId, maintainer } = await campaign({
      ratingsPerResponse: 2,
      judged: 1,
      agreement: 0,
      adjudicated: 0.5,
    });
    const settled = await db.adjudication.count({ where: { task: { campaignId } } });
    expect(await db.disagreement.count({ where: { campaignId } })).toBe(20 - settled);
    const wanted = { campaignId, ratingsPerResponse: 3, overlap: null };
    const plan = await previewOverlap(maintainer, wanted);
    expect(plan).toMatchObject({ items: 20 - settled, added: 20 - settled, settled });
    expect(await raiseOverlap(maintainer, { ...wanted, previewed: plan.added })).toMatchObject({
      ok: true,
    });
    expect(await db.disagreement.count({ where: { campaignId } })).toBe(0);
    const { wrong } = await withConnection((client) => CASES_CHECK.find(client));
    expect(wrong).toBe(0);
  });
});

describe("a message to all raters", () => {
  it("is unread for each until read, there alone, and only in its campaign", async () => {
    const { campaignId, raterIds, maintainer } = await campaign();
    const other = await campaign();
    expect(await messageRaters(maintainer, { campaignId, message: "Mind the dates." })).toEqual({
      ok: true,
      value: { raters: 3 },
    });
    const [first, second] = raterIds.map((id) => person(id, "rater")) as [Actor, Actor];
    const [message] = notEmpty(await listUnreadMessages(first, campaignId));
    expect(message).toMatchObject({ message: "Mind the dates.", by: maintainer.name });
    expect(await listUnreadMessages(first, other.campaignId)).toEqual([]);
    await readMessages(first, { campaignId, upTo: message!.id });
    expect(await listUnreadMessages(first, campaignId)).toEqual([]);
    expect(await listUnreadMessages(second, campaignId)).toHaveLength(1);
  });
});
