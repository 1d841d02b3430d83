import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { db, disconnect, withConnection } from "@/lib/platform/db";
import { AccessDenied, NotFound } from "@/lib/platform/errors";
import { verdictOf } from "@/lib/rating/judging/rules";
import type { Verdict } from "@/lib/rating/judging/vocabulary";
import { makeRating, type RatingSampleMade } from "@/prisma/factories/rating";
import {
  adjudicate,
  claimCases,
  commentOnTask,
  correctAdjudication,
  releaseCases,
  renewCases,
  replaceAdjudication,
} from "./commands";
import {
  getCases,
  getDiscussion,
  listCases,
  listDiscussions,
  listSettled,
  type CaseView,
  type VerdictCase,
} from "./queries";
import { expectedAgreement, expectedCauses } from "./cases.oracle";
import type { z } from "zod";
import { claimCasesSchema } from "./schema";
import { notEmpty } from "@/prisma/testing/not-empty";
import { NO, YES } from "@/prisma/testing/verdicts";
import { type CaseFilters } from "./address";

const ALL: CaseFilters = { campaign: null, cause: [] };
const actor = (userId: number, ...roles: Role[]): Actor => ({
  userId,
  name: `User ${userId}`,
  roles,
  via: "web",
});
const claim = (who: Actor, input: Partial<z.input<typeof claimCasesSchema>> = {}) =>
  claimCases(who, claimCasesSchema.parse({ token: randomUUID(), ...input }));
async function value<T>(
  result: Promise<{ ok: true; value: T } | { ok: false; refusal: { code: string } }>,
): Promise<T> {
  const outcome = await result;
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.value;
}
const codeOf = async (result: Promise<{ ok: boolean; refusal?: { code: string } }>) => {
  const outcome = await result;
  return outcome.ok ? "ok" : outcome.refusal!.code;
};

let made: RatingSampleMade;
let gina: Actor;
let mara: Actor;
let second: Actor;
const person = async (name: string, ...roles: Role[]) =>
  actor(
    (await db.user.create({ data: { email: `${name.toLowerCase()}@example.org`, name, roles } }))
      .id,
    ...roles,
  );
const disputed = async (campaignId: number) =>
  (
    await db.disagreement.findMany({
      where: { campaignId },
      orderBy: [{ agreement: "asc" }, { taskId: "asc" }],
    })
  ).map((one) => one.taskId);

beforeAll(async () => {
  made = await withConnection((client) =>
    makeRating(client, {
      questions: 150,
      raters: 4,
      ratingsPerResponse: 3,
      overlap: 100,
      judged: 0.95,
      agreement: 0.5,
      lowConfidence: 0.05,
      flagged: 0.05,
      corrected: 0.1,
      gold: 0.1,
    }),
  );
  gina = actor(made.adjudicatorId, "adjudicator");
  mara = actor(made.maintainerId, "maintainer");
  second = await person("Second", "adjudicator");
});
afterAll(disconnect);

