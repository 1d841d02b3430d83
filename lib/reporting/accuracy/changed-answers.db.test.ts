import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection, type Prisma } from "@/lib/platform/db";
import { followUp, openCampaign } from "@/lib/rating/campaigns/opening-commands";
import { createCampaign } from "@/lib/rating/campaigns/planning-commands";
import { campaignPlanSchema } from "@/lib/rating/campaigns/schema";
import { tableCsv } from "@/lib/reporting/files/write-table";
import { contentOfRevision } from "@/lib/dataset/questions/cells";
import { inputForms, inputsSaid } from "@/lib/reporting/snapshots/sentences.oracle";
import { makeRating } from "@/prisma/factories/rating";
import { changeAnswers } from "@/prisma/testing/change-answers";
import { parseCsv } from "@/prisma/testing/exported-judgments";
import { judgeAll } from "@/prisma/testing/judge-all";
import { notEmpty } from "@/prisma/testing/not-empty";
import { holdSince } from "@/prisma/testing/past-days";
import {
  percentSaid,
  readSentences,
  saidOf,
  type Figures,
} from "@/lib/reporting/files/sentences.oracle";
import { value } from "@/prisma/testing/value";
import { comparisonDataTable, comparisonTable } from "./comparison-tables";
import { expectedComparison, type SampledPair } from "./paired-estimate.oracle";
import {
  compareRuns,
  countedResponses,
  getAccuracyReport,
  listDifferingQuestions,
} from "./queries";
import { accuracyDataTable, accuracyReportTable, basisNotes, changedNotes } from "./rules";
import {
  accuracyRequest,
  accuracyView,
  comparisonRequest,
  comparisonView,
  type AccuracyReport,
} from "./schema";
import {
  choiceSaid,
  ESTIMATE_SENTENCES,
  ESTIMATED_COMPARISON_SENTENCES,
  oneDigit,
  sampleSaid,
  sharesSaid,
} from "./sentences.oracle";
import { EXPECTED_COLUMNS, type AskedQuestion } from "./accuracy.oracle";

/*
 * A campaign with a random sample, of which the answers change once or twice, and its follow-ups: what the report of it
 * estimates, computed once more from who was sampled and which answers the test itself changed. One of its runs lacks
 * responses, of which some come later, and has a stratum that no one rates.
 */

const [JANUARY, MARCH, APRIL, JUNE, JULY] = [
  "2026-01-05",
  "2026-03-02",
  "2026-04-30",
  "2026-06-01",
  "2026-07-31",
];

let maintainer: Actor;
/** The complete ones, which are compared; and the one that is not. */
let runs: number[];
let partial: number;
let campaign: number;
let openedAt: Date;
const name = `Sample ${randomUUID()}`;
/** In the order of their ids. */
let questions: number[];
const changedInMarch = (questionId: number) => questions.indexOf(questionId) % 4 === 0;
const changedInJune = (questionId: number) => questions.indexOf(questionId) % 6 === 0;
/** What raters say of a run's response by the answers that are the question's n-th: the later, the less is right. */
const isRight = (runId: number, questionId: number, number: number) =>
  (questionId * 7 + runId * 3 + number * 3) % 10 < 9 - 2 * number;

type Revision = Prisma.RevisionGetPayload<object>;

/** The partial run answers these after the campaign is opened, and those never. */
const late = (questionId: number) => questions.indexOf(questionId) % 15 === 7;
const never = (questionId: number) => questions.indexOf(questionId) % 15 === 11;
/** What no one rates of the partial run. */
const unrated = (runId: number, { falsePremise, hops }: Revision) =>
  runId === partial && falsePremise && hops === "multi-hop";

/** Gives what a campaign has to rate, but for the unrated, the verdict of isRight. */
const rateAll = (campaignId: number) =>
  withConnection((client) =>
    judgeAll(
      client,
      campaignId,
      "CASE WHEN (r.question_id * 7 + p.run_id * 3 + r.number * 3) % 10 < 9 - 2 * r.number THEN 0 ELSE 2 END",
      `NOT (p.run_id = ${partial} AND r.false_premise AND r.hops = 'multi-hop')`,
    ),
  );

/** Adds the partial run's responses to some questions: copies of those of the first run. */
const respond = (which: (questionId: number) => boolean) =>
  db.$executeRaw`
    INSERT INTO responses (run_id, question_id, revision_id, text, metadata, import_id)
    SELECT ${partial}::int, p.question_id, p.revision_id, p.text, p.metadata, p.import_id FROM responses p WHERE p.run_id = ${runs[0]}::int AND p.question_id = ANY(${questions.filter(which)}::int[])`;

