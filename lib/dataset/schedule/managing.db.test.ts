import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/people/access/schema";
import type { Role } from "@/lib/people/access/roles";
import { db, disconnect, transaction, withConnection } from "@/lib/platform/db";
import { renderCells } from "@/lib/dataset/questions/cells";
import { CATEGORIES, type NextReview } from "@/lib/dataset/questions/vocabulary";
import { createQuestion } from "@/lib/dataset/questions/writes";
import { value } from "@/prisma/testing/value";
import {
  applySmoothing,
  assignQuestions,
  assignRoundRobin,
  claimNext,
  restoreAssignments,
  restorePlan,
  updateSettings,
} from "./commands";
import {
  countDue,
  getSettings,
  listAssignees,
  listDue,
  loadCalendar,
  getBalancing,
  previewSmoothing,
} from "./queries";
import { sampleContent } from "@/prisma/testing/content";
import { keepDay } from "@/prisma/testing/noon";
import { NO_FILTERS } from "./address";

let ann: Actor;
let bob: Actor;
let cy: Actor;
const ids: number[] = [];
const person = async (name: string, roles: Role[]): Promise<Actor> => {
  const user = await db.user.create({
    data: { email: `${name.toLowerCase()}@example.org`, name, roles },
  });
  return { userId: user.id, name, roles, via: "web" };
};
const SOFT = 30;

