import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ZodError } from "zod";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { adjudicate } from "@/lib/rating/adjudication/commands";
import { correctJudgment } from "@/lib/rating/judging/commands";
import { correctJudgmentSchema } from "@/lib/rating/judging/schema";
import type { Answers } from "@/lib/rating/protocols/vocabulary";
import {
  expectedWinRate,
  impliedPairs,
  type PairRow,
  type RankRow,
} from "@/lib/reporting/preferences/preferences.oracle";
import { preferencesOfFile } from "@/lib/reporting/ratings-file/preferences-file";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { actorOf } from "@/prisma/testing/actor";
import { parseCsv } from "@/prisma/testing/exported-judgments";
import { notEmpty } from "@/prisma/testing/not-empty";
import { answerAll, openUnderPreset, type OpenedCampaign } from "@/prisma/testing/protocol-desks";
import { openJudgmentExport } from "./queries";
import {
  ANSWER_COLUMNS,
  judgmentExportSchema,
  type ExportedAnswer,
  type ExportedPair,
  type ExportedRank,
} from "./schema";

const QUESTIONS = 4;
const MODELS = 3;
let made: RatingSampleMade;
let maintainer: Actor;
let researcher: Actor;
let raters: Actor[];
let ofAnswers: OpenedCampaign;
let turing: OpenedCampaign;
let pairs: OpenedCampaign;

/** Some number that goes by all of these, the same each time. */
const mixed = (...parts: number[]) => parts.reduce((sum, part) => (sum * 31 + part * 17) % 101, 7);

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, { models: MODELS, questions: QUESTIONS, raters: 3, agreement: 0.6 }),
  );
  maintainer = actorOf(made.maintainerId, ["maintainer"]);
  researcher = actorOf(made.researcherId, ["researcher"]);
  raters = made.raterIds.map((userId) => actorOf(userId, ["rater"]));
  await db.qualification.createMany({
    data: made.raterIds.map((raterId) => ({ raterId, attempt: 1, score: 15, threshold: 12 })),
  });
  const people = { maintainer, raters, runIds: made.runIds };
  ofAnswers = await openUnderPreset(people, "webglm-answers");
  await answerAll(raters, ofAnswers.campaignId, (rater, { taskId }): Answers | null =>
    mixed(rater, taskId) % 7 === 0
      ? null
      : {
          fluency: { value: mixed(rater, taskId, 1) % 4 },
          correctness: { value: mixed(taskId, 2) % 4 },
          "citation-accuracy": { value: 2 },
          objectivity: { value: 1 },
          truthfulness: mixed(rater, taskId, 3) % 3 === 0 ? { cannotTell: true } : { value: 1 },
          redundancy: { value: 0 },
        },
  );
  turing = await openUnderPreset(people, "webglm-turing");
  await answerAll(raters, turing.campaignId, (rater, { taskId }) =>
    mixed(rater, taskId) % 9 === 0
      ? null
      : {
          rank: {
            ranks: [
              [1, 2, 3],
              [2, 1, 3],
              [3, 1, 2],
            ][mixed(rater, taskId, 4) % 3]!,
          },
        },
  );
  pairs = await openUnderPreset(people, "pairwise-fresh");
  await answerAll(raters, pairs.campaignId, (rater, { taskId }) =>
    Object.fromEntries(
      pairs.definition.questions.map(({ key }, at) => [
        key,
        { value: mixed(rater, taskId, at) % 3 },
      ]),
    ),
  );
});
afterAll(disconnect);

