import { answeredOtherwiseNow } from "@/lib/dataset/questions/sql";
import { Prisma, type Tx } from "@/lib/platform/db";
import type { CampaignSample, CampaignStatus } from "./schema";
import { showsAnswers } from "@/lib/rating/protocols/sql";

/**
 * SQL: the items of a campaign with a judgment that counts, by answers which have changed since: as rating_tasks has them,
 * with the first of its responses and whether several judge it. None where its protocol does not show the answers. Those that a follow-up has taken over are
 * its own concern.
 * @param campaign its id, or SQL of it
 */
export function staleTasks(campaign: number | Prisma.Sql): Prisma.Sql {
  const id = typeof campaign === "number" ? Prisma.sql`${campaign}::int` : campaign;
  return Prisma.sql`
    SELECT t.unit_key, t.response_id, t.reference_place, t.run_ids, t.wanted > 1 AS several,
      coalesce(t.response_id, (SELECT u.response_id FROM task_responses u WHERE u.task_id = t.id AND u.place = 1)) AS first_response_id
    FROM rating_tasks t WHERE t.campaign_id = ${id} AND NOT t.gold AND ${showsAnswers(id)}
      AND EXISTS (SELECT FROM rating_assignments a JOIN judgments j ON j.id = a.judgment_id WHERE a.task_id = t.id AND a.status = 'judged' AND ${answeredOtherwiseNow(Prisma.sql`j.revision_id`)})
      AND NOT EXISTS (SELECT FROM campaigns f JOIN rating_tasks ft ON ft.campaign_id = f.id WHERE f.follows_id = ${id} AND ft.unit_key = t.unit_key)`;
}

// Moving work -----------------------------------------------------------------------------------------------------

/** A campaign whose row this transaction holds. */
export interface LockedCampaign {
  id: number;
  name: string;
  status: CampaignStatus;
  seed: number;
  version: number;
  truth: string;
  sample: CampaignSample;
  deadline: string | null;
  followsId: number | null;
}

/**
 * Holds the campaign's row, so that one at a time changes it or moves its work. Judging goes on in the meantime: it holds
 * nothing but its own assignment, and what has been judged or opened is checked again before it is moved.
 * @returns null where there is no such campaign
 */
export async function lockCampaign(tx: Tx, campaignId: number): Promise<LockedCampaign | null> {
  const [row] = await tx.$queryRaw<LockedCampaign[]>`
    SELECT id, name, status, seed, version, truth, sample, deadline::text, follows_id AS "followsId" FROM campaigns WHERE id = ${campaignId} FOR NO KEY UPDATE`;
  return row ?? null;
}

// Gold ------------------------------------------------------------------------------------------------------------

/** The gold verdict of a response that stands: its last row, or null where there is none or it was withdrawn. */
export async function standingGold(tx: Tx, responseId: number) {
  const last = await tx.goldVerdict.findFirst({
    where: { responseId },
    orderBy: { id: "desc" },
    include: { setBy: { select: { name: true } } },
  });
  return last?.kind === "withdrawn" ? null : last;
}

/** Opening a million ratings takes some seconds; moving them too. */
export const LONG = { timeoutMs: 300_000 };

/** Locks a person, and reads their name beside the dataset's day. */
export async function lockPerson(
  tx: Tx,
  userId: number,
): Promise<{ name: string; /** ISO day. */ today: string } | null> {
  const [person] = await tx.$queryRaw<{ name: string; today: string }[]>`
    SELECT name, dataset_today()::text AS today FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
  return person ?? null;
}

/** The runs of which a campaign rated something by other answers than those of now. */
export async function listStaleRuns(tx: Tx, campaignId: number): Promise<{ runId: number }[]> {
  return tx.$queryRaw<{ runId: number }[]>`
    SELECT DISTINCT run.id AS "runId" FROM (${staleTasks(campaignId)}) s CROSS JOIN unnest(s.run_ids) AS run (id) ORDER BY run.id`;
}

/** Whether raters have to qualify: where they need not, everyone may judge. */
export async function trainingRequired(tx: Tx): Promise<boolean> {
  return (
    await tx.ratingSettings.findUniqueOrThrow({
      where: { id: 1 },
      select: { trainingRequired: true },
    })
  ).trainingRequired;
}
