import { Prisma, type Tx } from "@/lib/platform/db";
import { fairShares, spreadOverlap } from "@/lib/rating/campaigns/rules";
import { chanceOf, readEligible } from "@/lib/rating/campaigns/drawing-writes";
import { countReceivers } from "@/lib/rating/campaigns/assigning-writes";
import type { LockedCampaign } from "@/lib/rating/campaigns/writes";
import { campaignMessageNotice } from "./notices";
import type { ChosenItems, ItemPlace, OverlapPlan, OverlapWanted } from "./schema";

/** SQL: slot `a` of task `t` is of the chosen questions, or anything may be chosen. */
function chosen(items: ChosenItems): Prisma.Sql {
  return items.kind === "count"
    ? Prisma.sql`TRUE`
    : Prisma.sql`(SELECT r.question_id FROM revisions r WHERE r.id = t.revision_id) = ANY(${items.questionIds}::int[])`;
}

const mostOf = (items: ChosenItems) => (items.kind === "count" ? items.count : 1_000_000);

/**
 * Gives a rater items that no one has been shown: first those without a rater, then evenly from the ends of the longest
 * lists. Nothing that they may not rate or have already; gold stays where it is.
 * @returns how many
 */
export async function giveItemsTo(
  tx: Tx,
  campaign: Pick<LockedCampaign, "id" | "seed">,
  raterId: number,
  items: ChosenItems,
  first: boolean,
): Promise<number> {
  const at = first
    ? Prisma.sql`(SELECT coalesce(min(o.position), 1) FROM rating_assignments o WHERE o.campaign_id = ${campaign.id} AND o.rater_id = ${raterId} AND o.status = 'pending') - n.count + n.rank - 1`
    : Prisma.sql`(SELECT coalesce(max(o.position), 0) FROM rating_assignments o WHERE o.campaign_id = ${campaign.id} AND o.rater_id = ${raterId}) + n.rank`;
  return tx.$executeRaw`
    WITH free AS (
      -- Of a task the slot without a rater, else of whoever has most left.
      SELECT DISTINCT ON (a.task_id) a.id, t.unit_key, a.rater_id, a.status, a.position, loads.remaining
      FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id
        LEFT JOIN (SELECT rater_id, count(*) AS remaining FROM rating_assignments WHERE campaign_id = ${campaign.id} AND status <> 'judged' GROUP BY rater_id) loads ON loads.rater_id = a.rater_id
      WHERE a.campaign_id = ${campaign.id} AND a.rater_id IS DISTINCT FROM ${raterId} AND a.status IN ('pending', 'held') AND NOT t.gold AND ${chosen(items)}
        AND NOT EXISTS (SELECT FROM rating_assignments own WHERE own.task_id = a.task_id AND own.rater_id = ${raterId})
        AND NOT EXISTS (SELECT FROM rater_conflicts c WHERE c.run_id = ANY(t.run_ids) AND c.rater_id = ${raterId})
      ORDER BY a.task_id, a.rater_id IS NOT NULL, loads.remaining DESC, a.slot
    ), ranked AS (
      SELECT *, remaining - row_number() OVER (PARTITION BY rater_id ORDER BY status = 'held', position DESC, id DESC) AS left_then FROM free
    ), taken AS (
      SELECT id, rater_id, unit_key FROM ranked ORDER BY rater_id IS NOT NULL, left_then DESC, id LIMIT ${mostOf(items)}
    ), ordered AS (
      SELECT id, rater_id, row_number() OVER (ORDER BY ${chanceOf(campaign.seed, "order", Prisma.sql`${raterId} || ':' || unit_key`)}) AS rank, count(*) OVER () AS count FROM taken)
    UPDATE rating_assignments a SET rater_id = ${raterId}, status = 'pending', visit = NULL, position = ${at}
    FROM ordered n WHERE a.id = n.id AND a.status IN ('pending', 'held') AND a.rater_id IS NOT DISTINCT FROM n.rater_id`;
}

