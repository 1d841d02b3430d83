import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { db, disconnect, transaction, withConnection } from "@/lib/platform/db";
import { readCells, renderCells } from "@/lib/dataset/questions/cells";
import { changeQuestions, editQuestion } from "@/lib/dataset/questions/commands";
import type { Content } from "@/lib/dataset/questions/schema";
import { createQuestion } from "@/lib/dataset/questions/writes";
import { verifyQuestion } from "@/lib/refreshing/commands";
import { claimNext as claim, releaseLeases, renewLeases, skipQuestion, undoSkip } from "./commands";
import { countDue, listDue } from "./queries";
import { claimNextSchema } from "./schema";
import { endClaim, holdClaims } from "./writes";
import type { z } from "zod";
import { sampleContent } from "@/prisma/testing/content";
import { waitedLocksHere } from "@/prisma/testing/locks";
import { keepDay } from "@/prisma/testing/noon";
import { NO_FILTERS } from "./address";

let ann: Actor;
let bob: Actor;
let ids: number[] = [];
const person = async (name: string, roles: Role[]): Promise<Actor> => {
  const user = await db.user.create({
    data: { email: `${name.toLowerCase()}@example.org`, name, roles },
  });
  return { userId: user.id, name, roles, via: "web" };
};

const QUEUE = 200;

beforeAll(async () => {
  await withConnection(keepDay);
  ann = await person("Ann", ["maintainer"]);
  bob = await person("Bob", ["maintainer"]);
  await transaction(
    async (tx) => {
      for (let i = 0; i < QUEUE; i++) {
        const cells = renderCells(
          sampleContent({
            question: `Who is ${i}?`,
            effectiveYear: null,
            nextReview: { policy: "frequently", on: null },
            falsePremise: i % 2 === 0,
            hops: i % 3 === 0 ? "multi-hop" : "one-hop",
            factType: "fast-changing",
            sources: [`https://host${i % 5}.example/a`],
            answers: ["She"],
          }),
        );
        ids.push(
          (
            await createQuestion(tx, ann, {
              cells,
              style: 0,
              status: "active",
              reason: "author",
              comment: "",
            })
          ).questionId,
        );
      }
    },
    { timeoutMs: 60_000 },
  );
  ids = ids.sort((a, b) => a - b);
});
beforeEach(async () => {
  await db.answerCheckLease.deleteMany();
  await db.answerCheckSnooze.deleteMany();
  await db.reviewAssignment.deleteMany();
  // All are due; the later in the dataset, the longer overdue.
  await db.$executeRaw`UPDATE question_heads SET verified_on = NULL, planned_on = NULL, answers_since = dataset_today() - 20 - question_id`;
});
afterAll(disconnect);

async function claimNext(actor: Actor, input: z.input<typeof claimNextSchema>) {
  const result = await claim(actor, claimNextSchema.parse(input));
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
}
const claimed = async (actor: Actor, input: z.input<typeof claimNextSchema>) =>
  (await claimNext(actor, input)).claims.map((one) => one.questionId);
const expire = (token: string) =>
  db.$executeRaw`UPDATE review_claims SET expires_at = now() - interval '1 second' WHERE token = ${token}::uuid`;

/** "Checked, unchanged" on the desk. */
async function verify(actor: Actor, token: string, questionId: number): Promise<boolean> {
  const { revisionId } = await db.questionHead.findUniqueOrThrow({ where: { questionId } });
  const result = await verifyQuestion(actor, {
    questionId,
    baseRevisionId: revisionId,
    clientKey: randomUUID(),
    token,
    evidence: [],
    comment: "",
  });
  return result.ok;
}

test("the queue gives what is overdue longest first, and a reload of the same visit resumes", async () => {
  const token = randomUUID();
  const first = await claimNext(ann, { token, count: 2 });
  expect(first.claims.map((one) => one.questionId)).toEqual([ids[QUEUE - 1], ids[QUEUE - 2]]);
  expect(first.claims[0]).toMatchObject({ section: "overdue", why: "interval", hard: false });
  expect(await claimed(ann, { token, count: 2 })).toEqual([ids[QUEUE - 1], ids[QUEUE - 2]]);
  expect(await claimed(ann, { token, after: [ids[QUEUE - 1]!, ids[QUEUE - 2]!] })).toEqual([
    ids[QUEUE - 3],
  ]);
});

test("two visits that ask at once get different questions, two windows of one person too", async () => {
  const tokens = Array.from({ length: 8 }, () => randomUUID());
  const given = (
    await Promise.all(
      tokens.map((token, i) => claimed(i % 2 === 0 ? ann : bob, { token, count: 2 })),
    )
  ).flat();
  expect(given).toHaveLength(16);
  expect(new Set(given).size).toBe(16);
  // The sixteen that were due first: no one's way led past one.
  expect([...given].sort((a, b) => a - b)).toEqual(ids.slice(-16));
});

