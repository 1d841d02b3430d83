import { authorize, PERMISSIONS } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { createHash } from "node:crypto";
import { addDays, balanceWorkload, type SoftDue } from "./rules";
import {
  QUEUE_PAGE_SIZE,
  type CalendarView,
  type DatasetSettingsView,
  type DueCounts,
  type DuePage,
  type DueRow,
  type DueSection,
  type PlanChange,
  type previewSmoothingSchema,
  type QueueFilters,
  type QueueState,
  type SmoothingPreview,
} from "./schema";
import { datasetToday } from "@/lib/dataset/questions/writes";
import type { z } from "zod";
import { WEEK_DAYS } from "@/lib/dataset/questions/schema";
import { categoryInSql, DUE, LAST_CONFIRMED, SECTION } from "@/lib/dataset/questions/sql";

/** SQL to join: `a`, whose turn a question is; an assignee who may no longer review counts as no one. */
const ASSIGNEE = Prisma.sql`
  LEFT JOIN (
    SELECT ra.question_id, ra.assignee_id, u.name FROM review_assignments ra JOIN users u ON u.id = ra.assignee_id
    WHERE u.deactivated_at IS NULL AND u.roles && ${[...PERMISSIONS["reviews.work"]]}::text[]
  ) a ON a.question_id = h.question_id`;

/** SQL: the head passes the filters on the question itself (not `when`, `day` and `assignee`). */
function kindFilter(filters: QueueFilters): Prisma.Sql {
  const all: Prisma.Sql[] = [Prisma.sql`h.status = 'active'`];
  if (filters.category.length > 0)
    all.push(Prisma.sql`${categoryInSql("h")} = ANY(${filters.category}::text[])`);
  if (filters.hops.length > 0) all.push(Prisma.sql`h.hops = ANY(${filters.hops}::text[])`);
  if (filters.host.length > 0) all.push(Prisma.sql`h.evidence_hosts && ${filters.host}::text[]`);
  return Prisma.join(all, " AND ");
}

function assigneeFilter(actor: Actor, filters: QueueFilters): Prisma.Sql {
  switch (filters.assignee) {
    case null:
    case "anyone":
      return Prisma.sql`true`;
    case "none":
      return Prisma.sql`a.assignee_id IS NULL`;
    case "me":
      return Prisma.sql`a.assignee_id = ${actor.userId}`;
    default:
      return Prisma.sql`a.assignee_id = ${filters.assignee}`;
  }
}

function timeFilter(filters: QueueFilters): Prisma.Sql {
  if (filters.day !== null) return Prisma.sql`d.due_on = ${filters.day}::date`;
  return filters.when === null ? Prisma.sql`true` : Prisma.sql`${SECTION} = ${filters.when}`;
}

// Claims --------------------------------------------------------------------------------------------------------

/**
 * SQL for FROM and WHERE: what the actor may be given of the queue, whether or not someone holds it (`c`, a live claim)
 * or the actor put it off (`s`). What was checked today is left out: only a release of today could ask for it again.
 */
export function claimable(
  actor: Actor,
  filters: QueueFilters,
  after: readonly number[],
): Prisma.Sql {
  const whose =
    filters.assignee === null
      ? Prisma.sql`(a.assignee_id IS NULL OR a.assignee_id = ${actor.userId})`
      : assigneeFilter(actor, filters);
  const time =
    filters.day === null && filters.when === null
      ? Prisma.sql`d.due_on < k.today + ${WEEK_DAYS}::int`
      : timeFilter(filters);
  return Prisma.sql`
    FROM ${DUE} ${ASSIGNEE}
    LEFT JOIN review_claims c ON c.question_id = h.question_id AND c.expires_at > now()
    LEFT JOIN review_skips s ON s.question_id = h.question_id AND s.user_id = ${actor.userId} AND s.until > now()
    WHERE ${kindFilter(filters)} AND ${whose} AND d.due_on IS NOT NULL AND ${time}
      AND h.verified_on IS DISTINCT FROM k.today AND h.question_id <> ALL(${[...after]}::int[])`;
}

/** SQL: the ids and assignees of what a page of the queue would list, in its order, without pages. */
export function queueOrder(actor: Actor, filters: QueueFilters): Prisma.Sql {
  return Prisma.sql`
    SELECT h.question_id AS "questionId", a.assignee_id AS "assigneeId" FROM ${DUE} ${ASSIGNEE}
    WHERE ${kindFilter(filters)} AND ${assigneeFilter(actor, filters)} AND ${timeFilter(filters)} AND d.due_on IS NOT NULL
    ORDER BY d.due_on, h.position, h.question_id`;
}

// The queue -----------------------------------------------------------------------------------------------------

