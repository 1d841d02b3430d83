import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandNamed } from "@/prisma/testing/command-line";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import type { Answer, ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";
import { reportFile, REPORTS } from "@/lib/reporting/reports";
import { plainCheck } from "@/lib/runs/references/citation-check.oracle";
import { STOP_WORDS } from "@/lib/runs/references/stop-words";
import type { CitationVariant } from "@/lib/runs/references/vocabulary";
import { bootstrap } from "@/lib/statistics/bootstrap";
import { finish } from "@/lib/statistics/intervals";
import { expectedSpearman } from "@/lib/statistics/rank-correlation.oracle";
import { SeededRandom } from "@/lib/statistics/seeded-random";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { someCited, writeCitedRun } from "@/prisma/testing/cited-run";
import { testTerminal } from "@/prisma/testing/command-line";
import { notEmpty } from "@/prisma/testing/not-empty";
import { writeCampaign, writeProtocol, type WrittenItem } from "@/prisma/testing/protocol-campaign";
import { counting, expectedChoice, meanOf } from "./protocols.oracle";
import { getProtocolReport, listCitationRatings } from "./queries";
import { protocolRequest, type CitationMeasure, type ProtocolReport } from "./schema";

const QUESTIONS = 40;
const KEY = "citation-accuracy";
let made: RatingSampleMade;
let reader: Actor;
let runIds: number[];
let campaignId: number;
let report: ProtocolReport;

/** The preset, with "cannot tell" for the question about citations. */
function definitionOf(): ProtocolDefinition {
  const { definition } = PROTOCOL_PRESETS.find(({ key }) => key === "webglm-answers")!;
  return {
    ...definition,
    questions: definition.questions.map((question) =>
      question.key === KEY && question.kind === "ordinal"
        ? { ...question, cannotTell: true, required: false }
        : question,
    ),
  };
}

async function someItems(): Promise<WrittenItem[]> {
  const chance = SeededRandom.ofSeed(4, 1);
  const answer = (): Answer =>
    chance.below(7) === 0 ? { cannotTell: true } : { value: chance.below(4) };
  const responses = await db.response.findMany({ where: { runId: { in: runIds } } });
  return responses.map(({ id }) => {
    // Of some responses no one can tell; of some others nobody is asked.
    const hard = chance.below(9) === 0;
    const judgment = (raterId: number) => ({
      raterId,
      answers: {
        fluency: { value: 1 },
        ...(chance.below(12) > 0 && { [KEY]: hard ? { cannotTell: true as const } : answer() }),
      },
    });
    const judgments = made.raterIds
      .filter(() => chance.below(4) > 0)
      .flatMap((raterId) =>
        chance.below(8) === 0
          ? [judgment(raterId), { ...judgment(raterId), corrects: true }]
          : [judgment(raterId)],
      );
    return {
      responseIds: [id],
      gold: chance.below(10) === 0,
      judgments,
      ...(judgments.length > 0 &&
        chance.below(5) === 0 && { adjudications: [{ [KEY]: answer() }] }),
    };
  });
}

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, {
      name: "Cited systems",
      questions: QUESTIONS,
      models: 1,
      raters: 3,
      campaign: false,
    }),
  );
  reader = { userId: made.researcherId, name: "Reader", roles: ["researcher"], via: "web" };
  const like = made.runIds[0]!;
  runIds = [
    await writeCitedRun(like, "One", someCited(QUESTIONS, 11)),
    await writeCitedRun(like, "Other", someCited(QUESTIONS, 12)),
  ];
  campaignId = await writeCampaign(
    "Cited",
    await writeProtocol("Citations", definitionOf(), made.maintainerId),
    runIds,
    made.maintainerId,
    await someItems(),
  );
  const found = await getProtocolReport(reader, protocolRequest.parse({ campaign: [campaignId] }));
  if (!found.ok) throw new Error(found.refusal.message);
  report = found.value;
}, 120_000);
afterAll(disconnect);

interface ExpectedItem {
  runId: number;
  questionId: number;
  people: number | null;
  /** Null: without references. */
  checks: Record<
    CitationVariant,
    { right: number; cited: number; found: number; supported: number }
  > | null;
}

