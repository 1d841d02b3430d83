import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { CASES_CHECK } from "@/lib/rating/adjudication/checks";
import {
  adjudicate,
  claimCases,
  commentOnTask,
  correctAdjudication,
  renewCases,
} from "@/lib/rating/adjudication/commands";
import {
  getCases,
  getDiscussion,
  listCases,
  listDiscussions,
} from "@/lib/rating/adjudication/queries";
import { claimCasesSchema } from "@/lib/rating/adjudication/schema";
import { AUDIT_RATIONALE } from "@/lib/rating/adjudication/vocabulary";
import { verdictOf } from "@/lib/rating/judging/rules";
import { correctJudgment } from "@/lib/rating/judging/commands";
import { correctJudgmentSchema } from "@/lib/rating/judging/schema";
import type { Verdict } from "@/lib/rating/judging/vocabulary";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { makeRating, type RatingSample, type RatingSampleMade } from "@/prisma/factories/rating";
import { actorOf } from "@/prisma/testing/actor";
import { judgeAll } from "@/prisma/testing/judge-all";
import { notEmpty } from "@/prisma/testing/not-empty";
import { writeCampaign, writeProtocol } from "@/prisma/testing/protocol-campaign";
import { value } from "@/prisma/testing/value";
import { changeAuditRate } from "./commands";
import { expectedDraw } from "@/prisma/testing/expected-draw";
import { NO, YES } from "@/prisma/testing/verdicts";

const make = (sample: RatingSample) => withConnection((client) => makeRating(client, sample));
const setRate = async (made: RatingSampleMade, rate: number) =>
  value(
    await changeAuditRate(actorOf(made.maintainerId, ["maintainer"]), {
      campaignId: made.campaignId,
      rate,
    }),
  );
const audits = (who: Actor, campaign: number) => listCases(who, { campaign, cause: ["audit"] });
const claim = async (who: Actor, first: number) =>
  value(
    await claimCases(
      who,
      claimCasesSchema.parse({
        token: randomUUID(),
        first,
        count: 1,
        filters: { cause: ["audit"] },
      }),
    ),
  ).cases;
const settle = (who: Actor, taskId: number, verdict: Verdict, audit = true) =>
  adjudicate(who, { taskId, verdict, reason: "", audit, clientKey: randomUUID() });

/** The campaign's tasks by their number, once more: those on which raters agree without a doubt, the lowest first. */
async function agreedByDraw(campaignId: number): Promise<{ taskId: number; draw: number }[]> {
  const { seed } = await db.campaign.findUniqueOrThrow({ where: { id: campaignId } });
  const tasks = await db.ratingTask.findMany({
    where: { campaignId, gold: false },
    include: { assignments: { include: { judgment: true } }, adjudications: true },
  });
  return tasks
    .filter(({ assignments, adjudications }) => {
      const said = assignments.map(({ judgment }) => judgment);
      return (
        adjudications.length === 0 &&
        said.length >= 2 &&
        said.every(
          (one) =>
            one !== null &&
            !one.flagged &&
            !one.lowConfidence &&
            one.relaxed === said[0]!.relaxed &&
            one.strict === said[0]!.strict,
        )
      );
    })
    .map(({ id }) => ({ taskId: id, draw: expectedDraw(seed, id) }))
    .sort((a, b) => a.draw - b.draw);
}

/** The queue is what the check of a backup expects, which computes it in another way. */
async function expectQueueRight() {
  const { checked, examples } = await withConnection((client) => CASES_CHECK.find(client));
  expect(checked).toBeGreaterThan(0);
  expect(examples).toEqual([]);
}

afterAll(disconnect);

