import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { ROLES } from "@/lib/people/access/roles";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import type { Answers, ProtocolDefinition, Unit } from "@/lib/rating/protocols/vocabulary";
import { openJudgmentExport } from "@/lib/reporting/judgment-export/queries";
import { countStillToRate } from "@/lib/runs/responses/queries";
import { makeProtocolCampaign } from "@/prisma/factories/protocols";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { notEmpty } from "@/prisma/testing/not-empty";
import { claimItems, correctJudgment, submitJudgment } from "./commands";
import {
  getDeskCampaign,
  getOwnJudgment,
  getProtocolItems,
  getRatingItems,
  itemsAtOnce,
  listOwnWork,
  type ProtocolItem,
} from "./queries";
import { correctJudgmentSchema, submitJudgmentSchema } from "./schema";

const QUESTIONS = 4;
const MODELS = 3;
let made: RatingSampleMade;
let rater: Actor;

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, { models: MODELS, questions: QUESTIONS, evaluators: [0.5] }),
  );
  const { id } = await db.user.create({
    data: { name: "Rosa", email: "rosa@protocols.test", roles: [...ROLES] },
  });
  rater = { userId: id, name: "Rosa", roles: [...ROLES], via: "web" };
  await db.qualification.create({ data: { raterId: id, attempt: 1, score: 15, threshold: 12 } });
  const responses = await db.response.findMany({ where: { runId: { in: made.runIds } } });
  await db.responseReference.createMany({
    data: responses.map(({ id: responseId }) => ({ responseId, place: 1, text: "A text" })),
  });
  await db.$executeRaw`ALTER TABLE responses DISABLE TRIGGER append_only`;
  await db.$executeRaw`UPDATE responses SET text = text || ' (' || id || ') as said [1][[1]](https://a.example).'`;
  await db.$executeRaw`ALTER TABLE responses ENABLE ALWAYS TRIGGER append_only`;
});
afterAll(disconnect);

const presetOf = (key: string) => PROTOCOL_PRESETS.find((one) => one.key === key)!.definition;
let campaigns = 0;
const open = (definition: ProtocolDefinition, runIds = made.runIds) =>
  withConnection((client) =>
    makeProtocolCampaign(client, {
      name: `Protocol ${++campaigns}`,
      definition,
      runIds,
      raters: [rater.userId],
    }),
  );

async function take(campaignId: number, count = 10): Promise<ProtocolItem[]> {
  const claimed = await claimItems(rater, { campaignId, count });
  if (!claimed.ok) throw new Error(claimed.refusal.message);
  expect(claimed.value.verdicts).toBe(false);
  return getProtocolItems(rater, claimed.value.taskIds);
}

const submission = ({ taskId, revisionId }: ProtocolItem, answers: Answers) =>
  submitJudgmentSchema.parse({
    taskId,
    revisionId,
    answers,
    activeMs: 1_000,
    clientKey: randomUUID(),
    enteredAt: new Date().toISOString(),
  });
const correction = (supersedes: string, answers: Answers) =>
  correctJudgmentSchema.parse({
    supersedes,
    answers,
    correction: "Misread it",
    activeMs: 1_000,
    clientKey: randomUUID(),
    enteredAt: new Date().toISOString(),
  });

describe("items of a protocol", () => {
  it("have no citation marks where it removes them, and its definition says what is asked", async () => {
    const campaignId = await open(presetOf("webglm-turing"));
    const [item] = await take(campaignId, 1);
    expect(item!.responses).toHaveLength(MODELS);
    for (const { text, rich } of item!.responses) {
      expect(text).toMatch(/ as said\.$/);
      expect(JSON.stringify(rich)).not.toMatch(/\[1\]|a\.example/);
    }
    expect(await getDeskCampaign(rater, campaignId)).toMatchObject({
      total: QUESTIONS,
      protocol: { name: `Protocol ${campaigns}`, definition: presetOf("webglm-turing") },
    });
  });

  it("keep them elsewhere, and hold no response where a reference is rated", async () => {
    const [answer] = await take(await open(presetOf("webglm-answers")), 1);
    expect(answer!.responses[0]!.text).toContain("[1][[1]]");
    const [reference] = await take(await open(presetOf("webglm-references")), 1);
    expect(reference).toMatchObject({ responses: [], reference: { place: 1, text: "A text" } });
  });

  it("take a doubt about the correct answers only where these are shown", async () => {
    const base = presetOf("three-way");
    for (const correctAnswers of [false, true]) {
      const [item] = await take(
        await open({ ...base, shows: { ...base.shows, correctAnswers } }),
        1,
      );
      const { taskId } = item!;
      const flagging = { ...submission(item!, { grade: { value: 1 } }), flagged: true };
      expect(await submitJudgment(rater, flagging)).toMatchObject(
        correctAnswers ? { ok: true } : { refusal: { code: "not-possible" } },
      );
      expect(await db.answerFlag.count({ where: { judgment: { taskId } } })).toBe(
        correctAnswers ? 1 : 0,
      );
    }
  });

  it("are not given as items of Relaxed and Strict, which have the correct answers", async () => {
    const [item] = await take(await open(presetOf("webglm-answers")), 1);
    expect(await getRatingItems(rater, [item!.taskId])).toEqual([]);
  });
});

