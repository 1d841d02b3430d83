import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { isoDayOf } from "@/lib/platform/days";
import { transactionOnce } from "@/lib/platform/client-keys";
import { now } from "@/lib/platform/clock";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { notify } from "@/lib/people/notifications/writes";
import { campaignNudgeNotice } from "@/lib/rating/notices";
import { STOP_WORDS } from "@/lib/rating/judging/vocabulary";
import {
  TAKE_OVER,
  type campaignRaterSchema,
  type campaignSchema,
  type conflictSchema,
  type nudgeSchema,
} from "./schema";
import {
  addGold,
  placeUnassigned,
  countRemainingItems,
  releaseWork,
  shufflePending,
  takeItemsFromSlowest,
  type ReassignResult,
  countUnassigned,
  changeConflict,
} from "./assigning-writes";
import { lockCampaign, LONG, lockPerson } from "./writes";
import { countOf } from "@/lib/platform/format";
import { refuseUnknown, refuseClosed } from "./refusals";
import { findRaters, tellRaters } from "./plan-writes";
import {
  campaignNudged,
  campaignRaterJoined,
  campaignRaterLeft,
  campaignTakenOver,
  conflictStated,
  conflictWithdrawn,
} from "./audit-events";

// Raters come and go ----------------------------------------------------------------------------------------------

/**
 * Lets a rater join, also midway: first what no one had, then pending work of those who have most left, until all are
 * even. What someone has opened stays theirs.
 * Refusals: `not-found`; `closed`; `unknown` (no rater). Joining twice changes nothing.
 */
export async function addRater(
  actor: Actor,
  input: z.output<typeof campaignRaterSchema>,
): Promise<Result<ReassignResult, "closed" | "key-taken" | "not-found" | "unknown">> {
  authorize(actor, "campaigns.manage");
  const { clientKey, ...place } = input;
  return transactionOnce(
    actor,
    "addRater",
    clientKey,
    async (tx) => {
      const campaign = await lockCampaign(tx, place.campaignId);
      if (!campaign) return refuseUnknown();
      if (campaign.status === "closed") return refuseClosed();
      if ((await findRaters(tx, [place.raterId])).length === 0)
        return refuse("unknown", "This account can't rate responses: it needs the rater role.");
      const before = await tx.campaignRater.findUnique({ where: { campaignId_raterId: place } });
      if (before && before.leftAt === null)
        return ok({ moved: 0, unassigned: await countUnassigned(tx, campaign.id) });
      const last = await tx.campaignRater.aggregate({
        where: { campaignId: campaign.id },
        _max: { number: true },
      });
      await tx.campaignRater.upsert({
        where: { campaignId_raterId: place },
        create: { ...place, number: (last._max.number ?? 0) + 1, joinedAt: now() },
        update: { leftAt: null, pausedAt: null, pausedBecause: null },
      });
      let moved = 0;
      if (campaign.status !== "draft") {
        moved = await placeUnassigned(tx, campaign);
        moved += await takeItemsFromSlowest(tx, campaign, place.raterId);
        await addGold(tx, campaign.id, place.raterId);
        await shufflePending(tx, campaign, place.raterId);
        if (campaign.status === "open") await tellRaters(tx, actor, campaign, [place.raterId]);
      } else {
        await tx.campaign.update({
          where: { id: campaign.id },
          data: { version: { increment: 1 } },
        });
      }
      await recordAudit(tx, actor, campaignRaterJoined, {
        campaignId: campaign.id,
        name: campaign.name,
        raterId: place.raterId,
        moved,
      });
      return ok({ moved, unassigned: await countUnassigned(tx, campaign.id) });
    },
    LONG,
  );
}

/**
 * Lets a rater leave, also midway: their judgments stay, all else goes to those who have least left and may judge it;
 * what no one may judge waits for someone who joins.
 * Refusals: `not-found` (also: not one of its raters), `closed`. Leaving twice changes nothing.
 */
