import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { exportAsOf, type exportCurrent } from "@/lib/dataset/exports/queries";
import { readCells } from "@/lib/dataset/questions/cells";
import { HEADS_CHECK } from "@/lib/dataset/questions/checks";
import { getQuestion } from "@/lib/dataset/questions/queries";
import { changeQuestions, editQuestion, undoOperation } from "@/lib/dataset/questions/commands";
import type { Content } from "@/lib/dataset/questions/schema";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { db, withConnection } from "@/lib/platform/db";
import { acceptAllRewordings } from "@/prisma/testing/accept-rewordings";
import { sampleContent } from "@/prisma/testing/content";
import { emptyDataset } from "@/prisma/testing/empty-dataset";
import { addMaintainer, APRIL, DECEMBER, haveReleases, importing } from "@/prisma/testing/imports";
import { notEmpty } from "@/prisma/testing/not-empty";
import { addQuestion } from "@/prisma/testing/questions";
import { value } from "@/prisma/testing/value";
import { decideRewording, resolveConflicts } from "./deciding-commands";
import { planAgain, reopenImport } from "./planning-commands";
import { undoImport } from "./applying-commands";
import { importPlan, planRows } from "./plan-queries";
import { importProgress, importUndoBlockers } from "./queries";
import { BLOCKERS_NAMED } from "./schema";
import { plainSides } from "./three-way.oracle";

/*
 * A file and the dataset that both went on since they were one; and undoing what an import wrote.
 */

let actor: Actor;
const tools = importing(() => actor);
const { planFile, exported } = tools;
beforeAll(async () => {
  actor = await addMaintainer();
});
beforeEach(emptyDataset);

const plan = (rows: string[], fileName?: string) =>
  tools.plan([RELEASE_COLUMNS.join(","), ...rows].join("\r\n"), fileName);
const apply = tools.applied;
async function again(importId: number) {
  value(await reopenImport(actor, { importId }));
  value(await planAgain(actor, { importId }));
  return importPlan(actor, importId);
}

/** Questions that resemble none of the others. */
const ORGAN = "Who plays the organ of the church on the island?";
const LAKE = "How deep is that lake in the north?";
const GOAT = "Which goat won the race of the valley?";
const row = (question: string, answer: string, more: { note?: string; split?: string } = {}) =>
  [
    "0",
    more.split ?? "TEST",
    question,
    "2024",
    "N/A",
    "FALSE",
    "one-hop",
    "slow-changing",
    "N/A",
    answer,
    ...Array<string>(9).fill(""),
    more.note ?? "",
  ].join(",");

async function headOf(question: string) {
  return db.questionHead.findFirstOrThrow({ where: { question } });
}
async function edit(question: string, changes: Partial<Content>) {
  const head = await headOf(question);
  const { cells } = await db.revision.findUniqueOrThrow({ where: { id: head.revisionId } });
  value(
    await editQuestion(actor, {
      questionId: head.questionId,
      baseRevisionId: head.revisionId,
      content: { ...readCells(cells).content!, ...changes },
      comment: "",
    }),
  );
}
async function says(question: string) {
  const head = await headOf(question);
  const { cells } = await db.revision.findUniqueOrThrow({ where: { id: head.revisionId } });
  const { content } = readCells(cells);
  return { answer: content!.answers[0], note: content!.note, split: content!.split };
}
async function textOf(file: ReturnType<typeof exportCurrent>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of (await file).bytes) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

