import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { contentOfRevision } from "@/lib/dataset/questions/cells";
import { editQuestion } from "@/lib/dataset/questions/commands";
import { isChoice } from "@/lib/rating/protocols/rules";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import {
  RELAXED_STRICT,
  RELAXED_STRICT_VERSION,
  type Answers,
  type ChoiceQuestion,
  type ProtocolDefinition,
  type ProtocolQuestion,
} from "@/lib/rating/protocols/vocabulary";
import { expectedAC2, expectedKappa } from "@/lib/reporting/agreement/weighted.oracle";
import { commandNamed } from "@/prisma/testing/command-line";
import { fullTitle } from "@/lib/reporting/files/table";
import { reportFile, REPORTS } from "@/lib/reporting/reports";
import { currentSnapshot } from "@/lib/reporting/snapshots/queries";
import {
  expectedPlaces,
  expectedWinRate,
  impliedPairs,
} from "@/lib/reporting/preferences/preferences.oracle";
import { expectedStrengths } from "@/lib/statistics/bradley-terry.oracle";
import { SeededRandom } from "@/lib/statistics/seeded-random";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { testTerminal } from "@/prisma/testing/command-line";
import { notEmpty } from "@/prisma/testing/not-empty";
import { someAnswer } from "@/prisma/testing/protocol-answers";
import { writeCampaign, writeProtocol, type WrittenItem } from "@/prisma/testing/protocol-campaign";
import {
  counting,
  expectedAlpha,
  expectedChoice,
  expectedPairRows,
  expectedRankRows,
  expectedUnits,
  meanOf,
  medianOf,
  type RawAdjudication,
  type RawAnswer,
  type RawJudgment,
} from "./protocols.oracle";
import { getProtocolReport, listDifferingAnswers, listProtocolCampaigns } from "./queries";
import { COMPARE, protocolSections, protocolTables } from "./tables";
import {
  protocolRequest,
  protocolView,
  type ChoiceReport,
  type ComparisonReport,
  type ProtocolReport,
} from "./schema";

const SYSTEMS = 3;
const QUESTIONS = 15;
const PRESETS = PROTOCOL_PRESETS.filter(({ key }) => key !== RELAXED_STRICT);

let made: RatingSampleMade;
let reader: Actor;
/** The responses of each question, by run. */
let responses: { id: number; runId: number; questionId: number }[][];

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, {
      name: "Systems",
      questions: QUESTIONS,
      models: SYSTEMS,
      raters: 3,
      ratingsPerResponse: 3,
    }),
  );
  reader = { userId: made.researcherId, name: "Reader", roles: ["researcher"], via: "web" };
  responses = await responsesOf(made);
});
afterAll(disconnect);

async function responsesOf({ runIds }: RatingSampleMade) {
  const rows = await db.response.findMany({
    where: { runId: { in: runIds } },
    orderBy: [{ questionId: "asc" }, { runId: "asc" }],
    select: { id: true, runId: true, questionId: true },
  });
  return [...new Set(rows.map(({ questionId }) => questionId))].map((question) =>
    rows.filter(({ questionId }) => questionId === question),
  );
}

/** The items that a unit makes of the responses. */
function itemsOf({
  unit,
}: ProtocolDefinition): Pick<WrittenItem, "responseIds" | "referencePlace">[] {
  return responses.flatMap((of) => {
    const ids = of.map(({ id }) => id);
    if (unit === "question") return [{ responseIds: ids }];
    if (unit === "pair")
      return ids.flatMap((first, at) =>
        ids.slice(at + 1).map((second) => ({ responseIds: [first, second] })),
      );
    return ids.flatMap((id) =>
      unit === "response"
        ? [{ responseIds: [id] }]
        : [1, 2].map((referencePlace) => ({ responseIds: [id], referencePlace })),
    );
  });
}

/** Every item judged by three raters with gaps, corrections, gold and adjudications. */
function someItems(definition: ProtocolDefinition, seed: number): WrittenItem[] {
  const chance = SeededRandom.ofSeed(seed, 1);
  const answersOf = (usual: number, places: number, every: boolean): Answers =>
    Object.fromEntries(
      definition.questions
        .filter(() => every || chance.below(12) > 0)
        .map((question) => [question.key, someAnswer(question, usual, places, chance)]),
    );
  return itemsOf(definition).map((item) => {
    const usual = chance.below(9);
    const places = item.responseIds.length;
    const gold = chance.below(10) === 0;
    const judgments = made.raterIds
      .filter(() => chance.below(5) > 0)
      .flatMap((raterId) => {
        const judgment = () => ({
          raterId,
          answers: answersOf(usual, places, false),
          ...(places > 1 && {
            shownOrder: chance.shuffled(Array.from({ length: places }, (_, at) => at + 1)),
          }),
        });
        return chance.below(8) === 0
          ? [judgment(), { ...judgment(), corrects: true }]
          : [judgment()];
      });
    // An adjudication may leave a question out, as where its condition does not hold.
    const decided = definition.questions.filter(isChoice).filter(() => chance.below(8) > 0);
    const adjudication = (): Answers =>
      Object.fromEntries(
        decided.map((question) => [question.key, someAnswer(question, chance.below(9), 1, chance)]),
      );
    return {
      ...item,
      gold,
      judgments,
      ...(decided.length > 0 &&
        chance.below(3) === 0 && {
          adjudications:
            chance.below(3) === 0 ? [adjudication(), withoutOne(adjudication())] : [adjudication()],
        }),
    };
  });
}

