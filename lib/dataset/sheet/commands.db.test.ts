import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { keepDay } from "@/prisma/testing/noon";
import { addQuestion } from "@/prisma/testing/questions";
import { sampleContent } from "@/prisma/testing/content";
import { HEADS_CHECK } from "@/lib/dataset/questions/checks";
import { editQuestion, undoOperation } from "@/lib/dataset/questions/commands";
import type { Content } from "@/lib/dataset/questions/schema";
import type { Actor } from "@/lib/people/access/schema";
import { db, withConnection } from "@/lib/platform/db";
import { saveCells, saveLayout } from "./commands";
import { getLayout, getSheetRows, previewCells } from "./queries";
import { expectedHead } from "@/lib/dataset/questions/heads.oracle";
import { previewCellsSchema, saveLayoutSchema, type CellEdit } from "./schema";
import { USUAL_LAYOUT, type GridLayout } from "./vocabulary";

let ana: Actor;
let ben: Actor;

beforeAll(async () => {
  await withConnection(keepDay);
  const [a, b] = await Promise.all(
    ["ana", "ben"].map((name) =>
      db.user.create({ data: { email: `${name}@sheet.example`, name, roles: ["maintainer"] } }),
    ),
  );
  ana = { userId: a!.id, name: "ana", roles: ["maintainer"], via: "web" };
  ben = { userId: b!.id, name: "ben", roles: ["maintainer"], via: "web" };
});

async function made(more: Partial<Content> = {}) {
  const { questionId, revisionId } = await addQuestion(ana, sampleContent(more));
  return { questionId, revisionId };
}

type Made = Awaited<ReturnType<typeof made>>;
const edit = ({ questionId, revisionId }: Made, field: string, text: string): CellEdit => ({
  questionId,
  baseRevisionId: revisionId,
  field,
  text,
});

async function save(by: Actor, cells: CellEdit[]) {
  const result = await saveCells(by, { cells, clientKey: randomUUID() });
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
}

const chain = (questionId: number) =>
  db.revision.findMany({ where: { questionId }, orderBy: { number: "asc" } });
const headOf = (questionId: number) => db.questionHead.findUniqueOrThrow({ where: { questionId } });

async function expectTrueHead(questionId: number) {
  const last = (await chain(questionId)).at(-1)!;
  expect(await headOf(questionId)).toMatchObject({
    revisionId: last.id,
    number: last.number,
    ...expectedHead(last.cells),
  });
}

describe("a person's layout of the grid", () => {
  const layout: GridLayout = {
    columns: ["question", "id", "note"],
    pinned: ["question"],
    widths: { question: 320 },
    density: "compact",
  };

  it("is as usual until it is changed, and then the last one that was saved, each person's own", async () => {
    expect(await getLayout(ana)).toEqual(USUAL_LAYOUT);
    await saveLayout(ana, { ...layout, density: "tall" });
    await saveLayout(ana, layout);
    expect(await getLayout(ana)).toEqual(layout);
    expect(await getLayout(ben)).toEqual(USUAL_LAYOUT);
  });

  it("is as usual where it names columns that there are no more", async () => {
    await saveLayout(ben, layout);
    await db.gridLayout.update({
      where: { userId: ben.userId },
      data: { columns: ["question", "gone"] },
    });
    expect(await getLayout(ben)).toEqual(USUAL_LAYOUT);
  });

  it("of two devices at once is one of theirs, whole", async () => {
    const other = { ...USUAL_LAYOUT, pinned: ["id"] };
    await Promise.all([saveLayout(ana, layout), saveLayout(ana, other)]);
    expect([layout, other]).toContainEqual(await getLayout(ana));
  });

  it("names known columns alone, and widths that a screen has", () => {
    const refused = (more: object) => !saveLayoutSchema.safeParse({ ...layout, ...more }).success;
    expect(refused({})).toBe(false);
    expect(refused({ columns: ["gone"] })).toBe(true);
    expect(refused({ pinned: ["gone"] })).toBe(true);
    expect(refused({ widths: { gone: 100 } })).toBe(true);
    expect(refused({ widths: { id: 0.5 } })).toBe(true);
    expect(refused({ widths: { id: 20_000 } })).toBe(true);
    expect(refused({ density: "huge" })).toBe(true);
  });
});

