import { PERMISSIONS } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { notify } from "@/lib/people/notifications/writes";
import { db, transaction, type Tx } from "@/lib/platform/db";
import { DUE, SECTION } from "@/lib/dataset/questions/sql";
import { endLeases, holdLeases, type LeaseKind } from "@/lib/platform/leases";

/** The day by the dataset's time zone, YYYY-MM-DD. */
export async function datasetToday(tx: Tx): Promise<string> {
  const [row] = await tx.$queryRaw<{ today: string }[]>`SELECT dataset_today()::text AS today`;
  return row!.today;
}

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

/**
 * Tells everyone once a day how many of the questions assigned to them are due today or overdue. Safe to run twice at
 * once, and cheap when it was done: the first notice of the day is looked for before anything is counted.
 */
export async function notifyDueAnswers(): Promise<void> {
  const [clock] = await db.$queryRaw<{ today: string; told: boolean }[]>`
    SELECT today::text, EXISTS (SELECT FROM due_notice_days WHERE day = today) AS told FROM (SELECT dataset_today() AS today) t`;
  if (clock!.told) return;
  await transaction(
    async (tx) => {
      const [first] = await tx.$queryRaw<
        { day: string }[]
      >`INSERT INTO due_notice_days (day) VALUES (${clock!.today}::date) ON CONFLICT DO NOTHING RETURNING day::text`;
      if (first === undefined) return;
      const due = await tx.$queryRaw<{ assigneeId: number; count: number; overdue: number }[]>`
      SELECT ra.assignee_id AS "assigneeId", count(*)::int AS count, count(*) FILTER (WHERE ${SECTION} = 'overdue')::int AS overdue
      FROM ${DUE} JOIN review_assignments ra ON ra.question_id = h.question_id JOIN users u ON u.id = ra.assignee_id
      WHERE h.status = 'active' AND d.due_on <= k.today AND u.roles && ${[...PERMISSIONS["reviews.work"]]}::text[]
      GROUP BY ra.assignee_id`;
      for (const { assigneeId, count, overdue } of due) {
        await notify(tx, {
          to: [assigneeId],
          kind: "review-due",
          data: { count, overdue, on: clock!.today },
          onceKey: `review-due ${clock!.today}`,
        });
      }
    },
    { timeoutMs: 60_000 },
  );
}