/** A later decision that leaves a question out, as where its condition no longer holds. */
function withoutOne(answers: Answers): Answers {
  return Object.fromEntries(Object.entries(answers).slice(1));
}

async function raw(campaignIds: number[]) {
  const tasks = await db.ratingTask.findMany({
    where: { campaignId: { in: campaignIds } },
    include: {
      responses: { orderBy: { place: "asc" }, include: { response: true } },
      response: true,
      revision: true,
      judgments: { include: { answers: true } },
      adjudications: { include: { answers: true } },
    },
  });
  const judgments = tasks.flatMap((task): RawJudgment[] =>
    task.judgments.map(({ id, supersedesId, raterId, shownOrder, answers }) => ({
      id,
      supersedesId,
      raterId,
      task: task.id,
      unit: task.unitKey,
      gold: task.gold,
      questionId: task.revision.questionId,
      runs:
        task.response === null
          ? task.responses.map(({ response }) => response.runId)
          : [task.response.runId],
      shownOrder,
      answers: answers as RawAnswer[],
    })),
  );
  const adjudications = tasks.flatMap((task): RawAdjudication[] =>
    task.adjudications.map(({ id, supersedesId, answers }) => ({
      id,
      supersedesId,
      task: task.id,
      gold: task.gold,
      answers: answers as RawAnswer[],
    })),
  );
  return { judgments, adjudications };
}

async function reportOf(campaign: number[], state?: string): Promise<ProtocolReport> {
  const report = await getProtocolReport(reader, protocolRequest.parse({ campaign, state }));
  if (!report.ok) throw new Error(report.refusal.message);
  return report.value;
}

type Raw = Awaited<ReturnType<typeof raw>>;

function compareChoice(report: ChoiceReport, { judgments, adjudications }: Raw): void {
  const { key, kind, levels } = report.question;
  let adjudicated = 0;
  for (const system of notEmpty(report.systems)) {
    const expected = expectedChoice(judgments, adjudications, key, system.runId);
    const { values } = expected;
    adjudicated += expected.adjudicated;
    expect(system).toMatchObject({
      answers: {
        given: values.length,
        cannotTell: expected.cannotTell,
        missing: expected.missing,
      },
      adjudicated: expected.adjudicated,
      levels: levels.map(({ value }) => ({
        value,
        answers: values.filter((one) => one === value).length,
      })),
    });
    if (kind === "ordinal") {
      expect(system.ordinal!.mean.value).toBeCloseTo(meanOf(values), 12);
      expect(system.ordinal!.mean.n).toBe(values.length);
      expect(system.ordinal!.median.value).toBe(medianOf(values));
      const { low, high, method } = system.ordinal!.mean;
      if (low === null) expect(method).toContain("fewer than 10 questions");
      else expect(low < meanOf(values) && meanOf(values) < high!).toBe(true);
    } else {
      const shown = kind === "binary" ? levels.slice(1) : levels;
      expect(system.shares!.map(({ share: { value } }) => value)).toEqual(
        shown.map(({ value }) => values.filter((one) => one === value).length / values.length),
      );
    }
    if (report.question.cannotTell)
      expect(system.cannotTell!.value).toBeCloseTo(
        expected.cannotTell / (expected.cannotTell + values.length),
        12,
      );
  }
  expect(adjudicated).toBeGreaterThan(0);
  const units = expectedUnits(
    judgments,
    key,
    levels.map(({ value }) => value),
  );
  const { coefficients, ordinal } = report.agreement;
  expect(report.agreement.units).toBe(
    units.filter((unit) => unit.filter((level) => level !== null).length > 1).length,
  );
  expect(coefficients.krippendorff.value).toBeCloseTo(expectedAlpha(units, kind === "ordinal"), 10);
  expect(coefficients.cohen.undefinedBecause).toContain("defined for two raters, not 3");
  if (kind !== "ordinal") return;
  expect(ordinal!.weighted.ac2Linear.value).toBeCloseTo(expectedAC2(units, levels.length, 1), 10);
  expect(ordinal!.weighted.ac2Quadratic.value).toBeCloseTo(
    expectedAC2(units, levels.length, 2),
    10,
  );
}

