import type { Actor } from "@/lib/people/access/schema";
import { campaignNoticesRead } from "@/lib/people/notifications/writes";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { refuse, type Result } from "@/lib/platform/result";
import { type SubmitJudgment, type Verdict } from "./schema";

/** A window that gave no sign of life for so long, in seconds, holds its items no more. Desks give one each minute. */
export const VISIT_SECONDS = 150;

interface Claim {
  campaignId: number;
  raterId: number;
  count: number;
  held: readonly number[];
  visit: string | null;
}

/** What giving items came to. */
interface Given {
  status: string;
  qualified: boolean;
  taskIds: number[];
  /** Items that another window took in the meantime. */
  lost: number;
}

/** SQL: whether an open window holds assignment `a`. */
export const HELD_BY_A_WINDOW = Prisma.sql`EXISTS (
  SELECT FROM rating_visits v WHERE v.rater_id = a.rater_id AND v.id = a.visit AND v.seen_at > now() - make_interval(secs => ${VISIT_SECONDS}))`;

export async function giveItems({
  campaignId,
  raterId,
  count,
  held,
  visit,
}: Claim): Promise<Given | undefined> {
  const [row] = await db.$queryRaw<Given[]>`
    WITH place AS (
      SELECT c.status, NOT s.training_required OR EXISTS (SELECT 1 FROM qualifications WHERE rater_id = ${raterId}) AS qualified
      FROM rating_settings s, campaign_raters m JOIN campaigns c ON c.id = m.campaign_id
      WHERE m.campaign_id = ${campaignId} AND m.rater_id = ${raterId} AND m.left_at IS NULL AND c.status <> 'draft'
    ), alive AS (${signOfLife(raterId, visit)}
    ), told AS (${campaignNoticesRead(raterId, campaignId)} AND EXISTS (SELECT FROM place WHERE status = 'open' AND qualified)
    ), next AS (
      (SELECT a.id, a.task_id, a.position, a.status, a.visit FROM rating_assignments a
        WHERE a.campaign_id = ${campaignId} AND a.rater_id = ${raterId} AND a.status IN ('held', 'opened') AND a.task_id <> ALL (${held}::int[])
          AND (a.visit = ${visit}::uuid OR NOT ${HELD_BY_A_WINDOW}) ORDER BY a.position, a.id LIMIT ${count})
      UNION ALL
      (SELECT id, task_id, position, status, visit FROM rating_assignments
        WHERE campaign_id = ${campaignId} AND rater_id = ${raterId} AND status = 'pending' AND task_id <> ALL (${held}::int[]) ORDER BY position, id LIMIT ${count})
      ORDER BY position, id LIMIT ${count}
    ), taken AS (
      -- Seen again behind the row's lock: someone else or another window may have got it while this statement waited.
      UPDATE rating_assignments a SET status = CASE WHEN a.status = 'pending' THEN 'held' ELSE a.status END, visit = ${visit}::uuid FROM next n, place p
      WHERE a.id = n.id AND (n.status = 'pending' OR n.visit IS DISTINCT FROM ${visit}::uuid)
        AND a.status = n.status AND a.visit IS NOT DISTINCT FROM n.visit AND a.rater_id = ${raterId} AND p.status = 'open' AND p.qualified
      RETURNING a.id, a.task_id, a.position, n.status AS before
    ), handed AS (
      INSERT INTO handings_out (assignment_id, task_id, rater_id) SELECT id, task_id, ${raterId} FROM taken WHERE before = 'pending'
    ), given AS (
      SELECT id, task_id, position FROM next WHERE status <> 'pending' AND visit IS NOT DISTINCT FROM ${visit}::uuid UNION ALL SELECT id, task_id, position FROM taken)
    SELECT status, qualified, ARRAY (SELECT task_id FROM given ORDER BY position, id) AS "taskIds",
      ((SELECT count(*) FROM next) - (SELECT count(*) FROM given))::int AS lost FROM place`;
  return row;
}

