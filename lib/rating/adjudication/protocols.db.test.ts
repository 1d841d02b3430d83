import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { getOpenWork } from "@/lib/rating/campaigns/progress-queries";
import type { Answer, Answers, ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { actorOf } from "@/prisma/testing/actor";
import { notEmpty } from "@/prisma/testing/not-empty";
import { answerAll, openUnderPreset } from "@/prisma/testing/protocol-desks";
import { correctJudgment } from "@/lib/rating/judging/commands";
import { correctJudgmentSchema } from "@/lib/rating/judging/schema";
import { answersOfColumns } from "@/lib/rating/protocols/answer-words";
import { ANSWERS_CHECK } from "@/lib/rating/judging/checks";
import { CASES_CHECK } from "./checks";
import { adjudicate, claimCases, correctAdjudication, replaceAdjudication } from "./commands";
import { getCases, getDiscussion, listCases, listSettled, type AnswersCase } from "./queries";
import { answersAgreement, differingQuestions, proposedAnswers } from "./rules";
import { claimCasesSchema, type Adjudicate } from "./schema";

const QUESTIONS = 3;
const MODELS = 2;
let made: RatingSampleMade;
let maintainer: Actor;
let adjudicator: Actor;
let raters: Actor[];
let campaignId: number;
let definition: ProtocolDefinition;

const level = (value: number): Answer => ({ value });

/** Raters 0 … 2 differ in correctness by question: 0 1 3, 1 1 3, or 2 2 2. Of truthfulness one of them cannot tell. */
const CORRECTNESS = [
  [0, 1, 3],
  [1, 1, 3],
  [2, 2, 2],
];

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, { models: MODELS, questions: QUESTIONS, raters: 3, agreement: 1 }),
  );
  maintainer = actorOf(made.maintainerId, ["maintainer", "researcher"]);
  raters = made.raterIds.map((userId) => actorOf(userId, ["rater", "adjudicator"]));
  const { id } = await db.user.create({
    data: {
      name: "Gina",
      email: "gina-protocols@x.example",
      kind: "person",
      roles: ["adjudicator"],
    },
  });
  adjudicator = actorOf(id, ["adjudicator"]);
  await db.qualification.createMany({
    data: made.raterIds.map((raterId) => ({ raterId, attempt: 1, score: 15, threshold: 12 })),
  });
  await db.campaign.updateMany({ data: { status: "closed", closedAt: new Date() } });
});
afterAll(disconnect);

beforeEach(async () => {
  await db.campaign.updateMany({
    where: { status: "open" },
    data: { status: "closed", closedAt: new Date() },
  });
  ({ campaignId, definition } = await openUnderPreset(
    { maintainer, raters, runIds: made.runIds },
    "webglm-answers",
  ));
});

const placeOf = (questionId: number, all: readonly number[]) =>
  [...new Set(all)].sort((a, b) => a - b).indexOf(questionId);

/** Everyone answers, as CORRECTNESS says. */
async function rateAll(): Promise<void> {
  const all = (
    await db.response.findMany({
      where: { runId: { in: made.runIds } },
      select: { questionId: true },
    })
  ).map(({ questionId }) => questionId);
  await answerAll(raters, campaignId, (rater, { questionId }): Answers => ({
    fluency: level(3),
    correctness: level(CORRECTNESS[placeOf(questionId, all)]![rater]!),
    "citation-accuracy": level(2),
    objectivity: level(1),
    truthfulness: rater === 0 ? { cannotTell: true } : level(1),
    redundancy: level(0),
  }));
}

async function caseOf(taskId: number, who = adjudicator): Promise<AnswersCase> {
  const [view] = await getCases(who, [taskId]);
  if (view === undefined || view.protocol === null) throw new Error("No case of answers.");
  return view;
}

const settlement = (taskId: number, answers: Answers): Adjudicate => ({
  taskId,
  answers,
  reason: "By the levels' meanings.",
  clientKey: randomUUID(),
});

async function codeOf(result: Promise<{ ok: boolean; refusal?: { code: string } }>) {
  const { ok, refusal } = await result;
  return ok ? "ok" : refusal!.code;
}

/** Cases in the queue's order. */
const queue = async () => (await listCases(adjudicator, { campaign: campaignId, cause: [] })).rows;