function compareComparison(
  report: ComparisonReport,
  { judgments }: Raw,
  runs: readonly number[],
): void {
  const { key } = report.question;
  const { preferences } = report;
  const rankRows = report.kind === "ranking" ? expectedRankRows(judgments, key) : [];
  const rows =
    report.kind === "ranking" ? impliedPairs(rankRows) : expectedPairRows(judgments, key);
  expect(preferences.comparisons).toBe(notEmpty(rows).length);
  expect(preferences.ties).toBe(rows.filter(({ preferred }) => preferred === "tie").length);
  const names = runs.map(String);
  const wins = names.map((one) =>
    names.map(
      (other) =>
        rows.filter(
          ({ left, right, preferred }) =>
            preferred === one && [left, right].includes(other) && one !== other,
        ).length,
    ),
  );
  const ties = names.map((one) =>
    names.map(
      (other) =>
        rows.filter(
          ({ left, right, preferred }) =>
            preferred === "tie" &&
            one !== other &&
            [left, right].includes(one) &&
            [left, right].includes(other),
        ).length,
    ),
  );
  const { strengths } = expectedStrengths(wins, ties);
  names.forEach((one, i) => {
    names.forEach((other, j) => {
      if (i !== j)
        expect(preferences.matrix[i]![j]!.value).toBeCloseTo(expectedWinRate(rows, one, other), 12);
    });
    expect(preferences.systems[i]!.strength.value).toBeCloseTo(strengths[i]!, 4);
    if (report.kind !== "ranking") return;
    const places = expectedPlaces(rankRows, names, one);
    expect(preferences.systems[i]!.meanRank).toMatchObject({
      value: expect.closeTo(places.meanRank, 10) as number,
      n: places.rankings,
    });
    expect(preferences.systems[i]!.firstPlace!.value).toBeCloseTo(places.firstPlace, 10);
  });
  if (report.kind === "ranking") {
    expect(
      preferences.systems.reduce((sum, { expectedRank }) => sum + expectedRank.value!, 0),
    ).toBeCloseTo((runs.length * (runs.length + 1)) / 2, 10);
    expect(preferences.leftSide).toBeNull();
    return;
  }
  const untied = rows.filter(({ preferred }) => preferred !== "tie");
  expect(preferences.leftSide).toMatchObject({ n: untied.length });
  expect(preferences.leftSide!.value).toBeCloseTo(
    untied.filter(({ left, preferred }) => left === preferred).length / untied.length,
    12,
  );
}

