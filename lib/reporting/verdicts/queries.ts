import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma } from "@/lib/platform/db";
import { responsesToRate } from "@/lib/runs/responses/sql";

/**
 * How many responses of the campaigns or runs a person has still to rate, whatever anyone said of them: a list that left out
 * verdicts only where there are some would give them away by its number.
 */
export async function countStillToRate(
  { userId }: Pick<Actor, "userId">,
  { campaigns = [], runs = [] }: { campaigns?: readonly number[]; runs?: readonly number[] },
): Promise<number> {
  const all = Prisma.sql`TRUE`;
  const [row] = await db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM responses p WHERE p.id IN ${responsesToRate(userId)}
      AND ${campaigns.length === 0 ? all : Prisma.sql`p.id IN (SELECT t.response_id FROM rating_tasks t WHERE t.campaign_id = ANY(${[...campaigns]}::int[]))`}
      AND ${runs.length === 0 ? all : Prisma.sql`p.run_id = ANY(${[...runs]}::int[])`}`;
  return row.count;
}
