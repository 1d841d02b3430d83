import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { claimItems, submitJudgment } from "@/lib/rating/judging/commands";
import { getProtocolItems } from "@/lib/rating/judging/queries";
import { submitJudgmentSchema } from "@/lib/rating/judging/schema";
import { getAccuracyReport } from "@/lib/reporting/accuracy/queries";
import { accuracyRequest } from "@/lib/reporting/accuracy/schema";
import { getAgreementReport } from "@/lib/reporting/agreement/queries";
import { agreementRequest } from "@/lib/reporting/agreement/schema";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { notEmpty } from "@/prisma/testing/not-empty";
import {
  answerAll as answerItems,
  openUnderPreset,
  submitAnswers,
} from "@/prisma/testing/protocol-desks";
import type { Answer } from "./vocabulary";

const MODELS = 3;
const QUESTIONS = 4;
let made: RatingSampleMade;
let maintainer: Actor;
let raters: Actor[];

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, { models: MODELS, questions: QUESTIONS, raters: 2, agreement: 0.5 }),
  );
  maintainer = {
    userId: made.maintainerId,
    name: "Mara",
    roles: ["maintainer", "researcher"],
    via: "web",
  };
  raters = made.raterIds.map((userId) => ({
    userId,
    name: `Rater ${userId}`,
    roles: ["rater"],
    via: "web",
  }));
  await db.qualification.createMany({
    data: made.raterIds.map((raterId) => ({ raterId, attempt: 1, score: 15, threshold: 12 })),
  });
  const responses = await db.response.findMany({ where: { runId: { in: made.runIds } } });
  await db.responseReference.createMany({
    data: responses.flatMap(({ id }) =>
      [1, 2].map((place) => ({ responseId: id, place, title: `T${place}`, text: `Text ${place}` })),
    ),
  });
});
afterAll(disconnect);

const open = (key: string) => openUnderPreset({ maintainer, raters, runIds: made.runIds }, key);
const answerAll = (campaignId: number, answers: Parameters<typeof answerItems>[2]) =>
  answerItems(raters, campaignId, answers);

/** What stands of a campaign, as `key: value`, by judgment. */
async function stored(campaignId: number) {
  return db.judgment.findMany({
    where: { campaignId },
    include: { answers: true },
    orderBy: { id: "asc" },
  });
}

/** Every number about Relaxed and Strict, without the moment at which it was asked for. */
async function numbers(): Promise<unknown> {
  const reports = [
    await getAccuracyReport(maintainer, accuracyRequest.parse({ runs: made.runIds })),
    await getAgreementReport(maintainer, agreementRequest.parse({ campaign: [made.campaignId] })),
  ];
  return reports.map(({ inputs: { at: _at, state: _state, ...inputs }, ...report }) => ({
    ...report,
    inputs,
  }));
}