/** Each rated response from the rows of the tables, by the plain check. */
async function expectedItems(): Promise<ExpectedItem[]> {
  const tasks = await db.ratingTask.findMany({
    where: { campaignId },
    include: {
      response: { include: { references: { orderBy: { place: "asc" } } } },
      judgments: { include: { answers: true } },
      adjudications: { include: { answers: true } },
    },
  });
  return tasks.flatMap(({ response, unitKey, gold, judgments, adjudications }) => {
    const { runId, questionId, text, references } = response!;
    const raw = judgments.map((judgment) => ({
      ...judgment,
      task: judgment.taskId,
      unit: unitKey,
      gold,
      questionId,
      runs: [runId],
    }));
    const decided = adjudications.map((one) => ({ ...one, task: one.taskId, gold }));
    const { values, cannotTell, adjudicated } = expectedChoice(raw, decided, KEY, runId);
    // Without an answer of those that count, the question is missing.
    if (values.length + cannotTell === 0 || counting(raw).length === 0) return [];
    const check = (variant: CitationVariant) => {
      const pieces = plainCheck(text, references, variant === "repository", STOP_WORDS);
      const states = pieces
        .flatMap(({ cited }) => cited.map(([, state]) => state))
        .filter((state) => state !== "unchecked");
      const supported = pieces.filter(({ supporting }) => supporting.length > 0);
      return {
        right: states.filter((state) => state === "supported").length,
        cited: states.length,
        found: supported.filter(({ cited }) => cited.some(([, state]) => state === "supported"))
          .length,
        supported: supported.length,
      };
    };
    return [
      {
        runId,
        questionId,
        // An adjudicated answer stands in the place of each rater's.
        people: values.length === 0 ? null : adjudicated > 0 ? values[0]! : meanOf(values),
        checks:
          references.length === 0
            ? null
            : { paper: check("paper"), repository: check("repository") },
      },
    ];
  });
}

function measured(
  { checks }: ExpectedItem,
  variant: CitationVariant,
  measure: CitationMeasure,
): number | null {
  const { right, cited, found, supported } = checks![variant];
  if (measure === "precision") return cited === 0 ? null : right / cited;
  if (measure === "recall") return supported === 0 ? null : found / supported;
  if (cited === 0 || supported === 0) return null;
  return right === 0 && found === 0 ? 0 : 2 / (cited / right + supported / found);
}

