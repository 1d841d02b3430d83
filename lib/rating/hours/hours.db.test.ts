import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { AccessDenied } from "@/lib/platform/errors";
import { makeRating } from "@/prisma/factories/rating";
import { setRate } from "./commands";
import { getRaterHours, listRates } from "./queries";
import { setRateSchema } from "./schema";
import { hoursPage, type HoursState } from "./address";

afterAll(disconnect);

let maintainer: Actor;
let raters: Actor[];
const person = (userId: number, role: Actor["roles"][number]): Actor => ({
  userId,
  name: `User ${userId}`,
  roles: [role],
  via: "web",
});

/** Ratings of the first rater: day, moment (UTC), time at work, and whether it is a correction of the one before. */
const WORK = [
  // In Berlin it is the next day already.
  { at: "2026-01-31T23:30:00Z", ms: 1_800_000, corrects: false },
  { at: "2026-02-02T10:00:00Z", ms: 3_600_000, corrects: false },
  { at: "2026-02-02T11:00:00Z", ms: 900_000, corrects: true },
  { at: "2026-03-10T09:00:00Z", ms: 100_000, corrects: false },
  { at: "2026-03-10T09:05:00Z", ms: 100_000, corrects: false },
  { at: "2026-03-10T09:10:00Z", ms: 100_000, corrects: false },
];

beforeAll(async () => {
  await db.datasetSettings.updateMany({ data: { timeZone: "Europe/Berlin" } });
  const made = await withConnection((client) =>
    makeRating(client, { questions: 12, raters: 2, judged: 0 }),
  );
  maintainer = person(made.maintainerId, "maintainer");
  raters = made.raterIds.map((id) => person(id, "rater"));
  const slots = await db.assignment.findMany({
    where: { campaignId: made.campaignId, raterId: made.raterIds[0]! },
    include: { task: true },
    orderBy: { id: "asc" },
  });
  let before: { id: number; taskId: number } | null = null;
  for (const [i, { at, ms, corrects }] of WORK.entries()) {
    const { task } = corrects ? slots[i - 1]! : slots[i]!;
    before = await db.judgment.create({
      data: {
        taskId: task.id,
        campaignId: made.campaignId,
        responseId: task.responseId,
        raterId: made.raterIds[0]!,
        revisionId: task.revisionId,
        relaxed: true,
        strict: true,
        activeMs: ms,
        judgedAt: new Date(at),
        clientKey: randomUUID(),
        ...(corrects && { supersedesId: before!.id, correction: "Again" }),
      },
    });
  }
});

const rate = (input: object) =>
  setRate(
    maintainer,
    setRateSchema.parse({ raterId: raters[0]!.userId, unit: "hour", currency: "eur", ...input }),
  );
const hoursOf = async (actor: Actor, asked: Partial<HoursState> = {}) =>
  (await getRaterHours(actor, { ...hoursPage.usual, rater: raters[0]!.userId, ...asked })).rows.map(
    ({ from, to, rated, corrected, activeMs, amount, currency }) => [
      `${from}..${to}`,
      rated,
      corrected,
      activeMs / 60_000,
      amount,
      currency,
    ],
  );