const reportOf = (truth: string) =>
  getAccuracyReport(
    maintainer,
    accuracyRequest.parse({ runs: [...runs, partial], campaign, truth }),
  );

/** Who rates a question, and by which of its answers; null: no one does. */
type RatedIn = (questionId: number) => { in: string; number: number } | null;

/** The name of a response's stratum. */
function stratumOf(
  { factType, falsePremise, hops }: Revision,
  rated: NonNullable<ReturnType<RatedIn>>,
): string {
  const kind = falsePremise ? "false" : factType;
  return rated.in === "sample" ? `${kind} ${hops}` : rated.in;
}

function askedOf(revision: Revision): AskedQuestion {
  const { falsePremise, factType, hops, effectiveYear } = contentOfRevision(revision);
  return {
    falsePremise,
    factType,
    hops,
    year: effectiveYear?.year ?? null,
    before: effectiveYear?.before ?? false,
  };
}

async function sampledResponses(): Promise<Set<number | null>> {
  const tasks = await db.ratingTask.findMany({ where: { campaignId: campaign, sampled: true } });
  return new Set(tasks.map(({ responseId }) => responseId));
}

/** What the report and the comparison of its runs must have: from the sample, and from who rates each question. */
async function expectEstimates(report: AccuracyReport, ratedIn: RatedIn) {
  await expectComparison(report.inputs.truth, ratedIn);
  const speaksFor = new Map<string, Figures>();
  const unspoken = new Map<string, Figures>();
  const [came, unratedStrata] = [new Map<string, Figures>(), new Map<string, Figures>()];
  /** By question, how many runs have a verdict. */
  const verdicts = new Map<number, number>();
  const sampled = await sampledResponses();
  expect(report.inputs.basis).toBe("estimate");
  for (const row of notEmpty(report.rows)) {
    const responses = await db.response.findMany({
      where: { runId: row.runId },
      include: { revision: true },
    });
    const strata = new Map<string, { size: number; n: number; right: number }>();
    let [without, later] = [0, 0];
    for (const { id, questionId, revision, createdAt } of responses) {
      const rated = ratedIn(questionId);
      if (createdAt > openedAt) {
        later++;
        continue;
      }
      if (rated === null) {
        without++;
        continue;
      }
      const key = stratumOf(revision, rated);
      const stratum = strata.get(key) ?? { size: 0, n: 0, right: 0 };
      const here = sampled.has(id) && !unrated(row.runId, revision);
      if (here) verdicts.set(questionId, (verdicts.get(questionId) ?? 0) + 1);
      strata.set(key, {
        size: stratum.size + 1,
        n: stratum.n + Number(here),
        right: stratum.right + Number(here && isRight(row.runId, questionId, rated.number)),
      });
    }
    const uncovered = [...strata.values()]
      .filter(({ n }) => n === 0)
      .reduce((sum, { size }) => sum + size, 0);
    const met = [...strata.values()].filter(({ n }) => n > 0);
    expect([uncovered > 0, later > 0]).toEqual(Array(2).fill(row.runId === partial));
    expect([row.answered, row.aside.noResponse]).toEqual([
      responses.length,
      questions.length - responses.length,
    ]);
    const population = met.reduce((sum, { size }) => sum + size, 0);
    const share = met.reduce(
      (sum, { size, n, right }) => sum + (size / population) * (right / n),
      0,
    );
    const all = population + without;
    expect(all + later + uncovered).toBe(responses.length);
    const { relaxed } = row.accuracy.all;
    expect({
      covered: relaxed.population,
      n: relaxed.judged,
      right: relaxed.right,
      changed: relaxed.changed,
      late: relaxed.late,
      uncovered: relaxed.uncovered,
    }).toEqual({
      covered: population,
      n: met.reduce((sum, { n }) => sum + n, 0),
      right: met.reduce((sum, { right }) => sum + right, 0),
      changed: without,
      late: later,
      uncovered,
    });
    expect(relaxed.value).toBeCloseTo(share, 12);
    expect(relaxed.lowest).toBeCloseTo((share * population) / all, 12);
    expect(relaxed.highest).toBeCloseTo((share * population + without) / all, 12);
    // What changed is assumed, not sampled: the interval of what is covered, drawn in and moved to either side.
    expect(relaxed.rangeLow).toBeCloseTo((relaxed.low! * population) / all, 12);
    expect(relaxed.rangeHigh).toBeCloseTo((relaxed.high! * population + without) / all, 12);
    speaksFor.set(row.label, { population });
    if (later > 0) came.set(row.label, { count: later });
    if (uncovered > 0) unratedStrata.set(row.label, { count: uncovered });
    if (without > 0)
      unspoken.set(row.label, {
        count: without,
        least: oneDigit((share * population) / all),
        most: oneDigit((share * population + without) / all),
        low: oneDigit((relaxed.low! * population) / all),
        high: oneDigit((relaxed.high! * population + without) / all),
      });
  }
  // What its sentences say.
  const { about, notes } = accuracyReportTable(report, accuracyView.parse({}));
  const { figures, unread } = readSentences(
    [...about!, ...notes],
    { ...(await inputs()), ...ESTIMATE_SENTENCES },
    report.rows.map(({ label }) => label),
  );
  // Which columns have few is not of the sample.
  const { fewInFiles: _, ...said } = figures;
  const populations = [...speaksFor.values()].map(({ population }) => Number(population));
  const common = [...verdicts.values()].filter((count) => count === report.rows.length).length;
  expect(common).toBeLessThan(verdicts.size);
  const stale = saidOf(
    await Promise.all(
      report.rows.map(
        async ({ label, runId }) => [label, await staleOf(runId, ratedIn, "responses")] as const,
      ),
    ),
  );
  expect({ figures: said, unread }).toEqual({
    unread: [],
    figures: {
      ...(await inputFigures(report.inputs)),
      ...(await leftOutOf(report.rows, ratedIn)),
      shares: sharesSaid("relaxed"),
      basis: {
        fewest: Math.min(...populations),
        most: Math.max(...populations),
        ...sampleSaid(await campaignNow()),
      },
      differ: { common },
      late: Object.fromEntries(came),
      uncovered: Object.fromEntries(unratedStrata),
      ...(unspoken.size > 0 && { changed: Object.fromEntries(unspoken) }),
      ...(Object.keys(stale).length > 0 && { stale }),
    },
  });
}

