import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contentOfRevision } from "@/lib/dataset/questions/cells";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { followUp } from "@/lib/rating/campaigns/opening-commands";
import { adjudicate } from "@/lib/rating/adjudication/commands";
import { correctJudgment } from "@/lib/rating/judging/commands";
import { correctJudgmentSchema } from "@/lib/rating/judging/schema";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { isChoice } from "@/lib/rating/protocols/rules";
import {
  RELAXED_STRICT,
  type Answers,
  type ProtocolDefinition,
} from "@/lib/rating/protocols/vocabulary";
import { writeTable } from "@/lib/reporting/files/write-table";
import { openJudgmentExport } from "@/lib/reporting/judgment-export/queries";
import type { ExportedRows } from "@/lib/reporting/judgment-export/schema";
import { reportFile, REPORTS } from "@/lib/reporting/reports";
import { currentSnapshot } from "@/lib/reporting/snapshots/queries";
import { inputForms, inputsSaid } from "@/lib/reporting/snapshots/sentences.oracle";
import { writeState } from "@/lib/reporting/snapshots/address";
import { SeededRandom } from "@/lib/statistics/seeded-random";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { actorOf } from "@/prisma/testing/actor";
import { parseCsv } from "@/prisma/testing/exported-judgments";
import { type Line } from "@/lib/reporting/files/exported-lines.oracle";
import { notEmpty } from "@/prisma/testing/not-empty";
import { someAnswer } from "@/prisma/testing/protocol-answers";
import {
  answerAll,
  makeGold,
  openUnder,
  type OpenedCampaign,
} from "@/prisma/testing/protocol-desks";
import { answerOtherwise } from "@/prisma/testing/change-answers";
import { cameInOn } from "@/prisma/testing/past-days";
import { readSentences, type Figures as Sentence } from "@/lib/reporting/files/sentences.oracle";
import { value } from "@/prisma/testing/value";
import {
  answersByQuestion,
  answersOf,
  choiceFigures,
  expectedAcrossQuestions,
  expectedMeanInterval,
  pairFigures,
  rankingFigures,
  ratingsOf,
  type Figures,
} from "./from-export.oracle";
import { listDifferingAnswers } from "./queries";
import { protocolRequest, type ProtocolReport } from "./schema";
import { PROTOCOL_SENTENCES } from "./sentences.oracle";
import { aboutInWords, protocolInWords } from "./tables";

/*
 * A campaign under each preset, rated at its desk by three people with gaps, ties, "cannot tell", a correction and
 * adjudications. Then a reader downloads its ratings and its report, both as CSV, and every number of the one comes out of
 * the other. FreshQA's own preset is recomputed so in accuracy/recomputation.db.test.ts and
 * agreement/agreement-recomputation.db.test.ts.
 */

const QUESTIONS = 14;
const SYSTEMS = 3;

let made: RatingSampleMade;
let maintainer: Actor;
let researcher: Actor;
let raters: Actor[];

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, { models: SYSTEMS, questions: QUESTIONS, raters: 3, campaign: false }),
  );
  maintainer = actorOf(made.maintainerId, ["maintainer"]);
  researcher = actorOf(made.researcherId, ["researcher"]);
  raters = made.raterIds.map((userId) => actorOf(userId, ["rater"]));
  await db.qualification.createMany({
    data: made.raterIds.map((raterId) => ({ raterId, attempt: 1, score: 15, threshold: 12 })),
  });
  const responses = await db.response.findMany({ where: { runId: { in: made.runIds } } });
  await db.responseReference.createMany({
    data: responses.flatMap(({ id: responseId }) =>
      [1, 2].map((place) => ({ responseId, place, text: `Reference ${place}` })),
    ),
  });
});
afterAll(disconnect);

const RANKING_WITH_TIES = {
  name: "Ranking with ties",
  definition: withTies(PROTOCOL_PRESETS.find(({ key }) => key === "webglm-turing")!.definition),
};

/** Two of the questions are asked after certain answers to others alone. */
const CONDITIONAL = {
  name: "Questions with conditions",
  definition: withConditions(
    PROTOCOL_PRESETS.find(({ key }) => key === "webglm-answers")!.definition,
  ),
};