describe("saving cells", () => {
  it("marks a cell with characters that no cell can hold, and one beyond all limits, and saves the others", async () => {
    const one = await made();
    const two = await made();
    const texts: [Made, string, string][] = [
      [one, "note", "a NUL \u0000 within"],
      [one, "answer", "half an emoji \ud83d"],
      [one, "evidence", `https://a.example/${"a".repeat(60_000)}`],
      [two, "answer", "a noncharacter \uffff"],
      [two, "hops", "\u0000"],
      [two, "note", "A whole one 😀"],
    ];
    const { cells } = previewCellsSchema.parse({
      cells: texts.map(([question, field, text]) => edit(question, field, text)),
    });
    const saved = await save(ben, cells);
    expect(saved.changed).toBe(1);
    expect(saved.notSaved.map(({ field, outcome }) => [field, outcome.is])).toEqual([
      ["note", "invalid"],
      ["answer", "invalid"],
      ["evidence", "invalid"],
      ["answer", "invalid"],
      ["hops", "invalid"],
    ]);
    expect((await chain(one.questionId)).length).toBe(1);
    expect((await chain(two.questionId)).at(-1)!.cells.at(-1)).toBe("A whole one 😀");
    await expectTrueHead(two.questionId);
  });

  it("is a revision a question and one operation, which can be undone, done again and undone", async () => {
    const one = await made({ question: "Who leads the first council?" });
    const two = await made({ question: "Who leads the second council?" });
    const saved = await save(ben, [
      edit(one, "answer", "Zoë Adler"),
      edit(one, "split", "Dev"),
      edit(two, "review", "2027-01-31"),
      edit(two, "evidence", "https://www.b.example/x\nhttps://c.example"),
      edit(two, "split", "TEST"),
    ]);
    expect(saved).toMatchObject({
      changed: 4,
      notSaved: [],
      questionIds: [one.questionId, two.questionId],
      summary: "Edited 4 cells of 2 questions",
    });
    const [first, second] = [await chain(one.questionId), await chain(two.questionId)];
    expect([first.length, second.length]).toEqual([2, 2]);
    expect(first[1]).toMatchObject({
      reason: "edit",
      authorId: ben.userId,
      operationId: saved.operationId,
      split: "DEV",
    });
    expect(second[1]!.reviewOn?.toISOString().slice(0, 10)).toBe("2027-01-31");
    expect(second[1]!.cells[7]).toBe("https://www.b.example/x\r\nhttps://c.example");
    await expectTrueHead(one.questionId);
    await expectTrueHead(two.questionId);
    expect((await headOf(one.questionId)).searchText).toContain("zoe adler");

    const undo = async (operationId: number) => {
      const result = await undoOperation(ana, { operationId, clientKey: randomUUID() });
      if (!result.ok) throw new Error(result.refusal.message);
      return result.value;
    };
    const undone = await undo(saved.operationId!);
    expect(undone).toMatchObject({ undone: 2, kept: 0 });
    expect((await chain(one.questionId)).at(-1)!.cells).toEqual(first[0]!.cells);
    await expectTrueHead(one.questionId);
    const redone = await undo(undone.operationId);
    expect((await chain(one.questionId)).at(-1)!.cells).toEqual(first[1]!.cells);
    expect((await chain(two.questionId)).at(-1)!.cells).toEqual(second[1]!.cells);
    await expectTrueHead(two.questionId);
    const again = await undo(redone.operationId);
    expect((await chain(two.questionId)).at(-1)!.cells).toEqual(second[0]!.cells);
    const summaries = await db.operation.findMany({
      where: { id: { in: [undone.operationId, redone.operationId, again.operationId] } },
      orderBy: { id: "asc" },
    });
    expect(summaries.map(({ summary }) => summary)).toEqual([
      "Undid: Edited 4 cells of 2 questions",
      "Redid: Edited 4 cells of 2 questions",
      "Undid: Edited 4 cells of 2 questions",
    ]);
  });

  it("writes what it can, and says of each other cell why not, as the preview did", async () => {
    const one = await made();
    const cells = [
      edit(one, "hops", "Multi-hop"),
      edit(one, "year", "soon"),
      edit({ questionId: 2_000_000_000, revisionId: 1 }, "split", "DEV"),
      edit(one, "note", ""),
    ];
    const preview = await previewCells(ana, { cells });
    expect(preview.cells.map(({ outcome }) => outcome.is)).toEqual([
      "change",
      "invalid",
      "missing",
      "unchanged",
    ]);
    expect(await chain(one.questionId)).toHaveLength(1);
    const saved = await save(ana, cells);
    expect(saved.changed).toBe(1);
    expect(saved.notSaved).toEqual(preview.cells.slice(1, 3));
    expect((await headOf(one.questionId)).hops).toBe("multi-hop");
  });

  it("writes nothing where nothing changes", async () => {
    const one = await made();
    const saved = await save(ana, [edit(one, "split", "TEST")]);
    expect(saved).toMatchObject({ operationId: null, changed: 0, questionIds: [] });
    expect(await chain(one.questionId)).toHaveLength(1);
  });

  it("keeps what someone else changed elsewhere, and asks where both changed one cell", async () => {
    const one = await made();
    await save(ben, [edit(one, "note", "Ben's note")]);
    const saved = await save(ana, [edit(one, "split", "DEMO"), edit(one, "note", "Ana's note")]);
    const now = (await chain(one.questionId)).at(-1)!;
    expect([now.split, now.cells[18]]).toEqual(["DEMO", "Ben's note"]);
    expect(saved.notSaved).toMatchObject([
      { field: "note", outcome: { is: "conflict", base: "", theirs: "Ben's note" } },
    ]);
    const conflict = saved.notSaved[0]!.outcome;
    if (conflict.is !== "conflict") throw new Error("No conflict.");
    await save(ana, [edit({ ...one, revisionId: conflict.revisionId }, "note", "Ana's after all")]);
    expect((await chain(one.questionId)).at(-1)!.cells[18]).toBe("Ana's after all");
    await expectTrueHead(one.questionId);
  });

  it("lets one of two callers at once have a cell, and both have cells of their own", async () => {
    const one = await made();
    const [a, b] = await Promise.all([
      save(ana, [edit(one, "note", "A"), edit(one, "split", "DEV")]),
      save(ben, [edit(one, "note", "B"), edit(one, "hops", "multi-hop")]),
    ]);
    expect([a.changed, b.changed].sort()).toEqual([1, 2]);
    expect([...a.notSaved, ...b.notSaved].map(({ outcome }) => outcome.is)).toEqual(["conflict"]);
    expect(await headOf(one.questionId)).toMatchObject({ split: "DEV", hops: "multi-hop" });
    await expectTrueHead(one.questionId);
  });

  it("does many questions in one operation", async () => {
    const questions: Made[] = [];
    for (let at = 0; at < 60; at++) questions.push(await made({ question: `Question ${at}?` }));
    const saved = await save(
      ana,
      questions.flatMap((one, at) => [edit(one, "answer2", `A ${at}`), edit(one, "year", "2020")]),
    );
    expect(saved.changed).toBe(120);
    expect(await db.revision.count({ where: { operationId: saved.operationId! } })).toBe(60);
    await expectTrueHead(questions[50]!.questionId);
  });
});