/** The campaign, and how many follow-ups there are. */
const campaignNow = async () => ({ name, followUps: (await db.campaign.count()) - 1 });

const inputs = async () => inputForms([(await db.release.findFirstOrThrow()).name]);

/** What every table of these says of its inputs. */
async function inputFigures({ truth, at }: { truth: string; at: string }) {
  const choice = { verdicts: "people", rule: "majority", gold: "count" } as const;
  return {
    ...inputsSaid(truth, [await db.release.findFirstOrThrow()], at),
    ...choiceSaid(choice, "", await campaignNow()),
  };
}

/** The responses of a run that are rated by the answers of a report, those of its sample. */
async function ratedOf(runId: number, ratedIn: RatedIn) {
  const sampled = await sampledResponses();
  const responses = await db.response.findMany({ where: { runId }, include: { revision: true } });
  const judgments = await db.judgment.findMany({
    where: { responseId: { in: responses.map(({ id }) => id) } },
    include: { revision: true },
  });
  const heads = new Map(
    (await db.questionHead.findMany()).map((head) => [head.questionId, head.number]),
  );
  return responses.map(({ id, questionId, revision }) => {
    const rated = ratedIn(questionId);
    return {
      rated: rated !== null && sampled.has(id) && !unrated(runId, revision),
      // By other answers than the dataset has now.
      stale: rated !== null && rated.number !== heads.get(questionId),
      others: judgments.filter(
        ({ responseId, revision }) => responseId === id && revision.number !== rated?.number,
      ).length,
    };
  });
}

async function staleOf(runId: number, ratedIn: RatedIn, unit: string): Promise<Figures | null> {
  const counted = (await ratedOf(runId, ratedIn)).filter(({ rated }) => rated);
  const stale = counted.filter((one) => one.stale).length;
  const n = counted.length;
  return stale === 0 ? null : { count: stale, n, unit, percent: percentSaid(stale, n) };
}

