import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { transaction } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { EXAMPLES } from "./examples";
import type { AnswerOutcome } from "./queries";
import { type answerExampleSchema } from "./schema";
import { EXAMPLE_COUNT } from "./vocabulary";
import { lockRow } from "@/lib/platform/locked-row";
import { trainingFinished } from "./audit-events";

/**
 * Records what a rater says of one calibration example; both modes must be right. The fifteenth answer of an attempt
 * decides whether it qualifies; a rater who has qualified stays so. The same example again in the same attempt keeps
 * the first answer and tells its outcome.
 * Refusals: `stale` where the attempt is not the present one.
 */
export async function answerExample(
  actor: Actor,
  input: z.output<typeof answerExampleSchema>,
): Promise<Result<AnswerOutcome, "stale">> {
  authorize(actor, "ratings.judge");
  const example = EXAMPLES[input.example - 1]!;
  return transaction(async (tx) => {
    // One answer of a rater after the other, or two windows could finish one attempt twice.
    await lockRow(tx, "users", actor.userId, { referenced: true });
    const answers = await tx.calibrationAnswer.findMany({
      where: { raterId: actor.userId },
      select: { attempt: true, example: true, right: true },
    });
    const last = answers.reduce((most, answer) => Math.max(most, answer.attempt), 1);
    const complete = answers.filter((answer) => answer.attempt === last).length === EXAMPLE_COUNT;
    const earlier = answers.find(
      (answer) => answer.attempt === input.attempt && answer.example === input.example,
    );
    if (!earlier && input.attempt !== (complete ? last + 1 : last)) {
      return refuse(
        "stale",
        "You continued in another window. Reload the page to see your progress.",
      );
    }
    const right =
      earlier?.right ?? (input.relaxed === example.relaxed && input.strict === example.strict);
    if (!earlier)
      await tx.calibrationAnswer.create({
        data: {
          raterId: actor.userId,
          attempt: input.attempt,
          example: input.example,
          relaxed: input.relaxed,
          strict: input.strict,
          right,
        },
      });

    const present = [
      ...answers.filter((answer) => answer.attempt === input.attempt),
      ...(earlier ? [] : [{ right }]),
    ];
    if (present.length < EXAMPLE_COUNT) return ok({ right, example, finished: null });
    const { qualifyAt: threshold } = await tx.ratingSettings.findUniqueOrThrow({
      where: { id: 1 },
      select: { qualifyAt: true },
    });
    const score = present.filter((answer) => answer.right).length;
    const qualified = score >= threshold;
    if (!earlier) {
      if (qualified)
        await tx.qualification.upsert({
          where: { raterId: actor.userId },
          update: {},
          create: { raterId: actor.userId, attempt: input.attempt, score, threshold },
        });
      await recordAudit(tx, actor, trainingFinished, {
        attempt: input.attempt,
        score,
        threshold,
        qualified,
      });
    }
    return ok({ right, example, finished: { score, threshold, qualified } });
  });
}
