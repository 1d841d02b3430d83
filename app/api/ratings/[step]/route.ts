import { z } from "zod";
import { respond, route } from "@/lib/access/route";
import type { Actor } from "@/lib/access/schema";
import { NotFound } from "@/lib/platform/errors";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { claimItems, correctJudgment, skipItem, submitJudgment } from "@/lib/ratings/commands";
import { getDeskCampaign, getRatingItems, type DeskCampaign, type RatingItem } from "@/lib/ratings/queries";
import { claimItemsSchema, correctJudgmentSchema, skipItemSchema, submitJudgmentSchema } from "@/lib/ratings/schema";

/*
 * What the rating desk says while one works. Requests rather than server actions: the browser sends actions one after
 * the other, so that a slow save would hold up the next item, and it cannot send one while the page goes away.
 */
const STEPS: Record<string, (actor: Actor, input: unknown) => Promise<Result<unknown>>> = {
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

/** Whose visit it is: somebody else may have signed in in the same browser since. */
const sender = z.object({ raterId: z.number().int() });

export const POST = route(async (actor, request, context: { params: Promise<{ step: string }> }) => {
  const step = STEPS[(await context.params).step];
  if (!step) throw new NotFound("This address");
  const input: unknown = await request.json().catch(() => null);
  if (sender.safeParse(input).data?.raterId !== actor.userId) {
    return respond(refuse("other-person", `${actor.name} is signed in now in this browser, so this was not sent in their name. It is kept on this device for the person who entered it.`));
  }
  return respond(await step(actor, input));
});