describe("a campaign under another protocol", () => {
  it("ranks all responses to a question, in an order of each rater's own that is recorded", async () => {
    const { campaignId } = await open("webglm-turing");
    // By how they were shown: the first one is best.
    const seen = await answerAll(campaignId, () => ({ rank: { ranks: [1, 2, 3] } }));
    expect(seen).toHaveLength(2 * QUESTIONS);
    for (const { item } of seen) {
      expect(item.responses.map(({ place }) => place)).toEqual([1, 2, 3]);
      // The protocol shows neither the correct answers nor evidence.
      expect([item.answers, item.sources, item.note, item.reference]).toEqual([[], [], "", null]);
    }
    const orders = new Set((await stored(campaignId)).map(({ shownOrder }) => shownOrder.join()));
    expect(orders.size).toBeGreaterThan(1);
    for (const judgment of notEmpty(await stored(campaignId))) {
      const { ranks } = judgment.answers[0]!;
      expect(judgment).toMatchObject({ relaxed: null, strict: null, responseId: null });
      expect(judgment.shownOrder.map((place) => ranks[place - 1])).toEqual([1, 2, 3]);
    }
    expect(await db.disagreement.count({ where: { campaignId } })).toBe(0);
  });

  it("compares each pair of responses to a question", async () => {
    const { campaignId, definition } = await open("pairwise-fresh");
    const pairs = QUESTIONS * ((MODELS * (MODELS - 1)) / 2);
    const seen = await answerAll(campaignId, (rater) =>
      Object.fromEntries(definition.questions.map(({ key }) => [key, { value: rater }])),
    );
    expect(seen).toHaveLength(2 * pairs);
    expect(
      notEmpty(seen).every(({ item }) => item.responses.length === 2 && item.answers.length > 0),
    ).toBe(true);
    expect(new Set((await stored(campaignId)).map(({ taskId }) => taskId)).size).toBe(pairs);
  });

  it("asks for each reference, and shows that one alone", async () => {
    const { campaignId } = await open("webglm-references");
    const seen = await answerAll(campaignId, () => ({
      relevancy: { value: 3 },
      density: { value: 2 },
      truthfulness: { cannotTell: true },
      toxicity: { value: 0 },
      "social-bias": { value: 0 },
    }));
    expect(seen).toHaveLength(2 * QUESTIONS * MODELS * 2);
    for (const { item } of seen) {
      expect(item.reference).toMatchObject({ text: `Text ${item.reference!.place}` });
      expect(item.responses.flatMap(({ references }) => references)).toEqual([]);
    }
    const answers = (await stored(campaignId)).flatMap((judgment) => judgment.answers);
    expect(
      notEmpty(answers.filter(({ questionKey }) => questionKey === "truthfulness")).every(
        ({ cannotTell, value }) => cannotTell && value === null,
      ),
    ).toBe(true);
  });

  it("awaits adjudication where raters chose differently, question by question, and moves no other number", async () => {
    const before = await numbers();
    const { campaignId } = await open("webglm-answers");
    const level = (value: number): Answer => ({ value });
    const seen = await answerAll(campaignId, (rater, { questionId }) => ({
      fluency: level(3),
      correctness: level(questionId % 2 === 0 ? 3 : rater),
      "citation-accuracy": level(2),
      objectivity: level(1),
      truthfulness: questionId % 2 === 0 && rater === 1 ? { cannotTell: true } : level(1),
      redundancy: level(0),
    }));
    expect(seen[0]!.item.responses[0]!.references).toHaveLength(2);
    const cases = await db.disagreement.findMany({ where: { campaignId } });
    const questionOf = new Map(seen.map(({ item }) => [item.taskId, item.questionId]));
    expect(cases).toHaveLength(QUESTIONS * MODELS);
    for (const { taskId, differing, agreement, relaxedDiffers } of notEmpty(cases)) {
      expect(differing).toEqual(
        questionOf.get(taskId)! % 2 === 0 ? ["truthfulness"] : ["correctness"],
      );
      expect(agreement).toBeCloseTo(5 / 6, 9);
      expect(relaxedDiffers).toBe(false);
    }
    expect(await numbers()).toEqual(before);
  });

  it("refuses what does not answer its questions, and a verdict; the built-in one refuses answers", async () => {
    const { campaignId } = await open("three-way");
    const claimed = await claimItems(raters[0]!, { campaignId, count: 1 });
    const [item] = await getProtocolItems(raters[0]!, claimed.ok ? claimed.value.taskIds : []);
    expect(await submitAnswers(raters[0]!, item!, {})).toMatchObject({
      refusal: { code: "not-possible", fields: { grade: "Answer “Grade”." } },
    });
    const verdict = submitJudgmentSchema.parse({
      taskId: item!.taskId,
      revisionId: item!.revisionId,
      verdict: { relaxed: true, strict: true },
      activeMs: 1,
      clientKey: randomUUID(),
      enteredAt: new Date().toISOString(),
    });
    expect(await submitJudgment(raters[0]!, verdict)).toMatchObject({
      refusal: { code: "not-possible" },
    });
    expect(await stored(campaignId)).toEqual([]);
    await expect(
      db.judgment.create({
        data: {
          taskId: item!.taskId,
          campaignId,
          raterId: raters[0]!.userId,
          revisionId: item!.revisionId,
          relaxed: true,
          strict: true,
          activeMs: 1,
          clientKey: randomUUID(),
        },
      }),
    ).rejects.toThrow("not one of its campaign's protocol");
  });
});
