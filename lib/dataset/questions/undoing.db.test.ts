import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { verifyQuestion } from "@/lib/refreshing/commands";
import { saveCells } from "@/lib/dataset/sheet/commands";
import type { Actor } from "@/lib/people/access/schema";
import { db, withConnection } from "@/lib/platform/db";
import { sampleContent } from "@/prisma/testing/content";
import { addQuestion } from "@/prisma/testing/questions";
import { value } from "@/prisma/testing/value";
import { HEADS_CHECK } from "./checks";
import { changeQuestions, editQuestion, undoOperation } from "./commands";
import { getQuestion } from "./queries";
import { expectedHead } from "./heads.oracle";

let ana: Actor;
let ben: Actor;

beforeAll(async () => {
  const [a, b] = await Promise.all(
    ["ana", "ben"].map((name) =>
      db.user.create({ data: { email: `${name}@undo.example`, name, roles: ["maintainer"] } }),
    ),
  );
  ana = { userId: a!.id, name: "ana", roles: ["maintainer"], via: "web" };
  ben = { userId: b!.id, name: "ben", roles: ["maintainer"], via: "web" };
});

const LONG_AGO = new Date("2025-01-01T00:00:00Z");

/** A question that has had its answers for long. */
async function made(): Promise<number> {
  const { questionId, revisionId } = await addQuestion(ana, sampleContent());
  await db.$executeRaw`ALTER TABLE revisions DISABLE TRIGGER ALL`;
  await db.revision.update({ where: { id: revisionId }, data: { holdsSince: LONG_AGO } });
  await db.$executeRaw`ALTER TABLE revisions ENABLE ALWAYS TRIGGER append_only`;
  await db.questionHead.update({ where: { questionId }, data: { answersSince: LONG_AGO } });
  return questionId;
}
const head = (questionId: number) => db.questionHead.findUniqueOrThrow({ where: { questionId } });

/** Writes one text into one cell of questions, as the sheet does. @returns the operation */
async function type(field: string, text: string, questionIds: number[], by = ana) {
  const cells = await Promise.all(
    questionIds.map(async (questionId) => ({
      questionId,
      baseRevisionId: (await head(questionId)).revisionId,
      field,
      text,
    })),
  );
  return value(await saveCells(by, { cells, clientKey: randomUUID() })).operationId!;
}
const undo = (operationId: number, by = ana) =>
  undoOperation(by, { operationId, clientKey: randomUUID() });
const undone = async (operationId: number, by = ana) =>
  value(await undo(operationId, by)).operationId;

/** What a question says now, and that its head says the same as its last revision. */
async function says(questionId: number) {
  const last = await db.revision.findFirstOrThrow({
    where: { questionId },
    orderBy: { number: "desc" },
  });
  const now = await head(questionId);
  expect(now).toMatchObject({ revisionId: last.id, ...expectedHead(last.cells) });
  return [now.primaryAnswer, now.split, last.cells[18]];
}
async function expectTrueHeads() {
  expect(await withConnection((client) => HEADS_CHECK.find(client))).toMatchObject({ wrong: 0 });
}

