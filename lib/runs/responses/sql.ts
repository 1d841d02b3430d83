import { Prisma } from "@/lib/platform/db";

/**
 * SQL, a subquery of response ids: those that a person has still to rate, alone or with others in one item. Until then they learn no one's verdict of them, nor
 * an evaluator's. What a closed campaign left unrated stays unrated and hides nothing.
 */
export function responsesToRate(userId: number): Prisma.Sql {
  return Prisma.sql`(
    SELECT coalesce(own_task.response_id, own_several.response_id) FROM rating_assignments own JOIN rating_tasks own_task ON own_task.id = own.task_id
      JOIN campaigns own_campaign ON own_campaign.id = own_task.campaign_id LEFT JOIN task_responses own_several ON own_several.task_id = own_task.id
    WHERE own.rater_id = ${userId}::int AND own.judgment_id IS NULL AND own_campaign.status <> 'closed')`;
}
