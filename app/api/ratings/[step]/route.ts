import { z } from "zod";
import { deskRoute, type DeskSteps } from "@/lib/access/desk-route";
import type { Actor } from "@/lib/access/schema";
import { ok, type Result } from "@/lib/platform/result";
import { claimItems, correctJudgment, skipItem, submitJudgment } from "@/lib/ratings/commands";
import { getDeskCampaign, getRatingItems, type DeskCampaign, type RatingItem } from "@/lib/ratings/queries";
import { claimItemsSchema, correctJudgmentSchema, skipItemSchema, submitJudgmentSchema } from "@/lib/ratings/schema";

/** What the rating desk asks of the server. */
const STEPS: DeskSteps = {
  next: async (actor, input) => nextItems(actor, claimItemsSchema.extend({ progress: z.boolean().default(false) }).parse(input)),
  judge: (actor, input) => submitJudgment(actor, submitJudgmentSchema.parse(input)),
  correct: (actor, input) => correctJudgment(actor, correctJudgmentSchema.parse(input)),
  skip: (actor, input) => skipItem(actor, skipItemSchema.parse(input)),
};

export interface NextItems {
  items: RatingItem[];
  /** How far the campaign is, where that was asked for. */
  campaign: DeskCampaign | null;
}

async function nextItems(actor: Actor, { progress, ...input }: z.output<typeof claimItemsSchema> & { progress: boolean }): Promise<Result<NextItems>> {
  const taken = await claimItems(actor, input);
  if (!taken.ok) return taken;
  const [items, campaign] = await Promise.all([getRatingItems(actor, taken.value.taskIds), progress ? getDeskCampaign(actor, input.campaignId) : null]);
  return ok({ items, campaign });
}

export const POST = deskRoute("raterId", STEPS);
