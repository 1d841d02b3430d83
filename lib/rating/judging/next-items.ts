import type { z } from "zod";
import type { Actor } from "@/lib/people/access/schema";
import { type AnyResult, ok } from "@/lib/platform/result";
import { claimItems } from "./commands";
import {
  getDeskCampaign,
  getProtocolItems,
  getRatingItems,
  itemsAtOnce,
  type DeskCampaign,
  type ProtocolItem,
  type RatingItem,
} from "./queries";
import type { nextItemsSchema } from "./schema";
import type { DeskStatus } from "./vocabulary";

export interface NextItems {
  /** Under Relaxed and Strict, or under another protocol. */
  items: RatingItem[] | ProtocolItem[];
  /** There may be more: as many as asked for, or longer ones than one answer should hold. */
  more: boolean;
  /** How many more of the rater's items other windows of theirs hold. */
  elsewhere: number;
  /** What the desk holds now, as the rater's order has it: a manager may have changed that. */
  order: number[];
  /** How far the campaign is, where that was asked for. */
  campaign: DeskCampaign | null;
  /** Null where no server said it: a device gives items, too. */
  standing: DeskStatus | null;
}

/** Gives the actor's desk its next items, with all that it shows of them. Refusals: those of claimItems(). */
export async function nextItems(
  actor: Actor,
  { progress, ...input }: z.output<typeof nextItemsSchema>,
): Promise<AnyResult<NextItems>> {
  const taken = await claimItems(actor, input);
  if (!taken.ok) return taken;
  const { taskIds, elsewhere, order, verdicts } = taken.value;
  const { campaignId, count } = input;
  const given = verdicts ? taskIds : await itemsAtOnce(actor, taskIds);
  const more = taskIds.length >= count || given.length < taskIds.length;
  const [items, campaign] = await Promise.all([
    verdicts ? getRatingItems(actor, given) : getProtocolItems(actor, given),
    progress ? getDeskCampaign(actor, campaignId) : null,
  ]);
  // Else nothing would have been given.
  const standing: DeskStatus = { status: "open", done: null, total: null };
  return ok({ items, more, elsewhere, order, campaign, standing });
}