/** How many questions are due, by section and by assignee. `when` and `day` of the filters do not count. */
export async function countDue(actor: Actor, filters: QueueFilters): Promise<DueCounts> {
  authorize(actor, "reviews.work");
  const [rows, [clock]] = await Promise.all([
    db.$queryRaw<
      {
        section: DueSection;
        assigneeId: number | null;
        name: string | null;
        count: number;
        mine: boolean;
      }[]
    >`
      SELECT ${SECTION} AS section, a.assignee_id AS "assigneeId", a.name, count(*)::int AS count, ${assigneeFilter(actor, filters)} AS mine
      FROM ${DUE} ${ASSIGNEE} WHERE ${kindFilter(filters)} GROUP BY 1, 2, 3`,
    db.$queryRaw<
      { today: string; timeZone: string }[]
    >`SELECT dataset_today()::text AS today, time_zone AS "timeZone" FROM dataset_settings`,
  ]);
  const counts: DueCounts = {
    overdue: 0,
    week: 0,
    upcoming: 0,
    none: 0,
    offered: { overdue: 0, week: 0, upcoming: 0, none: 0 },
    byAssignee: [],
    ...clock!,
  };
  const people = new Map<number | null, DueCounts["byAssignee"][number]>();
  for (const row of rows) {
    if (row.mine) counts[row.section] += row.count;
    if (
      filters.assignee === null
        ? row.assigneeId === null || row.assigneeId === actor.userId
        : row.mine
    )
      counts.offered[row.section] += row.count;
    if (row.section !== "overdue" && row.section !== "week") continue;
    const person = people.get(row.assigneeId) ?? {
      assigneeId: row.assigneeId,
      name: row.name ?? "No one",
      count: 0,
    };
    people.set(row.assigneeId, { ...person, count: person.count + row.count });
  }
  counts.byAssignee = [...people.values()].sort(
    (a, b) => b.count - a.count || a.name.localeCompare(b.name),
  );
  return counts;
}

/** One page of the due queue: the soonest first, then in the order of the dataset. */
export async function listDue(
  actor: Actor,
  state: QueueFilters & Pick<QueueState, "page">,
): Promise<DuePage> {
  authorize(actor, "reviews.work");
  const where = Prisma.sql`${kindFilter(state)} AND ${assigneeFilter(actor, state)} AND ${timeFilter(state)}`;
  const [rows, [count]] = await Promise.all([
    db.$queryRaw<
      (Omit<DueRow, "assignee"> & { assigneeId: number | null; assigneeName: string | null })[]
    >`
      SELECT h.question_id AS "questionId", left(h.question, 300) AS question, ${categoryInSql("h")} AS category, h.hops,
        h.review_policy AS policy, d.due_on::text AS "dueOn", ${SECTION} AS section, d.why, d.hard, h.verified_on::text AS "verifiedOn",
        verifier.name AS "verifiedBy", h.answers_since::text AS "answersSince", a.assignee_id AS "assigneeId", a.name AS "assigneeName", worker.name AS worker
      FROM ${DUE} ${ASSIGNEE}
      LEFT JOIN users verifier ON verifier.id = h.verified_by
      LEFT JOIN review_claims c ON c.question_id = h.question_id AND c.expires_at > now()
      LEFT JOIN users worker ON worker.id = c.holder_id
      WHERE ${where}
      ORDER BY d.due_on NULLS LAST, h.position, h.question_id LIMIT ${QUEUE_PAGE_SIZE} OFFSET ${(state.page - 1) * QUEUE_PAGE_SIZE}`,
    db.$queryRaw<{ total: number; today: string }[]>`
      SELECT (SELECT count(*)::int FROM ${DUE} ${ASSIGNEE} WHERE ${where}) AS total, dataset_today()::text AS today`,
  ]);
  return {
    rows: rows.map(({ assigneeId, assigneeName, ...row }) => ({
      ...row,
      assignee: assigneeId === null ? null : { id: assigneeId, name: assigneeName! },
    })),
    total: count!.total,
    today: count!.today,
  };
}

/** How many questions fall due on each day of the coming weeks, today's included; overdue ones beside them. */
export async function loadCalendar(
  actor: Actor,
  weeks: number,
  filters: QueueFilters,
): Promise<CalendarView> {
  authorize(actor, "reviews.work");
  const where = Prisma.sql`${kindFilter(filters)} AND ${assigneeFilter(actor, filters)}`;
  const [rows, { today, timeZone }] = await Promise.all([
    db.$queryRaw<{ day: string | null; hard: number; soft: number }[]>`
      SELECT CASE WHEN d.due_on >= k.today THEN d.due_on::text END AS day, count(*) FILTER (WHERE d.hard)::int AS hard, count(*) FILTER (WHERE NOT d.hard)::int AS soft
      FROM ${DUE} ${ASSIGNEE} WHERE ${where} AND d.due_on < k.today + ${weeks * 7}::int GROUP BY 1`,
    getSettings(actor),
  ]);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const before = byDay.get(null);
  return {
    today,
    timeZone,
    overdue: (before?.hard ?? 0) + (before?.soft ?? 0),
    days: Array.from({ length: weeks * 7 }, (_, i) => {
      const day = addDays(today, i);
      return { day, hard: byDay.get(day)?.hard ?? 0, soft: byDay.get(day)?.soft ?? 0 };
    }),
  };
}

