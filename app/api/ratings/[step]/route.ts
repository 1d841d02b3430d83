import { z } from "zod";
import type { StepOf } from "@/components/desk/rules";
import type { RatingDeskTypes } from "@/components/rating/judging/rating-rules";
import { deskRoute, type DeskSteps } from "@/lib/people/access/desk-route";
import type { Actor } from "@/lib/people/access/schema";
import { afterSaving } from "@/lib/platform/kept-writes";
import { ok } from "@/lib/platform/result";
import {
  correctJudgment,
  keepVisit,
  leaveDesk,
  showItem,
  skipItem,
  submitJudgment,
} from "@/lib/rating/judging/commands";
import { nextItems } from "@/lib/rating/judging/next-items";
import { getDeskStatus } from "@/lib/rating/judging/queries";
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
 * reaches an open desk with it. It is null where it can't be read now: what was sent is saved all the same, and the next
 * answer has it.
 */
const STEPS: DeskSteps<StepOf<RatingDeskTypes> | "next" | "shown" | "status" | "leave"> = {
  next: async (actor, input) =>
    nextItems(
      actor,
      claimItemsSchema.extend({ progress: z.boolean().default(false) }).parse(input),
    ),
  shown: (actor, input) => showItem(actor, showItemSchema.parse(input)),
  judge: (actor, input) => submitJudgment(actor, submitJudgmentSchema.parse(input)),
  correct: (actor, input) => correctJudgment(actor, correctJudgmentSchema.parse(input)),
  skip: async (actor, input) => {
    const skipped = await skipItem(actor, passItemSchema.parse(input));
    if (!skipped.ok) return skipped;
    const { taskId } = skipped.value;
    return ok({ taskId, standing: await standingAfter(actor, { taskId }) });
  },
  status: async (actor, input) => {
    const { campaignId, visit } = deskStatusSchema.parse(input);
    await keepVisit(actor, { visit });
    return ok({ standing: await standingAfter(actor, { campaignId }) });
  },
  leave: (actor, input) => leaveDesk(actor, leaveDeskSchema.parse(input)),
};

/** How the campaign stands, without the costly counts; null where it can't be read now. */
const standingAfter = (actor: Actor, of: Parameters<typeof getDeskStatus>[1]) =>
  afterSaving("the standing", () => getDeskStatus(actor, of, false));

export const POST = deskRoute("raterId", STEPS);
