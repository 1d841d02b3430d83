import type { Actor } from "@/lib/access/schema";
import { Prisma, type Tx } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { LEASE_SECONDS } from "./schema";

interface Visit {
  questionId: number;
  /** Of the visit to the desk. */
  token: string;
  actor: Actor;
}

/**
 * Makes sure, within the transaction of a write, that the question is this visit's: renews the claim, or takes it where
 * nobody has it or its lease has run out, so that nobody else can take it before the write is done.
 * Refusal: `claimed` when somebody else (or another window of this person) has it; nothing is changed then.
 */
export async function requireClaim(tx: Tx, { questionId, token, actor }: Visit): Promise<Result<void>> {
  if ((await holdClaims(tx, actor, token, [questionId])).length > 0) return ok();
  const claim = await tx.reviewClaim.findUnique({ where: { questionId }, include: { holder: { select: { id: true, name: true } } } });
  const who = claim === null ? "Somebody else" : claim.holder.id === actor.userId ? "Another window of yours" : claim.holder.name;
  return refuse("claimed", `${who} works on this question now, because this window was away for too long. Nothing was saved, and what you typed is still here.`);
}

/** Gives a question back once the visit has dealt with it; a claim of somebody else stays. */
export async function endClaim(tx: Tx, { questionId, token, actor }: Visit): Promise<void> {
  await tx.reviewClaim.deleteMany({ where: { questionId, token, holderId: actor.userId } });
}

/**
 * Takes or renews claims for a visit where nobody else holds them. Of two callers for one question the second waits for
 * the first's transaction and then finds the claim taken.
 * @returns the ids of the questions that are the visit's now.
 */
export async function holdClaims(tx: Tx, actor: Actor, token: string, questionIds: readonly number[]): Promise<number[]> {
  const held = await tx.$queryRaw<{ questionId: number }[]>`
    INSERT INTO review_claims AS c (question_id, holder_id, token, expires_at)
    SELECT q.id, ${actor.userId}, ${token}::uuid, now() + ${LEASE} FROM questions q
    WHERE q.id = ANY(${[...questionIds]}::int[]) ORDER BY q.id
    ${TAKE_OVER} RETURNING c.question_id AS "questionId"`;
  return held.map((row) => row.questionId);
}

const LEASE = Prisma.sql`make_interval(secs => ${LEASE_SECONDS}::int)`;
/** SQL behind an INSERT of claims `c`: one's own is renewed, one whose lease has run out changes hands, any other stays. */
const TAKE_OVER = Prisma.sql`
  ON CONFLICT (question_id) DO UPDATE SET
    claimed_at = CASE WHEN c.token = excluded.token THEN c.claimed_at ELSE excluded.claimed_at END,
    holder_id = excluded.holder_id, token = excluded.token, expires_at = excluded.expires_at
  WHERE c.expires_at <= now() OR (c.token = excluded.token AND c.holder_id = excluded.holder_id)`;

/** Drops the days that were chosen for these questions' next review: their answers or schedules are new. */
export async function forgetPlan(tx: Tx, questionIds: readonly number[]): Promise<void> {
  await tx.$executeRaw`UPDATE question_heads SET planned_on = NULL WHERE question_id = ANY(${[...questionIds]}::int[]) AND planned_on IS NOT NULL`;
}
