import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { adjudicate, replaceAdjudication } from "@/lib/rating/adjudication/commands";
import { previewOverlap } from "@/lib/rating/assignment/queries";
import { raiseOverlap } from "@/lib/rating/assignment/commands";
import { listCases } from "@/lib/rating/adjudication/queries";
import { changeAuditRate } from "@/lib/rating/audit-sample/commands";
import { expectedDraw } from "@/prisma/testing/expected-draw";
import type { Verdict } from "@/lib/rating/judging/vocabulary";
import { getAccuracyReport } from "@/lib/reporting/accuracy/queries";
import { accuracyReportTable } from "@/lib/reporting/accuracy/rules";
import { accuracyRequest, accuracyView } from "@/lib/reporting/accuracy/schema";
import { agreementReportTable } from "@/lib/reporting/agreement/file-tables";
import { getAgreementReport, getCampaignAudit } from "@/lib/reporting/agreement/queries";
import { agreementRequest } from "@/lib/reporting/agreement/schema";
import { visibleState } from "@/lib/reporting/snapshots/queries";
import { writeState } from "@/lib/reporting/snapshots/address";
import { finiteShareByTrying } from "@/lib/statistics/finite-share.oracle";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import { actorOf } from "@/prisma/testing/actor";
import { changeAnswers } from "@/prisma/testing/change-answers";
import { exported } from "@/prisma/testing/exported-judgments";
import { yes, type Line } from "@/lib/reporting/files/exported-lines.oracle";
import { judgeAll } from "@/prisma/testing/judge-all";
import { notEmpty } from "@/prisma/testing/not-empty";
import { value } from "@/prisma/testing/value";
import type { AuditOfCampaign } from "./schema";
import { NO, RELAXED, YES } from "@/prisma/testing/verdicts";

/*
 * What audits found, computed once more from nothing but the exported judgments: what computes here shares no code with the
 * product. Answers have changed, raters doubted and corrected, disputes were adjudicated, and verdicts of audits replaced.
 */

/** In the order of the audit: it is left to the end. */
const SKIPPED = 33;
/** Behind the last change of answers. */
const AFTER = "2025-06-01";

let made: RatingSampleMade;
let gina: Actor;
let researcher: Actor;
let lines: Line[];
/** Before the audit began, and when half of it was done. */
let before: string;
let halfway: string;
let doneThen: number;
/** What an adjudicator said first of each audited task. */
const blind = new Map<number, Verdict>();
let seed: number;

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, {
      questions: 90,
      models: 2,
      raters: 4,
      ratingsPerResponse: 3,
      overlap: 150,
      judged: 0.97,
      agreement: 0.85,
      corrected: 0.1,
      flagged: 0.03,
      lowConfidence: 0.03,
      gold: 0.06,
      adjudicated: 0.5,
      evaluators: [0.8],
    }),
  );
  gina = actorOf(made.adjudicatorId, ["adjudicator"]);
  researcher = actorOf(made.researcherId, ["researcher"]);
  const mara = actorOf(made.maintainerId, ["maintainer"]);
  const { campaignId } = made;
  ({ seed } = await db.campaign.findUniqueOrThrow({ where: { id: campaignId } }));
  before = writeState(await visibleState());
  value(await changeAuditRate(mara, { campaignId, rate: 60 }));
  const { rows } = await listCases(gina, { campaign: campaignId, cause: ["audit"] });
  const drawn = notEmpty(rows).map(({ taskId }) => taskId);
  for (const [at, taskId] of drawn.slice(0, -4).entries()) {
    if (at === SKIPPED) continue;
    const verdict = [YES, YES, YES, RELAXED, NO][at % 5]!;
    const id = await audit(gina, taskId, verdict);
    blind.set(taskId, verdict);
    if (at % 9 === 4)
      value(
        await replaceAdjudication(mara, {
          taskId,
          supersedes: id,
          verdict: [NO, NO, NO, YES, YES][at % 5]!,
          reason: "The source says so.",
          clientKey: randomUUID(),
        }),
      );
    if (at === 20) [halfway, doneThen] = [writeState(await visibleState()), at + 1];
  }
  const questions = await db.$queryRaw<{ id: number }[]>`
    SELECT DISTINCT p.question_id AS id FROM rating_tasks t JOIN responses p ON p.id = t.response_id WHERE t.id = ANY(${drawn.slice(0, 12)}::int[])`;
  await changeAnswers(
    mara,
    questions.map(({ id }) => id),
    { since: "2025-05-01", after: "2020-01-01" },
  );
  lines = await exported(researcher, campaignId);
}, 120_000);
afterAll(disconnect);

