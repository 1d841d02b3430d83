import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { refuseKeyTaken, transactionOnce } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { db, transaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { ok, refuse, type Refusal, type Refused, type Result } from "@/lib/platform/result";
import { afterSaving } from "@/lib/platform/kept-writes";
import { canHaveEntered, watchRater } from "@/lib/rating/alarms/writes";
import { notifyAnswerFlagged } from "@/lib/rating/answer-flags/writes";
import { frozenDefinition } from "@/lib/rating/protocols/queries";
import { answersByPlace, readAnswers } from "@/lib/rating/protocols/rules";
import { RELAXED_STRICT_VERSION } from "@/lib/rating/protocols/vocabulary";
import { countsInSpiteOfStop, enteredMoment, type VerdictColumns } from "./rules";
import type {
  ClaimItems,
  CorrectJudgment,
  leaveDeskSchema,
  showItemSchema,
  passItemSchema,
  SubmitJudgment,
  updateRatingSettingsSchema,
} from "./schema";
import { STAYS_CLOSED, STOP_WORDS, type DeskStatus } from "./vocabulary";
import { lockRow } from "@/lib/platform/locked-row";
import {
  giveItems,
  shareWindow,
  countElsewhere,
  refuseMoved,
  refuseNotHanded,
  openSlot,
  renewVisit,
  endVisit,
  moveToEnd,
} from "./writes";
import { getDeskStatus } from "./queries";
import {
  lockFormerSlot,
  lockOwnSlot,
  storeJudgment,
  storeUsual,
  type Said,
  type Slot,
  type Stored,
} from "./slot-writes";
import { ratingSettingsChanged } from "./audit-events";

/** The items that a desk was given; its campaign is open. */
export interface ClaimedItems {
  /** In the rater's order. Fewer than asked for: there are no more now. */
  taskIds: number[];
  /** How many more items the rater has that this desk does not hold: other windows of theirs do. */
  elsewhere: number;
  /** These and what the desk holds already, in the rater's order as it is now. */
  order: number[];
  /** The campaign asks for Relaxed and Strict. */
  verdicts: boolean;
}

/**
 * Gives the actor's desk their next items in their own order, to be held ahead, and records that it did. What the same
 * window, or one that is gone, holds already comes first again, so that a reload resumes. What another open window of
 * the actor holds stays there; a window that finds nothing else takes the later half of what is only held there. No one
 * holds more than MOST_HELD.
 * Refusals: `not-qualified`, `paused`, `rater-paused` (the actor alone), `closed`. @throws NotFound where the actor is no rater of the campaign.
 */
export async function claimItems(
  actor: Actor,
  input: ClaimItems,
): Promise<Result<ClaimedItems, "closed" | "not-qualified" | "paused" | "rater-paused">> {
  authorize(actor, "ratings.judge");
  const { campaignId, count, held = [], visit = null, left = null } = input;
  const claim = { campaignId, raterId: actor.userId, count, held, visit, left };
  // Where another window was quicker with some of these items, the next ones are looked up again.
  for (let attempt = 1; ; attempt++) {
    const row = await giveItems(claim);
    if (!row) throw new NotFound("This campaign");
    if (!row.qualified) return { ok: false, refusal: NOT_QUALIFIED };
    if (row.status !== "open") {
      const code = row.status === "paused" || row.status === "rater-paused" ? row.status : "closed";
      return refuse(code, STOP_WORDS[code]);
    }
    if (row.lost > 0 && row.taskIds.length < count && attempt < 6) continue;
    const verdicts = row.protocolVersionId === RELAXED_STRICT_VERSION;
    if (row.taskIds.length >= count)
      return ok({ taskIds: row.taskIds, elsewhere: 0, order: row.order, verdicts });
    const shared =
      row.taskIds.length > 0 || visit === null ? [] : await shareWindow({ ...claim, visit });
    const taskIds = [...row.taskIds, ...shared];
    const elsewhere = await countElsewhere(claim, taskIds);
    return ok({ taskIds, elsewhere, order: [...row.order, ...shared], verdicts });
  }
}

/**
 * Records that an item was shown to the actor: from then on it is not moved to anyone else. Shown again, nothing changes.
 * Refusals: `moved` (it went to another rater, or to another window of the actor, or is judged).
 */
export async function showItem(
  actor: Actor,
  input: z.output<typeof showItemSchema>,
): Promise<Result<{ taskId: number; standing: DeskStatus | null }, "moved">> {
  authorize(actor, "ratings.judge");
  const { taskId, visit } = input;
  const { shown, status } = await openSlot(db, actor, taskId, visit);
  return shown
    ? ok({ taskId, standing: status && { status, done: null, total: null } })
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
  if (input.visit !== null) await renewVisit(db, actor, input.visit);
  return ok();
}

/** Ends the visit of a window: what it holds is free for the actor's other windows at once. */
export async function leaveDesk(
  actor: Actor,
  input: z.output<typeof leaveDeskSchema>,
): Promise<Result<void, never>> {
  authorize(actor, "ratings.judge");
  await endVisit(db, actor, input.visit);
  return ok();
}

const NOT_QUALIFIED: Refusal<"not-qualified"> = {
  code: "not-qualified",
  message:
    "Complete the 15 training examples before you rate by Relaxed and Strict. Your entries are kept on this device.",
};

/** What a judgment became. */
export interface Judged {
  judgmentId: number;
  taskId: number;
  /** How the rater's work in the campaign stands: see getDeskStatus(). Null also where that can't be read now. */
  standing: DeskStatus | null;
}

/** What submitting a judgment answers. */
type Submitted = Result<
  Judged,
  | "adjudicated"
  | "already-judged"
  | "closed"
  | "key-taken"
  | "moved"
  | "not-found"
  | "not-possible"
  | "not-qualified"
  | "paused"
  | "rater-paused"
  | "stale"
>;

/** What looking closer came to: refused, stored, or a repeat of what is stored already. */
type Decided = Submitted | Result<Omit<Judged, "standing"> | Stored, never>;

/**
 * Stores one judgment and closes its assignment; with a flag it opens a flag. The same `clientKey` again answers with
 * what the first call did.
 *
 * It is accepted from the rater who holds the item and was handed it, and from one who was handed it earlier, as long as
 * the present holder was not shown it. In a paused or closed campaign it counts if it was entered before that.
 * Refusals: `already-judged` (details: the verdict that stands), `moved`, `paused`, `rater-paused`, `closed`, `adjudicated`,
 * `not-qualified`, `stale`, `key-taken`, `not-found` (also: never handed to the actor).
 */
export async function submitJudgment(actor: Actor, input: SubmitJudgment): Promise<Submitted> {
  authorize(actor, "ratings.judge");
  const usual = await storeUsual(actor, input);
  if (usual !== null) return whatFollows(actor, input, usual);
  const judged = await transaction(async (tx): Promise<Decided> => {
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
    const stopped = await refuseStopped(tx, actor, mine, input);
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

    const said = await readSaid(tx, mine, input);
    if (!said.ok) return said;
    const stored = await storeJudgment(tx, actor, input.taskId, {
      ...input,
      said: said.value,
      corrects: null,
      flag: input.flagged,
    });
    if (stored === null) return refuseKeyTaken();
    if (input.flagged)
      await notifyAnswerFlagged(tx, {
        questionId: mine.questionId,
        revisionId: mine.revisionId,
        comment: input.comment,
        raisedById: actor.userId,
      });
    return ok(stored);
  });
  if (!judged.ok) return judged;
  return "campaignId" in judged.value
    ? whatFollows(actor, input, judged.value)
    : ok(await withStanding(actor, judged.value));
}

/** A judgment was saved: the rater's latest ones are looked at, which may pause them. */
async function whatFollows(
  actor: Actor,
  { taskId }: SubmitJudgment,
  { judgmentId, campaignId, standing }: Stored,
): Promise<Result<Judged, never>> {
  const alarmed = await afterSaving("watching the rater", () =>
    watchRater(actor, { campaignId, raterId: actor.userId }),
  );
  return ok(await withStanding(actor, { judgmentId, taskId, ...(!alarmed && { standing }) }));
}

/** Reads how the campaign stands, unless that was read on the way. */
async function withStanding(
  actor: Actor,
  { judgmentId, taskId, standing }: Partial<Judged> & Omit<Judged, "standing">,
): Promise<Judged> {
  return {
    judgmentId,
    taskId,
    standing:
      standing ?? (await afterSaving("the standing", () => getDeskStatus(actor, { taskId }))),
  };
}

/**
 * Appends a judgment that supersedes an earlier one of the actor, which is named by its client key. A flag that is new
 * opens a flag, one that was withdrawn resolves the flag that it had opened.
 * Refusals: `not-found` (the earlier one never arrived), `adjudicated`, `stale` (it was corrected already; details: the
 * verdict that stands), `paused`, `closed`, `key-taken`. The same `clientKey` again answers with what the first call did.
 */
export async function correctJudgment(
  actor: Actor,
  input: CorrectJudgment,
): Promise<
  Result<
    Judged,
    | "adjudicated"
    | "closed"
    | "key-taken"
    | "not-found"
    | "not-possible"
    | "paused"
    | "rater-paused"
    | "stale"
  >
> {
  authorize(actor, "ratings.judge");
  const corrected = await transaction(async (tx) => {
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
    const stopped = await refuseStopped(tx, actor, mine, { ...input, taskId: named.taskId });
    if (stopped) return stopped;

    const chain = await tx.answerFlag.findFirst({
      where: { judgment: { taskId: named.taskId, raterId: actor.userId }, status: "open" },
      select: { id: true },
    });
    const said = await readSaid(tx, mine, input);
    if (!said.ok) return said;
    const stored = await storeJudgment(tx, actor, named.taskId, {
      ...input,
      said: said.value,
      corrects: { judgmentId: named.id, correction: input.correction },
      flag: input.flagged && chain === null,
    });
    if (stored === null) return refuseKeyTaken();
    if (!input.flagged && chain !== null) {
      await tx.answerFlag.update({
        where: { id: chain.id },
        data: {
          status: "kept",
          resolvedById: actor.userId,
          resolvedAt: now(),
          resolutionNote: "Undone by the rater.",
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
    const { judgmentId, standing } = stored;
    return ok({ judgmentId, taskId: named.taskId, standing });
  });
  if (!corrected.ok) return corrected;
  return ok(await withStanding(actor, corrected.value));
}

/** Puts an item that the actor's desk was given behind all others of theirs in its campaign. All other items are left alone. */
export async function skipItem(
  actor: Actor,
  input: z.output<typeof passItemSchema>,
): Promise<Result<{ taskId: number }, never>> {
  authorize(actor, "ratings.judge");
  await moveToEnd(db, actor, input.taskId);
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
    await recordAudit(tx, actor, ratingSettingsChanged, {
      changes: Object.fromEntries(
        changed.map((key) => [key, { from: String(present[key]), to: String(wanted[key]) }]),
      ),
    });
    return ok({ updatedAt: saved.updatedAt.toISOString() });
  });
}

/**
 * What a submission says, by the campaign's protocol. Refuses, as `not-possible`, what is not an answer to its questions,
 * and doubts about correct answers that it does not show.
 */
async function readSaid(
  tx: Tx,
  { protocolVersionId, shownOrder }: Slot,
  { verdict, answers, flagged }: Pick<SubmitJudgment, "answers" | "flagged" | "verdict">,
): Promise<Result<Said, "not-possible">> {
  const other = () =>
    refuse(
      "not-possible",
      "This campaign asks other questions than this page shows. Nothing was saved. Reload the page and rate it again.",
    );
  if (protocolVersionId === RELAXED_STRICT_VERSION)
    return verdict === null ? other() : ok({ verdict, answers: null });
  if (answers === null) return other();
  const definition = await frozenDefinition(tx, protocolVersionId);
  if (flagged && !definition.shows.correctAnswers)
    return refuse(
      "not-possible",
      "This campaign doesn't show the correct answers, so they can't be flagged in it. Nothing was saved.",
    );
  const read = readAnswers(definition, answers, shownOrder.length || 1);
  return read.answers === null
    ? refuse("not-possible", `${Object.values(read.problems)[0]!} Nothing was saved.`, {
        fields: read.problems,
      })
    : ok({ verdict: null, answers: answersByPlace(definition, read.answers, shownOrder) });
}

// What they share -------------------------------------------------------------------------------------------------

/**
 * Refuses what was entered after its campaign was paused or closed; null where it counts. Of someone whom an alarm paused
 * counts what they can have entered before by the clock: a device may say anything.
 */
async function refuseStopped(
  tx: Tx,
  actor: Actor,
  slot: Slot,
  { taskId, enteredAt }: Pick<SubmitJudgment, "enteredAt" | "taskId">,
): Promise<Refused<"closed" | "paused" | "rater-paused"> | null> {
  const { stoppedAt, handedAt, fastSeconds } = slot;
  const arrived = now().getTime();
  const entered = enteredMoment(Date.parse(enteredAt), handedAt?.getTime() ?? null, arrived);
  if (countsInSpiteOfStop(entered, stoppedAt?.getTime() ?? null, arrived)) {
    if (stoppedAt === null || slot.pausedBecause === null || slot.pausedBecause === "manager")
      return null;
    const place = { campaignId: slot.campaignId, raterId: actor.userId };
    if (await canHaveEntered(tx, place, { taskId, handedAt, fastSeconds, pausedAt: stoppedAt }))
      return null;
  }
  if (slot.campaignStatus === "rater-paused")
    return refuse(
      "rater-paused",
      "You are paused in this campaign, so this rating doesn't count yet. It is kept on this device and will be sent when you are resumed.",
    );
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

/** What an earlier call with this key did; a refusal where it was about something else; null where there was none. */
async function judgedUnder(
  tx: Tx,
  actor: Actor,
  clientKey: string,
  taskId: number,
): Promise<Result<Omit<Judged, "standing">, "key-taken"> | null> {
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
): Promise<VerdictColumns & { clientKey: string }> {
  return tx.judgment.findUniqueOrThrow({
    where: { id: judgmentId },
    select: {
      relaxed: true,
      strict: true,
      relaxedReason: true,
      strictReason: true,
      clientKey: true,
    },
  });
}
