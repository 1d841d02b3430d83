import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { beforeAll, expect, it } from "vitest";
import { changeQuestions } from "@/lib/dataset/questions/commands";
import type { Actor } from "@/lib/people/access/schema";
import { db, transaction } from "@/lib/platform/db";
import { AccessDenied } from "@/lib/platform/errors";
import { sampleContent } from "@/prisma/testing/content";
import { readWithDuckDb } from "@/prisma/testing/duckdb";
import { waitedLocksHere } from "@/prisma/testing/locks";
import { notEmpty } from "@/prisma/testing/not-empty";
import { parseCsv } from "@/prisma/testing/exported-judgments";
import { addQuestion } from "@/prisma/testing/questions";
import { value } from "@/prisma/testing/value";
import { exportHistory } from "./history-queries";
import { exportAddressSchema, type ExportFormat } from "./schema";

let actor: Actor;
const ids: number[] = [];

beforeAll(async () => {
  const user = await db.user.create({
    data: { email: "mara@example.org", name: "Mara", roles: ["maintainer"] },
  });
  actor = { userId: user.id, name: user.name, roles: ["maintainer"], via: "web" };
  for (const content of [
    sampleContent({ question: '=SUM(1), "so"\n﷽?', answers: ["Ada | Bo", "Cem"], split: null }),
    sampleContent({ falsePremise: true, nextReview: { policy: "on_date", on: "2031-02-28" } }),
  ])
    ids.push((await addQuestion(actor, content)).questionId);
  const change = async (
    questionId: number,
    what: { kind: "retire" } | { kind: "split"; split: "DEV" },
  ) =>
    value(
      await changeQuestions(actor, {
        questionIds: [questionId],
        change: what,
        comment: "Drawn, “again”",
      }),
    );
  await change(ids[0]!, { kind: "split", split: "DEV" });
  await change(ids[1]!, { kind: "retire" });
});

async function bytesOf(format: ExportFormat, spreadsheet = false): Promise<Buffer> {
  return buffer(Readable.from((await exportHistory(actor, { format, spreadsheet })).bytes));
}
const linesOf = async () =>
  (await bytesOf("jsonl"))
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it("has every revision in the order of writing, retired questions too, and nobody's name", async () => {
  const lines = await linesOf();
  expect(
    lines.map(({ question_id, revision, status, reason, comment, split }) => [
      question_id,
      revision,
      status,
      reason,
      comment,
      split,
    ]),
  ).toEqual([
    [`Q${ids[0]}`, 1, "active", "author", "", ""],
    [`Q${ids[1]}`, 1, "active", "author", "", "TEST"],
    [`Q${ids[0]}`, 2, "active", "split", "Drawn, “again”", "DEV"],
    [`Q${ids[1]}`, 2, "retired", "retire", "Drawn, “again”", "TEST"],
  ]);
  expect(JSON.stringify(lines)).not.toContain("Mara");
  const stored = await db.revision.findMany({ orderBy: { id: "asc" } });
  expect(lines.map(({ written_at }) => written_at)).toEqual(
    stored.map(({ createdAt }) => createdAt.toISOString()),
  );
  expect(lines.map(({ holds_since }) => holds_since)).toEqual(
    stored.map(({ holdsSince }) => holdsSince.toISOString().slice(0, 10)),
  );
});

it("is the same as CSV, exactly or for spreadsheet programs", async () => {
  const texts = (await linesOf()).map((line) =>
    Object.fromEntries(Object.entries(line).map(([name, cell]) => [name, String(cell)])),
  );
  expect(parseCsv((await bytesOf("csv")).toString())).toEqual(texts);
  const guarded = (await bytesOf("csv", true)).toString();
  expect(guarded.startsWith("\uFEFFquestion_id,revision,")).toBe(true);
  expect(parseCsv(guarded.slice(1)).map(({ question }) => question)).toEqual(
    texts.map(({ question }) => question!.replace(/^=/, "'=")),
  );
});