describe("a report of campaigns under a protocol", () => {
  it.each(PRESETS.map(({ key }, seed) => [key, seed] as const))(
    "has the numbers of the raw rows: %s",
    async (key, seed) => {
      const { name, definition } = PRESETS.find((preset) => preset.key === key)!;
      const versionId = await writeProtocol(name, definition, made.maintainerId);
      // The second campaign rates what the first one did: the latest judgment of a rater counts.
      const campaigns = [
        await writeCampaign(
          `${key} A`,
          versionId,
          made.runIds,
          made.maintainerId,
          someItems(definition, 2 * seed),
        ),
        await writeCampaign(
          `${key} B`,
          versionId,
          made.runIds,
          made.maintainerId,
          someItems(definition, 2 * seed + 1).slice(0, 8),
        ),
      ];
      for (const chosen of [campaigns, campaigns.slice(0, 1)]) {
        const report = await reportOf(chosen);
        const rows = await raw(chosen);
        expect(report.judgments).toBe(counting(rows.judgments).length);
        expect(report.judgments).toBeLessThan(rows.judgments.length);
        expect(report.systems.map(({ runId }) => runId)).toEqual(made.runIds);
        expect(report.reports.map(({ question }) => question.key)).toEqual(
          definition.questions.map((question) => question.key),
        );
        for (const one of report.reports) {
          if ("preferences" in one) compareComparison(one, rows, made.runIds);
          else if (one.kind !== "text") compareChoice(one, rows);
        }
      }
    },
    60_000,
  );

  it("lets an adjudication stand for what it was of, not for later ratings of the item", async () => {
    const { definition } = PRESETS.find(({ key }) => key === "three-way")!;
    const versionId = await writeProtocol("Followed", definition, made.maintainerId);
    const [first, second] = made.raterIds as [number, number];
    const one = responses[0]![0]!;
    const rated = (grades: Record<number, number>) =>
      Object.entries(grades).map(([raterId, value]) => ({
        raterId: Number(raterId),
        answers: { grade: { value } },
      }));
    const write = (name: string, item: Omit<WrittenItem, "responseIds">) =>
      writeCampaign(name, versionId, made.runIds, made.maintainerId, [
        { responseIds: [one.id], ...item },
      ]);
    const [low, middle, high] = (definition.questions[0] as ChoiceQuestion).levels.map(
      ({ value }) => value,
    ) as [number, number, number];
    const before = await write("Followed", {
      judgments: rated({ [first]: low, [second]: middle, [made.raterIds[2]!]: low }),
      adjudications: [{ grade: { value: low } }],
    });
    const after = await write("Follow-up", { judgments: rated({ [first]: high, [second]: high }) });
    const [{ systems }] = (await reportOf([before, after])).reports as [ChoiceReport];
    // The third rater rated before only, and has the adjudicated answer.
    expect(systems[0]).toMatchObject({
      adjudicated: 1,
      levels: [
        { value: low, answers: 1 },
        { value: middle, answers: 0 },
        { value: high, answers: 2 },
      ],
    });
  });

  it("compares exactly two raters by kappa, in their order", async () => {
    const { definition } = PRESETS.find(({ key }) => key === "webglm-answers")!;
    const [first, second] = made.raterIds as [number, number];
    const items = someItems(definition, 77).map((item) => ({
      ...item,
      judgments: item.judgments.filter(({ raterId }) => raterId === first || raterId === second),
    }));
    const campaign = await writeCampaign(
      "Two raters",
      await writeProtocol("Two raters", definition, made.maintainerId),
      made.runIds,
      made.maintainerId,
      items,
    );
    const { judgments } = await raw([campaign]);
    const { reports } = await reportOf([campaign]);
    const fluency = reports[0] as ChoiceReport;
    const units = expectedUnits(judgments, "fluency", [0, 1, 2, 3]);
    const { kappaLinear, kappaQuadratic } = fluency.agreement.ordinal!.weighted;
    expect(kappaLinear.value).toBeCloseTo(expectedKappa(units, 4, 1), 10);
    expect(kappaQuadratic.value).toBeCloseTo(expectedKappa(units, 4, 2), 10);
    expect(fluency.agreement.coefficients.cohen.value).not.toBeNull();
  });

  it("prints the same numbers for ever where a state is given", async () => {
    const { definition } = PRESETS.find(({ key }) => key === "three-way")!;
    const versionId = await writeProtocol("Pinned", definition, made.maintainerId);
    const items = someItems(definition, 5);
    const campaign = await writeCampaign(
      "Pinned",
      versionId,
      made.runIds,
      made.maintainerId,
      items,
    );
    const snapshot = await currentSnapshot(reader);
    if (!snapshot.ok) throw new Error(snapshot.refusal.message);
    const { judgments, adjudications, automatic, responses: answered, since } = snapshot.value;
    const state = [
      judgments,
      adjudications,
      automatic,
      answered,
      since!.gold,
      since!.tasks,
      since!.revisions,
    ].join(".");
    const before = await reportOf([campaign], state);
    expect((await reportOf([campaign])).reports).toEqual(before.reports);
    const task = await db.ratingTask.findFirstOrThrow({
      where: { campaignId: campaign, gold: false, judgments: { some: {} } },
      include: { judgments: { where: { superseded: null } } },
    });
    const { id, raterId } = task.judgments[0]!;
    await db.judgment.create({
      data: {
        taskId: task.id,
        campaignId: campaign,
        responseId: task.responseId,
        raterId,
        revisionId: task.revisionId,
        activeMs: 1,
        clientKey: crypto.randomUUID(),
        supersedesId: id,
        correction: "Another grade.",
        answers: { create: [{ questionKey: "grade", value: 2 }] },
      },
    });
    await db.judgment.create({
      data: {
        taskId: task.id,
        campaignId: campaign,
        responseId: task.responseId,
        raterId: made.adjudicatorId,
        revisionId: task.revisionId,
        activeMs: 1,
        clientKey: crypto.randomUUID(),
        answers: { create: [{ questionKey: "grade", value: 2 }] },
      },
    });
    const revision = await db.revision.findUniqueOrThrow({ where: { id: task.revisionId } });
    const edited = await editQuestion(
      { userId: made.maintainerId, name: "Maintainer", roles: ["maintainer"], via: "web" },
      {
        questionId: revision.questionId,
        baseRevisionId: revision.id,
        comment: "",
        content: { ...contentOfRevision(revision), answers: ["Something else"] },
      },
    );
    expect(edited).toMatchObject({ ok: true });
    expect(before.inputs.changedSince).toBe(0);
    expect((await reportOf([campaign])).inputs.changedSince).toBeGreaterThan(0);
    expect(await reportOf([campaign], state)).toEqual(before);
    expect((await reportOf([campaign])).judgments).toBe(before.judgments + 1);
  });

  it("refuses campaigns whose answers do not go together, and says why; help texts may differ", async () => {
    const { definition } = PRESETS.find(({ key }) => key === "webglm-answers")!;
    const base = await writeProtocol("Versions", definition, made.maintainerId);
    const { protocolId } = await db.protocolVersion.findUniqueOrThrow({ where: { id: base } });
    const version = async (number: number, changed: object) =>
      (
        await db.protocolVersion.create({
          data: { protocolId, number, definition: changed, createdById: made.maintainerId },
        })
      ).id;
    const questions = (change: (question: ProtocolQuestion, at: number) => object) => ({
      ...definition,
      questions: definition.questions.map(change),
    });
    const campaign = (name: string, versionId: number) =>
      writeCampaign(name, versionId, made.runIds, made.maintainerId, []);
    const first = await campaign("First", base);
    const refusal = async (other: number) => {
      const report = await getProtocolReport(
        reader,
        protocolRequest.parse({ campaign: [first, other] }),
      );
      return report.ok ? null : report.refusal.message;
    };
    const worded = await campaign(
      "Worded otherwise",
      await version(
        2,
        questions((question) => ({ ...question, help: "Read it twice." })),
      ),
    );
    expect(await refusal(worded)).toBeNull();
    const relabeled = await campaign(
      "Other levels",
      await version(
        3,
        questions((question, at) =>
          at === 1 && isChoice(question)
            ? {
                ...question,
                levels: question.levels.map((level) => ({ ...level, label: `${level.label}!` })),
              }
            : question,
        ),
      ),
    );
    expect(await refusal(relabeled)).toBe(
      "“First” and “Other levels” are rated by versions 1 and 3 of “Versions”, which differ in what can be chosen for “Correctness”. Choose campaigns whose versions ask the same.",
    );
    const fewer = await campaign(
      "Fewer",
      await version(4, { ...definition, questions: definition.questions.slice(1) }),
    );
    expect(await refusal(fewer)).toContain("“Fluency”, which one of them does not ask");
    const other = await campaign(
      "Other",
      await writeProtocol("Another", definition, made.maintainerId),
    );
    expect(await refusal(other)).toContain(
      "asks by the protocol “Versions” and “Other” by “Another”",
    );
    expect(await refusal(made.campaignId)).toContain("Accuracy and Agreement");
    // Without a judgment every number says so.
    const report = await reportOf([first]);
    expect(report.judgments).toBe(0);
    expect((report.reports[0] as ChoiceReport).systems[0]!.ordinal!.mean).toMatchObject({
      value: null,
      n: 0,
      undefinedBecause: "No ratings.",
    });
    const listed = (await listProtocolCampaigns(reader)).map(({ id }) => id);
    expect(listed).toContain(first);
    expect(listed).not.toContain(made.campaignId);
    expect(
      (await db.campaign.findUniqueOrThrow({ where: { id: made.campaignId } })).protocolVersionId,
    ).toBe(RELAXED_STRICT_VERSION);
  });
});