describe("the queue", () => {
  it("holds exactly the fully judged tasks that differ or are doubted, gold ones not, with agreement and causes", async () => {
    const tasks = await db.ratingTask.findMany({
      where: { campaignId: made.campaignId },
      include: { assignments: { include: { judgment: true } } },
    });
    const expected = tasks
      .flatMap((task) => {
        const judgments = task.assignments.flatMap((one) =>
          one.judgment ? [{ ...one.judgment, ...verdictOf(one.judgment) }] : [],
        );
        const causes = expectedCauses(judgments);
        return task.gold || judgments.length < task.wanted || causes.length === 0
          ? []
          : [{ taskId: task.id, agreement: expectedAgreement(judgments), causes }];
      })
      .sort((a, b) => a.agreement - b.agreement || a.taskId - b.taskId);
    const { rows, total } = await listCases(gina, ALL);
    expect(expected.length).toBeGreaterThan(20);
    expect(total).toBe(expected.length);
    expect(rows.map(({ taskId, agreement, causes }) => ({ taskId, agreement, causes }))).toEqual(
      expected.slice(0, 50).map((one) => ({
        ...one,
        agreement: expect.closeTo(one.agreement, 12) as unknown,
      })),
    );
  });

  it("is paged by place without losing or repeating one, and narrowed by campaign and cause", async () => {
    const { rows } = await listCases(gina, ALL);
    const behind = await listCases(gina, ALL, {
      place: rows[9]!.place,
      taskId: rows[9]!.taskId,
    });
    expect(behind.rows.slice(0, 10).map((row) => row.taskId)).toEqual(
      rows.slice(10, 20).map((row) => row.taskId),
    );
    expect(
      notEmpty(
        (await listCases(gina, { campaign: made.campaignId, cause: ["flagged"] })).rows,
      ).every((row) => row.causes.includes("flagged")),
    ).toBe(true);
    expect((await listCases(gina, { campaign: 999, cause: [] })).rows).toEqual([]);
  });

  it("gives a task a place when the last of two concurrent judgments comes, and takes it away when a correction makes them agree", async () => {
    const own = await withConnection((client) =>
      makeRating(client, { questions: 10, raters: 2, judged: 0 }),
    );
    const judge = async (
      slot: { id: number; taskId: number; raterId: number | null },
      verdict: Verdict,
      supersedesId: number | null = null,
    ) =>
      db.$transaction(async (tx) => {
        const task = await tx.ratingTask.findUniqueOrThrow({ where: { id: slot.taskId } });
        const judgment = await tx.judgment.create({
          data: {
            taskId: task.id,
            campaignId: task.campaignId,
            responseId: task.responseId,
            raterId: slot.raterId!,
            revisionId: task.revisionId,
            ...verdict,
            activeMs: 1,
            clientKey: randomUUID(),
            supersedesId,
            correction: supersedesId === null ? "" : "Again.",
          },
        });
        await tx.assignment.update({
          where: { id: slot.id },
          data: { status: "judged", judgmentId: judgment.id },
        });
        return judgment.id;
      });
    const tasks = await db.ratingTask.findMany({
      where: { campaignId: own.campaignId },
      include: { assignments: { orderBy: { slot: "asc" } } },
    });
    const firsts = await Promise.all(
      tasks.flatMap((task) =>
        task.assignments.map((slot, place) => judge(slot, place === 0 ? YES : NO)),
      ),
    );
    expect(await disputed(own.campaignId)).toHaveLength(10);
    await judge(tasks[0]!.assignments[1]!, YES, firsts[1]);
    expect(await disputed(own.campaignId)).not.toContain(tasks[0]!.id);
    expect(await disputed(own.campaignId)).toHaveLength(9);

    // Settled: the database itself refuses another judgment.
    const [taskId] = await disputed(own.campaignId);
    await value(
      adjudicate(gina, { taskId: taskId!, verdict: YES, reason: "Yes.", clientKey: randomUUID() }),
    );
    const task = tasks.find((one) => one.id === taskId)!;
    const judgment = await db.judgment.findFirstOrThrow({
      where: { taskId: taskId!, raterId: task.assignments[1]!.raterId! },
    });
    await expect(judge(task.assignments[1]!, YES, judgment.id)).rejects.toThrow("violated");
    expect(await db.judgment.count({ where: { taskId: taskId! } })).toBe(2);
  });

  it("offers no one a task of their own, unless the campaign lets raters adjudicate, nor a run that they have a conflict with", async () => {
    const both = actor(made.raterIds[0]!, "rater", "adjudicator");
    const own = new Set(
      (
        await db.judgment.findMany({ where: { raterId: both.userId }, select: { taskId: true } })
      ).map((one) => one.taskId),
    );
    const all = await disputed(made.campaignId);
    const offered = (await listCases(both, { campaign: made.campaignId, cause: [] })).rows.map(
      (row) => row.taskId,
    );
    expect(notEmpty(offered).every((taskId) => !own.has(taskId))).toBe(true);
    const mine = all.find((taskId) => own.has(taskId))!;
    expect(await getCases(both, [mine])).toEqual([]);
    expect(
      (await value(claim(both, { first: mine }))).cases.map((one) => one.item.taskId),
    ).not.toContain(mine);
    expect(
      await codeOf(
        adjudicate(both, { taskId: mine, verdict: YES, reason: "Mine.", clientKey: randomUUID() }),
      ),
    ).toBe("own-rating");
    await db.campaign.update({
      where: { id: made.campaignId },
      data: { ratersMayAdjudicate: true },
    });
    expect((await value(claim(both, { first: mine }))).cases[0]!.item.taskId).toBe(mine);
    await db.campaign.update({
      where: { id: made.campaignId },
      data: { ratersMayAdjudicate: false },
    });
    await db.adjudicationClaim.deleteMany();

    const partial = await person("Partial", "adjudicator");
    await db.raterConflict.create({
      data: { raterId: partial.userId, runId: made.runIds[0]!, statedById: mara.userId },
    });
    expect(
      (await listCases(partial, ALL)).rows.filter((row) => row.campaignId === made.campaignId),
    ).toEqual([]);
    expect(
      await codeOf(
        adjudicate(partial, {
          taskId: all[0]!,
          verdict: YES,
          reason: "Ours.",
          clientKey: randomUUID(),
        }),
      ),
    ).toBe("own-rating");
  });
});

