import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { setGold } from "@/lib/rating/campaigns/gold-commands";
import { openCampaign } from "@/lib/rating/campaigns/opening-commands";
import { createCampaign } from "@/lib/rating/campaigns/planning-commands";
import { campaignPlanSchema } from "@/lib/rating/campaigns/schema";
import { COUNTS_BESIDE_SINCE } from "@/lib/reporting/snapshots/schema";
import { writeState } from "@/lib/reporting/snapshots/address";
import { visibleState } from "@/lib/reporting/snapshots/queries";
import { makeRating } from "@/prisma/factories/rating";
import { actorOf } from "@/prisma/testing/actor";
import { changeAnswers } from "@/prisma/testing/change-answers";
import { correctJudgments, judgeAll } from "@/prisma/testing/judge-all";
import { notEmpty } from "@/prisma/testing/not-empty";
import { holdSince } from "@/prisma/testing/past-days";
import { value } from "@/prisma/testing/value";
import { comparisonTable } from "./comparison-tables";
import { expectedComparison, type SampledPair } from "./paired-estimate.oracle";
import { compareRuns, getAccuracyReport, listDifferingQuestions } from "./queries";
import { accuracyReportTable, readingNotes } from "./rules";
import {
  accuracyRequest,
  accuracyView,
  comparisonRequest,
  comparisonView,
  MEASURES,
  type ComparisonReport,
} from "./schema";

/*
 * A campaign by the present answers on a random sample of one split: a run without some responses, of which some came
 * later, gold in the sample and beside it, tasks that no one rated, and answers that changed before and after its opening.
 * What the comparison of its runs says, computed once more from the rows that the test made.
 */

/** The dataset's first day, a change before the opening, a report, a change after it, and a report. */
const JANUARY = "2026-01-05";
const [MARCH, APRIL] = ["2026-03-02", "2026-04-30"];
const [JUNE, JULY] = ["2026-06-01", "2026-07-31"];

let maintainer: Actor;
let raterIds: number[];
/** Both are in the campaign; the third is not. */
let [first, second, outside] = [0, 0, 0];
let campaign: number;
let openedAt: Date;

const before = (questionId: number) => questionId % 5 === 0;
const after = (questionId: number) => questionId % 7 === 3;
/** Which of its answers the question has at the end of a day, counted from 1; and which raters were shown. */
const numberOn = {
  release: () => 1,
  [APRIL]: (id: number) => 1 + Number(before(id)),
  [JULY]: (id: number) => 1 + Number(before(id)) + Number(after(id)),
};
const shown = numberOn[APRIL]!;
/** What raters say of a response by the n-th answers of its question: 0 credit in both modes, 1 in Relaxed alone, 2 none. */
const said = (runId: number, questionId: number, number: number) =>
  [0, 0, 0, 0, 1, 1, 1, 2, 2, 2][(questionId * 7 + runId * 3 + number * 3) % 10]!;
const unrated = (runId: number, questionId: number) => runId === second && questionId % 11 === 0;
/** The second run answered these after the campaign was opened, and those never. */
const late = (questionId: number) => questionId % 6 === 1;
const never = (questionId: number) => questionId % 6 === 4;

/** Gives the questions that are chosen another answer. */
async function change(which: (id: number) => boolean, since: string, after: string) {
  const entries = await db.releaseEntry.findMany({ orderBy: { position: "asc" } });
  const chosen = entries.map(({ questionId }) => questionId).filter(which);
  await changeAnswers(maintainer, chosen, { since, after });
}

/** Adds responses of the second run: copies of those of the first one, p, that the SQL condition chooses. */
function respond(condition: string) {
  return db.$executeRawUnsafe(`
    INSERT INTO responses (run_id, question_id, revision_id, text, metadata, import_id)
    SELECT ${second}, p.question_id, p.revision_id, p.text, p.metadata, p.import_id FROM responses p WHERE p.run_id = ${first} AND ${condition}`);
}

