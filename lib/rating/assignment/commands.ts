import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { notify } from "@/lib/people/notifications/writes";
import { campaignMessageNotice } from "./notices";
import { announce } from "@/lib/platform/live/announce";
import { transactionOnce } from "@/lib/platform/client-keys";
import { transaction, type Tx } from "@/lib/platform/db";
import { countOf, formatCount } from "@/lib/platform/format";
import { ok, refuse, type Refused, type Result } from "@/lib/platform/result";
import { MAX_RATINGS } from "@/lib/rating/campaigns/schema";
import { countUnassigned, placeUnassigned } from "@/lib/rating/campaigns/assigning-writes";
import { lockCampaign, LONG, type LockedCampaign } from "@/lib/rating/campaigns/writes";
import type {
  assignItemsSchema,
  messageReadSchema,
  messageSchema,
  raiseOverlapSchema,
  reorderItemsSchema,
  takeBackSchema,
} from "./schema";
import {
  giveItemsTo,
  lockItems,
  markMessagesRead,
  planOverlap,
  takeItemsOf,
  writeOrder,
  writeOverlap,
} from "./writes";
import {
  campaignItemsAssigned,
  campaignItemsReordered,
  campaignItemsTakenBack,
  campaignMessageSent,
  campaignOverlapRaised,
} from "./audit-events";

/**
 * Gives a rater items by hand: as many as asked for, or those of certain questions; what someone was shown stays theirs.
 * Refusals: `not-found`, `not-a-rater`, `rater-paused`, `not-open` (a draft or closed), `nothing-left` (nothing that they may rate).
 */
export async function assignItems(
  actor: Actor,
  input: z.output<typeof assignItemsSchema>,
): Promise<
  Result<
    { assigned: number },
    "key-taken" | "not-a-rater" | "not-found" | "not-open" | "nothing-left" | "rater-paused"
  >
> {
  authorize(actor, "campaigns.manage");
  const { raterId, items, first } = input;
  return transactionOnce(
    actor,
    "assignItems",
    input.clientKey,
    async (tx) => {
      const campaign = await lockOpened(tx, input.campaignId);
      if ("ok" in campaign) return campaign;
      if (!(await isRater(tx, campaign.id, raterId))) return refuseNoRater();
      if (await isPaused(tx, campaign.id, raterId))
        return refuse(
          "rater-paused",
          "This rater is paused. Resume them first, or choose another.",
        );
      const assigned = await giveItemsTo(tx, campaign, raterId, items, first);
      if (assigned === 0)
        return refuse(
          "nothing-left",
          "No such items can be assigned: they are rated, in progress, already this rater's, or barred by a conflict of interest.",
        );
      await recordAudit(tx, actor, campaignItemsAssigned, {
        campaignId: campaign.id,
        name: campaign.name,
        raterId,
        count: assigned,
      });
      return ok({ assigned });
    },
    LONG,
  );
}

/**
 * Takes items back from a rater that they were not shown, and gives them to others who may rate them.
 * Refusals: `not-found`, `not-a-rater`, `not-open`, `nothing-left`.
 */
export async function takeItemsBack(
  actor: Actor,
  input: z.output<typeof takeBackSchema>,
): Promise<
  Result<
    { taken: number; unassigned: number },
    "key-taken" | "not-a-rater" | "not-found" | "not-open" | "nothing-left"
  >
> {
  authorize(actor, "campaigns.manage");
  const { raterId, items } = input;
  return transactionOnce(
    actor,
    "takeItemsBack",
    input.clientKey,
    async (tx) => {
      const campaign = await lockOpened(tx, input.campaignId);
      if ("ok" in campaign) return campaign;
      if (!(await isRater(tx, campaign.id, raterId))) return refuseNoRater();
      const taken = await takeItemsOf(tx, campaign.id, raterId, items);
      if (taken === 0)
        return refuse(
          "nothing-left",
          "No such items are left to take back: they are rated or in progress.",
        );
      await placeUnassigned(tx, campaign, raterId);
      await recordAudit(tx, actor, campaignItemsTakenBack, {
        campaignId: campaign.id,
        name: campaign.name,
        raterId,
        count: taken,
      });
      return ok({ taken, unassigned: await countUnassigned(tx, campaign.id) });
    },
    LONG,
  );
}

/**
 * Has the items of some questions rated before everything else, or behind it, by whoever has them. What a rater has been
 * shown stays; a desk takes up the order of what it holds with the next items that it asks for.
 * Refusals: `not-found`, `not-open`, `nothing-left`.
 */
export async function reorderItems(
  actor: Actor,
  input: z.output<typeof reorderItemsSchema>,
): Promise<Result<{ moved: number }, "key-taken" | "not-found" | "not-open" | "nothing-left">> {
  authorize(actor, "campaigns.manage");
  const { questionIds, place } = input;
  return transactionOnce(
    actor,
    "reorderItems",
    input.clientKey,
    async (tx) => {
      const campaign = await lockOpened(tx, input.campaignId);
      if ("ok" in campaign) return campaign;
      const moved = await writeOrder(tx, campaign.id, questionIds, place);
      if (moved === 0)
        return refuse("nothing-left", "No items of these questions are waiting in this campaign.");
      await recordAudit(tx, actor, campaignItemsReordered, {
        campaignId: campaign.id,
        name: campaign.name,
        count: moved,
        place,
      });
      return ok({ moved });
    },
    LONG,
  );
}

