import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";

/** Which of the responses a person has still to rate: until then they see no one's verdict of them, nor an evaluator's. */
export async function stillToRate(
  { userId }: Pick<Actor, "userId">,
  responseIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT DISTINCT t.response_id AS id FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id JOIN campaigns c ON c.id = t.campaign_id
    WHERE a.rater_id = ${userId}::int AND a.judgment_id IS NULL AND a.slot IS NOT NULL AND c.status <> 'closed' AND t.response_id = ANY(${[...responseIds]}::int[])`;
  return new Set(rows.map(({ id }) => id));
}