describe("cases of another protocol", () => {
  it("await adjudication question by question, with what the ratings suggest", async () => {
    await rateAll();
    const rows = notEmpty(await queue());
    // Everyone differs from rater 0 in truthfulness.
    expect(rows).toHaveLength(QUESTIONS * MODELS);
    for (const row of rows) {
      expect(row.causes).toEqual(["answers"]);
      const view = await caseOf(row.taskId);
      const answers = view.ratings.map((rating) => rating.answers);
      expect(view).toMatchObject({
        protocol: { name: "WebGLM: answers", definition },
        mayAdjudicate: true,
        causes: ["answers"],
      });
      expect(view.protocol.differing).toEqual(differingQuestions(definition, answers));
      expect(row.agreement).toBeCloseTo(answersAgreement(definition, answers), 9);
      expect(row.agreement).toBeCloseTo(view.agreement!, 12);
      const said = view.ratings
        .map(({ answers: { correctness } }) => ("value" in correctness! ? correctness.value : -1))
        .sort();
      expect(row.differing).toEqual(
        said[0] === said[2] ? ["Truthfulness"] : ["Correctness", "Truthfulness"],
      );
      // A median, and two of three.
      expect(proposedAnswers(definition, answers)).toEqual({
        fluency: level(3),
        correctness: level(said[1]!),
        "citation-accuracy": level(2),
        objectivity: level(1),
        truthfulness: level(1),
        redundancy: level(0),
      });
      // The adjudicator sees what the raters saw: no answers, and no run.
      expect(view.item).toMatchObject({ answers: [], sources: [], stale: false });
      expect(view.item.responses).toHaveLength(1);
    }
    expect(
      (await listCases(adjudicator, { campaign: campaignId, cause: ["relaxed", "flagged"] })).rows,
    ).toEqual([]);
    expect((await listCases(adjudicator, { campaign: campaignId, cause: ["answers"] })).total).toBe(
      rows.length,
    );
  });

  it("are settled in the questions that raters differ in; what they agree on is taken over", async () => {
    await rateAll();
    const { taskId } = (await queue())[0]!;
    const token = randomUUID();
    const claimed = await claimCases(
      adjudicator,
      claimCasesSchema.parse({ token, filters: { campaign: campaignId }, first: taskId }),
    );
    expect(claimed.ok && claimed.value.cases[0]!.item.taskId).toBe(taskId);
    const input = {
      ...settlement(taskId, { correctness: level(2), truthfulness: { cannotTell: true } }),
      token,
    };
    expect(await codeOf(adjudicate(adjudicator, { ...input, answers: {} }))).toBe("not-possible");
    expect(await adjudicate(adjudicator, input)).toMatchObject({ ok: true });
    expect(await adjudicate(adjudicator, input)).toMatchObject({ ok: true });
    const [standing] = await db.adjudication.findMany({
      where: { taskId },
      include: { answers: true },
    });
    expect(standing).toMatchObject({
      relaxed: null,
      strict: null,
      adjudicatorId: adjudicator.userId,
    });
    const view = await caseOf(taskId);
    expect(view.adjudications.map(({ answers }) => answers)).toEqual([
      {
        fluency: level(3),
        correctness: level(2),
        "citation-accuracy": level(2),
        objectivity: level(1),
        truthfulness: { cannotTell: true },
        redundancy: level(0),
      },
    ]);
    expect(view.mayAdjudicate).toBe(false);
    expect((await queue()).map((row) => row.taskId)).not.toContain(taskId);
    expect((await getOpenWork(maintainer, campaignId)).cases).toBe(QUESTIONS * MODELS - 1);
    const [settled] = (await listSettled(adjudicator, { campaign: campaignId })).rows;
    expect(settled).toMatchObject({ taskId, verdict: null, superseded: 0 });
    expect(settled!.answers).toContainEqual({
      key: "correctness",
      label: "Correctness",
      words: "Mostly answered",
    });
    // Nothing is rated behind it.
    expect((await getDiscussion(raters[0]!, taskId)).adjudications).toHaveLength(1);
  });

  it("are refused to their raters, with verdicts, with answers to other questions, and once settled", async () => {
    await rateAll();
    const { taskId } = (await queue())[0]!;
    const answers = { correctness: level(2), truthfulness: level(0) };
    const input = settlement(taskId, answers);
    expect((await listCases(raters[0]!, { campaign: campaignId, cause: [] })).rows).toEqual([]);
    expect(await codeOf(adjudicate(raters[0]!, input))).toBe("own-rating");
    const verdict = { relaxed: true, strict: true, relaxedReason: null, strictReason: null };
    expect(await codeOf(adjudicate(adjudicator, { ...input, answers: null, verdict }))).toBe(
      "not-possible",
    );
    expect(await codeOf(adjudicate(adjudicator, { ...input, answers: null }))).toBe("not-possible");
    expect(
      await adjudicate(adjudicator, { ...input, answers: { ...answers, correctness: level(9) } }),
    ).toMatchObject({
      refusal: { code: "not-possible", fields: { correctness: expect.any(String) } },
    });
    expect(
      await codeOf(adjudicate(adjudicator, { ...input, answers: { ...answers, rank: level(1) } })),
    ).toBe("not-possible");
    expect(await db.adjudication.count({ where: { taskId } })).toBe(0);
    const codes = await Promise.all(
      [adjudicator, maintainer].map((who) =>
        codeOf(adjudicate(who, { ...input, clientKey: randomUUID() })),
      ),
    );
    expect(codes.sort()).toEqual(["adjudicated", "ok"]);
    expect(await db.adjudication.count({ where: { taskId } })).toBe(1);
  });

  it("are no cases any more once a rater's correction ends the dispute, and settling one says so", async () => {
    await rateAll();
    // Raters differ in nothing but truthfulness.
    const { taskId } = (await queue()).find((row) => row.differing.length === 1)!;
    const first = await db.judgment.findFirstOrThrow({
      where: { taskId, raterId: raters[0]!.userId },
      include: { answers: true },
    });
    const corrected = await correctJudgment(
      raters[0]!,
      correctJudgmentSchema.parse({
        taskId,
        revisionId: first.revisionId,
        answers: { ...answersOfColumns(first.answers), truthfulness: level(1) },
        activeMs: 1_000,
        clientKey: randomUUID(),
        supersedes: first.clientKey,
        correction: "It can be told.",
        enteredAt: new Date().toISOString(),
      }),
    );
    expect(corrected).toMatchObject({ ok: true });
    const input = settlement(taskId, { truthfulness: level(0) });
    expect(await codeOf(adjudicate(adjudicator, input))).toBe("not-disputed");
  });

  it("are corrected by their adjudicator and replaced by a maintainer; the history stays", async () => {
    await rateAll();
    const { taskId } = (await queue())[0]!;
    const input = settlement(taskId, { correctness: level(2), truthfulness: level(0) });
    await adjudicate(adjudicator, input);
    const again = { ...input, supersedes: input.clientKey, clientKey: randomUUID() };
    expect(await codeOf(correctAdjudication(adjudicator, again))).toBe("unchanged");
    expect(
      await codeOf(
        correctAdjudication(adjudicator, {
          ...again,
          answers: { ...input.answers!, correctness: level(1) },
        }),
      ),
    ).toBe("ok");
    const stale = await correctAdjudication(adjudicator, { ...again, clientKey: randomUUID() });
    expect(stale).toMatchObject({
      refusal: {
        code: "stale",
        details: { answers: { correctness: level(1) }, clientKey: again.clientKey },
      },
    });
    const [last] = (await caseOf(taskId)).adjudications;
    const replacing = { ...settlement(taskId, input.answers!), supersedes: last!.id };
    expect(await codeOf(replaceAdjudication(maintainer, replacing))).toBe("ok");
    expect((await caseOf(taskId)).adjudications.map(({ answers }) => answers.correctness)).toEqual([
      level(2),
      level(1),
      level(2),
    ]);
    const answersOf = { where: { adjudication: { taskId } } };
    expect(await db.adjudicationAnswer.count(answersOf)).toBe(3 * definition.questions.length);
    await expect(db.adjudicationAnswer.deleteMany(answersOf)).rejects.toThrow();
  });

  it("come and go with corrections, and the database's check finds them as it keeps them", async () => {
    await rateAll();
    const check = () => withConnection((client) => CASES_CHECK.find(client));
    expect(await check()).toMatchObject({ wrong: 0 });
    const before = await queue();
    const { taskId } = before[0]!;
    await withConnection((client) =>
      client.query("UPDATE adjudication_cases SET differing = '{fluency}' WHERE task_id = $1", [
        taskId,
      ]),
    );
    expect(await check()).toMatchObject({ wrong: 1, examples: [`task ${taskId}`] });
    await withConnection((client) => CASES_CHECK.repair!(client));
    expect(await check()).toMatchObject({ wrong: 0 });
    expect(await queue()).toEqual(before);
  });
});

