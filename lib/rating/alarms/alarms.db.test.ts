import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { claimItems, correctJudgment, submitJudgment } from "@/lib/rating/judging/commands";
import { getDeskStatus } from "@/lib/rating/judging/queries";
import { correctJudgmentSchema, submitJudgmentSchema } from "@/lib/rating/judging/schema";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { notEmpty } from "@/prisma/testing/not-empty";
import { raterPausedNotice } from "./notices";
import { changeAlarms, pauseRater, resumeRater, settleAlarm } from "./commands";
import { getCampaignAlarms } from "./queries";
import { watchRater } from "./writes";

afterAll(disconnect);
afterEach(() => void vi.useRealTimers());

const person = (userId: number, role: "rater" | "maintainer"): Actor => ({
  userId,
  name: `User ${userId}`,
  roles: [role],
  via: "web",
});
const HOUR = 3_600_000;

async function campaign(raters: number, questions = 60) {
  const made = await withConnection((client) =>
    makeRating(client, { questions, models: 1, raters, judged: 0, ratingsPerResponse: raters }),
  );
  await db.qualification.createMany({
    data: made.raterIds.map((raterId) => ({ raterId, attempt: 1, score: 15, threshold: 12 })),
  });
  return {
    made,
    raters: made.raterIds.map((id) => person(id, "rater")),
    maintainer: person(made.maintainerId, "maintainer"),
  };
}

interface Script {
  /** Time at work that the desk says. */
  activeMs: number;
  /** How long the clock says that it took. */
  tookMs: number;
  credit: (n: number) => boolean;
}

async function submit(
  rater: Actor,
  taskId: number,
  script: Pick<Script, "activeMs">,
  credit: boolean,
  enteredAt = new Date(),
) {
  const { revisionId } = await db.ratingTask.findUniqueOrThrow({ where: { id: taskId } });
  return submitJudgment(
    rater,
    submitJudgmentSchema.parse({
      taskId,
      revisionId,
      verdict: credit
        ? { relaxed: true, strict: true }
        : { relaxed: false, strict: false, relaxedReason: "wrong-primary-answer" },
      activeMs: script.activeMs,
      clientKey: randomUUID(),
      enteredAt: enteredAt.toISOString(),
    }),
  );
}

/**
 * Holds as many items as a desk does, waits, and sends their ratings in one go, as a desk does whose connection is back.
 * @param said what is claimed of each: time at work, and how far apart they were entered, up to now
 * @param most how many it tries to hold
 * @returns the codes of what was refused
 */
async function holdAndSend(
  rater: Actor,
  { campaignId }: RatingSampleMade,
  waitMs: number,
  said: { activeMs: number; stepMs: number },
  most = 50,
) {
  const held: number[] = [];
  while (held.length < most) {
    const claimed = await claimItems(rater, { campaignId, count: 10, held });
    if (!claimed.ok) throw new Error(claimed.refusal.message);
    if (claimed.value.taskIds.length === 0) break;
    held.push(...claimed.value.taskIds);
  }
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + waitMs });
  const refused: string[] = [];
  for (const [n, taskId] of held.entries()) {
    const entered = new Date(Date.now() - (held.length - n) * said.stepMs);
    const result = await submit(rater, taskId, said, VARIED(n), entered);
    if (!result.ok) refused.push(result.refusal.code);
  }
  vi.useRealTimers();
  return refused;
}

/** Rates as a script does, one after the other. @returns how many were accepted */
async function work(rater: Actor, { campaignId }: RatingSampleMade, script: Script, count: number) {
  const began = Date.now();
  for (let n = 0; n < count; n++) {
    const claimed = await claimItems(rater, { campaignId, count: 1 });
    if (!claimed.ok || claimed.value.taskIds.length === 0) return n;
    // Each claims at least the time at work that it says, too.
    const entered = new Date(began + (n + 1) * Math.max(script.tookMs, script.activeMs));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + script.tookMs });
    const result = await submit(
      rater,
      claimed.value.taskIds[0]!,
      script,
      script.credit(n),
      entered,
    );
    vi.useRealTimers();
    if (!result.ok) return n;
  }
  return count;
}

