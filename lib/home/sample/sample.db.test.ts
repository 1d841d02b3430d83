import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { firstOf } from "@/prisma/seed/history";
import { SAMPLE } from "@/prisma/seed/sample";
import { sampleContent } from "@/prisma/testing/content";
import { emptyDataset } from "@/prisma/testing/empty-dataset";
import { addQuestion } from "@/prisma/testing/questions";
import type { Actor } from "@/lib/people/access/schema";
import { changeQuestions, undoOperation } from "@/lib/dataset/questions/commands";
import { changeQuestionsSchema } from "@/lib/dataset/questions/schema";
import { publishRelease } from "@/lib/dataset/releases/commands";
import { db, disconnect } from "@/lib/platform/db";
import { removeSample, startSample } from "./commands";
import { getSample } from "./queries";

/** Those of its questions that were there before its first release; the others come behind them. */
const FIRST = firstOf(SAMPLE).length;

let mara: Actor;
beforeEach(async () => {
  await emptyDataset();
  const user = await db.user.create({
    data: { email: `${randomUUID()}@example.org`, name: "Mara", roles: ["maintainer"] },
  });
  mara = { userId: user.id, name: "Mara", roles: ["maintainer"], via: "web" };
});
afterAll(disconnect);

const started = async () => {
  const result = await startSample(mara, { clientKey: randomUUID() });
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
};
const activeQuestions = () => db.questionHead.count({ where: { status: "active" } });

describe("the sample", () => {
  it("fills a dataset that never had a question, and leaves as one change that can be undone", async () => {
    expect(await getSample(mara)).toEqual({
      questions: 0,
      builtOn: [],
      mayStart: true,
      unfinished: false,
    });
    expect(await started()).toEqual({ questions: FIRST });
    expect(await getSample(mara)).toEqual({
      questions: FIRST,
      builtOn: [],
      mayStart: false,
      unfinished: true,
    });

    const own = await addQuestion(mara, sampleContent({ question: "Is this one real?" }));
    const removed = await removeSample(mara, { clientKey: randomUUID() });
    expect(removed).toMatchObject({ ok: true, value: { changed: FIRST } });
    // Nothing is deleted, and what people wrote stays.
    expect(await db.question.count()).toBe(FIRST + 1);
    expect(
      await db.questionHead.findMany({ where: { status: "active" }, select: { questionId: true } }),
    ).toEqual([{ questionId: own.questionId }]);
    expect(await getSample(mara)).toEqual({
      questions: 0,
      builtOn: [],
      mayStart: false,
      unfinished: false,
    });
    expect(await removeSample(mara, {})).toMatchObject({ refusal: { code: "not-found" } });
    expect(await startSample(mara, {})).toMatchObject({ refusal: { code: "changed" } });

    const operationId = removed.ok ? removed.value.operationId! : 0;
    await undoOperation(mara, { operationId, clientKey: randomUUID() });
    expect((await getSample(mara)).questions).toBe(FIRST);
  });

  it("is added once by two callers at once", async () => {
    const both = await Promise.all([startSample(mara, {}), startSample(mara, {})]);
    // The second one finds the questions, and only what else the sample shows is missing.
    expect(both.map((one) => one.ok && one.value.questions).sort()).toEqual([0, FIRST]);
    expect(await db.question.count()).toBe(FIRST);
  });

  it("answers a repeat with what the first call did", async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const added = await startSample(mara, { clientKey: first });
    expect(await startSample(mara, { clientKey: first })).toEqual(added);
    const removed = await removeSample(mara, { clientKey: second });
    expect(removed.ok).toBe(true);
    expect(await removeSample(mara, { clientKey: second })).toEqual(removed);
    expect(await db.operation.count({ where: { summary: { contains: "etire" } } })).toBe(1);
  });

  it("stays where people edited or released it, and says what", async () => {
    await started();
    const first = await db.question.findFirstOrThrow({ orderBy: { id: "asc" } });
    await changeQuestions(
      mara,
      changeQuestionsSchema.parse({
        questionIds: [first.id],
        change: { kind: "split", split: null },
        comment: "",
      }),
    );
    const refused = await removeSample(mara, {});
    expect(refused).toMatchObject({
      refusal: {
        code: "in-use",
        message: expect.stringContaining(`Q${first.id} was edited by Mara`) as string,
      },
    });
    await publishRelease(mara, {
      name: "FreshQA_v11232026",
      notes: "",
      selection: { kind: "all" },
    });
    expect((await getSample(mara)).builtOn).toEqual([
      {
        words: `Release FreshQA_v11232026 has ${FIRST} of its questions`,
        href: "/releases/FreshQA_v11232026",
      },
      { words: `Q${first.id} was edited by Mara`, href: `/questions/${first.id}` },
    ]);
    expect(await activeQuestions()).toBe(FIRST);
    // Marked for everyone; who did what is for those who may remove it.
    expect(await getSample({ ...mara, roles: ["rater"] })).toEqual({
      questions: FIRST,
      builtOn: [],
      mayStart: false,
      unfinished: true,
    });
  });

  it("is not what people imported with old dates, nor a question of theirs with a text of the sample", async () => {
    await addQuestion(mara, sampleContent({ question: SAMPLE.questions[0]!.content.question }));
    expect(await getSample(mara)).toEqual({
      questions: 0,
      builtOn: [],
      mayStart: false,
      unfinished: false,
    });
  });
});