function withConditions(definition: ProtocolDefinition): ProtocolDefinition {
  const after: Record<string, { key: string; is: number }> = {
    correctness: { key: "fluency", is: 1 },
    truthfulness: { key: "objectivity", is: 1 },
  };
  return {
    ...definition,
    questions: definition.questions.map((question) => ({
      ...question,
      when: after[question.key] ?? null,
    })),
  };
}

function withTies(definition: ProtocolDefinition): ProtocolDefinition {
  return {
    ...definition,
    questions: definition.questions.map((question) =>
      question.kind === "ranking" ? { ...question, ties: true } : question,
    ),
  };
}

/**
 * Rates a campaign. Of the first system some items are left by some raters, of the last one all by the third rater: so
 * that coefficients of two raters, and of as many ratings of each item, are defined for a system. Items of several
 * responses have gaps everywhere.
 */
async function rate({ campaignId, definition }: OpenedCampaign, seed: number): Promise<void> {
  const chance = SeededRandom.ofSeed(seed, 13);
  const tasks = await db.ratingTask.findMany({ where: { campaignId } });
  const runsOf = new Map(tasks.map(({ id, runIds }) => [id, runIds]));
  const leaves = (rater: number, [run, ...more]: readonly number[]) =>
    more.length > 0 || run === made.runIds[0]
      ? chance.below(6) === 0
      : run === made.runIds[2] && rater === 2;
  const answersFor = (taskId: number): Answers => {
    const places = runsOf.get(taskId)!.length;
    return Object.fromEntries(
      definition.questions.map((question, at) => [
        question.key,
        someAnswer(question, taskId + at, places, chance),
      ]),
    );
  };
  await answerAll(raters, campaignId, (rater, { taskId }) =>
    leaves(rater, runsOf.get(taskId)!) ? null : answersFor(taskId),
  );
  const corrected = await db.judgment.findFirstOrThrow({
    where: { campaignId },
    orderBy: { id: "asc" },
  });
  const correction = await correctJudgment(
    raters.find(({ userId }) => userId === corrected.raterId)!,
    correctJudgmentSchema.parse({
      supersedes: corrected.clientKey,
      answers: answersFor(corrected.taskId),
      correction: "Read it again.",
      activeMs: 5,
      clientKey: randomUUID(),
      enteredAt: new Date().toISOString(),
    }),
  );
  expect(correction).toMatchObject({ ok: true });
  if (!definition.questions.some(isChoice)) return;
  const cases = await db.disagreement.findMany({ where: { campaignId }, take: 6 });
  for (const { taskId } of notEmpty(cases))
    expect(
      await adjudicate(maintainer, {
        taskId,
        answers: answersFor(taskId),
        reason: "By the levels' meanings.",
        clientKey: randomUUID(),
      }),
    ).toMatchObject({ ok: true });
}

async function download(campaign: number, rows: ExportedRows, key?: string): Promise<Line[]> {
  const { bytes } = await openJudgmentExport(researcher, {
    campaign,
    rows,
    format: "csv",
    ...(key !== undefined && { key }),
  });
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return parseCsv(Buffer.concat(parts).toString("utf8"));
}

async function fileOf(parameters: Parameters<typeof reportFile>[2]) {
  const { report, table } = await reportFile(REPORTS.protocols, researcher, parameters, "csv");
  return { report: report as ProtocolReport, lines: parseCsv(writeTable(table, "csv")) };
}

/** Holds the report's records of one question against what is expected: the same names, values and n. */
function compare(lines: readonly Line[], key: string, expected: Figures): void {
  // What the citation check counts is recomputed in citations.db.test.ts.
  const own = notEmpty(
    lines.filter(
      ({ Question, Measure }) =>
        Question === key && !/citation check|responses with references/i.test(Measure!),
    ),
  );
  const names = own.map((line) => [line.Measure, line.System, line.Against].join("|"));
  expect([...names].sort()).toEqual([...expected.keys()].sort());
  own.forEach((line, at) => {
    const name = names[at]!;
    const { value, n } = expected.get(name)!;
    if (value === null) {
      expect([name, line.Value]).toEqual([name, ""]);
      expect(line["Undefined because"], name).not.toBe("");
      return;
    }
    expect(line["Undefined because"], name).toBe("");
    // Strengths come from another way to the maximum.
    const digits = /^(Strength|Davidson)/.test(name) ? 4 : 9;
    expect(Number(line.Value), name).toBeCloseTo(value, digits);
    expect(Number(line.n), name).toBe(n);
    const [low, high] = [line["95% CI: Low"], line["95% CI: High"]];
    if (low === "") return;
    expect(Number(low) <= value + 1e-9 && value - 1e-9 <= Number(high), name).toBe(true);
  });
}

