import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { makeRating } from "@/prisma/factories/rating";
import { judgmentSubmitted } from "./audit-events";
import { claimItems, submitJudgment } from "./commands";
import { getDeskStatus } from "./queries";
import { submitJudgmentSchema } from "./schema";
import { storeUsual } from "./slot-writes";

afterAll(disconnect);

async function campaign() {
  const made = await withConnection((client) =>
    makeRating(client, { questions: 6, raters: 2, judged: 0 }),
  );
  await db.qualification.createMany({
    data: made.raterIds.map((raterId) => ({ raterId, attempt: 1, score: 15, threshold: 12 })),
  });
  const [one, other] = made.raterIds.map((userId): Actor => ({
    userId,
    name: "Rater",
    roles: ["rater"],
    via: "web",
    requestId: "r-1",
  })) as [Actor, Actor];
  const claimed = await claimItems(one, { campaignId: made.campaignId, count: 5 });
  if (!claimed.ok) throw new Error(claimed.refusal.message);
  return { ...made, one, other, items: claimed.value.taskIds };
}

async function judgment(taskId: number, more: Record<string, unknown> = {}) {
  const { revisionId } = await db.ratingTask.findUniqueOrThrow({ where: { id: taskId } });
  return submitJudgmentSchema.parse({
    taskId,
    revisionId,
    verdict: { relaxed: true, strict: false, strictReason: "outdated" },
    comment: "As of 2024",
    lowConfidence: true,
    activeMs: 12_000,
    clientKey: randomUUID(),
    enteredAt: new Date().toISOString(),
    ...more,
  });
}

describe("a rating that is as usual", () => {
  it("leaves behind what one does that was looked at closer, and says how the campaign stands", async () => {
    const { one, campaignId, items } = await campaign();
    const [usual, closer] = items as [number, number];
    const stored = await storeUsual(one, await judgment(usual));
    expect(stored?.standing).toEqual(await getDeskStatus(one, { campaignId }));
    expect(stored?.standing).toEqual({ status: "open", done: 1, total: 6 });

    const late = await judgment(closer);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await db.campaign.update({
      where: { id: campaignId },
      data: { status: "paused", pausedAt: new Date() },
    });
    expect(await storeUsual(one, late)).toBeNull();
    const submitted = await submitJudgment(one, late);
    expect(submitted).toMatchObject({
      ok: true,
      value: { standing: await getDeskStatus(one, { campaignId }) },
    });
    expect(submitted.ok && submitted.value.standing).toMatchObject({ status: "paused", done: 2 });

    const rows = await db.judgment.findMany({ where: { campaignId }, orderBy: { id: "asc" } });
    const [quick, slow] = rows.map(
      ({
        id: _,
        taskId,
        responseId,
        revisionId,
        clientKey,
        judgedAt,
        enteredAt,
        arrivedAt,
        ...row
      }) => ({
        ...row,
        isOf: [responseId !== null, revisionId !== null, clientKey !== null],
        times: [judgedAt <= arrivedAt!, enteredAt! <= arrivedAt!],
        task: items.indexOf(taskId),
      }),
    );
    expect([quick!.task, slow!.task]).toEqual([0, 1]);
    expect({ ...quick, task: 1 }).toEqual(slow);
    const slots = await db.assignment.findMany({
      where: { campaignId, status: "judged" },
      orderBy: { judgmentId: "asc" },
    });
    expect(slots.map(({ judgmentId }) => judgmentId)).toEqual(rows.map(({ id }) => id));
    expect(slots.map(({ visit, openedAt }) => [visit, openedAt !== null])).toEqual(
      rows.map(() => [null, true]),
    );
    const events = await db.auditEvent.findMany({
      where: { actorId: one.userId, type: "judgment.submitted" },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ data }) => judgmentSubmitted.data.strict().parse(data))).toEqual(
      rows.map(({ id, taskId }) => ({ judgmentId: id, taskId, campaignId, flagged: false })),
    );
    expect(events.map(({ via, requestId }) => [via, requestId])).toEqual(
      rows.map(() => ["web", "r-1"]),
    );
  });

  it("is left to a closer look where anything is not, and nothing is stored", async () => {
    const made = await campaign();
    const { one, other, campaignId, raterIds, items } = made;
    const [taskId, judged] = items as [number, number];
    expect(await storeUsual(one, await judgment(judged))).not.toBeNull();
    const pending = await db.assignment.findFirstOrThrow({
      where: { campaignId, raterId: one.userId, status: "pending" },
    });
    const { clientKey } = await db.judgment.findFirstOrThrow({ where: { campaignId } });
    const { revisionId } = await db.ratingTask.findUniqueOrThrow({ where: { id: taskId } });
    const place = { campaignId_raterId: { campaignId, raterId: raterIds[0]! } };
    const now = new Date();
    const nothing = async () => {};
    const set = (data: object) => () => db.campaign.update({ where: { id: campaignId }, data });
    const setPlace = (data: object) => () => db.campaignRater.update({ where: place, data });
    const unusual: Record<
      string,
      {
        actor?: Actor;
        of?: number;
        more?: Record<string, unknown>;
        before?: () => Promise<unknown>;
        after?: () => Promise<unknown>;
      }
    > = {
      "a flag": { more: { flagged: true } },
      "no verdict": { more: { verdict: null } },
      "other answers": { more: { revisionId: revisionId + 1_000_000 } },
      "the key of another judgment": { more: { clientKey } },
      "judged already": { of: judged },
      "not given out": { of: pending.taskId },
      "another's item": { actor: other },
      "a paused campaign": {
        before: set({ status: "paused", pausedAt: now }),
        after: set({ status: "open", pausedAt: null }),
      },
      "a rater who is paused": {
        before: setPlace({ pausedAt: now, pausedBecause: "manager" }),
        after: setPlace({ pausedAt: null, pausedBecause: null }),
      },
      "a rater who left": {
        before: setPlace({ leftAt: now }),
        after: setPlace({ leftAt: null }),
      },
      "no training": {
        before: () => db.qualification.deleteMany({ where: { raterId: one.userId } }),
        after: () =>
          db.qualification.create({
            data: { raterId: one.userId, attempt: 1, score: 15, threshold: 12 },
          }),
      },
    };
    for (const [
      what,
      { actor = one, of = taskId, more = {}, before = nothing, after = nothing },
    ] of Object.entries(unusual)) {
      await before();
      expect(await storeUsual(actor, await judgment(of, more)), what).toBeNull();
      await after();
    }
    expect(await db.judgment.count({ where: { campaignId } })).toBe(1);
    // But for these it would have been stored.
    expect(await storeUsual(one, await judgment(taskId))).not.toBeNull();
    await db.adjudication.create({
      data: {
        taskId: items[2]!,
        adjudicatorId: made.adjudicatorId,
        revisionId: (await judgment(items[2]!)).revisionId,
        relaxed: true,
        strict: true,
        reason: "Plain",
        clientKey: randomUUID(),
      },
    });
    expect(await storeUsual(one, await judgment(items[2]!))).toBeNull();
  });
});