it("the database's check finds answers that are none of their protocol's", async () => {
  const turing = await openUnderPreset(
    { maintainer, raters, runIds: made.runIds },
    "webglm-turing",
  );
  await answerAll(raters, turing.campaignId, () => ({ rank: { ranks: [1, 2] } }));
  await rateAll();
  const { taskId } = (await queue())[0]!;
  await adjudicate(
    adjudicator,
    settlement(taskId, { correctness: level(2), truthfulness: level(0) }),
  );
  const check = () => withConnection((client) => ANSWERS_CHECK.find(client));
  const { checked, wrong } = await check();
  expect([checked >= 3 * QUESTIONS * (MODELS + 1) + 1, wrong]).toEqual([true, 0]);
  const [rating] = await db.judgment.findMany({ where: { campaignId }, orderBy: { id: "asc" } });
  const [ranked] = await db.judgment.findMany({ where: { campaignId: turing.campaignId } });
  const [settled] = await db.adjudication.findMany({ where: { taskId } });
  const of = (id: number) => `judgment_id = ${id}`;
  for (const [statement, example] of [
    [
      `UPDATE judgment_answers SET value = 9 WHERE ${of(rating!.id)} AND question_key = 'fluency'`,
      `rating ${rating!.id}`,
    ],
    [
      `UPDATE judgment_answers SET question_key = 'other' WHERE ${of(rating!.id)} AND question_key = 'fluency'`,
      `rating ${rating!.id}`,
    ],
    [`DELETE FROM judgment_answers WHERE ${of(rating!.id)}`, `rating ${rating!.id}`],
    [`UPDATE judgment_answers SET ranks = '{1}' WHERE ${of(ranked!.id)}`, `rating ${ranked!.id}`],
    [`UPDATE judgments SET shown_order = '{2}' WHERE id = ${ranked!.id}`, `rating ${ranked!.id}`],
    [
      `UPDATE adjudication_answers SET value = 7 WHERE adjudication_id = ${settled!.id} AND question_key = 'correctness'`,
      `adjudication ${settled!.id}`,
    ],
  ] as const)
    await withConnection(async (client) => {
      await client.query("BEGIN");
      for (const table of ["judgment_answers", "adjudication_answers", "judgments"])
        await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ALL`);
      await client.query(statement);
      expect(await ANSWERS_CHECK.find(client)).toMatchObject({ wrong: 1, examples: [example] });
      await client.query("ROLLBACK");
    });
});

it("rankings and pairs have no cases, whatever raters say and doubt", async () => {
  const turing = await openUnderPreset(
    { maintainer, raters, runIds: made.runIds },
    "webglm-turing",
  );
  await answerAll(raters, turing.campaignId, (rater) => ({
    rank: { ranks: rater === 0 ? [1, 2] : [2, 1] },
  }));
  const [task] = await db.ratingTask.findMany({ where: { campaignId: turing.campaignId } });
  expect(await db.judgment.count({ where: { campaignId: turing.campaignId } })).toBe(3 * QUESTIONS);
  expect(await db.disagreement.count({ where: { campaignId: turing.campaignId } })).toBe(0);
  expect(
    await codeOf(adjudicate(adjudicator, settlement(task!.id, { rank: { ranks: [1, 2] } }))),
  ).toBe("own-rating");
});

it("nobody adjudicates what they have still to rate in another campaign, alone or among others", async () => {
  await rateAll();
  const before = await queue();
  expect(before.length).toBeGreaterThan(0);
  // Gina is to rank the same responses.
  await db.user.update({
    where: { id: adjudicator.userId },
    data: { roles: ["adjudicator", "rater"] },
  });
  const asRater = actorOf(adjudicator.userId, ["adjudicator", "rater"]);
  await openUnderPreset({ maintainer, raters: [asRater], runIds: made.runIds }, "webglm-turing");
  expect(await queue()).toEqual([]);
  expect(await getCases(adjudicator, [before[0]!.taskId])).toEqual([]);
  expect(
    await codeOf(
      adjudicate(
        adjudicator,
        settlement(before[0]!.taskId, { correctness: level(2), truthfulness: level(0) }),
      ),
    ),
  ).toBe("own-rating");
});