describe("what an audit draws", () => {
  let made: RatingSampleMade;
  let gina: Actor;
  beforeAll(async () => {
    made = await make({
      questions: 120,
      raters: 3,
      ratingsPerResponse: 2,
      overlap: 100,
      judged: 0.95,
      agreement: 0.8,
      flagged: 0.05,
      lowConfidence: 0.05,
      gold: 0.1,
      adjudicated: 0.3,
    });
    gina = actorOf(made.adjudicatorId, ["adjudicator"]);
  });

  it("is each agreed task whose number is below the rate, behind all disputes and in the order of the numbers", async () => {
    const before = await listCases(gina, { campaign: made.campaignId, cause: [] });
    expect((await audits(gina, made.campaignId)).total).toBe(0);
    await setRate(made, 30);
    const agreed = await agreedByDraw(made.campaignId);
    const drawn = notEmpty(agreed.filter(({ draw }) => draw < 0.3));
    expect(agreed.length).toBeGreaterThan(2 * drawn.length);
    const { rows } = await audits(gina, made.campaignId);
    expect(rows.map(({ taskId }) => taskId)).toEqual(drawn.map(({ taskId }) => taskId));
    for (const row of rows) expect(row).toMatchObject({ causes: ["audit"], comments: 0 });
    const all = await listCases(gina, { campaign: made.campaignId, cause: [] });
    expect(all.total).toBe(before.total + drawn.length);
    expect(all.rows.slice(0, before.total).map(({ taskId }) => taskId)).toEqual(
      before.rows.map(({ taskId }) => taskId),
    );
    const behind = await listCases(gina, { campaign: null, cause: ["audit"] }, rows[2]);
    expect(behind.rows.slice(0, 2).map(({ taskId }) => taskId)).toEqual(
      rows.slice(3, 5).map(({ taskId }) => taskId),
    );
    await expectQueueRight();
  });

  it("grows with the rate and shrinks with it, but for what was adjudicated", async () => {
    const drawnNow = async () =>
      (await audits(gina, made.campaignId)).rows.map(({ taskId }) => taskId);
    const at30 = await drawnNow();
    await setRate(made, 60);
    expect((await drawnNow()).slice(0, at30.length)).toEqual(at30);
    expect((await drawnNow()).length).toBeGreaterThan(at30.length);
    value(await settle(gina, at30[0]!, YES));
    await setRate(made, 30);
    expect(await drawnNow()).toEqual(at30.slice(1));
    await setRate(made, 0);
    expect(await drawnNow()).toEqual([]);
    expect(await db.adjudication.count({ where: { taskId: at30[0]! } })).toBe(1);
    // A verdict that was on its way as it was given back.
    expect(await settle(gina, at30[1]!, YES)).toMatchObject({ refusal: { code: "not-disputed" } });
    await setRate(made, 100);
    expect((await audits(gina, made.campaignId)).total).toBe(
      notEmpty(await agreedByDraw(made.campaignId)).length,
    );
    await expectQueueRight();
  });

  it("is recorded, and nothing where nothing changes", async () => {
    const events = () => db.auditEvent.count({ where: { type: "campaign.audit-changed" } });
    const before = await events();
    await setRate(made, 100);
    expect(await events()).toBe(before);
    await setRate(made, 90);
    expect(await events()).toBe(before + 1);
  });

  it("is nothing of a campaign under another protocol, or of one that does not exist", async () => {
    const mara = actorOf(made.maintainerId, ["maintainer"]);
    expect(await changeAuditRate(mara, { campaignId: 999_999, rate: 10 })).toMatchObject({
      refusal: { code: "not-found" },
    });
    const protocol = await writeProtocol(
      "Other questions",
      PROTOCOL_PRESETS[0]!.definition,
      made.maintainerId,
    );
    const other = await writeCampaign("Other", protocol, made.runIds, made.maintainerId, []);
    expect(await changeAuditRate(mara, { campaignId: other, rate: 10 })).toMatchObject({
      refusal: { code: "not-possible" },
    });
  });
});