async function fileOf(
  request: Partial<Parameters<typeof openJudgmentExport>[1]>,
  who = researcher,
): Promise<{ text: string; fileName: string; leftOut: number }> {
  const file = await openJudgmentExport(who, { format: "jsonl", ...request });
  const parts: Uint8Array[] = [];
  for await (const part of file.bytes) parts.push(part);
  return { ...file, text: Buffer.concat(parts).toString() };
}
async function linesOf<Line = ExportedAnswer>(
  request: Partial<Parameters<typeof openJudgmentExport>[1]>,
): Promise<Line[]> {
  return (await fileOf(request)).text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

const stored = (campaignId: number) =>
  db.judgment.findMany({
    where: { campaignId },
    include: { answers: true, task: { include: { responses: { orderBy: { place: "asc" } } } } },
    orderBy: { id: "asc" },
  });

/** Of each run its model, which no other run here is of. */
async function modelOf(): Promise<(responseId: number) => string> {
  const responses = await db.response.findMany({
    where: { runId: { in: made.runIds } },
    include: { run: { include: { model: true } } },
  });
  const names = new Map(responses.map(({ id, run }) => [id, run.model.name]));
  return (id) => names.get(id)!;
}

describe("answers as a file", () => {
  it("has a row for each judgment and question, with what the database says of it", async () => {
    const { campaignId, definition } = ofAnswers;
    const rows = await linesOf({ campaign: campaignId });
    expect(Object.keys(rows[0]!)).toEqual(ANSWER_COLUMNS);
    const judgments = notEmpty(await stored(campaignId));
    expect(rows).toHaveLength(judgments.length * definition.questions.length);
    for (const judgment of judgments)
      for (const answer of judgment.answers) {
        const row = rows.find(
          (one) => one.judgment_id === judgment.id && one.key === answer.questionKey,
        )!;
        expect(row).toMatchObject({
          campaign_id: campaignId,
          task_id: judgment.taskId,
          response_ids: [judgment.responseId],
          value: answer.value,
          cannot_tell: answer.cannotTell,
          active_ms: judgment.activeMs,
          counts: true,
          superseded_by: null,
          stale: false,
        });
        const question = definition.questions.find(({ key }) => key === answer.questionKey)!;
        expect([row.kind, row.label]).toEqual([question.kind, question.label]);
        expect(row.level).toBe(
          "levels" in question && answer.value !== null
            ? question.levels.find(({ value }) => value === answer.value)!.label
            : null,
        );
      }
    const csv = parseCsv((await fileOf({ campaign: campaignId, format: "csv" })).text);
    expect(csv.map((line) => [line.judgment_id, line.key, line.value])).toEqual(
      rows.map((row) => [
        String(row.judgment_id),
        row.key,
        row.value === null ? "" : String(row.value),
      ]),
    );
  });

  it("marks a correction as what counts, and has the adjudicated answers beside each", async () => {
    const { campaignId } = ofAnswers;
    const [first] = await stored(campaignId);
    const rater = raters.find(({ userId }) => userId === first!.raterId)!;
    const said: Answers = {
      fluency: { value: 0 },
      correctness: { value: 3 },
      "citation-accuracy": { value: 2 },
      objectivity: { value: 1 },
      truthfulness: { cannotTell: true },
      redundancy: { value: 0 },
    };
    const corrected = await correctJudgment(
      rater,
      correctJudgmentSchema.parse({
        supersedes: first!.clientKey,
        answers: said,
        correction: "=SUM(A1)",
        activeMs: 5,
        clientKey: randomUUID(),
        enteredAt: new Date().toISOString(),
      }),
    );
    expect(corrected).toMatchObject({ ok: true });
    const [open] = await db.disagreement.findMany({ where: { campaignId } });
    const settled = await adjudicate(actorOf(made.maintainerId, ["maintainer"]), {
      taskId: open!.taskId,
      answers: { ...said, correctness: { value: 1 } },
      reason: "By the levels' meanings.",
      clientKey: randomUUID(),
    });
    expect(settled).toMatchObject({ ok: true });
    const rows = await linesOf({ campaign: campaignId });
    const later = rows.filter((row) => row.supersedes === first!.id);
    expect(later).toHaveLength(6);
    expect(rows.filter((row) => row.judgment_id === first!.id)).toHaveLength(6);
    for (const row of rows) expect(row.counts).toBe(row.judgment_id !== first!.id);
    const ofCase = rows.filter((row) => row.task_id === open!.taskId);
    expect(
      notEmpty(ofCase).map((row) => [row.key, row.adjudicated_value, row.adjudicated_cannot_tell]),
    ).toEqual(
      ofCase.map(({ key }) => [
        key,
        key === "correctness"
          ? 1
          : key === "truthfulness"
            ? null
            : (said[key!] as { value: number }).value,
        key === "truthfulness",
      ]),
    );
    expect(ofCase.find(({ key }) => key === "correctness")!.adjudicated_level).toBe("Fragments");
    expect(
      rows.filter((row) => row.task_id !== open!.taskId && row.adjudication_id !== null),
    ).toEqual([]);
    const { text } = await fileOf({ campaign: campaignId, format: "csv", spreadsheet: true });
    expect(parseCsv(text.slice(1)).some((line) => line.correction === "'=SUM(A1)")).toBe(true);
  });
});

describe("what agreement FILE reads of a campaign", () => {
  it("rankings come to the numbers of the database", async () => {
    const { campaignId } = turing;
    const rows = await linesOf<ExportedRank>({ campaign: campaignId, rows: "rankings" });
    const model = await modelOf();
    const raw = notEmpty(await stored(campaignId)).flatMap((judgment): RankRow[] =>
      judgment.task.responses.map(({ responseId, place }) => ({
        question: String(judgment.taskId),
        rater: String(judgment.raterId),
        system: model(responseId),
        rank: String(judgment.answers[0]!.ranks[place - 1]),
      })),
    );
    expect(rows).toHaveLength(raw.length);
    await expectSame("rankings", rows, impliedPairs(raw));
    for (const { judgment_id, shown } of rows)
      expect(shown, String(judgment_id)).toBeGreaterThan(0);
    // Position bias too: how often what was shown first is ranked first.
    const { positions } = await preferencesOf("rankings", rows);
    const first = rows.filter(({ shown }) => shown === 1);
    expect(positions).toMatchObject({ rankings: notEmpty(first).length });
    expect(positions!.places[0]!.firstPlace.value).toBeCloseTo(
      first.filter(({ rank }) => rank === 1).length / first.length,
      12,
    );
  });

  it("pairs by one of the protocol's principles come to the numbers of the database, sides too", async () => {
    const { campaignId, definition } = pairs;
    const model = await modelOf();
    const judgments = notEmpty(await stored(campaignId));
    const seen = new Set<string>();
    for (const { key } of definition.questions) {
      const rows = await linesOf<ExportedPair>({ campaign: campaignId, rows: "pairs", key });
      const raw = judgments.map((judgment): PairRow => {
        const { value } = judgment.answers.find(({ questionKey }) => questionKey === key)!;
        const name = (place: number) =>
          model(judgment.task.responses.find((one) => one.place === place)!.responseId);
        return {
          question: String(judgment.taskId),
          rater: String(judgment.raterId),
          left: name(judgment.shownOrder[0]!),
          right: name(judgment.shownOrder[1]!),
          preferred: value === 0 ? "tie" : name(value!),
        };
      });
      await expectSame("pairs", rows, raw);
      const untied = raw.filter(({ preferred }) => preferred !== "tie");
      const file = await preferencesOf("pairs", rows);
      expect(file.leftSide!.value).toBeCloseTo(
        untied.filter(({ left, preferred }) => left === preferred).length / untied.length,
        12,
      );
      seen.add(JSON.stringify(rows));
    }
    expect(seen.size).toBe(definition.questions.length);
  });

  it("is asked for by what the protocol asks", async () => {
    const refused = async (request: Parameters<typeof linesOf>[0]) =>
      await expect(fileOf(request)).rejects.toThrow(ZodError);
    await refused({ campaign: pairs.campaignId, rows: "pairs" });
    await refused({ campaign: pairs.campaignId, rows: "pairs", key: "rank" });
    for (const [request, message] of [
      [{ campaign: pairs.campaignId, rows: "rankings" }, "Rows it has: judgments, pairs."],
      [{ campaign: turing.campaignId, rows: "responses" }, "Rows it has: judgments, rankings."],
      [{ campaign: ofAnswers.campaignId, rows: "responses" }, "Rows it has: judgments."],
      [{ campaign: made.campaignId, rows: "pairs" }, "Rows it has: judgments, responses."],
      [{ run: made.runIds[0]!, rows: "rankings" }, "A run has no rows of rankings. Rows it has: j"],
    ] as const)
      await expect(fileOf(request)).rejects.toThrow(message);
    await expect(fileOf({ campaign: turing.campaignId, rows: "responses" })).rejects.toThrow(
      "its protocol is “WebGLM",
    );
    expect(
      judgmentExportSchema.parse({ campaign: "3", rows: "pairs", key: "overall" }),
    ).toMatchObject({ rows: "pairs", key: "overall" });
  });

  it("leaves out, with everything said of them, items of which the reader has a response still to rate", async () => {
    const [late] = raters;
    const reader = actorOf(late!.userId, ["rater", "researcher"]);
    // Of the ranking, this rater has left some: three responses each hide what is said of them everywhere.
    const waiting = await db.assignment.findMany({
      where: { raterId: late!.userId, judgmentId: null, campaignId: turing.campaignId },
      include: { task: { include: { responses: true } } },
    });
    const hidden = new Set(
      notEmpty(waiting).flatMap(({ task }) => task.responses.map(({ responseId }) => responseId)),
    );
    for (const { campaignId } of [ofAnswers, pairs, turing]) {
      const { text, leftOut } = await fileOf({ campaign: campaignId }, reader);
      const rows = text
        .trimEnd()
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as ExportedAnswer);
      expect(leftOut).toBeGreaterThanOrEqual(hidden.size);
      expect(rows.flatMap((row) => row.response_ids).filter((id) => hidden.has(id))).toEqual([]);
    }
  });
});