describe("the rows of the sheet", () => {
  it("hold whole texts, who wrote them, and the day of the dataset", async () => {
    const long = `Why ${"very ".repeat(300)}long?`;
    const one = await made({ question: long });
    const { rows, today } = await getSheetRows(ana, { questionIds: [one.questionId] });
    expect(rows).toMatchObject([
      { questionId: one.questionId, revisionId: one.revisionId, author: "ana" },
    ]);
    expect(rows[0]!.content.cells[1]).toBe(long);
    expect(today).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});

describe("an undo", () => {
  const LONG_AGO = new Date("2025-01-01T00:00:00Z");
  const undone = async (operationId: number) => {
    const result = await undoOperation(ana, { operationId, clientKey: randomUUID() });
    if (!result.ok) throw new Error(result.refusal.message);
    return result.value;
  };
  /** A question that has had its answers for long. */
  async function old() {
    const one = await made();
    await holdingSince(one, LONG_AGO);
    return one;
  }
  /** Makes the answers of a question's last revision hold since a day. */
  async function holdingSince({ questionId }: Made, day: Date) {
    const { revisionId } = await headOf(questionId);
    await db.$executeRaw`ALTER TABLE revisions DISABLE TRIGGER ALL`;
    await db.revision.update({ where: { id: revisionId }, data: { holdsSince: day } });
    await db.$executeRaw`ALTER TABLE revisions ENABLE TRIGGER ALL`;
    await db.questionHead.update({ where: { questionId }, data: { answersSince: day } });
  }
  const wrong = async () => (await withConnection((client) => HEADS_CHECK.find(client))).wrong;

  it("brings answers back with the day since which they hold, and again where it is undone itself", async () => {
    const one = await old();
    const pasted = await save(ana, [edit(one, "answer", "Pasted")]);
    const today = (await headOf(one.questionId)).answersSince;
    expect(today.getTime()).toBeGreaterThan(LONG_AGO.getTime());
    const back = await undone(pasted.operationId!);
    expect((await headOf(one.questionId)).answersSince).toEqual(LONG_AGO);
    const again = await undone(back.operationId);
    expect((await headOf(one.questionId)).answersSince).toEqual(today);
    await undone(again.operationId);
    expect((await headOf(one.questionId)).answersSince).toEqual(LONG_AGO);
    expect(await wrong()).toBe(0);
  });

  it("leaves alone a question that was edited since, whose answers hold since that edit", async () => {
    const [one, two] = [await old(), await old()];
    const pasted = await save(ana, [edit(one, "answer", "Pasted"), edit(two, "answer", "Pasted")]);
    await holdingSince(one, new Date("2025-06-01T00:00:00Z"));
    const head = await headOf(one.questionId);
    const edited = await editQuestion(ben, {
      questionId: one.questionId,
      baseRevisionId: head.revisionId,
      content: sampleContent({ answers: ["Corrected"] }),
      comment: "",
      clientKey: randomUUID(),
    });
    expect(edited.ok).toBe(true);
    expect(await undone(pasted.operationId!)).toMatchObject({ undone: 1, kept: 1 });
    expect((await headOf(two.questionId)).answersSince).toEqual(LONG_AGO);
    expect((await headOf(one.questionId)).answersSince).not.toEqual(LONG_AGO);
    expect(await wrong()).toBe(0);
  });
});