/** Takes items from a rater that they have not been shown, from the end of their list; gold stays. @returns how many */
export async function takeItemsOf(
  tx: Tx,
  campaignId: number,
  raterId: number,
  items: ChosenItems,
): Promise<number> {
  return tx.$executeRaw`
    WITH taken AS (
      SELECT a.id FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id
      WHERE a.campaign_id = ${campaignId} AND a.rater_id = ${raterId} AND a.status IN ('pending', 'held') AND NOT t.gold AND ${chosen(items)}
      ORDER BY a.status = 'held', a.position DESC, a.id DESC LIMIT ${mostOf(items)})
    UPDATE rating_assignments a SET rater_id = NULL, status = 'pending', visit = NULL
    FROM taken WHERE a.id = taken.id AND a.status IN ('pending', 'held') AND a.rater_id = ${raterId}`;
}

/**
 * Puts what raters have not been shown of some questions before everything else of theirs, or behind it, in the order that
 * it has; what their desks hold ahead too. @returns how many items
 */
export async function writeOrder(
  tx: Tx,
  campaignId: number,
  questionIds: readonly number[],
  place: ItemPlace,
): Promise<number> {
  const own = Prisma.sql`PARTITION BY a.rater_id`;
  const at =
    place === "first"
      ? Prisma.sql`ends.first - count(*) OVER (${own}) + row_number() OVER (${own} ORDER BY a.position, a.id) - 1`
      : Prisma.sql`ends.last + row_number() OVER (${own} ORDER BY a.position, a.id)`;
  return tx.$executeRaw`
    UPDATE rating_assignments a SET position = n.position FROM (
      SELECT a.id, ${at} AS position
      FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id JOIN revisions r ON r.id = t.revision_id AND r.question_id = ANY(${[...questionIds]}::int[])
        JOIN (SELECT rater_id, min(position) FILTER (WHERE status IN ('pending', 'held')) AS first, max(position) AS last FROM rating_assignments WHERE campaign_id = ${campaignId} GROUP BY rater_id) ends ON ends.rater_id = a.rater_id
      WHERE a.campaign_id = ${campaignId} AND a.status IN ('pending', 'held')
    ) n WHERE a.id = n.id AND a.status IN ('pending', 'held')`;
}

// More ratings ----------------------------------------------------------------------------------------------------

/** SQL: the items that want more ratings, with how many: those of the overlap so far first, then in the seed's order. */
async function raised(
  tx: Tx,
  campaign: Pick<LockedCampaign, "id" | "seed">,
  { ratingsPerResponse, overlap }: Pick<OverlapWanted, "overlap" | "ratingsPerResponse">,
): Promise<Prisma.Sql> {
  const groups = await tx.$queryRaw<{ runs: number[]; size: number }[]>`
    SELECT run_ids AS runs, count(*)::int AS size FROM rating_tasks WHERE campaign_id = ${campaign.id} AND NOT gold GROUP BY run_ids ORDER BY run_ids`;
  const several = spreadOverlap(
    groups.map(({ size }) => size),
    overlap,
  );
  return Prisma.sql`
    SELECT t.id, t.run_ids, ${ratingsPerResponse}::int - t.wanted AS missing, (
      EXISTS (SELECT FROM adjudications d WHERE d.task_id = t.id) OR EXISTS (SELECT FROM task_comments d WHERE d.task_id = t.id)
      OR EXISTS (SELECT FROM judgments j WHERE j.task_id = t.id AND j.supersedes_id IS NOT NULL
        AND (SELECT count(*) FROM judgments f WHERE f.task_id = t.id AND f.supersedes_id IS NULL AND f.judged_at < j.judged_at) >= t.wanted)) AS settled
    FROM (
      SELECT *, row_number() OVER (PARTITION BY run_ids ORDER BY wanted DESC, ${chanceOf(campaign.seed, "overlap", Prisma.sql`unit_key`)}) AS rank
      FROM rating_tasks WHERE campaign_id = ${campaign.id} AND NOT gold) t
    JOIN unnest(${groups.map(({ runs }) => `{${runs.join(",")}}`)}::text[], ${several}::int[]) AS g (runs, several) ON g.runs::int[] = t.run_ids AND t.rank <= g.several
    WHERE t.wanted < ${ratingsPerResponse}::int`;
}

/** Holds the items that may get more ratings: what is adjudicated meanwhile is adjudicated before, or after. */
export async function lockItems(tx: Tx, campaignId: number): Promise<void> {
  await tx.$executeRaw`SELECT id FROM rating_tasks WHERE campaign_id = ${campaignId} AND NOT gold ORDER BY id FOR NO KEY UPDATE`;
}

