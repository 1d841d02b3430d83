import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { freshEvalDefinition } from "@/lib/runs/evaluators/fresh-eval";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { compareRuns, getAccuracyReport } from "@/lib/reporting/accuracy/queries";
import { comparisonTable } from "@/lib/reporting/accuracy/comparison-tables";
import { accuracyReportTable } from "@/lib/reporting/accuracy/rules";
import { accuracyRequest, accuracyView, comparisonRequest } from "@/lib/reporting/accuracy/schema";
import { writeTable } from "@/lib/reporting/files/write-table";
import { currentSnapshot } from "@/lib/reporting/snapshots/queries";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { judgeAll } from "@/prisma/testing/judge-all";

/*
 * Sixty responses of a run, the first twenty rated by two people. What the evaluator said of each is written down here, and
 * the numbers of each source are counted from that by hand.
 */

type Said = "both" | "relaxed" | "none" | "strict alone" | "relaxed mode only";
/** Why the evaluator said nothing of a response, as its job's items have it. */
type Silent = "unparsed" | "truncated" | "failed" | "left-out" | "working" | "no job";

/** By position of the response: 60 of them. */
const EVALUATOR: (Said | Silent)[] = [
  ...Array.from({ length: 20 }, (): Said => "none"),
  ...Array.from({ length: 12 }, (): Said => "both"),
  ...Array.from({ length: 8 }, (): Said => "relaxed"),
  ...Array.from({ length: 5 }, (): Said => "none"),
  ...Array.from({ length: 3 }, (): Said => "strict alone"),
  ...Array.from({ length: 2 }, (): Said => "relaxed mode only"),
  ...(["unparsed", "unparsed", "unparsed", "truncated", "truncated"] as const),
  ...(["failed", "left-out", "working", "no job", "no job"] as const),
];
const RATED = 20;
const isSilent = (one: Said | Silent): one is Silent =>
  ["unparsed", "truncated", "failed", "left-out", "working", "no job"].includes(one);
const VERDICTS: Record<Said, { relaxed: boolean; strict: boolean | null }> = {
  both: { relaxed: true, strict: true },
  relaxed: { relaxed: true, strict: false },
  none: { relaxed: false, strict: false },
  "strict alone": { relaxed: false, strict: true },
  "relaxed mode only": { relaxed: true, strict: null },
};

let made: RatingSampleMade;
let researcher: Actor;
let evaluatorId: number;
let run: number;
/** How many people gave credit to. */
let human: { relaxed: number; strict: number };
/** The first rated response, which is gold with credit; both raters gave it none. */
let gold: number;

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, { name: "Sources", questions: 60, models: 2, agreement: 1, judged: 0 }),
  );
  researcher = { userId: made.researcherId, name: "Researcher", roles: ["researcher"], via: "web" };
  run = made.runIds[0]!;
  const by = { createdById: made.maintainerId };
  const connection = await db.connection.create({
    data: { name: "Local", kind: "model", service: "openai-chat", baseUrl: "http://h/v1", ...by },
  });
  const served = await db.servedModel.create({
    data: { connectionId: connection.id, label: "Judge", apiName: "judge", ...by },
  });
  const evaluator = await db.evaluator.create({
    data: {
      name: "FreshEval, version 2",
      family: "FreshEval",
      version: 2,
      servedModelId: served.id,
      definition: freshEvalDefinition(),
      ...by,
    },
  });
  evaluatorId = evaluator.id;
  const job = await db.job.create({
    data: { kind: "judge", runId: run, evaluatorId, servedModelId: served.id, settings: {}, ...by },
  });
  const responses = await db.response.findMany({ where: { runId: run }, orderBy: { id: "asc" } });
  let position = 0;
  for (const [at, { id, questionId, revisionId }] of responses.entries()) {
    const said = EVALUATOR[at]!;
    if (!isSilent(said)) {
      const { relaxed, strict } = VERDICTS[said];
      // An earlier word of the same evaluator is superseded; one mode at a time.
      for (const verdict of [
        { relaxed: !relaxed },
        { relaxed },
        ...(strict === null ? [] : [{ strict }]),
      ])
        await db.automaticVerdict.create({
          data: { responseId: id, evaluatorId, revisionId, ...verdict },
        });
      continue;
    }
    if (said === "no job") continue;
    for (const mode of ["relaxed", "strict"]) {
      const item = { jobId: job.id, questionId, revisionId, responseId: id, mode };
      // What an earlier item came to no longer says why.
      await db.jobItem.create({ data: { ...item, position: position++, status: "failed" } });
      const done = said === "unparsed" || said === "truncated";
      await db.jobItem.create({
        data: {
          ...item,
          position: position++,
          ...(done
            ? { status: "done", outcome: said }
            : { status: said === "working" ? "waiting" : said }),
        },
      });
    }
  }
  // Two people rate the first twenty: credit in both modes to half of them, Relaxed alone to a quarter.
  human = { relaxed: 15, strict: 10 };
  const rated = responses.slice(0, RATED).map(({ id }) => id);
  const place = `array_position(ARRAY[${rated.join(", ")}], t.response_id)`;
  await withConnection((client) =>
    judgeAll(
      client,
      made.campaignId,
      `CASE WHEN ${place} <= 10 THEN 0 WHEN ${place} <= 15 THEN 1 ELSE 2 END`,
      `${place} IS NOT NULL`,
    ),
  );
  gold = rated.at(-1)!;
});
afterAll(disconnect);