/** SQL: a window is alive; written at most every twenty seconds. */
export function signOfLife(raterId: number, visit: string | null): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO rating_visits AS v (rater_id, id) SELECT ${raterId}, ${visit}::uuid WHERE ${visit}::uuid IS NOT NULL
    ON CONFLICT (rater_id, id) DO UPDATE SET seen_at = now() WHERE v.seen_at < now() - interval '20 seconds'`;
}

/**
 * Takes the later half of what the actor's other windows hold and have not shown, where this one has nothing left to show:
 * what it has shown may be on its way.
 */
export async function shareWindow({
  campaignId,
  raterId,
  count,
  visit,
}: Claim & { visit: string }): Promise<number[]> {
  const rows = await db.$queryRaw<{ taskId: number }[]>`
    UPDATE rating_assignments a SET visit = ${visit}::uuid FROM (
      SELECT id, visit FROM (
        SELECT a.id, a.visit, row_number() OVER (ORDER BY a.position DESC, a.id DESC) AS rank, count(*) OVER () AS held FROM rating_assignments a
        WHERE a.campaign_id = ${campaignId} AND a.rater_id = ${raterId} AND a.status = 'held' AND a.visit <> ${visit}::uuid
      ) held WHERE rank <= least(${count}, (held.held + 1) / 2)
    ) h WHERE a.id = h.id AND a.status = 'held' AND a.visit = h.visit AND a.rater_id = ${raterId}
      AND NOT EXISTS (SELECT FROM rating_assignments own WHERE own.campaign_id = ${campaignId} AND own.rater_id = ${raterId} AND own.status = 'held' AND own.visit = ${visit}::uuid)
    RETURNING a.task_id AS "taskId"`;
  return rows.map((row) => row.taskId);
}

export async function countElsewhere(
  { campaignId, raterId, held }: Claim,
  taskIds: readonly number[],
): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM rating_assignments
    WHERE campaign_id = ${campaignId} AND rater_id = ${raterId} AND status IN ('pending', 'held', 'opened') AND task_id <> ALL (${[...held, ...taskIds]}::int[])`;
  return row!.count;
}

/** An assignment behind its lock, with what decides whether a judgment may go into it. */
export interface Slot {
  id: number;
  status: string;
  judgmentId: number | null;
  campaignId: number;
  responseId: number;
  questionId: number;
  revisionId: number;
  /** When the actor was first given the item; null where that never was. */
  handedAt: Date | null;
  campaignStatus: string;
  /** Since when the campaign is paused or closed; null while it is open. */
  stoppedAt: Date | null;
  adjudicated: boolean;
  qualified: boolean;
}

export async function lockOwnSlot(tx: Tx, actor: Actor, taskId: number): Promise<Slot | null> {
  const [slot] = await tx.$queryRaw<Slot[]>`
    SELECT a.id, a.status, a.judgment_id AS "judgmentId", a.campaign_id AS "campaignId", t.response_id AS "responseId", r.question_id AS "questionId",
      t.revision_id AS "revisionId", a.opened_at AS "openedAt", c.status AS "campaignStatus",
      CASE c.status WHEN 'closed' THEN c.closed_at WHEN 'paused' THEN c.paused_at END AS "stoppedAt",
      (SELECT min(h.handed_at) FROM handings_out h WHERE h.task_id = t.id AND h.rater_id = a.rater_id) AS "handedAt",
      EXISTS (SELECT 1 FROM adjudications d WHERE d.task_id = t.id) AS adjudicated,
      NOT s.training_required OR EXISTS (SELECT 1 FROM qualifications WHERE rater_id = a.rater_id) AS qualified
    FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id JOIN revisions r ON r.id = t.revision_id JOIN campaigns c ON c.id = a.campaign_id, rating_settings s
    WHERE a.task_id = ${taskId} AND a.rater_id = ${actor.userId} FOR UPDATE OF a`;
  return slot ?? null;
}

/**
 * The actor was given the item, and it went to someone else since, as when they were offline. Where that person was not
 * shown it yet, it comes back: the work is done. Not where a conflict with the run was the reason, nor what was entered
 * after leaving the campaign.
 */
export async function lockFormerSlot(
  tx: Tx,
  actor: Actor,
  input: SubmitJudgment,
): Promise<Slot | null> {
  const [free] = await tx.$queryRaw<{ id: number }[]>`
    SELECT a.id FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id JOIN responses p ON p.id = t.response_id
    JOIN campaign_raters m ON m.campaign_id = a.campaign_id AND m.rater_id = ${actor.userId}
    WHERE a.task_id = ${input.taskId} AND a.status IN ('pending', 'held') AND NOT t.gold AND (m.left_at IS NULL OR m.left_at >= ${new Date(input.enteredAt)})
      AND EXISTS (SELECT 1 FROM handings_out h WHERE h.task_id = a.task_id AND h.rater_id = ${actor.userId} AND h.assignment_id = a.id)
      AND NOT EXISTS (SELECT 1 FROM rater_conflicts x WHERE x.rater_id = ${actor.userId} AND x.run_id = p.run_id)
    ORDER BY a.slot LIMIT 1 FOR UPDATE OF a SKIP LOCKED`;
  if (!free) return null;
  await tx.assignment.update({
    where: { id: free.id },
    data: { raterId: actor.userId, status: "held", visit: null, openedAt: null },
  });
  return lockOwnSlot(tx, actor, input.taskId);
}

interface Stored {
  verdict: Verdict;
  comment: string;
  lowConfidence: boolean;
  flagged: boolean;
  activeMs: number;
  clientKey: string;
  enteredAt: string;
  supersedesId: number | null;
  correction: string;
  /** A flag is opened too. */
  flag: boolean;
}