it("is read by DuckDB with the values and types of each revision", async () => {
  const { rows, types } = await readWithDuckDb(
    Readable.from([await bytesOf("parquet")]),
    "SELECT * REPLACE (epoch_ms(written_at) AS written_at) FROM file",
  );
  expect(Object.fromEntries(types)).toEqual({
    question_id: "VARCHAR",
    revision: "INTEGER",
    status: "VARCHAR",
    reason: "VARCHAR",
    comment: "VARCHAR",
    holds_since: "DATE",
    written_at: "TIMESTAMP WITH TIME ZONE",
    split: "VARCHAR",
    question: "VARCHAR",
    effective_year: "VARCHAR",
    next_review: "VARCHAR",
    next_review_date: "DATE",
    false_premise: "BOOLEAN",
    num_hops: "VARCHAR",
    fact_type: "VARCHAR",
    source: "VARCHAR[]",
    answers: "VARCHAR[]",
    target: "VARCHAR",
    note: "VARCHAR",
  });
  const lines = await linesOf();
  const own = [
    "question_id",
    "revision",
    "status",
    "reason",
    "comment",
    "holds_since",
    "question",
    "note",
  ];
  expect(rows).toEqual(
    lines.map((line, at) => ({
      ...Object.fromEntries(own.map((name) => [name, line[name]])),
      written_at: String(Date.parse(String(line["written_at"]))),
      split: [null, "TEST", "DEV", "TEST"][at],
      effective_year: "2024",
      next_review: ["N/A", "02/28/2031"][at % 2],
      next_review_date: [null, "2031-02-28"][at % 2],
      false_premise: at % 2 === 1,
      num_hops: "one-hop",
      fact_type: "slow-changing",
      source: ["https://council.example/lead"],
      answers: [["Ada | Bo", "Cem"], ["Ada Brandt"]][at % 2],
      target: ["Ada | Bo | Cem", "Ada Brandt"][at % 2],
    })),
  );
});

it("ends where it stood when the export began, and passes over no revision between batches", async () => {
  const many = 2_300;
  const before = await db.revision.count();
  // Written straight: what is asked is how they are read.
  await db.$executeRaw`
    INSERT INTO revisions (question_id, number, reason, author_id, cells, status, false_premise, fact_type, hops, review_policy)
    SELECT question_id, number + n, 'edit', author_id, cells, status, false_premise, fact_type, hops, review_policy
    FROM revisions, generate_series(1, ${many}::int) n WHERE question_id = ${ids[0]!} AND number = 2`;
  const file = await exportHistory(actor, { format: "parquet" });
  await db.$executeRaw`
    INSERT INTO revisions (question_id, number, reason, author_id, cells, status, false_premise, fact_type, hops, review_policy)
    SELECT question_id, 9999, 'edit', author_id, cells, status, false_premise, fact_type, hops, review_policy
    FROM revisions WHERE question_id = ${ids[0]!} AND number = 2`;
  const { rows } = await readWithDuckDb(
    file.bytes,
    "SELECT count(*)::int AS n, count(DISTINCT (question_id, revision))::int AS different, max(revision) AS last FROM file",
  );
  expect(rows).toEqual([{ n: before + many, different: before + many, last: 2 + many }]);
});

it("waits for an operation that is being written, and holds it whole", async () => {
  const write = (client: Pick<typeof db, "$executeRaw">, number: number) =>
    client.$executeRaw`
      INSERT INTO revisions (question_id, number, reason, author_id, cells, status, false_premise, fact_type, hops, review_policy)
      SELECT question_id, ${number}::int, 'edit', author_id, cells, status, false_premise, fact_type, hops, review_policy
      FROM revisions WHERE question_id = ${ids[0]!} AND number = 2`;
  const { begun } = await transaction(async (tx) => {
    await write(tx, 20001);
    await write(db, 20002);
    let opened = false;
    const begun = exportHistory(actor, { format: "jsonl" });
    void begun.then(() => (opened = true));
    const waiting = async () =>
      (await waitedLocksHere()).some(({ relation }) => relation === "revisions");
    await expect.poll(async () => opened || (await waiting())).toBe(true);
    await write(tx, 20003);
    return { begun };
  });
  const text = (await buffer(Readable.from((await begun).bytes))).toString();
  expect(
    notEmpty([20001, 20002, 20003].filter((one) => text.includes(`"revision":${one},`))),
  ).toEqual([20001, 20002, 20003]);
});

it("is for those who may read questions, and has no past day", async () => {
  await expect(exportHistory({ ...actor, roles: [] }, { format: "csv" })).rejects.toThrow(
    AccessDenied,
  );
  expect(exportAddressSchema.safeParse({ rows: "history", asOf: "2026-01-01" }).success).toBe(
    false,
  );
  expect(exportAddressSchema.parse({ rows: "history" })).toMatchObject({ format: "csv" });
});