describe("whoever audits", () => {
  let made: RatingSampleMade;
  let gina: Actor;
  let drawn: number[];
  beforeAll(async () => {
    made = await make({
      questions: 30,
      raters: 2,
      agreement: 0.8,
      corrected: 0.2,
      ratersMayAdjudicate: true,
    });
    gina = actorOf(made.adjudicatorId, ["adjudicator"]);
    await db.$executeRaw`ALTER TABLE judgments DISABLE TRIGGER USER`;
    await db.$executeRaw`UPDATE judgments SET comment = 'What I saw: ' || id WHERE campaign_id = ${made.campaignId}`;
    await db.$executeRaw`ALTER TABLE judgments ENABLE TRIGGER USER`;
    await setRate(made, 100);
    drawn = (await audits(gina, made.campaignId)).rows.map(({ taskId }) => taskId);
  });

  it("sees nothing of the ratings until the verdict is given, and all of them then", async () => {
    const [taskId] = drawn;
    await db.taskComment.create({
      data: {
        taskId: taskId!,
        authorId: made.raterIds[0]!,
        body: "I took it for right.",
        clientKey: randomUUID(),
      },
    });
    const seen = [
      ...(await claim(gina, taskId!)),
      ...(await getCases(gina, [taskId!])),
      await getDiscussion(gina, taskId!),
    ];
    expect(seen).toHaveLength(3);
    for (const view of seen) {
      expect(view).toMatchObject({
        audit: true,
        causes: ["audit"],
        ratings: [],
        comments: [],
        agreement: null,
        mayAdjudicate: true,
        mayDiscuss: false,
      });
      expect(JSON.stringify(view)).not.toMatch(/What I saw|I took it for right/);
    }
    const clientKey = randomUUID();
    const made1 = value(
      await adjudicate(gina, { taskId: taskId!, verdict: NO, reason: "", audit: true, clientKey }),
    );
    expect(
      await db.adjudication.findUniqueOrThrow({ where: { id: made1.adjudicationId } }),
    ).toMatchObject({ reason: AUDIT_RATIONALE, relaxed: false });
    const [after] = await getCases(gina, [taskId!]);
    expect(after).toMatchObject({ audit: false, mayAdjudicate: false });
    expect(after!.ratings).toHaveLength(2);
    expect(after!.comments).toHaveLength(1);
    // A correction may do without a rationale, too, as long as none was given.
    const again = { taskId: taskId!, verdict: NO, reason: "", supersedes: clientKey };
    expect(await correctAdjudication(gina, { ...again, clientKey: randomUUID() })).toMatchObject({
      refusal: { code: "unchanged" },
    });
    expect(
      await correctAdjudication(gina, {
        taskId: taskId!,
        verdict: YES,
        reason: "They saw what I did not.",
        supersedes: clientKey,
        clientKey: randomUUID(),
      }),
    ).toMatchObject({ ok: true });
  });

  it("needs a rationale where raters differ, all the same", async () => {
    const { rows } = await listCases(gina, { campaign: made.campaignId, cause: ["strict"] });
    expect(await settle(gina, notEmpty(rows)[0]!.taskId, YES, false)).toMatchObject({
      refusal: { code: "not-possible", fields: { reason: expect.any(String) as unknown } },
    });
    expect(await db.adjudication.count({ where: { taskId: rows[0]!.taskId } })).toBe(0);
  });

  it("cannot speak with the raters before, and raters learn nothing of it", async () => {
    const taskId = drawn[1]!;
    const comment = { taskId, body: "What did you see?", clientKey: randomUUID() };
    expect(await commentOnTask(gina, comment)).toMatchObject({ refusal: { code: "not-found" } });
    const rater = actorOf(made.raterIds[0]!, ["rater"]);
    await expect(getDiscussion(rater, taskId)).rejects.toThrow(NotFound);
    const listed = await listDiscussions(rater);
    expect(listed.map((row) => row.taskId)).not.toContain(taskId);
    expect(await commentOnTask(rater, { ...comment, clientKey: randomUUID() })).toMatchObject({
      refusal: { code: "not-found" },
    });
  });

  it("is none of its raters, even where these may adjudicate disputes of theirs", async () => {
    const both = actorOf(made.raterIds[0]!, ["rater", "adjudicator"]);
    const { rows } = await listCases(both, { campaign: made.campaignId, cause: [] });
    expect(notEmpty(rows).every((row) => !row.causes.includes("audit"))).toBe(true);
    const given = await claim(both, drawn[2]!);
    expect(given.map(({ item }) => item.taskId)).not.toContain(drawn[2]);
    expect(await settle(both, drawn[2]!, YES)).toMatchObject({ refusal: { code: "own-rating" } });
    expect(await getCases(both, [drawn[2]!])).toEqual([]);
  });

  it("finds it gone from the audit once a rater differs: it is a dispute then, with all that was said", async () => {
    const taskId = drawn[3]!;
    const [held] = await claim(gina, taskId);
    expect(held).toMatchObject({ audit: true });
    const judgment = await db.judgment.findFirstOrThrow({
      where: { taskId, superseded: null },
      orderBy: { id: "asc" },
    });
    value(
      await correctJudgment(
        actorOf(judgment.raterId, ["rater"]),
        correctJudgmentSchema.parse({
          supersedes: judgment.clientKey,
          verdict: judgment.relaxed ? NO : YES,
          activeMs: 1_000,
          clientKey: randomUUID(),
          enteredAt: new Date().toISOString(),
          correction: "I misread it.",
        }),
      ),
    );
    const [view] = await getCases(gina, [taskId]);
    expect(view).toMatchObject({ audit: false, causes: ["relaxed", "strict"] });
    expect(view!.ratings).toHaveLength(2);
    // Given without the ratings, it would be a dispute's verdict all the same.
    expect(await settle(gina, taskId, YES)).toMatchObject({ refusal: { code: "not-disputed" } });
    expect(await renewCases(gina, { token: randomUUID() })).toMatchObject({ ok: true });
  });
});

