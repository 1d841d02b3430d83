import type { Actor } from "@/lib/people/access/schema";
import { campaignNoticesRead } from "@/lib/rating/notices-writes";
import { hasTraining } from "@/lib/rating/protocols/sql";
import { db, PLAN_KEPT, Prisma, type Tx } from "@/lib/platform/db";
import { refuse, type Result } from "@/lib/platform/result";
import { MOST_HELD, type OwnStatus } from "./vocabulary";

/** A window that gave no sign of life for so long, in seconds, holds its items no more. Desks give one each minute. */
export const VISIT_SECONDS = 150;

interface Claim {
  campaignId: number;
  raterId: number;
  count: number;
  held: readonly number[];
  visit: string | null;
  /** What this visit holds is free. */
  left: string | null;
}

/** SQL: how campaign `c` stands for one of its raters `m`. */
export const OWN_STATUS = Prisma.sql`CASE WHEN c.status = 'open' AND m.paused_at IS NOT NULL THEN 'rater-paused' ELSE c.status END`;

/** What giving items came to. */
interface Given {
  status: string;
  qualified: boolean;
  protocolVersionId: number;
  taskIds: number[];
  /** These, and of what the desk holds already what is not judged, in the rater's order. */
  order: number[];
  /** Items that another window took in the meantime. */
  lost: number;
}

/** SQL: whether an open window holds assignment `a`. */
const HELD_BY_A_WINDOW = Prisma.sql`EXISTS (
  SELECT FROM rating_visits v WHERE v.rater_id = a.rater_id AND v.id = a.visit AND v.seen_at > now() - make_interval(secs => ${VISIT_SECONDS}))`;

/** SQL: assignment `a` lay open in the window that is being left: there may be work in it that is not submitted. */
const wasShown = (left: string | null) =>
  Prisma.sql`coalesce(a.status = 'opened' AND a.visit = ${left}::uuid, false)`;

/**
 * Gives the next items: what the visit that was left has shown comes first, then all in the rater's order. New ones are
 * the first in that order, whatever the caller says it holds: so those who ask at once compete for the same ones, and
 * together get no more than may be held.
 */
export async function giveItems({
  campaignId,
  raterId,
  count,
  held,
  visit,
  left,
}: Claim): Promise<Given | undefined> {
  const [row] = await db.$queryRaw<Given[]>`
    ${PLAN_KEPT} WITH place AS (
      SELECT ${OWN_STATUS} AS status, c.protocol_version_id, ${hasTraining(Prisma.sql`${raterId}`, Prisma.sql`c.protocol_version_id`, Prisma.sql`s`)} AS qualified
      FROM rating_settings s, campaign_raters m JOIN campaigns c ON c.id = m.campaign_id
      WHERE m.campaign_id = ${campaignId} AND m.rater_id = ${raterId} AND m.left_at IS NULL AND c.status <> 'draft'
    ), alive AS (${signOfLife(raterId, visit)}
    ), told AS (${campaignNoticesRead(raterId, campaignId)} AND EXISTS (SELECT FROM place WHERE status = 'open' AND qualified)
    ), next AS (
      (SELECT a.id, a.task_id, a.position, a.status, a.visit, ${wasShown(left)} AS was_shown FROM rating_assignments a
        WHERE a.campaign_id = ${campaignId} AND a.rater_id = ${raterId} AND a.status IN ('held', 'opened') AND a.task_id <> ALL (${held}::int[])
          AND (a.visit IN (${visit}::uuid, ${left}::uuid) OR NOT ${HELD_BY_A_WINDOW}) ORDER BY was_shown DESC, a.position, a.id LIMIT ${count})
      UNION ALL
      (SELECT id, task_id, position, status, visit, false FROM rating_assignments
        WHERE campaign_id = ${campaignId} AND rater_id = ${raterId} AND status = 'pending' ORDER BY position, id
        LIMIT (SELECT greatest(0, least(${count}, ${MOST_HELD} - count(*))) FROM rating_assignments WHERE campaign_id = ${campaignId} AND rater_id = ${raterId} AND status IN ('held', 'opened')))
      ORDER BY was_shown DESC, position, id LIMIT ${count}
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
    SELECT status, qualified, protocol_version_id AS "protocolVersionId", ARRAY (SELECT task_id FROM given ORDER BY position, id) AS "taskIds",
      ARRAY (SELECT task_id FROM (
        SELECT id, task_id, position FROM given UNION ALL
        SELECT a.id, a.task_id, a.position FROM unnest(${held}::int[]) AS h (task_id) JOIN rating_assignments a ON a.task_id = h.task_id AND a.rater_id = ${raterId} AND a.status <> 'judged') o ORDER BY position, id) AS order,
      ((SELECT count(*) FROM next) - (SELECT count(*) FROM given))::int AS lost FROM place`;
  return row;
}

