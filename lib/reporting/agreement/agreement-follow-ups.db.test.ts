import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { followUp } from "@/lib/rating/campaigns/opening-commands";
import { addRater, removeRater } from "@/lib/rating/campaigns/rater-commands";
import { currentSnapshot, listToFollowUp } from "@/lib/reporting/snapshots/queries";
import {
  EVERY_REPORT_FOLLOWS_UP_SINCE,
  writeState,
  type ReportState,
} from "@/lib/reporting/snapshots/schema";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { actorOf } from "@/prisma/testing/actor";
import { changeAnswers } from "@/prisma/testing/change-answers";
import { exported, yes, type Line } from "@/prisma/testing/exported-judgments";
import { judgeAll } from "@/prisma/testing/judge-all";
import { notEmpty } from "@/prisma/testing/not-empty";
import { holdSince } from "@/prisma/testing/past-days";
import { value } from "@/prisma/testing/value";
import { ac1, alpha, cohen, percent, type Units } from "./agreement.oracle";
import { campaignsOfEvaluator, getAgreementReport, listDisagreements } from "./queries";
import { agreementNotes } from "./rules";
import { agreementRequestSchema, disagreementsRequestSchema } from "./schema";

/*
 * A campaign of two raters whose answers changed twice; its follow-up, in which one of them is replaced by a third; and the
 * follow-up's own. A campaign is one choice with both: its reports of agreement, from the exported judgments of all three.
 */

const [JANUARY, JUNE, AUGUST] = ["2026-01-05", "2026-06-01", "2026-08-03"];
const DAYS = ["release", "2026-06-30", "2026-08-31"];
let made: RatingSampleMade;
let maintainer: Actor;
let researcher: Actor;
let campaigns: [number, number, number];
let before: ReportState;
let lines: Line[];

/** What raters say: the two of a response differ where its number says so. */
const LEVEL =
  "(t.response_id / 2 + CASE WHEN t.response_id / 2 % 4 = 0 THEN a.rater_id ELSE 0 END) % 3";
const rate = (campaignId: number, which: string) =>
  withConnection((client) => judgeAll(client, campaignId, LEVEL, which));

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, {
      name: "Study",
      questions: 40,
      raters: 2,
      agreement: 0.7,
      evaluators: [0.8],
    }),
  );
  maintainer = actorOf(made.maintainerId, ["maintainer"]);
  researcher = actorOf(made.researcherId, ["researcher"]);
  const third = await db.user.create({
    data: { email: "third@example.org", name: "Third", roles: ["rater"] },
  });
  await holdSince(JANUARY);
  before = value(await currentSnapshot(researcher));
  const entries = await db.releaseEntry.findMany({
    where: { releaseId: made.releaseId },
    orderBy: { position: "asc" },
  });
  const questions = (every: number) =>
    entries.filter(({ position }) => position % every === 0).map(({ questionId }) => questionId);

  await changeAnswers(maintainer, questions(2), { since: JUNE, after: JANUARY });
  const first = value(await followUp(maintainer, { campaignId: made.campaignId })).campaignId;
  const place = (raterId: number) => ({ campaignId: first, raterId, clientKey: randomUUID() });
  value(await addRater(maintainer, place(third.id)));
  value(await removeRater(maintainer, place(made.raterIds[1]!)));
  await rate(first, "a.rater_id IS NOT NULL");

  await changeAnswers(maintainer, questions(4), { since: AUGUST, after: JUNE });
  const second = value(await followUp(maintainer, { campaignId: first })).campaignId;
  await rate(second, "(a.slot = 1 OR t.response_id / 4 % 2 = 0)");
  await db.$executeRaw`ANALYZE`;
  campaigns = [made.campaignId, first, second];
  lines = (await Promise.all(campaigns.map((campaign) => exported(researcher, campaign)))).flat();
}, 120_000);
afterAll(disconnect);

const requestOf = (campaign: readonly number[], more: object = {}) =>
  agreementRequestSchema.parse({ campaign: [...campaign], ...more });

/** The ratings by the answers of a day: which answers are its, the lines say by their own words. */
function countedOf(day: string, of: readonly number[]): Line[] {
  const since = (line: Line) => {
    const [answer = ""] = JSON.parse(line.answers!) as string[];
    return /^Since (\d{4}-\d{2}-\d{2})$/.exec(answer)?.[1] ?? JANUARY;
  };
  const days = new Map<string, string[]>();
  for (const line of lines)
    days.set(line.question_id!, [...(days.get(line.question_id!) ?? []), since(line)]);
  const own = (line: Line) =>
    day === "release"
      ? JANUARY
      : days
          .get(line.question_id!)!
          .filter((one) => one <= day)
          .sort()
          .at(-1);
  return lines.filter((line) => of.includes(Number(line.campaign_id)) && since(line) === own(line));
}