describe("the citation check beside people", () => {
  it("is what the rows of the tables come to", async () => {
    const items = await expectedItems();
    const [found] = report.citations;
    expect(report.citations).toHaveLength(1);
    const compared = items.filter(({ people, checks }) => people !== null && checks !== null);
    const without = items.filter(({ checks }) => checks === null).length;
    expect(found).toMatchObject({
      question: { key: KEY },
      withoutReferences: without,
      cannotTell: items.length - without - compared.length,
    });
    expect(Math.min(found!.withoutReferences, found!.cannotTell)).toBeGreaterThan(0);
    for (const { runId, responses, people, checks } of notEmpty(found!.systems)) {
      const own = compared.filter((item) => item.runId === runId);
      expect(responses).toBe(own.length);
      expect(people.value).toBeCloseTo(meanOf(own.map((item) => item.people!)), 12);
      for (const variant of ["paper", "repository"] as const) {
        const total = (part: "cited" | "found" | "right" | "supported") =>
          own.reduce((sum, item) => sum + item.checks![variant][part], 0);
        const { precision, recall } = checks[variant];
        expect(precision).toMatchObject({ n: total("cited") });
        expect(precision.value).toBeCloseTo(total("right") / total("cited"), 12);
        expect(recall).toMatchObject({ n: total("supported") });
        expect(recall.value).toBeCloseTo(total("found") / total("supported"), 12);
      }
    }
  });

  it("agrees with them by rank as recomputed, with the interval of resampled questions", async () => {
    const compared = (await expectedItems())
      .filter(({ people, checks }) => people !== null && checks !== null)
      .sort((a, b) => a.questionId - b.questionId || a.runId - b.runId);
    const { agreement } = report.citations[0]!;
    expect(agreement).toHaveLength(6);
    for (const { variant, measure, correlation, withoutValue } of agreement) {
      const paired = compared.filter((item) => measured(item, variant, measure) !== null);
      const pairs = paired.map(
        (item) => [item.people!, measured(item, variant, measure)!] as const,
      );
      expect(correlation.n).toBe(notEmpty(paired).length);
      expect(withoutValue).toBe(compared.length - paired.length);
      expect(correlation.value).toBeCloseTo(expectedSpearman(pairs)!, 10);
      expect(correlation.low! < correlation.value!).toBe(true);
      expect(correlation.value! < correlation.high!).toBe(true);
      if (variant !== "paper" || measure !== "precision") continue;
      // Whole questions are repeated, pair by pair.
      const questions = [...new Set(paired.map(({ questionId }) => questionId))];
      const interval = finish(
        bootstrap(questions.length, (times) => [
          expectedSpearman(
            paired.flatMap(({ questionId }, at) =>
              Array<(typeof pairs)[number]>(times[questions.indexOf(questionId)]!).fill(pairs[at]!),
            ),
          ),
        ]),
      )(0);
      expect(correlation.low).toBeCloseTo(interval.interval!.low, 10);
      expect(correlation.high).toBeCloseTo(interval.interval!.high, 10);
    }
  }, 60_000);

  it("has people’s rating of a response beside it, not for someone who has still to rate it", async () => {
    const items = await expectedItems();
    for (const { runId, questionId, people } of notEmpty(items).slice(0, 20)) {
      const [rating, ...more] = await listCitationRatings(reader, runId, questionId);
      expect(more).toEqual([]);
      expect(rating).toMatchObject({
        campaign: "Cited",
        question: "Citation accuracy",
        lowest: 0,
        highest: 3,
        value: people === null ? null : (expect.closeTo(people, 12) as number),
      });
    }
    const gold = await db.ratingTask.findFirstOrThrow({
      where: { campaignId, gold: true, judgments: { some: {} } },
      include: { response: true },
    });
    const { runId, questionId } = gold.response!;
    expect(await listCitationRatings(reader, runId, questionId)).toEqual([]);

    const [first, second] = items;
    const task = await db.ratingTask.findFirstOrThrow({
      where: { campaignId, response: { runId: first!.runId, questionId: first!.questionId } },
    });
    const rater: Actor = { ...reader, userId: made.raterIds[0]! };
    await db.assignment.create({
      data: { taskId: task.id, campaignId, slot: 1, raterId: rater.userId, position: 1 },
    });
    expect(await listCitationRatings(rater, first!.runId, first!.questionId)).toEqual([]);
    expect(await listCitationRatings(rater, second!.runId, second!.questionId)).toHaveLength(1);
  });

  it("is in files and at the command line, and not in reports of protocols without such a question", async () => {
    const { table } = await reportFile(
      REPORTS.protocols,
      reader,
      { campaign: String(campaignId), table: "citation-agreement" },
      "markdown",
    );
    expect(table.rows.map((row) => row[4]!.value)).toEqual(
      report.citations[0]!.agreement.map(({ correlation }) => correlation.value),
    );
    const { table: records } = await reportFile(
      REPORTS.protocols,
      reader,
      { campaign: String(campaignId) },
      "csv",
    );
    const spearman = records.rows.filter(([, measure]) => measure!.text.startsWith("Spearman"));
    expect(spearman.map(([, measure]) => measure!.text)).toEqual([
      "Spearman, citation check, paper: precision",
      "Spearman, citation check, paper: recall",
      "Spearman, citation check, paper: f1",
      "Spearman, citation check, repository: precision",
      "Spearman, citation check, repository: recall",
      "Spearman, citation check, repository: f1",
    ]);
    const printed = (await commandNamed("report protocol").run({
      actor: reader,
      words: [],
      values: { campaign: ["Cited"] },
      json: false,
      say: () => {},
      terminal: testTerminal().terminal,
    }))!;
    expect(printed.words).toContain("Citation check beside people: Citations");
    expect(printed.words).toContain("Agreement of the citation check with people: Citations");

    const { definition } = PROTOCOL_PRESETS.find(({ key }) => key === "three-way")!;
    const other = await writeCampaign(
      "Not cited",
      await writeProtocol("No citations", definition, made.maintainerId),
      runIds,
      made.maintainerId,
      [],
    );
    const found = await getProtocolReport(reader, protocolRequest.parse({ campaign: [other] }));
    expect(found.ok && found.value.citations).toEqual([]);
  });
});