describe("a dispute that became an agreement", () => {
  it("is no audit for who settles it in sight of the ratings, or spoke with its raters", async () => {
    const made = await make({ questions: 4, raters: 2, agreement: 0 });
    const gina = actorOf(made.adjudicatorId, ["adjudicator"]);
    await setRate(made, 100);
    const { rows } = await listCases(gina, { campaign: made.campaignId, cause: [] });
    const [taskId, discussed] = rows.map((row) => row.taskId) as [number, number];
    value(await commentOnTask(gina, { taskId: discussed, body: "Why?", clientKey: randomUUID() }));
    for (const one of [taskId, discussed]) {
      const said = await db.judgment.findMany({ where: { taskId: one }, orderBy: { id: "asc" } });
      const [kept, other] = said as [(typeof said)[0], (typeof said)[0]];
      value(
        await correctJudgment(
          actorOf(other.raterId, ["rater"]),
          correctJudgmentSchema.parse({
            supersedes: other.clientKey,
            verdict: verdictOf(kept),
            activeMs: 1_000,
            clientKey: randomUUID(),
            enteredAt: new Date().toISOString(),
            correction: "I see.",
          }),
        ),
      );
    }
    const seen = { taskId, verdict: YES, reason: "Rater A is right.", clientKey: randomUUID() };
    expect(await adjudicate(gina, seen)).toMatchObject({ refusal: { code: "not-disputed" } });
    expect(await db.adjudication.count({ where: { taskId } })).toBe(0);
    expect((await audits(gina, made.campaignId)).rows.map((row) => row.taskId)).toEqual([taskId]);
    expect(await settle(gina, discussed, YES)).toMatchObject({ refusal: { code: "own-rating" } });
    const hugo = actorOf(
      (await db.user.create({ data: { email: "hugo@example.org", name: "Hugo", roles: [] } })).id,
      ["adjudicator"],
    );
    expect(await settle(hugo, discussed, YES)).toMatchObject({ ok: true });
  });
});

describe("two at once", () => {
  it("a rating that comes in while the rate changes is drawn by the new one, whichever is first", async () => {
    const made = await make({ questions: 12, raters: 2, agreement: 1, judged: 0 });
    const gina = actorOf(made.adjudicatorId, ["adjudicator"]);
    const complete = (taskId: number) =>
      withConnection((client) => judgeAll(client, made.campaignId, "0", `t.id = ${taskId}`));
    const tasks = await db.ratingTask.findMany({ where: { campaignId: made.campaignId } });
    await Promise.all([
      ...tasks.slice(0, 6).map(({ id }) => complete(id)),
      setRate(made, 100),
      ...tasks.slice(6).map(({ id }) => complete(id)),
    ]);
    const { rows } = await audits(gina, made.campaignId);
    expect(rows.map(({ taskId }) => taskId).sort((a, b) => a - b)).toEqual(
      tasks.map(({ id }) => id).sort((a, b) => a - b),
    );
  });
});