test("three visits work through 200 questions, one crashes: none is lost, none is given twice, each is handled once", async () => {
  const holders = new Map<number, string>();
  const handled: number[] = [];
  const crashed = randomUUID();
  const work = async (actor: Actor, token: string, stopAfter: number) => {
    const after: number[] = [];
    for (let done = 0; ; done++) {
      const [questionId] = await claimed(actor, { token, after });
      if (questionId === undefined) return;
      // Given while another visit holds it: this must never be.
      expect(holders.get(questionId), `Q${questionId} is held`).toBeUndefined();
      holders.set(questionId, token);
      if (done === stopAfter) return;
      expect(await verify(actor, token, questionId)).toBe(true);
      holders.delete(questionId);
      handled.push(questionId);
      after.push(questionId);
    }
  };
  await Promise.all([
    work(ann, randomUUID(), Infinity),
    work(bob, randomUUID(), Infinity),
    work(ann, crashed, 20),
  ]);
  // All but what the crashed visit had on its screen.
  expect(handled).toHaveLength(QUEUE - 1);
  expect(await claimNext(bob, { token: randomUUID() })).toMatchObject({
    claims: [],
    heldByOthers: 1,
  });

  await expire(crashed);
  holders.clear();
  await Promise.all([work(ann, randomUUID(), Infinity), work(bob, randomUUID(), Infinity)]);
  expect([...handled].sort((a, b) => a - b)).toEqual(ids);
  // One event a question, by whoever held it.
  expect(await db.verification.count()).toBe(QUEUE);
  expect(await claimNext(bob, { token: randomUUID() })).toMatchObject({
    claims: [],
    heldByOthers: 0,
  });
}, 60_000);

test("a lease that ran out changes hands once, and its old holder does not get it back", async () => {
  const [lost, ...others] = Array.from({ length: 4 }, () => randomUUID()) as [string, ...string[]];
  const [questionId] = await claimed(ann, { token: lost });
  await expire(lost);
  const given = await Promise.all(others.map((token) => claimed(bob, { token })));
  expect(given.filter((one) => one[0] === questionId)).toHaveLength(1);
  expect(new Set(given.flat()).size).toBe(3);
  expect(await transaction((tx) => holdClaims(tx, ann, lost, [questionId!]))).toEqual([]);
  expect(await renewLeases(ann, { token: lost })).toEqual({ ok: true, value: { questionIds: [] } });
});

test("a question that is dealt with while its late claim is being taken is not given again", async () => {
  const [late, other] = [randomUUID(), randomUUID()];
  const [questionId] = await claimed(ann, { token: late });
  await expire(late);
  // Ann's window has taken the claim again and deals with it, not yet committed; Bob's claim has to wait for that.
  let waiting: Promise<number[]>;
  await transaction(async (tx) => {
    expect(await holdClaims(tx, ann, late, [questionId!])).toEqual([questionId]);
    waiting = claimed(bob, { token: other });
    await expect.poll(waitedLocksHere, { message: "Bob's insert waits" }).not.toHaveLength(0);
    await tx.$executeRaw`UPDATE question_heads SET verified_on = dataset_today() WHERE question_id = ${questionId}`;
    await endClaim(tx, { questionId: questionId!, token: late, actor: ann });
  });
  expect(await waiting!).toEqual([ids[QUEUE - 2]]);
  expect(await db.answerCheckLease.count({ where: { questionId: questionId! } })).toBe(0);
});

test("renewing keeps a lease, releasing frees it at once, and neither touches another visit's", async () => {
  const [mine, theirs] = [randomUUID(), randomUUID()];
  const [questionId] = await claimed(ann, { token: mine });
  await claimed(bob, { token: theirs });
  await db.$executeRaw`UPDATE review_claims SET expires_at = now() + interval '1 second' WHERE token = ${mine}::uuid`;
  expect(await renewLeases(ann, { token: mine })).toEqual({
    ok: true,
    value: { questionIds: [questionId] },
  });
  const [left] = await db.$queryRaw<
    { seconds: number }[]
  >`SELECT extract(epoch FROM expires_at - now())::float AS seconds FROM review_claims WHERE question_id = ${questionId}`;
  expect(left!.seconds).toBeGreaterThan(110);
  // Someone else's token does not help.
  await releaseLeases(bob, { token: mine });
  expect(await db.answerCheckLease.count()).toBe(2);
  await releaseLeases(ann, { token: mine });
  expect(await claimed(bob, { token: randomUUID() })).toEqual([questionId]);
});

test("a question that does not exist is not found, and not an error of the server's", async () => {
  await expect(
    skipQuestion(ann, { token: randomUUID(), questionId: 2_147_483_647 }),
  ).rejects.toMatchObject({ name: "NotFound", what: "Question Q2147483647" });
});

