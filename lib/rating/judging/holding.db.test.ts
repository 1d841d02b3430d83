import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { changeCampaignStatus } from "@/lib/rating/campaigns/opening-commands";
import { removeRater, takePendingItems } from "@/lib/rating/campaigns/rater-commands";
import { notify } from "@/lib/people/notifications/writes";
import { campaignNudgeNotice, campaignOpenedNotice } from "@/lib/rating/notices";
import { db, disconnect, Prisma, transaction, withConnection } from "@/lib/platform/db";
import { makeRating, type RatingSample, type RatingSampleMade } from "@/prisma/factories/rating";
import { claimItems, leaveDesk, showItem, skipItem, submitJudgment } from "./commands";
import { VISIT_SECONDS } from "./writes";
import { getDeskStatus, getRatingItems } from "./queries";
import { submitJudgmentSchema } from "./schema";
import { notEmpty } from "@/prisma/testing/not-empty";

afterAll(disconnect);
const person = (userId: number, role: "rater" | "maintainer" = "rater"): Actor => ({
  userId,
  name: `User ${userId}`,
  roles: [role],
  via: "web",
});

/** A fresh campaign, nothing of it judged, whose raters have qualified. */
async function campaign(
  sample: RatingSample = {},
): Promise<{ made: RatingSampleMade; raters: Actor[]; maintainer: Actor }> {
  const made = await withConnection((client) =>
    makeRating(client, { questions: 20, raters: 2, judged: 0, ...sample }),
  );
  await db.qualification.createMany({
    data: made.raterIds.map((raterId) => ({ raterId, attempt: 1, score: 15, threshold: 12 })),
  });
  return {
    made,
    raters: made.raterIds.map((raterId) => person(raterId)),
    maintainer: person(made.maintainerId, "maintainer"),
  };
}

async function claim(
  actor: Actor,
  campaignId: number,
  visit: string | null,
  count = 8,
  held: number[] = [],
): Promise<{ taskIds: number[]; elsewhere: number }> {
  const result = await claimItems(actor, { campaignId, count, held, visit });
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
}

async function judge(actor: Actor, taskId: number, enteredAt = new Date()): Promise<string> {
  const { revisionId } = await db.ratingTask.findUniqueOrThrow({ where: { id: taskId } });
  const result = await submitJudgment(
    actor,
    submitJudgmentSchema.parse({
      taskId,
      revisionId,
      verdict: { relaxed: true, strict: true },
      activeMs: 1_000,
      clientKey: randomUUID(),
      enteredAt: enteredAt.toISOString(),
    }),
  );
  return result.ok ? "ok" : result.refusal.code;
}

const assignmentOf = (taskId: number, raterId: number) =>
  db.assignment.findFirst({ where: { taskId, raterId } });
const restOf = (campaignId: number, raterId: number) =>
  db.assignment.findMany({
    where: { campaignId, raterId, status: "pending" },
    orderBy: { position: "asc" },
    take: 10,
  });

describe("a rater judges only what was handed to them", () => {
  it("ten of ten submissions of others' tasks are refused, of one's own tasks that are not given out yet, and of gold; nothing tells them apart", async () => {
    const {
      made,
      raters: [one, other],
    } = await campaign({ ratingsPerResponse: 1, gold: 0.3 });
    for (const list of [
      await restOf(made.campaignId, other!.userId),
      await restOf(made.campaignId, one!.userId),
    ]) {
      const answers = [];
      for (const { taskId } of list) answers.push(await judge(one!, taskId));
      expect(answers).toEqual(Array.from({ length: 10 }, () => "not-found"));
    }
    const gold = await db.assignment.findMany({
      where: { campaignId: made.campaignId, task: { gold: true } },
    });
    expect(gold.length).toBeGreaterThan(2);
    for (const { taskId } of notEmpty(gold)) expect(await judge(one!, taskId)).toBe("not-found");
    expect(await judge(one!, gold[0]!.taskId)).toBe("not-found");
    expect(await db.judgment.count({ where: { campaignId: made.campaignId } })).toBe(0);
    // A skip moves nothing that was not given out, and nothing can be read of it.
    const [first] = await restOf(made.campaignId, one!.userId);
    await skipItem(one!, { taskId: first!.taskId, clientKey: randomUUID() });
    expect((await assignmentOf(first!.taskId, one!.userId))!.position).toBe(first!.position);
    expect(await getRatingItems(one!, [first!.taskId])).toEqual([]);
  });

  it("records each handing out for good", async () => {
    const {
      made,
      raters: [one],
    } = await campaign();
    const { taskIds } = await claim(one!, made.campaignId, randomUUID(), 3);
    const rows = await db.handingOut.findMany({
      where: { raterId: one!.userId },
      orderBy: { id: "asc" },
    });
    expect(rows.map((row) => row.taskId).toSorted()).toEqual(taskIds.toSorted());
    for (const row of notEmpty(rows))
      expect(await db.assignment.findUnique({ where: { id: row.assignmentId } })).toMatchObject({
        taskId: row.taskId,
        raterId: one!.userId,
      });
    for (const sql of [
      "UPDATE handings_out SET rater_id = rater_id",
      "DELETE FROM handings_out",
      "TRUNCATE handings_out",
    ]) {
      await expect(db.$executeRawUnsafe(sql)).rejects.toThrow(/append-only|never|refused/i);
    }
  });
});