describe("claims", () => {
  it("two adjudicators who claim at once, again and again, never get the same task and together get all of them", async () => {
    const own = await withConnection((client) =>
      makeRating(client, { questions: 40, raters: 2, agreement: 0 }),
    );
    const filters = { campaign: own.campaignId, cause: [] };
    const wanted = await disputed(own.campaignId);
    expect(wanted).toHaveLength(40);
    const got: number[] = [];
    const work = async (who: Actor) => {
      const token = randomUUID();
      const done: number[] = [];
      for (;;) {
        const { cases } = await value(claim(who, { token, filters, except: done }));
        if (cases.length === 0) return;
        for (const one of cases) {
          const { taskId } = one.item;
          got.push(taskId);
          done.push(taskId);
          await value(
            adjudicate(who, {
              taskId,
              verdict: YES,
              reason: "Because.",
              clientKey: randomUUID(),
              token,
            }),
          );
        }
      }
    };
    await Promise.all([work(gina), work(second), work(mara)]);
    expect([...got].sort((a, b) => a - b)).toEqual([...wanted].sort((a, b) => a - b));
    expect(await db.adjudication.count({ where: { task: { campaignId: own.campaignId } } })).toBe(
      40,
    );
    expect(
      await db.adjudicationClaim.count({ where: { task: { campaignId: own.campaignId } } }),
    ).toBe(0);
  });

  it("are resumed by their visit, given to others once they ran out or were given back, and counted for those who wait", async () => {
    await db.adjudicationClaim.deleteMany();
    const filters = { campaign: made.campaignId, cause: [] };
    const token = randomUUID();
    const ids = (claimed: { cases: { item: { taskId: number } }[] }) =>
      claimed.cases.map((one) => one.item.taskId);
    const first = ids(await value(claim(gina, { token, filters })));
    expect(first).toEqual((await disputed(made.campaignId)).slice(0, 2));
    expect(ids(await value(claim(gina, { token, filters })))).toEqual(first);
    const others = ids(await value(claim(second, { filters })));
    expect(others).not.toContain(first[0]);
    expect((await value(renewCases(gina, { token }))).taskIds).toEqual(
      [...first].sort((a, b) => a - b),
    );
    await value(releaseCases(gina, { token, taskIds: [first[0]!] }));
    expect(ids(await value(claim(second, { filters })))).toContain(first[0]);
    await db.adjudicationClaim.updateMany({ where: { token }, data: { expiresAt: new Date(0) } });
    expect((await value(claim(second, { filters, first: first[1] }))).cases[0]!.item.taskId).toBe(
      first[1],
    );
    expect((await value(renewCases(gina, { token }))).taskIds).toEqual([]);
    const last = await value(
      claim(mara, {
        filters,
        except: (await disputed(made.campaignId)).filter((taskId) => taskId !== first[1]),
      }),
    );
    expect(last).toEqual({ cases: [], heldByOthers: 1 });
    await db.adjudicationClaim.deleteMany();
  });
});

