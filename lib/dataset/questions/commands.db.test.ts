import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, transaction } from "@/lib/platform/db";
import { renderCells } from "./cells";
import {
  changeQuestions,
  createQuestion,
  changeView,
  deleteView,
  editQuestion,
  saveView,
  undoOperation,
} from "./commands";
import type { Content } from "./schema";
import type { StaleDetails } from "./writes";
import { appendRevision } from "./ledger";
import { sampleContent } from "@/prisma/testing/content";

let ana: Actor;
let ben: Actor;

beforeAll(async () => {
  const [a, b] = await Promise.all(
    ["ana", "ben"].map((name) =>
      db.user.create({ data: { email: `${name}@test.example`, name, roles: ["maintainer"] } }),
    ),
  );
  ana = { userId: a!.id, name: "ana", roles: ["maintainer"], via: "web" };
  ben = { userId: b!.id, name: "ben", roles: ["maintainer"], via: "web" };
});

const content = (changes: Partial<Content> = {}): Content =>
  sampleContent({
    question: "Who founded Amazon?",
    effectiveYear: { year: 2022, before: true },
    nextReview: { policy: "occasionally", on: null },
    factType: "never-changing",
    sources: ["https://en.wikipedia.org/wiki/Amazon_(company)"],
    answers: ["Jeff Bezos"],
    ...changes,
  });

async function made(changes: Partial<Content> = {}) {
  const result = await createQuestion(ana, { content: content(changes), comment: "" });
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
}

const chain = (questionId: number) =>
  db.revision.findMany({ where: { questionId }, orderBy: { number: "asc" } });
const head = (questionId: number) => db.questionHead.findUniqueOrThrow({ where: { questionId } });
/** Waits for all, and sorts what was granted from what was refused. */
async function outcomes<T extends { ok: boolean }>(calls: Promise<T>[]) {
  const results = await Promise.all(calls);
  return {
    granted: results.filter((result) => result.ok),
    refused: results.filter((result) => !result.ok) as {
      ok: false;
      refusal: { code: string; details?: unknown };
    }[],
  };
}

