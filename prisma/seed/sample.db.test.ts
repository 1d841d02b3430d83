import { afterAll, beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect } from "@/lib/platform/db";
import { getAccuracyReport } from "@/lib/reporting/accuracy/queries";
import { accuracyRequestSchema } from "@/lib/reporting/accuracy/schema";
import { getAgreementReport } from "@/lib/reporting/agreement/queries";
import { agreementRequestSchema } from "@/lib/reporting/agreement/schema";
import { getRaterHours } from "@/lib/rating/hours/queries";
import { hoursSchema } from "@/lib/rating/hours/schema";
import { seed } from "./seed";
import { STUDY } from "./names";

let hugo: Actor;
let study: { id: number; status: string; runs: { runId: number }[] };
beforeAll(async () => {
  await seed({ questions: true });
  const user = await db.user.findFirstOrThrow({ where: { email: "hugo@freshqa.example" } });
  hugo = { userId: user.id, name: user.name, roles: ["researcher"], via: "web" };
  study = await db.campaign.findFirstOrThrow({
    where: { name: STUDY },
    select: {
      id: true,
      status: true,
      runs: { select: { runId: true }, orderBy: { runId: "asc" } },
    },
  });
}, 120_000);
afterAll(disconnect);

it("has every response of three runs rated twice, every dispute adjudicated, and is closed", async () => {
  expect(study.status).toBe("closed");
  expect(study.runs).toHaveLength(3);
  // 31 questions; the third run has no response to two of them, and the gold lies in the runs.
  expect(await db.ratingTask.count({ where: { campaignId: study.id } })).toBe(91);
  expect(await db.judgment.count({ where: { campaignId: study.id } })).toBe(182);
  // 16 differ in a verdict; the others are single doubts.
  expect(
    await db.adjudication.count({ where: { task: { campaignId: study.id } } }),
  ).toBeGreaterThanOrEqual(16);
});

it("counts as it was written by hand: three runs apart, few disagreements, one answer changed since", async () => {
  const accuracy = await getAccuracyReport(
    hugo,
    accuracyRequestSchema.parse({ runs: study.runs.map(({ runId }) => String(runId)) }),
  );
  expect(
    accuracy.rows.map(({ label, accuracy: { all } }) => [
      label,
      all.relaxed.right,
      all.strict.right,
      all.strict.judged,
    ]),
  ).toEqual([
    ["Heron 2 Large", 31, 31, 31],
    ["Kestrel 8B", 12, 5, 31],
    ["Plover Mini", 3, 2, 29],
  ]);
  const { counts, coefficients } = await getAgreementReport(
    hugo,
    agreementRequestSchema.parse({ campaign: [String(study.id)] }),
  );
  // One question has other answers by now; in one of the three runs its response is gold.
  expect(counts).toMatchObject({
    compared: 86,
    single: 0,
    stale: { compared: 3, single: 0 },
    raters: 2,
  });
  expect(counts.aside.gold).toEqual({ judgments: 10, responses: 5 });
  expect(coefficients.relaxed.overall.percent.value).toBeCloseTo(79 / 86, 12);
  expect(coefficients.strict.overall.percent.value).toBeCloseTo(77 / 86, 12);
});

it("took its raters some time, which fits into what the clock allows", async () => {
  const carlos = await db.user.findFirstOrThrow({ where: { email: "carlos@freshqa.example" } });
  const { rows } = await getRaterHours(
    { userId: carlos.id, name: carlos.name, roles: ["maintainer"], via: "web" },
    hoursSchema.parse({ by: "all" }),
  );
  // 91 items of 9 to 38 seconds each.
  expect(rows.map(({ rater, rated }) => [rater, rated])).toEqual([
    ["Ines Duarte", 91],
    ["Jonas Weber", 91],
  ]);
  for (const { activeMs, overClock, late } of rows) {
    expect(activeMs).toBeGreaterThan(91 * 15_000);
    expect(activeMs).toBeLessThan(91 * 35_000);
    expect([overClock, late]).toEqual([false, 0]);
  }
});

it("leaves no account that one could sign in with, and an open campaign to try the desk on", async () => {
  const former = await db.user.findMany({
    where: { campaignsRated: { some: { campaignId: study.id } } },
    select: { deactivatedAt: true, passwordHash: true },
  });
  expect(former).toHaveLength(2);
  for (const { deactivatedAt, passwordHash } of former)
    expect([deactivatedAt !== null, passwordHash]).toEqual([true, null]);
  expect(await db.campaign.count({ where: { status: "open" } })).toBe(1);
  // They rate as quickly as the server goes, and raise no alarm by it.
  expect(await db.raterAlarm.count()).toBe(0);
});
