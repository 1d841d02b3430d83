import { authorize, PERMISSIONS } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { createHash } from "node:crypto";
import { addDays, balanceWorkload, canBalance, type SoftDay, type SoftDue } from "./rules";
import type {
  DatasetDay,
  CalendarView,
  DatasetSettingsView,
  DueCounts,
  DueRow,
  PlanChange,
  previewSmoothingSchema,
  SmoothingPreview,
} from "./schema";
import type { DueSection } from "./vocabulary";
import { datasetToday } from "@/lib/dataset/questions/writes";
import type { z } from "zod";
import { WEEK_DAYS } from "@/lib/dataset/questions/schema";
import {
  categoryInSql,
  DUE,
  DUE_COUNTS,
  DUE_NARROW,
  LAST_CONFIRMED,
  SECTION,
} from "@/lib/dataset/questions/sql";
import { pageInSql, type ListPage } from "@/lib/platform/lists";
import { type QueueState, type QueueFilters } from "./address";

const DUE_PER_PAGE = 50;

/** SQL for FROM: `a`, the questions that are someone's turn who may still review. */
const ASSIGNED = Prisma.sql`(
    SELECT ra.question_id, ra.assignee_id, u.name FROM review_assignments ra JOIN users u ON u.id = ra.assignee_id
    WHERE u.deactivated_at IS NULL AND u.roles && ${[...PERMISSIONS["reviews.work"]]}::text[]
  ) a`;

/** SQL to join: `a`, whose turn a question is; an assignee who may no longer review counts as no one. */
const ASSIGNEE = Prisma.sql`
  LEFT JOIN ${ASSIGNED} ON a.question_id = h.question_id`;

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

/** Active questions that are alike in when they are due and whose turn they are. */
interface DueGroup {
  part: string;
  hard: boolean;
  /** Null: no one's. */
  assigneeId: number | null;
  name: string | null;
  count: number;
}

/**
 * Counts active questions by when they are due and by whose turn they are. Without filters on the questions it counts those
 * alike in when they are due (DUE_COUNTS) and takes off those that are someone's turn: no head is read but theirs.
 * @param part SQL of the text by which they are counted
 * @param within SQL: which of them
 * @param undated those that are never due, too
 */
async function countByTurn(
  filters: QueueFilters,
  part: Prisma.Sql,
  within: Prisma.Sql,
  undated: boolean,
): Promise<DueGroup[]> {
  if (ofKind(filters))
    return db.$queryRaw<DueGroup[]>`
      SELECT ${part} AS part, d.hard, a.assignee_id AS "assigneeId", a.name, count(*)::int AS count
      FROM ${headsFor(filters)} ${ASSIGNEE} WHERE ${kindFilter(filters)} AND ${within} GROUP BY 1, 2, 3, 4`;
  const never = Prisma.sql`UNION ALL SELECT 'none', false, NULL::int, NULL, count(*)::int FROM question_heads WHERE status = 'active' AND review_policy = 'never'`;
  const rows = await db.$queryRaw<DueGroup[]>`
    SELECT ${part} AS part, d.hard, a.assignee_id AS "assigneeId", a.name, count(*)::int AS count
    FROM ${DUE} JOIN ${ASSIGNED} ON a.question_id = h.question_id WHERE h.status = 'active' AND ${within} GROUP BY 1, 2, 3, 4
    UNION ALL
    SELECT ${part}, d.hard, NULL, NULL, sum(h.count)::int FROM ${DUE_COUNTS} WHERE ${within} GROUP BY 1, 2
    ${undated ? never : Prisma.empty}`;
  const taken = (row: DueGroup) =>
    rows
      .filter((one) => one.assigneeId !== null && one.part === row.part && one.hard === row.hard)
      .reduce((sum, { count }) => sum + count, 0);
  const all = new Map<string, DueGroup>();
  for (const row of rows) {
    if (row.assigneeId !== null) continue;
    const key = `${row.part} ${row.hard}`;
    all.set(key, { ...row, count: row.count + (all.get(key)?.count ?? -taken(row)) });
  }
  return [
    ...rows.filter(({ assigneeId }) => assigneeId !== null),
    ...[...all.values()].filter(({ count }) => count > 0),
  ];
}

/** Whether filters on the questions themselves are chosen. */
const ofKind = ({ category, hops, host }: QueueFilters) =>
  category.length + hops.length + host.length > 0;

/** SQL for FROM: active questions and when they are due; hosts of evidence are in whole heads only. */
const headsFor = ({ host }: QueueFilters) => (host.length > 0 ? DUE : DUE_NARROW);

/** Whether a question of an assignee passes the filter on these; the same as assigneeFilter. */
function isTurnOf(actor: Actor, filters: QueueFilters, assigneeId: number | null): boolean {
  switch (filters.assignee) {
    case null:
    case "anyone":
      return true;
    case "none":
      return assigneeId === null;
    case "me":
      return assigneeId === actor.userId;
    default:
      return assigneeId === filters.assignee;
  }
}

