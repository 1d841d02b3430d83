import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { actorOf } from "@/prisma/testing/actor";
import { readWithDuckDb } from "@/prisma/testing/duckdb";
import { notEmpty } from "@/prisma/testing/not-empty";
import { answerAll, openUnderPreset } from "@/prisma/testing/protocol-desks";
import { writeRowsAsParquet } from "./parquet-columns";
import { openJudgmentExport } from "./queries";
import {
  ANSWER_COLUMNS,
  JUDGMENT_COLUMNS,
  PAIR_COLUMNS,
  RANK_COLUMNS,
  RESPONSE_COLUMNS,
  type JudgmentExportRequest,
} from "./schema";

let made: RatingSampleMade;
let researcher: Actor;
const campaigns: Record<string, number> = {};
beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, {
      questions: 40,
      models: 3,
      raters: 3,
      judged: 0.9,
      corrected: 0.2,
      gold: 0.2,
      adjudicated: 0.5,
      agreement: 0.6,
      evaluators: [0.9, 0.6],
    }),
  );
  researcher = actorOf(made.researcherId, ["researcher"]);
  await db.responseReference.createMany({
    data: (await db.response.findMany({ take: 3 })).map(({ id }) => ({
      responseId: id,
      place: 2,
      title: "Council, “who’s who” ﷽",
      url: null,
      text: 'Ada\n"leads"',
    })),
  });
  await db.qualification.createMany({
    data: made.raterIds.map((raterId) => ({ raterId, attempt: 1, score: 15, threshold: 12 })),
  });
  const raters = made.raterIds.map((userId) => actorOf(userId, ["rater"]));
  const people = {
    maintainer: actorOf(made.maintainerId, ["maintainer"]),
    raters,
    runIds: made.runIds,
  };
  const turing = await openUnderPreset(people, "webglm-turing");
  await answerAll(raters, turing.campaignId, (rater, { taskId }) => ({
    rank: { ranks: (rater + taskId) % 2 === 0 ? [1, 2, 3] : [3, 1, 2] },
  }));
  const pairs = await openUnderPreset(people, "pairwise-fresh");
  await answerAll(raters, pairs.campaignId, (rater, { taskId }) =>
    Object.fromEntries(
      pairs.definition.questions.map(({ key }, at) => [key, { value: (rater + taskId + at) % 3 }]),
    ),
  );
  Object.assign(campaigns, {
    ratings: made.campaignId,
    turing: turing.campaignId,
    pairs: pairs.campaignId,
    key: pairs.definition.questions[0]!.key,
  });
}, 120_000);
afterAll(disconnect);