describe("several changes of one question", () => {
  it("are undone one after the other, done again one after the other, and undone again", async () => {
    const question = await made();
    const states = [await says(question)];
    let done: number[] = [];
    for (const [field, text] of [
      ["answer", "Edited"],
      ["split", "DEMO"],
      ["answer", "Edited again"],
    ] as const) {
      done.push(await type(field, text, [question]));
      states.push(await says(question));
    }
    expect(new Set(states.map(String)).size).toBe(4);
    for (let round = 0; round < 2; round++) {
      const undos: number[] = [];
      for (const at of [2, 1, 0]) {
        undos.push(await undone(done[at]!));
        expect(await says(question)).toEqual(states[at]);
        await expectTrueHeads();
      }
      expect((await head(question)).answersSince).toEqual(LONG_AGO);
      done = [];
      for (const at of [1, 2, 3]) {
        done.push(await undone(undos.pop()!));
        expect(await says(question)).toEqual(states[at]);
        await expectTrueHeads();
      }
      expect((await head(question)).answersSince.getTime()).toBeGreaterThan(LONG_AGO.getTime());
    }
  });

  it("are not undone out of turn: nothing is written, and it is possible once the later one is undone", async () => {
    const question = await made();
    const before = await says(question);
    const first = await type("note", "A note", [question]);
    const second = await type("split", "DEV", [question]);
    const count = () =>
      Promise.all([db.operation.count(), db.revision.count(), db.auditEvent.count()]);
    const written = await count();
    expect(await undo(first)).toMatchObject({
      ok: false,
      refusal: {
        code: "built-on",
        message: `You changed Q${question} later, so it stays as it is.`,
      },
    });
    expect(await count()).toEqual(written);
    const back = await undone(second);
    await undone(first);
    expect(await says(question)).toEqual(before);
    // What was undone before the first one was is not done again without it.
    expect(await undo(back)).toMatchObject({ ok: false, refusal: { code: "built-on" } });
  });

  it("stay where somebody else edited the question in between, and that is said", async () => {
    const question = await made();
    const first = await type("note", "A note", [question]);
    const theirs = await type("answer", "Ben's", [question], ben);
    const second = await type("split", "DEV", [question]);
    await undone(second);
    expect(await undo(first)).toMatchObject({
      ok: false,
      refusal: {
        code: "built-on",
        message: `ben changed Q${question} later, so it stays as it is.`,
      },
    });
    expect(await says(question)).toEqual(["Ben's", "TEST", "A note"]);
    await undone(theirs, ben);
    await undone(first);
    expect((await says(question))[2]).toBe("");
  });

  it("stay where an edit in the form followed, which cannot be undone", async () => {
    const [one, two] = [await made(), await made()];
    const noted = await type("note", "A note", [one, two]);
    for (const questionId of [one, two])
      value(
        await editQuestion(ben, {
          questionId,
          baseRevisionId: (await head(questionId)).revisionId,
          content: sampleContent({ answers: ["Corrected"], note: "A note" }),
          comment: "",
        }),
      );
    expect(await undo(noted)).toMatchObject({
      ok: false,
      refusal: {
        message: `All 2 questions were changed later, so they stay as they are: Q${one}, Q${two}.`,
      },
    });
  });

  it("are undone once by two at once, who undo the same or one behind the other", async () => {
    const question = await made();
    const before = await says(question);
    const first = await type("note", "A note", [question]);
    const second = await type("split", "DEV", [question]);
    const same = await Promise.all([undo(second), undo(second, ben), undo(second, ben)]);
    expect(same.filter(({ ok }) => ok)).toHaveLength(1);
    const third = await type("answer", "Another", [question]);
    const [one] = await Promise.all([undo(first), undo(third, ben)]);
    if (!one.ok) {
      expect(one.refusal.code).toBe("built-on");
      await undone(first);
    }
    expect(await says(question)).toEqual(before);
    expect(await db.revision.count({ where: { questionId: question } })).toBe(7);
    await expectTrueHeads();
  });
});

describe("changes of many questions", () => {
  it("are undone for each question by itself, whatever became of the others", async () => {
    const [plain, behind, kept] = [await made(), await made(), await made()];
    const pasted = await type("note", "Pasted", [plain, behind, kept]);
    const split = await type("split", "DEV", [behind, kept]);
    await type("answer", "Ben's", [kept], ben);
    // Undone for one of its two questions alone: for the other it still stands.
    expect(value(await undo(split))).toMatchObject({ undone: 1, kept: 1 });
    const result = value(await undo(pasted));
    expect(result).toMatchObject({ undone: 2, kept: 1, keptNames: `Q${kept}` });
    expect((await says(plain))[2]).toBe("");
    expect((await says(behind)).slice(1)).toEqual(["TEST", ""]);
    expect(await says(kept)).toEqual(["Ben's", "DEV", "Pasted"]);
    expect(value(await undo(result.operationId))).toMatchObject({ undone: 2, kept: 0 });
    expect((await says(behind))[2]).toBe("Pasted");
    await expectTrueHeads();
  });
});