describe("what a report can be limited to, and what it cannot say", () => {
  const preset = (key: string) => PRESETS.find((one) => one.key === key)!.definition;
  const ask = async (request: object) => getProtocolReport(reader, protocolRequest.parse(request));

  it("leaves gold, other runs and other questions out, and says how many", async () => {
    const definition = preset("three-way");
    const campaign = await writeCampaign(
      "Limited",
      await writeProtocol("Limited", definition, made.maintainerId),
      made.runIds,
      made.maintainerId,
      someItems(definition, 8),
    );
    const [first] = made.runIds;
    const rows = await raw([campaign]);
    const standing = counting(rows.judgments);
    const own = standing.filter(({ runs }) => runs[0] === first);
    const whole = await reportOf([campaign]);
    const gold = rows.judgments.filter((row) => row.gold).length;
    const replaced = rows.judgments.length - gold - standing.length;
    expect(whole.leftOut).toMatchObject({ filtered: 0, gold, replaced });
    expect(gold).toBeGreaterThan(0);
    expect(replaced).toBeGreaterThan(0);
    const limited = await ask({ campaign, run: first });
    expect(limited).toMatchObject({
      ok: true,
      value: {
        judgments: own.length,
        systems: [{ runId: first }],
        leftOut: { filtered: standing.length - own.length, gold, replaced },
      },
    });
    const items = await db.ratingTask.count({
      where: { campaignId: campaign, gold: false, runIds: { has: first! } },
    });
    if (limited.ok) expect(limited.value.leftOut.unrated).toBe(items - limited.value.items);
    const counts = await Promise.all(
      ["one-hop", "multi-hop"].map(async (hops) => {
        const of = await ask({ campaign, hops });
        return of.ok ? of.value.judgments : 0;
      }),
    );
    expect(counts[0]! + counts[1]!).toBe(standing.length);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    const elsewhere = await withConnection((client) =>
      makeRating(client, { name: "Elsewhere", campaign: false }),
    );
    expect(await ask({ campaign, run: elsewhere.runIds })).toMatchObject({
      ok: false,
      refusal: { message: "None of the chosen runs is part of these campaigns." },
    });
  });

  it("needs two runs to compare, and names systems that have no strengths", async () => {
    const definition = preset("pairwise-fresh");
    const version = await writeProtocol("Compared", definition, made.maintainerId);
    const judge = (items: WrittenItem[]) =>
      writeCampaign(`Compared ${items.length}`, version, made.runIds, made.maintainerId, items);
    const pair = (of: number, first: number, second: number, value: number): WrittenItem => ({
      responseIds: [responses[of]![first]!.id, responses[of]![second]!.id],
      judgments: [
        { raterId: made.raterIds[0]!, answers: { overall: { value } }, shownOrder: [1, 2] },
      ],
    });
    // The first system wins all; the others beat each other.
    const unbeaten = await judge([
      pair(0, 0, 1, 1),
      pair(0, 0, 2, 1),
      pair(0, 1, 2, 1),
      pair(1, 1, 2, 2),
    ]);
    const overall = async (campaign: number) =>
      (await reportOf([campaign])).reports.find(
        ({ question }) => question.key === "overall",
      ) as ComparisonReport;
    const labels = (await reportOf([unbeaten])).systems.map(({ label }) => label);
    for (const { strength } of (await overall(unbeaten)).preferences.systems)
      expect(strength).toMatchObject({
        value: null,
        low: null,
        high: null,
        undefinedBecause: `Unbeaten by all others: ${labels[0]}. Without a win against the others: ${labels[1]}, ${labels[2]}. Their strengths would be infinite or zero.`,
      });
    const apart = await judge([pair(0, 0, 1, 1), pair(1, 0, 1, 2)]);
    const { preferences } = await overall(apart);
    expect(preferences.systems[0]!.strength.undefinedBecause).toBe(
      `Not comparable: no comparisons connect these groups: ${labels[0]}, ${labels[1]}; ${labels[2]}.`,
    );
    expect(preferences.matrix[0]![2]).toMatchObject({ value: null });
    expect(await ask({ campaign: apart, run: made.runIds[0] })).toMatchObject({
      ok: false,
      refusal: { message: expect.stringContaining("Choose at least two of their runs") as string },
    });
    const two = await ask({ campaign: apart, run: made.runIds.slice(0, 2) });
    expect(two).toMatchObject({ ok: true, value: { judgments: 2, leftOut: { filtered: 0 } } });
  });
});