interface Chosen {
  truth: string;
  gold: "count" | "leave-out";
  run: number | null;
  category: string | null;
}

/** Settles a task as an audit. @returns the adjudication's id */
async function audit(who: Actor, taskId: number, verdict: Verdict): Promise<number> {
  const input = { taskId, verdict, reason: "", audit: true, clientKey: randomUUID() };
  return value(await adjudicate(who, input)).adjudicationId;
}

/** The audit by the exported judgments. */
function expected({ truth, gold, run, category }: Chosen) {
  const ofRun = lines.filter((line) => run === null || Number(line.run_id) === run);
  const goldQuestions = new Set(
    ofRun.filter((line) => yes(line.gold!)).map((line) => line.question_id),
  );
  const byTask = new Map<string, Line[]>();
  for (const line of ofRun) {
    if (!yes(line.counts!) || (truth !== "release" && yes(line.stale!))) continue;
    if (gold === "leave-out" && goldQuestions.has(line.question_id!)) continue;
    if (category !== null && line.category !== category) continue;
    byTask.set(line.task_id!, [...(byTask.get(line.task_id!) ?? []), line]);
  }
  const agreed = [...byTask.values()].filter(
    (said) =>
      said.length >= 2 &&
      said.length >= 3 &&
      said.every(
        (line) =>
          line.relaxed === said[0]!.relaxed &&
          line.strict === said[0]!.strict &&
          !yes(line.flagged!) &&
          !yes(line.low_confidence!),
      ),
  );
  const inOrder = agreed
    .map((said) => said[0]!)
    .sort((a, b) => expectedDraw(seed, Number(a.task_id)) - expectedDraw(seed, Number(b.task_id)));
  const stop = inOrder.findIndex((line) => line.adjudication_id === "");
  const audited = inOrder.slice(0, stop);
  const first = (line: Line) => blind.get(Number(line.task_id))!;
  const mode = (which: "relaxed" | "strict") => {
    const lost = audited.filter((line) => yes(line[which]!) && !first(line)[which]).length;
    const got = audited.filter((line) => !yes(line[which]!) && first(line)[which]).length;
    if (audited.length === 0) return { lost, got, rate: null, interval: null };
    const [low, high] = finiteShareByTrying(lost + got, audited.length, agreed.length);
    return {
      lost,
      got,
      rate: expect.closeTo((lost + got) / audited.length, 12) as number,
      interval: {
        low: expect.closeTo(low / agreed.length, 12) as number,
        high: expect.closeTo(high / agreed.length, 12) as number,
      },
    };
  };
  return {
    agreed: agreed.length,
    audited: audited.length,
    outOfOrder: inOrder.slice(stop).filter((line) => line.adjudication_id !== "").length,
    changed: audited.filter(
      (line) =>
        yes(line.adjudicated_relaxed!) !== first(line).relaxed ||
        yes(line.adjudicated_strict!) !== first(line).strict,
    ).length,
    relaxed: mode("relaxed"),
    strict: mode("strict"),
  };
}

const EVERY: Chosen[] = ["release", AFTER].flatMap((truth) =>
  (["count", "leave-out"] as const).flatMap((gold) =>
    [0, 1, null].flatMap((at) =>
      ["false-premise", null].map((category) => ({ truth, gold, run: at, category })),
    ),
  ),
);