/** A report of a part of a campaign, and which rows of the files it is of. */
interface Part {
  parameters: Parameters<typeof reportFile>[2];
  question: (line: Line) => boolean;
  /** By name; null: all. */
  systems: readonly string[] | null;
}
const WHOLE: Part = { parameters: {}, question: () => true, systems: null };
const systemsOf = (line: Line) => JSON.parse(line.systems!) as string[];

/** Rows of rankings or pairs among the systems alone; of rankings with the places shown counted among them. */
function amongSystems(rows: readonly Line[], systems: readonly string[]): Line[] {
  const own = rows.filter(({ system, left, right }) =>
    system === undefined
      ? systems.includes(left!) && systems.includes(right!)
      : systems.includes(system),
  );
  return own.map((row) => ({
    ...row,
    shown: String(
      1 +
        own.filter(
          (other) =>
            other.judgment_id === row.judgment_id && Number(other.shown) < Number(row.shown),
        ).length,
    ),
  }));
}

/** @returns the report's file */
async function compareAll(
  campaignId: number,
  definition: ProtocolDefinition,
  part: Part = WHOLE,
): Promise<Line[]> {
  const { report, lines } = await fileOf({ campaign: String(campaignId), ...part.parameters });
  const systems = report.systems.map(({ label }) => label);
  expect(systems).toHaveLength(part.systems?.length ?? SYSTEMS);
  const all = await download(campaignId, "judgments");
  const judgments = all.filter(
    (line) =>
      part.question(line) &&
      systemsOf(line).filter((system) => systems.includes(system)).length >=
        Math.min(2, systemsOf(line).length),
  );
  const counting = judgments.filter((line) => line.counts === "TRUE");
  const counted = (of: readonly Line[], column: string) =>
    new Set(of.map((line) => line[column])).size;
  const standing = all.filter((line) => line.counts === "TRUE");
  expect(report).toMatchObject({
    judgments: counted(counting, "judgment_id"),
    raters: counted(counting, "rater"),
    items: counted(counting, "task_id"),
    questions: counted(counting, "question_id"),
    leftOut: {
      filtered: counted(standing, "judgment_id") - counted(counting, "judgment_id"),
      gold: 0,
      replaced: 1,
    },
  });
  const questions = new Set(judgments.map((line) => line.question_id));
  // What its sentences say.
  const { figures, unread } = readSentences(
    [protocolInWords(report), ...aboutInWords(report)],
    { ...inputForms([]), ...PROTOCOL_SENTENCES },
    [],
  );
  const items = counted(counting, "task_id");
  const filtered = counted(standing, "judgment_id") - counted(counting, "judgment_id");
  const { leftOut: said, filters: _, ...others } = figures;
  const { unrated, ...leftOut } = said as Sentence;
  const { asOf } = inputsSaid("release", [], report.inputs.at);
  const { name: campaign } = await db.campaign.findUniqueOrThrow({ where: { id: campaignId } });
  expect({ ...others, leftOut, unread }).toEqual({
    unread: [],
    of: { protocolAndCampaign: `${report.protocol.name}: ${campaign}`, version: 1 },
    asOf,
    counts: {
      judgments: counted(counting, "judgment_id"),
      items,
      raters: counted(counting, "rater"),
      systems: systems.length,
      questions: counted(counting, "question_id"),
    },
    leftOut: { replaced: 1, ...(filtered > 0 && { filtered }) },
  });
  // Of a part, files do not say which items no one rated.
  if (part === WHOLE)
    expect(unrated ?? 0).toBe(
      (await db.ratingTask.count({ where: { campaignId, sampled: true } })) - items,
    );
  let intervals = 0;
  for (const one of report.reports) {
    const { question } = one;
    if (isChoice(question)) {
      compare(lines, question.key, choiceFigures(judgments, question, systems));
      const said = answersOf(judgments, question.key);
      for (const found of "systems" in one ? one.systems : []) {
        const own = said.filter(({ system }) => system === found.system);
        expect(found.answers).toMatchObject({
          given: own.filter(({ final }) => final !== null).length,
          cannotTell: own.filter(({ final }) => final === null).length,
          missing: ratingsOf(judgments, found.system) - own.length,
        });
        expect(found.adjudicated).toBe(own.filter(({ adjudicated }) => adjudicated).length);
        const mean = found.ordinal?.mean ?? null;
        if (mean === null || mean.low === null) continue;
        const expected = expectedMeanInterval(
          answersByQuestion(judgments, question.key, found.system),
        );
        const near = (mean.high! - mean.low) / 5;
        expect(Math.abs(mean.low - expected[0]), "low").toBeLessThan(near);
        expect(Math.abs(mean.high! - expected[1]), "high").toBeLessThan(near);
        intervals++;
      }
    } else if ("preferences" in one) {
      const rows = one.kind === "ranking" ? "rankings" : "pairs";
      const file = amongSystems(
        (await download(campaignId, rows, question.key)).filter((line) =>
          questions.has(line.question),
        ),
        systems,
      );
      compare(
        lines,
        question.key,
        (rows === "rankings" ? rankingFigures : pairFigures)(file, systems),
      );
      const answers = judgments.filter(
        (line) => line.key === question.key && line.counts === "TRUE",
      );
      expect(one.answers).toMatchObject({
        given: answers.filter((line) => line.cannot_tell === "FALSE").length,
        cannotTell: answers.filter((line) => line.cannot_tell === "TRUE").length,
      });
      if (rows === "pairs") {
        expect(one.bothBad).toBe(file.filter((line) => line.both_bad === "TRUE").length);
        continue;
      }
      const { acrossQuestions } = one.preferences.ranking!;
      const expected = expectedAcrossQuestions(file, systems);
      expect(acrossQuestions!.w).toBeCloseTo(expected.w, 10);
      expect(acrossQuestions!.chiSquare).toBeCloseTo(expected.chiSquare, 10);
    }
  }
  expect(report.reports.map(({ question }) => question.key)).toEqual(
    definition.questions.map(({ key }) => key),
  );
  if (part === WHOLE && definition.questions.some(({ kind }) => kind === "ordinal"))
    expect(intervals).toBeGreaterThan(0);
  return lines;
}