describe("its tables and files", () => {
  const parameters: Record<string, string> = {};
  const reports: Record<string, ProtocolReport> = {};
  beforeAll(async () => {
    for (const [seed, key] of ["webglm-answers", "webglm-turing", "pairwise-fresh"].entries()) {
      const { definition } = PRESETS.find((preset) => preset.key === key)!;
      const campaign = await writeCampaign(
        `Files of ${key}`,
        await writeProtocol(`Files of ${key}`, definition, made.maintainerId),
        made.runIds,
        made.maintainerId,
        someItems(definition, 100 + seed),
      );
      parameters[key] = String(campaign);
      reports[key] = await reportOf([campaign]);
    }
  });
  const file = (key: string, table: string | undefined, format: "csv" | "markdown" = "markdown") =>
    reportFile(
      REPORTS.protocols,
      reader,
      { campaign: parameters[key]!, ...(table !== undefined && { table }) },
      format,
    );

  it("are each of a name of their own, with every number's n", async () => {
    for (const report of Object.values(reports)) {
      const tables = protocolTables(report);
      expect(new Set(tables.map(({ name }) => name)).size).toBe(tables.length);
      expect(new Set(tables.map(({ table }) => table.label)).size).toBe(tables.length);
      for (const { table } of notEmpty(tables))
        for (const row of notEmpty(table.rows)) expect(row).toHaveLength(table.columns.length);
    }
    const { table: means } = await file("webglm-answers", undefined);
    expect(means.columns.map(fullTitle)).toEqual([
      "System",
      "Fluency ↑: Mean",
      "Correctness ↑: Mean",
      "Citation accuracy ↑: Mean",
      "Objectivity ↑: All from references",
      "Truthfulness ↑: No fault found",
      "Redundancy ↓: Repetition",
    ]);
    const [fluency] = reports["webglm-answers"]!.reports as [ChoiceReport];
    expect(means.rows.map((row) => row[1]!.value)).toEqual(
      fluency.systems.map(({ ordinal }) => ordinal!.mean.value),
    );
    for (const row of means.rows)
      for (const cell of row.slice(1)) expect(cell.details!.at(-1)).toMatch(/^n \d+$/);
    const { table: rates } = await file("pairwise-fresh", "win-rates");
    expect(rates.columns.at(-1)!.title).toBe("Overall");
    const overall = reports["pairwise-fresh"]!.reports.at(-1) as ComparisonReport;
    expect(rates.rows.map((row) => row.at(-1)!.value)).toEqual(
      overall.preferences.systems.map(({ winRate }) => winRate.value),
    );
    expect((await file("webglm-turing", "rank-systems")).table.caption).toContain("Ranking");
  });

  it("stand in sections, each of a name of its own whatever the questions’ keys are", () => {
    const report = reports["pairwise-fresh"]!;
    const keys = ["overview", "levels", "agreement", "citations"];
    const sections = protocolSections({
      ...report,
      reports: report.reports.map((one, at) => ({
        ...one,
        question: { ...one.question, key: keys[at] ?? one.question.key },
      })) as ProtocolReport["reports"],
    });
    expect(sections.length).toBeGreaterThan(report.reports.length);
    expect(new Set(sections.map(({ name }) => name)).size).toBe(sections.length);
    for (const { name } of sections) expect(protocolView.parse({ show: name }).show).toBe(name);
  });

  it("that compare runs say for how many tests their p-values are adjusted", () => {
    for (const report of notEmpty(
      Object.values(reports).filter(({ paired }) =>
        paired.some(({ figures }) => figures.length > 1),
      ),
    )) {
      const section = protocolSections(report).find(({ name }) => name === COMPARE)!;
      for (const { table } of notEmpty(section.tables)) {
        const p = table.columns.findIndex(({ title }) => title === "p");
        const tests = table.rows.filter((row) => row[p]!.value !== null).length;
        expect(tests).toBeGreaterThan(1);
        expect(table.notes[0]).toContain(`adjusted by Holm for the ${tests} tests of this table`);
      }
    }
  });

  it("have every number with its question for programs, and refuse a table that is not there", async () => {
    const { table } = await file("pairwise-fresh", undefined, "csv");
    expect(table.columns[0]!.title).toBe("Question");
    const [one, other] = reports["pairwise-fresh"]!.systems.map(({ label }) => label);
    const record = table.rows.find(
      ([question, measure, system, against]) =>
        question!.text === "overall" &&
        measure!.text === "Win rate" &&
        system!.text === one &&
        against!.text === other,
    )!;
    const overall = reports["pairwise-fresh"]!.reports.at(-1) as ComparisonReport;
    expect(record[5]!.value).toBe(overall.preferences.matrix[0]![1]!.value);
    await expect(file("webglm-turing", "means")).rejects.toThrow(
      "Table must be win-rates, comparisons, rank-systems",
    );
    await expect(
      reportFile(
        REPORTS.protocols,
        reader,
        { campaign: [parameters["webglm-turing"]!, parameters["pairwise-fresh"]!] },
        "csv",
      ),
    ).rejects.toThrow("Choose campaigns of one protocol.");
  });

  it("have published means beside the own ones, with gaps, and say which break the scale", async () => {
    const published =
      "System,Fluency,Truthfulness,Redundancy\nRouge-1,2.826,2.919,.120\nNo retriever,2.364,–,.645";
    const asked = { campaign: parameters["webglm-answers"]!, published };
    const { table } = await reportFile(REPORTS.protocols, reader, asked, "markdown");
    const rows = table.rows.slice(-2);
    expect(rows.map((row) => row.map(({ text }) => text))).toEqual([
      ["Rouge-1 (published)", "2.826", "–", "–", "–", "2.919", "0.120"],
      ["No retriever (published)", "2.364", "–", "–", "–", "–", "0.645"],
    ]);
    expect(table.notes[0]).toBe(
      "Published: Truthfulness of “Rouge-1” is 2.919, but its levels go from 0 to 1.",
    );
    const { table: records } = await reportFile(REPORTS.protocols, reader, asked, "csv");
    expect(
      records.rows
        .filter(([, measure]) => measure!.text === "Published mean")
        .map((row) => [row[0]!.text, row[2]!.text, row[5]!.value]),
    ).toEqual([
      ["fluency", "Rouge-1 (published)", 2.826],
      ["truthfulness", "Rouge-1 (published)", 2.919],
      ["redundancy", "Rouge-1 (published)", 0.12],
      ["fluency", "No retriever (published)", 2.364],
      ["truthfulness", "No retriever (published)", null],
      ["redundancy", "No retriever (published)", 0.645],
    ]);
  });

  it("are printed by the command line, by the name of the campaign", async () => {
    const { terminal } = testTerminal();
    const run = async (values: Record<string, string | string[]>) =>
      (await commandNamed("report protocol").run({
        actor: reader,
        words: [],
        values,
        json: false,
        say: () => {},
        terminal,
      }))!;
    const all = await run({ campaign: ["Files of webglm-answers"] });
    const { inputs, ...rest } = all.json as ProtocolReport;
    const { inputs: expected, ...numbers } = reports["webglm-answers"]!;
    expect(rest).toEqual(numbers);
    expect(inputs.campaigns).toEqual(expected.campaigns);
    for (const { table } of protocolTables(reports["webglm-answers"]!))
      expect(all.words).toContain(table.caption);
    const limited = await run({
      campaign: ["Files of webglm-answers"],
      run: [String(made.runIds[1])],
      hops: "one-hop",
      table: "means",
    });
    expect((limited.json as ProtocolReport).systems).toHaveLength(1);
    expect(limited.words).toContain("Questions: one-hop. Runs: ");
    expect(limited.words).toMatch(/Left out: \d+ ratings outside of these questions and runs/);
    const csv = await run({ campaign: ["Files of webglm-turing"], format: "csv" });
    expect(csv.words.split("\r\n")[0]).toContain("Question,Measure,System,Against,n,Value");
    await expect(
      run({ campaign: ["Files of webglm-answers", "Files of webglm-turing"] }),
    ).rejects.toThrow("Choose campaigns of one protocol.");
  });
});