describe("an item that is held ahead", () => {
  it("is opened when it is shown, and no sooner", async () => {
    const {
      made,
      raters: [one, other],
    } = await campaign();
    const visit = randomUUID();
    const { taskIds } = await claim(one!, made.campaignId, visit, 3);
    expect(await assignmentOf(taskIds[0]!, one!.userId)).toMatchObject({
      status: "held",
      visit,
      openedAt: null,
    });
    expect(await showItem(one!, { taskId: taskIds[0]!, visit })).toMatchObject({ ok: true });
    const opened = await assignmentOf(taskIds[0]!, one!.userId);
    expect(opened).toMatchObject({ status: "opened", visit });
    expect(opened!.openedAt).not.toBeNull();
    await showItem(one!, { taskId: taskIds[0]!, visit });
    expect((await assignmentOf(taskIds[0]!, one!.userId))!.openedAt).toEqual(opened!.openedAt);
    expect(await showItem(other!, { taskId: taskIds[1]!, visit: null })).toMatchObject({
      refusal: { code: "moved" },
    });
    // Judged without that it was told as shown: it was shown by then.
    expect(await judge(one!, taskIds[1]!)).toBe("ok");
    expect(await assignmentOf(taskIds[1]!, one!.userId)).toMatchObject({
      status: "judged",
      visit: null,
      openedAt: expect.any(Date) as Date,
    });
  });

  it("can be moved: a colleague who helps out gets it, what was shown stays", async () => {
    const {
      made,
      raters: [one, other],
      maintainer,
    } = await campaign({ questions: 12, ratingsPerResponse: 1 });
    const visit = randomUUID();
    const { taskIds } = await claim(one!, made.campaignId, visit, 6);
    expect(taskIds).toHaveLength(6);
    await showItem(one!, { taskId: taskIds[0]!, visit });
    for (let left = 1; left > 0;) {
      const next = await claim(other!, made.campaignId, null, 8);
      for (const taskId of next.taskIds) expect(await judge(other!, taskId)).toBe("ok");
      left = next.taskIds.length;
    }
    expect(await takePendingItems(other!, { campaignId: made.campaignId })).toMatchObject({
      ok: true,
      value: { taken: 3 },
    });
    const moved = (
      await db.assignment.findMany({
        where: { campaignId: made.campaignId, raterId: other!.userId, status: "pending" },
      })
    ).map((row) => row.taskId);
    expect(moved).toHaveLength(3);
    expect(moved).not.toContain(taskIds[0]);
    expect(taskIds).toEqual(expect.arrayContaining(moved));
    // The desk learns of it as it shows the item.
    expect(await showItem(one!, { taskId: moved[0]!, visit })).toMatchObject({
      refusal: { code: "moved" },
    });

    // Offline work on moved items: counts while the new holder was not shown it, also if their desk holds it.
    const helper = randomUUID();
    const given = await claim(other!, made.campaignId, helper, 3);
    expect(given.taskIds.toSorted()).toEqual(moved.toSorted());
    await showItem(other!, { taskId: given.taskIds[0]!, visit: helper });
    expect(await judge(one!, given.taskIds[0]!)).toBe("moved");
    // A rating that is refused takes the item from no one.
    const { campaignId } = made;
    await changeCampaignStatus(maintainer, { campaignId, to: "paused" });
    expect(await judge(one!, given.taskIds[1]!, new Date(Date.now() + 1_000))).toBe("paused");
    expect(await assignmentOf(given.taskIds[1]!, other!.userId)).toMatchObject({
      status: "held",
      visit: helper,
    });
    await changeCampaignStatus(maintainer, { campaignId, to: "open" });
    expect(await judge(one!, given.taskIds[1]!)).toBe("ok");
    expect(await judge(other!, given.taskIds[1]!)).toBe("moved");
    expect(await judge(other!, given.taskIds[0]!)).toBe("ok");
  });

  it("of a task with two ratings comes back to the former holder out of their own slot, and never out of a colleague's", async () => {
    const {
      made,
      raters: [one],
      maintainer,
    } = await campaign({ questions: 4, raters: 3 });
    const { taskIds } = await claim(one!, made.campaignId, randomUUID(), 8);
    const of = async (taskId: number) =>
      (await db.assignment.findMany({ where: { taskId }, orderBy: { slot: "asc" } })).map((row) => [
        row.slot,
        row.raterId,
        row.status,
      ]);
    const entered = new Date();
    const before = new Map<number, (string | number | null)[][]>();
    for (const taskId of taskIds) before.set(taskId, await of(taskId));
    expect(
      await removeRater(maintainer, { campaignId: made.campaignId, raterId: one!.userId }),
    ).toMatchObject({ ok: true });
    // What was entered after leaving does not count.
    expect(await judge(one!, taskIds[0]!, new Date(Date.now() + 1_000))).toBe("moved");
    for (const taskId of notEmpty(taskIds)) {
      const mine = before.get(taskId)!.find(([, raterId]) => raterId === one!.userId)![0];
      expect(await judge(one!, taskId, entered)).toBe("ok");
      expect(await of(taskId)).toEqual(
        before
          .get(taskId)!
          .map(([slot, raterId, status]) => [slot, raterId, slot === mine ? "judged" : status]),
      );
    }
  });
});

