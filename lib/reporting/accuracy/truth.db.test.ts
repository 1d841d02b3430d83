import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { adjudicate } from "@/lib/rating/adjudication/commands";
import { followUp } from "@/lib/rating/campaigns/opening-commands";
import { setGold } from "@/lib/rating/campaigns/gold-commands";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { contentOfRevision } from "@/lib/dataset/questions/cells";
import { changeQuestions, editQuestion } from "@/lib/dataset/questions/commands";
import { claimItems, submitJudgment } from "@/lib/rating/judging/commands";
import { claimItemsSchema, submitJudgmentSchema } from "@/lib/rating/judging/schema";
import { currentSnapshot } from "@/lib/reporting/snapshots/queries";
import { writeState } from "@/lib/reporting/snapshots/address";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { taskTo } from "@/prisma/testing/task-of-response";
import { holdSince } from "@/prisma/testing/past-days";
import { countedAside } from "@/prisma/testing/report-inputs";
import { compareRuns, getAccuracyReport } from "./queries";
import { accuracyRequest, comparisonRequest } from "./schema";

/*
 * A judgment belongs to the answers it was made by. Ten questions, one run, two raters, rated by the release's answers
 * since January; in June some questions change, and a follow-up rates what became stale.
 *
 *  1 answer changes: two credits by the old one, two refusals by the new one
 *  2 answer changes: one credit, one refusal, adjudicated credit by the old one; two refusals by the new one
 *  3 nothing changes: two credits
 *  4 nothing changes: one credit, one refusal, no one adjudicated
 *  5 premise changes alone: two credits by the old one, two refusals by the new one
 *  6 only its note changes: two refusals
 *  7 reworded in June, 8 retired in June: two credits each
 *  9 gold: credit by its gold verdict, and both raters said none
 * 10 no one rated it
 */
const [JANUARY, JUNE] = ["2026-01-05", "2026-06-01"];
const BEFORE = "2026-03-31";
const AFTER = "2026-06-30";

let made: RatingSampleMade;
let maintainer: Actor;
let researcher: Actor;
let adjudicator: Actor;
let raters: Actor[];
let questionIds: number[];
let followUpId: number;

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, { questions: 10, raters: 2, judged: 0, name: "Changed" }),
  );
  const actor = (userId: number, role: Actor["roles"][number]): Actor => ({
    userId,
    name: role,
    roles: [role],
    via: "web",
  });
  [maintainer, researcher, adjudicator] = [
    actor(made.maintainerId, "maintainer"),
    actor(made.researcherId, "researcher"),
    actor(made.adjudicatorId, "adjudicator"),
  ];
  raters = made.raterIds.map((id) => actor(id, "rater"));
  await db.ratingSettings.update({ where: { id: 1 }, data: { trainingRequired: false } });
  questionIds = (
    await db.releaseEntry.findMany({
      where: { releaseId: made.releaseId },
      orderBy: { position: "asc" },
    })
  ).map(({ questionId }) => questionId);
  await holdSince(JANUARY);
  await makeGold(9);

  const [yes, no] = [true, false];
  await rate(made.campaignId, {
    1: [yes, yes],
    2: [yes, no],
    3: [yes, yes],
    4: [yes, no],
    5: [yes, yes],
    6: [no, no],
    7: [yes, yes],
    8: [yes, yes],
    9: [no, no],
  });
  const settled = await adjudicate(adjudicator, {
    taskId: await taskOf(made.campaignId, 2),
    verdict: verdict(yes),
    reason: "The evidence says so.",
    clientKey: randomUUID(),
  });
  if (!settled.ok) throw new Error(settled.refusal.message);
});
afterAll(disconnect);

const verdict = (credit: boolean) => ({
  relaxed: credit,
  strict: credit,
  relaxedReason: credit ? null : ("wrong-primary-answer" as const),
  strictReason: credit ? null : ("wrong-primary-answer" as const),
});
const question = (number: number) => questionIds[number - 1]!;
const taskOf = async (campaignId: number, number: number) =>
  (
    await db.ratingTask.findFirstOrThrow({
      where: { campaignId, response: { questionId: question(number) } },
    })
  ).id;