const VARIED = (n: number) => [0, 1, 3, 4, 6].includes(n % 8);
const HONEST: Script = { activeMs: 15_000, tookMs: HOUR, credit: VARIED };
const SLOW: Script = { activeMs: 240_000, tookMs: HOUR, credit: (n) => VARIED(n + 3) };
/** Says that it took a minute; the clock knows better. */
const FAST: Script = { activeMs: 60_000, tookMs: 0, credit: (n) => VARIED(n + 1) };
const STRAIGHT: Script = { activeMs: 15_000, tookMs: HOUR, credit: () => true };

const alarmsOf = (campaignId: number) =>
  db.raterAlarm.findMany({ where: { campaignId }, orderBy: { id: "asc" } });
const noticesOf = async (userId: number, kind: string, campaignId: number) =>
  (await db.notice.findMany({ where: { userId, kind } }))
    .map(({ data }) => data as { campaignId: number })
    .filter((data) => data.campaignId === campaignId);

describe("four scripted raters", () => {
  let made: RatingSampleMade;
  let raters: Actor[];
  let maintainer: Actor;
  beforeAll(async () => {
    ({ made, raters, maintainer } = await campaign(4));
    await changeAlarms(maintainer, {
      campaignId: made.campaignId,
      fastSeconds: 3,
      straightLining: true,
      alarmPauses: true,
    });
    const [slow, fast, straight, honest] = raters as [Actor, Actor, Actor, Actor];
    await work(honest, made, HONEST, 40);
    await work(slow, made, SLOW, 40);
    expect(await work(fast, made, FAST, 40)).toBe(20);
    await work(straight, made, STRAIGHT, 40);
  }, 120_000);

  it("raise exactly two alarms: the fast one and the straight-lining one", async () => {
    const alarms = await alarmsOf(made.campaignId);
    expect(alarms.map(({ raterId, kind, paused }) => [raterId, kind, paused])).toEqual([
      [raters[1]!.userId, "too-fast", true],
      [raters[2]!.userId, "straight-lining", true],
    ]);
    expect(alarms[0]!.figures).toMatchObject({ ratings: 20, limit: 3 });
    expect((alarms[0]!.figures as { seconds: number }).seconds).toBeLessThan(3);
    // 25 of 40 ratings of the honest and of the slow one, and of the fast one's twenty.
    const { others, share, chance } = alarms[1]!.figures as Record<string, number>;
    expect(others).toBe(100);
    const same = await db.judgment.count({
      where: { campaignId: made.campaignId, relaxed: true, raterId: { not: raters[2]!.userId } },
    });
    expect(share).toBeCloseTo((same + 1) / 102, 12);
    expect(chance).toBeLessThan(0.001);
  });

  it("tell managers, and the paused one in plain words", async () => {
    const told = notEmpty(await noticesOf(made.maintainerId, "rater-alarm", made.campaignId));
    expect(told).toHaveLength(2);
    const [own] = await noticesOf(raters[1]!.userId, "rater-paused", made.campaignId);
    expect(raterPausedNotice.read(own)!.words().detail).toContain(
      "less time than reading an item does",
    );
    for (const calm of [raters[0]!, raters[3]!])
      expect(await noticesOf(calm.userId, "rater-paused", made.campaignId)).toEqual([]);
  });

  it("keep their ratings and items while paused, and go on when resumed", async () => {
    const fast = raters[1]!;
    const { campaignId } = made;
    expect(await db.judgment.count({ where: { campaignId, raterId: fast.userId } })).toBe(20);
    expect(await claimItems(fast, { campaignId, count: 1 })).toMatchObject({
      ok: false,
      refusal: { code: "rater-paused" },
    });
    expect(await getDeskStatus(fast, { campaignId })).toMatchObject({ status: "rater-paused" });
    expect(await getDeskStatus(raters[3]!, { campaignId })).toMatchObject({ status: "open" });
    const left = await db.assignment.count({
      where: { campaignId, raterId: fast.userId, status: { not: "judged" } },
    });
    expect(left).toBe(40);
    const page = await getCampaignAlarms(maintainer, campaignId);
    expect(page.open.map(({ raterId }) => raterId)).toContain(fast.userId);
    expect(page.paused).toHaveLength(2);

    expect(await resumeRater(maintainer, { campaignId, raterId: fast.userId })).toMatchObject({
      ok: true,
    });
    expect(await claimItems(fast, { campaignId, count: 1 })).toMatchObject({ ok: true });
    expect((await getCampaignAlarms(maintainer, campaignId)).open).toHaveLength(1);
    expect(await noticesOf(fast.userId, "rater-resumed", campaignId)).toHaveLength(1);
    // Only ratings after the alarm can raise the next one.
    expect(await work(fast, made, FAST, 19)).toBe(19);
    expect(await alarmsOf(campaignId)).toHaveLength(2);
    await work(fast, made, FAST, 1);
    expect(await alarmsOf(campaignId)).toHaveLength(3);
  });
});