describe("a file and a dataset that both went on", () => {
  beforeEach(async () => {
    const first = await plan([row(ORGAN, "Ada"), row(LAKE, "90 m"), row(GOAT, "Blanca")]);
    await apply(first.importId);
  });

  it("what was edited here alone stays, and is listed; it can still be given up for the file", async () => {
    await edit(ORGAN, { answers: ["Bea"] });
    const second = await plan([row(ORGAN, "Ada"), row(LAKE, "91 m"), row(GOAT, "Blanca")]);
    expect(second.counts).toMatchObject({
      unchanged: 1,
      changed: 1,
      changedHere: 1,
      conflicts: 0,
      conflictsOpen: 0,
    });
    expect(second.writes.withoutSuspect).toMatchObject({ changed: 1, keptEdits: 1, unchanged: 1 });
    const { rows } = await planRows(actor, second.importId, "here");
    expect(rows).toMatchObject([
      {
        question: ORGAN,
        resolution: "ours",
        changes: [{ column: "answer_0", base: "Ada", before: "Bea", after: "Ada" }],
      },
    ]);
    expect(await apply(second.importId)).toMatchObject({ changed: 1, keptEdits: 1, unchanged: 1 });
    expect(await says(ORGAN)).toMatchObject({ answer: "Bea" });
    expect(await says(LAKE)).toMatchObject({ answer: "91 m" });

    const third = await plan([row(ORGAN, "Ada")]);
    const { rows: offered } = await planRows(actor, third.importId, "here");
    await resolveConflicts(actor, {
      importId: third.importId,
      ordinal: offered[0]!.ordinal!,
      resolution: "file",
    });
    expect(await apply(third.importId)).toMatchObject({ changed: 1, keptEdits: 0 });
    expect(await says(ORGAN)).toMatchObject({ answer: "Ada" });
  });

  it("a question retired here stays retired although the file still has it", async () => {
    const { questionId } = await headOf(GOAT);
    value(
      await changeQuestions(actor, {
        questionIds: [questionId],
        change: { kind: "retire" },
        comment: "",
      }),
    );
    const second = await plan([row(ORGAN, "Ada"), row(LAKE, "90 m"), row(GOAT, "Blanca")]);
    expect(second.counts).toMatchObject({ changedHere: 1, changed: 0, missing: 0 });
    await apply(second.importId);
    expect((await headOf(GOAT)).status).toBe("retired");
  });

  it("a question that an earlier file left out is in use again where the file has it", async () => {
    const second = await plan([row(ORGAN, "Ada"), row(LAKE, "90 m")]);
    await apply(second.importId, { missing: "retire" });
    expect((await headOf(GOAT)).status).toBe("retired");
    const third = await plan([row(ORGAN, "Ada"), row(LAKE, "90 m"), row(GOAT, "Blanca")]);
    expect(third.counts).toMatchObject({ changedHere: 0, changed: 1, conflicts: 0, unchanged: 2 });
    await apply(third.importId);
    expect((await headOf(GOAT)).status).toBe("active");
  });

  it("a question written here is asked about, also where its last change was undone", async () => {
    const questions = [ORGAN, LAKE].map((question) => `${question} Really?`);
    const [plain, undone] = await Promise.all(
      questions.map(async (question) => {
        const { questionId } = await addQuestion(
          actor,
          sampleContent({ question, answers: ["Ours"] }),
        );
        return questionId;
      }),
    );
    const { operationId } = value(
      await changeQuestions(actor, {
        questionIds: [undone!],
        change: { kind: "retire" },
        comment: "",
      }),
    );
    value(await undoOperation(actor, { operationId: operationId! }));
    const second = await plan(questions.map((question) => row(question, "The file's")));
    const rows = await db.importRow.findMany({ where: { importId: second.importId } });
    expect(notEmpty(rows).map(({ questionId, sides }) => [questionId, sides])).toEqual([
      [plain, "both"],
      [undone, "both"],
    ]);
  });

  it("a question that only an undone import wrote is taken from the next file unasked", async () => {
    const first = await plan([row("Which ferry left last?", "The red one")], "first.csv");
    await apply(first.importId);
    value(await undoImport(actor, { importId: first.importId }));
    const second = await plan([row("Which ferry left last?", "The blue one")], "second.csv");
    const rows = await db.importRow.findMany({ where: { importId: second.importId } });
    expect(notEmpty(rows).map(({ sides }) => sides)).toEqual(["file"]);
  });

  it("what both changed has to be decided: one version, the other, or both where they differ in fields", async () => {
    await edit(ORGAN, { answers: ["Bea"] });
    await edit(LAKE, { answers: ["92 m"] });
    await edit(GOAT, { note: "Seen" });
    const second = await plan([
      row(ORGAN, "Cleo"),
      row(LAKE, "91 m"),
      row(GOAT, "Nera", { split: "DEV" }),
    ]);
    const { importId } = second;
    expect(second.counts).toMatchObject({ conflicts: 3, conflictsOpen: 3, changed: 0 });
    expect(await tools.apply(importId)).toMatchObject({
      ok: false,
      refusal: { code: "undecided" },
    });
    expect(
      await resolveConflicts(actor, { importId, ordinal: 0, resolution: "combined" }),
    ).toMatchObject({ ok: false, refusal: { code: "overlap" } });
    // Together, only those that can be.
    expect(value(await resolveConflicts(actor, { importId, resolution: "combined" }))).toEqual({
      decided: 1,
      left: 2,
    });
    await resolveConflicts(actor, { importId, ordinal: 0, resolution: "ours" });
    await resolveConflicts(actor, { importId, ordinal: 1, resolution: "file" });
    expect(await apply(importId)).toMatchObject({ changed: 2, keptEdits: 1, unchanged: 0 });
    expect(await says(ORGAN)).toMatchObject({ answer: "Bea" });
    expect(await says(LAKE)).toMatchObject({ answer: "91 m" });
    expect(await says(GOAT)).toEqual({ answer: "Nera", note: "Seen", split: "DEV" });
    expect(await headOf(GOAT)).toMatchObject({ split: "DEV", primaryAnswer: "Nera" });
    expect(await withConnection((client) => HEADS_CHECK.find(client))).toMatchObject({ wrong: 0 });
    // Afterwards it can be seen how each was decided.
    const { rows } = await planRows(actor, importId, "conflicts");
    expect(rows.map(({ resolution }) => resolution)).toEqual(["ours", "file", "combined"]);
  });

  it("asks again where a file lacks what was combined with the one before", async () => {
    await apply((await plan([row(ORGAN, "Ada"), row(LAKE, "90 m")])).importId);
    await edit(ORGAN, { answers: ["Bea"] });
    const file = [row(ORGAN, "Ada", { note: "from the group" }), row(LAKE, "90 m")];
    const { importId } = await plan(file);
    value(await resolveConflicts(actor, { importId, resolution: "combined" }));
    await apply(importId);
    expect(await says(ORGAN)).toMatchObject({ answer: "Bea", note: "from the group" });

    const next = await plan(file);
    expect(next.counts).toMatchObject({ conflicts: 1, conflictsOpen: 1 });
    value(await resolveConflicts(actor, { importId: next.importId, resolution: "combined" }));
    await apply(next.importId);
    expect(await says(ORGAN)).toMatchObject({ answer: "Bea", note: "from the group" });
  });

  it("what a release froze is common, too", async () => {
    await edit(ORGAN, { answers: ["Bea"] });
    value(
      await publishRelease(actor, {
        name: "FreshQA_v01022026",
        notes: "",
        selection: { kind: "all" },
      }),
    );
    const second = await plan([row(ORGAN, "Cleo"), row(LAKE, "90 m"), row(GOAT, "Blanca")]);
    expect(second.counts).toMatchObject({ changed: 1, conflicts: 0, changedHere: 0 });
  });

  it("decisions stay when the preview is made again, as long as what they were about is the same", async () => {
    await edit(ORGAN, { answers: ["Bea"] });
    await edit(LAKE, { answers: ["92 m"] });
    const { importId } = await plan([
      row(ORGAN, "Cleo"),
      row(LAKE, "91 m"),
      row("Which goat won the race of that valley?", "Blanca"),
    ]);
    await resolveConflicts(actor, { importId, ordinal: 0, resolution: "ours" });
    await resolveConflicts(actor, { importId, ordinal: 1, resolution: "file" });
    value(await decideRewording(actor, { importId, ordinal: 2, decision: "replaced" }));

    // A revision that says nothing else of the goat's text, and one that makes the lake another.
    await edit(GOAT, { note: "Seen" });
    await edit(LAKE, { answers: ["93 m"] });
    const { counts } = await again(importId);
    expect(counts).toMatchObject({ conflicts: 2, conflictsOpen: 1, rewordingsReplaced: 1 });
    const { rows } = await planRows(actor, importId, "conflicts");
    expect(rows.map(({ question, resolution }) => [question, resolution])).toEqual([
      [ORGAN, "ours"],
      [LAKE, "open"],
    ]);

    // With another text, the goat is another question to resemble.
    await edit(GOAT, { question: "Which goat won the race of the long valley?" });
    expect((await again(importId)).counts).toMatchObject({
      rewordingsOpen: 1,
      rewordingsReplaced: 0,
    });
  });

  it("a row matched by hand stays matched, also where the matching would propose another one", async () => {
    const { importId } = await plan([row("Which goat won the race of that valley?", "Blanca")]);
    const { questionId } = await headOf(LAKE);
    value(await decideRewording(actor, { importId, ordinal: 0, decision: "accepted", questionId }));
    await edit(ORGAN, { note: "Something else" });
    await again(importId);
    expect((await planRows(actor, importId, "reworded")).rows).toMatchObject([
      { questionId, decision: "accepted" },
    ]);
  });
});