describe("own ratings under protocols", () => {
  it("appear with their answers in words, beside verdicts, and are corrected", async () => {
    const campaignId = await open(presetOf("webglm-turing"));
    const [item] = await take(campaignId, 1);
    /** The ranks of Response A, B, C. */
    const ranks = (...shown: number[]) => ({ rank: { ranks: shown } });
    const first = submission(item!, ranks(2, 3, 1));
    expect(await submitJudgment(rater, first)).toMatchObject({ ok: true });
    const again = { ...first, clientKey: randomUUID() };
    expect(await submitJudgment(rater, again)).toMatchObject({
      refusal: { code: "already-judged", details: { clientKey: first.clientKey } },
    });
    expect(await correctJudgment(rater, correction(first.clientKey, ranks(1, 2, 3)))).toMatchObject(
      {
        ok: true,
      },
    );
    expect(await correctJudgment(rater, correction(first.clientKey, ranks(1, 2, 3)))).toMatchObject(
      {
        refusal: { code: "stale" },
      },
    );
    const detail = await getOwnJudgment(rater, item!.taskId);
    expect(detail).toMatchObject({ protocol: { name: `Protocol ${campaigns}` }, item });
    expect(detail.states).toMatchObject([
      {
        verdict: null,
        given: ranks(1, 2, 3),
        answers: [{ label: "Ranking", words: "A > B > C" }],
        correction: "Misread it",
      },
      { verdict: null, answers: [{ words: "C > A > B" }], correction: "" },
    ]);
    expect((await listOwnWork(rater, { campaign: campaignId })).rows).toMatchObject([
      { verdict: null, answers: [{ words: "A > B > C" }], corrections: 1 },
    ]);
  });

  it("say sides, levels, “cannot tell” and texts as the rater saw them", async () => {
    const pairs = presetOf("pairwise-fresh");
    const definition: ProtocolDefinition = {
      ...pairs,
      questions: [
        ...pairs.questions,
        { kind: "text", key: "why", label: "Why", help: "", when: null, required: true, max: 9 },
      ],
    };
    const pairCampaign = await open(definition);
    const [pair] = await take(pairCampaign, 1);
    await submitJudgment(
      rater,
      submission(pair!, {
        ...Object.fromEntries(pairs.questions.map(({ key }) => [key, { value: 0 }])),
        // The one on the right.
        overall: { value: 2 },
        why: { text: "Shorter" },
      }),
    );
    const [row] = (await listOwnWork(rater, { campaign: pairCampaign })).rows;
    expect(row!.answers.map(({ words }) => words)).toEqual([
      ...pairs.questions.slice(1).map(() => "Neither"),
      "Response B",
      "Shorter",
    ]);

    const references = await open(presetOf("webglm-references"));
    const [reference] = await take(references, 1);
    await submitJudgment(
      rater,
      submission(reference!, {
        relevancy: { value: 3 },
        density: { value: 0 },
        truthfulness: { cannotTell: true },
        toxicity: { value: 0 },
        "social-bias": { value: 1 },
      }),
    );
    const [rated] = (await listOwnWork(rater, { campaign: references })).rows;
    expect(rated!.answers.map(({ words }) => words)).toEqual([
      "All of it",
      "Almost none",
      "Cannot tell",
      "Absent",
      "Present",
    ]);
  });
});

const PRESET_OF_UNIT: [Unit, string][] = [
  ["response", "webglm-answers"],
  ["reference", "webglm-references"],
  ["question", "webglm-turing"],
  ["pair", "pairwise-fresh"],
];

describe.each(PRESET_OF_UNIT)("items of a %s", (unit, preset) => {
  it("say nothing by which a system is known again in another item", async () => {
    const campaignId = await open(presetOf(preset));
    const items = notEmpty(await take(campaignId));
    const seen = items.map(({ responses, reference, ...item }) => ({
      ...item,
      ...{ taskId: 0, questionId: 0, revisionId: 0, question: "", answers: [], sources: [] },
      note: "",
      // What is left of a system beside its own words.
      responses: responses.map((one) => ({ ...one, text: "", rich: null })),
      reference: reference && { ...reference, text: "" },
    }));
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(seen[0]!.responses.map(({ place }) => place)).toEqual(
      { response: [1], reference: [], question: [1, 2, 3], pair: [1, 2] }[unit],
    );
  });
});