test("a skipped question goes to others at once, to the skipper later, and a skip can be taken back", async () => {
  const token = randomUUID();
  const [questionId] = await claimed(ann, { token });
  const skipped = await skipQuestion(ann, { token, questionId: questionId! });
  expect(skipped.ok).toBe(true);
  expect(await claimed(ann, { token })).toEqual([ids[QUEUE - 2]]);
  expect(await undoSkip(ann, { token, questionId: questionId! })).toEqual({
    ok: true,
    value: { held: true },
  });
  await skipQuestion(ann, { token, questionId: questionId! });
  expect(await claimed(bob, { token: randomUUID() })).toEqual([questionId]);
  expect(await undoSkip(ann, { token, questionId: questionId! })).toEqual({
    ok: true,
    value: { held: false },
  });

  // At the end of the queue the desk can say what is left and when it comes back.
  await db.$executeRaw`INSERT INTO review_skips (question_id, user_id, until) SELECT question_id, ${ann.userId}, now() + interval '1 hour' FROM question_heads WHERE question_id <> ${questionId}`;
  const end = await claimNext(ann, { token: randomUUID() });
  expect(end).toMatchObject({
    claims: [],
    heldByOthers: 1,
    skipped: QUEUE - 1,
    skippedUntil: expect.any(String),
  });
  await db.$executeRaw`UPDATE review_skips SET until = now() - interval '1 second'`;
  expect(await claimed(ann, { token: randomUUID() })).toHaveLength(1);
});

test("what is assigned to someone else is offered only on request, unless they have left", async () => {
  const last = ids[QUEUE - 1]!;
  const cy = await person("Cy", ["maintainer"]);
  await db.reviewAssignment.create({
    data: { questionId: last, assigneeId: cy.userId, assignedById: ann.userId },
  });
  expect(await claimed(ann, { token: randomUUID() })).toEqual([ids[QUEUE - 2]]);
  expect(await claimed(bob, { token: randomUUID(), filters: { assignee: "anyone" } })).toEqual([
    last,
  ]);
  await db.answerCheckLease.deleteMany();
  expect(await claimed(cy, { token: randomUUID(), filters: { assignee: "me" } })).toEqual([last]);
  await db.answerCheckLease.deleteMany();
  await db.user.update({ where: { id: cy.userId }, data: { deactivatedAt: new Date() } });
  expect(await claimed(ann, { token: randomUUID() })).toEqual([last]);
});

test("claims, counts and the list follow the same filters", async () => {
  const filters = {
    ...NO_FILTERS,
    category: ["false-premise" as const],
    hops: ["multi-hop" as const],
    host: ["host0.example"],
  };
  const page = await listDue(ann, { ...filters, when: "overdue", page: 1 });
  expect(page.rows.map((row) => row.questionId)).toEqual(
    ids.filter((_, i) => i % 30 === 0).reverse(),
  );
  expect(await countDue(ann, filters)).toMatchObject({
    overdue: 7,
    week: 0,
    upcoming: 0,
    none: 0,
    byAssignee: [{ assigneeId: null, name: "No one", count: 7 }],
  });
  expect(await claimed(ann, { token: randomUUID(), filters })).toEqual([page.rows[0]!.questionId]);
  expect((await listDue(ann, { ...filters, when: "overdue", page: 1 })).rows[0]).toMatchObject({
    worker: "Ann",
    assignee: null,
    dueOn: expect.any(String),
  });
  await verify(ann, randomUUID(), page.rows[1]!.questionId);
  expect((await countDue(ann, filters)).upcoming).toBe(1);
  expect((await countDue(ann, filters)).overdue).toBe(6);
});

test("new answers or a new schedule drop the day that was planned; any other revision keeps it", async () => {
  const [questionId, other] = [ids[0]!, ids[1]!];
  const plan = () =>
    db.questionHead.updateMany({
      where: { questionId: { in: [questionId, other] } },
      data: { plannedOn: new Date("2030-01-01T00:00:00Z") },
    });
  const planned = async (id: number) =>
    (await db.questionHead.findUniqueOrThrow({ where: { questionId: id } })).plannedOn
      ?.toISOString()
      .slice(0, 10) ?? null;
  const edit = async (change: Partial<Content>) => {
    const { revisionId } = await db.questionHead.findUniqueOrThrow({ where: { questionId } });
    const { cells } = await db.revision.findUniqueOrThrow({ where: { id: revisionId } });
    expect(
      (
        await editQuestion(ann, {
          questionId,
          baseRevisionId: revisionId,
          content: { ...readCells(cells).content!, ...change },
          comment: "",
        })
      ).ok,
    ).toBe(true);
  };
  await plan();
  await edit({ note: "Looked up." });
  expect(await planned(questionId)).toBe("2030-01-01");
  await edit({ answers: ["They"] });
  expect(await planned(questionId)).toBeNull();
  await plan();
  await edit({ nextReview: { policy: "occasionally", on: null } });
  expect(await planned(questionId)).toBeNull();
  await plan();
  await changeQuestions(ann, {
    questionIds: [questionId, other],
    change: { kind: "split", split: "DEV" },
    comment: "",
  });
  expect([await planned(questionId), await planned(other)]).toEqual(["2030-01-01", "2030-01-01"]);
  await changeQuestions(ann, {
    questionIds: [questionId, other],
    change: { kind: "schedule", nextReview: { policy: "occasionally", on: null } },
    comment: "",
  });
  expect([await planned(questionId), await planned(other)]).toEqual(["2030-01-01", null]);
});
