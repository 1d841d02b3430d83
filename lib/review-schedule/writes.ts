import type { Actor } from "@/lib/access/schema";
import { Prisma, type Tx } from "@/lib/platform/db";
import { LEASE_SECONDS } from "./schema";

interface Visit {
  questionId: number;
  /** Of the visit to the desk. */
  token: string;
  actor: Actor;
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