async function* bytesOf(request: JudgmentExportRequest): AsyncGenerator<Uint8Array> {
  yield* (await openJudgmentExport(researcher, request)).bytes;
}
async function linesOf(request: JudgmentExportRequest): Promise<Record<string, unknown>[]> {
  const text = await buffer(Readable.from(bytesOf({ ...request, format: "jsonl" })));
  return text
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

// By hand; every column that is not named is text.
const INTEGERS =
  "active_ms adjudicated_value adjudication_id adjudication_revision campaign_id gold_tolerance gold_value judgment_id protocol_version rank ratings reference_place release_revision response_id revision run_id shown slot superseded_by supersedes task_id value wanted".split(
    " ",
  );
const TRUTHS =
  "adjudicated_cannot_tell adjudicated_relaxed adjudicated_strict after_all_rated both_bad cannot_tell counts false_premise flagged gold gold_cannot_tell gold_relaxed gold_right gold_strict low_confidence relaxed release_answers sampled stale strict".split(
    " ",
  );
const TYPES: Record<string, string> = {
  ...Object.fromEntries(INTEGERS.map((name) => [name, "INTEGER"])),
  ...Object.fromEntries(TRUTHS.map((name) => [name, "BOOLEAN"])),
  judged_at: "TIMESTAMP WITH TIME ZONE",
  adjudicated_at: "TIMESTAMP WITH TIME ZONE",
  answers: "VARCHAR[]",
  systems: "VARCHAR[]",
  ranks: "INTEGER[]",
  response_ids: "INTEGER[]",
  run_ids: "INTEGER[]",
  shown_order: "INTEGER[]",
};
const JSON_TEXT = ["adjudications", "automatic_verdicts", "gold_verdicts", "references"];

it.each([
  ["ratings", JUDGMENT_COLUMNS, () => ({ campaign: campaigns["ratings"]! })],
  ["responses", RESPONSE_COLUMNS, () => ({ run: made.runIds[0]!, rows: "responses" as const })],
  ["answers", ANSWER_COLUMNS, () => ({ campaign: campaigns["turing"]! })],
  ["rankings", RANK_COLUMNS, () => ({ campaign: campaigns["turing"]!, rows: "rankings" as const })],
  [
    "pairs",
    PAIR_COLUMNS,
    () => ({
      campaign: campaigns["pairs"]!,
      rows: "pairs" as const,
      key: String(campaigns["key"]),
    }),
  ],
])("%s as Parquet are read by DuckDB as the lines of JSON have them", async (_, columns, of) => {
  const request = { ...of(), format: "parquet" as const };
  const times = columns.filter((name) => TYPES[name]?.startsWith("TIMESTAMP"));
  const { rows, types } = await readWithDuckDb(
    bytesOf(request),
    times.length === 0
      ? undefined
      : `SELECT * REPLACE (${times.map((name) => `epoch_ms(${name}) AS ${name}`).join(", ")}) FROM file`,
  );
  expect(types).toEqual(columns.map((name) => [name, TYPES[name] ?? "VARCHAR"]));
  const lines = notEmpty(await linesOf(request));
  expect(rows).toEqual(
    lines.map((line) =>
      Object.fromEntries(
        Object.entries(line).map(([name, value]) => [
          name,
          value === null
            ? null
            : times.some((one) => one === name)
              ? String(Date.parse(value as string))
              : JSON_TEXT.includes(name)
                ? JSON.stringify(value)
                : value,
        ]),
      ),
    ),
  );
  // Each kind of value was there, and where a value may be missing, a gap.
  const seen = (value: unknown) => value !== null && (!Array.isArray(value) || value.length > 0);
  const told = columns.filter((name) => lines.some((line) => seen(line[name])));
  expect(new Set(told.map((name) => TYPES[name]))).toEqual(
    new Set(columns.map((name) => TYPES[name])),
  );
});

it("has chosen columns and current ratings alone, as the other formats have", async () => {
  const request = {
    campaign: made.campaignId,
    format: "parquet" as const,
    current: true,
    columns: ["relaxed", "judgment_id"],
  };
  const { rows, types } = await readWithDuckDb(bytesOf(request));
  expect(types).toEqual([
    ["judgment_id", "INTEGER"],
    ["relaxed", "BOOLEAN"],
  ]);
  expect(rows).toEqual(notEmpty(await linesOf(request)));
  expect(rows.length).toBeLessThan(made.judgments);
});

it("a run that nobody rated is a file with its columns", async () => {
  const run = await db.modelRun.create({
    data: {
      modelId: made.modelIds[0]!,
      releaseId: made.releaseId,
      name: "Nothing yet",
      createdById: researcher.userId,
    },
  });
  const { rows, types } = await readWithDuckDb(
    bytesOf({ run: run.id, format: "parquet", current: true, columns: ["judged_at"] }),
  );
  expect([rows, types]).toEqual([[], [["judged_at", "TIMESTAMP WITH TIME ZONE"]]]);
});

it("a file of any length is written as it is taken, a thousand rows at a time, and reads as one table", async () => {
  const ROWS = 50_000;
  let made = 0;
  async function* batches() {
    for (; made < ROWS; await Promise.resolve()) {
      const from = made;
      made += 500;
      yield Array.from({ length: 500 }, (_, at) => ({
        judgment_id: from + at,
        relaxed: at % 3 === 0 ? null : at % 3 === 1,
        comment: `${"Because. ".repeat(40)}${from + at}`,
      }));
    }
  }
  const columns = ["judgment_id", "relaxed", "comment"] as const;
  let longest = 0;
  async function* watched() {
    let pieces = 0;
    for await (const piece of writeRowsAsParquet(columns, batches())) {
      // No more was asked for than the group that this piece ends.
      expect(made).toBeLessThanOrEqual(Math.min(ROWS, ++pieces * 1_000));
      longest = Math.max(longest, piece.length);
      yield piece;
    }
  }
  const { rows } = await readWithDuckDb(
    watched(),
    "SELECT count(*)::int AS n, sum(judgment_id)::bigint AS total, count(relaxed)::int AS told, count(DISTINCT comment)::int AS comments FROM file",
  );
  expect(rows).toEqual([{ n: ROWS, total: "1249975000", told: 33_300, comments: ROWS }]);
  expect(longest).toBeLessThan(500_000);
});