/**
 * Judgment, assignment and flag in one statement. It was judged when it was entered, as far as our own clock allows:
 * a device's may be wrong.
 * @returns the judgment's id; null when its client key is another judgment's.
 */
export async function storeJudgment(
  tx: Tx,
  actor: Actor,
  slot: Slot,
  { verdict, ...judged }: Stored,
): Promise<number | null> {
  const [stored] = await tx.$queryRaw<{ id: number }[]>`
    WITH judged AS (
      INSERT INTO judgments (task_id, campaign_id, response_id, rater_id, revision_id, relaxed, strict, relaxed_reason, strict_reason, comment, low_confidence, flagged,
        active_ms, judged_at, client_key, supersedes_id, correction)
      SELECT a.task_id, a.campaign_id, ${slot.responseId}, a.rater_id, ${slot.revisionId}, ${verdict.relaxed}, ${verdict.strict}, ${verdict.relaxedReason}, ${verdict.strictReason},
        ${judged.comment}, ${judged.lowConfidence}, ${judged.flagged}, ${judged.activeMs}, least(now(), greatest(${new Date(judged.enteredAt)}::timestamptz, ${slot.handedAt}::timestamptz)),
        ${judged.clientKey}::uuid, ${judged.supersedesId}, ${judged.correction}
      FROM rating_assignments a WHERE a.id = ${slot.id} AND a.rater_id = ${actor.userId}
      ON CONFLICT (client_key) DO NOTHING RETURNING id, judged_at
    ), flag AS (
      INSERT INTO truth_tickets (question_id, revision_id, judgment_id, raised_by, comment)
      SELECT ${slot.questionId}, ${slot.revisionId}, id, ${actor.userId}, ${judged.comment} FROM judged WHERE ${judged.flag}
    )
    UPDATE rating_assignments a SET status = 'judged', visit = NULL, judgment_id = judged.id, opened_at = coalesce(a.opened_at, judged.judged_at) FROM judged WHERE a.id = ${slot.id} RETURNING judged.id`;
  return stored?.id ?? null;
}

export async function refuseMoved(
  tx: Tx,
  actor: Actor,
  taskId: number,
): Promise<Result<never, "moved" | "not-found">> {
  const [task] = await tx.$queryRaw<{ campaign: string }[]>`
    SELECT c.name AS campaign FROM rating_tasks t JOIN campaigns c ON c.id = t.campaign_id
    WHERE t.id = ${taskId} AND EXISTS (SELECT 1 FROM handings_out h WHERE h.task_id = t.id AND h.rater_id = ${actor.userId})`;
  if (!task) return refuseNotHanded();
  return refuse(
    "moved",
    `This item in “${task.campaign}” was reassigned to another rater. Your rating is kept on this device; contact the campaign's maintainer if it should count.`,
  );
}

export function refuseNotHanded() {
  return refuse(
    "not-found",
    "This item doesn't exist or isn't assigned to you. Nothing was saved.",
  );
}

/** Marks an item as shown in a window, unless another one holds it. @returns false: it is not the actor's, or not here */
export async function openSlot(
  tx: Tx,
  actor: Actor,
  taskId: number,
  visit: string | null,
): Promise<boolean> {
  const shown = await tx.$executeRaw`
    WITH alive AS (${signOfLife(actor.userId, visit)})
    UPDATE rating_assignments a SET status = 'opened', opened_at = coalesce(a.opened_at, now()), visit = coalesce(${visit}::uuid, a.visit)
    WHERE a.task_id = ${taskId} AND a.rater_id = ${actor.userId} AND a.status IN ('held', 'opened')
      AND (${visit}::uuid IS NULL OR a.visit = ${visit}::uuid OR NOT ${HELD_BY_A_WINDOW})`;
  return shown > 0;
}

/** Notes that a window is there. */
export async function renewVisit(tx: Tx, actor: Actor, visit: string): Promise<void> {
  await tx.$executeRaw`${signOfLife(actor.userId, visit)}`;
}

/** Forgets a window, and those that went silent a day ago. */
export async function endVisit(tx: Tx, actor: Actor, visit: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM rating_visits WHERE rater_id = ${actor.userId} AND (id = ${visit}::uuid OR seen_at < now() - interval '1 day')`;
}

/** Puts an item behind all others of its rater in the campaign. */
export async function moveToEnd(tx: Tx, actor: Actor, taskId: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE rating_assignments a SET position = (
      SELECT max(position) + 1 FROM rating_assignments other WHERE other.campaign_id = a.campaign_id AND other.rater_id = ${actor.userId})
    WHERE a.task_id = ${taskId} AND a.rater_id = ${actor.userId} AND a.status IN ('held', 'opened')`;
}
