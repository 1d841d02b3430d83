import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { verdictOf } from "@/lib/rating/judging/rules";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { addTracingEvaluator } from "@/prisma/testing/traced-verdicts";
import { notEmpty } from "@/prisma/testing/not-empty";
import { listDifferingQuestions } from "@/lib/reporting/accuracy/queries";
import { comparisonRequest, comparisonView } from "@/lib/reporting/accuracy/schema";
import { getItem, listItems } from "@/lib/runs/jobs/item-queries";
import { campaignsOfEvaluator, listDisagreements } from "./queries";
import { disagreementsRequest } from "./schema";

/*
 * Sixty responses of two runs that two people rated alike, and an evaluator that says the opposite in Relaxed of every third one, in a
 * job. A file brought another evaluator's verdicts, which agree.
 */

let made: RatingSampleMade;
let researcher: Actor;
let judge: Awaited<ReturnType<typeof addTracingEvaluator>>;
/** By response: what the evaluator said against people, and where. */
const against = new Map<number, { jobId: number; itemId: number }>();

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, {
      name: "Against",
      questions: 30,
      models: 2,
      agreement: 1,
      evaluators: [1],
    }),
  );
  researcher = { userId: made.researcherId, name: "Researcher", roles: ["researcher"], via: "web" };
  judge = await addTracingEvaluator(made.maintainerId, "FreshEval");
  const rated = await db.judgment.findMany({
    where: { campaignId: made.campaignId },
    orderBy: { id: "asc" },
  });
  for (const [at, responseId] of [...new Set(rated.map((one) => one.responseId!))].entries()) {
    const first = rated.find((one) => one.responseId === responseId)!;
    const { relaxed, strict } = verdictOf(first);
    const { revisionId } = first;
    const { runId } = await db.response.findUniqueOrThrow({ where: { id: responseId } });
    const response = { runId, responseId, revisionId };
    // Its first word is the people's; the last one counts.
    await judge.says({ ...response, mode: "relaxed", credit: relaxed, explanation: "At first." });
    await judge.says({ ...response, mode: "strict", credit: strict, explanation: "Strictly so." });
    if (at % 3 === 0) {
      const said = { mode: "relaxed", credit: !relaxed, explanation: `Because of ${at}.` } as const;
      against.set(responseId, await judge.says({ ...response, ...said }));
    }
  }
});
afterAll(disconnect);

const ask = (actor: Actor, more: object = {}) =>
  listDisagreements(
    actor,
    disagreementsRequest.parse({
      campaign: made.campaignId,
      first: "people",
      second: `e${judge.evaluatorId}`,
      mode: "relaxed",
      ...more,
    }),
  );

