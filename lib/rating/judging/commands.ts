import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { refuseKeyTaken, transactionOnce } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { db, Prisma, transaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { ok, refuse, type Refusal, type Refused, type Result } from "@/lib/platform/result";
import { campaignNoticesRead } from "@/lib/people/notifications/writes";
import { notifyAnswerFlagged } from "@/lib/rating/answer-flags/writes";
import { countsInSpiteOfStop, enteredMoment } from "./rules";
import {
  STAYS_CLOSED,
  STOP_WORDS,
  type ClaimItems,
  type CorrectJudgment,
  type leaveDeskSchema,
  type Reason,
  type showItemSchema,
  type passItemSchema,
  type SubmitJudgment,
  type updateRatingSettingsSchema,
  type Verdict,
} from "./schema";
import { lockRow } from "@/lib/platform/locked-row";

/** The items that a desk was given. */
export interface ClaimedItems {
  /** In the rater's order. Fewer than asked for: there are no more now. */
  taskIds: number[];
  /** How many more items the rater has that this desk does not hold: other windows of theirs do. */
  elsewhere: number;
}

/** A window that gave no sign of life for so long, in seconds, holds its items no more. Desks give one each minute. */
export const VISIT_SECONDS = 150;

/**
 * Gives the actor's desk their next items in their own order, to be held ahead, and records that it did. What the same
 * window, or one that is gone, holds already comes first again, so that a reload resumes. What another open window of
 * the actor holds stays there; a window that finds nothing else takes the later half of what is only held there.
 * Refusals: `not-qualified`, `paused`, `closed`. @throws NotFound where the actor is no rater of the campaign.
 */
export async function claimItems(
  actor: Actor,
  input: ClaimItems,
): Promise<Result<ClaimedItems, "closed" | "not-qualified" | "paused">> {
  authorize(actor, "ratings.judge");
  const { campaignId, count, held = [], visit = null } = input;
  const claim = { campaignId, raterId: actor.userId, count, held, visit };
  // Where another window was quicker with some of these items, the next ones are looked up again.
  for (let attempt = 1; ; attempt++) {
    const row = await giveItems(claim);
    if (!row) throw new NotFound("This campaign");
    if (!row.qualified) return { ok: false, refusal: NOT_QUALIFIED };
    if (row.status !== "open")
      return refuse(
        row.status === "paused" ? "paused" : "closed",
        row.status === "paused" ? STOP_WORDS.paused : STOP_WORDS.closed,
      );
    if (row.lost > 0 && row.taskIds.length < count && attempt < 6) continue;
    if (row.taskIds.length >= count) return ok({ taskIds: row.taskIds, elsewhere: 0 });
    const shared =
      row.taskIds.length > 0 || visit === null ? [] : await shareWindow({ ...claim, visit });
    const taskIds = [...row.taskIds, ...shared];
    return ok({ taskIds, elsewhere: await countElsewhere(claim, taskIds) });
  }
}

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
const HELD_BY_A_WINDOW = Prisma.sql`EXISTS (
  SELECT FROM rating_visits v WHERE v.rater_id = a.rater_id AND v.id = a.visit AND v.seen_at > now() - make_interval(secs => ${VISIT_SECONDS}))`;

async function giveItems({
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
function signOfLife(raterId: number, visit: string | null): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO rating_visits AS v (rater_id, id) SELECT ${raterId}, ${visit}::uuid WHERE ${visit}::uuid IS NOT NULL
    ON CONFLICT (rater_id, id) DO UPDATE SET seen_at = now() WHERE v.seen_at < now() - interval '20 seconds'`;
}

/**
 * Takes the later half of what the actor's other windows hold and have not shown, where this one has nothing left to show:
 * what it has shown may be on its way.
 */
async function shareWindow({
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

async function countElsewhere(
  { campaignId, raterId, held }: Claim,
  taskIds: readonly number[],
): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM rating_assignments
    WHERE campaign_id = ${campaignId} AND rater_id = ${raterId} AND status IN ('pending', 'held', 'opened') AND task_id <> ALL (${[...held, ...taskIds]}::int[])`;
  return row!.count;
}

/**
 * Records that an item was shown to the actor: from then on it is not moved to anyone else. Shown again, nothing changes.
 * Refusals: `moved` (it went to another rater, or to another window of the actor, or is judged).
 */
export async function showItem(
  actor: Actor,
  input: z.output<typeof showItemSchema>,
): Promise<Result<{ taskId: number }, "moved">> {
  authorize(actor, "ratings.judge");
  const { taskId, visit } = input;
  const shown = await db.$executeRaw`
    WITH alive AS (${signOfLife(actor.userId, visit)})
    UPDATE rating_assignments a SET status = 'opened', opened_at = coalesce(a.opened_at, now()), visit = coalesce(${visit}::uuid, a.visit)
    WHERE a.task_id = ${taskId} AND a.rater_id = ${actor.userId} AND a.status IN ('held', 'opened')
      AND (${visit}::uuid IS NULL OR a.visit = ${visit}::uuid OR NOT ${HELD_BY_A_WINDOW})`;
  return shown > 0
    ? ok({ taskId })
    : refuse(
        "moved",
        "This item is no longer assigned here: it was reassigned, opened in another window, or already rated.",
      );
}

/** Records that a desk is still open. */
export async function keepVisit(
  actor: Actor,
  input: { visit: string | null },
): Promise<Result<void, never>> {
  authorize(actor, "ratings.judge");
  if (input.visit !== null) await db.$executeRaw`${signOfLife(actor.userId, input.visit)}`;
  return ok();
}

/** Ends the visit of a window: what it holds is free for the actor's other windows at once. */
export async function leaveDesk(
  actor: Actor,
  input: z.output<typeof leaveDeskSchema>,
): Promise<Result<void, never>> {
  authorize(actor, "ratings.judge");
  await db.$executeRaw`
    DELETE FROM rating_visits WHERE rater_id = ${actor.userId} AND (id = ${input.visit}::uuid OR seen_at < now() - interval '1 day')`;
  return ok();
}

const NOT_QUALIFIED: Refusal<"not-qualified"> = {
  code: "not-qualified",
  message:
    "Complete the 15 training examples before your first campaign. Your entries are kept on this device.",
};

/** What a judgment became. */
export interface Judged {
  judgmentId: number;
  taskId: number;
}

/**
 * Stores one judgment and closes its assignment; with a flag it opens a flag. The same `clientKey` again answers with
 * what the first call did.
 *
 * It is accepted from the rater who holds the item and was handed it, and from one who was handed it earlier, as long as
 * the present holder was not shown it. In a paused or closed campaign it counts if it was entered before that.
 * Refusals: `already-judged` (details: the verdict that stands), `moved`, `paused`, `closed`, `adjudicated`,
 * `not-qualified`, `stale`, `key-taken`, `not-found` (also: never handed to the actor).
 */
export async function submitJudgment(
  actor: Actor,
  input: SubmitJudgment,
): Promise<
  Result<
    Judged,
    | "adjudicated"
    | "already-judged"
    | "closed"
    | "key-taken"
    | "moved"
    | "not-found"
    | "not-qualified"
    | "paused"
    | "stale"
  >
> {
  authorize(actor, "ratings.judge");
  return transaction(async (tx) => {
    const mine =
      (await lockOwnSlot(tx, actor, input.taskId)) ?? (await lockFormerSlot(tx, actor, input));
    if (mine === null)
      return (
        (await judgedUnder(tx, actor, input.clientKey, input.taskId)) ??
        refuseMoved(tx, actor, input.taskId)
      );
    // Dealt to them and not given out yet: whoever guesses its number may not choose what to rate.
    if (mine.status === "pending" && mine.handedAt === null) return refuseNotHanded();
    if (mine.status === "judged") {
      return (
        (await judgedUnder(tx, actor, input.clientKey, input.taskId)) ??
        refuse(
          "already-judged",
          "You already rated this response in another window or on another device. That rating is saved; this one is not.",
          { details: await standingVerdict(tx, mine.judgmentId!) },
        )
      );
    }
    if (mine.campaignStatus === "draft")
      return refuse("not-found", "This campaign is not open. Nothing was saved.");
    if (!mine.qualified) return { ok: false, refusal: NOT_QUALIFIED };
    const stopped = refuseStopped(mine, input.enteredAt);
    if (stopped) return stopped;
    if (mine.revisionId !== input.revisionId)
      return refuse(
        "stale",
        "The correct answers for this item have changed. Nothing was saved. Reload the page and rate it again.",
      );
    if (mine.adjudicated)
      return refuse(
        "adjudicated",
        "This response has been adjudicated. Your rating was not saved.",
      );

    const judgmentId = await storeJudgment(tx, actor, mine, {
      ...input,
      supersedesId: null,
      correction: "",
      flag: input.flagged,
    });
    if (judgmentId === null) return refuseKeyTaken();
    await recordAudit(tx, actor, {
      type: "judgment.submitted",
      data: {
        judgmentId,
        taskId: input.taskId,
        campaignId: mine.campaignId,
        flagged: input.flagged,
      },
    });
    if (input.flagged)
      await notifyAnswerFlagged(tx, {
        questionId: mine.questionId,
        revisionId: mine.revisionId,
        comment: input.comment,
        raisedById: actor.userId,
      });
    return ok({ judgmentId, taskId: input.taskId });
  });
}

/**
 * Appends a judgment that supersedes an earlier one of the actor, which is named by its client key. A flag that is new
 * opens a flag, one that was withdrawn settles the flag that it had opened.
 * Refusals: `not-found` (the earlier one never arrived), `adjudicated`, `stale` (it was corrected already; details: the
 * verdict that stands), `paused`, `closed`, `key-taken`. The same `clientKey` again answers with what the first call did.
 */
export async function correctJudgment(
  actor: Actor,
  input: CorrectJudgment,
): Promise<
  Result<Judged, "adjudicated" | "closed" | "key-taken" | "not-found" | "paused" | "stale">
> {
  authorize(actor, "ratings.judge");
  return transaction(async (tx) => {
    const named = await tx.judgment.findUnique({
      where: { clientKey: input.supersedes },
      select: { id: true, taskId: true, raterId: true },
    });
    if (named === null || named.raterId !== actor.userId)
      return refuse("not-found", "Nothing to correct: the rating was not saved.");
    // Adjudication takes the same lock: one of the two comes first.
    await lockRow(tx, "rating_tasks", named.taskId, { referenced: true });
    const mine = await lockOwnSlot(tx, actor, named.taskId);
    if (mine === null)
      return refuse("not-found", "Nothing to correct: this response is no longer assigned to you.");
    const earlier = await judgedUnder(tx, actor, input.clientKey, named.taskId);
    if (earlier) return earlier;
    if (mine.judgmentId !== named.id) {
      return refuse(
        "stale",
        "This rating was already corrected in another window or on another device. That correction is saved; this one is not.",
        { details: await standingVerdict(tx, mine.judgmentId!) },
      );
    }
    if (mine.adjudicated)
      return refuse(
        "adjudicated",
        "This response has been adjudicated, so your rating can no longer be corrected.",
      );
    const stopped = refuseStopped(mine, input.enteredAt);
    if (stopped) return stopped;

    const chain = await tx.answerFlag.findFirst({
      where: { judgment: { taskId: named.taskId, raterId: actor.userId }, status: "open" },
      select: { id: true },
    });
    const judgmentId = await storeJudgment(tx, actor, mine, {
      ...input,
      supersedesId: named.id,
      flag: input.flagged && chain === null,
    });
    if (judgmentId === null) return refuseKeyTaken();
    if (!input.flagged && chain !== null) {
      await tx.answerFlag.update({
        where: { id: chain.id },
        data: {
          status: "kept",
          settledById: actor.userId,
          settledAt: now(),
          settlement: "Undone by the rater.",
        },
      });
    }
    if (input.flagged && chain === null)
      await notifyAnswerFlagged(tx, {
        questionId: mine.questionId,
        revisionId: mine.revisionId,
        comment: input.comment,
        raisedById: actor.userId,
      });
    await recordAudit(tx, actor, {
      type: "judgment.corrected",
      data: { judgmentId, taskId: named.taskId, campaignId: mine.campaignId, supersedes: named.id },
    });
    return ok({ judgmentId, taskId: named.taskId });
  });
}

/** Puts an item that the actor's desk was given behind all others of theirs in its campaign. All other items are left alone. */
export async function skipItem(
  actor: Actor,
  input: z.output<typeof passItemSchema>,
): Promise<Result<{ taskId: number }, never>> {
  authorize(actor, "ratings.judge");
  await db.$executeRaw`
    UPDATE rating_assignments a SET position = (
      SELECT max(position) + 1 FROM rating_assignments other WHERE other.campaign_id = a.campaign_id AND other.rater_id = ${actor.userId})
    WHERE a.task_id = ${input.taskId} AND a.rater_id = ${actor.userId} AND a.status IN ('held', 'opened')`;
  return ok({ taskId: input.taskId });
}

/**
 * Changes how rating is done in this dataset.
 * Refusals: `stale` when someone else changed it since `baseUpdatedAt`; `unchanged`; `key-taken`. The same `clientKey`
 * again answers with what the first call did.
 */
export async function updateRatingSettings(
  actor: Actor,
  input: z.output<typeof updateRatingSettingsSchema>,
): Promise<Result<{ updatedAt: string }, "key-taken" | "stale" | "unchanged">> {
  authorize(actor, "campaigns.manage");
  const { baseUpdatedAt, clientKey, ...wanted } = input;
  return transactionOnce(actor, "updateRatingSettings", clientKey, async (tx) => {
    await lockRow(tx, "rating_settings", 1);
    const {
      id: _,
      updatedAt,
      ...present
    } = await tx.ratingSettings.findUniqueOrThrow({ where: { id: 1 } });
    if (updatedAt.toISOString() !== new Date(baseUpdatedAt).toISOString()) {
      return refuse(
        "stale",
        "Someone else changed these settings while you were editing. Nothing was saved, but your text is still here. Reload the page to see their changes.",
      );
    }
    const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
      (key) => wanted[key] !== present[key],
    );
    if (changed.length === 0) return refuse("unchanged", "No changes to save.");
    const saved = await tx.ratingSettings.update({
      where: { id: 1 },
      data: { ...wanted, updatedAt: now() },
    });
    await recordAudit(tx, actor, {
      type: "rating-settings.changed",
      data: {
        changes: Object.fromEntries(
          changed.map((key) => [key, { from: String(present[key]), to: String(wanted[key]) }]),
        ),
      },
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
  /** When the actor was first given the item; null where that never was. */
  handedAt: Date | null;
  campaignStatus: string;
  /** Since when the campaign is paused or closed; null while it is open. */
  stoppedAt: Date | null;
  adjudicated: boolean;
  qualified: boolean;
}

async function lockOwnSlot(tx: Tx, actor: Actor, taskId: number): Promise<Slot | null> {
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
async function lockFormerSlot(tx: Tx, actor: Actor, input: SubmitJudgment): Promise<Slot | null> {
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

/** Refuses what was entered after its campaign was paused or closed; null where it counts. */
function refuseStopped(slot: Slot, enteredAt: string): Refused<"closed" | "paused"> | null {
  const arrived = now().getTime();
  const entered = enteredMoment(Date.parse(enteredAt), slot.handedAt?.getTime() ?? null, arrived);
  if (countsInSpiteOfStop(entered, slot.stoppedAt?.getTime() ?? null, arrived)) return null;
  return slot.campaignStatus === "paused"
    ? refuse(
        "paused",
        "This campaign was paused before you entered this rating. It is kept on this device and will be sent when the campaign resumes.",
      )
    : refuse(
        "closed",
        `This campaign was closed before you entered this rating, so it doesn't count. It is kept on this device. ${STAYS_CLOSED}`,
      );
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
async function storeJudgment(
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

/** What an earlier call with this key did; a refusal where it was about something else; null where there was none. */
async function judgedUnder(
  tx: Tx,
  actor: Actor,
  clientKey: string,
  taskId: number,
): Promise<Result<Judged, "key-taken"> | null> {
  const earlier = await tx.judgment.findUnique({
    where: { clientKey },
    select: { id: true, taskId: true, raterId: true },
  });
  if (earlier === null) return null;
  return earlier.taskId === taskId && earlier.raterId === actor.userId
    ? ok({ judgmentId: earlier.id, taskId })
    : refuseKeyTaken();
}

/** The verdict that stands: one's own, with the client key by which a correction names it. */
async function standingVerdict(
  tx: Tx,
  judgmentId: number,
): Promise<Verdict & { clientKey: string }> {
  const { relaxedReason, strictReason, ...credit } = await tx.judgment.findUniqueOrThrow({
    where: { id: judgmentId },
    select: {
      relaxed: true,
      strict: true,
      relaxedReason: true,
      strictReason: true,
      clientKey: true,
    },
  });
  return {
    ...credit,
    relaxedReason: relaxedReason as Reason | null,
    strictReason: strictReason as Reason | null,
  };
}

async function refuseMoved(
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

function refuseNotHanded() {
  return refuse(
    "not-found",
    "This item doesn't exist or isn't assigned to you. Nothing was saved.",
  );
}