describe("the final verdict", () => {
  it("is stored once, whoever sends it how often, and refuses the second of two who settle at once", async () => {
    const [taskId, other] = await disputed(made.campaignId);
    const clientKey = randomUUID();
    const [one, again] = await Promise.all(
      [1, 2].map(() =>
        value(adjudicate(gina, { taskId: taskId!, verdict: NO, reason: "Wrong name.", clientKey })),
      ),
    );
    expect(one).toEqual(again);
    expect(
      await codeOf(
        adjudicate(second, { taskId: taskId!, verdict: YES, reason: "Right.", clientKey }),
      ),
    ).toBe("key-taken");
    const codes = await Promise.all(
      [gina, second].map((who) =>
        codeOf(
          adjudicate(who, {
            taskId: other!,
            verdict: YES,
            reason: "Right.",
            clientKey: randomUUID(),
          }),
        ),
      ),
    );
    expect(codes.sort()).toEqual(["adjudicated", "ok"]);
    expect(await db.adjudication.count({ where: { taskId: { in: [taskId!, other!] } } })).toBe(2);
    expect(await disputed(made.campaignId)).not.toContain(taskId);
    expect(
      await db.auditEvent.count({
        where: { type: "adjudication.made", data: { path: ["taskId"], equals: taskId! } },
      }),
    ).toBe(1);
    expect(
      await codeOf(
        adjudicate(gina, { taskId: 999_999, verdict: YES, reason: "?", clientKey: randomUUID() }),
      ),
    ).toBe("not-found");
    const agreed = await db.ratingTask.findFirstOrThrow({
      where: { campaignId: made.campaignId, gold: true },
    });
    expect(
      await codeOf(
        adjudicate(gina, { taskId: agreed.id, verdict: YES, reason: "?", clientKey: randomUUID() }),
      ),
    ).toBe("not-disputed");
  });

  it("is superseded by maintainers alone, with the history kept, and not from an older one", async () => {
    const [taskId] = await disputed(made.campaignId);
    const { adjudicationId } = await value(
      adjudicate(gina, { taskId: taskId!, verdict: NO, reason: "Wrong.", clientKey: randomUUID() }),
    );
    const better = {
      taskId: taskId!,
      supersedes: adjudicationId,
      verdict: YES,
      reason: "The page says otherwise.",
      clientKey: randomUUID(),
    };
    await expect(replaceAdjudication(gina, better)).rejects.toThrow(AccessDenied);
    expect(await codeOf(replaceAdjudication(mara, { ...better, verdict: NO }))).toBe("unchanged");
    const codes = await Promise.all(
      [better, { ...better, clientKey: randomUUID() }].map((input) =>
        codeOf(replaceAdjudication(mara, input)),
      ),
    );
    expect(codes.sort()).toEqual(["ok", "stale"]);
    const [seen] = await getCases(gina, [taskId!]);
    expect(verdictCase(seen).adjudications.map((one) => [one.relaxed, one.reason])).toEqual([
      [true, "The page says otherwise."],
      [false, "Wrong."],
    ]);
    expect(
      (await listSettled(gina, { campaign: made.campaignId })).rows.find(
        (row) => row.taskId === taskId,
      ),
    ).toMatchObject({ verdict: { relaxed: true }, superseded: 1 });
  });
});

/** The case as one of Relaxed and Strict. */
function verdictCase(view: CaseView | undefined): VerdictCase {
  if (view === undefined || view.protocol !== null) throw new Error("No case of verdicts.");
  return view;
}

