import { Prisma } from "@/lib/platform/db";

/**
 * SQL, an aggregate: the boolean of the row with the greatest id among those that have one; null without any. The boolean
 * rides on the id as its last bit: many times as fast as sorting each group.
 */
export function lastOf(id: Prisma.Sql, value: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(max(${id}::bigint * 2 + ${value}::int) % 2 = 1)`;
}

/**
 * SQL for FROM: what an evaluator said last of each response, each mode by itself: response_id, evaluator_id, relaxed and
 * strict; null where it never judged that mode. Whatever answers it was made by.
 * @param where a condition on the verdicts `v` and their responses `p`
 */
export function lastVerdicts(where: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT v.response_id, v.evaluator_id, ${lastOf(Prisma.sql`v.id`, Prisma.sql`v.relaxed`)} AS relaxed, ${lastOf(Prisma.sql`v.id`, Prisma.sql`v.strict`)} AS strict
    FROM automatic_verdicts v JOIN responses p ON p.id = v.response_id WHERE ${where} GROUP BY v.response_id, v.evaluator_id)`;
}

/** How many responses an evaluator has judged: in any mode, in each, and with credit in Strict but none in Relaxed. */
export interface JudgedCounts {
  judged: number;
  relaxed: number;
  strict: number;
  inconsistent: number;
}

/** SQL for SELECT: how many responses an evaluator has judged, over `v` of lastVerdicts; the row is JudgedCounts. */
export const JUDGED_COUNTS = Prisma.sql`count(*)::int AS judged, count(v.relaxed)::int AS relaxed, count(v.strict)::int AS strict,
  (count(*) FILTER (WHERE v.strict AND NOT v.relaxed))::int AS inconsistent`;