/** The part of one category and hop count, of two of the systems where others are left to compare. */
async function somePart(campaignId: number): Promise<Part> {
  const runs = await db.modelRun.findMany({
    where: { id: { in: made.runIds.slice(1) } },
    include: { model: true },
    orderBy: { id: "asc" },
  });
  const [{ hops, split }] = notEmpty(await download(campaignId, "judgments")) as [Line];
  return {
    parameters: {
      run: runs.map(({ id }) => String(id)),
      category: ["never-changing", "slow-changing"],
      hops: hops!,
      ...(split !== "" && { split: split! }),
    },
    question: (line) =>
      ["never-changing", "slow-changing"].includes(line.category!) &&
      line.hops === hops &&
      line.split === split,
    systems: runs.map(({ model }) => model.name),
  };
}

/** A question whose answers change. */
interface Changed {
  questionId: number;
  /** Its answers in the release. */
  first: string[];
}

/** Measures of which the campaign has a number, so that no comparison is of undefined ones alone. */
function measuresOf({ questions }: ProtocolDefinition): string[] {
  const kinds = new Set(questions.map(({ kind }) => kind));
  const choices = ["Cohen’s kappa", "Fleiss’ kappa", "Krippendorff’s alpha", "Gwet’s AC1"];
  return [
    ...(kinds.has("ordinal")
      ? [...choices, "Median", "Weighted kappa, linear", "Gwet’s AC2, quadratic"]
      : []),
    ...(kinds.has("binary") || kinds.has("nominal") ? choices : []),
    ...(kinds.has("ranking")
      ? ["Kendall’s W", "Strength", "First places, place shown 1", "Mean rank, place shown 3"]
      : []),
    ...(kinds.has("pairwise")
      ? ["Won by the left side", "Davidson’s ν", "Krippendorff’s alpha", "Strength"]
      : []),
  ];
}

