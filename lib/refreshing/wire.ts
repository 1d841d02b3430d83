import {
  releaseLeases,
  renewLeases,
  skipQuestion,
  undoSkip,
} from "@/lib/dataset/schedule/commands";
import {
  claimNextSchema,
  releaseLeasesSchema,
  renewLeasesSchema,
  skipQuestionSchema,
} from "@/lib/dataset/schedule/schema";
import { step, wire, type TypesOf } from "@/lib/people/access/desk-route";
import type { Actor } from "@/lib/people/access/schema";
import { NotFound } from "@/lib/platform/errors";
import { afterSaving } from "@/lib/platform/kept-writes";
import { type AnyResult, ok } from "@/lib/platform/result";
import { refreshQuestion, undoReview, verifyQuestion } from "./commands";
import { nextQuestions } from "./next-questions";
import { getDeskQuestions, type DeskQuestion } from "./queries";
import { refreshQuestionSchema, undoReviewSchema, verifyQuestionSchema } from "./schema";

/** What the refresh desk and the server say to each other. */
export const REFRESH_WIRE = wire(
  { person: "reviewerId", visit: "token", version: 1 },
  {
    next: step(claimNextSchema, nextQuestions),
    renew: step(renewLeasesSchema, renewLeases),
    release: step(releaseLeasesSchema, releaseLeases),
    verify: step(verifyQuestionSchema, verifyQuestion),
    refresh: step(refreshQuestionSchema, refreshQuestion),
    skip: step(skipQuestionSchema, skipQuestion),
    undo: step(undoReviewSchema, async (actor, input) =>
      withQuestion(actor, await undoReview(actor, input)),
    ),
    /** Takes a question back that was skipped, or opens one that someone else changed in the meantime. */
    open: step(skipQuestionSchema, async (actor, input) => {
      const { questionId } = input;
      const held = await undoSkip(actor, input);
      return withQuestion(actor, held.ok ? ok({ ...held.value, questionId }) : held);
    }),
  },
);
export type RefreshWire = TypesOf<typeof REFRESH_WIRE>;

/** The outcome with the question as it is now; null where it can't be read now. */
async function withQuestion<T extends { questionId: number }>(
  actor: Actor,
  result: AnyResult<T>,
): Promise<AnyResult<T & { question: DeskQuestion | null }>> {
  if (!result.ok) return result;
  const { questionId } = result.value;
  const found = await afterSaving("the question", () => getDeskQuestions(actor, [questionId]));
  if (found?.length === 0) throw new NotFound(`Question Q${questionId}`);
  return ok({ ...result.value, question: found?.[0] ?? null });
}