/** Opens a campaign by the present answers, with gold beside the sample. */
async function openSample(
  name: string,
  { runIds, sample }: Pick<z.input<typeof campaignPlanSchema>, "runIds" | "sample">,
): Promise<number> {
  const plan = campaignPlanSchema.parse({
    name,
    runIds,
    sample,
    raterIds,
    ratingsPerResponse: 1,
    overlap: 0,
    seed: 4,
    deadline: null,
    truth: "present",
    goldRate: 50,
    namesHidden: true,
    ratersMayAdjudicate: false,
  });
  const draft = value(await createCampaign(maintainer, { plan, clientKey: randomUUID() }));
  return value(await openCampaign(maintainer, draft)).campaignId;
}

beforeAll(async () => {
  const made = await withConnection((client) =>
    makeRating(client, { seed: 8, questions: 240, models: 2, raters: 2, campaign: false }),
  );
  maintainer = actorOf(made.maintainerId, ["maintainer"]);
  [first, outside] = made.runIds as [number, number];
  const [run] = await db.$queryRaw<{ id: number }[]>`
    INSERT INTO model_runs (model_id, release_id, name, created_by) SELECT model_id, release_id, 'Partial', created_by FROM model_runs WHERE id = ${first}::int RETURNING id`;
  second = run!.id;
  await respond("p.question_id % 6 NOT IN (1, 4)");
  await holdSince(JANUARY);
  await change(before, MARCH, JANUARY);
  for (const { id, questionId } of await db.response.findMany({ where: { runId: first } })) {
    if (questionId % 4 !== 0) continue;
    const head = await db.questionHead.findUniqueOrThrow({ where: { questionId } });
    value(
      await setGold(maintainer, {
        responseId: id,
        revisionId: head.revisionId,
        verdict: { relaxed: true, strict: false, relaxedReason: null, strictReason: "outdated" },
        explanation: "",
        replaces: null,
      }),
    );
  }
  raterIds = made.raterIds;
  campaign = await openSample("Sample of a split", {
    runIds: [first, second],
    sample: { kind: "random", count: 100, splits: ["TEST"] },
  });
  openedAt = (await db.campaign.findUniqueOrThrow({ where: { id: campaign } })).openedAt!;
  await withConnection((client) =>
    judgeAll(
      client,
      campaign,
      "(ARRAY[0, 0, 0, 0, 1, 1, 1, 2, 2, 2])[1 + (r.question_id * 7 + p.run_id * 3 + r.number * 3) % 10]",
      `NOT (p.run_id = ${second} AND p.question_id % 11 = 0)`,
    ),
  );
  await respond("p.question_id % 6 = 1");
  await change(after, JUNE, MARCH);
  await db.$executeRaw`ANALYZE`;
});
afterAll(disconnect);

const compared = (truth: string, more: object = {}) =>
  comparisonRequest.parse({ first, second, campaign, truth, ...more });