export async function removeRater(
  actor: Actor,
  input: z.output<typeof campaignRaterSchema>,
): Promise<Result<ReassignResult, "closed" | "key-taken" | "not-found">> {
  authorize(actor, "campaigns.manage");
  const { clientKey, ...place } = input;
  return transactionOnce(
    actor,
    "removeRater",
    clientKey,
    async (tx) => {
      const campaign = await lockCampaign(tx, place.campaignId);
      if (!campaign) return refuseUnknown();
      if (campaign.status === "closed") return refuseClosed();
      const rater = await tx.campaignRater.findUnique({ where: { campaignId_raterId: place } });
      if (!rater) return refuse("not-found", "This member isn't a rater in this campaign.");
      if (rater.leftAt !== null)
        return ok({ moved: 0, unassigned: await countUnassigned(tx, campaign.id) });
      let moved = 0;
      if (campaign.status === "draft") {
        await tx.campaignRater.delete({ where: { campaignId_raterId: place } });
        await tx.campaign.update({
          where: { id: campaign.id },
          data: { version: { increment: 1 } },
        });
      } else {
        await tx.campaignRater.update({
          where: { campaignId_raterId: place },
          data: { leftAt: now() },
        });
        await releaseWork(tx, campaign.id, place.raterId);
        moved = await placeUnassigned(tx, campaign);
      }
      await recordAudit(tx, actor, campaignRaterLeft, {
        campaignId: campaign.id,
        name: campaign.name,
        raterId: place.raterId,
        moved,
      });
      return ok({ moved, unassigned: await countUnassigned(tx, campaign.id) });
    },
    LONG,
  );
}

/**
 * A rater whose share is done takes pending items of those who have most left: at most TAKE_OVER at a time, and not so
 * many that they would have less than the taker.
 * Refusals: `not-open`; `not-a-rater`; `rater-paused`; `not-done` (own items are left); `nothing-left` (nothing that they may judge and
 * have not judged).
 */
export async function takePendingItems(
  actor: Actor,
  input: z.output<typeof campaignSchema>,
): Promise<
  Result<
    { taken: number; remaining: number },
    "key-taken" | "not-a-rater" | "not-done" | "not-open" | "nothing-left" | "rater-paused"
  >
> {
  authorize(actor, "ratings.judge");
  return transactionOnce(
    actor,
    "takePendingItems",
    input.clientKey,
    async (tx) => {
      const campaign = await lockCampaign(tx, input.campaignId);
      const rater =
        campaign &&
        (await tx.campaignRater.findUnique({
          where: { campaignId_raterId: { campaignId: campaign.id, raterId: actor.userId } },
        }));
      // Whoever has no part in a campaign is not told that it exists.
      if (!campaign || !rater || rater.leftAt !== null)
        return refuse("not-a-rater", "You aren't a rater in this campaign.");
      if (campaign.status !== "open")
        return refuse(
          "not-open",
          campaign.status === "paused"
            ? "This campaign is paused. You can take items once it resumes."
            : "This campaign is closed.",
        );
      if (rater.pausedAt !== null) return refuse("rater-paused", STOP_WORDS["rater-paused"]);
      const own = (await countRemainingItems(tx, campaign.id)).get(actor.userId) ?? 0;
      if (own > 0) return refuse("not-done", `Finish your own ${countOf(own, "item")} first.`);
      await placeUnassigned(tx, campaign);
      const placed = (await countRemainingItems(tx, campaign.id)).get(actor.userId) ?? 0;
      const taken =
        placed > 0 ? placed : await takeItemsFromSlowest(tx, campaign, actor.userId, TAKE_OVER);
      if (taken === 0)
        return refuse(
          "nothing-left",
          "No items left to take: all are done, in progress or already yours. Thank you.",
        );
      await recordAudit(tx, actor, campaignTakenOver, {
        campaignId: campaign.id,
        name: campaign.name,
        count: taken,
      });
      return ok({ taken, remaining: taken });
    },
    LONG,
  );
}

