import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { addTracingEvaluator } from "@/prisma/testing/traced-verdicts";
import { notEmpty } from "@/prisma/testing/not-empty";
import { listDifferingQuestions } from "@/lib/reporting/accuracy/queries";
import { comparisonRequestSchema, comparisonViewSchema } from "@/lib/reporting/accuracy/schema";
import { campaignsOfEvaluator, listDisagreements } from "./queries";
import { disagreementsRequestSchema } from "./schema";

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
  for (const [at, responseId] of [...new Set(rated.map((one) => one.responseId))].entries()) {
    const { relaxed, strict, revisionId } = rated.find((one) => one.responseId === responseId)!;
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
    disagreementsRequestSchema.parse({
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

  it("show no verdict to someone who has still to rate the response", async () => {
    const request = { first: made.runIds[0]!, second: made.runIds[1]! };
    const differing = async (actor: Actor) =>
      (
        await listDifferingQuestions(
          actor,
          comparisonRequestSchema.parse({ ...request, evaluator: judge.evaluatorId }),
          comparisonViewSchema.parse({ measure: "relaxed" }),
        )
      ).questions;
    const before = (await differing(researcher)).find((one) => against.has(one.first.responseId))!;
    const first = before.first.responseId;
    expect(before.first).toMatchObject({ hidden: false, automatic: true });
    expect(before.first.relaxed).not.toBe(before.second.relaxed);
    const second = [...against.keys()].find((id) => id !== first);
    const task = await db.ratingTask.findFirstOrThrow({
      where: { campaignId: made.campaignId, responseId: first },
    });
    const reader = made.adjudicatorId;
    const also: Actor = {
      userId: reader,
      name: "Both",
      roles: ["rater", "researcher"],
      via: "web",
    };
    expect((await ask(also)).rows.some(({ hidden }) => hidden)).toBe(false);
    await db.assignment.create({
      data: {
        taskId: task.id,
        campaignId: made.campaignId,
        raterId: reader,
        slot: 3,
        position: 1,
        status: "pending",
      },
    });
    // Nor in the comparison of two runs, while the other side stays.
    const own = (await differing(also)).find((one) => one.first.responseId === first)!;
    expect(own.first).toMatchObject({ hidden: true, relaxed: null, strict: null });
    expect(own.second).toEqual(before.second);
    const rows = (await ask(also)).rows;
    expect(rows.find(({ responseId }) => responseId === first)).toMatchObject({
      hidden: true,
      verdicts: [],
    });
    expect(rows.find(({ responseId }) => responseId === second)!.verdicts.length).toBeGreaterThan(
      2,
    );
    expect((await ask(researcher)).rows.some(({ hidden }) => hidden)).toBe(false);
  });
});