describe("fifty items held ahead", () => {
  it("raise no alarm for an honest rater without a connection, and one for a script that waits once and sends all", async () => {
    const { made, raters, maintainer } = await campaign(3);
    const { campaignId } = made;
    const settings = { campaignId, fastSeconds: 3, straightLining: false };
    await changeAlarms(maintainer, { ...settings, alarmPauses: false });
    const [honest, script, lying] = raters as [Actor, Actor, Actor];
    const quarter = 15 * 60_000;
    expect(await holdAndSend(honest, made, quarter, { activeMs: 14_000, stepMs: 15_000 })).toEqual(
      [],
    );
    expect(await alarmsOf(campaignId)).toEqual([]);
    // A minute would do for twenty, and for fifty it does not, whatever is said of each.
    await holdAndSend(script, made, 62_000, { activeMs: 60_000, stepMs: 4_000 });
    // Waited long enough, and says itself that they were entered one right after the other.
    await holdAndSend(lying, made, quarter, { activeMs: 60_000, stepMs: 200 });
    expect((await alarmsOf(campaignId)).map(({ raterId, kind }) => [raterId, kind])).toEqual([
      [script.userId, "too-fast"],
      [lying.userId, "too-fast"],
    ]);
  }, 60_000);

  it("and an honest day of them raise no alarm; a script that would hold everything, wait a day and then send it gets few, and an alarm for the next", async () => {
    const { made, raters, maintainer } = await campaign(2, 300);
    const { campaignId } = made;
    const settings = { campaignId, fastSeconds: 3, straightLining: false };
    await changeAlarms(maintainer, { ...settings, alarmPauses: true });
    const [honest, script] = raters as [Actor, Actor];
    const day = 24 * HOUR;
    const rated = (rater: Actor) =>
      db.judgment.count({ where: { campaignId, raterId: rater.userId } });
    // Their handing out was moments ago for the database: less time than an honest day leaves.
    for (let ride = 1; ride <= 4; ride++) {
      const spent = await holdAndSend(honest, made, 15 * 60_000, {
        activeMs: 14_000,
        stepMs: 15_000,
      });
      expect(spent).toEqual([]);
      expect(await rated(honest)).toBe(ride * 50);
    }
    expect(await alarmsOf(campaignId)).toEqual([]);

    // All of what it may hold: the wait made room for that, and for no more.
    const words = { activeMs: 60_000, stepMs: 15_000 };
    expect(await holdAndSend(script, made, day, words, 300)).toEqual([]);
    expect(await rated(script)).toBe(120);
    const refused = await holdAndSend(script, made, 0, words, 300);
    expect(refused.length).toBeGreaterThanOrEqual(100);
    expect(new Set(refused)).toEqual(new Set(["rater-paused"]));
    expect((await alarmsOf(campaignId)).map(({ raterId, kind }) => [raterId, kind])).toEqual([
      [script.userId, "too-fast"],
    ]);
    expect(await rated(script)).toBe(240 - refused.length);
  }, 120_000);

  it("do not count once the alarm has paused a script, whenever it says that they were entered", async () => {
    const { made, raters, maintainer } = await campaign(2);
    const { campaignId } = made;
    await changeAlarms(maintainer, {
      campaignId,
      fastSeconds: 3,
      straightLining: false,
      alarmPauses: true,
    });
    const refused = await holdAndSend(raters[0]!, made, 30_000, {
      activeMs: 60_000,
      stepMs: 4_000,
    });
    expect(refused).toEqual(Array(30).fill("rater-paused"));
    expect(await db.judgment.count({ where: { campaignId } })).toBe(20);
  }, 60_000);

  it("count for someone whose earlier alarm was settled, when another one pauses them", async () => {
    const { made, raters, maintainer } = await campaign(2);
    const { campaignId } = made;
    const rater = raters[0]!;
    await changeAlarms(maintainer, {
      campaignId,
      fastSeconds: 3,
      straightLining: false,
      alarmPauses: true,
    });
    expect(await work(rater, made, FAST, 40)).toBe(20);
    await resumeRater(maintainer, { campaignId, raterId: rater.userId });
    const claimed = await claimItems(rater, { campaignId, count: 2 });
    if (!claimed.ok) throw new Error(claimed.refusal.message);
    const [first, second] = claimed.value.taskIds as [number, number];
    const entered = new Date();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await db.campaignRater.update({
      where: { campaignId_raterId: { campaignId, raterId: rater.userId } },
      data: { pausedAt: new Date(), pausedBecause: "straight-lining" },
    });
    expect(await submit(rater, first, HONEST, true, entered)).toMatchObject({ ok: true });
    // While it stands, it is held against them.
    await db.raterAlarm.updateMany({
      where: { campaignId },
      data: { settledAt: null, settledById: null },
    });
    expect(await submit(rater, second, HONEST, true, entered)).toMatchObject({
      ok: false,
      refusal: { code: "rater-paused" },
    });
  });

  it("count for someone honest whom an alarm pauses while they arrive", async () => {
    const { made, raters, maintainer } = await campaign(2);
    const { campaignId } = made;
    // An unusual limit: the first twenty of this rater took less.
    await changeAlarms(maintainer, {
      campaignId,
      fastSeconds: 16,
      straightLining: false,
      alarmPauses: true,
    });
    const quarter = 15 * 60_000;
    expect(
      await holdAndSend(raters[0]!, made, quarter, { activeMs: 14_000, stepMs: 15_000 }),
    ).toEqual([]);
    expect(await alarmsOf(campaignId)).toHaveLength(1);
    expect(await db.judgment.count({ where: { campaignId } })).toBe(50);
  }, 60_000);
});