interface HeadState {
  questionId: number;
  position: number;
}
/** All that a head says but for the number of its revision, who wrote it and when; positions as places. */
async function heads(): Promise<Record<string, unknown>[]> {
  const all = await db.questionHead.findMany({ orderBy: [{ position: "asc" }] });
  return all.map((head, place) => {
    const { revisionId, number, authorId, revisedAt, position, searchIndexed, ...rest } = head;
    void [revisionId, number, authorId, revisedAt, position, searchIndexed];
    return { ...rest, place } satisfies Partial<HeadState> & Record<string, unknown>;
  });
}

describe.runIf(haveReleases)("undoing the import of a real release", () => {
  it("gives heads, order and file exactly as before, and no day shows what was undone", async () => {
    await apply((await planFile(DECEMBER)).importId);
    // Days planned for next reviews, of which the import takes away those of other answers and schedules.
    await db.questionHead.updateMany({ data: { plannedOn: new Date("2027-03-01T00:00:00Z") } });
    const before = { heads: await heads(), file: await exported() };
    expect(before.file).toBe(readFileSync(DECEMBER, "utf8"));

    const { importId } = await planFile(APRIL);
    await acceptAllRewordings(actor, importId);
    // One of the rewordings takes the place of its question instead.
    const { rows } = await planRows(actor, importId, "reworded");
    value(
      await decideRewording(actor, {
        importId,
        ordinal: rows[0]!.ordinal!,
        decision: "replaced",
      }),
    );
    await apply(importId, { missing: "retire" });
    expect(await exported()).not.toBe(before.file);
    expect(await db.questionHead.count({ where: { plannedOn: null } })).toBeGreaterThan(100);
    const pair = await db.questionSuccessor.findFirstOrThrow();

    expect((await getQuestion(actor, pair.questionId)).replacedBy).toEqual([pair.successorId]);
    expect((await getQuestion(actor, pair.successorId)).replaces).toEqual([pair.questionId]);

    expect(await importUndoBlockers(actor, importId)).toEqual([]);
    expect(value(await undoImport(actor, { importId }))).toEqual({ reverted: 196, retired: 1 });
    expect((await getQuestion(actor, pair.questionId)).replacedBy).toEqual([]);
    expect((await getQuestion(actor, pair.successorId)).replaces).toEqual([]);
    const after = await heads();
    expect(after.slice(0, 600)).toEqual(before.heads);
    expect(after.slice(600)).toMatchObject([{ questionId: pair.successorId, status: "retired" }]);
    expect(
      await db.questionHead.findUnique({ where: { questionId: pair.questionId } }),
    ).toMatchObject({ status: "active" });
    expect(await exported()).toBe(before.file);
    const then = { format: "csv", preamble: true } as const;
    for (const day of notEmpty(["2024-12-18", "2025-04-07", "2026-01-01"]))
      expect(await textOf(exportAsOf(actor, day, then))).toBe(before.file);
    expect(await withConnection((client) => HEADS_CHECK.find(client))).toMatchObject({ wrong: 0 });
    expect((await importProgress(actor, importId)).status).toBe("undone");
    expect(await undoImport(actor, { importId })).toMatchObject({
      ok: false,
      refusal: { code: "already-undone" },
    });

    // The same file again is the same work again, with nothing in its way.
    const repeated = await planFile(APRIL);
    expect(repeated.counts).toMatchObject({ changed: 180, conflicts: 0, changedHere: 0 });
    expect(repeated.counts.rewordingsOpen).toBe(rows.length);
  });
});