describe("hours of raters", () => {
  it("are added up by days of the dataset's time zone, corrections as time alone", async () => {
    expect(await hoursOf(maintainer, { by: "day" })).toEqual([
      ["2026-03-10..2026-03-10", 3, 0, 5, null, null],
      ["2026-02-02..2026-02-02", 1, 1, 75, null, null],
      ["2026-02-01..2026-02-01", 1, 0, 30, null, null],
    ]);
    expect(await hoursOf(maintainer, { by: "month", to: "2026-02-28" })).toEqual([
      ["2026-02-01..2026-02-02", 2, 1, 105, null, null],
    ]);
    expect(await hoursOf(maintainer, { by: "week", from: "2026-02-02" })).toHaveLength(2);
  });

  it("come to what the rate of each day says, rounded once a line", async () => {
    expect(await rate({ amount: "0.005", unit: "item", validFrom: "2026-03-01" })).toMatchObject({
      ok: true,
    });
    expect(await rate({ amount: "20.10", validFrom: "2026-02-01" })).toMatchObject({ ok: true });
    expect(await rate({ amount: "30", currency: "CHF", validFrom: "2026-02-02" })).toMatchObject({
      ok: true,
    });
    // 0.5 h × 20.10; 1.25 h × 30; 3 × 0.005 = 0.015, and not three times 0.01.
    expect(await hoursOf(maintainer, { by: "day" })).toEqual([
      ["2026-03-10..2026-03-10", 3, 0, 5, "0.02", "EUR"],
      ["2026-02-02..2026-02-02", 1, 1, 75, "37.50", "CHF"],
      ["2026-02-01..2026-02-01", 1, 0, 30, "10.05", "EUR"],
    ]);
    // Each currency is a line of its own: 10.05 + 0.015 = 10.065.
    expect(await hoursOf(maintainer, { by: "all" })).toEqual([
      ["2026-02-02..2026-02-02", 1, 1, 75, "37.50", "CHF"],
      ["2026-02-01..2026-03-10", 4, 0, 35, "10.07", "EUR"],
    ]);
  });

  it("a later row for the same day counts, and the earlier one stays on record", async () => {
    await rate({ amount: "40", currency: "CHF", validFrom: "2026-02-02" });
    expect((await hoursOf(maintainer, { by: "day" }))[1]).toEqual([
      "2026-02-02..2026-02-02",
      1,
      1,
      75,
      "50.00",
      "CHF",
    ]);
    await rate({ amount: null, currency: "CHF", validFrom: "2026-02-02" });
    expect((await hoursOf(maintainer, { by: "day" }))[1]).toEqual([
      "2026-02-02..2026-02-02",
      1,
      1,
      75,
      null,
      null,
    ]);
    const own = (await listRates(raters[0]!))[0]!.rates;
    expect(own.map(({ amount, validFrom }) => [amount, validFrom])).toEqual([
      ["0.005", "2026-03-01"],
      [null, "2026-02-02"],
      ["40", "2026-02-02"],
      ["30", "2026-02-02"],
      ["20.1", "2026-02-01"],
    ]);
  });

  it("an hourly rate pays no more than passed on the clock", async () => {
    const slot = await db.assignment.findFirstOrThrow({
      where: { raterId: raters[1]!.userId },
      include: { task: true },
    });
    await db.handingOut.create({
      data: {
        assignmentId: slot.id,
        taskId: slot.taskId,
        raterId: raters[1]!.userId,
        handedAt: new Date("2026-05-04T08:00:00Z"),
      },
    });
    await db.judgment.create({
      data: {
        taskId: slot.taskId,
        campaignId: slot.campaignId,
        responseId: slot.task.responseId,
        raterId: raters[1]!.userId,
        revisionId: slot.task.revisionId,
        relaxed: true,
        strict: true,
        activeMs: 86_400_000,
        judgedAt: new Date("2026-05-04T08:20:00Z"),
        clientKey: randomUUID(),
      },
    });
    await setRate(
      maintainer,
      setRateSchema.parse({
        raterId: raters[1]!.userId,
        unit: "hour",
        currency: "EUR",
        amount: "20",
        validFrom: "2026-01-01",
      }),
    );
    const { rows } = await getRaterHours(raters[1]!, hoursPage.usual);
    // Twenty minutes, and ten for a clock that is wrong.
    expect(rows).toMatchObject([{ activeMs: 86_400_000, overClock: true, amount: "10.00" }]);
    const own = (await getRaterHours(raters[0]!, { ...hoursPage.usual, by: "day" })).rows;
    expect(own.map(({ overClock }) => overClock)).toEqual([false, false, false]);
  });

  it("are seen by managers and that rater alone, rates too", async () => {
    const [own, other] = raters as [Actor, Actor];
    expect(await hoursOf(own, { by: "all" })).toEqual(await hoursOf(maintainer, { by: "all" }));
    // Asking for someone else gives one's own.
    expect((await hoursOf(other, { by: "all" })).map(([days]) => days)).toEqual([
      "2026-05-04..2026-05-04",
    ]);
    expect((await listRates(other)).map(({ raterId }) => raterId)).toEqual([other.userId]);
    expect((await listRates(maintainer)).map(({ raterId }) => raterId)).toEqual(
      expect.arrayContaining([own.userId, other.userId]),
    );
    for (const role of ["researcher", "admin", "adjudicator", "annotator"] as const) {
      await expect(hoursOf(person(own.userId, role))).rejects.toThrow(AccessDenied);
      await expect(listRates(person(own.userId, role))).rejects.toThrow(AccessDenied);
    }
    const told = await db.auditEvent.findMany({ where: { type: "rater.rate-set" } });
    expect(told.length).toBeGreaterThan(3);
    expect(JSON.stringify(told.map(({ data }) => data))).not.toMatch(/amount|CHF|EUR/);
  });

  it("are rounded once a line, and not once a day", async () => {
    await rate({ amount: "0.005", unit: "item", validFrom: "2026-02-01" });
    // 0.005 on one day and 3 × 0.005 on another: 0.02, where rounded days would make 0.01 + 0.02.
    expect(
      (await hoursOf(maintainer, { by: "all" })).map(([days, , , , ...paid]) => [days, ...paid]),
    ).toEqual([
      ["2026-02-02..2026-02-02", null, null],
      ["2026-02-01..2026-03-10", "0.02", "EUR"],
    ]);
  });

  it("say what arrived after the period had ended, and of rates that were set after it", async () => {
    const { userId } = raters[1]!;
    const slots = await db.assignment.findMany({
      where: { raterId: userId, judgmentId: null },
      include: { task: true },
      orderBy: { id: "desc" },
      take: 3,
    });
    // Made on the last evening of May; in Berlin the second one arrived in June.
    const moments = ["2026-05-31T21:59:00Z", "2026-05-31T22:30:00Z", null];
    for (const [i, { task, campaignId }] of slots.entries())
      await db.judgment.create({
        data: {
          taskId: task.id,
          campaignId,
          responseId: task.responseId,
          raterId: userId,
          revisionId: task.revisionId,
          relaxed: true,
          strict: true,
          activeMs: 360_000,
          judgedAt: new Date("2026-05-31T20:00:00Z"),
          arrivedAt: moments[i] === null ? null : new Date(moments[i]!),
          clientKey: randomUUID(),
        },
      });
    const told = async (asked: Partial<HoursState>) =>
      (await getRaterHours(raters[1]!, { ...hoursPage.usual, ...asked })).rows.map(
        ({ from, late, lateMs, rateSetLater }) => [from, late, lateMs, rateSetLater],
      );
    expect(await told({ by: "month" })).toEqual([["2026-05-04", 1, 360_000, true]]);
    expect(await told({ by: "day" })).toEqual([
      ["2026-05-31", 1, 360_000, true],
      ["2026-05-04", 0, 0, true],
    ]);
    // Not over yet, unless the dates end it.
    expect(await told({ by: "all" })).toEqual([["2026-05-04", 0, 0, false]]);
    expect(await told({ by: "all", to: "2026-05-31" })).toEqual([["2026-05-04", 1, 360_000, true]]);
    // Set while the month was still running.
    await db.raterRate.create({
      data: {
        raterId: userId,
        unit: "hour",
        amount: "21",
        currency: "EUR",
        validFrom: new Date("2026-05-01T00:00:00Z"),
        setById: maintainer.userId,
        setAt: new Date("2026-05-31T21:30:00Z"),
      },
    });
    expect(await told({ by: "month" })).toEqual([["2026-05-04", 1, 360_000, false]]);
  });

  it.each(["1,5", "-1", "1e3", "", "0.00001", "123456789"])("%j is no amount", (amount) =>
    expect(
      setRateSchema.safeParse({
        raterId: 1,
        unit: "hour",
        currency: "EUR",
        validFrom: "2026-01-01",
        amount,
      }).success,
    ).toBe(false),
  );
});