/** The pairs that count in each measure, with the size of their strata and what the comparison does not speak for. */
async function expectedPairs(truth: keyof typeof numberOn) {
  const [responses, tasks] = await Promise.all([
    db.response.findMany({
      where: { runId: { in: [first, second] } },
      include: { revision: true },
    }),
    db.ratingTask.findMany({ where: { campaignId: campaign } }),
  ]);
  const taskOf = new Map(tasks.map((task) => [task.responseId, task]));
  const of = (runId: number) =>
    new Map(responses.filter((one) => one.runId === runId).map((one) => [one.questionId, one]));
  const [ours, theirs] = [of(first), of(second)];
  const level = (response: (typeof responses)[number]): 0 | 1 | 2 | null => {
    const task = taskOf.get(response.id);
    if (task === undefined || !task.sampled) return null;
    // All gold was settled by the answers that the campaign shows.
    if (task.gold) return 1;
    return unrated(response.runId, response.questionId)
      ? null
      : (said(response.runId, response.questionId, shown(response.questionId)) as 0 | 1 | 2);
  };
  const sizes = new Map<string, number>();
  const found: { stratum: string; levels: [number, number] }[] = [];
  let [changed, cameLate] = [0, 0];
  for (const [questionId, response] of ours) {
    const other = theirs.get(questionId);
    const { split, falsePremise, factType, hops } = response.revision;
    if (other === undefined || split !== "TEST") continue;
    if (other.createdAt > openedAt) {
      cameLate++;
      continue;
    }
    if (numberOn[truth]!(questionId) !== shown(questionId)) {
      changed++;
      continue;
    }
    const stratum = `${falsePremise ? "" : factType} ${hops}`;
    sizes.set(stratum, (sizes.get(stratum) ?? 0) + 1);
    const levels = [level(response), level(other)];
    if (levels[0] !== null && levels[1] !== null)
      found.push({ stratum, levels: levels as [number, number] });
  }
  const right = {
    relaxed: (one: number) => one < 2,
    strict: (one: number) => one === 0,
    gap: (one: number) => one === 1,
  };
  return {
    sizes,
    changed,
    cameLate,
    gold: tasks.filter((task) => task.gold),
    pairs: (measure: keyof typeof right): SampledPair[] =>
      found.map(({ stratum, levels: [x, y] }) => ({
        stratum,
        first: right[measure](x),
        second: right[measure](y),
      })),
  };
}

const all = (report: ComparisonReport, measure: (typeof MEASURES)[number]) =>
  report.measures[measure].find(({ column }) => column === "all")!;