describe("an adjudicator's correction", () => {
  const settle = async (who: Actor, taskId: number, verdict = NO) => {
    const clientKey = randomUUID();
    await value(adjudicate(who, { taskId, verdict, reason: "First thought.", clientKey }));
    return clientKey;
  };
  const correct = (
    who: Actor,
    taskId: number,
    supersedes: string,
    more: Partial<Parameters<typeof correctAdjudication>[1]> = {},
  ) =>
    correctAdjudication(who, {
      taskId,
      supersedes,
      verdict: YES,
      reason: "Second thought.",
      clientKey: randomUUID(),
      ...more,
    });

  it("supersedes their own verdict, once a key, keeps the history, and never makes the response unresolved", async () => {
    const [taskId] = await disputed(made.campaignId);
    const supersedes = await settle(gina, taskId!);
    const clientKey = randomUUID();
    const answers = await Promise.all(
      [1, 2].map(() => value(correct(gina, taskId!, supersedes, { clientKey }))),
    );
    expect(answers[0]).toEqual(answers[1]);
    const [seen] = await getCases(gina, [taskId!]);
    expect(verdictCase(seen).adjudications.map((one) => [one.relaxed, one.reason])).toEqual([
      [true, "Second thought."],
      [false, "First thought."],
    ]);
    expect(await disputed(made.campaignId)).not.toContain(taskId);
    const { adjudicationId } = answers[0]!;
    expect(
      await db.auditEvent.findMany({
        where: {
          type: "adjudication.superseded",
          data: { path: ["adjudicationId"], equals: adjudicationId },
        },
        select: { actorId: true, data: true },
      }),
    ).toMatchObject([{ actorId: gina.userId, data: { because: "corrected" } }]);
    expect(await codeOf(correct(gina, taskId!, clientKey))).toBe("unchanged");
    expect(await codeOf(correct(second, taskId!, clientKey, { clientKey }))).toBe("key-taken");
  });

  it("is of their own verdict alone, by one of two callers, and not from an older one", async () => {
    const [taskId] = await disputed(made.campaignId);
    const supersedes = await settle(gina, taskId!);
    expect(await codeOf(correct(second, taskId!, supersedes))).toBe("not-found");
    expect(await codeOf(correct(mara, taskId!, supersedes))).toBe("not-found");
    expect(await codeOf(correct(gina, taskId!, randomUUID()))).toBe("not-found");
    await expect(correct(actor(made.raterIds[0]!, "rater"), taskId!, supersedes)).rejects.toThrow(
      AccessDenied,
    );
    const codes = await Promise.all([1, 2].map(() => codeOf(correct(gina, taskId!, supersedes))));
    expect(codes.sort()).toEqual(["ok", "stale"]);
    const late = await correct(gina, taskId!, supersedes);
    expect(late).toMatchObject({
      ok: false,
      refusal: { code: "stale", details: { relaxed: true } },
    });
  });

  it("is refused where a maintainer replaced the verdict, and once the campaign is closed", async () => {
    const own = await withConnection((client) =>
      makeRating(client, { questions: 6, raters: 2, agreement: 0 }),
    );
    const [one, two] = await disputed(own.campaignId);
    const [first, other] = [await settle(gina, one!), await settle(gina, two!)];
    const { id } = await db.adjudication.findUniqueOrThrow({ where: { clientKey: first } });
    await value(
      replaceAdjudication(mara, {
        taskId: one!,
        supersedes: id,
        verdict: YES,
        reason: "Else.",
        clientKey: randomUUID(),
      }),
    );
    expect(await codeOf(correct(gina, one!, first))).toBe("stale");
    await db.campaign.update({
      where: { id: own.campaignId },
      data: { status: "closed", closedAt: new Date() },
    });
    expect(await codeOf(correct(gina, two!, other))).toBe("closed");
    expect((await getCases(gina, [two!]))[0]!.adjudications).toHaveLength(1);
  });

  it("is what the own verdict of another window asks for: the refusal names it, and no one else's", async () => {
    const [taskId] = await disputed(made.campaignId);
    const standing = await settle(gina, taskId!);
    const again = (who: Actor) =>
      adjudicate(who, { taskId: taskId!, verdict: YES, reason: "Here.", clientKey: randomUUID() });
    expect(await again(gina)).toMatchObject({
      refusal: { code: "adjudicated", details: { relaxed: false, clientKey: standing } },
    });
    expect(await again(second)).toMatchObject({
      refusal: { code: "adjudicated", details: { relaxed: false, clientKey: null } },
    });
    expect(await codeOf(correct(gina, taskId!, standing))).toBe("ok");
  });
});

