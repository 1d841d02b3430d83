import { DUE, SECTION } from "@/lib/dataset/questions/sql";
import { lockHeads } from "@/lib/dataset/questions/writes";
import { PERMISSIONS } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { notify } from "@/lib/people/notifications/writes";
import { reviewDueNotice } from "./notices";
import { db, Prisma, transaction, type Tx } from "@/lib/platform/db";
import { endLeases, holdLeases, type LeaseKind } from "@/lib/platform/leases";
import { claimable, queueOrder } from "./queries";
import { SKIP_MINUTES, type AssignmentChange, type Claim } from "./schema";
import { type QueueFilters } from "./address";

/** Claims on due questions. */
export const REVIEW_LEASES: LeaseKind = {
  table: "review_claims",
  key: "question_id",
  of: "questions",
};

/** Gives a question back once the visit has dealt with it; a claim of someone else stays. */
export async function endClaim(
  tx: Tx,
  {
    questionId,
    token,
    actor,
  }: { questionId: number; /** Of the visit to the desk. */ token: string; actor: Actor },
): Promise<void> {
  await endLeases(tx, REVIEW_LEASES, { userId: actor.userId, token }, [questionId]);
}

/** Takes or renews claims for a visit where no one else holds them. @returns the ids of the questions that are the visit's now. */
export async function holdClaims(
  tx: Tx,
  actor: Actor,
  token: string,
  questionIds: readonly number[],
): Promise<number[]> {
  return holdLeases(tx, REVIEW_LEASES, { userId: actor.userId, token }, questionIds);
}

/**
 * Tells everyone once a day how many of the questions assigned to them are due today or overdue. Safe to run twice at
 * once, and cheap when it was done: the first notice of the day is looked for before anything is counted.
 */
export async function notifyDueAnswers(): Promise<void> {
  const [clock] = await db.$queryRaw<{ today: string; told: boolean }[]>`
    SELECT today::text, EXISTS (SELECT FROM due_notice_days WHERE day = today) AS told FROM (SELECT dataset_today() AS today) t`;
  if (clock!.told) return;
  await transaction(
    async (tx) => {
      const [first] = await tx.$queryRaw<
        { day: string }[]
      >`INSERT INTO due_notice_days (day) VALUES (${clock!.today}::date) ON CONFLICT DO NOTHING RETURNING day::text`;
      if (first === undefined) return;
      const due = await tx.$queryRaw<{ assigneeId: number; count: number; overdue: number }[]>`
      SELECT ra.assignee_id AS "assigneeId", count(*)::int AS count, count(*) FILTER (WHERE ${SECTION} = 'overdue')::int AS overdue
      FROM ${DUE} JOIN review_assignments ra ON ra.question_id = h.question_id JOIN users u ON u.id = ra.assignee_id
      WHERE h.status = 'active' AND d.due_on <= k.today AND u.roles && ${[...PERMISSIONS["reviews.work"]]}::text[]
      GROUP BY ra.assignee_id`;
      for (const { assigneeId, count, overdue } of due) {
        await notify(
          tx,
          { to: [assigneeId], onceKey: `review-due ${clock!.today}` },
          reviewDueNotice,
          { count, overdue, on: clock!.today },
        );
      }
    },
    { timeoutMs: 60_000 },
  );
}

/** The claims of a visit on some questions, as far as these are still due; in the queue's order. */
export async function readClaims(
  tx: Tx,
  token: string,
  questionIds: readonly number[],
): Promise<Claim[]> {
  const rows = await tx.$queryRaw<(Omit<Claim, "expiresAt"> & { expiresAt: Date })[]>`
    SELECT h.question_id AS "questionId", d.due_on::text AS "dueOn", ${SECTION} AS section, d.why, d.hard, c.expires_at AS "expiresAt"
    FROM ${DUE} JOIN review_claims c ON c.question_id = h.question_id AND c.token = ${token}::uuid
    WHERE h.question_id = ANY(${[...questionIds]}::int[]) AND h.status = 'active' AND d.due_on IS NOT NULL AND h.verified_on IS DISTINCT FROM k.today
    ORDER BY d.due_on, h.position, h.question_id`;
  return rows.map((row) => ({ ...row, expiresAt: row.expiresAt.toISOString() }));
}

/** What stands between a visit and the end of its queue. */
export async function readObstacles(
  tx: Tx,
  actor: Actor,
  token: string,
  filters: QueueFilters,
  after: readonly number[],
) {
  const [row] = await tx.$queryRaw<
    { heldByOthers: number; skipped: number; skippedUntil: Date | null }[]
  >`
    SELECT count(*) FILTER (WHERE c.question_id IS NOT NULL AND s.question_id IS NULL AND (c.token <> ${token}::uuid OR c.holder_id <> ${actor.userId}))::int AS "heldByOthers",
      count(s.question_id)::int AS skipped, min(s.until) AS "skippedUntil"
    ${claimable(actor, filters, after)}`;
  return {
    heldByOthers: row!.heldByOthers,
    skipped: row!.skipped,
    skippedUntil: row!.skippedUntil?.toISOString() ?? null,
  };
}

