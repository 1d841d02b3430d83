import type { z } from "zod";
import { claimNext } from "@/lib/dataset/schedule/commands";
import type { Claim, claimNextSchema, ClaimOutcome } from "@/lib/dataset/schedule/schema";
import type { Actor } from "@/lib/people/access/schema";
import { type AnyResult, ok } from "@/lib/platform/result";
import { getDeskLoad, getDeskQuestions, type DeskLoad, type DeskQuestion } from "./queries";

type ClaimNext = z.output<typeof claimNextSchema>;

interface ClaimedQuestions {
  questions: (DeskQuestion & { claim: Claim })[];
  obstacles: Omit<ClaimOutcome, "claims">;
}

/** Gives a visit its next questions, with all that the desk shows of them. */
export async function claimQuestions(
  actor: Actor,
  input: ClaimNext,
): Promise<AnyResult<ClaimedQuestions>> {
  const taken = await claimNext(actor, input);
  if (!taken.ok) return taken;
  const { claims, ...obstacles } = taken.value;
  const questions = await getDeskQuestions(
    actor,
    claims.map((claim) => claim.questionId),
  );
  return ok({
    questions: questions.flatMap((question) =>
      claims
        .filter((claim) => claim.questionId === question.id)
        .map((claim) => ({ ...question, claim })),
    ),
    obstacles,
  });
}

/** As claimQuestions(), with what is left to do then. */
export async function nextQuestions(
  actor: Actor,
  input: ClaimNext,
): Promise<AnyResult<ClaimedQuestions & { load: DeskLoad }>> {
  const claimed = await claimQuestions(actor, input);
  if (!claimed.ok) return claimed;
  return ok({ ...claimed.value, load: await getDeskLoad(actor, input.filters) });
}