describe("at most 120 items without a rating", () => {
  it("are given to one rater, however they ask, and more once some are rated", async () => {
    const {
      made: { campaignId },
      raters: [one],
    } = await campaign({ questions: 160, ratingsPerResponse: 1, raters: 1 });
    // A desk, a second window, and a script that names nothing.
    for (const visit of [randomUUID(), randomUUID(), null]) {
      const held: number[] = [];
      for (let asked = 0; asked < 6; asked++)
        held.push(...(await claim(one!, campaignId, visit, 10, held)).taskIds);
    }
    const unrated = () =>
      db.assignment.findMany({
        where: { campaignId, raterId: one!.userId, status: { in: ["held", "opened"] } },
        orderBy: { position: "asc" },
      });
    const rows = await unrated();
    expect(rows).toHaveLength(120);
    expect(await db.handingOut.count({ where: { raterId: one!.userId } })).toBe(120);
    // What was shown and skipped counts as well, and comes again before anything new.
    for (const { taskId } of rows.slice(0, 3)) {
      await showItem(one!, { taskId, visit: null });
      await skipItem(one!, { taskId, clientKey: randomUUID() });
    }
    await claim(one!, campaignId, null, 10);
    expect(await unrated()).toHaveLength(120);

    for (const { taskId } of rows.slice(3, 10)) expect(await judge(one!, taskId)).toBe("ok");
    await claim(one!, campaignId, randomUUID(), 10);
    expect(await unrated()).toHaveLength(120);
    expect(await db.handingOut.count({ where: { raterId: one!.userId } })).toBe(127);
  });

  it("also where they ask many times at once, each time for others", async () => {
    const {
      made: { campaignId },
      raters: [one],
    } = await campaign({ questions: 300, ratingsPerResponse: 1, raters: 1 });
    const tasks = await db.assignment.findMany({
      where: { campaignId },
      orderBy: { position: "asc" },
    });
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          claim(
            one!,
            campaignId,
            null,
            10,
            tasks.slice(0, n * 10).map(({ taskId }) => taskId),
          ),
        ),
      );
    }
    expect(await db.assignment.count({ where: { campaignId, status: "held" } })).toBe(120);
  });
});