/** Locks the questions whose assignments are about to change, in the order of their ids. */
export async function lockAssignments(tx: Tx, questionIds: number[]): Promise<Map<number, number>> {
  await lockHeads(tx, questionIds);
  const rows = await tx.$queryRaw<{ questionId: number; assigneeId: number }[]>`
    SELECT question_id AS "questionId", assignee_id AS "assigneeId" FROM review_assignments WHERE question_id = ANY(${questionIds}::int[])`;
  return new Map(rows.map((row) => [row.questionId, row.assigneeId]));
}

export async function assign(
  tx: Tx,
  actor: Actor,
  wanted: readonly { questionId: number; assigneeId: number | null }[],
): Promise<AssignmentChange[]> {
  const present = await lockAssignments(
    tx,
    wanted.map((one) => one.questionId),
  );
  const known = await tx.$queryRaw<
    { id: number }[]
  >`SELECT id FROM questions WHERE id = ANY(${wanted.map((one) => one.questionId)}::int[])`;
  const exists = new Set(known.map((row) => row.id));
  const changes = wanted.flatMap(({ questionId, assigneeId }): AssignmentChange[] => {
    const from = present.get(questionId) ?? null;
    return exists.has(questionId) && from !== assigneeId
      ? [{ questionId, from, to: assigneeId }]
      : [];
  });
  const given = changes.filter((change) => change.to !== null);
  await tx.$executeRaw`DELETE FROM review_assignments WHERE question_id = ANY(${changes.filter((change) => change.to === null).map((change) => change.questionId)}::int[])`;
  await tx.$executeRaw`
    INSERT INTO review_assignments (question_id, assignee_id, assigned_by)
    SELECT w.question_id, w.assignee_id, ${actor.userId} FROM unnest(${given.map((change) => change.questionId)}::int[], ${given.map((change) => change.to!)}::int[]) AS w(question_id, assignee_id)
    ON CONFLICT (question_id) DO UPDATE SET assignee_id = excluded.assignee_id, assigned_by = excluded.assigned_by, assigned_at = now()`;
  return changes;
}

export async function writePlan(
  tx: Tx,
  plan: readonly { questionId: number; day: string | null }[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE question_heads h SET planned_on = p.day
    FROM json_to_recordset(${JSON.stringify(plan)}::json) AS p("questionId" int, day date) WHERE h.question_id = p."questionId"`;
}

/**
 * The next questions for a visit, its own first, then by due day and position. What another visit holds and what the person
 * skipped is left out.
 */
export async function listClaimable(
  tx: Tx,
  actor: Actor,
  token: string,
  filters: QueueFilters,
  after: readonly number[],
  count: number,
): Promise<number[]> {
  const own = Prisma.sql`(c.token = ${token}::uuid AND c.holder_id = ${actor.userId})`;
  const next = await tx.$queryRaw<{ questionId: number }[]>`
    SELECT h.question_id AS "questionId" ${claimable(actor, filters, after)}
      AND (c.question_id IS NULL OR ${own}) AND s.question_id IS NULL
    ORDER BY (${own}) IS TRUE DESC, d.due_on, h.position, h.question_id LIMIT ${count}`;
  return next.map((row) => row.questionId);
}

/** Keeps a question from the actor for SKIP_MINUTES. @returns until when; null where there is no such question */
export async function putOff(tx: Tx, actor: Actor, questionId: number): Promise<Date | null> {
  const [skip] = await tx.$queryRaw<{ until: Date }[]>`
    INSERT INTO review_skips (question_id, user_id, until)
    SELECT id, ${actor.userId}, now() + make_interval(mins => ${SKIP_MINUTES}::int) FROM questions WHERE id = ${questionId}
    ON CONFLICT (question_id, user_id) DO UPDATE SET until = excluded.until RETURNING until`;
  return skip?.until ?? null;
}

/** The filtered queue in its order, with whom each question is assigned to. */
export async function listQueue(
  tx: Tx,
  actor: Actor,
  filters: QueueFilters,
): Promise<{ questionId: number; assigneeId: number | null }[]> {
  return tx.$queryRaw<{ questionId: number; assigneeId: number | null }[]>(
    queueOrder(actor, filters),
  );
}

/** The planned days of questions, ISO; null: none. */
export async function readPlan(
  tx: Tx,
  questionIds: readonly number[],
): Promise<Map<number, string | null>> {
  const rows = await tx.$queryRaw<{ questionId: number; plannedOn: string | null }[]>`
    SELECT question_id AS "questionId", planned_on::text AS "plannedOn" FROM question_heads WHERE question_id = ANY(${[...questionIds]}::int[])`;
  return new Map(rows.map((row) => [row.questionId, row.plannedOn]));
}

/** Does the database know a time zone of this name? */
export async function isTimeZone(tx: Tx, name: string): Promise<boolean> {
  const zones = await tx.$queryRaw<{ name: string }[]>`
    SELECT name FROM pg_timezone_names WHERE name = ${name}`;
  return zones.length > 0;
}