/** WebGLM (arXiv 2306.07906), table 3: wins of the row over the column in 200 comparisons. */
const TABLE_3 = [
  [0, 136, 90, 90, 42],
  [64, 0, 46, 60, 36],
  [110, 154, 0, 110, 90],
  [110, 140, 90, 0, 86],
  [158, 164, 110, 114, 0],
];

describe("the published table of win rates, from pairs in the database", () => {
  let report: ComparisonReport;
  beforeAll(async () => {
    const five = await withConnection((client) =>
      makeRating(client, { name: "Five systems", questions: 200, models: 5, campaign: false }),
    );
    const of = await responsesOf(five);
    const preset = PRESETS.find(({ key }) => key === "pairwise-fresh")!;
    const overall = preset.definition.questions.find(({ key }) => key === "overall")!;
    const definition = { ...preset.definition, questions: [{ ...overall, ties: "none" as const }] };
    const items = of.flatMap((systems, question) =>
      systems.flatMap((first, i) =>
        systems.slice(i + 1).map((second, at): WrittenItem => {
          const j = i + 1 + at;
          return {
            responseIds: [first.id, second.id],
            judgments: [
              {
                raterId: made.raterIds[0]!,
                answers: { overall: { value: question < TABLE_3[i]![j]! ? 1 : 2 } },
                shownOrder: question % 2 === 0 ? [1, 2] : [2, 1],
              },
            ],
          };
        }),
      ),
    );
    const campaign = await writeCampaign(
      "Table 3",
      await writeProtocol("Table 3", definition as ProtocolDefinition, made.maintainerId),
      five.runIds,
      made.maintainerId,
      items,
    );
    report = (await reportOf([campaign])).reports[0] as ComparisonReport;
  }, 120_000);

  it("has its win rates, each of 200 comparisons with an interval", () => {
    TABLE_3.forEach((row, i) =>
      row.forEach((wins, j) => {
        const rate = report.preferences.matrix[i]![j]!;
        if (i === j) return expect(rate).toBeNull();
        expect(rate).toMatchObject({ value: expect.closeTo(wins / 200, 12) as number, n: 200 });
        expect(rate!.low! < wins / 200 && wins / 200 < rate!.high!).toBe(true);
      }),
    );
  });

  it("has the mean win rates, expected ranks that sum to 15, and strengths", () => {
    const { systems } = report.preferences;
    const close = (numbers: number[], digits: number) =>
      numbers.map((number) => expect.closeTo(number, digits) as number);
    expect(systems.map(({ winRate }) => winRate.value)).toEqual(
      close([0.4475, 0.2575, 0.58, 0.5325, 0.6825], 12),
    );
    expect(systems.map(({ expectedRank }) => expectedRank.value)).toEqual(
      close([3.21, 3.97, 2.68, 2.87, 2.27], 12),
    );
    expect(systems.reduce((sum, { expectedRank }) => sum + expectedRank.value!, 0)).toBeCloseTo(
      15,
      12,
    );
    expect(systems.map(({ strength }) => strength.value)).toEqual(
      close([0.841, 0.4215, 1.3215, 1.1233, 1.9004], 4),
    );
    expect(systems.map(({ logStrength }) => logStrength)).toEqual(
      close([-0.1731, -0.864, 0.2788, 0.1163, 0.642], 4),
    );
    expect(report.preferences).toMatchObject({ comparisons: 2_000, ties: 0, tieParameter: null });
  });
});