describe("every number of a report comes out of the downloaded ratings", () => {
  it.each([
    ...PROTOCOL_PRESETS.filter(({ key }) => key !== RELAXED_STRICT).map(
      ({ name, definition }, seed) => [name, definition, seed] as const,
    ),
    [RANKING_WITH_TIES.name, RANKING_WITH_TIES.definition, 40] as const,
    [CONDITIONAL.name, CONDITIONAL.definition, 41] as const,
  ])(
    "%s",
    async (name, definition, seed) => {
      const protocol = { name: `Recomputed: ${name}`, definition };
      const gold = await makeGold(maintainer, made.runIds[1]!, protocol);
      const campaign = await openUnder(
        { maintainer, raters, runIds: made.runIds, goldRate: gold ? 10 : 0 },
        protocol,
      );
      const { campaignId } = campaign;
      expect((await db.ratingTask.count({ where: { campaignId, gold: true } })) > 0).toBe(gold);
      await rate(campaign, seed);
      const lines = await compareAll(campaign.campaignId, definition);
      for (const measure of measuresOf(definition))
        expect(
          lines.filter((line) => line.Measure === measure && line.Value !== ""),
          measure,
        ).not.toEqual([]);
      const part = await somePart(campaign.campaignId);
      const [record] = await compareAll(campaign.campaignId, definition, part);
      expect(record!["Hops asked"]).toBe(part.parameters.hops);
      expect(Number(record!["Ratings outside of the chosen questions and runs"])).toBeGreaterThan(
        0,
      );
    },
    120_000,
  );

  it("of two campaigns over the same items: of each rater and item the latest, adjudicated by its own campaign", async () => {
    const { definition } = CONDITIONAL;
    const open = () =>
      openUnder({ maintainer, raters, runIds: made.runIds }, { name: "Rated twice", definition });
    const campaigns = [await open(), await open()];
    for (const [at, campaign] of campaigns.entries()) await rate(campaign, 50 + at);
    const files = await Promise.all(
      campaigns.map(({ campaignId }) => download(campaignId, "judgments")),
    );
    const standing = files.flat().filter(({ counts }) => counts === "TRUE");
    const by = ({ rater_key, response_ids }: Line) => `${rater_key} ${response_ids}`;
    const latest = new Map<string, number>();
    for (const line of standing)
      latest.set(by(line), Math.max(latest.get(by(line)) ?? 0, Number(line.judgment_id)));
    const counting = standing.filter((line) => latest.get(by(line)) === Number(line.judgment_id));
    // Adjudicated items of the first campaign whose raters rated anew in the second one, where they were not.
    expect(
      counting.filter(
        (line) =>
          line.adjudication_id === "" &&
          standing.some(
            (other) =>
              other.adjudication_id !== "" &&
              other.campaign_id !== line.campaign_id &&
              other.response_ids === line.response_ids,
          ),
      ),
    ).not.toEqual([]);
    const { report, lines } = await fileOf({
      campaign: campaigns.map(({ campaignId }) => String(campaignId)),
    });
    expect(report.judgments).toBe(latest.size);
    const systems = report.systems.map(({ label }) => label);
    for (const question of definition.questions)
      if (isChoice(question))
        compare(lines, question.key, choiceFigures(counting, question, systems));
  }, 120_000);

  it("of a campaign with its follow-ups: of each item the ratings by the present answers, or the newest that anyone rated it by", async () => {
    const preset = PROTOCOL_PRESETS.find(({ key }) => key === "webglm-answers")!.definition;
    const definition = { ...preset, shows: { ...preset.shows, correctAnswers: true } };
    const name = "Followed up";
    const root = await openUnder({ maintainer, raters, runIds: made.runIds }, { name, definition });
    await rate(root, 70);
    const entries = await db.releaseEntry.findMany({
      where: { releaseId: made.releaseId },
      orderBy: { position: "asc" },
      include: { revision: true },
    });
    const [once, twice, back] = [0, 4, 8].map((at) =>
      notEmpty(entries.slice(at, at + 4)).map(({ questionId, revision }) => ({
        questionId,
        first: contentOfRevision(revision).answers,
      })),
    ) as [Changed[], Changed[], Changed[]];
    const ofTwice = await db.ratingTask.findMany({
      where: {
        campaignId: root.campaignId,
        response: { questionId: { in: twice.map(({ questionId }) => questionId) } },
      },
    });
    for (const { taskId } of await db.disagreement.findMany({
      where: { taskId: { in: ofTwice.map(({ id }) => id) } },
    }))
      value(
        await adjudicate(maintainer, {
          taskId,
          answers: Object.fromEntries(
            definition.questions.map((one) => [
              one.key,
              someAnswer(one, taskId, 1, SeededRandom.ofSeed(taskId, 13)),
            ]),
          ),
          reason: "By the levels' meanings.",
          clientKey: randomUUID(),
        }),
      );
    /** By question and number of its revision: its answers, as they are told apart; and by question those of now. */
    const answers = new Map<string, string>();
    const present = new Map<string, string>();
    const changeAnswers = async (questionId: number, to: string[]) => {
      const { base } = await answerOtherwise(maintainer, questionId, to);
      answers.set(`Q${questionId} ${base.number}`, contentOfRevision(base).answers.join());
      answers.set(`Q${questionId} ${base.number + 1}`, to.join());
      present.set(`Q${questionId}`, to.join());
    };
    for (const { questionId } of [once, twice, back].flat())
      await changeAnswers(questionId, ["Second"]);
    const first = value(await followUp(maintainer, { campaignId: root.campaignId })).campaignId;
    const chance = SeededRandom.ofSeed(71, 13);
    const someAnswers = (taskId: number): Answers =>
      Object.fromEntries(
        definition.questions.map((one, at) => [one.key, someAnswer(one, taskId + at, 1, chance)]),
      );
    // The third rater rates nothing anew.
    await answerAll(raters.slice(0, 2), first, (_, { taskId }) => someAnswers(taskId));
    const state = writeState(value(await currentSnapshot(researcher)));
    const presentThen = new Map(present);
    for (const { questionId } of twice) await changeAnswers(questionId, ["Third"]);
    for (const { questionId, first: answer } of back) await changeAnswers(questionId, answer);
    const second = value(await followUp(maintainer, { campaignId: first })).campaignId;
    await answerAll(raters.slice(1, 2), second, (_, { taskId }) => someAnswers(taskId));
    // Another campaign over the same items, which follows none: by the release's answers.
    const other = await openUnder(
      { maintainer, raters, runIds: made.runIds },
      { name, definition },
    );
    await answerAll(raters.slice(2), other.campaignId, (_, { taskId }) => someAnswers(taskId));
    await db.$executeRaw`ANALYZE`;

    const files = new Map<number, Line[]>();
    for (const campaign of [root.campaignId, first, second, other.campaignId])
      files.set(campaign, await download(campaign, "judgments"));
    /** @param chains the campaigns that count, each with those that follow it */
    const check = async (
      chains: readonly (readonly number[])[],
      more: Parameters<typeof reportFile>[2] = {},
      truths: ReadonlyMap<string, string> = present,
    ) => {
      const all = chains.flat().flatMap((one) => files.get(one)!);
      const itemOf = ({ campaign_id, response_ids }: Line) =>
        `${chains.findIndex((chain) => chain.includes(Number(campaign_id)))} ${response_ids}`;
      const isAsked = ({ category }: Line) =>
        more.category === undefined || more.category.includes(category!);
      const truthOf = ({ question_id, revision }: Line) =>
        answers.get(`${question_id} ${revision}`) ?? "unchanged";
      const isPresent = (line: Line) =>
        truthOf(line) === (truths.get(line.question_id!) ?? "unchanged");
      /** By item: the answers that count, those of now before newer ones. */
      const counted = new Map<string, string>();
      for (const line of all.toSorted(
        (a, b) =>
          Number(isPresent(a)) - Number(isPresent(b)) || Number(a.revision) - Number(b.revision),
      ))
        counted.set(itemOf(line), truthOf(line));
      const standing = all.filter(({ counts: one }) => one === "TRUE");
      const by = ({ rater_key, response_ids }: Line) => `${rater_key} ${response_ids}`;
      const current = standing.filter(
        (line) => isAsked(line) && truthOf(line) === counted.get(itemOf(line)),
      );
      const latest = new Map<string, number>();
      for (const line of current)
        latest.set(by(line), Math.max(latest.get(by(line)) ?? 0, Number(line.judgment_id)));
      const counting = current.filter((line) => latest.get(by(line)) === Number(line.judgment_id));
      const { report, lines } = await fileOf({
        campaign: chains.map(([chosen]) => String(chosen)),
        ...more,
      });
      expect(report.judgments).toBe(latest.size);
      const ratings = new Set(all.map((line) => line.judgment_id)).size;
      const [pairs, asked] = [standing, standing.filter(isAsked)].map(
        (of) => new Set(of.map(by)).size,
      ) as [number, number];
      expect(report.leftOut).toMatchObject({
        filtered: pairs - asked,
        gold: 0,
        replaced: ratings - pairs,
        otherAnswers: asked - latest.size,
      });
      expect(report.inputs.campaigns.map(({ followUps }) => followUps)).toEqual(
        chains.map((chain) => chain.length - 1),
      );
      const systems = report.systems.map(({ label }) => label);
      for (const question of definition.questions)
        if (isChoice(question))
          compare(lines, question.key, choiceFigures(counting, question, systems));
      return counting;
    };
    const chain = [root.campaignId, first, second];
    const whole = await check([chain]);
    // Ratings of the campaign that its follow-ups replace, and those that count again as the answers came back.
    const ratersOf = ([one]: readonly Changed[]) =>
      new Set(
        whole
          .filter((line) => line.question_id === `Q${one!.questionId}`)
          .map((line) => line.rater_key),
      ).size;
    expect([once, twice, back].map(ratersOf)).toEqual([2, 1, 3]);
    await check([[first, second]]);
    await check([[root.campaignId, first]], { state }, presentThen);
    await check([chain], { category: ["never-changing", "fast-changing"] });
    const both = await check([chain, [other.campaignId]]);
    expect(both.filter((line) => Number(line.campaign_id) === other.campaignId)).not.toEqual([]);
    await check([[other.campaignId], chain], { category: ["slow-changing"] });

    const list = await listDifferingAnswers(
      researcher,
      protocolRequest.parse({ campaign: root.campaignId }),
      {
        first: made.runIds[0]!,
        second: made.runIds[1]!,
        question: definition.questions.find(isChoice)!,
        page: 1,
      },
    );
    const listed = notEmpty(
      list.questions.filter((one) => twice.some(({ questionId }) => questionId === one.questionId)),
    );
    for (const one of listed) {
      expect(one.answer).toBe("Third");
      for (const side of [one.first, one.second])
        expect(side.ratings.map(({ by }) => by)).toEqual(["Rater 2"]);
    }
    // What the campaign's adjudicators said of them, by the first answers, is not listed either.
    expect(
      files
        .get(root.campaignId)!
        .some(
          (line) =>
            line.adjudication_id !== "" &&
            listed.some(({ questionId }) => line.question_id === `Q${questionId}`) &&
            made.runIds.slice(0, 2).some((run) => line.run_ids === `[${run}]`),
        ),
    ).toBe(true);

    // A change is taken back: the campaign's own ratings are by the answers of now again.
    for (const { questionId, first: answer } of once) await changeAnswers(questionId, answer);
    // Another question changes again, and no one has rated it by that: the newest that anyone did count.
    await changeAnswers(twice[0]!.questionId, ["Fourth"]);
    const again = await check([chain]);
    const ofOnce = again.filter((line) => line.question_id === `Q${once[0]!.questionId}`);
    expect(new Set(ofOnce.map((line) => line.campaign_id))).toEqual(
      new Set([String(root.campaignId)]),
    );

    // Addresses from before follow-ups counted say that numbers may differ, where there are any.
    await cameInOn("2026-11-26");
    const former = writeState(value(await currentSnapshot(researcher)));
    for (const [of, earlier] of [
      [[root.campaignId], true],
      [chain, true],
      [[second, other.campaignId], false],
    ] as const) {
      const { report } = await fileOf({ campaign: of.map(String), state: former });
      expect(report.inputs.earlier, of.join()).toBe(earlier);
    }
  }, 120_000);
});