/** Ratings by other answers than those of the report, in the sentence of it. */
async function leftOutOf(
  rows: readonly { label: string; runId: number }[],
  ratedIn: RatedIn,
): Promise<Record<string, Record<string, Figures>>> {
  const otherAnswers = saidOf(
    await Promise.all(
      rows.map(async ({ label, runId }) => {
        const responses = await ratedOf(runId, ratedIn);
        const count = responses.reduce((sum, { others }) => sum + others, 0);
        const alone = responses.filter(({ rated, others }) => !rated && others > 0).length;
        return [label, count === 0 ? null : { count, ...(alone > 0 && { alone }) }] as const;
      }),
    ),
  );
  return Object.keys(otherAnswers).length === 0 ? {} : { otherAnswers };
}

/** What each column's file says of the comparison of both runs, from the questions that were sampled. */
async function expectComparison(truth: string, ratedIn: RatedIn) {
  const [first, second] = runs as [number, number];
  const report = await compareRuns(
    maintainer,
    comparisonRequest.parse({ first, second, campaign, truth }),
  );
  const sampled = await sampledResponses();
  const responses = await db.response.findMany({
    where: { runId: first },
    include: { revision: true },
  });
  const columns: Record<string, (revision: Revision) => boolean> = {
    all: () => true,
    vp: ({ falsePremise }) => !falsePremise,
    vpFast: ({ falsePremise, factType }) => !falsePremise && factType === "fast-changing",
    vpOneHop: ({ falsePremise, hops }) => !falsePremise && hops === "one-hop",
    fp: ({ falsePremise }) => falsePremise,
  };
  const records = parseCsv(tableCsv(comparisonDataTable(report)));
  for (const [column, belongs] of Object.entries(columns)) {
    const own = responses.filter(({ revision }) => belongs(revision));
    const sizes = new Map<string, number>();
    const pairs: SampledPair[] = [];
    // Those that no one rates, and those of a follow-up that has none of this column's sampled questions.
    let changed = own.filter(({ questionId }) => ratedIn(questionId) === null).length;
    for (const { id, questionId, revision } of own) {
      const rated = ratedIn(questionId);
      if (rated === null) continue;
      const stratum = stratumOf(revision, rated);
      sizes.set(stratum, (sizes.get(stratum) ?? 0) + 1);
      if (sampled.has(id))
        pairs.push({
          stratum,
          first: isRight(first, questionId, rated.number),
          second: isRight(second, questionId, rated.number),
        });
    }
    for (const [stratum, size] of sizes)
      if (stratum.includes("first") || stratum.includes("second"))
        changed += pairs.some((pair) => pair.stratum === stratum) ? 0 : size;
    const expected = expectedComparison(pairs, sizes);
    expect(expected.n).toBeGreaterThanOrEqual(10);
    const record = records.find((line) => line.measure === "relaxed" && line.column === column)!;
    const number = (name: string) => (record[name] === "" ? null : Number(record[name]));
    expect(record.basis).toBe("estimate");
    for (const [name, wanted] of [
      ["n", expected.n],
      ["population", expected.population],
      ["first_share", expected.first],
      ["second_share", expected.second],
      ["difference", expected.difference],
      ["low", expected.low],
      ["high", expected.high],
      ["p", expected.p],
      ["odds_ratio", expected.odds.value],
      ["not_covered_changed", changed],
      ["not_covered_otherwise", own.length - expected.population - changed],
      ["only_first", pairs.filter((pair) => pair.first && !pair.second).length],
    ] as const)
      expect(number(name), `${truth} ${column} ${name}`).toBeCloseTo(wanted, 6);
    const all = expected.population + changed;
    const bound = (more: number) =>
      changed === 0 ? null : (expected.difference * expected.population + more * changed) / all;
    for (const [name, more] of [
      ["lowest", -1],
      ["highest", 1],
    ] as const) {
      const wanted = bound(more);
      if (wanted === null) expect(number(name)).toBeNull();
      else expect(number(name)).toBeCloseTo(wanted, 9);
    }
    if (column !== "all") continue;
    const { about, notes } = comparisonTable(report, "relaxed");
    const uncovered = own.length - expected.population - changed;
    const stale = await staleOf(first, ratedIn, "questions");
    // A column has a test from ten questions on, if not all of its population are rated.
    const tests = Object.values(EXPECTED_COLUMNS).filter((isOf) => {
      const asked = responses.filter(
        ({ questionId, revision }) => ratedIn(questionId) !== null && isOf(askedOf(revision), 2022),
      );
      const rated = asked.filter(({ id }) => sampled.has(id)).length;
      return rated >= 10 && rated < asked.length;
    }).length;
    expect(
      readSentences(
        [...about!, ...notes],
        { ...(await inputs()), ...ESTIMATED_COMPARISON_SENTENCES },
        [report.first.label, report.second.label],
      ),
    ).toEqual({
      unread: [],
      figures: {
        ...(await inputFigures(report.inputs)),
        ...(await leftOutOf([report.first, report.second], ratedIn)),
        sides: { first: report.first.label, second: report.second.label },
        basis: sampleSaid(await campaignNow()),
        method: { tests },
        ...(changed > 0 && {
          changed: {
            count: changed,
            least: oneDigit(bound(-1)!),
            most: oneDigit(bound(1)!),
            low: oneDigit((expected.low! * expected.population - changed) / all),
            high: oneDigit((expected.high! * expected.population + changed) / all),
          },
        }),
        ...(uncovered > 0 && { uncovered: { count: uncovered } }),
        ...(stale !== null && { stale }),
      },
    });
  }
  // The list of questions is of those that the table counts.
  const list = await listDifferingQuestions(
    maintainer,
    comparisonRequest.parse({ first, second, campaign, truth }),
    comparisonView.parse({ which: "first" }),
  );
  expect(list.total).toBe(
    responses.filter(({ id, questionId }) => {
      const rated = ratedIn(questionId);
      return (
        rated !== null &&
        sampled.has(id) &&
        isRight(first, questionId, rated.number) &&
        !isRight(second, questionId, rated.number)
      );
    }).length,
  );
}