describe("the comparison of two runs from a sample of a split", () => {
  it("has all of it in the campaign: gold inside the sample and outside, unrated and late responses", async () => {
    const { gold } = await expectedPairs(APRIL);
    expect(new Set(notEmpty(gold).map(({ sampled }) => sampled)).size).toBe(2);
    const theirs = await db.response.findMany({ where: { runId: second } });
    expect(theirs.some(({ questionId }) => late(questionId))).toBe(true);
    expect(theirs.some(({ questionId }) => never(questionId))).toBe(false);
    expect(theirs.some(({ questionId }) => unrated(second, questionId))).toBe(true);
  });

  it.each(["release", APRIL, JULY])("by the answers of %s is recomputed", async (truth) => {
    const { sizes, pairs, changed, cameLate } = await expectedPairs(truth);
    expect([changed > 0, cameLate > 0]).toEqual([truth !== APRIL, true]);
    const report = await compareRuns(maintainer, compared(truth));
    expect(report.inputs.basis).toBe("estimate");
    const asked = await db.releaseEntry.count({ where: { revision: { split: "TEST" } } });
    expect(report.shared).toBe(asked);
    const { notes } = comparisonTable(report, "relaxed");
    expect(notes).toContain(
      `Not covered, as a response came after the sample was drawn: ${cameLate} questions.`,
    );
    expect(notes.join(" ")).toContain("questions: split TEST, from which the sample was drawn.");
    for (const measure of MEASURES) {
      const expected = expectedComparison(pairs(measure), sizes);
      const found = all(report, measure);
      expect(found.counts).toEqual({
        both: pairs(measure).filter((pair) => pair.first && pair.second).length,
        onlyFirst: pairs(measure).filter((pair) => pair.first && !pair.second).length,
        onlySecond: pairs(measure).filter((pair) => !pair.first && pair.second).length,
        neither: pairs(measure).filter((pair) => !pair.first && !pair.second).length,
      });
      expect(found).toMatchObject({
        n: expected.n,
        population: expected.population,
        changed,
        late: cameLate,
        uncovered: [...sizes.values()].reduce((sum, size) => sum + size, 0) - expected.population,
      });
      for (const key of ["first", "second", "difference", "low", "high", "p"] as const)
        expect(found[key], `${measure} ${key}`).toBeCloseTo(expected[key], 6);
      for (const which of ["first", "second"] as const) {
        const list = await listDifferingQuestions(
          maintainer,
          compared(truth),
          comparisonView.parse({ measure, which }),
        );
        expect(list.total).toBe(found.counts[which === "first" ? "onlyFirst" : "onlySecond"]);
      }
    }
  });

  it("is of the same population as the accuracy of a run that answered all of it", async () => {
    const { rows } = await getAccuracyReport(
      maintainer,
      accuracyRequest.parse({ runs: [second], campaign, truth: APRIL }),
    );
    const {
      population,
      late: cameLate,
      uncovered,
    } = all(await compareRuns(maintainer, compared(APRIL)), "relaxed");
    expect(population + cameLate + uncovered).toBe(rows[0]!.accuracy.all.answered);
  });

  it("has verdicts outside of it as none: complete runs are rated on the same questions whatever gold lies beside the sample", async () => {
    const runs = [first, outside];
    const both = await openSample("Sample of all", {
      runIds: runs,
      sample: { kind: "random", count: 60 },
    });
    await withConnection((client) =>
      judgeAll(client, both, `CASE WHEN p.run_id = ${first} THEN 0 ELSE 2 END`),
    );
    const beside = await db.ratingTask.findMany({
      where: { campaignId: both, gold: true, sampled: false },
      include: { response: true },
    });
    // Of one run alone.
    expect(new Set(beside.map(({ response }) => response!.runId))).toEqual(new Set([first]));
    for (const truth of [APRIL, JULY]) {
      const report = await getAccuracyReport(
        maintainer,
        accuracyRequest.parse({ runs, campaign: both, truth }),
      );
      const { common, rows } = report;
      expect(common).toEqual({ questions: rows[0]!.judged, differ: false });
      const table = accuracyReportTable(report, accuracyView.parse({}));
      expect(table.rows.some((row) => row.some(({ strong }) => strong === true))).toBe(true);
      expect(readingNotes(report, "relaxed").at(-1)).toBe(
        "The best value of each column is marked, among runs rated on the same questions.",
      );
    }
    // Of a run outside of it there is nothing to compare with, so that nothing is marked or said to be.
    const alone = await getAccuracyReport(
      maintainer,
      accuracyRequest.parse({ runs: [first, second], campaign: both, truth: APRIL }),
    );
    expect(readingNotes(alone, "relaxed").join(" ")).not.toContain("best");
  });

  it("says nothing of a run outside the campaign, on either side", async () => {
    for (const runs of [
      { first, second: outside },
      { first: outside, second: first },
    ])
      for (const truth of ["release", JULY]) {
        const report = await compareRuns(maintainer, compared(truth, runs));
        expect(report.inputs.basis).toBe("estimate");
        expect(all(report, "relaxed")).toMatchObject({
          n: 0,
          population: 0,
          difference: null,
          low: null,
          p: null,
        });
      }
  });

  it("is the same for ever as of a past state, whatever is rated later", async () => {
    const request = compared(APRIL);
    const { measures } = await compareRuns(maintainer, request);
    const state = await visibleState();
    await withConnection((client) =>
      correctJudgments(client, 2, `j.campaign_id = ${campaign} AND j.relaxed`),
    );
    const live = await compareRuns(maintainer, request);
    expect(live.measures).not.toEqual(measures);
    expect(live.inputs.earlier).toBe(false);
    const then = await compareRuns(maintainer, { ...request, state });
    expect(then.measures).toEqual(measures);
    // Permalinks from before say that their numbers may be others now.
    const { inputs } = await getAccuracyReport(
      maintainer,
      accuracyRequest.parse({
        runs: [first],
        campaign,
        truth: APRIL,
        state: writeState(state),
      }),
    );
    expect(inputs.earlier).toBe(new Date(inputs.at) < COUNTS_BESIDE_SINCE);
    expect(then.inputs.earlier).toBe(new Date(then.inputs.at) < COUNTS_BESIDE_SINCE);
  });
});