describe("which response is meant", () => {
  /** What is left of a text whether its citations are or not. */
  const numbered = (text: string) => / \(\d+\) as said/.exec(text)![0];
  /** A rater who likes one system, known to this test by its texts, and sees each item in another order. */
  it.each(["webglm-turing", "pairwise-fresh"])("is stored by its run, under %s", async (preset) => {
    const definition = presetOf(preset);
    const liked = made.runIds[1]!;
    const texts = new Set(
      (await db.response.findMany({ where: { runId: liked } })).map(({ text }) => numbered(text)),
    );
    const campaignId = await open(definition);
    const sides = new Set<number>();
    for (;;) {
      const items = await take(campaignId);
      if (items.length === 0) break;
      for (const item of items) {
        const at = item.responses.findIndex(({ text }) => texts.has(numbered(text)));
        sides.add(at);
        const others = item.responses.flatMap((_, i) => (i === at ? [] : [i]));
        const ranks = item.responses.map((_, i) => (i === at ? 1 : others.indexOf(i) + 2));
        const answers = Object.fromEntries(
          definition.questions.map(({ key, kind }) => [
            key,
            kind === "ranking" ? { ranks } : { value: at === -1 ? 0 : at + 1 },
          ]),
        );
        expect(await submitJudgment(rater, submission(item, answers))).toMatchObject({ ok: true });
      }
    }
    expect(sides.size).toBeGreaterThan(preset === "webglm-turing" ? 1 : 2);
    const judgments = await db.judgment.findMany({
      where: { campaignId },
      include: { answers: true, task: true },
    });
    for (const { answers, task } of notEmpty(judgments)) {
      const place = task.runIds.indexOf(liked) + 1;
      for (const { ranks, value } of notEmpty(answers))
        if (preset === "webglm-turing") expect(ranks.indexOf(1) + 1).toBe(place);
        else expect(value).toBe(place);
    }
  });
});

describe.each(PRESET_OF_UNIT)("who has still to rate items of a %s", (unit, preset) => {
  it("reads no one's verdict of their responses, and all of others", async () => {
    await db.campaign.updateMany({
      where: { id: { not: made.campaignId } },
      data: { status: "closed" },
    });
    const exported = async () => {
      const { bytes, leftOut } = await openJudgmentExport(rater, {
        campaign: made.campaignId,
        rows: "responses",
        format: "jsonl",
      });
      const parts: Uint8Array[] = [];
      for await (const part of bytes) parts.push(part);
      const lines = Buffer.concat(parts).toString().split("\n").filter(Boolean);
      return {
        leftOut,
        runs: lines.map((line) => (JSON.parse(line) as { run_id: number }).run_id),
      };
    };
    expect(await exported()).toMatchObject({ leftOut: 0 });
    const [seen, ...blind] = made.runIds;
    const campaignId = await open(presetOf(preset), blind);
    const hidden = blind.length * QUESTIONS;
    expect(await countStillToRate(rater, {})).toBe(hidden);
    expect(await countStillToRate(rater, { campaigns: [campaignId] })).toBe(hidden);
    expect(await countStillToRate(rater, { runs: [seen!] })).toBe(0);
    const { leftOut, runs } = await exported();
    expect(leftOut).toBe(hidden);
    expect(runs).toEqual(Array(QUESTIONS).fill(seen));
    expect(
      (await db.ratingTask.findFirst({ where: { campaignId } }))!.referencePlace !== null,
    ).toBe(unit === "reference");
  });
});

it("an answer to the desk holds as many items as are not too long together, one at least", async () => {
  const [runId] = notEmpty(made.runIds);
  const responses = await db.response.findMany({ where: { runId } });
  await db.responseReference.createMany({
    data: responses.flatMap(({ id: responseId }) =>
      Array.from({ length: 4 }, (_, i) => ({
        responseId,
        place: 11 + i,
        text: "é".repeat(50_000),
      })),
    ),
  });
  const idsOf = async (preset: string) =>
    (await take(await open(presetOf(preset), [runId!]))).map(({ taskId }) => taskId);
  const long = await idsOf("webglm-answers");
  expect(long).toHaveLength(QUESTIONS);
  // Each is 400 kB, the limit 1 MB.
  expect(await itemsAtOnce(rater, long)).toEqual(long.slice(0, 2));
  expect(await itemsAtOnce(rater, long.slice(3))).toEqual(long.slice(3));
  const short = await idsOf("three-way");
  expect(await itemsAtOnce(rater, short)).toEqual(short);
});
