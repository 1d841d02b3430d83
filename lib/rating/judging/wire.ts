import { step, wire, type TypesOf } from "@/lib/people/access/desk-route";
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
} from "./commands";
import { nextItems } from "./next-items";
import { getDeskStatus } from "./queries";
import {
  correctJudgmentSchema,
  deskStatusSchema,
  leaveDeskSchema,
  nextItemsSchema,
  passItemSchema,
  showItemSchema,
  submitJudgmentSchema,
} from "./schema";

/**
 * What the rating desk and the server say to each other. Each answer carries `standing`: a campaign that was paused, resumed
 * or closed reaches an open desk with it. It is null where it can't be read now: what was sent is saved all the same, and
 * the next answer has it.
 */
export const JUDGING_WIRE = wire(
  { person: "raterId", visit: "visit", version: 2 },
  {
    next: step(nextItemsSchema, nextItems),
    shown: step(showItemSchema, showItem),
    judge: step(submitJudgmentSchema, submitJudgment),
    correct: step(correctJudgmentSchema, correctJudgment),
    skip: step(passItemSchema, async (actor, input) => {
      const skipped = await skipItem(actor, input);
      if (!skipped.ok) return skipped;
      const { taskId } = skipped.value;
      return ok({ taskId, standing: await standingAfter(actor, { taskId }) });
    }),
    status: step(deskStatusSchema, async (actor, { campaignId, visit }) => {
      await keepVisit(actor, { visit });
      return ok({ standing: await standingAfter(actor, { campaignId }) });
    }),
    leave: step(leaveDeskSchema, leaveDesk),
  },
);
export type JudgingWire = TypesOf<typeof JUDGING_WIRE>;

/** How the campaign stands, without the costly counts; null where it can't be read now. */
const standingAfter = (actor: Actor, of: Parameters<typeof getDeskStatus>[1]) =>
  afterSaving("the standing", () => getDeskStatus(actor, of, false));