/** The dataset's present day. */
export async function datasetDay(): Promise<DatasetDay> {
  const [day] = await db.$queryRaw<
    [DatasetDay]
  >`SELECT dataset_today()::text AS today, time_zone AS "timeZone" FROM dataset_settings`;
  return day;
}

/** How many questions are due, by section and by assignee. `when` and `day` of the filters do not count. */
export async function countDue(actor: Actor, filters: QueueFilters): Promise<DueCounts> {
  authorize(actor, "reviews.work");
  const [rows, day] = await Promise.all([
    countByTurn(filters, SECTION, Prisma.sql`true`, true),
    datasetDay(),
  ]);
  const counts: DueCounts = {
    overdue: 0,
    week: 0,
    upcoming: 0,
    none: 0,
    offered: { overdue: 0, week: 0, upcoming: 0, none: 0 },
    byAssignee: [],
    ...day,
  };
  const people = new Map<number | null, DueCounts["byAssignee"][number]>();
  for (const row of rows) {
    const section = row.part as DueSection;
    const mine = isTurnOf(actor, filters, row.assigneeId);
    if (mine) counts[section] += row.count;
    if (
      filters.assignee === null ? row.assigneeId === null || row.assigneeId === actor.userId : mine
    )
      counts.offered[section] += row.count;
    if (section !== "overdue" && section !== "week") continue;
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

/** How many answers are due by the end of the week, and of these the actor's; cheap enough to be asked beside every page. */
export async function countDueSoon(
  actor: Actor,
): Promise<{ overdue: number; week: number; mine: number }> {
  authorize(actor, "reviews.work");
  const [[counts], [own]] = await Promise.all([
    db.$queryRaw<[{ overdue: number; week: number }]>`
      SELECT coalesce(sum(h.count) FILTER (WHERE ${SECTION} = 'overdue'), 0)::int AS overdue,
        coalesce(sum(h.count) FILTER (WHERE ${SECTION} = 'week'), 0)::int AS week
      FROM ${DUE_COUNTS}`,
    db.$queryRaw<[{ mine: number }]>`
      SELECT count(*)::int AS mine FROM ${DUE} JOIN review_assignments a ON a.question_id = h.question_id
      WHERE h.status = 'active' AND a.assignee_id = ${actor.userId} AND ${SECTION} IN ('overdue', 'week')`,
  ]);
  return { ...counts, ...own };
}

/** A page of the queue. */
export interface DuePage extends ListPage<DueRow> {
  /** ISO day. */
  today: string;
}

/** One page of the due queue: the soonest first, then in the order of the dataset. */
export async function listDue(
  actor: Actor,
  state: QueueFilters & Pick<QueueState, "page">,
): Promise<DuePage> {
  authorize(actor, "reviews.work");
  const anyone = state.assignee === null || state.assignee === "anyone";
  // Only the rows of the page are read whole.
  const found = Prisma.sql`${headsFor(state)} ${anyone ? Prisma.empty : ASSIGNEE}
    WHERE ${kindFilter(state)} AND ${assigneeFilter(actor, state)} AND ${timeFilter(state)}`;
  const order = Prisma.sql`ORDER BY d.due_on NULLS LAST, h.position, h.question_id`;
  const total =
    anyone && !ofKind(state) && (state.day !== null || (state.when ?? "none") !== "none")
      ? Prisma.sql`SELECT coalesce(sum(h.count), 0)::int FROM ${DUE_COUNTS} WHERE ${timeFilter(state)}`
      : Prisma.sql`SELECT count(*)::int FROM ${found}`;
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
      WHERE h.question_id = ANY(ARRAY(
        SELECT h.question_id FROM ${found} ${order} ${pageInSql(state.page, DUE_PER_PAGE)}
      )) ${order}`,
    db.$queryRaw<{ total: number; today: string }[]>`
      SELECT (${total}) AS total, dataset_today()::text AS today`,
  ]);
  return {
    rows: rows.map(({ assigneeId, assigneeName, ...row }) => ({
      ...row,
      assignee: assigneeId === null ? null : { id: assigneeId, name: assigneeName! },
    })),
    total: count!.total,
    page: state.page,
    pageSize: DUE_PER_PAGE,
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
  const [rows, { today, timeZone }] = await Promise.all([
    countByTurn(
      filters,
      Prisma.sql`(CASE WHEN d.due_on < k.today THEN 'overdue' ELSE d.due_on::text END)`,
      Prisma.sql`d.due_on < k.today + ${weeks * 7}::int`,
      false,
    ),
    getSettings(actor),
  ]);
  const byDay = new Map<string, { hard: number; soft: number }>();
  for (const { part, hard, assigneeId, count } of rows) {
    if (!isTurnOf(actor, filters, assigneeId)) continue;
    const day = byDay.get(part) ?? { hard: 0, soft: 0 };
    day[hard ? "hard" : "soft"] += count;
    byDay.set(part, day);
  }
  const before = byDay.get("overdue");
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
  return (await planWorkloadBalance(db, input)).preview;
}

/**
 * Works smoothing out from the dataset as it stands: for the preview, and again in the transaction that applies it.
 * @returns the preview, and the change of every plan that it means.
 */
export async function planWorkloadBalance(
  tx: Tx,
  { weeks, overdue: spread = false }: z.output<typeof previewSmoothingSchema>,
): Promise<{ preview: SmoothingPreview; changes: PlanChange[] }> {
  return balanceOf(await readWorkload(tx, weeks), weeks, spread);
}

/**
 * Which ways of balancing the coming weeks would change something, so that only these are offered. Asked at each view of
 * the queue, so it plans with counts of questions, not with questions.
 */
export async function getBalancing(
  actor: Actor,
  weeks: number,
): Promise<{ upcoming: boolean; overdue: boolean }> {
  authorize(actor, "reviews.manage");
  const today = await datasetToday(db);
  const { overdue, ...upcoming } = sortDays(
    today,
    await db.$queryRaw<(DueDay & { count: number })[]>`
      SELECT ${DUE_DAY}, sum(h.count)::int AS count FROM ${DUE_COUNTS} ${INTERVAL}
      WHERE d.due_on < ${today}::date + ${weeks * 7}::int GROUP BY 1, 2, 3, 4`,
  );
  return {
    upcoming: canBalance(today, weeks, upcoming),
    overdue: canBalance(today, weeks, { ...upcoming, overdue }),
  };
}

/** SQL for FROM: `i.days`, the interval of the policy of a row of DUE. */
const INTERVAL = Prisma.sql`
  CROSS JOIN LATERAL (SELECT CASE h.review_policy WHEN 'frequently' THEN k.frequently_days WHEN 'occasionally' THEN k.occasionally_days ELSE k.hardly_ever_days END AS days) i`;

/** When something is due, and within what it may be moved unless `hard`. */
interface DueDay extends SoftDay {
  hard: boolean;
}
/** SQL: the columns of DueDay. */
const DUE_DAY = Prisma.sql`d.due_on::text AS "dueOn", d.hard, i.days AS "intervalDays", (${LAST_CONFIRMED} + i.days)::text AS "policyDay"`;

/** Days that may move apart from those that stay, and passed ones from those to come. */
function sortDays<T extends DueDay & { count: number }>(today: string, rows: readonly T[]) {
  const hard = new Map<string, number>();
  const [soft, overdue]: [T[], T[]] = [[], []];
  let overdueFixed = 0;
  for (const row of rows) {
    if (!row.hard) (row.dueOn < today ? overdue : soft).push(row);
    else if (row.dueOn < today) overdueFixed += row.count;
    else hard.set(row.dueOn, (hard.get(row.dueOn) ?? 0) + row.count);
  }
  return { hard, soft, overdue, overdueFixed };
}

interface Planned extends SoftDue {
  plannedOn: string | null;
}

/** What is due until the end of some weeks; days that may move apart from those that stay. */
interface Workload {
  today: string;
  /** How many questions stay on a day from today on, by ISO day. */
  hard: Map<string, number>;
  soft: Planned[];
  overdue: Planned[];
  /** Overdue questions whose day stays. */
  overdueFixed: number;
}

async function readWorkload(tx: Tx, weeks: number): Promise<Workload> {
  const today = await datasetToday(tx);
  const rows = await tx.$queryRaw<(DueDay & Planned & { count: number })[]>`
    SELECT h.question_id AS "questionId", h.planned_on::text AS "plannedOn", ${DUE_DAY}, 1 AS count FROM ${DUE} ${INTERVAL}
    WHERE h.status = 'active' AND d.due_on < ${today}::date + ${weeks * 7}::int
    ORDER BY h.question_id`;
  return { today, ...sortDays(today, rows) };
}

/** @param spread overdue questions are spread, too: until then they all are today's work */
function balanceOf(
  { today, hard, soft: upcoming, overdue, overdueFixed }: Workload,
  weeks: number,
  spread: boolean,
): { preview: SmoothingPreview; changes: PlanChange[] } {
  const moves = balanceWorkload(today, weeks, {
    hard,
    soft: upcoming,
    ...(spread && { overdue }),
  });
  const soft = spread ? [...upcoming, ...overdue] : upcoming;
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
  const before = tally(({ dueOn }) => (dueOn < today ? today : dueOn));
  const after = tally(
    (question) => to.get(question.questionId) ?? (question.dueOn < today ? today : question.dueOn),
  );
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
      movedOverdue: moves.filter((move) => move.from < today).length,
      overdue: { movable: overdue.length, fixed: overdueFixed },
      peakBefore: peak(before),
      peakAfter: peak(after),
      before,
      after,
      fingerprint: createHash("sha256")
        .update(JSON.stringify([today, weeks, spread, changes]))
        .digest("hex"),
    },
  };
}
