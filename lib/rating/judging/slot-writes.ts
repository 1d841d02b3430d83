import type { Actor } from "@/lib/people/access/schema";
import { auditIn } from "@/lib/people/audit-log/writes";
import { noteKept } from "@/lib/platform/kept-writes";
import { collision } from "@/lib/platform/database-trouble";
import { db, PLAN_KEPT, Prisma, type Tx } from "@/lib/platform/db";
import type { PauseCause } from "@/lib/rating/alarms/vocabulary";
import { hasTraining } from "@/lib/rating/protocols/sql";
import { RELAXED_STRICT_VERSION, type Answers } from "@/lib/rating/protocols/vocabulary";
import type { SubmitJudgment } from "./schema";
import type { DeskStatus, OwnStatus, Verdict } from "./vocabulary";
import { OWN_STATUS, shownOrder } from "./writes";
import { judgmentCorrected, judgmentSubmitted } from "./audit-events";

/** An assignment behind its lock, with what decides whether a judgment may go into it. */
export interface Slot {
  id: number;
  status: string;
  judgmentId: number | null;
  campaignId: number;
  protocolVersionId: number;
  /** Null where the item is several responses. */
  responseId: number | null;
  /** The places of the item's responses in the order in which the actor sees them; empty where it is one response. */
  shownOrder: number[];
  questionId: number;
  revisionId: number;
  /** When the actor was first given the item; null where that never was. */
  handedAt: Date | null;
  campaignStatus: string;
  /** Since when the campaign is paused or closed, or the actor alone is paused; null while neither is. */
  stoppedAt: Date | null;
  /** Why the actor alone is paused; null where they are not. */
  pausedBecause: PauseCause | null;
  /** Below so many seconds a rating is too fast; null: the campaign doesn't say. */
  fastSeconds: number | null;
  /** The actor is a rater of the campaign, and has not left it. */
  present: boolean;
  adjudicated: boolean;
  qualified: boolean;
}

/** SQL: the actor's assignment of a task, behind its lock, with the columns of `Slot`. */
const ownSlot = (actor: Actor, taskId: number) => Prisma.sql`
  SELECT a.id, a.status, a.judgment_id AS "judgmentId", a.campaign_id AS "campaignId", c.protocol_version_id AS "protocolVersionId", t.response_id AS "responseId", CASE WHEN cardinality(t.run_ids) > 1 THEN ${shownOrder("t.id")} ELSE '{}' END AS "shownOrder", r.question_id AS "questionId",
    t.revision_id AS "revisionId", ${OWN_STATUS} AS "campaignStatus", m.left_at IS NULL AND m.rater_id IS NOT NULL AS present,
    least(CASE c.status WHEN 'closed' THEN c.closed_at WHEN 'paused' THEN c.paused_at END, m.paused_at) AS "stoppedAt", m.paused_because AS "pausedBecause", c.fast_seconds AS "fastSeconds",
    (SELECT min(h.handed_at) FROM handings_out h WHERE h.task_id = t.id AND h.rater_id = a.rater_id) AS "handedAt",
    EXISTS (SELECT 1 FROM adjudications d WHERE d.task_id = t.id) AS adjudicated,
    ${hasTraining(Prisma.sql`a.rater_id`, Prisma.sql`c.protocol_version_id`, Prisma.sql`s`)} AS qualified
  FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id JOIN revisions r ON r.id = t.revision_id JOIN campaigns c ON c.id = a.campaign_id
    LEFT JOIN campaign_raters m ON m.campaign_id = a.campaign_id AND m.rater_id = a.rater_id JOIN rating_settings s ON s.id = 1
  WHERE a.task_id = ${taskId} AND a.rater_id = ${actor.userId} FOR UPDATE OF a`;