describe("editing", () => {
  it("appends a revision and leaves the one before to the letter", async () => {
    const first = await made();
    const before = await chain(first.questionId);
    const edited = await editQuestion(ben, {
      questionId: first.questionId,
      baseRevisionId: first.revisionId,
      content: content({ answers: ["Jeff Bezos", "Jeffrey Bezos"] }),
      comment: "another name",
    });
    expect(edited).toMatchObject({ ok: true, value: { number: 2 } });
    const after = await chain(first.questionId);
    expect(after[0]).toEqual(before[0]);
    expect(after[1]).toMatchObject({
      number: 2,
      reason: "edit",
      comment: "another name",
      authorId: ben.userId,
    });
    expect(await head(first.questionId)).toMatchObject({
      revisionId: after[1]!.id,
      number: 2,
      searchText: expect.stringContaining("jeffrey bezos"),
    });
    expect(
      await db.auditEvent.findFirst({
        where: { type: "question.revised" },
        orderBy: { id: "desc" },
      }),
    ).toMatchObject({
      actorId: ben.userId,
      data: { questionId: first.questionId, number: 2, reason: "edit", columns: ["answer_1"] },
    });
  });

  it("refuses a stale edit, writes nothing and shows the other's revision", async () => {
    const first = await made();
    await editQuestion(ben, {
      questionId: first.questionId,
      baseRevisionId: first.revisionId,
      content: content({ note: "ben was here" }),
      comment: "mine",
    });
    const late = await editQuestion(ana, {
      questionId: first.questionId,
      baseRevisionId: first.revisionId,
      content: content({ note: "ana too" }),
      comment: "",
    });
    expect(late).toMatchObject({
      ok: false,
      refusal: { code: "stale", details: { number: 2, by: "ben", comment: "mine" } },
    });
    expect((late as { refusal: { details: StaleDetails } }).refusal.details.cells).toEqual(
      renderCells(content({ note: "ben was here" })),
    );
    expect(await chain(first.questionId)).toHaveLength(2);
  });

  it("lets one of twenty people through who save on the same revision at once", async () => {
    const first = await made();
    const { granted, refused } = await outcomes(
      Array.from({ length: 20 }, (_, i) =>
        editQuestion(i % 2 ? ana : ben, {
          questionId: first.questionId,
          baseRevisionId: first.revisionId,
          content: content({ note: `try ${i}` }),
          comment: "",
        }),
      ),
    );
    expect(granted).toHaveLength(1);
    expect(refused.map((result) => result.refusal.code)).toEqual(Array(19).fill("stale"));
    expect((await chain(first.questionId)).map((revision) => revision.number)).toEqual([1, 2]);
  });

  it("says so when nothing was changed, and writes nothing", async () => {
    const first = await made();
    expect(
      await editQuestion(ana, {
        questionId: first.questionId,
        baseRevisionId: first.revisionId,
        content: content(),
        comment: "",
      }),
    ).toMatchObject({ ok: false, refusal: { code: "unchanged" } });
    expect(await chain(first.questionId)).toHaveLength(1);
  });

  it("refuses to set a schedule that names no day", async () => {
    const first = await made();
    const vague = content({ nextReview: { policy: "unrecognized", on: null } });
    expect(
      await editQuestion(ana, {
        questionId: first.questionId,
        baseRevisionId: first.revisionId,
        content: vague,
        comment: "",
      }),
    ).toMatchObject({ ok: false, refusal: { code: "invalid" } });
    expect(await createQuestion(ana, { content: vague, comment: "" })).toMatchObject({
      ok: false,
      refusal: { code: "invalid" },
    });
  });

  it("a new question that is sent three times at once under one key is written once, and the key writes no other", async () => {
    const clientKey = randomUUID();
    const wanted = content({ question: "Which question was sent thrice?" });
    const results = await Promise.all(
      [1, 2, 3].map(() => createQuestion(ana, { content: wanted, comment: "", clientKey })),
    );
    expect(new Set(results.map((result) => result.ok && result.value.questionId)).size).toBe(1);
    expect(await db.question.count({ where: { clientKey } })).toBe(1);
    expect(
      await createQuestion(ana, {
        content: { ...wanted, note: "typed since" },
        comment: "",
        clientKey,
      }),
    ).toMatchObject({ ok: false, refusal: { code: "written-already" } });
  });

  it("refuses a question that does not exist", async () => {
    expect(
      await editQuestion(ana, {
        questionId: 999_999,
        baseRevisionId: 1,
        content: content(),
        comment: "",
      }),
    ).toMatchObject({ ok: false, refusal: { code: "not-found" } });
  });
});

