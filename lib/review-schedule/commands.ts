import { authorize } from "@/lib/access/policy";
import type { Actor } from "@/lib/access/schema";
import { Prisma, transaction, type Tx } from "@/lib/platform/db";
import { ok, type Result } from "@/lib/platform/result";
import type { z } from "zod";
import { claimable, DUE, SECTION } from "./queries";
import {
  LEASE_SECONDS, SKIP_MINUTES,
  type Claim, type claimNextSchema, type ClaimOutcome, type QueueFilters, type releaseClaimsSchema, type renewClaimsSchema, type skipQuestionSchema,
} from "./schema";
import { endClaim, holdClaims } from "./writes";

/**
 * Gives a visit the next questions of the queue, overdue first, and holds them for LEASE_SECONDS. What the visit holds
 * already comes first, so that a reload resumes; two visits never get the same question, and what a lease that ran out
 * had held is given again.
 */
export async function claimNext(actor: Actor, input: z.output<typeof claimNextSchema>): Promise<Result<ClaimOutcome>> {
  authorize(actor, "reviews.work");
  const { token, filters, after, count } = input;
  for (let attempt = 1; ; attempt++) {
    const { found, outcome } = await transaction(async (tx) => {
      const next = await tx.$queryRaw<{ question_id: number }[]>(nextClaimable(actor, token, filters, after, count));
      const held = await holdClaims(tx, actor, token, next.map((row) => row.question_id));
      // Seen anew: whoever held one of them before may have dealt with it while this transaction waited for it.
      const claims = await readClaims(tx, token, held);
      const settled = held.filter((id) => !claims.some((claim) => claim.questionId === id));
      if (settled.length > 0) await tx.reviewClaim.deleteMany({ where: { questionId: { in: settled }, token } });
      const obstacles = claims.length === count ? { heldByOthers: 0, skipped: 0, skippedUntil: null } : await readObstacles(tx, actor, token, filters, after);
      const [clock] = await tx.$queryRaw<{ today: string }[]>`SELECT dataset_today()::text AS today`;
      return { found: next.length, outcome: { claims, ...obstacles, today: clock!.today } };
    });
    // Fewer than were found: other visits were faster. Each such attempt is a question given to somebody.
    if (outcome.claims.length === found || attempt === 100) return ok(outcome);
  }
}

/**
 * SQL: the ids of the next questions for a visit, its own first, then by due day and position. What another visit holds
 * and what the person skipped is left out.
 */
function nextClaimable(actor: Actor, token: string, filters: QueueFilters, after: readonly number[], count: number): Prisma.Sql {
  const own = Prisma.sql`(c.token = ${token}::uuid AND c.holder_id = ${actor.userId})`;
  return Prisma.sql`
    SELECT h.question_id ${claimable(actor, filters, after)}
      AND (c.question_id IS NULL OR ${own}) AND s.question_id IS NULL
    ORDER BY (${own}) IS TRUE DESC, d.due_on, h.position, h.question_id LIMIT ${count}`;
}

/** The claims of a visit on some questions, as far as these are still due; in the queue's order. */
async function readClaims(tx: Tx, token: string, questionIds: readonly number[]): Promise<Claim[]> {
  const rows = await tx.$queryRaw<(Omit<Claim, "expiresAt"> & { expiresAt: Date })[]>`
    SELECT h.question_id AS "questionId", d.due_on::text AS "dueOn", ${SECTION} AS section, d.why, d.hard, c.expires_at AS "expiresAt"
    FROM ${DUE} JOIN review_claims c ON c.question_id = h.question_id AND c.token = ${token}::uuid
    WHERE h.question_id = ANY(${[...questionIds]}::int[]) AND h.status = 'active' AND d.due_on IS NOT NULL AND h.verified_on IS DISTINCT FROM k.today
    ORDER BY d.due_on, h.position, h.question_id`;
  return rows.map((row) => ({ ...row, expiresAt: row.expiresAt.toISOString() }));
}

/** What stands between a visit and the end of its queue. */
async function readObstacles(tx: Tx, actor: Actor, token: string, filters: QueueFilters, after: readonly number[]) {
  const [row] = await tx.$queryRaw<{ heldByOthers: number; skipped: number; skippedUntil: Date | null }[]>`
    SELECT count(*) FILTER (WHERE c.question_id IS NOT NULL AND s.question_id IS NULL AND (c.token <> ${token}::uuid OR c.holder_id <> ${actor.userId}))::int AS "heldByOthers",
      count(s.question_id)::int AS skipped, min(s.until) AS "skippedUntil"
    ${claimable(actor, filters, after)}`;
  return { heldByOthers: row!.heldByOthers, skipped: row!.skipped, skippedUntil: row!.skippedUntil?.toISOString() ?? null };
}

/**
 * Keeps what a visit holds for another LEASE_SECONDS; the desk calls it every third of that.
 * @returns the questions that are still the visit's: one that is missing was taken by somebody else.
 */
export async function renewClaims(actor: Actor, input: z.output<typeof renewClaimsSchema>): Promise<Result<{ questionIds: number[] }>> {
  authorize(actor, "reviews.work");
  return transaction(async (tx) => {
    const rows = await tx.$queryRaw<{ questionId: number }[]>`
      UPDATE review_claims SET expires_at = now() + make_interval(secs => ${LEASE_SECONDS}::int)
      WHERE token = ${input.token}::uuid AND holder_id = ${actor.userId} RETURNING question_id AS "questionId"`;
    return ok({ questionIds: rows.map((row) => row.questionId).sort((a, b) => a - b) });
  });
}

/** Gives back what a visit holds (all, or some questions of it), so that others can have it at once. */
export async function releaseClaims(actor: Actor, input: z.output<typeof releaseClaimsSchema>): Promise<Result<void>> {
  authorize(actor, "reviews.work");
  return transaction(async (tx) => {
    await tx.reviewClaim.deleteMany({ where: { token: input.token, holderId: actor.userId, ...(input.questionIds && { questionId: { in: input.questionIds } }) } });
    return ok();
  });
}

/**
 * Puts a question off for SKIP_MINUTES: the queue offers it to others at once, and to this person later.
 * @returns until when (ISO time).
 */
export async function skipQuestion(actor: Actor, input: z.output<typeof skipQuestionSchema>): Promise<Result<{ until: string }>> {
  authorize(actor, "reviews.work");
  return transaction(async (tx) => {
    const [skip] = await tx.$queryRaw<{ until: Date }[]>`
      INSERT INTO review_skips (question_id, user_id, until) VALUES (${input.questionId}, ${actor.userId}, now() + make_interval(mins => ${SKIP_MINUTES}::int))
      ON CONFLICT (question_id, user_id) DO UPDATE SET until = excluded.until RETURNING until`;
    await endClaim(tx, { ...input, actor });
    return ok({ until: skip!.until.toISOString() });
  });
}

/** Takes a skip back and, unless somebody else has begun with the question, holds it again. */
export async function undoSkip(actor: Actor, input: z.output<typeof skipQuestionSchema>): Promise<Result<{ held: boolean }>> {
  authorize(actor, "reviews.work");
  return transaction(async (tx) => {
    await tx.reviewSkip.deleteMany({ where: { questionId: input.questionId, userId: actor.userId } });
    return ok({ held: (await holdClaims(tx, actor, input.token, [input.questionId])).length > 0 });
  });
}