describe("what tells a rater of a campaign", () => {
  it("is read once their desk has its items, and for everybody once the campaign is closed", async () => {
    const {
      made,
      raters: [one, other],
      maintainer,
    } = await campaign();
    const elsewhere = await campaign();
    const to = [one!.userId, other!.userId];
    const about = (campaignId: number) => ({
      campaignId,
      campaign: "Any",
      waiting: 20,
      dueOn: null,
      by: "Carlos",
    });
    await transaction(async (tx) => {
      await notify(tx, { to }, campaignOpenedNotice, about(made.campaignId));
      await notify(tx, { to }, campaignNudgeNotice, { ...about(made.campaignId), message: "" });
      await notify(tx, { to }, campaignOpenedNotice, about(elsewhere.made.campaignId));
    });
    const unread = async ({ userId }: Actor) =>
      (await db.notice.findMany({ where: { userId, readAt: null } })).map(
        ({ data }) => (data as { campaignId: number }).campaignId,
      );

    await changeCampaignStatus(maintainer, { campaignId: made.campaignId, to: "paused" });
    expect(
      (await claimItems(one!, { campaignId: made.campaignId, count: 1, held: [], visit: null })).ok,
    ).toBe(false);
    expect(await unread(one!)).toHaveLength(3);
    await changeCampaignStatus(maintainer, { campaignId: made.campaignId, to: "open" });
    await claim(one!, made.campaignId, null, 1);
    expect(await unread(one!)).toEqual([elsewhere.made.campaignId]);
    expect(await unread(other!)).toHaveLength(3);

    await changeCampaignStatus(maintainer, { campaignId: made.campaignId, to: "closed" });
    expect(await unread(other!)).toEqual([elsewhere.made.campaignId]);
  });
});