describe("bulk changes", () => {
  it("give each question that is not so yet one revision, count the others, and keep raw cells to the letter", async () => {
    const a = await made({ split: "DEV" });
    const b = await made({ split: "TEST" });
    const result = await changeQuestions(ana, {
      questionIds: [a.questionId, b.questionId, a.questionId],
      change: { kind: "split", split: "DEV" },
      comment: "balance",
    });
    expect(result).toMatchObject({
      ok: true,
      value: { changed: 1, alreadySo: 1, summary: "Moved 1 question to DEV" },
    });
    expect(await chain(a.questionId)).toHaveLength(1);
    const [before, after] = await chain(b.questionId);
    expect(after).toMatchObject({ number: 2, reason: "split", comment: "balance", split: "DEV" });
    expect(after!.cells).toEqual(["DEV", ...before!.cells.slice(1)]);
    expect(await head(b.questionId)).toMatchObject({
      revisionId: after!.id,
      number: 2,
      split: "DEV",
    });
  });

  it("set schedules by policy and by day, and write the official text", async () => {
    const a = await made();
    await changeQuestions(ana, {
      questionIds: [a.questionId],
      change: { kind: "schedule", nextReview: { policy: "on_date", on: "2027-03-09" } },
      comment: "",
    });
    await changeQuestions(ana, {
      questionIds: [a.questionId],
      change: { kind: "schedule", nextReview: { policy: "never", on: null } },
      comment: "",
    });
    const revisions = await chain(a.questionId);
    expect(revisions.map((revision) => revision.cells[3])).toEqual([
      "occasionally",
      "03/09/2027",
      "N/A",
    ]);
    expect(revisions[1]!.reviewOn?.toISOString().slice(0, 10)).toBe("2027-03-09");
    expect(await head(a.questionId)).toMatchObject({
      reviewPolicy: "never",
      reviewOn: null,
      number: 3,
    });
  });

  it("retire and restore without touching content", async () => {
    const a = await made();
    await changeQuestions(ana, {
      questionIds: [a.questionId],
      change: { kind: "retire" },
      comment: "duplicate",
    });
    expect(await head(a.questionId)).toMatchObject({ status: "retired" });
    await changeQuestions(ana, {
      questionIds: [a.questionId],
      change: { kind: "restore" },
      comment: "",
    });
    const revisions = await chain(a.questionId);
    expect(revisions.map((revision) => revision.status)).toEqual(["active", "retired", "active"]);
    expect(new Set(revisions.map((revision) => JSON.stringify(revision.cells))).size).toBe(1);
  });

  it("are undone as one, but for questions that someone has edited since", async () => {
    const a = await made();
    const b = await made();
    const done = await changeQuestions(ana, {
      questionIds: [a.questionId, b.questionId],
      change: { kind: "retire" },
      comment: "",
    });
    if (!done.ok) throw new Error();
    await editQuestion(ben, {
      questionId: b.questionId,
      baseRevisionId: (await head(b.questionId)).revisionId,
      content: content({ note: "still looked at" }),
      comment: "",
    });
    const undo = await undoOperation(ana, { operationId: done.value.operationId! });
    expect(undo).toMatchObject({ ok: true, value: { undone: 1, kept: 1 } });
    expect(await head(a.questionId)).toMatchObject({ status: "active", number: 3 });
    expect(await head(b.questionId)).toMatchObject({ status: "retired", number: 3 });
  });

  it("are undone once, however many ask at once", async () => {
    const a = await made();
    const done = await changeQuestions(ana, {
      questionIds: [a.questionId],
      change: { kind: "retire" },
      comment: "",
    });
    if (!done.ok) throw new Error();
    const { granted, refused } = await outcomes(
      Array.from({ length: 6 }, () => undoOperation(ben, { operationId: done.value.operationId! })),
    );
    expect(granted).toHaveLength(1);
    expect(refused.map((result) => result.refusal.code)).toEqual(Array(5).fill("already-undone"));
    expect(await chain(a.questionId)).toHaveLength(3);
  });

  it("and single edits at the same moment never lose a revision or deadlock", async () => {
    const questions = await Promise.all(Array.from({ length: 8 }, () => made()));
    const ids = questions.map((question) => question.questionId);
    await Promise.all([
      changeQuestions(ana, {
        questionIds: ids,
        change: { kind: "split", split: "DEV" },
        comment: "",
      }),
      changeQuestions(ben, {
        questionIds: [...ids].reverse(),
        change: { kind: "schedule", nextReview: { policy: "frequently", on: null } },
        comment: "",
      }),
      ...questions.map((question) =>
        editQuestion(ben, {
          questionId: question.questionId,
          baseRevisionId: question.revisionId,
          content: content({ note: "n" }),
          comment: "",
        }),
      ),
    ]);
    for (const id of ids) {
      const revisions = await chain(id);
      expect(revisions.map((revision) => revision.number)).toEqual(revisions.map((_, i) => i + 1));
      expect(await head(id)).toMatchObject({
        revisionId: revisions.at(-1)!.id,
        split: "DEV",
        reviewPolicy: "frequently",
      });
    }
  });
});