beforeAll(async () => {
  await withConnection(keepDay);
  [ann, bob, cy] = [
    await person("Ann", ["maintainer"]),
    await person("Bob", ["maintainer"]),
    await person("Cy", ["annotator"]),
  ];
  const write = async (nextReview: NextReview) =>
    transaction(async (tx) => {
      const cells = renderCells(
        sampleContent({
          question: `Who is ${ids.length}?`,
          effectiveYear: null,
          nextReview,
          sources: [],
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
    });
  for (let i = 0; i < SOFT; i++) await write({ policy: "occasionally", on: null });
  const today = new Date((await getSettings(ann)).today);
  for (let i = 0; i < 5; i++)
    await write({
      policy: "on_date",
      on: new Date(today.getTime() + 10 * 86_400_000).toISOString().slice(0, 10),
    });
});
beforeEach(async () => {
  await db.reviewAssignment.deleteMany();
  // The soft ones all fall due in ten days, with the hard ones.
  await db.$executeRaw`UPDATE question_heads SET planned_on = NULL, verified_on = NULL, answers_since = dataset_today() - 170`;
});
afterAll(disconnect);

const lastAudit = async () => (await db.auditEvent.findFirst({ orderBy: { id: "desc" } }))!;
const assignees = async () =>
  new Map((await db.reviewAssignment.findMany()).map((row) => [row.questionId, row.assigneeId]));

test("assigning tells what changed, is recorded, and can be taken back where no one changed it since", async () => {
  expect((await listAssignees(ann)).map((one) => one.name)).toEqual(["Ann", "Bob"]);
  const [a, b] = [ids[0]!, ids[1]!];
  expect(
    value(await assignQuestions(ann, { questionIds: [a], assigneeId: ann.userId })).changes,
  ).toEqual([{ questionId: a, from: null, to: ann.userId }]);
  const { changes } = value(
    await assignQuestions(ann, { questionIds: [a, b, b, 999_999], assigneeId: bob.userId }),
  );
  expect(changes).toEqual([
    { questionId: a, from: ann.userId, to: bob.userId },
    { questionId: b, from: null, to: bob.userId },
  ]);
  expect(await lastAudit()).toMatchObject({
    type: "reviews.assigned",
    data: { assigneeId: bob.userId, count: 2 },
  });
  expect(
    value(await assignQuestions(ann, { questionIds: [a], assigneeId: bob.userId })).changes,
  ).toEqual([]);

  await assignQuestions(bob, { questionIds: [b], assigneeId: null });
  expect(value(await restoreAssignments(ann, { changes }))).toEqual({ restored: 1, kept: 1 });
  expect(await assignees()).toEqual(new Map([[a, ann.userId]]));
});

test("no one is given questions who may not review, or no longer", async () => {
  expect(
    await assignQuestions(ann, { questionIds: [ids[0]!], assigneeId: cy.userId }),
  ).toMatchObject({ ok: false, refusal: { code: "not-assignable" } });
  expect(
    await assignRoundRobin(ann, {
      filters: NO_FILTERS,
      assigneeIds: [ann.userId, cy.userId],
      reassign: false,
    }),
  ).toMatchObject({ ok: false, refusal: { code: "not-assignable" } });
  expect(await assignees()).toEqual(new Map());
});

/** Counts without filters on questions are made another way than those with some: all categories chosen is the same. */
async function expectCountedAlike(): Promise<void> {
  for (const assignee of [null, "anyone", "none", "me", bob.userId] as const) {
    const narrow = { ...NO_FILTERS, assignee };
    const whole = { ...narrow, category: [...CATEGORIES] };
    expect(await countDue(ann, narrow)).toEqual(await countDue(ann, whole));
    expect(await loadCalendar(ann, 4, narrow)).toEqual(await loadCalendar(ann, 4, whole));
    for (const when of ["overdue", "week", "upcoming", "none"] as const)
      expect(await listDue(ann, { ...narrow, when, page: 1 })).toEqual(
        await listDue(ann, { ...whole, when, page: 1 }),
      );
  }
}

test("round robin shares a queue out evenly, leaves what is assigned, and does so once when two ask at once", async () => {
  await expectCountedAlike();
  await assignQuestions(ann, { questionIds: ids.slice(0, 3), assigneeId: ann.userId });
  await expectCountedAlike();
  const both = await Promise.all(
    [ann, bob].map((actor) =>
      assignRoundRobin(actor, {
        filters: { ...NO_FILTERS, when: "upcoming" },
        assigneeIds: [bob.userId, ann.userId],
        reassign: false,
      }),
    ),
  );
  const changed = both.map((result) => value(result).changes.length).sort((a, b) => a - b);
  expect(changed).toEqual([0, ids.length - 3]);
  const loads = [...(await assignees()).values()].reduce(
    (counts, id) => counts.set(id, (counts.get(id) ?? 0) + 1),
    new Map<number, number>(),
  );
  expect([loads.get(ann.userId), loads.get(bob.userId)].sort()).toEqual([17, 18]);
  await expectCountedAlike();
  expect((await countDue(ann, { ...NO_FILTERS, assignee: "me" })).upcoming).toBe(
    loads.get(ann.userId),
  );
  expect(await countDue(ann, NO_FILTERS)).toMatchObject({
    upcoming: ids.length,
    offered: { upcoming: loads.get(ann.userId) },
  });
  expect(await countDue(ann, { ...NO_FILTERS, assignee: "anyone" })).toMatchObject({
    offered: { upcoming: ids.length },
  });

  const again = value(
    await assignRoundRobin(ann, {
      filters: { ...NO_FILTERS, when: "upcoming" },
      assigneeIds: [bob.userId],
      reassign: true,
    }),
  );
  expect(again.shares).toEqual([{ assigneeId: bob.userId, count: ids.length }]);
  expect(new Set((await assignees()).values())).toEqual(new Set([bob.userId]));
  const page = await listDue(ann, { ...NO_FILTERS, assignee: bob.userId, page: 1 });
  expect(page.total).toBe(ids.length);
  expect(page.rows[0]!.assignee).toEqual({ id: bob.userId, name: "Bob" });
});

test("smoothing shows first what it will do, moves no hard day, and is taken back to the letter", async () => {
  const calendar = await loadCalendar(ann, 4, NO_FILTERS);
  expect(calendar.days[10]).toMatchObject({ hard: 5, soft: SOFT });
  const preview = await previewSmoothing(ann, { weeks: 4 });
  expect(preview).toMatchObject({ peakBefore: SOFT + 5 });
  expect(preview.peakAfter).toBeLessThanOrEqual(5);
  const { changes } = value(
    await applySmoothing(ann, { weeks: 4, fingerprint: preview.fingerprint }),
  );
  expect(changes).toHaveLength(preview.moved);
  const after = await loadCalendar(ann, 4, NO_FILTERS);
  expect(after.days).toEqual(preview.after);
  expect(after.days.reduce((sum, day) => sum + day.hard + day.soft, 0)).toBe(SOFT + 5);
  expect(after.days[10]!.hard).toBe(5);
  expect(await lastAudit()).toMatchObject({
    type: "schedule.smoothed",
    data: { weeks: 4, count: changes.length },
  });
  expect(
    (await listDue(ann, { ...NO_FILTERS, when: "upcoming", page: 1 })).rows.some(
      (row) => row.why === "planned",
    ),
  ).toBe(true);

  expect(value(await restorePlan(ann, { changes }))).toEqual({ restored: changes.length, kept: 0 });
  expect((await loadCalendar(ann, 4, NO_FILTERS)).days).toEqual(calendar.days);
});

test("overdue answers are spread only where that is asked for, and balancing is offered only where it changes something", async () => {
  const soft = await db.questionHead.findMany({
    where: { reviewPolicy: { notIn: ["on_date", "every_time", "never"] } },
    orderBy: { questionId: "asc" },
    take: 12,
  });
  const since = soft.map(({ questionId, answersSince }) => ({ questionId, answersSince }));
  await db.questionHead.updateMany({
    where: { questionId: { in: since.map(({ questionId }) => questionId) } },
    data: { answersSince: new Date("2020-01-01") },
  });
  const overdue = async () => (await countDue(ann, NO_FILTERS)).overdue;
  expect(await overdue()).toBe(12);
  expect(await getBalancing(ann, 4)).toEqual({ upcoming: true, overdue: true });

  const without = await previewSmoothing(ann, { weeks: 4 });
  expect(without).toMatchObject({ movedOverdue: 0, overdue: { movable: 12, fixed: 0 } });
  const preview = await previewSmoothing(ann, { weeks: 4, overdue: true });
  expect(preview.movedOverdue).toBe(12);
  expect(preview.before[0]!.soft).toBe(without.before[0]!.soft + 12);
  // A preview is applied as what it was: the same fingerprint does not stand for the other way.
  expect(await applySmoothing(ann, { weeks: 4, fingerprint: preview.fingerprint })).toMatchObject({
    ok: false,
    refusal: { code: "moved" },
  });
  const { changes } = value(
    await applySmoothing(ann, { weeks: 4, overdue: true, fingerprint: preview.fingerprint }),
  );
  expect(await overdue()).toBe(0);
  expect((await loadCalendar(ann, 4, NO_FILTERS)).days).toEqual(preview.after);
  expect(await getBalancing(ann, 4)).toEqual({ upcoming: false, overdue: false });

  expect(value(await restorePlan(ann, { changes }))).toMatchObject({ kept: 0 });
  expect(await overdue()).toBe(12);
  for (const { questionId, answersSince } of since)
    await db.questionHead.update({ where: { questionId }, data: { answersSince } });
});

test("of two who apply the same preview one is told that it has passed, and what was reviewed since keeps its day", async () => {
  const preview = await previewSmoothing(ann, { weeks: 4 });
  const both = await Promise.all(
    [ann, bob].map((actor) =>
      applySmoothing(actor, { weeks: 4, fingerprint: preview.fingerprint }),
    ),
  );
  expect(both.map((result) => result.ok).sort()).toEqual([false, true]);
  expect(both.find((result) => !result.ok)).toMatchObject({ refusal: { code: "moved" } });
  const { changes } = value(both.find((result) => result.ok)!);
  await db.questionHead.update({
    where: { questionId: changes[0]!.questionId },
    data: { plannedOn: null },
  });
  expect(value(await restorePlan(ann, { changes }))).toEqual({
    restored: changes.length - 1,
    kept: 1,
  });
});

test("intervals and the time zone decide at once what is due; a stale save and an unknown zone are refused", async () => {
  const { today: _, updatedAt, ...settings } = await getSettings(ann);
  expect((await countDue(ann, NO_FILTERS)).overdue).toBe(0);
  expect(
    await updateSettings(ann, { ...settings, timeZone: "Mars/Olympus", baseUpdatedAt: updatedAt }),
  ).toMatchObject({
    ok: false,
    refusal: { code: "invalid", fields: { timeZone: expect.any(String) } },
  });
  expect(await updateSettings(ann, { ...settings, baseUpdatedAt: updatedAt })).toMatchObject({
    ok: false,
    refusal: { code: "unchanged" },
  });
  const both = await Promise.all(
    [60, 90].map((occasionallyDays) =>
      updateSettings(ann, {
        ...settings,
        occasionallyDays,
        timeZone: "Europe/Berlin",
        baseUpdatedAt: updatedAt,
      }),
    ),
  );
  expect(both.map((result) => (result.ok ? "saved" : result.refusal.code)).sort()).toEqual([
    "saved",
    "stale",
  ]);
  expect(await lastAudit()).toMatchObject({
    type: "settings.changed",
    data: { changes: { timeZone: { from: settings.timeZone, to: "Europe/Berlin" } } },
  });
  expect(await countDue(ann, NO_FILTERS)).toMatchObject({
    overdue: SOFT,
    timeZone: "Europe/Berlin",
  });
  expect(
    value(await claimNext(ann, { token: randomUUID(), filters: NO_FILTERS, after: [], count: 1 }))
      .claims[0],
  ).toMatchObject({ section: "overdue" });
  await db.answerCheckLease.deleteMany();
});