/** Counts what raising the overlap comes to, as placing the ratings will deal them out. */
export async function planOverlap(
  tx: Tx,
  campaign: Pick<LockedCampaign, "id" | "seed">,
  wanted: Pick<OverlapWanted, "overlap" | "ratingsPerResponse">,
): Promise<OverlapPlan> {
  const groups = await tx.$queryRaw<
    { runs: number[]; missing: number; settled: boolean; has: number[]; size: number }[]
  >`
    SELECT run_ids AS runs, missing, settled, has, count(*)::int AS size FROM (
      SELECT n.*, ARRAY(SELECT a.rater_id FROM rating_assignments a WHERE a.task_id = n.id AND a.rater_id IS NOT NULL ORDER BY a.rater_id) AS has
      FROM (${await raised(tx, campaign, wanted)}) n) n GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;
  const loads = await countReceivers(tx, campaign.id);
  const open = groups.filter(({ settled }) => !settled);
  const eligible = await readEligible(
    tx,
    [...new Set(open.flatMap(({ runs }) => runs))],
    [...loads.keys()],
  );
  const dealt = open.map(({ runs, missing, has, size }) => ({
    size,
    wanted: missing,
    eligible: eligible(runs).filter((raterId) => !has.includes(raterId)),
  }));
  const shares = fairShares(
    dealt.filter((group) => group.eligible.length > 0),
    loads,
  );
  const given = new Map([...loads.keys()].map((raterId) => [raterId, 0]));
  dealt
    .filter((group) => group.eligible.length > 0)
    .forEach((group, g) =>
      group.eligible.forEach((raterId, i) =>
        given.set(raterId, given.get(raterId)! + shares[g]![i]!),
      ),
    );
  const sum = (of: (group: (typeof dealt)[number]) => number) =>
    dealt.reduce((total, group) => total + of(group), 0);
  return {
    items: sum(({ size }) => size),
    added: sum(({ size, wanted: missing }) => size * missing),
    unassigned: sum(
      ({ size, wanted: missing, eligible: may }) => size * Math.max(0, missing - may.length),
    ),
    settled: groups.reduce((total, { settled, size }) => total + (settled ? size : 0), 0),
    raters: [...given].map(([raterId, added]) => ({ raterId, added })),
  };
}

/** Writes the ratings that planOverlap counts, without raters yet; what awaited adjudication waits for them first. */
export async function writeOverlap(
  tx: Tx,
  campaign: Pick<LockedCampaign, "id" | "seed">,
  wanted: OverlapWanted,
): Promise<void> {
  const { ratingsPerResponse, overlap } = wanted;
  await tx.$executeRaw`
    WITH more AS MATERIALIZED (
      SELECT id, missing FROM (${await raised(tx, campaign, wanted)}) n WHERE NOT settled
    ), added AS (
      INSERT INTO rating_assignments (task_id, campaign_id, slot, position)
      SELECT m.id, ${campaign.id}, (SELECT max(a.slot) FROM rating_assignments a WHERE a.task_id = m.id) + n, 0 FROM more m CROSS JOIN generate_series(1, m.missing) AS n
      RETURNING id)
    UPDATE rating_tasks t SET wanted = ${ratingsPerResponse} FROM more m WHERE t.id = m.id`;
  await tx.$executeRaw`
    SELECT refresh_adjudication_cases(ARRAY(SELECT k.task_id FROM adjudication_cases k JOIN rating_tasks t ON t.id = k.task_id
      WHERE k.campaign_id = ${campaign.id} AND t.wanted > (SELECT count(*) FROM rating_assignments a WHERE a.task_id = t.id AND a.judgment_id IS NOT NULL)))`;
  await tx.campaign.update({
    where: { id: campaign.id },
    data: { ratingsPerResponse, overlap, version: { increment: 1 } },
  });
}

// Messages --------------------------------------------------------------------------------------------------------

/** Marks a message of a campaign as read by one of its raters. @returns whether it was unread */
export async function markMessagesRead(
  tx: Tx,
  raterId: number,
  campaignId: number,
  upTo: number,
): Promise<boolean> {
  const marked = await tx.$executeRaw`
    UPDATE notices SET read_at = now() WHERE user_id = ${raterId} AND kind = ${campaignMessageNotice.kind} AND read_at IS NULL AND id <= ${upTo} AND data -> 'campaignId' = to_jsonb(${campaignId}::int)`;
  return marked > 0;
}