export async function lockOwnSlot(tx: Tx, actor: Actor, taskId: number): Promise<Slot | null> {
  const [slot] = await tx.$queryRaw<Slot[]>`${PLAN_KEPT} ${ownSlot(actor, taskId)}`;
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
    SELECT a.id FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id
    JOIN campaign_raters m ON m.campaign_id = a.campaign_id AND m.rater_id = ${actor.userId}
    WHERE a.task_id = ${input.taskId} AND a.status IN ('pending', 'held') AND NOT t.gold AND (m.left_at IS NULL OR m.left_at >= ${new Date(input.enteredAt)})
      AND EXISTS (SELECT 1 FROM handings_out h WHERE h.task_id = a.task_id AND h.rater_id = ${actor.userId} AND h.assignment_id = a.id)
      AND NOT EXISTS (SELECT 1 FROM rater_conflicts x WHERE x.rater_id = ${actor.userId} AND x.run_id = ANY(t.run_ids))
    ORDER BY a.slot LIMIT 1 FOR UPDATE OF a SKIP LOCKED`;
  if (!free) return null;
  await tx.assignment.update({
    where: { id: free.id },
    data: { raterId: actor.userId, status: "held", visit: null, openedAt: null },
  });
  return lockOwnSlot(tx, actor, input.taskId);
}

/** What a rater said of an item: a verdict under Relaxed and Strict, answers by place under every other protocol. */
export type Said = { verdict: Verdict; answers: null } | { verdict: null; answers: Answers };

interface Judging extends Omit<SubmitJudgment, "answers" | "revisionId" | "taskId" | "verdict"> {
  said: Said;
  /** The judgment that this one corrects, and why. */
  corrects: { judgmentId: number; correction: string } | null;
  /** A flag is opened too. */
  flag: boolean;
}

/** A judgment that was stored. */
export interface Stored {
  judgmentId: number;
  campaignId: number;
  /** How the actor's work in the campaign stands with it: see getDeskStatus(). */
  standing: DeskStatus | null;
}

/**
 * SQL: nothing is out of the ordinary about a slot that is to get a first judgment under Relaxed and Strict: all that
 * submitJudgment looks at is as it mostly is.
 */
const usual = (revisionId: number) => Prisma.sql`
  slot.status IN ('held', 'opened') AND slot."campaignStatus" = 'open' AND slot.present AND slot.qualified
  AND slot."revisionId" = ${revisionId} AND NOT slot.adjudicated AND slot."protocolVersionId" = ${RELAXED_STRICT_VERSION}`;

/**
 * Stores a first judgment under Relaxed and Strict as storeJudgment() does, with its lock and checks in the same statement:
 * a transaction of its own that asks the database once, as nearly every rating of a campaign comes this way.
 * @returns null where anything about it is not as usual: nothing was done, and whoever asks looks closer
 */
export async function storeUsual(actor: Actor, input: SubmitJudgment): Promise<Stored | null> {
  if (input.verdict === null || input.flagged) return null;
  const judging = {
    ...input,
    said: { verdict: input.verdict, answers: null },
    corrects: null,
    flag: false,
  };
  try {
    const stored = await storeJudgment(db, actor, input.taskId, judging, usual(input.revisionId));
    if (stored !== null) noteKept();
    return stored;
  } catch (error) {
    if (collision(error)) return null;
    throw error;
  }
}

/**
 * Judgment, assignment, flag and audit event in one statement. It was judged when it was entered, as far as our own clock
 * allows: a device's may be wrong.
 * @param condition SQL on the actor's `slot` of the task: where it does not hold, nothing is stored
 * @returns null: there is no such slot, or the client key is another judgment's
 */
export async function storeJudgment(
  tx: Tx,
  actor: Actor,
  taskId: number,
  { said: { verdict, answers }, corrects, ...judged }: Judging,
  condition = Prisma.sql`true`,
): Promise<Stored | null> {
  // In the same statement: what awaits adjudication is decided at its end.
  const rows =
    answers === null
      ? Prisma.empty
      : Prisma.sql`, said AS (
      INSERT INTO judgment_answers (judgment_id, question_key, value, ranks, text, cannot_tell)
      SELECT judged.id, one.key, (one.answer->>'value')::smallint, coalesce((SELECT array_agg(rank::smallint ORDER BY place) FROM jsonb_array_elements_text(one.answer->'ranks') WITH ORDINALITY AS r (rank, place)), '{}'),
        one.answer->>'text', one.answer ? 'cannotTell'
      FROM judged CROSS JOIN jsonb_each(${JSON.stringify(answers)}::jsonb) AS one (key, answer)
    )`;
  const from = Prisma.sql`judged, slot`;
  const about = Prisma.sql`'judgmentId', judged.id, 'taskId', ${taskId}::int, 'campaignId', slot."campaignId"`;
  const audit =
    corrects === null
      ? auditIn(actor, judgmentSubmitted, {
          data: Prisma.sql`jsonb_build_object(${about}, 'flagged', ${judged.flagged}::boolean)`,
          from,
        })
      : auditIn(actor, judgmentCorrected, {
          data: Prisma.sql`jsonb_build_object(${about}, 'supersedes', ${corrects.judgmentId}::int)`,
          from,
        });
  const [stored] = await tx.$queryRaw<
    {
      judgmentId: number;
      campaignId: number;
      status: OwnStatus;
      present: boolean;
      done: number;
      total: number;
    }[]
  >`
    ${PLAN_KEPT} WITH slot AS (${ownSlot(actor, taskId)}
    ), judged AS (
      INSERT INTO judgments (task_id, campaign_id, response_id, rater_id, revision_id, relaxed, strict, relaxed_reason, strict_reason, comment, low_confidence, flagged,
        active_ms, judged_at, entered_at, arrived_at, client_key, supersedes_id, correction, shown_order)
      SELECT ${taskId}, slot."campaignId", slot."responseId", ${actor.userId}, slot."revisionId", ${verdict?.relaxed ?? null}::boolean, ${verdict?.strict ?? null}::boolean, ${verdict?.relaxedReason ?? null}, ${verdict?.strictReason ?? null},
        ${judged.comment}, ${judged.lowConfidence}, ${judged.flagged}, ${judged.activeMs}, least(now(), greatest(${new Date(judged.enteredAt)}::timestamptz, slot."handedAt")), ${new Date(judged.enteredAt)}::timestamptz, now(),
        ${judged.clientKey}::uuid, ${corrects?.judgmentId ?? null}, ${corrects?.correction ?? ""}, slot."shownOrder"::smallint[]
      FROM slot WHERE ${condition}
      ON CONFLICT (client_key) DO NOTHING RETURNING id, judged_at
    ), flag AS (
      INSERT INTO truth_tickets (question_id, revision_id, judgment_id, raised_by, comment)
      SELECT slot."questionId", slot."revisionId", judged.id, ${actor.userId}, ${judged.comment} FROM judged, slot WHERE ${judged.flag}
    )${rows}, audited AS (${audit}
    ), closed AS (
      UPDATE rating_assignments a SET status = 'judged', visit = NULL, judgment_id = judged.id, opened_at = coalesce(a.opened_at, judged.judged_at) FROM judged
      WHERE a.task_id = ${taskId} AND a.rater_id = ${actor.userId})
    SELECT judged.id AS "judgmentId", slot."campaignId", slot."campaignStatus" AS status, slot.present, own.done, own.total
    FROM judged, slot CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE a.status = 'judged' OR a.id = slot.id)::int AS done, count(*)::int AS total FROM rating_assignments a WHERE a.campaign_id = slot."campaignId" AND a.rater_id = ${actor.userId}) own`;
  if (!stored) return null;
  const { judgmentId, campaignId, status, present, done, total } = stored;
  return { judgmentId, campaignId, standing: present ? { status, done, total } : null };
}