describe("audits, computed once more from the export", () => {
  it("has data worth it", () => {
    const all = expected({ truth: "release", gold: "count", run: null, category: null });
    const now = expected({ truth: AFTER, gold: "count", run: null, category: null });
    expect(all.agreed).toBeGreaterThan(60);
    expect(all).toMatchObject({ audited: SKIPPED });
    expect(all.outOfOrder).toBeGreaterThan(5);
    expect(all.changed).toBeGreaterThan(2);
    expect(all.agreed - now.agreed).toBeGreaterThan(9);
    for (const { lost, got } of [all.relaxed, all.strict]) {
      expect(lost).toBeGreaterThan(2);
      expect(got).toBeGreaterThan(2);
    }
    expect(lines.filter((line) => line.adjudication_id !== "").length).toBeGreaterThan(100);
  });

  it.each(EVERY)("$truth, gold $gold, run $run, $category", async ({ run: at, ...chosen }) => {
    const run = at === null ? null : made.runIds[at]!;
    const asked = { truth: chosen.truth, gold: chosen.gold, category: chosen.category ?? "" };
    const wanted = expected({ ...chosen, run });
    const agreement = await getAgreementReport(
      researcher,
      agreementRequest.parse({ campaign: made.campaignId, run: run ?? "", ...asked }),
    );
    expect(agreement.audits).toHaveLength(1);
    expect(agreement.audits[0]).toMatchObject(wanted);
    // The report of accuracy is of the same, where it is of the campaign, and where it is of all.
    for (const campaign of [made.campaignId, null]) {
      const accuracy = await getAccuracyReport(
        researcher,
        accuracyRequest.parse({
          runs: run === null ? made.runIds : [run],
          campaign,
          ...asked,
        }),
      );
      expect(accuracy.audits).toEqual(agreement.audits);
    }
  });

  it("says how much is left and what was changed behind the blind verdict, and nothing of what is left at a past state", async () => {
    const request = agreementRequest.parse({ campaign: made.campaignId });
    const [audit] = (await getAgreementReport(researcher, request)).audits;
    const { total } = await listCases(gina, { campaign: made.campaignId, cause: ["audit"] });
    expect(audit).toMatchObject({ waiting: total });
    const mara = actorOf(made.maintainerId, ["maintainer"]);
    expect(await getCampaignAudit(mara, made.campaignId)).toEqual({
      rate: 60,
      truth: "release",
      found: audit,
    });
    const [then] = (
      await getAgreementReport(researcher, agreementRequest.parse({ ...raw(), state: halfway }))
    ).audits;
    expect(then).toMatchObject({ audited: doneThen, agreed: audit!.agreed, waiting: null });
    // What began behind a state is not in its reports.
    const ofBefore = agreementRequest.parse({ ...raw(), state: before });
    expect((await getAgreementReport(researcher, ofBefore)).audits).toEqual([]);
  });

  it("is in files, and in sentences whose numbers are the report's", async () => {
    const report = await getAgreementReport(researcher, agreementRequest.parse(raw()));
    const [audit] = report.audits as [AuditOfCampaign];
    const table = agreementReportTable(report, "audit", true);
    const column = (title: string) =>
      table.columns.findIndex((one) => one.title === title || one.title.endsWith(title));
    expect(table.rows).toHaveLength(2);
    for (const [at, mode] of [audit.relaxed, audit.strict].entries()) {
      const cell = (title: string) => table.rows[at]![column(title)]!.value;
      expect([cell("Agreed"), cell("Audited")]).toEqual([audit.agreed, audit.audited]);
      expect([cell("Lost credit"), cell("Got credit")]).toEqual([mode.lost, mode.got]);
    }
    const accuracy = await getAccuracyReport(
      researcher,
      accuracyRequest.parse({ runs: made.runIds, campaign: made.campaignId }),
    );
    const { notes } = accuracyReportTable(accuracy, accuracyView.parse({}));
    const [sentence] = notes.filter((note) => note.startsWith("Audit of "));
    const numbers = /agree on (\d+) responses\. The first (\d+) in random order/.exec(sentence!)!;
    expect(numbers.slice(1).map(Number)).toEqual([audit.agreed, audit.audited]);
    for (const [name, mode] of [
      ["Relaxed", audit.relaxed],
      ["Strict", audit.strict],
    ] as const) {
      const said = new RegExp(
        `${name} (\\d+) of (\\d+), error rate (\\d+\\.\\d)%, 95% CI (\\d+\\.\\d) to (\\d+\\.\\d)`,
      ).exec(sentence!)!;
      const [differ, of, ...shares] = said.slice(1).map(Number);
      expect([differ, of]).toEqual([mode.lost + mode.got, audit.audited]);
      for (const [place, share] of [mode.rate, mode.interval!.low, mode.interval!.high].entries())
        expect(Math.abs(shares[place]! - 100 * share!)).toBeLessThan(0.0501);
    }
    expect(sentence).toContain(
      `${audit.changed} blind verdicts were changed later. ${audit.outOfOrder} more were adjudicated blind out of order and don’t count until those before them are adjudicated. ${audit.waiting} drawn ones are still to be adjudicated.`,
    );
  });

  it("is of no evaluator's verdicts", async () => {
    const evaluator = await db.evaluator.findFirstOrThrow();
    const report = await getAccuracyReport(researcher, {
      ...accuracyRequest.parse({ runs: made.runIds }),
      verdicts: "automatic",
      evaluator: evaluator.id,
    });
    expect(report.audits).toEqual([]);
  });
});

