import { z } from "zod";
import type { StepOf } from "@/components/desk/rules";
import type { RatingDeskTypes } from "@/components/rating/judging/rating-rules";
import { deskRoute, type DeskSteps } from "@/lib/people/access/desk-route";
import type { Actor } from "@/lib/people/access/schema";
import { type AnyResult, ok } from "@/lib/platform/result";
import {
  claimItems,
  correctJudgment,
  keepVisit,
  leaveDesk,
  showItem,
  skipItem,
  submitJudgment,
} from "@/lib/rating/judging/commands";
import {
  getDeskCampaign,
  getDeskStatus,
  getRatingItems,
  type DeskCampaign,
  type DeskStatus,
  type RatingItem,
} from "@/lib/rating/judging/queries";
import {
  claimItemsSchema,
  correctJudgmentSchema,
  deskStatusSchema,
  leaveDeskSchema,
  showItemSchema,
  passItemSchema,
  submitJudgmentSchema,
} from "@/lib/rating/judging/schema";

/**
 * What the rating desk asks of the server. Each answer carries `standing`: a campaign that was paused, resumed or closed
 * reaches an open desk with it.
 */
const STEPS: DeskSteps<StepOf<RatingDeskTypes> | "next" | "shown" | "status" | "leave"> = {
  next: async (actor, input) =>
    nextItems(
      actor,
      claimItemsSchema.extend({ progress: z.boolean().default(false) }).parse(input),
    ),
  shown: (actor, input) => withStanding(actor, showItem(actor, showItemSchema.parse(input)), false),
  judge: (actor, input) =>
    withStanding(actor, submitJudgment(actor, submitJudgmentSchema.parse(input))),
  correct: (actor, input) =>
    withStanding(actor, correctJudgment(actor, correctJudgmentSchema.parse(input))),
  skip: (actor, input) => withStanding(actor, skipItem(actor, passItemSchema.parse(input)), false),
  status: async (actor, input) => {
    const { campaignId, visit } = deskStatusSchema.parse(input);
    await keepVisit(actor, { visit });
    return ok({ standing: await getDeskStatus(actor, { campaignId }, false) });
  },
  leave: (actor, input) => leaveDesk(actor, leaveDeskSchema.parse(input)),
};

export interface NextItems {
  items: RatingItem[];
  /** How many more of the rater's items other windows of theirs hold. */
  elsewhere: number;
  /** How far the campaign is, where that was asked for. */
  campaign: DeskCampaign | null;
  standing: DeskStatus | null;
}

async function nextItems(
  actor: Actor,
  { progress, ...input }: z.output<typeof claimItemsSchema> & { progress: boolean },
): Promise<AnyResult<NextItems>> {
  const taken = await claimItems(actor, input);
  if (!taken.ok) return taken;
  const { taskIds, elsewhere } = taken.value;
  const { campaignId } = input;
  const [items, campaign, standing] = await Promise.all([
    getRatingItems(actor, taskIds),
    progress ? getDeskCampaign(actor, campaignId) : null,
    getDeskStatus(actor, { campaignId }, false),
  ]);
  return ok({ items, elsewhere, campaign, standing });
}

async function withStanding<T extends { taskId: number }>(
  actor: Actor,
  step: Promise<AnyResult<T>>,
  counted = true,
): Promise<AnyResult<T & { standing: DeskStatus | null }>> {
  const result = await step;
  return result.ok
    ? ok({
        ...result.value,
        standing: await getDeskStatus(actor, { taskId: result.value.taskId }, counted),
      })
    : result;
}

export const POST = deskRoute("raterId", STEPS);