const changedNote = (report: AccuracyReport) => changedNotes(report, "relaxed")[0];

beforeAll(async () => {
  const there = await withConnection((client) =>
    makeRating(client, { seed: 31, questions: 180, models: 2, raters: 2, campaign: false }),
  );
  maintainer = {
    userId: there.maintainerId,
    name: "Maintainer",
    roles: ["maintainer"],
    via: "web",
  };
  runs = there.runIds;
  await holdSince(JANUARY);
  questions = (
    await db.releaseEntry.findMany({
      where: { releaseId: there.releaseId },
      orderBy: { questionId: "asc" },
    })
  ).map(({ questionId }) => questionId);
  const [run] = await db.$queryRaw<{ id: number }[]>`
    INSERT INTO model_runs (model_id, release_id, name, created_by) SELECT model_id, release_id, 'Partial', created_by FROM model_runs WHERE id = ${runs[0]}::int RETURNING id`;
  partial = run!.id;
  await respond((id) => !late(id) && !never(id));
  const plan = campaignPlanSchema.parse({
    name,
    runIds: [...runs, partial],
    sample: { kind: "random", count: 90 },
    raterIds: there.raterIds,
    ratingsPerResponse: 1,
    overlap: 0,
    seed: 4,
    deadline: null,
    truth: "release",
    goldRate: 0,
    namesHidden: true,
    ratersMayAdjudicate: false,
  });
  const draft = value(await createCampaign(maintainer, { plan, clientKey: randomUUID() }));
  campaign = value(await openCampaign(maintainer, draft)).campaignId;
  openedAt = (await db.campaign.findUniqueOrThrow({ where: { id: campaign } })).openedAt!;
  await rateAll(campaign);
  await respond(late);
});
afterAll(disconnect);