function unitsOf(of: readonly Line[], mode: "relaxed" | "strict"): Units {
  const units = new Map<string, boolean[]>();
  for (const line of of)
    units.set(line.response_id!, [...(units.get(line.response_id!) ?? []), yes(line[mode]!)]);
  return [...units.values()];
}

describe("agreement of a campaign with its follow-ups", () => {
  it("has data worth it: three sets of answers, three raters, ratings once", () => {
    expect(DAYS.map((day) => countedOf(day, campaigns).length)).toEqual([80, 80, 75]);
    expect(new Set(lines.map((line) => line.rater_key)).size).toBe(3);
    expect(unitsOf(countedOf(DAYS[2]!, campaigns), "relaxed").map((unit) => unit.length)).toContain(
      1,
    );
  });

  it.each(
    DAYS.flatMap((truth) => [
      { truth, chosen: [0], counts: [0, 1, 2] },
      { truth, chosen: [1], counts: [1, 2] },
      { truth, chosen: [2], counts: [2] },
      { truth, chosen: [2, 0], counts: [0, 1, 2] },
    ]),
  )("by $truth, of $chosen: recomputed from the exports", async ({ truth, chosen, counts }) => {
    const [of, ids] = [chosen, counts].map((places) => places.map((at) => campaigns[at]!)) as [
      number[],
      number[],
    ];
    const report = await getAgreementReport(researcher, requestOf(of, { truth }));
    const counted = countedOf(truth, ids);
    const all = lines.filter((line) => ids.includes(Number(line.campaign_id)));
    const units = unitsOf(counted, "relaxed");
    const raters = new Set(counted.map((line) => line.rater_key));
    expect(report.counts).toMatchObject({
      responses: units.length,
      compared: units.filter((unit) => unit.length > 1).length,
      single: units.filter((unit) => unit.length === 1).length,
      judgments: counted.length,
      raters: raters.size,
      aside: { otherAnswers: { judgments: all.length - counted.length } },
    });
    for (const mode of ["relaxed", "strict"] as const) {
      const found = report.coefficients[mode].overall;
      const said = unitsOf(counted, mode);
      if (said.every((unit) => unit.length < 2)) {
        expect(found.percent.value).toBeNull();
        continue;
      }
      expect(found.percent.value).toBeCloseTo(percent(said), 10);
      expect(new Set(said.flat()).size, mode).toBe(2);
      expect(found.krippendorff.value).toBeCloseTo(alpha(said), 10);
      expect(found.gwetAC1.value).toBeCloseTo(ac1(said), 10);
      if (raters.size === 2) {
        const key = (line: Line) => Number(line.rater_key === counted[0]!.rater_key);
        const sorted = counted.toSorted((a, b) => key(b) - key(a));
        const pairs = unitsOf(sorted, mode).filter((unit) => unit.length === 2);
        expect(found.cohen.value).toBeCloseTo(cohen(pairs as [boolean, boolean][]), 10);
      } else expect(found.cohen.undefinedBecause).toContain("not 3.");
    }
    const differing = unitsOf(counted, "strict").filter((unit) => new Set(unit).size > 1).length;
    const list = await listDisagreements(
      researcher,
      disagreementsRequestSchema.parse({ campaign: of, truth, mode: "strict" }),
    );
    expect(list.total).toBe(differing);
    // Adjudication leads to the task whose ratings differ, and not to that of another day's answers.
    const tasks = counted.map((line) => line.task_id);
    for (const row of list.rows) expect(tasks).toContain(String(row.taskId));
  });

  it("says which campaigns count, and whose rater is who", async () => {
    const { inputs, raters } = await getAgreementReport(
      researcher,
      requestOf(campaigns.slice(0, 1), { truth: DAYS[2]! }),
    );
    const name = async (at: number) =>
      (await db.campaign.findUniqueOrThrow({ where: { id: campaigns[at]! } })).name;
    expect(inputs.campaigns).toEqual([{ id: campaigns[0], name: await name(0), followUps: 2 }]);
    expect(agreementNotes(inputs).join(" ")).toContain(
      `the campaign ${await name(0)} and its 2 follow-ups; runs: all`,
    );
    // A rater's number is that of the chosen campaign, or of the first follow-up that has them.
    expect(raters.map(({ rater }) => [rater.key, rater.label])).toEqual([
      [`r${campaigns[0]}-1`, "Rater 1"],
      [`r${campaigns[0]}-2`, "Rater 2"],
      [`r${campaigns[1]}-3`, `Rater 3 of ${await name(1)}`],
    ]);
    const { inputs: nested } = await getAgreementReport(
      researcher,
      requestOf([campaigns[1], campaigns[0]]),
    );
    expect(nested.campaigns).toEqual([
      { id: campaigns[1], name: await name(1), followUps: 1 },
      { id: campaigns[0], name: await name(0), followUps: 0 },
    ]);
  });

  it("takes the first and the second rating of a response from the campaign that counts, by their slots", async () => {
    const counted = countedOf(DAYS[2]!, campaigns);
    const both = [...new Set(counted.map((line) => line.response_id!))].flatMap((id) => {
      const own = counted
        .filter((line) => line.response_id === id)
        .toSorted((a, b) => Number(a.slot) - Number(b.slot));
      return own.length === 2 ? [own.map((line) => yes(line.relaxed!))] : [];
    });
    for (const [credit, value] of [
      ["first", true],
      ["second", false],
    ] as const) {
      const expected = both.filter(([one, other]) => one === value && other !== value).length;
      expect(expected).toBeGreaterThan(0);
      const list = await listDisagreements(
        researcher,
        disagreementsRequestSchema.parse({
          campaign: campaigns.slice(0, 1),
          truth: DAYS[2],
          mode: "relaxed",
          first: "s1",
          second: "s2",
          credit,
        }),
      );
      expect(list.total, credit).toBe(expected);
    }
  });

  it("holds at a state what was there then, and says of older addresses that numbers may differ", async () => {
    const state = writeState(before);
    const then = await getAgreementReport(researcher, requestOf(campaigns.slice(0, 1), { state }));
    expect(then.inputs).toMatchObject({ campaigns: [{ followUps: 0 }], earlier: false });
    expect(then.counts).toMatchObject({ judgments: 80, aside: { otherAnswers: { judgments: 0 } } });
    const at = value(await currentSnapshot(researcher));
    const now = requestOf(campaigns.slice(0, 1), { state: writeState(at) });
    const { inputs } = await getAgreementReport(researcher, now);
    expect(inputs).toMatchObject({
      campaigns: [{ followUps: 2 }],
      earlier: new Date(inputs.at) < EVERY_REPORT_FOLLOWS_UP_SINCE,
    });
  });

  it("offers an evaluator's campaigns with their follow-ups, once", async () => {
    const evaluator = await db.evaluator.findFirstOrThrow();
    expect(await campaignsOfEvaluator(researcher, evaluator.id)).toEqual([
      { campaignId: campaigns[0], name: expect.any(String) as string, responses: 40 },
    ]);
  });
});

