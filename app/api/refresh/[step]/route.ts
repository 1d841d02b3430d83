import type { StepOf } from "@/components/desk/rules";
import type { RefreshDesk } from "@/components/refreshing/desk-rules";
import { deskRoute, type DeskSteps } from "@/lib/people/access/desk-route";
import type { Actor } from "@/lib/people/access/schema";
import { NotFound } from "@/lib/platform/errors";
import { afterSaving } from "@/lib/platform/kept-writes";
import { type AnyResult, ok } from "@/lib/platform/result";
import { refreshQuestion, undoReview, verifyQuestion } from "@/lib/refreshing/commands";
import { nextQuestions } from "@/lib/refreshing/next-questions";
import { getDeskQuestions, type DeskQuestion } from "@/lib/refreshing/queries";
import {
  refreshQuestionSchema,
  undoReviewSchema,
  verifyQuestionSchema,
} from "@/lib/refreshing/schema";
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

/** What the refresh desk asks of the server. */
const STEPS: DeskSteps<StepOf<RefreshDesk> | "next" | "renew" | "release"> = {
  next: (actor, input) => nextQuestions(actor, claimNextSchema.parse(input)),
  renew: (actor, input) => renewLeases(actor, renewLeasesSchema.parse(input)),
  release: (actor, input) => releaseLeases(actor, releaseLeasesSchema.parse(input)),
  verify: (actor, input) => verifyQuestion(actor, verifyQuestionSchema.parse(input)),
  refresh: (actor, input) => refreshQuestion(actor, refreshQuestionSchema.parse(input)),
  skip: (actor, input) => skipQuestion(actor, skipQuestionSchema.parse(input)),
  undo: async (actor, input) =>
    withQuestion(actor, await undoReview(actor, undoReviewSchema.parse(input))),
  /** Takes a question back that was skipped, or opens one that someone else changed in the meantime. */
  open: async (actor, input) => {
    const { token, questionId } = skipQuestionSchema.parse(input);
    const held = await undoSkip(actor, { token, questionId });
    return withQuestion(actor, held.ok ? ok({ ...held.value, questionId }) : held);
  },
};

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

export const POST = deskRoute("reviewerId", STEPS);