describe("blindness", () => {
  /** Everything that no one who settles or discusses may read. */
  async function secrets(): Promise<string[]> {
    const models = await db.model.findMany();
    const users = await db.user.findMany({ where: { id: { in: made.raterIds } } });
    return [
      ...models.flatMap((model) => [model.name, model.provider]),
      ...users.flatMap((user) => [user.name, user.email]),
      "latency",
      "Run 1",
    ];
  }

  it("no list, case or discussion holds a model, a run, its metadata, or a rater's name, before or after it is settled", async () => {
    const all = await disputed(made.campaignId);
    const [taskId] = all;
    const rater = actor(
      (await db.judgment.findFirstOrThrow({ where: { taskId: taskId! } })).raterId,
      "rater",
    );
    await value(
      commentOnTask(rater, {
        taskId: taskId!,
        body: "It is the same person.",
        clientKey: randomUUID(),
      }),
    );
    const read = async () =>
      JSON.stringify([
        await listCases(gina, ALL),
        await getCases(gina, all.slice(0, 10)),
        await value(claim(gina)),
        await getDiscussion(rater, taskId!),
        await listDiscussions(rater),
        await listSettled(gina, { campaign: null }),
      ]);
    const hidden = await secrets();
    const before = await read();
    for (const secret of notEmpty(hidden)) expect(before).not.toContain(secret);
    await value(
      adjudicate(mara, {
        taskId: taskId!,
        verdict: YES,
        reason: "It is.",
        clientKey: randomUUID(),
      }),
    );
    const after = await read();
    for (const secret of notEmpty(hidden)) expect(after).not.toContain(secret);
    expect((await getDiscussion(rater, taskId!)).adjudications[0]).toMatchObject({
      by: null,
      reason: "It is.",
    });
  });

  it("a rater reads a discussion only of an own task that is fully judged and was disputed; gold never is", async () => {
    const own = await withConnection((client) =>
      makeRating(client, {
        questions: 60,
        raters: 3,
        ratingsPerResponse: 2,
        judged: 0.8,
        agreement: 0.3,
        gold: 0.2,
      }),
    );
    const rater = actor(own.raterIds[0]!, "rater");
    const tasks = await db.ratingTask.findMany({
      where: { campaignId: own.campaignId },
      include: { assignments: true },
    });
    const cases = new Set(await disputed(own.campaignId));
    const seen: number[] = [];
    for (const task of notEmpty(tasks)) {
      const may =
        cases.has(task.id) &&
        task.assignments.some((slot) => slot.raterId === rater.userId && slot.status === "judged");
      if (may) {
        const view = await getDiscussion(rater, task.id);
        expect(view.ratings.filter((rating) => rating.own)).toHaveLength(1);
        expect(view.mayAdjudicate).toBe(false);
        seen.push(task.id);
      } else {
        await expect(getDiscussion(rater, task.id)).rejects.toThrow(NotFound);
        expect(
          await codeOf(
            commentOnTask(rater, { taskId: task.id, body: "Hello", clientKey: randomUUID() }),
          ),
        ).toBe("not-found");
      }
    }
    expect(seen.length).toBeGreaterThan(5);
    expect((await listDiscussions(rater)).map((row) => row.taskId).sort((a, b) => a - b)).toEqual(
      seen.sort((a, b) => a - b),
    );
  });
});

describe("the discussion", () => {
  it("stores a comment once, calls people by the letters of the task or by name as the campaign says, and tells the others", async () => {
    const own = await withConnection((client) =>
      makeRating(client, { questions: 4, raters: 2, agreement: 0 }),
    );
    const [taskId] = await disputed(own.campaignId);
    const [one, two] = own.raterIds.map((id) => actor(id, "rater"));
    const clientKey = randomUUID();
    const both = await Promise.all(
      [1, 2].map(() =>
        value(commentOnTask(one!, { taskId: taskId!, body: "Look at the date.", clientKey })),
      ),
    );
    expect(both[0]!.id).toBe(both[1]!.id);
    await value(
      commentOnTask(gina, { taskId: taskId!, body: "Which one?", clientKey: randomUUID() }),
    );
    const view = await getDiscussion(two!, taskId!);
    const letter = (await getDiscussion(one!, taskId!)).ratings.find((rating) => rating.own)!.rater;
    expect(view.comments.map((comment) => [comment.author, comment.own])).toEqual([
      [letter, false],
      ["Adjudicator", false],
    ]);
    const all = await db.notice.findMany({
      where: { kind: "task-commented" },
      orderBy: { id: "asc" },
    });
    const told = all.filter((notice) => (notice.data as { taskId: number }).taskId === taskId);
    expect(told.map((notice) => notice.userId)).toEqual([two!.userId, one!.userId, two!.userId]);
    expect(told[0]!.data).toMatchObject({ by: letter });
    expect(
      await codeOf(
        commentOnTask(actor(made.raterIds[0]!, "rater"), {
          taskId: taskId!,
          body: "Hi",
          clientKey: randomUUID(),
        }),
      ),
    ).toBe("not-found");
    await db.campaign.update({ where: { id: own.campaignId }, data: { namesHidden: false } });
    const names = (await getDiscussion(two!, taskId!)).comments.map((comment) => comment.author);
    expect(names[0]).toContain("Rater 1 of");
    await value(
      adjudicate(gina, {
        taskId: taskId!,
        verdict: NO,
        reason: "The date is wrong.",
        clientKey: randomUUID(),
      }),
    );
    expect(
      await db.notice.count({ where: { kind: "task-settled", userId: { in: own.raterIds } } }),
    ).toBe(2);
  });
});