describe("what is usual in a large team", () => {
  it("is read again after half a minute", async () => {
    const { made, raters } = await campaign(7, 220);
    const { campaignId } = made;
    const [rater, ...others] = raters as [Actor, ...Actor[]];
    const say = (credit: boolean) => db.$executeRaw`
      INSERT INTO judgments (task_id, campaign_id, response_id, rater_id, revision_id, relaxed, strict, relaxed_reason, strict_reason, comment, active_ms, judged_at, entered_at, arrived_at, client_key)
      SELECT t.id, t.campaign_id, t.response_id, a.rater_id, t.revision_id, ${credit}, ${credit}, CASE WHEN NOT ${credit} THEN 'wrong-primary-answer' END, CASE WHEN NOT ${credit} THEN 'wrong-primary-answer' END, '', 9000, now(), now(), now(), gen_random_uuid()
      FROM (SELECT a.*, row_number() OVER (PARTITION BY a.rater_id ORDER BY a.id) AS nth FROM rating_assignments a WHERE a.campaign_id = ${campaignId} AND NOT EXISTS (SELECT FROM judgments j WHERE j.task_id = a.task_id AND j.rater_id = a.rater_id)) a
      JOIN rating_tasks t ON t.id = a.task_id WHERE a.nth <= 100 AND a.rater_id = ANY(${others.map(({ userId }) => userId)}::int[])`;
    expect(await say(true)).toBe(600);
    // Everyone gives credit to everything: so may this one.
    await work(rater, made, STRAIGHT, 20);
    expect(await alarmsOf(campaignId)).toEqual([]);
    expect(await say(false)).toBe(600);
    const watched = (at: number) => {
      vi.useFakeTimers({ toFake: ["Date"], now: at });
      return watchRater(rater, { campaignId, raterId: rater.userId });
    };
    const began = Date.now();
    // It was read a moment ago, by the clock of work(), which goes fast.
    expect(await watched(began + HOUR - 1_000)).toBe(false);
    expect(await alarmsOf(campaignId)).toEqual([]);
    expect(await watched(began + HOUR + 31_000)).toBe(true);
    vi.useRealTimers();
    expect((await alarmsOf(campaignId)).map(({ kind }) => kind)).toEqual(["straight-lining"]);
    // No one has settled it: there is no other of its kind, and nothing is looked at.
    expect(await watched(began + 2 * HOUR)).toBe(false);
  }, 60_000);
});