describe("what can be followed up", () => {
  it("is a campaign or a follow-up with ratings by answers that changed since, until another has taken them over", async () => {
    const ids = (of: Awaited<ReturnType<typeof listToFollowUp>>) =>
      of!.campaigns.map(({ id }) => id);
    // Both changes are taken over.
    expect(await listToFollowUp(maintainer, campaigns.slice(0, 1))).toEqual({
      campaigns: [],
      followUps: 2,
    });
    const { questionId } = await db.releaseEntry.findFirstOrThrow({
      where: { releaseId: made.releaseId, position: { in: [1, 3] } },
    });
    await changeAnswers(maintainer, [questionId], { since: "2026-09-07", after: AUGUST });
    expect(ids(await listToFollowUp(maintainer, campaigns.slice(0, 1)))).toEqual([campaigns[0]]);
    expect(ids(await listToFollowUp(maintainer, campaigns.slice(1)))).toEqual([]);
    const rated = notEmpty(lines.filter((line) => Number(line.campaign_id) === campaigns[2]));
    await changeAnswers(maintainer, [Number(rated[0]!.question_id!.slice(1))], {
      since: "2026-10-05",
      after: "2026-09-07",
    });
    expect(ids(await listToFollowUp(maintainer, campaigns.slice(0, 1)))).toEqual([
      campaigns[0],
      campaigns[2],
    ]);
    expect(await listToFollowUp(maintainer, null)).toBeNull();
    await expect(listToFollowUp(researcher, campaigns)).rejects.toThrow();
  });
});