describe("answers that differ between two systems", () => {
  it("are listed with both responses and what was said of them, not to someone who has still to rate them", async () => {
    const definition = PRESETS.find(({ key }) => key === "webglm-answers")!.definition;
    const question = definition.questions.find(
      (one): one is ChoiceQuestion => isChoice(one) && one.kind === "ordinal",
    )!;
    const [least, most] = [question.levels[0]!.value, question.levels.at(-1)!.value];
    const protocol = await writeProtocol("Answers compared", definition, made.maintainerId);
    const [one, other] = made.runIds as [number, number];
    const responseOf = (at: number, runId: number) =>
      responses[at]!.find((response) => response.runId === runId)!.id;
    const said = (rater: number, value: number) => ({
      raterId: made.raterIds[rater]!,
      answers: { [question.key]: { value } },
    });
    // Of the first question the answers are far apart, of the second one step, of the third the same by adjudication.
    const items: WrittenItem[] = [
      { responseIds: [responseOf(0, one)], judgments: [said(0, most), said(1, most)] },
      { responseIds: [responseOf(0, other)], judgments: [said(0, least)] },
      { responseIds: [responseOf(1, one)], judgments: [said(0, least)] },
      { responseIds: [responseOf(1, other)], judgments: [said(0, question.levels[1]!.value)] },
      {
        responseIds: [responseOf(2, one)],
        judgments: [said(0, least)],
        adjudications: [{ [question.key]: { value: most } }],
      },
      { responseIds: [responseOf(2, other)], judgments: [said(1, most)] },
    ];
    const campaignId = await writeCampaign(
      "Answers compared",
      protocol,
      [one, other],
      made.maintainerId,
      items,
    );
    await db.campaignRater.createMany({
      data: made.raterIds.map((raterId, at) => ({ campaignId, raterId, number: at + 1 })),
    });
    const request = protocolRequest.parse({ campaign: String(campaignId) });
    const list = (actor: Actor) =>
      listDifferingAnswers(actor, request, { first: one, second: other, question, page: 1 });
    const found = await list(reader);
    expect([found.total, found.stillToRate]).toEqual([2, 0]);
    expect(found.questions.map(({ questionId }) => questionId)).toEqual(
      [0, 1].map((at) => responses[at]![0]!.questionId),
    );
    expect(found.questions[0]!.first.ratings).toEqual([
      { by: "Rater 1", value: most, comment: "" },
      { by: "Rater 2", value: most, comment: "" },
    ]);
    expect(found.questions[0]!.first.chosen.at(-1)).toBe(2);
    expect(found.questions[0]!.second.chosen[0]).toBe(1);
    expect(found.questions[0]!.second.text).toContain("As far as I know");

    const report = await getProtocolReport(reader, request);
    if (!report.ok) throw new Error(report.refusal.message);
    const figure = report.value.paired[0]!.figures.find((of) => of.question.key === question.key)!;
    expect([figure.n, figure.counts]).toEqual([3, { first: 1, equal: 1, second: 1 }]);
    expect(protocolTables(report.value).map(({ name }) => name)).toContain("compare");

    // A rater of another campaign with the first response of the first question pending learns nothing of it.
    const task = await db.ratingTask.findFirstOrThrow({
      where: { campaignId, responseId: responseOf(0, one) },
    });
    const raterId = made.raterIds[2]!;
    await db.assignment.create({
      data: { taskId: task.id, campaignId, slot: 3, raterId, position: 1, status: "pending" },
    });
    const rater: Actor = {
      userId: raterId,
      name: "Rater",
      roles: ["rater", "researcher"],
      via: "web",
    };
    const blind = await list(rater);
    expect([blind.total, blind.stillToRate]).toEqual([1, 1]);
    expect(blind.questions.map(({ questionId }) => questionId)).toEqual([
      responses[1]![0]!.questionId,
    ]);
  });
});