/** Everyone who may be given questions to review, by name. */
export async function listAssignees(actor: Actor): Promise<{ id: number; name: string }[]> {
  authorize(actor, "reviews.work");
  return db.user.findMany({
    where: {
      kind: "person",
      deactivatedAt: null,
      roles: { hasSome: [...PERMISSIONS["reviews.work"]] },
    },
    select: { id: true, name: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
}

/** How the dataset is kept. */
export async function getSettings(actor: Actor): Promise<DatasetSettingsView> {
  authorize(actor, "reviews.work");
  const {
    id: _,
    updatedAt,
    ...settings
  } = await db.datasetSettings.findUniqueOrThrow({ where: { id: 1 } });
  return { ...settings, updatedAt: updatedAt.toISOString(), today: await datasetToday(db) };
}

// Smoothing -----------------------------------------------------------------------------------------------------

/** What smoothing would do to the coming weeks, before anyone does it. */
export async function previewSmoothing(
  actor: Actor,
  input: z.output<typeof previewSmoothingSchema>,
): Promise<SmoothingPreview> {
  authorize(actor, "reviews.manage");
  return (await planWorkloadBalance(db, input.weeks)).preview;
}

/**
 * Works smoothing out from the dataset as it stands: for the preview, and again in the transaction that applies it.
 * @returns the preview, and the change of every plan that it means.
 */
export async function planWorkloadBalance(
  tx: Tx,
  weeks: number,
): Promise<{ preview: SmoothingPreview; changes: PlanChange[] }> {
  const today = await datasetToday(tx);
  const rows = await tx.$queryRaw<
    {
      questionId: number;
      dueOn: string;
      hard: boolean;
      policyDay: string;
      intervalDays: number;
      plannedOn: string | null;
    }[]
  >`
    SELECT h.question_id AS "questionId", d.due_on::text AS "dueOn", d.hard, h.planned_on::text AS "plannedOn", i.days AS "intervalDays", (${LAST_CONFIRMED} + i.days)::text AS "policyDay"
    FROM ${DUE} CROSS JOIN LATERAL (SELECT CASE h.review_policy WHEN 'frequently' THEN k.frequently_days WHEN 'occasionally' THEN k.occasionally_days ELSE k.hardly_ever_days END AS days) i
    WHERE h.status = 'active' AND d.due_on >= ${today}::date AND d.due_on < ${today}::date + ${weeks * 7}::int
    ORDER BY h.question_id`;
  const hard = new Map<string, number>();
  const soft: (SoftDue & { plannedOn: string | null })[] = [];
  for (const row of rows) {
    if (row.hard) hard.set(row.dueOn, (hard.get(row.dueOn) ?? 0) + 1);
    else soft.push(row);
  }
  const moves = balanceWorkload(today, weeks, { hard, soft });
  const to = new Map(moves.map((move) => [move.questionId, move.to]));
  const tally = (dayOf: (question: SoftDue) => string) => {
    const days = new Map<string, number>();
    for (const question of soft) days.set(dayOf(question), (days.get(dayOf(question)) ?? 0) + 1);
    return Array.from({ length: weeks * 7 }, (_, i) => ({
      day: addDays(today, i),
      hard: hard.get(addDays(today, i)) ?? 0,
      soft: days.get(addDays(today, i)) ?? 0,
    }));
  };
  const before = tally((question) => question.dueOn);
  const after = tally((question) => to.get(question.questionId) ?? question.dueOn);
  const peak = (days: typeof before) =>
    days.reduce((most, day) => Math.max(most, day.hard + day.soft), 0);
  const changes = soft.flatMap((question): PlanChange[] =>
    to.has(question.questionId)
      ? [
          {
            questionId: question.questionId,
            from: question.plannedOn,
            to: to.get(question.questionId)!,
          },
        ]
      : [],
  );
  return {
    changes,
    preview: {
      weeks,
      today,
      moved: changes.length,
      peakBefore: peak(before),
      peakAfter: peak(after),
      before,
      after,
      fingerprint: createHash("sha256")
        .update(JSON.stringify([today, weeks, changes]))
        .digest("hex"),
    },
  };
}