/** Makes a task of the campaign gold: credit, by the release's answers. */
async function makeGold(number: number): Promise<void> {
  const task = await db.ratingTask.update({
    where: { id: await taskOf(made.campaignId, number) },
    data: { gold: true },
    include: { response: true },
  });
  const set = await setGold(maintainer, {
    responseId: task.responseId!,
    revisionId: task.revisionId,
    verdict: verdict(true),
    explanation: "",
    replaces: null,
  });
  if (!set.ok) throw new Error(set.refusal.message);
}

/** Each rater says of each question what is written here. */
async function rate(campaignId: number, said: Record<number, boolean[]>): Promise<void> {
  for (const [at, rater] of raters.entries()) {
    for (;;) {
      const claimed = await claimItems(rater, claimItemsSchema.parse({ campaignId, count: 10 }));
      if (!claimed.ok) throw new Error(claimed.refusal.message);
      const tasks = await db.ratingTask.findMany({
        where: { id: { in: claimed.value.taskIds } },
        include: { response: true },
      });
      const judged = tasks.filter(
        ({ response }) => said[questionIds.indexOf(response!.questionId) + 1] !== undefined,
      );
      for (const { id, revisionId, response } of judged) {
        const done = await submitJudgment(
          rater,
          submitJudgmentSchema.parse({
            taskId: id,
            revisionId,
            verdict: verdict(said[questionIds.indexOf(response!.questionId) + 1]![at]!),
            activeMs: 1_000,
            clientKey: randomUUID(),
            enteredAt: new Date().toISOString(),
          }),
        );
        if (!done.ok) throw new Error(done.refusal.message);
      }
      if (judged.length === 0) break;
    }
  }
}

async function edit(number: number, change: object): Promise<void> {
  const head = await db.questionHead.findUniqueOrThrow({ where: { questionId: question(number) } });
  const revision = await db.revision.findUniqueOrThrow({ where: { id: head.revisionId } });
  const edited = await editQuestion(maintainer, {
    questionId: question(number),
    baseRevisionId: head.revisionId,
    comment: "",
    content: { ...contentOfRevision(revision), ...change },
  });
  if (!edited.ok) throw new Error(edited.refusal.message);
}

async function row(request: object = {}) {
  const report = await getAccuracyReport(
    researcher,
    accuracyRequest.parse({ runs: made.runIds, ...request }),
  );
  const { questions, answered, rated, aside, accuracy } = report.rows[0]!;
  return {
    questions,
    answered,
    rated,
    right: accuracy.all.relaxed.right,
    n: accuracy.all.relaxed.judged,
    stale: accuracy.all.relaxed.stale,
    aside,
  };
}
const nothing = countedAside({
  goldCounted: 1,
  notRated: 1,
  undecided: { relaxed: 1, strict: 1 },
  unjudged: { relaxed: { responses: 0, ends: null }, strict: { responses: 0, ends: null } },
});
// 1, 2 (adjudicated), 3, 5, 7, 8 and 9 (gold) have credit, 6 has none, 4 is a tie, 10 is not rated.
const BY_THE_RELEASE = {
  questions: 10,
  answered: 10,
  rated: 9,
  right: 7,
  n: 8,
  stale: 0,
  aside: nothing,
};