const report = async (more: Record<string, unknown>) => {
  const request = accuracyRequest.parse({ runs: [run], evaluator: evaluatorId, ...more });
  return getAccuracyReport(researcher, request);
};
const row = async (more: Record<string, unknown>) => (await report(more)).rows[0]!;
const count = (of: (said: { relaxed: boolean; strict: boolean | null }) => boolean, from = 0) =>
  EVALUATOR.slice(from).filter((one) => !isSilent(one) && of(VERDICTS[one])).length;

describe("whose verdicts a report counts", () => {
  it("is people's: what no one rated is left out", async () => {
    const { accuracy, aside } = await row({ verdicts: "people" });
    expect(accuracy.all).toMatchObject({
      relaxed: { right: human.relaxed, judged: RATED, automatic: 0 },
      strict: { right: human.strict, judged: RATED, automatic: 0 },
      inconsistent: 0,
    });
    expect(aside).toMatchObject({ notRated: 40, unjudged: { relaxed: { responses: 0 } } });
  });

  it("is an evaluator's: its last word in each mode, a mode that it did not judge left out, never incorrect", async () => {
    const { accuracy, aside, rated } = await row({ verdicts: "automatic" });
    expect(rated).toBe(50);
    expect(accuracy.all).toMatchObject({
      relaxed: { right: count(({ relaxed }) => relaxed), judged: 50, automatic: 50 },
      strict: { right: count(({ strict }) => strict === true), judged: 48, automatic: 48 },
      gap: { right: 8, judged: 48 },
      inconsistent: 3,
    });
    // 12 both + 8 relaxed + 2 of Relaxed alone; 12 both + 3 Strict alone.
    expect([accuracy.all.relaxed.right, accuracy.all.strict.right]).toEqual([22, 15]);
    const silent = [
      { end: "unparsed", responses: 3 },
      { end: "not-asked", responses: 2 },
      { end: "truncated", responses: 2 },
      { end: "failed", responses: 1 },
      { end: "left-out", responses: 1 },
      { end: "pending", responses: 1 },
    ];
    expect(aside.unjudged.relaxed).toEqual({ responses: 10, ends: silent });
    expect(aside.unjudged.strict.responses).toBe(12);
    // Nothing was asked about the second mode of two.
    expect(aside.unjudged.strict.ends!.find(({ end }) => end === "not-asked")!.responses).toBe(4);
    expect(aside.inconsistent).toBe(3);
  });

  it("is people's, and the evaluator's where no one rated: each number says how many of its n are automatic", async () => {
    const { accuracy, aside, rated, judged } = await row({ verdicts: "people-else-automatic" });
    expect([rated, judged]).toEqual([RATED + 30, RATED + 28]);
    expect(accuracy.all).toMatchObject({
      relaxed: {
        right: human.relaxed + count(({ relaxed }) => relaxed, RATED),
        judged: RATED + 30,
        automatic: 30,
      },
      strict: {
        right: human.strict + count(({ strict }) => strict === true, RATED),
        judged: RATED + 28,
        automatic: 28,
      },
      inconsistent: 3,
    });
    expect(aside).toMatchObject({
      unjudged: { relaxed: { responses: 10 }, strict: { responses: 12 } },
      notRated: 10,
    });
    const own = await row({ verdicts: "people-else-automatic", category: "false-premise" });
    const { vp, fp } = accuracy;
    expect(vp.relaxed.automatic + fp.relaxed.automatic).toBe(30);
    expect(own.accuracy.all.relaxed).toEqual(fp.relaxed);
  });

  it("does not let an evaluator break a tie", async () => {
    const task = await db.ratingTask.findFirstOrThrow({
      where: { campaignId: made.campaignId, response: { runId: run } },
      orderBy: { responseId: "asc" },
    });
    const [before] = await db.judgment.findMany({ where: { taskId: task.id } });
    const said = { relaxedReason: "contradiction", strictReason: "contradiction" };
    const { id, judgedAt: _, clientKey: __, ...same } = before!;
    const changed = await db.judgment.create({
      data: {
        ...same,
        ...said,
        relaxed: false,
        strict: false,
        clientKey: crypto.randomUUID(),
        supersedesId: id,
        correction: "On reflection.",
      },
    });
    const { accuracy, aside } = await row({ verdicts: "people-else-automatic" });
    expect(aside.undecided).toEqual({ relaxed: 1, strict: 1 + 2 });
    expect(accuracy.all.relaxed).toMatchObject({ judged: RATED + 29, automatic: 30, leftOut: 1 });
    // And back again.
    await db.judgment.create({
      data: {
        ...same,
        clientKey: crypto.randomUUID(),
        supersedesId: changed.id,
        correction: "On second thought.",
      },
    });
    human = { relaxed: 15, strict: 10 };
    expect((await row({ verdicts: "people" })).accuracy.all.relaxed.right).toBe(human.relaxed);
  });

  it("keeps gold to people: an evaluator's own verdicts are not replaced by it", async () => {
    const before = await row({ verdicts: "automatic" });
    const { revisionId, questionId } = await db.response.findUniqueOrThrow({ where: { id: gold } });
    await db.goldVerdict.create({
      data: {
        responseId: gold,
        revisionId,
        kind: "set",
        relaxed: true,
        strict: true,
        explanation: "",
        setById: made.maintainerId,
      },
    });
    await db.ratingTask.updateMany({ where: { responseId: gold }, data: { gold: true } });
    expect((await row({ verdicts: "automatic" })).accuracy).toEqual(before.accuracy);
    const mixed = await row({ verdicts: "people-else-automatic" });
    expect(mixed.accuracy.all.relaxed).toMatchObject({
      right: human.relaxed + 1 + count(({ relaxed }) => relaxed, RATED),
      judged: RATED + 30,
      automatic: 30,
    });
    expect(mixed.aside.goldCounted).toBe(1);
    // Left out, its question is left out of either.
    for (const verdicts of ["automatic", "people-else-automatic"]) {
      const left = await row({ verdicts, gold: "leave-out" });
      expect(left.questions, String(questionId)).toBe(59);
      expect(left.accuracy.all.relaxed.judged).toBe(49);
    }
  });

  it("is said in captions, cells and notes of every file, and in the comparison of two runs", async () => {
    const view = accuracyView.parse({});
    const mixed = await report({ verdicts: "people-else-automatic" });
    for (const format of ["markdown", "latex"] as const) {
      const text = writeTable(accuracyReportTable(mixed, view), format);
      expect(text).toContain(
        "Verdicts by human raters; automatic verdicts by FreshEval, version 2 for responses that no one rated.",
      );
      expect(text).toContain("auto 30");
      expect(text).toContain("Automatic verdicts among the n: Relaxed 30 of 50, Strict 28 of 48.");
    }
    const own = writeTable(
      accuracyReportTable(await report({ verdicts: "automatic" }), view),
      "markdown",
    );
    expect(own).toContain("Automatic verdicts by FreshEval, version 2.");
    expect(own).toContain("3 unparsed, 2 not asked, 2 truncated");
    expect(own).not.toContain("auto 50");

    const comparison = await compareRuns(
      researcher,
      comparisonRequest.parse({
        first: run,
        second: run,
        verdicts: "people-else-automatic",
        evaluator: evaluatorId,
      }),
    );
    expect(comparison.measures.relaxed[0]).toMatchObject({
      n: 50,
      automatic: { first: 30, second: 30 },
    });
    const compared = writeTable(comparisonTable(comparison, "relaxed"), "markdown");
    expect(compared).toContain("Automatic: First");
    expect(compared).toContain("automatic verdicts by FreshEval, version 2");
  });

  it("stays as it was under a permalink, with the number of what was not judged", async () => {
    const state = await currentSnapshot(researcher);
    if (!state.ok) throw new Error(state.refusal.message);
    const pinned = async () =>
      (
        await getAccuracyReport(researcher, {
          ...accuracyRequest.parse({
            runs: [run],
            verdicts: "people-else-automatic",
            evaluator: evaluatorId,
          }),
          state: state.value,
        })
      ).rows[0]!;
    const before = await pinned();
    expect(before.aside.unjudged.relaxed).toEqual({ responses: 10, ends: null });
    const silent = await db.response.findMany({
      where: { runId: run },
      orderBy: { id: "asc" },
      skip: 50,
    });
    for (const { id, revisionId } of silent)
      await db.automaticVerdict.create({
        data: { responseId: id, evaluatorId, revisionId, relaxed: true, strict: true },
      });
    expect(await pinned()).toEqual(before);
    expect((await row({ verdicts: "people-else-automatic" })).aside.unjudged).toEqual({
      relaxed: { responses: 0, ends: [] },
      strict: { responses: 2, ends: [{ end: "not-asked", responses: 2 }] },
    });
  });
});