describe("a paused rater", () => {
  it("has what was entered before accepted and the rest refused, corrections too", async () => {
    const { made, raters, maintainer } = await campaign(2);
    const { campaignId } = made;
    const rater = raters[0]!;
    const claimed = await claimItems(rater, { campaignId, count: 3 });
    if (!claimed.ok) throw new Error("not given");
    const [first, second, third] = claimed.value.taskIds as [number, number, number];
    const saved = await submit(rater, first, HONEST, true);
    expect(saved).toMatchObject({ ok: true });
    const before = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await pauseRater(maintainer, { campaignId, raterId: rater.userId })).toMatchObject({
      ok: true,
    });
    const judge = async (taskId: number, enteredAt: string) => {
      const { revisionId } = await db.ratingTask.findUniqueOrThrow({ where: { id: taskId } });
      const result = await submitJudgment(
        rater,
        submitJudgmentSchema.parse({
          taskId,
          revisionId,
          verdict: { relaxed: true, strict: true },
          activeMs: 9_000,
          clientKey: randomUUID(),
          enteredAt,
        }),
      );
      return result.ok ? "ok" : result.refusal.code;
    };
    expect(await judge(second, before)).toBe("ok");
    expect(await judge(third, new Date(Date.now() + 1_000).toISOString())).toBe("rater-paused");
    const { clientKey } = await db.judgment.findFirstOrThrow({ where: { taskId: first } });
    expect(
      await correctJudgment(
        rater,
        correctJudgmentSchema.parse({
          supersedes: clientKey,
          verdict: { relaxed: true, strict: true },
          correction: "Again",
          activeMs: 1,
          clientKey: randomUUID(),
          enteredAt: new Date(Date.now() + 1_000).toISOString(),
        }),
      ),
    ).toMatchObject({ ok: false, refusal: { code: "rater-paused" } });
  });
});

describe("an alarm", () => {
  it("only notifies where the campaign does not pause, and is off where it is switched off", async () => {
    const { made, raters, maintainer } = await campaign(2);
    const { campaignId } = made;
    await changeAlarms(maintainer, {
      campaignId,
      fastSeconds: null,
      straightLining: false,
      alarmPauses: true,
    });
    expect(await work(raters[0]!, made, FAST, 25)).toBe(25);
    expect(await alarmsOf(campaignId)).toEqual([]);
    await changeAlarms(maintainer, {
      campaignId,
      fastSeconds: 3,
      straightLining: true,
      alarmPauses: false,
    });
    expect(await work(raters[0]!, made, FAST, 5)).toBe(5);
    const alarms = await alarmsOf(campaignId);
    expect(alarms.map(({ kind, paused }) => [kind, paused])).toEqual([["too-fast", false]]);
    expect(await settleAlarm(maintainer, { alarmId: alarms[0]!.id })).toMatchObject({ ok: true });
    expect((await getCampaignAlarms(maintainer, campaignId)).open).toEqual([]);
  });

  it("is raised once by two that look at once, and paused and resumed once by two managers", async () => {
    const { made, raters, maintainer } = await campaign(2);
    const { campaignId } = made;
    await changeAlarms(maintainer, {
      campaignId,
      fastSeconds: null,
      straightLining: false,
      alarmPauses: true,
    });
    await work(raters[0]!, made, FAST, 20);
    await changeAlarms(maintainer, {
      campaignId,
      fastSeconds: 3,
      straightLining: false,
      alarmPauses: true,
    });
    const place = { campaignId, raterId: raters[0]!.userId };
    await Promise.all([watchRater(raters[0]!, place), watchRater(raters[0]!, place)]);
    expect(await alarmsOf(campaignId)).toHaveLength(1);
    expect(await noticesOf(place.raterId, "rater-paused", campaignId)).toHaveLength(1);
    const both = await Promise.all([
      resumeRater(maintainer, place),
      resumeRater(maintainer, place),
    ]);
    expect(both).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await noticesOf(place.raterId, "rater-resumed", campaignId)).toHaveLength(1);
  });
});