describe("the history of a question", () => {
  it("says what is undone as long as it is, and offers to undo what can be undone now", async () => {
    const question = await made();
    const other = await made();
    const split = value(
      await changeQuestions(ana, {
        questionIds: [question, other],
        change: { kind: "split", split: "DEV" },
        comment: "",
      }),
    ).operationId!;
    /** Of each revision with an operation: undone, undoable. */
    const history = async (id: number) =>
      (await getQuestion(ana, id)).history
        .filter(({ operation }) => operation !== null)
        .map(({ operation }) => [operation!.undone, operation!.undoable]);
    expect(await history(question)).toEqual([[false, true]]);
    // The other question is edited, and keeps the change when it is undone.
    value(
      await editQuestion(ben, {
        questionId: other,
        baseRevisionId: (await head(other)).revisionId,
        content: sampleContent({ answers: ["Corrected"], split: "DEV" }),
        comment: "",
      }),
    );
    const back = await undone(split);
    expect(await history(question)).toEqual([
      [false, false],
      [true, false],
    ]);
    expect(await history(other)).toEqual([[false, false]]);
    const again = await undone(back);
    expect(await history(question)).toEqual([
      [false, true],
      [true, false],
      [false, false],
    ]);
    await undone(again);
    expect((await history(question)).map(([one]) => one)).toEqual([false, true, false, true]);
    expect((await says(question))[1]).toBe("TEST");
  });
});

describe("a day planned for the next review", () => {
  const DAY = new Date("2027-03-01T00:00:00Z");
  const LATER = new Date("2027-05-01T00:00:00Z");
  const plan = (questionId: number, plannedOn: Date | null) =>
    db.questionHead.update({ where: { questionId }, data: { plannedOn } });
  const planned = async (questionId: number) => (await head(questionId)).plannedOn;
  async function schedule(questionIds: number[]) {
    const nextReview = { policy: "frequently" as const, on: null };
    return value(
      await changeQuestions(ana, {
        questionIds,
        change: { kind: "schedule", nextReview },
        comment: "",
      }),
    ).operationId!;
  }

  it("goes with other answers or another schedule, and comes back as often as they do", async () => {
    const [one, two, none] = [await made(), await made(), await made()];
    await plan(one, DAY);
    await plan(two, LATER);
    const noted = await type("note", "A note", [one, two, none]);
    expect(await planned(one)).toEqual(DAY);
    const edited = await type("answer", "Edited", [one]);
    const changed = await schedule([one, two, none]);
    const days = async () => [await planned(one), await planned(two), await planned(none)];
    expect(await days()).toEqual([null, null, null]);
    const again = await undone(changed);
    expect(await days()).toEqual([null, LATER, null]);
    const back = await undone(edited);
    expect(await days()).toEqual([DAY, LATER, null]);
    await undone(await undone(noted));
    expect(await days()).toEqual([DAY, LATER, null]);
    const redone = await undone(back);
    expect(await planned(one)).toBeNull();
    await undone(await undone(again));
    expect(await days()).toEqual([null, LATER, null]);
    await undone(redone);
    expect(await days()).toEqual([DAY, LATER, null]);
  });

  it("that was planned since is the one that stays", async () => {
    const question = await made();
    await plan(question, DAY);
    const edited = await type("answer", "Edited", [question]);
    await plan(question, LATER);
    const back = await undone(edited);
    expect(await planned(question)).toEqual(LATER);
    await undone(back);
    expect(await planned(question)).toEqual(LATER);
  });

  it("does not come back where the answers were verified since, unless that was withdrawn", async () => {
    const [one, two] = [await made(), await made()];
    for (const question of [one, two]) await plan(question, DAY);
    const edited = await type("answer", "Edited", [one, two]);
    const verify = async (questionId: number) =>
      value(
        await verifyQuestion(ana, {
          questionId,
          baseRevisionId: (await head(questionId)).revisionId,
          evidence: [],
          comment: "",
          clientKey: randomUUID(),
        }),
      ).verificationId!;
    await verify(one);
    const withdrawn = await verify(two);
    const { revisionId } = await head(two);
    await db.verification.create({
      data: {
        questionId: two,
        revisionId,
        verifiedById: ana.userId,
        evidence: [],
        clientKey: randomUUID(),
        withdrawsId: withdrawn,
      },
    });
    await db.questionHead.update({
      where: { questionId: two },
      data: { verifiedOn: null, verifiedById: null },
    });
    await undone(edited);
    expect([await planned(one), await planned(two)]).toEqual([null, DAY]);
    await expectTrueHeads();
  });
});
