import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { renderCells } from "@/lib/dataset/questions/cells";
import { sampleContent } from "@/prisma/testing/content";
import { readWithDuckDb } from "@/prisma/testing/duckdb";
import type { ExportRow } from "./release-file";
import { writeParquet } from "./write-parquet";
import { writeReleaseParquet } from "./write-release-parquet";

const row = (place: number, more: Parameters<typeof sampleContent>[0]): ExportRow => ({
  questionId: `Q${place + 10}`,
  revision: place + 1,
  cells: [String(place), ...renderCells(sampleContent(more))],
});
const ROWS = [
  row(0, { question: 'Is it "so",\nor not? 🏃 ﷽', answers: ["Yes | no", "=1+1", "Ünal"] }),
  row(1, {
    split: null,
    falsePremise: true,
    effectiveYear: null,
    nextReview: { policy: "on_date", on: "2025-11-30" },
    sources: [],
    note: "Since 2020",
  }),
];
async function* batches(size: number, rows: readonly ExportRow[]) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

it("a release is typed: lists, truth values and days, and its texts are untouched", async () => {
  const { rows, types } = await readWithDuckDb(writeReleaseParquet(batches(1, ROWS)));
  expect(types).toEqual([
    ["id", "INTEGER"],
    ["question_id", "VARCHAR"],
    ["revision", "INTEGER"],
    ["split", "VARCHAR"],
    ["question", "VARCHAR"],
    ["effective_year", "VARCHAR"],
    ["next_review", "VARCHAR"],
    ["next_review_date", "DATE"],
    ["false_premise", "BOOLEAN"],
    ["num_hops", "VARCHAR"],
    ["fact_type", "VARCHAR"],
    ["source", "VARCHAR[]"],
    ["answers", "VARCHAR[]"],
    ["target", "VARCHAR"],
    ["note", "VARCHAR"],
  ]);
  expect(rows).toEqual([
    {
      id: 0,
      question_id: "Q10",
      revision: 1,
      split: "TEST",
      question: 'Is it "so",\nor not? 🏃 ﷽',
      effective_year: "2024",
      next_review: "N/A",
      next_review_date: null,
      false_premise: false,
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: ["https://council.example/lead"],
      answers: ["Yes | no", "=1+1", "Ünal"],
      target: "Yes | no | =1+1 | Ünal",
      note: "",
    },
    {
      id: 1,
      question_id: "Q11",
      revision: 2,
      split: null,
      question: "Who leads the council?",
      effective_year: "",
      next_review: "11/30/2025",
      next_review_date: "2025-11-30",
      false_premise: true,
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: [],
      answers: ["Ada Brandt"],
      target: "Ada Brandt",
      note: "Since 2020",
    },
  ]);
});

it("a release without rows is a file with its columns", async () => {
  const { rows, types } = await readWithDuckDb(writeReleaseParquet(batches(1, [])));
  expect([rows.length, types.length]).toEqual([0, 15]);
});

it("the same rows give the same bytes, however they are batched; several groups are one table", async () => {
  const many = Array.from({ length: 25_001 }, (_, place) =>
    row(place, { question: `Who is number ${place}?` }),
  );
  const whole = await buffer(Readable.from(writeReleaseParquet(batches(2_000, many))));
  expect(whole.equals(await buffer(Readable.from(writeReleaseParquet(batches(777, many)))))).toBe(
    true,
  );
  const { rows } = await readWithDuckDb(
    writeReleaseParquet(batches(25_001, many)),
    "SELECT count(*) AS n, count(DISTINCT question) AS distinct_questions, min(id) AS first, max(id) AS last, sum(id) AS total FROM file",
  );
  expect(rows).toEqual([
    { n: "25001", distinct_questions: "25001", first: 0, last: 25_000, total: "312512500" },
  ]);
});

it("numbers, times and gaps of every kind", async () => {
  const { rows } = await readWithDuckDb(
    writeParquet<number>(
      [
        { name: "real", kind: "real", value: (at) => (at === 0 ? 0.1 : null) },
        { name: "integer", kind: "integer", value: (at) => (at === 0 ? -2_147_483_648 : null) },
        { name: "truth", kind: "truth", value: (at) => (at === 0 ? true : null) },
        {
          name: "time",
          kind: "time",
          value: (at) => (at === 0 ? new Date("2026-11-23T14:16:28.123Z") : null),
        },
        { name: "text", kind: "text", value: (at) => (at === 0 ? "" : null) },
        { name: "texts", kind: "texts", value: (at) => (at === 0 ? ["", "b"] : []) },
        { name: "integers", kind: "integers", value: (at) => (at === 0 ? [-1, 0, 7] : []) },
      ],
      [[0, 1]],
    ),
    "SELECT * REPLACE (epoch_ms(time) AS time) FROM file",
  );
  expect(rows).toEqual([
    {
      real: 0.1,
      integer: -2_147_483_648,
      truth: true,
      time: String(Date.parse("2026-11-23T14:16:28.123Z")),
      text: "",
      texts: ["", "b"],
      integers: [-1, 0, 7],
    },
    { real: null, integer: null, truth: null, time: null, text: null, texts: [], integers: [] },
  ]);
});

it("lets others have their turn between two columns", async () => {
  const NAMES = Array.from({ length: 30 }, (_, at) => `column ${at}`);
  let turns = 0;
  let written = false;
  const takeTurns = () => {
    if (written) return;
    turns++;
    setImmediate(takeTurns);
  };
  takeTurns();
  const columns = NAMES.map((name) => ({
    name,
    kind: "integer" as const,
    value: (at: number) => at,
  }));
  await buffer(Readable.from(writeParquet<number>(columns, [[1, 2, 3]])));
  written = true;
  expect(turns).toBeGreaterThanOrEqual(NAMES.length);
});