describe("an audit whose campaign goes on", () => {
  const auditOf = async (campaign: number, state: string | null = null) => {
    const request = agreementRequest.parse({ campaign, state });
    return (await getAgreementReport(researcher, request)).audits;
  };
  const waitingOf = async (campaign: number) =>
    (await listCases(gina, { campaign, cause: ["audit"] })).rows.map(({ taskId }) => taskId);

  it("counts what is first in random order, whatever was drawn at which rate before", async () => {
    const own = await withConnection((client) =>
      makeRating(client, { questions: 60, raters: 2, judged: 0 }),
    );
    const { campaignId } = own;
    const mara = actorOf(own.maintainerId, ["maintainer"]);
    const setRate = async (rate: number) =>
      value(await changeAuditRate(mara, { campaignId, rate }));
    const judge = (which: string) =>
      withConnection((client) => judgeAll(client, campaignId, "0", which));
    // What is rated first is wrong, and all of it audited; what follows is right, and nothing of it drawn.
    await judge("t.id % 4 = 0");
    await setRate(100);
    for (const taskId of notEmpty(await waitingOf(campaignId))) await audit(gina, taskId, NO);
    await setRate(0);
    await judge("TRUE");
    const tasks = await db.ratingTask.findMany({
      where: { campaignId },
      include: { campaign: true },
    });
    const inOrder = tasks
      .sort((a, b) => expectedDraw(a.campaign.seed, a.id) - expectedDraw(b.campaign.seed, b.id))
      .map(({ id }) => id % 4 === 0);
    const first = inOrder.indexOf(false);
    const outOfOrder = inOrder.filter(Boolean).length - first;
    expect(outOfOrder).toBeGreaterThan(5);
    expect(await auditOf(campaignId)).toMatchObject([
      { agreed: 60, audited: first, outOfOrder, waiting: 0, relaxed: { lost: first } },
    ]);
    // Caught up to a rate, all of it below that counts.
    await setRate(50);
    for (const taskId of notEmpty(await waitingOf(campaignId))) await audit(gina, taskId, YES);
    const below = tasks.filter((task) => expectedDraw(task.campaign.seed, task.id) < 0.5);
    const [found] = await auditOf(campaignId);
    expect(found!.audited).toBeGreaterThanOrEqual(below.length);
    expect(found!.waiting).toBe(0);
    const wrong = below.filter(({ id }) => id % 4 === 0).length;
    expect(found!.relaxed.lost - wrong).toBe(found!.audited - below.length);
  });

  it("leaves with the responses that wait for more ratings, once the overlap is raised", async () => {
    const own = await withConnection((client) =>
      makeRating(client, { questions: 20, raters: 3, ratingsPerResponse: 2, agreement: 1 }),
    );
    const { campaignId } = own;
    const mara = actorOf(own.maintainerId, ["maintainer"]);
    value(await changeAuditRate(mara, { campaignId, rate: 50 }));
    for (const taskId of notEmpty(await waitingOf(campaignId))) await audit(gina, taskId, YES);
    const state = writeState(await visibleState());
    expect(await auditOf(campaignId, state)).toMatchObject([{ agreed: 20 }]);
    const more = { campaignId, ratingsPerResponse: 3, overlap: null };
    const { added } = await previewOverlap(mara, more);
    value(await raiseOverlap(mara, { ...more, previewed: added }));
    // Not "all of the audited were audited": neither they nor the others have what the campaign asks for now.
    expect(await auditOf(campaignId)).toEqual([]);
    expect(await auditOf(campaignId, state)).toEqual([]);
  });
});

const raw = () => ({ campaign: made.campaignId });