/** SQL: a window is alive; written at most every twenty seconds. */
function signOfLife(raterId: number, visit: string | null): Prisma.Sql {
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
    WITH taken AS (UPDATE rating_assignments a SET visit = ${visit}::uuid FROM (
      SELECT id, visit FROM (
        SELECT a.id, a.visit, row_number() OVER (ORDER BY a.position DESC, a.id DESC) AS rank, count(*) OVER () AS held FROM rating_assignments a
        WHERE a.campaign_id = ${campaignId} AND a.rater_id = ${raterId} AND a.status = 'held' AND a.visit <> ${visit}::uuid
      ) held WHERE rank <= least(${count}, (held.held + 1) / 2)
    ) h WHERE a.id = h.id AND a.status = 'held' AND a.visit = h.visit AND a.rater_id = ${raterId}
      AND NOT EXISTS (SELECT FROM rating_assignments own WHERE own.campaign_id = ${campaignId} AND own.rater_id = ${raterId} AND own.status = 'held' AND own.visit = ${visit}::uuid)
    RETURNING a.id, a.task_id, a.position)
    SELECT task_id AS "taskId" FROM taken ORDER BY position, id`;
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

/**
 * SQL: the places of a task's several responses in the order in which the rater of assignment `a` sees them: by the
 * campaign's seed, another one for each rater and item, the same each time.
 */
export function shownOrder(taskId: string): Prisma.Sql {
  return Prisma.sql`(
    SELECT array_agg(u.place ORDER BY md5((SELECT c.seed FROM campaigns c WHERE c.id = a.campaign_id) || ':show:' || a.rater_id || ':' || a.task_id || ':' || u.place)::uuid)
    FROM task_responses u WHERE u.task_id = ${Prisma.raw(taskId)})`;
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

/**
 * Marks an item as shown in a window, unless another one holds it.
 * @returns whether it did: else the item is not the actor's, or not here; and how its campaign stands for them, null where
 * they are no rater of it
 */
export async function openSlot(
  tx: Tx,
  actor: Actor,
  taskId: number,
  visit: string | null,
): Promise<{ shown: boolean; status: OwnStatus | null }> {
  const [row] = await tx.$queryRaw<{ shown: boolean; status: OwnStatus | null }[]>`
    ${PLAN_KEPT} WITH alive AS (${signOfLife(actor.userId, visit)}
    ), shown AS (
      UPDATE rating_assignments a SET status = 'opened', opened_at = coalesce(a.opened_at, now()), visit = coalesce(${visit}::uuid, a.visit)
      WHERE a.task_id = ${taskId} AND a.rater_id = ${actor.userId} AND a.status IN ('held', 'opened')
        AND (${visit}::uuid IS NULL OR a.visit = ${visit}::uuid OR NOT ${HELD_BY_A_WINDOW})
      RETURNING a.campaign_id)
    SELECT EXISTS (SELECT FROM shown) AS shown, (
      SELECT ${OWN_STATUS} FROM shown JOIN campaigns c ON c.id = shown.campaign_id JOIN campaign_raters m ON m.campaign_id = c.id AND m.rater_id = ${actor.userId} AND m.left_at IS NULL) AS status`;
  return row!;
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