async function preferencesOf(kind: "pairs" | "rankings", rows: readonly object[]) {
  const file = {
    name: "f.jsonl",
    bytes: Buffer.from(rows.map((row) => JSON.stringify(row)).join("\n")),
  };
  const read = await preferencesOfFile(
    file,
    kind === "rankings"
      ? { kind, columns: { question: "question", rater: "rater", system: "system", rank: "rank" } }
      : {
          kind,
          columns: {
            question: "question",
            rater: "rater",
            left: "left",
            right: "right",
            preferred: "preferred",
          },
        },
  );
  if (!read.ok) throw new Error(read.refusal.message);
  return read.value;
}

/** The file's win rates are those that its raw rows have one by one. */
async function expectSame(
  kind: "pairs" | "rankings",
  rows: readonly object[],
  raw: readonly PairRow[],
): Promise<void> {
  const read = await preferencesOf(kind, rows);
  expect(read.comparisons).toBe(raw.length);
  const names = read.systems.map(({ system }) => system);
  expect([...names].sort()).toEqual(
    [...new Set(raw.flatMap(({ left, right }) => [left, right]))].sort(),
  );
  expect(names).toHaveLength(MODELS);
  for (const [row, system] of names.entries())
    for (const [column, against] of names.entries())
      if (row !== column)
        expect(read.matrix[row]![column]!.value).toBeCloseTo(
          expectedWinRate(raw, system, against),
          12,
        );
}
