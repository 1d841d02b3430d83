import type { z } from "zod";
import { authorize } from "@/lib/access/policy";
import type { Actor } from "@/lib/access/schema";
import { recordAudit } from "@/lib/audit-log/writes";
import { now } from "@/lib/platform/clock";
import { db, transaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { ok, refuse, type Refusal, type Result } from "@/lib/platform/result";
import { tellTicketRaised } from "@/lib/truth-tickets/writes";
import type { ClaimItems, CorrectJudgment, Reason, skipItemSchema, SubmitJudgment, updateRatingSettingsSchema, Verdict } from "./schema";

/** The items that a desk was given. */
export interface ClaimedItems {
  /** In the rater's order. Fewer than asked for: there are no more now. */
  taskIds: number[];
}

/**
 * Gives the actor their next items in their own order and marks them opened, so that nobody else is given them. What
 * was opened before and not judged comes first again, so that a reload resumes. One statement, no lock but on the rows.
 * Refusals: `not-qualified`, `paused`, `closed`. @throws NotFound where the actor is no rater of the campaign.
 */
export async function claimItems(actor: Actor, input: ClaimItems): Promise<Result<ClaimedItems>> {
  authorize(actor, "ratings.judge");
  const { campaignId, count, held } = input;
  const [row] = await db.$queryRaw<{ status: string; qualified: boolean; taskIds: number[] }[]>`
    WITH place AS (
      SELECT c.status, NOT s.training_required OR EXISTS (SELECT 1 FROM qualifications WHERE rater_id = ${actor.userId}) AS qualified
      FROM rating_settings s, campaign_raters m JOIN campaigns c ON c.id = m.campaign_id
      WHERE m.campaign_id = ${campaignId} AND m.rater_id = ${actor.userId} AND m.left_at IS NULL AND c.status <> 'draft'
    ), next AS (
      (SELECT id, task_id, position, status FROM rating_assignments
        WHERE campaign_id = ${campaignId} AND rater_id = ${actor.userId} AND status = 'opened' AND task_id <> ALL (${held}::int[]) ORDER BY position, id LIMIT ${count})
      UNION ALL
      (SELECT id, task_id, position, status FROM rating_assignments
        WHERE campaign_id = ${campaignId} AND rater_id = ${actor.userId} AND status = 'pending' AND task_id <> ALL (${held}::int[]) ORDER BY position, id LIMIT ${count})
      ORDER BY position, id LIMIT ${count}
    ), taken AS (
      -- Seen anew behind the row's lock: it may have been given to somebody else while this statement waited.
      UPDATE rating_assignments a SET status = 'opened', opened_at = now() FROM next n, place p
      WHERE a.id = n.id AND n.status = 'pending' AND a.status = 'pending' AND a.rater_id = ${actor.userId} AND p.status = 'open' AND p.qualified
      RETURNING a.id, a.task_id, a.position
    )
    SELECT status, qualified, ARRAY (
      SELECT task_id FROM (SELECT id, task_id, position FROM next WHERE status = 'opened' UNION ALL SELECT id, task_id, position FROM taken) given ORDER BY position, id
    ) AS "taskIds" FROM place`;
  if (!row) throw new NotFound("This campaign");
  if (!row.qualified) return { ok: false, refusal: NOT_QUALIFIED };
  if (row.status === "paused") return refuse("paused", "This campaign is paused: it gives out no further items. What you entered is saved. Its maintainer can open it again.");
  if (row.status !== "open") return refuse("closed", "This campaign is closed: it gives out no further items. What you entered before is saved.");
  return ok({ taskIds: row.taskIds });
}

const NOT_QUALIFIED: Refusal = {
  code: "not-qualified",
  message: "Before the first campaign come the fifteen calibration examples. Work them under Training, then come back; what you entered is kept on this device.",
};

/** What a judgment became. */
export interface Judged {
  judgmentId: number;
  taskId: number;
}

/**
 * Stores one judgment and closes its assignment; with a flag it opens a ticket. The same `clientKey` again answers with
 * what the first call did.
 *
 * Work that was done counts wherever that is fair: on a paused campaign, on a closed one if it was entered before, and
 * where the item was moved to somebody else meanwhile who has not seen it yet.
 * Refusals: `already-judged` (details: the verdict that stands), `moved`, `closed`, `adjudicated`, `not-qualified`,
 * `stale`, `key-taken`, `not-found`.
 */
export async function submitJudgment(actor: Actor, input: SubmitJudgment): Promise<Result<Judged>> {
  authorize(actor, "ratings.judge");
  return transaction(async (tx) => {
    const mine = (await lockOwnSlot(tx, actor, input.taskId)) ?? (await lockFreeSlot(tx, actor, input));
    if (mine === null) return (await judgedUnder(tx, actor, input.clientKey, input.taskId)) ?? refuseMoved(tx, actor, input.taskId);
    if (mine.status === "judged") {
      return (await judgedUnder(tx, actor, input.clientKey, input.taskId))
        ?? refuse("already-judged", "You have judged this response already, in another window or on another device. That verdict stands; you can correct it under Own work.", { details: await standingVerdict(tx, mine.judgmentId!) });
    }
    if (mine.campaignStatus === "draft") return refuse("not-found", "This campaign is not open. Nothing was saved.");
    if (!mine.qualified) return { ok: false, refusal: NOT_QUALIFIED };
    if (mine.closedAt !== null && new Date(input.enteredAt) > mine.closedAt) return refuseClosed();
    if (mine.revisionId !== input.revisionId) return refuse("stale", "The correct answers of this item are others now. Load the page again and judge it by them; nothing was saved.");
    if (mine.adjudicated) return refuse("adjudicated", "This response was adjudicated meanwhile, so that no further verdict counts. Nothing was saved.");

    const judgmentId = await storeJudgment(tx, actor, mine, { ...input, supersedesId: null, correction: "", ticket: input.flagged });
    if (judgmentId === null) return refuseKeyTaken();
    await recordAudit(tx, actor, { type: "judgment.submitted", data: { judgmentId, taskId: input.taskId, campaignId: mine.campaignId, flagged: input.flagged } });
    if (input.flagged) await tellTicketRaised(tx, { questionId: mine.questionId, revisionId: mine.revisionId, comment: input.comment, raisedById: actor.userId });
    return ok({ judgmentId, taskId: input.taskId });
  });
}

/**
 * Appends a judgment that supersedes an earlier one of the actor, which is named by its client key. A flag that is new
 * opens a ticket, one that was withdrawn settles the ticket that it had opened.
 * Refusals: `not-found` (the earlier one never arrived), `adjudicated`, `stale` (it was corrected already; details: the
 * verdict that stands), `closed`, `key-taken`. The same `clientKey` again answers with what the first call did.
 */
export async function correctJudgment(actor: Actor, input: CorrectJudgment): Promise<Result<Judged>> {
  authorize(actor, "ratings.judge");
  return transaction(async (tx) => {
    const named = await tx.judgment.findUnique({ where: { clientKey: input.supersedes }, select: { id: true, taskId: true, raterId: true } });
    if (named === null || named.raterId !== actor.userId) return refuse("not-found", "There is nothing to correct: that judgment was not saved.");
    // Adjudication takes the same lock: one of the two comes first.
    await tx.$queryRaw`SELECT 1 FROM rating_tasks WHERE id = ${named.taskId} FOR NO KEY UPDATE`;
    const mine = await lockOwnSlot(tx, actor, named.taskId);
    if (mine === null) return refuse("not-found", "There is nothing to correct: this response is not yours any more.");
    const earlier = await judgedUnder(tx, actor, input.clientKey, named.taskId);
    if (earlier) return earlier;
    if (mine.judgmentId !== named.id) {
      return refuse("stale", "This judgment was corrected already, in another window or on another device. That one stands; look at it under Own work.", { details: await standingVerdict(tx, mine.judgmentId!) });
    }
    if (mine.adjudicated) return refuse("adjudicated", "This response has been adjudicated: its verdict is final and cannot be corrected any more.");
    if (mine.closedAt !== null && new Date(input.enteredAt) > mine.closedAt) return refuseClosed();

    const chain = await tx.truthTicket.findFirst({ where: { judgment: { taskId: named.taskId, raterId: actor.userId }, status: "open" }, select: { id: true } });
    const judgmentId = await storeJudgment(tx, actor, mine, { ...input, supersedesId: named.id, ticket: input.flagged && chain === null });
    if (judgmentId === null) return refuseKeyTaken();
    if (!input.flagged && chain !== null) {
      await tx.truthTicket.update({ where: { id: chain.id }, data: { status: "kept", settledById: actor.userId, settledAt: now(), settlement: "Taken back by its rater." } });
    }
    if (input.flagged && chain === null) await tellTicketRaised(tx, { questionId: mine.questionId, revisionId: mine.revisionId, comment: input.comment, raisedById: actor.userId });
    await recordAudit(tx, actor, { type: "judgment.corrected", data: { judgmentId, taskId: named.taskId, campaignId: mine.campaignId, supersedes: named.id } });
    return ok({ judgmentId, taskId: named.taskId });
  });
}

/** Puts an item behind all others of the actor in its campaign. Judged ones and others' are left alone. */
export async function skipItem(actor: Actor, input: z.output<typeof skipItemSchema>): Promise<Result<{ taskId: number }>> {
  authorize(actor, "ratings.judge");
  await db.$executeRaw`
    UPDATE rating_assignments a SET position = (
      SELECT max(position) + 1 FROM rating_assignments other WHERE other.campaign_id = a.campaign_id AND other.rater_id = ${actor.userId})
    WHERE a.task_id = ${input.taskId} AND a.rater_id = ${actor.userId} AND a.status IN ('pending', 'opened')`;
  return ok({ taskId: input.taskId });
}

/**
 * Changes how rating is done in this data set.
 * Refusals: `stale` when somebody else changed it since `baseUpdatedAt`; `unchanged`.
 */
export async function updateRatingSettings(actor: Actor, input: z.output<typeof updateRatingSettingsSchema>): Promise<Result<{ updatedAt: string }>> {
  authorize(actor, "campaigns.manage");
  const { baseUpdatedAt, ...wanted } = input;
  return transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM rating_settings WHERE id = 1 FOR UPDATE`;
    const { id: _, updatedAt, ...present } = await tx.ratingSettings.findUniqueOrThrow({ where: { id: 1 } });
    if (updatedAt.toISOString() !== new Date(baseUpdatedAt).toISOString()) {
      return refuse("stale", "Somebody else changed these settings while you were at it. Nothing was saved, and what you typed is still here. Load the page again to see theirs.");
    }
    const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((key) => wanted[key] !== present[key]);
    if (changed.length === 0) return refuse("unchanged", "Nothing was changed, so there is nothing to save.");
    const saved = await tx.ratingSettings.update({ where: { id: 1 }, data: { ...wanted, updatedAt: now() } });
    await recordAudit(tx, actor, {
      type: "rating-settings.changed",
      data: { changes: Object.fromEntries(changed.map((key) => [key, { from: String(present[key]), to: String(wanted[key]) }])) },
    });
    return ok({ updatedAt: saved.updatedAt.toISOString() });
  });
}

// What they share -------------------------------------------------------------------------------------------------

/** An assignment behind its lock, with what decides whether a judgment may go into it. */
interface Slot {
  id: number;
  status: string;
  judgmentId: number | null;
  campaignId: number;
  responseId: number;
  questionId: number;
  revisionId: number;
  openedAt: Date | null;
  campaignStatus: string;
  closedAt: Date | null;
  adjudicated: boolean;
  qualified: boolean;
}

async function lockOwnSlot(tx: Tx, actor: Actor, taskId: number): Promise<Slot | null> {
  const [slot] = await tx.$queryRaw<Slot[]>`
    SELECT a.id, a.status, a.judgment_id AS "judgmentId", a.campaign_id AS "campaignId", t.response_id AS "responseId", r.question_id AS "questionId",
      t.revision_id AS "revisionId", a.opened_at AS "openedAt", c.status AS "campaignStatus", CASE WHEN c.status = 'closed' THEN c.closed_at END AS "closedAt",
      EXISTS (SELECT 1 FROM adjudications d WHERE d.task_id = t.id) AS adjudicated,
      NOT s.training_required OR EXISTS (SELECT 1 FROM qualifications WHERE rater_id = a.rater_id) AS qualified
    FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id JOIN revisions r ON r.id = t.revision_id JOIN campaigns c ON c.id = a.campaign_id, rating_settings s
    WHERE a.task_id = ${taskId} AND a.rater_id = ${actor.userId} FOR UPDATE OF a`;
  return slot ?? null;
}

/**
 * The actor was offline while their item went to somebody else. Where that person has not seen it yet, it comes back:
 * the work is done. Not where a conflict with the run was the reason, and only for somebody who rated in the campaign.
 */
async function lockFreeSlot(tx: Tx, actor: Actor, input: SubmitJudgment): Promise<Slot | null> {
  const [free] = await tx.$queryRaw<{ id: number }[]>`
    SELECT a.id FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id JOIN responses p ON p.id = t.response_id
    JOIN campaign_raters m ON m.campaign_id = a.campaign_id AND m.rater_id = ${actor.userId}
    WHERE a.task_id = ${input.taskId} AND a.status = 'pending' AND NOT t.gold AND (m.left_at IS NULL OR m.left_at >= ${new Date(input.enteredAt)})
      AND NOT EXISTS (SELECT 1 FROM rater_conflicts x WHERE x.rater_id = ${actor.userId} AND x.run_id = p.run_id)
    ORDER BY a.rater_id NULLS FIRST, a.slot LIMIT 1 FOR UPDATE OF a SKIP LOCKED`;
  if (!free) return null;
  await tx.$executeRaw`UPDATE rating_assignments SET rater_id = ${actor.userId}, status = 'opened', opened_at = now() WHERE id = ${free.id}`;
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
  /** A ticket is opened too. */
  ticket: boolean;
}

/**
 * Judgment, assignment and ticket in one statement. It was judged when it was entered, as far as our own clock allows:
 * a device's may be wrong.
 * @returns the judgment's id; null when its client key is another judgment's.
 */
async function storeJudgment(tx: Tx, actor: Actor, slot: Slot, { verdict, ...judged }: Stored): Promise<number | null> {
  const [stored] = await tx.$queryRaw<{ id: number }[]>`
    WITH judged AS (
      INSERT INTO judgments (task_id, campaign_id, response_id, rater_id, revision_id, relaxed, strict, relaxed_reason, strict_reason, comment, low_confidence, flagged,
        active_ms, judged_at, client_key, supersedes_id, correction)
      SELECT a.task_id, a.campaign_id, ${slot.responseId}, a.rater_id, ${slot.revisionId}, ${verdict.relaxed}, ${verdict.strict}, ${verdict.relaxedReason}, ${verdict.strictReason},
        ${judged.comment}, ${judged.lowConfidence}, ${judged.flagged}, ${judged.activeMs}, least(now(), greatest(${new Date(judged.enteredAt)}::timestamptz, a.opened_at)),
        ${judged.clientKey}::uuid, ${judged.supersedesId}, ${judged.correction}
      FROM rating_assignments a WHERE a.id = ${slot.id} AND a.rater_id = ${actor.userId}
      ON CONFLICT (client_key) DO NOTHING RETURNING id
    ), ticket AS (
      INSERT INTO truth_tickets (question_id, revision_id, judgment_id, raised_by, comment)
      SELECT ${slot.questionId}, ${slot.revisionId}, id, ${actor.userId}, ${judged.comment} FROM judged WHERE ${judged.ticket}
    )
    UPDATE rating_assignments a SET status = 'judged', judgment_id = judged.id FROM judged WHERE a.id = ${slot.id} RETURNING judged.id`;
  return stored?.id ?? null;
}

/** What an earlier call with this key did; a refusal where it was about something else; null where there was none. */
async function judgedUnder(tx: Tx, actor: Actor, clientKey: string, taskId: number): Promise<Result<Judged> | null> {
  const earlier = await tx.judgment.findUnique({ where: { clientKey }, select: { id: true, taskId: true, raterId: true } });
  if (earlier === null) return null;
  return earlier.taskId === taskId && earlier.raterId === actor.userId ? ok({ judgmentId: earlier.id, taskId }) : refuseKeyTaken();
}

/** The verdict that stands: one's own. */
async function standingVerdict(tx: Tx, judgmentId: number): Promise<Verdict> {
  const { relaxedReason, strictReason, ...credit } = await tx.judgment.findUniqueOrThrow({ where: { id: judgmentId }, select: { relaxed: true, strict: true, relaxedReason: true, strictReason: true } });
  return { ...credit, relaxedReason: relaxedReason as Reason | null, strictReason: strictReason as Reason | null };
}

async function refuseMoved(tx: Tx, actor: Actor, taskId: number): Promise<Result<never>> {
  const [task] = await tx.$queryRaw<{ campaign: string }[]>`
    SELECT c.name AS campaign FROM rating_tasks t JOIN campaigns c ON c.id = t.campaign_id JOIN campaign_raters m ON m.campaign_id = c.id AND m.rater_id = ${actor.userId} WHERE t.id = ${taskId}`;
  if (!task) return refuse("not-found", "This item does not exist, or is none of yours. Nothing was saved.");
  return refuse("moved", `This item of “${task.campaign}” was given to another rater while you were away, and they are at it. Your verdict is kept on this device: show it to the campaign's maintainer if your work on it is to count.`);
}

function refuseClosed() {
  return refuse("closed", "This campaign was closed before you entered this verdict. It is kept on this device: ask the campaign's maintainer to open it again, then send it once more.");
}

function refuseKeyTaken() {
  return refuse("key-taken", "This was sent with the mark of another judgment, and nothing was saved. Reload the page and enter it again.");
}