describe("saved views", () => {
  it("are renamed, shared and changed by their owner alone, under a name that no other one has", async () => {
    const saved = await saveView(ana, { name: "Mine", query: "q=x", shared: false });
    await saveView(ana, { name: "Other", query: "q=o", shared: false });
    if (!saved.ok) throw new Error();
    const { viewId } = saved.value;
    expect(await changeView(ana, { viewId, name: "Renamed", shared: true })).toMatchObject({
      ok: true,
    });
    expect(await changeView(ana, { viewId, query: "q=y" })).toMatchObject({ ok: true });
    expect(await changeView(ana, { viewId, name: "Other" })).toMatchObject({
      ok: false,
      refusal: { code: "taken", fields: { name: "Name already in use" } },
    });
    expect(await changeView(ben, { viewId, query: "q=z" })).toMatchObject({
      ok: false,
      refusal: { code: "not-found" },
    });
    expect(await db.savedView.findUnique({ where: { id: viewId } })).toMatchObject({
      name: "Renamed",
      shared: true,
      query: "q=y",
    });
    await db.savedView.deleteMany({ where: { ownerId: ana.userId } });
  });

  it("belong to their owner, who alone deletes them; saving again replaces", async () => {
    const first = await saveView(ana, { name: "Due soon", query: "q=x", shared: true });
    const again = await saveView(ana, { name: "Due soon", query: "q=y", shared: false });
    if (!first.ok || !again.ok) throw new Error();
    expect(again.value.viewId).toBe(first.value.viewId);
    expect(await deleteView(ben, { viewId: first.value.viewId })).toMatchObject({
      ok: false,
      refusal: { code: "not-found" },
    });
    expect(await deleteView(ana, { viewId: first.value.viewId })).toMatchObject({ ok: true });
    expect(await db.savedView.count({ where: { ownerId: ana.userId } })).toBe(0);
  });
});

it("the head of every question holds what the last revision of its chain holds", async () => {
  const [{ count }] = await db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM question_heads h
    JOIN LATERAL (SELECT * FROM revisions r WHERE r.question_id = h.question_id ORDER BY number DESC LIMIT 1) r ON true
    WHERE (h.revision_id, h.number, h.status, h.split, h.false_premise, h.fact_type, h.hops, h.effective_year, h.effective_before, h.review_policy, h.review_on, h.author_id, h.question)
      IS DISTINCT FROM (r.id, r.number, r.status, r.split, r.false_premise, r.fact_type, r.hops, r.effective_year, r.effective_before, r.review_policy, r.review_on, r.author_id, btrim(r.cells[2]))`;
  expect(count).toBe(0);
});

it("the day since which answers hold is that of the first revision of the last stretch with them", async () => {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const first = await made();
  const step = async (answers: string[], holdsSince: string, note = "") => {
    const base = await head(first.questionId);
    await transaction((tx) =>
      appendRevision(tx, ana, base, {
        cells: renderCells(content({ answers, note })),
        style: 0,
        status: "active",
        reason: "edit",
        comment: "",
        holdsSince,
      }),
    );
    return day((await head(first.questionId)).answersSince);
  };
  expect(await step(["A"], "2020-01-01")).toBe("2020-01-01");
  expect(await step(["A"], "2021-01-01", "noted")).toBe("2020-01-01");
  expect(await step(["A", "B"], "2022-01-01")).toBe("2022-01-01");
  expect(await step(["A"], "2023-01-01")).toBe("2023-01-01");
  const split = await changeQuestions(ana, {
    questionIds: [first.questionId],
    change: { kind: "split", split: "DEV" },
    comment: "",
  });
  expect(day((await head(first.questionId)).answersSince)).toBe("2023-01-01");
  if (!split.ok) throw new Error();
  await undoOperation(ana, { operationId: split.value.operationId! });
  expect(day((await head(first.questionId)).answersSince)).toBe("2023-01-01");

  // And so for every question that the tests before this one left behind.
  const [wrong] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM question_heads h JOIN revisions last ON last.id = h.revision_id
    WHERE h.answers_since IS DISTINCT FROM (
      SELECT r.holds_since FROM revisions r WHERE r.question_id = h.question_id AND r.number > coalesce((
        SELECT max(o.number) FROM revisions o WHERE o.question_id = h.question_id AND o.cells[9:18] <> last.cells[9:18]), 0)
      ORDER BY r.number LIMIT 1)`;
  expect(wrong!.count).toBe(0);
});