describe.sequential("an estimate by answers that have changed since", () => {
  const follow = async (campaignId: number) =>
    value(await followUp(maintainer, { campaignId })).campaignId;
  const byRelease = () => ({ in: "sample", number: 1 });
  let first: number;

  it("speaks for the questions that have not, with the others counted beside it, and by the release's for all", async () => {
    await changeAnswers(maintainer, questions.filter(changedInMarch), {
      since: MARCH,
      after: JANUARY,
    });
    await expectEstimates(await reportOf("release"), byRelease);
    const report = await reportOf(APRIL);
    await expectEstimates(report, (id) => (changedInMarch(id) ? null : byRelease()));
    const { lowest, highest, changed } = report.rows[0]!.accuracy.all.relaxed;
    const range = `range ${(lowest! * 100).toFixed(1)} to ${(highest! * 100).toFixed(1)}`;
    expect(changed).toBe(questions.filter(changedInMarch).length);
    expect(changedNote(report)).toContain(`${changed} questions, ${range}`);
    expect(accuracyReportTable(report, accuracyView.parse({})).about).toContain(
      changedNote(report),
    );
  });

  it("takes no verdicts by answers that no campaign asked for: an evaluator's on what has changed", async () => {
    const [evaluator] = await db.$queryRaw<{ id: number }[]>`
      INSERT INTO evaluators (name, family, created_by) VALUES ('By March', 'By March', ${maintainer.userId}) RETURNING id`;
    const judged = await db.$executeRaw`
      INSERT INTO automatic_verdicts (response_id, evaluator_id, relaxed, strict, explanation, revision_id)
      SELECT p.id, ${evaluator!.id}::int, p.run_id = ${runs[0]}::int, FALSE, '', r.id
      FROM responses p JOIN revisions r ON r.question_id = p.question_id AND r.number = 2 WHERE p.run_id = ANY(${runs}::int[])`;
    const changed = questions.filter(changedInMarch);
    expect(judged).toBe(2 * changed.length);
    // What came in by one statement the planner knows nothing of yet, and takes seconds for each report.
    await db.$executeRaw`ANALYZE`;
    const scope = { campaign, truth: APRIL };
    const mixed = { ...scope, verdicts: "people-else-automatic", evaluator: evaluator!.id };
    const [first, second] = runs as [number, number];
    const accuracyOf = async (one: object) =>
      (await getAccuracyReport(maintainer, accuracyRequest.parse({ ...one, runs }))).rows.map(
        ({ accuracy }) => accuracy,
      );
    const compared = (one: object) => comparisonRequest.parse({ ...one, first, second });
    const listed = async (one: object) => {
      const view = comparisonView.parse({ which: "first" });
      return (await listDifferingQuestions(maintainer, compared(one), view)).total;
    };
    expect(await accuracyOf(mixed)).toEqual(await accuracyOf(scope));
    /** The responses said to have no verdict but those made by other answers: these have one, though the estimate has no use for it. */
    const without = async (one: object) =>
      (await getAccuracyReport(maintainer, accuracyRequest.parse({ ...one, runs }))).rows.map(
        ({ aside }) => aside.otherAnswers.responses,
      );
    expect(Math.min(...(await without(scope)))).toBeGreaterThan(0);
    expect(await without(mixed)).toEqual([0, 0]);
    expect((await compareRuns(maintainer, compared(mixed))).measures).toEqual(
      (await compareRuns(maintainer, compared(scope))).measures,
    );
    expect(await listed(mixed)).toBe(await listed(scope));
    const { responses } = await countedResponses(
      maintainer,
      accuracyRequest.parse({ ...mixed, runs }),
    );
    expect(notEmpty(responses).some(({ questionId }) => changedInMarch(questionId))).toBe(false);
    // Where no random sample is asked for they count.
    expect(await accuracyOf({ ...mixed, campaign: "all" })).not.toEqual(
      await accuracyOf({ ...scope, campaign: "all" }),
    );
  });

  it("speaks for all of them with its follow-up, also while that is not rated", async () => {
    first = await follow(campaign);
    await expectEstimates(await reportOf(APRIL), (id) => (changedInMarch(id) ? null : byRelease()));
    await rateAll(first);
    const report = await reportOf(APRIL);
    await expectEstimates(report, (id) =>
      changedInMarch(id) ? { in: "first", number: 2 } : byRelease(),
    );
    expect(changedNote(report)).toBeUndefined();
    expect(basisNotes(report, "relaxed")[0]).toContain("and its follow-up, stratified by category");
    expect(accuracyDataTable(report).columns.map(({ title }) => title)).toContain(
      "not_covered_changed",
    );
    await expectEstimates(await reportOf("release"), byRelease);
  });

  it("leaves out what has changed behind a follow-up, until what follows it and the campaign is rated", async () => {
    await changeAnswers(maintainer, questions.filter(changedInJune), {
      since: JUNE,
      after: MARCH,
    });
    const inApril = (id: number) => (changedInMarch(id) ? { in: "first", number: 2 } : byRelease());
    await expectEstimates(await reportOf(APRIL), inApril);
    await expectEstimates(await reportOf(JULY), (id) => (changedInJune(id) ? null : inApril(id)));
    for (const id of [campaign, first]) await rateAll(await follow(id));
    await expectEstimates(await reportOf(APRIL), inApril);
    await expectEstimates(await reportOf(JULY), (id) => {
      if (!changedInJune(id)) return inApril(id);
      return changedInMarch(id) ? { in: "of first", number: 3 } : { in: "second", number: 2 };
    });
  });
});
