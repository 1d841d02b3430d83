import type { Actor } from "@/lib/access/schema";
import type { Tx } from "@/lib/platform/db";
import { endLeases, holdLeases, type LeaseKind } from "@/lib/platform/leases";

/** Claims on due questions. */
export const REVIEW_LEASES: LeaseKind = {
  table: "review_claims",
  key: "question_id",
  of: "questions",
};

/** Gives a question back once the visit has dealt with it; a claim of someone else stays. */
export async function endClaim(
  tx: Tx,
  {
    questionId,
    token,
    actor,
  }: { questionId: number; /** Of the visit to the desk. */ token: string; actor: Actor },
): Promise<void> {
  await endLeases(tx, REVIEW_LEASES, { userId: actor.userId, token }, [questionId]);
}

/** Takes or renews claims for a visit where no one else holds them. @returns the ids of the questions that are the visit's now. */
export async function holdClaims(
  tx: Tx,
  actor: Actor,
  token: string,
  questionIds: readonly number[],
): Promise<number[]> {
  return holdLeases(tx, REVIEW_LEASES, { userId: actor.userId, token }, questionIds);
}