describe("accuracy by the answers that verdicts were made by", () => {
  it("is that of the release before anything changed, by its own answers and by those of the day", async () => {
    expect(await row()).toEqual(BY_THE_RELEASE);
    expect(await row({ truth: BEFORE })).toEqual(BY_THE_RELEASE);
    expect(await row({ rule: "excluded" })).toEqual(BY_THE_RELEASE);
  });

  it("counts gold, or leaves its question out for every run", async () => {
    expect(await row({ gold: "leave-out" })).toEqual({
      questions: 9,
      answered: 9,
      rated: 8,
      right: 6,
      n: 7,
      stale: 0,
      aside: { ...nothing, goldLeftOut: 1, goldCounted: 0 },
    });
  });

  describe("after answers changed", () => {
    let pinned: string;
    beforeAll(async () => {
      const state = await currentSnapshot(researcher);
      if (!state.ok) throw new Error(state.refusal.message);
      pinned = writeState(state.value);
      await edit(1, { answers: ["Another answer"] });
      await edit(2, { answers: ["Yet another answer"] });
      const { falsePremise } = contentOfRevision(
        await db.revision.findFirstOrThrow({ where: { questionId: question(5) } }),
      );
      await edit(5, { falsePremise: !falsePremise });
      await edit(6, { note: "Checked again." });
      await edit(7, { question: "Is this the same question in other words?" });
      const retired = await changeQuestions(maintainer, {
        questionIds: [question(8)],
        change: { kind: "retire" },
        comment: "",
      } as unknown as Parameters<typeof changeQuestions>[1]);
      if (!retired.ok) throw new Error(retired.refusal.message);
      await holdSince(JUNE, { after: JANUARY });
    });

    it("a frozen release keeps its numbers, before and after the follow-up is rated", async () => {
      // 1, 2 and 5 have another truth by now, which is said.
      expect(await row()).toEqual({ ...BY_THE_RELEASE, stale: 3 });
      const made2 = await followUp(maintainer, { campaignId: made.campaignId });
      if (!made2.ok) throw new Error(made2.refusal.message);
      followUpId = made2.value.campaignId;
      const asked = await db.ratingTask.findMany({
        where: { campaignId: followUpId },
        include: { response: true },
      });
      expect(
        asked.map(({ response }) => questionIds.indexOf(response!.questionId) + 1).toSorted(),
      ).toEqual([1, 2, 5]);
      await rate(followUpId, { 1: [false, false], 2: [false, false], 5: [false, false] });
      // The six new ratings are counted aside; nothing else moved.
      expect(await row()).toEqual({
        ...BY_THE_RELEASE,
        stale: 3,
        aside: { ...nothing, otherAnswers: { judgments: 6, responses: 0 } },
      });
    });

    it("by the answers of a day before the change they are the release's", async () => {
      expect(await row({ truth: BEFORE })).toEqual({
        ...BY_THE_RELEASE,
        stale: 3,
        aside: { ...nothing, otherAnswers: { judgments: 6, responses: 0 } },
      });
    });

    it("by the answers of a day behind it the new ratings count, and an adjudication by the old answer no more", async () => {
      // 3 and 9 (gold) have credit; 1, 2, 5 and 6 have none; 4 is a tie; 10 is not rated; 7 and 8 are aside.
      expect(await row({ truth: AFTER })).toEqual({
        questions: 8,
        answered: 8,
        rated: 7,
        right: 2,
        n: 6,
        stale: 0,
        aside: {
          ...nothing,
          retired: 1,
          reworded: 1,
          otherAnswers: { judgments: 6, responses: 0 },
        },
      });
    });

    it("counts a campaign with its follow-up, and says of that alone which responses have only ratings by other answers", async () => {
      for (const truth of ["release", BEFORE, AFTER])
        expect(await row({ truth, campaign: made.campaignId })).toEqual(await row({ truth }));
      expect(await row({ campaign: followUpId })).toMatchObject({
        rated: 0,
        n: 0,
        stale: 0,
        aside: { goldCounted: 0, otherAnswers: { judgments: 6, responses: 3 } },
      });
    });

    it("classes questions by the truth", async () => {
      const of = async (truth: string) =>
        (await getAccuracyReport(researcher, accuracyRequest.parse({ runs: made.runIds, truth })))
          .rows[0]!.accuracy.fp.questions;
      const [{ falsePremise }] = [
        contentOfRevision(
          await db.revision.findFirstOrThrow({ where: { questionId: question(5), number: 1 } }),
        ),
      ];
      const rewordedOrRetired = await db.revision.count({
        where: { questionId: { in: [question(7), question(8)] }, number: 1, falsePremise: true },
      });
      expect(await of(AFTER)).toBe(
        (await of("release")) + (falsePremise ? -1 : 1) - rewordedOrRetired,
      );
    });

    it("keeps a pinned address to what was there, by both truths", async () => {
      expect(await row({ state: pinned })).toEqual(BY_THE_RELEASE);
      // The changes came later, though they hold since June: the address says what it said.
      expect(await row({ state: pinned, truth: AFTER })).toEqual(BY_THE_RELEASE);
    });

    it("computes an older address by the new definitions, with the gold that there was when they came, and says so", async () => {
      const [judgments, adjudications, automatic, responses] = pinned.split(".");
      const report = await getAccuracyReport(
        researcher,
        accuracyRequest.parse({
          runs: made.runIds,
          state: [judgments, adjudications, automatic, responses].join("."),
        }),
      );
      expect(report.inputs.earlier).toBe(true);
      // This database began with the new definitions, so that it held no gold then.
      expect(report.rows[0]!.aside.goldCounted).toBe(0);
      expect(report.rows[0]!.accuracy.all.relaxed).toMatchObject({ right: 6, judged: 7 });
    });

    it("takes the later of two ratings of one rater by the same answers", async () => {
      // Rater 1 said credit of question 4 in the first campaign, and says no credit in a second one by the same answers.
      const second = await withConnection((client) =>
        makeRating(client, {
          releaseId: made.releaseId,
          models: 0,
          raters: made.raterIds,
          judged: 0,
          name: "Again",
        }),
      );
      const { id: responseId, revisionId } = await db.response.findFirstOrThrow({
        where: { runId: made.runIds[0]!, questionId: question(4) },
      });
      const task = await db.ratingTask.create({
        data: {
          ...(await taskTo(responseId)),
          campaignId: second.campaignId,
          revisionId,
          wanted: 1,
        },
      });
      const judgment = await db.judgment.create({
        data: {
          taskId: task.id,
          campaignId: second.campaignId,
          responseId,
          raterId: made.raterIds[0]!,
          revisionId,
          ...verdict(false),
          activeMs: 1,
          clientKey: randomUUID(),
        },
      });
      await db.assignment.create({
        data: {
          taskId: task.id,
          campaignId: second.campaignId,
          slot: 1,
          raterId: made.raterIds[0]!,
          position: 1,
          status: "judged",
          judgmentId: judgment.id,
        },
      });
      expect(await row()).toMatchObject({
        rated: 9,
        right: 7,
        n: 9,
        stale: 3,
        aside: { undecided: { relaxed: 0, strict: 0 } },
      });
      expect(await row({ campaign: made.campaignId })).toMatchObject({
        n: 8,
        stale: 3,
        aside: { undecided: { relaxed: 1 } },
      });
    });

    it("compares runs on the questions whose truth is the same for both", async () => {
      const report = await compareRuns(
        researcher,
        comparisonRequest.parse({
          first: made.runIds[0],
          second: made.runIds[0],
          truth: AFTER,
        }),
      );
      expect(report).toMatchObject({
        shared: 8,
        changed: 0,
        aside: { first: { retired: 1, reworded: 1 } },
      });
      expect(report.measures.relaxed[0]).toMatchObject({
        n: 7,
        counts: { both: 2, onlyFirst: 0, onlySecond: 0, neither: 5 },
      });
    });

    it("counts a gold verdict that was changed by other answers only by those", async () => {
      await edit(9, { answers: ["A new answer to the gold question"] });
      await holdSince(JUNE, { after: JUNE });
      const { responseId } = await db.ratingTask.findUniqueOrThrow({
        where: { id: await taskOf(made.campaignId, 9) },
      });
      const [before] = await db.goldVerdict.findMany({ where: { responseId: responseId! } });
      const head = await db.questionHead.findUniqueOrThrow({ where: { questionId: question(9) } });
      const right = (of: { right: number; n: number; aside: { goldCounted: number } }) => [
        of.right,
        of.n,
        of.aside.goldCounted,
      ];
      expect(right(await row({ truth: AFTER }))).toEqual([1, 6, 0]);
      const changed = await setGold(maintainer, {
        responseId: responseId!,
        revisionId: head.revisionId,
        verdict: verdict(false),
        explanation: "",
        replaces: before!.createdAt.toISOString(),
      });
      if (!changed.ok) throw new Error(changed.refusal.message);
      expect(right(await row({ truth: AFTER }))).toEqual([1, 7, 1]);
      // The release's numbers do not move because the dataset did.
      expect(right(await row())).toEqual([7, 9, 1]);
    });
  });
});