describe("disagreements of people and an evaluator", () => {
  it("are listed with both verdicts, the evaluator's explanation of each mode and the item that asked", async () => {
    expect(against.size).toBe(20);
    const list = await ask(researcher);
    expect(list.total).toBe(20);
    expect(list.rows.map(({ responseId }) => responseId)).toEqual(
      [...against.keys()].sort((a, b) => a - b),
    );
    for (const row of notEmpty(list.rows)) {
      const said = row.verdicts.find(({ who }) => who === judge.name)!;
      const person = row.verdicts.find(({ who }) => who === "Rater 1")!;
      expect([said.relaxed, said.strict]).toEqual([!person.relaxed, person.strict]);
      expect(person.automatic).toEqual([]);
      expect(said.automatic.map(({ mode }) => mode)).toEqual(["relaxed", "strict"]);
      const { jobId, itemId } = against.get(row.responseId)!;
      expect(said.automatic[0]).toEqual({
        mode: "relaxed",
        explanation: expect.stringMatching(/^Because of \d+\.$/) as unknown,
        item: { jobId, itemId },
      });
      expect(said.automatic[1]!.explanation).toBe("Strictly so.");
      // The evaluator of the file has no item.
      const other = row.verdicts.find(({ who }) => who.startsWith("Against evaluator"))!;
      expect(other.automatic.map(({ item }) => item)).toEqual([null, null]);
    }
    expect((await ask(researcher, { mode: "strict" })).total).toBe(0);
  });

  it("are chosen by category and by evaluator version", async () => {
    const all = await ask(researcher);
    expect(all.evaluators.map(({ family, version }) => [family, version])).toEqual([
      [expect.stringMatching(/^Against evaluator/), 1],
      ["FreshEval", 2],
    ]);
    const categories = [...new Set(all.rows.map(({ category }) => category))];
    expect(categories.length).toBeGreaterThan(1);
    for (const category of categories) {
      const { rows, total } = await ask(researcher, { category });
      expect(rows.map(({ responseId }) => responseId)).toEqual(
        all.rows.filter((row) => row.category === category).map(({ responseId }) => responseId),
      );
      expect(total).toBe(rows.length);
    }
    const [file] = all.evaluators;
    expect((await ask(researcher, { second: file!.key })).total).toBe(0);
    // Only responses that an evaluator judged in the mode.
    const later = await addTracingEvaluator(made.maintainerId, "Later");
    const [first] = all.rows;
    const { revisionId } = await db.response.findUniqueOrThrow({
      where: { id: first!.responseId },
    });
    await later.says({
      runId: first!.runId,
      responseId: first!.responseId,
      revisionId,
      mode: "relaxed",
      credit: true,
    });
    const judged = await ask(researcher, { evaluator: String(later.evaluatorId) });
    expect(judged.rows.map(({ responseId }) => responseId)).toEqual([first!.responseId]);
    expect(
      (await ask(researcher, { mode: "all", evaluator: String(later.evaluatorId) })).total,
    ).toBe(0);
  });

  it("can be found from the evaluator: the campaigns whose responses it judged, each response once", async () => {
    expect(await campaignsOfEvaluator(researcher, judge.evaluatorId)).toEqual([
      { campaignId: made.campaignId, name: "Against", responses: 60 },
    ]);
    const unused = await addTracingEvaluator(made.maintainerId, "Unused");
    expect(await campaignsOfEvaluator(researcher, unused.evaluatorId)).toEqual([]);
  });

  it("are not listed to who has still to rate the response, nor is its question where two runs differ", async () => {
    const differing = (actor: Actor) =>
      listDifferingQuestions(
        actor,
        comparisonRequest.parse({
          first: made.runIds[0]!,
          second: made.runIds[1]!,
          evaluator: judge.evaluatorId,
        }),
        comparisonView.parse({ measure: "relaxed" }),
      );
    const also: Actor = {
      userId: made.adjudicatorId,
      name: "Both",
      roles: ["rater", "researcher"],
      via: "web",
    };
    const runs = await differing(researcher);
    const list = await ask(researcher);
    const question = runs.questions.find((one) => against.has(one.first.responseId))!;
    const { responseId } = question.first;
    // One who has nothing to rate reads as any researcher does.
    expect(await differing(also)).toEqual(runs);
    expect((await ask(also)).rows.map((row) => row.responseId)).toEqual(
      list.rows.map((row) => row.responseId),
    );
    expect([runs.stillToRate, list.stillToRate]).toEqual([0, 0]);

    const give = async (id: number, slot: number) => {
      const task = await db.ratingTask.findFirstOrThrow({
        where: { campaignId: made.campaignId, responseId: id },
      });
      await db.assignment.create({
        data: {
          taskId: task.id,
          campaignId: made.campaignId,
          raterId: also.userId,
          slot,
          position: slot,
          status: "pending",
        },
      });
    };
    await give(responseId, 3);
    const ownRuns = await differing(also);
    expect(ownRuns).toEqual({
      questions: runs.questions.filter(({ questionId }) => questionId !== question.questionId),
      total: runs.total - 1,
      stillToRate: 1,
    });
    const own = await ask(also);
    expect(own.rows).toEqual(list.rows.filter((row) => row.responseId !== responseId));
    expect([own.total, own.stillToRate]).toEqual([list.total - 1, 1]);
    // Every way to ask for the response: by its evaluator, by mode, by any two raters.
    for (const more of [
      { mode: "all" },
      { evaluator: String(judge.evaluatorId) },
      { first: null, second: null },
      { credit: "first" },
      { credit: "second" },
    ])
      expect((await ask(also, more)).rows.map((row) => row.responseId)).not.toContain(responseId);
    // The number of those left out goes by assignments, whatever the verdicts are.
    const agreed = await db.response.findFirstOrThrow({
      where: {
        runId: made.runIds[0]!,
        id: { notIn: [...against.keys()] },
        questionId: { notIn: runs.questions.map(({ questionId }) => questionId) },
      },
    });
    await give(agreed.id, 4);
    const after = await ask(also);
    expect([after.total, after.stillToRate]).toEqual([list.total - 1, 2]);
    expect((await ask(also, { run: made.runIds[1]! })).stillToRate).toBe(0);

    // A maintainer who rates is a rater, too.
    const maintains: Actor = { ...also, roles: ["rater", "maintainer"] };
    expect(await differing(maintains)).toEqual({ ...ownRuns, stillToRate: 2 });
    expect((await ask(maintains)).rows.map((row) => row.responseId)).toEqual(
      own.rows.map((row) => row.responseId),
    );
    expect(await differing(researcher)).toEqual(runs);
    expect((await ask(researcher)).rows).toEqual(list.rows);
  });

  it("leave a question out for the second run's response as well, until it is rated", async () => {
    const other: Actor = {
      userId: made.raterIds.at(-1)!,
      name: "Rater",
      roles: ["rater", "researcher"],
      via: "web",
    };
    const differing = async (actor: Actor) =>
      (
        await listDifferingQuestions(
          actor,
          comparisonRequest.parse({
            first: made.runIds[0]!,
            second: made.runIds[1]!,
            evaluator: judge.evaluatorId,
          }),
          comparisonView.parse({ measure: "relaxed" }),
        )
      ).questions.map(({ questionId }) => questionId);
    const all = await differing(researcher);
    expect(await differing(other)).toEqual(all);
    const own = await db.assignment.findMany({
      where: { raterId: other.userId, task: { response: { runId: made.runIds[1]! } } },
      include: { task: { include: { response: true } } },
    });
    const { id, judgmentId, task } = own.find((one) =>
      all.includes(one.task.response!.questionId),
    )!;
    await db.assignment.update({ where: { id }, data: { judgmentId: null, status: "pending" } });
    expect(await differing(other)).toEqual(all.filter((one) => one !== task.response!.questionId));
    await db.assignment.update({ where: { id }, data: { judgmentId, status: "judged" } });
    expect(await differing(other)).toEqual(all);
  });

  it("lead to items that show neither verdict nor steps to who has still to rate the response", async () => {
    const { jobId, itemId } = [...against.values()].at(-1)!;
    const [responseId] = [...against.keys()].slice(-1);
    const rated = await db.assignment.findFirstOrThrow({
      where: { campaignId: made.campaignId, task: { responseId: responseId! } },
    });
    const rater: Actor = {
      userId: rated.raterId!,
      name: "Rater",
      roles: ["rater", "maintainer"],
      via: "web",
    };
    const seen = await getItem(rater, jobId, itemId);
    expect(seen).toMatchObject({ hidden: false, steps: [{ kind: "call" }] });
    expect(seen.verdict).not.toBeNull();
    const listed = async (actor: Actor) =>
      (await listItems(actor, jobId, "all")).rows.find((item) => item.itemId === itemId)!.verdict;
    expect(await listed(rater)).toBe(seen.verdict);
    await db.assignment.update({
      where: { id: rated.id },
      data: { judgmentId: null, status: "pending" },
    });
    const hidden = { ...seen, hidden: true, verdict: null, steps: [] };
    expect(await getItem(rater, jobId, itemId)).toEqual(hidden);
    expect(await listed(rater)).toBeNull();
    expect(await getItem(researcher, jobId, itemId)).toEqual(seen);
    expect(await listed(researcher)).toBe(seen.verdict);
    // Asked again: its replies are no verdicts, and tell them all the same.
    await db.job.update({ where: { id: jobId }, data: { kind: "repeat" } });
    expect(await getItem(rater, jobId, itemId)).toEqual({ ...hidden, kind: "repeat" });
    // The item that made a response judges nothing, and stays open.
    await db.jobItem.update({ where: { id: itemId }, data: { mode: null } });
    expect(await getItem(rater, jobId, itemId)).toMatchObject({
      hidden: false,
      steps: [{ kind: "call" }],
    });
  });
});