describe("two windows of one rater", () => {
  it("that ask at once both get items, in 36 rounds, and none is in both", async () => {
    const {
      made,
      raters: [one],
    } = await campaign({ questions: 90, ratingsPerResponse: 1, raters: 1 });
    const windows = [randomUUID(), randomUUID()];
    for (let round = 0; round < 36; round++) {
      const given = await Promise.all(
        windows.map((visit) => claim(one!, made.campaignId, visit, 8)),
      );
      expect(
        given.map(({ taskIds }) => taskIds.length),
        `round ${round}`,
      ).toEqual([8, 8]);
      expect(new Set(given.flatMap(({ taskIds }) => taskIds)).size).toBe(16);
      for (const [i, { taskIds }] of given.entries()) {
        expect(await showItem(one!, { taskId: taskIds[0]!, visit: windows[i]! })).toMatchObject({
          ok: true,
        });
        expect(await judge(one!, taskIds[0]!)).toBe("ok");
      }
    }
  });

  it("work all of it off side by side, each item once; nothing is called finished while something is left", async () => {
    const {
      made,
      raters: [one],
    } = await campaign({ questions: 45, ratingsPerResponse: 1, raters: 1 });
    const outcomes: string[] = [];
    const work = async (visit: string) => {
      const queue: number[] = [];
      for (;;) {
        const next = await claim(one!, made.campaignId, visit, 5, queue);
        queue.push(...next.taskIds);
        if (queue.length === 0 && next.elsewhere === 0) return;
        const taskId = queue.shift();
        if (taskId === undefined) continue;
        const shown = await showItem(one!, { taskId, visit });
        if (!shown.ok) continue;
        outcomes.push(await judge(one!, taskId));
      }
    };
    await Promise.all([work(randomUUID()), work(randomUUID()), work(randomUUID())]);
    expect(outcomes).toHaveLength(45);
    expect(new Set(outcomes)).toEqual(new Set(["ok"]));
    expect(
      await db.assignment.count({
        where: { campaignId: made.campaignId, status: { not: "judged" } },
      }),
    ).toBe(0);
    expect(await db.judgment.count({ where: { campaignId: made.campaignId } })).toBe(45);
  });

  it("a window whose shown items are still on their way takes its half of what windows that are gone merely hold", async () => {
    const {
      made,
      raters: [one],
    } = await campaign({ questions: 10, ratingsPerResponse: 1, raters: 1 });
    await claim(one!, made.campaignId, randomUUID(), 9);
    const visit = randomUUID();
    const {
      taskIds: [last],
    } = await claim(one!, made.campaignId, visit, 8);
    // Not shown yet: there is something left here.
    expect(await claim(one!, made.campaignId, visit, 8, [last!])).toMatchObject({
      taskIds: [],
      elsewhere: 9,
    });
    await showItem(one!, { taskId: last!, visit });
    expect((await claim(one!, made.campaignId, visit, 8, [last!])).taskIds).toHaveLength(5);
  });

  it("a reload shows what was shown, whatever earlier items another window gives back in that moment", async () => {
    const {
      made: { campaignId },
      raters: [one],
    } = await campaign({ questions: 12, ratingsPerResponse: 1, raters: 1 });
    const [other, left, visit] = [randomUUID(), randomUUID(), randomUUID()];
    const earlier = await claim(one!, campaignId, other, 3);
    const { taskIds } = await claim(one!, campaignId, left, 2);
    await showItem(one!, { taskId: taskIds[1]!, visit: left });
    await leaveDesk(one!, { visit: other });
    expect(await claimItems(one!, { campaignId, count: 1, visit, left })).toMatchObject({
      value: { taskIds: [taskIds[1]] },
    });
    expect((await claim(one!, campaignId, visit, 3, [taskIds[1]!])).taskIds).toEqual(
      earlier.taskIds,
    );
  });

  it("a reload goes on where it was, and what a killed window held comes back", async () => {
    const {
      made,
      raters: [one],
    } = await campaign({ questions: 12, ratingsPerResponse: 1, raters: 1 });
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    const { taskIds } = await claim(one!, made.campaignId, first, 8);
    await showItem(one!, { taskId: taskIds[0]!, visit: first });
    // Going away frees it at once: the next window begins with the same item.
    await leaveDesk(one!, { visit: first });
    expect((await claim(one!, made.campaignId, second, 8)).taskIds).toEqual(taskIds);
    // A window that was killed says nothing. Another one gets the rest at first, and its half of what is only held.
    const rest = await claim(one!, made.campaignId, third, 8);
    expect(rest).toMatchObject({ taskIds: expect.any(Array) as number[], elsewhere: 8 });
    expect(rest.taskIds).toHaveLength(4);
    await db.$executeRaw`UPDATE rating_visits SET seen_at = now() - make_interval(secs => ${VISIT_SECONDS + 1}) WHERE id = ${second}::uuid`;
    expect((await claim(one!, made.campaignId, third, 8, rest.taskIds)).taskIds).toEqual(taskIds);
    expect(await db.handingOut.count({ where: { raterId: one!.userId } })).toBe(12);
  });
});

describe("every answer to a desk", () => {
  it("says how the campaign stands and how far one is", async () => {
    const {
      made,
      raters: [one],
    } = await campaign();
    const { taskIds } = await claim(one!, made.campaignId, null, 2);
    await judge(one!, taskIds[0]!);
    expect(await getDeskStatus(one!, { taskId: taskIds[1]! })).toEqual({
      status: "open",
      done: 1,
      total: 20,
    });
    expect(await getDeskStatus(one!, { taskId: taskIds[1]! }, false)).toEqual({
      status: "open",
      done: null,
      total: null,
    });
    await db.campaign.update({
      where: { id: made.campaignId },
      data: { status: "paused", pausedAt: new Date() },
    });
    expect(await getDeskStatus(one!, { campaignId: made.campaignId })).toEqual({
      status: "paused",
      done: 1,
      total: 20,
    });
    expect(
      await getDeskStatus(person(made.adjudicatorId), { campaignId: made.campaignId }),
    ).toBeNull();
  });
});

it("an assignment of an unknown status is refused by the database", async () => {
  const { made } = await campaign();
  await expect(
    db.assignment.updateMany({ where: { campaignId: made.campaignId }, data: { status: "lent" } }),
  ).rejects.toThrow(Prisma.PrismaClientKnownRequestError);
});