/**
 * Asks for more ratings of an open campaign's items and deals them out. What is adjudicated or discussed stays; what awaits
 * adjudication waits for the further ratings first.
 * Refusals: `not-found`; `not-open`; `not-possible` (fewer than now); `unchanged`; `changed` (the preview said another
 * number); `too-large`.
 */
export async function raiseOverlap(
  actor: Actor,
  input: z.output<typeof raiseOverlapSchema>,
): Promise<
  Result<
    { added: number; unassigned: number },
    "changed" | "key-taken" | "not-found" | "not-open" | "not-possible" | "too-large" | "unchanged"
  >
> {
  authorize(actor, "campaigns.manage");
  return transactionOnce(
    actor,
    "raiseOverlap",
    input.clientKey,
    async (tx) => {
      const campaign = await lockOpened(tx, input.campaignId);
      if ("ok" in campaign) return campaign;
      const before = await tx.campaign.findUniqueOrThrow({
        where: { id: campaign.id },
        select: { ratingsPerResponse: true, overlap: true },
      });
      if (
        input.ratingsPerResponse < before.ratingsPerResponse ||
        (input.overlap ?? Infinity) <
          (before.ratingsPerResponse === 1 ? 0 : (before.overlap ?? Infinity))
      )
        return refuse(
          "not-possible",
          "Overlap can only be raised: ratings that were planned stay wanted.",
        );
      await lockItems(tx, campaign.id);
      const plan = await planOverlap(tx, campaign, input);
      if (plan.added === 0)
        return refuse("unchanged", "This adds no ratings. Nothing was changed.");
      if (plan.added !== input.previewed)
        return refuse(
          "changed",
          `It now adds ${countOf(plan.added, "rating")} (${formatCount(input.previewed)} in the preview). Nothing was changed. Check the new preview, then try again.`,
        );
      const there = await tx.assignment.count({ where: { campaignId: campaign.id } });
      if (there + plan.added > MAX_RATINGS)
        return refuse(
          "too-large",
          `The limit is ${formatCount(MAX_RATINGS)} ratings per campaign.`,
        );
      await writeOverlap(tx, campaign, input);
      await placeUnassigned(tx, campaign);
      await recordAudit(tx, actor, campaignOverlapRaised, {
        campaignId: campaign.id,
        name: campaign.name,
        ratings: plan.added,
        ratingsPerResponse: input.ratingsPerResponse,
        overlap: input.overlap,
      });
      return ok({ added: plan.added, unassigned: await countUnassigned(tx, campaign.id) });
    },
    LONG,
  );
}

/**
 * Writes to all raters of a campaign: in their inbox, and at the desk before the next item.
 * Refusals: `not-found`, `not-open`, `nothing-left` (no raters).
 */
export async function messageRaters(
  actor: Actor,
  input: z.output<typeof messageSchema>,
): Promise<Result<{ raters: number }, "key-taken" | "not-found" | "not-open" | "nothing-left">> {
  authorize(actor, "campaigns.manage");
  return transactionOnce(actor, "messageRaters", input.clientKey, async (tx) => {
    const campaign = await lockOpened(tx, input.campaignId);
    if ("ok" in campaign) return campaign;
    const raters = await tx.campaignRater.findMany({
      where: { campaignId: campaign.id, leftAt: null },
      select: { raterId: true },
    });
    if (raters.length === 0)
      return refuse("nothing-left", "This campaign has no raters to write to.");
    await notify(tx, { to: raters.map(({ raterId }) => raterId) }, campaignMessageNotice, {
      campaignId: campaign.id,
      campaign: campaign.name,
      message: input.message,
      by: actor.name,
    });
    await recordAudit(tx, actor, campaignMessageSent, {
      campaignId: campaign.id,
      name: campaign.name,
      raters: raters.length,
    });
    return ok({ raters: raters.length });
  });
}

/** Marks messages of a campaign to the actor as read, up to one of them. Again, nothing changes. */
export async function readMessages(
  actor: Actor,
  input: z.output<typeof messageReadSchema>,
): Promise<Result<void, never>> {
  authorize(actor, "ratings.judge");
  const { campaignId, upTo } = input;
  return transaction(async (tx) => {
    // The count in the reader's other windows.
    if (await markMessagesRead(tx, actor.userId, campaignId, upTo))
      await announce(tx, [`user:${actor.userId}`]);
    return ok();
  });
}

async function lockOpened(
  tx: Tx,
  campaignId: number,
): Promise<LockedCampaign | Refused<"not-found" | "not-open">> {
  const campaign = await lockCampaign(tx, campaignId);
  if (campaign === null) return refuse("not-found", "Campaign not found.");
  if (campaign.status === "draft") return refuse("not-open", "Open the draft first.");
  return campaign.status === "closed" ? refuse("not-open", "This campaign is closed.") : campaign;
}

async function isRater(tx: Tx, campaignId: number, raterId: number): Promise<boolean> {
  return (await tx.campaignRater.count({ where: { campaignId, raterId, leftAt: null } })) > 0;
}

async function isPaused(tx: Tx, campaignId: number, raterId: number): Promise<boolean> {
  return (
    (await tx.campaignRater.count({ where: { campaignId, raterId, pausedAt: { not: null } } })) > 0
  );
}

function refuseNoRater() {
  return refuse("not-a-rater", "This member isn't a rater in this campaign.");
}