// Conflicts -------------------------------------------------------------------------------------------------------

/**
 * States that a rater must not judge a run. What they have not judged of it goes to others, in every campaign that is
 * not closed; their judgments stay.
 * Refusals: `not-found`. Stating it twice changes the reason alone.
 */
export async function stateConflict(
  actor: Actor,
  input: z.output<typeof conflictSchema>,
): Promise<Result<ReassignResult, "not-found">> {
  authorize(actor, "campaigns.manage");
  return changeConflict(actor, input, async (tx, campaigns) => {
    await tx.raterConflict.upsert({
      where: { raterId_runId: { raterId: input.raterId, runId: input.runId } },
      create: { ...input, statedById: actor.userId },
      update: { reason: input.reason },
    });
    await recordAudit(tx, actor, conflictStated, {
      raterId: input.raterId,
      runId: input.runId,
      reason: input.reason,
    });
    for (const campaign of campaigns)
      await releaseWork(tx, campaign.id, input.raterId, input.runId);
  });
}

/** Takes a conflict back; what no one else could judge may now go to this rater. */
export async function withdrawConflict(
  actor: Actor,
  input: z.output<typeof conflictSchema>,
): Promise<Result<ReassignResult, "not-found">> {
  authorize(actor, "campaigns.manage");
  return changeConflict(actor, input, async (tx) => {
    const { count } = await tx.raterConflict.deleteMany({
      where: { raterId: input.raterId, runId: input.runId },
    });
    if (count > 0)
      await recordAudit(tx, actor, conflictWithdrawn, {
        raterId: input.raterId,
        runId: input.runId,
      });
  });
}

// Nudges and follow-ups -------------------------------------------------------------------------------------------

/**
 * Reminds a rater of what waits for them, at most once a day whoever asks.
 * Refusals: `not-found`, `not-open`, `rater-paused`, `done` (nothing waits), `nudged` (today already).
 */
export async function remindRater(
  actor: Actor,
  input: z.output<typeof nudgeSchema>,
): Promise<
  Result<void, "done" | "key-taken" | "not-found" | "not-open" | "nudged" | "rater-paused">
> {
  authorize(actor, "campaigns.manage");
  return transactionOnce(actor, "remindRater", input.clientKey, async (tx) => {
    // Two who nudge one rater queue here.
    const person = await lockPerson(tx, input.raterId);
    const campaign = await tx.campaign.findUnique({
      where: { id: input.campaignId },
      select: { name: true, status: true, deadline: true },
    });
    if (!person || !campaign) return refuseUnknown();
    const waiting = (await countRemainingItems(tx, input.campaignId)).get(input.raterId);
    if (waiting === undefined)
      return refuse("not-found", "This member isn't a rater in this campaign.");
    if (campaign.status !== "open")
      return refuse("not-open", "Only raters of an open campaign can be reminded.");
    const paused = await tx.campaignRater.count({
      where: { campaignId: input.campaignId, raterId: input.raterId, pausedAt: { not: null } },
    });
    if (paused > 0)
      return refuse(
        "rater-paused",
        `${person.name} is paused. Resume them before you remind them.`,
      );
    if (waiting === 0) return refuse("done", `${person.name} has nothing left to rate.`);
    const onceKey = `campaign-nudge ${person.today}`;
    if (
      await tx.notice.findUnique({
        where: { userId_onceKey: { userId: input.raterId, onceKey } },
        select: { id: true },
      })
    ) {
      return refuse("nudged", `${person.name} has already been reminded today.`);
    }
    await notify(tx, { to: [input.raterId], onceKey }, campaignNudgeNotice, {
      campaignId: input.campaignId,
      campaign: campaign.name,
      waiting,
      dueOn: isoDayOf(campaign.deadline),
      message: input.message,
      by: actor.name,
    });
    await recordAudit(tx, actor, campaignNudged, {
      campaignId: input.campaignId,
      name: campaign.name,
      raterId: input.raterId,
      waiting,
    });
    return ok();
  });
}