describe("undoing an import", () => {
  it("of the first file leaves an empty dataset with retired questions", async () => {
    const { importId } = await plan([row(ORGAN, "Ada"), row(LAKE, "90 m")]);
    await apply(importId);
    expect(value(await undoImport(actor, { importId }))).toEqual({ reverted: 0, retired: 2 });
    expect(await db.questionHead.count({ where: { status: "active" } })).toBe(0);
  });

  it.each([
    ["alike", row(LAKE, "90 m"), row("How deep is the lake of Bled today?", "31 m")],
    ["not alike", row(LAKE, "90 m"), row("Who won the regatta?", "Ada")],
  ])(
    "asks again whether a row replaces a question that is %s, when the same file comes again",
    async (_, before, after) => {
      await apply((await plan([row(ORGAN, "Ada"), before])).importId);
      const lake = await db.questionHead.findFirstOrThrow({ where: { question: LAKE } });
      const replacing = async () => {
        const { importId, counts } = await plan([row(ORGAN, "Ada"), after]);
        value(
          await decideRewording(actor, {
            importId,
            ordinal: 1,
            decision: "replaced",
            questionId: lake.questionId,
          }),
        );
        await apply(importId);
        return { importId, counts };
      };
      const first = await replacing();
      const active = () =>
        db.questionHead.findMany({
          where: { status: "active" },
          orderBy: { questionId: "asc" },
          select: { question: true },
        });
      const replaced = await active();
      expect(replaced).toHaveLength(2);
      value(await undoImport(actor, { importId: first.importId }));
      expect(await active()).toEqual([{ question: ORGAN }, { question: LAKE }]);

      const again = await plan([row(ORGAN, "Ada"), after]);
      expect(again.counts).toMatchObject({ rewordingsOpen: 1, changed: 0, missing: 0 });
      expect((await planRows(actor, again.importId, "reworded")).rows).toMatchObject([
        { ordinal: 1, questionId: lake.questionId, decision: "open" },
      ]);
      await replacing();
      expect(await active()).toEqual(replaced);
    },
  );

  it("is blocked by what was built on it, each with its link; what is not, stays possible", async () => {
    await apply((await plan([row(ORGAN, "Ada"), row(LAKE, "90 m"), row(GOAT, "Blanca")])).importId);
    const { importId } = await plan([row(ORGAN, "Bea"), row(LAKE, "90 m"), row(GOAT, "Blanca")]);
    await apply(importId);
    // An edit of a question that the import left alone is no matter.
    await edit(LAKE, { note: "Seen" });
    expect(await importUndoBlockers(actor, importId)).toEqual([]);
    const { questionId } = await headOf(ORGAN);
    await edit(ORGAN, { note: "Heard" });
    const later = await plan(
      [row(GOAT, "Nera"), row(ORGAN, "Bea"), row(LAKE, "90 m")],
      "later.csv",
    );
    await resolveConflicts(actor, { importId: later.importId, resolution: "ours" });
    await apply(later.importId);
    value(
      await publishRelease(actor, {
        name: "FreshQA_v01032026",
        notes: "",
        selection: { kind: "all" },
      }),
    );
    const blockers = await importUndoBlockers(actor, importId);
    expect(blockers).toEqual([
      {
        kind: "release",
        label: "FreshQA_v01032026",
        href: "/releases/FreshQA_v01032026",
        total: 1,
      },
      { kind: "ordering", label: "later.csv", href: `/imports/${later.importId}`, total: 1 },
      { kind: "revision", label: `Q${questionId}`, href: `/questions/${questionId}`, total: 1 },
    ]);
    const count = await db.revision.count();
    expect(await undoImport(actor, { importId })).toMatchObject({
      ok: false,
      refusal: { code: "built-on" },
    });
    expect(await db.revision.count()).toBe(count);
    expect(await importUndoBlockers(actor, later.importId)).toEqual([
      {
        kind: "release",
        label: "FreshQA_v01032026",
        href: "/releases/FreshQA_v01032026",
        total: 1,
      },
    ]);
  });

  it("names the first of what was built on it by kind, and counts all", async () => {
    const many = Array.from({ length: BLOCKERS_NAMED + 3 }, (_, at) => `What is number ${at}?`);
    const { importId } = await plan(many.map((question) => row(question, "Ada")));
    await apply(importId);
    for (const question of many) await edit(question, { note: "Heard" });
    const { id, questionId } = await db.revision.findFirstOrThrow({ where: { number: 1 } });
    await db.verification.create({
      data: {
        questionId,
        revisionId: id,
        verifiedById: actor.userId,
        evidence: [],
        clientKey: crypto.randomUUID(),
      },
    });
    const blockers = await importUndoBlockers(actor, importId);
    expect(blockers.map(({ kind, total }) => [kind, total])).toEqual([
      ["check", 1],
      ...Array.from({ length: BLOCKERS_NAMED }, () => ["revision", BLOCKERS_NAMED + 3]),
    ]);
  });

  it("names a later import that changed the same questions; once that is undone, nothing is in the way", async () => {
    const first = await plan([row(ORGAN, "Ada"), row(LAKE, "90 m")]);
    await apply(first.importId);
    const before = await heads();
    const second = await plan([row(ORGAN, "Bea"), row(LAKE, "90 m")]);
    await apply(second.importId);
    const third = await plan([row(ORGAN, "Cleo")], "third.csv");
    await apply(third.importId, { order: "present" });
    expect(await importUndoBlockers(actor, second.importId)).toEqual([
      { kind: "import", label: "third.csv", href: `/imports/${third.importId}`, total: 1 },
    ]);
    value(await undoImport(actor, { importId: third.importId }));
    expect(await importUndoBlockers(actor, second.importId)).toEqual([]);
    expect(value(await undoImport(actor, { importId: second.importId }))).toEqual({
      reverted: 1,
      retired: 0,
    });
    expect(await heads()).toEqual(before);
    expect(await withConnection((client) => HEADS_CHECK.find(client))).toMatchObject({ wrong: 0 });
    // What was released since, in the words of the first file, still stands on the first import.
    value(
      await publishRelease(actor, {
        name: "FreshQA_v01042026",
        notes: "",
        selection: { kind: "all" },
      }),
    );
    expect(await importUndoBlockers(actor, first.importId)).toMatchObject([
      { kind: "release", label: "FreshQA_v01042026", href: "/releases/FreshQA_v01042026" },
    ]);
  });

  it("keeps a day that was planned since, and is not held up by an answer check that was withdrawn", async () => {
    await apply((await plan([row(ORGAN, "Ada"), row(LAKE, "90 m")])).importId);
    const day = (text: string) => new Date(`${text}T00:00:00Z`);
    await db.questionHead.updateMany({ data: { plannedOn: day("2027-12-01") } });
    const { importId } = await plan([row(ORGAN, "Bea"), row(LAKE, "91 m")]);
    await apply(importId);
    const { questionId, revisionId } = await headOf(ORGAN);
    await db.questionHead.update({
      where: { questionId },
      data: { plannedOn: day("2027-12-10") },
    });
    const check = {
      questionId,
      revisionId,
      verifiedById: actor.userId,
      verifiedOn: day("2026-11-01"),
    };
    const { id } = await db.verification.create({ data: { ...check, clientKey: randomUUID() } });
    expect(await importUndoBlockers(actor, importId)).toMatchObject([{ kind: "check" }]);
    await db.verification.create({
      data: { ...check, withdrawsId: id, clientKey: randomUUID() },
    });
    expect(await importUndoBlockers(actor, importId)).toEqual([]);
    value(await undoImport(actor, { importId }));
    expect((await headOf(ORGAN)).plannedOn).toEqual(day("2027-12-10"));
    expect((await headOf(LAKE)).plannedOn).toEqual(day("2027-12-01"));
  });

  it("is possible where what was edited since was undone", async () => {
    await apply((await plan([row(ORGAN, "Ada"), row(LAKE, "90 m")])).importId);
    const [march, may] = ["2027-03-01", "2027-05-01"].map((day) => new Date(`${day}T00:00:00Z`));
    await db.questionHead.updateMany({ data: { plannedOn: march! } });
    const { importId } = await plan([row(ORGAN, "Bea"), row(LAKE, "91 m")], "second.csv");
    await apply(importId);
    const planned = async () =>
      Promise.all([ORGAN, LAKE].map(async (question) => (await headOf(question)).plannedOn));
    expect(await planned()).toEqual([null, null]);
    const { questionId } = await headOf(ORGAN);
    await db.questionHead.update({ where: { questionId }, data: { plannedOn: may! } });
    const { operationId } = value(
      await changeQuestions(actor, {
        questionIds: [questionId],
        change: { kind: "retire" },
        comment: "",
      }),
    );
    expect(await importUndoBlockers(actor, importId)).toEqual([
      { kind: "revision", label: `Q${questionId}`, href: `/questions/${questionId}`, total: 1 },
    ]);
    value(await undoOperation(actor, { operationId: operationId! }));
    expect(await importUndoBlockers(actor, importId)).toEqual([]);
    value(await undoImport(actor, { importId }));
    expect([(await says(ORGAN)).answer, (await says(LAKE)).answer]).toEqual(["Ada", "90 m"]);
    expect(await planned()).toEqual([may, march]);
    expect(await withConnection((client) => HEADS_CHECK.find(client))).toMatchObject({ wrong: 0 });
  });

  it("by two people at once is done once", async () => {
    const { importId } = await plan([row(ORGAN, "Ada")]);
    await apply(importId);
    const results = await Promise.all([1, 2, 3].map(() => undoImport(actor, { importId })));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await db.revision.count()).toBe(2);
  });

  it("sides as SQL notes them are those of the plain rule", async () => {
    const TOPICS = [
      "Who leads the choir",
      "When opened the mill",
      "Why closed the mine",
      "How tall is the tower",
    ];
    const PLACES = ["in Bergen", "of old Lisbon", "near the Volga", "on Crete"];
    const texts = ["a", "b"].flatMap((answer) => ["", "n"].map((note) => ({ answer, note })));
    const names = texts.flatMap((ours) =>
      texts.map((theirs) => ({
        ours,
        theirs,
        question: `${TOPICS[texts.indexOf(ours)]} ${PLACES[texts.indexOf(theirs)]}?`,
      })),
    );
    await apply((await plan(names.map(({ question }) => row(question, "a")))).importId);
    for (const { question, ours } of names)
      if (ours.answer !== "a" || ours.note !== "")
        await edit(question, { answers: [ours.answer], note: ours.note });
    const { importId } = await plan(
      names.map(({ question, theirs }) => row(question, theirs.answer, { note: theirs.note })),
    );
    const rows = await db.importRow.findMany({ where: { importId }, orderBy: { ordinal: "asc" } });
    const cells = ({ answer, note }: { answer: string; note: string }) => {
      const all = Array<string>(19).fill("");
      all[8] = answer;
      all[18] = note;
      return { cells: all, active: true };
    };
    expect(rows.map(({ sides }) => sides)).toEqual(
      names.map(({ ours, theirs }) =>
        plainSides(cells({ answer: "a", note: "" }), cells(ours), cells(theirs)),
      ),
    );
  });
});
