import type { Actor } from "@/lib/people/access/schema";
import { Prisma, transaction, type Tx } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { distributeItems, takeItemsFrom } from "./rules";
import { type LockedCampaign, lockCampaign, LONG } from "./writes";
import { readEligible, chanceOf, keyOf, integers } from "./drawing-writes";

/**
 * Takes back what a rater has not judged, of the whole campaign or of one run of it: what they have opened as well. Gold
 * that was for them alone goes.
 */
export async function releaseWork(
  tx: Tx,
  campaignId: number,
  raterId: number,
  runId: number | null = null,
): Promise<void> {
  const ofRun = runId === null ? Prisma.sql`TRUE` : Prisma.sql`${runId}::int = ANY(t.run_ids)`;
  await tx.$executeRaw`
    WITH gone AS (
      DELETE FROM rating_assignments a USING rating_tasks t
      WHERE t.id = a.task_id AND t.gold AND a.campaign_id = ${campaignId} AND a.rater_id = ${raterId} AND a.status <> 'judged' AND ${ofRun} RETURNING a.task_id)
    UPDATE rating_tasks SET wanted = wanted - 1 WHERE id IN (SELECT task_id FROM gone) AND wanted > 1`;
  await tx.$executeRaw`
    UPDATE rating_assignments a SET rater_id = NULL, status = 'pending', visit = NULL, opened_at = NULL
    FROM rating_tasks t WHERE t.id = a.task_id AND a.campaign_id = ${campaignId} AND a.rater_id = ${raterId} AND a.status <> 'judged' AND ${ofRun}`;
}

/**
 * Gives ratings that no one has to those who may give them and have least left.
 * @param except a rater who gets none
 * @returns how many found someone
 */
export async function placeUnassigned(
  tx: Tx,
  campaign: Pick<LockedCampaign, "id" | "seed">,
  except: number | null = null,
): Promise<number> {
  let placed = 0;
  // A task that misses several ratings gets one a turn, each from someone else.
  for (;;) {
    const groups = await tx.$queryRaw<{ runs: number[]; has: number[]; size: number }[]>`
      SELECT run_ids AS runs, has, count(*)::int AS size FROM (${unassigned(campaign.id)}) u GROUP BY run_ids, has ORDER BY run_ids, has`;
    if (groups.length === 0) return placed;
    const raters = await countReceivers(tx, campaign.id);
    if (except !== null) raters.delete(except);
    const eligible = await readEligible(
      tx,
      [...new Set(groups.flatMap(({ runs }) => runs))],
      [...raters.keys()],
    );
    const open = groups
      .map((group) => ({
        ...group,
        wanted: 1,
        eligible: eligible(group.runs).filter((rater) => !group.has.includes(rater)),
      }))
      .filter((group) => group.eligible.length > 0);
    if (open.length === 0) return placed;
    const given = distributeItems(open, raters, campaign.seed);
    let start = 0;
    const starts = open.map((group) => (start += group.size) - group.size);
    const moved = await tx.$executeRaw`
      WITH given AS (
        SELECT u.id, d.rater_id, u.unit_key FROM (
          SELECT *, row_number() OVER (PARTITION BY run_ids, has ORDER BY ${chanceOf(campaign.seed, "team", Prisma.sql`unit_key`)}) AS rank FROM (${unassigned(campaign.id)}) u
        ) u JOIN unnest(${open.map(keyOf)}::text[], ${open.map((group) => group.has.join())}::text[], ${starts}::int[]) AS g (runs, has, start)
            ON g.runs::int[] = u.run_ids AND g.has = array_to_string(u.has, ',')
          JOIN unnest(${integers(given)}::int[]) WITH ORDINALITY AS d (rater_id, place) ON d.place = g.start + u.rank)
      ${moveTo(campaign, Prisma.sql`given`)} AND a.rater_id IS NULL`;
    placed += moved;
    if (moved === 0) return placed;
  }
}

/** SQL: of each task that misses ratings, one of the slots, with those who have the others. */
function unassigned(campaignId: number): Prisma.Sql {
  return Prisma.sql`
    SELECT DISTINCT ON (a.task_id) a.id, t.unit_key, t.run_ids,
      ARRAY(SELECT o.rater_id FROM rating_assignments o WHERE o.task_id = a.task_id AND o.rater_id IS NOT NULL ORDER BY o.rater_id) AS has
    FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id
    WHERE a.campaign_id = ${campaignId} AND a.rater_id IS NULL AND NOT t.gold ORDER BY a.task_id, a.slot`;
}

/** SQL: gives assignments that no one was shown to the raters that `given` (id, rater_id, unit_key) names, behind all they have. */
function moveTo(campaign: Pick<LockedCampaign, "id" | "seed">, given: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    UPDATE rating_assignments a SET rater_id = n.rater_id, position = n.position, status = 'pending', visit = NULL
    FROM (
      SELECT g.id, g.rater_id, coalesce(last.position, 0) + row_number() OVER (PARTITION BY g.rater_id ORDER BY ${chanceOf(campaign.seed, "order", Prisma.sql`g.rater_id || ':' || g.unit_key`)}) AS position
      FROM ${given} g LEFT JOIN (SELECT rater_id, max(position) AS position FROM rating_assignments WHERE campaign_id = ${campaign.id} GROUP BY rater_id) last ON last.rater_id = g.rater_id
    ) n WHERE a.id = n.id AND a.status IN ('pending', 'held')`;
}

/** What each rater of the campaign has still to judge; those who left are not there. */
export async function countRemainingItems(
  tx: Tx,
  campaignId: number,
): Promise<Map<number, number>> {
  return remainingOf(tx, campaignId, Prisma.sql`TRUE`);
}

/** The same of those who can be given work: raters who are paused can't. */
export async function countReceivers(tx: Tx, campaignId: number): Promise<Map<number, number>> {
  return remainingOf(tx, campaignId, Prisma.sql`r.paused_at IS NULL`);
}

async function remainingOf(
  tx: Tx,
  campaignId: number,
  who: Prisma.Sql,
): Promise<Map<number, number>> {
  const rows = await tx.$queryRaw<{ raterId: number; remaining: number }[]>`
    SELECT r.rater_id AS "raterId", (
      SELECT count(*)::int FROM rating_assignments a WHERE a.campaign_id = r.campaign_id AND a.rater_id = r.rater_id AND a.status <> 'judged') AS remaining
    FROM campaign_raters r WHERE r.campaign_id = ${campaignId} AND r.left_at IS NULL AND ${who} ORDER BY r.number`;
  return new Map(rows.map((row) => [row.raterId, row.remaining]));
}

/**
 * Lets a rater take work of those who have most left that was not shown to them, from the end of their lists: as much as makes them even,
 * or at most `most`. Nothing that they may not judge, or have judged already.
 * @returns how much
 */
export async function takeItemsFromSlowest(
  tx: Tx,
  campaign: Pick<LockedCampaign, "id" | "seed">,
  raterId: number,
  most = Infinity,
): Promise<number> {
  let taken = 0;
  // Of a task that two others have still to judge one of the two slots is offered a turn, another one the next time.
  for (let turn = 0; turn < 20 && taken < most; turn++) {
    const moved = await takeOnce(tx, campaign, raterId, most - taken, turn);
    if (moved === 0) break;
    taken += moved;
  }
  return taken;
}

async function takeOnce(
  tx: Tx,
  campaign: Pick<LockedCampaign, "id" | "seed">,
  raterId: number,
  most: number,
  turn: number,
): Promise<number> {
  const loads = await countRemainingItems(tx, campaign.id);
  const own = loads.get(raterId) ?? 0;
  // Whoever has at most one more gives nothing.
  const others = [...loads].filter(([other, load]) => other !== raterId && load >= own + 2);
  if (others.length === 0) return 0;
  const donors = others.map(([other]) => other);
  const takeable = Prisma.sql`
    SELECT DISTINCT ON (a.task_id) a.id, a.rater_id, a.position, a.status, t.unit_key
    FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id
    WHERE a.campaign_id = ${campaign.id} AND a.rater_id = ANY(${donors}::int[]) AND a.status IN ('pending', 'held') AND NOT t.gold
      AND NOT EXISTS (SELECT FROM rating_assignments own WHERE own.task_id = a.task_id AND own.rater_id = ${raterId})
      AND NOT EXISTS (SELECT FROM rater_conflicts c WHERE c.run_id = ANY(t.run_ids) AND c.rater_id = ${raterId})
    ORDER BY a.task_id, ${chanceOf(campaign.seed, `take ${turn}`, Prisma.sql`a.rater_id || ':' || t.unit_key`)}`;
  const counts = await tx.$queryRaw<
    { raterId: number; count: number }[]
  >`SELECT rater_id AS "raterId", count(*)::int AS count FROM (${takeable}) t GROUP BY rater_id`;
  const takeableOf = new Map(counts.map((row) => [row.raterId, row.count]));
  const shares = takeItemsFrom(
    others.map(([other, remaining]) => ({
      raterId: other,
      remaining,
      takeable: takeableOf.get(other) ?? 0,
    })),
    own,
    most,
  );
  if (shares.size === 0) return 0;
  return tx.$executeRaw`
    WITH given AS (
      SELECT id, ${raterId}::int AS rater_id, unit_key FROM (SELECT *, row_number() OVER (PARTITION BY rater_id ORDER BY status = 'held', position DESC, id DESC) AS rank FROM (${takeable}) t) t
        JOIN unnest(${[...shares.keys()]}::int[], ${[...shares.values()]}::int[]) AS s (donor_id, most) ON s.donor_id = t.rater_id AND t.rank <= s.most)
    ${moveTo(campaign, Prisma.sql`given`)} AND a.rater_id = ANY(${[...shares.keys()]}::int[])`;
}

/** Gives a rater who joins each gold task of the campaign that they may judge and have not got. @returns how many */
export async function addGold(tx: Tx, campaignId: number, raterId: number): Promise<number> {
  const added = await tx.$executeRaw`
    INSERT INTO rating_assignments (task_id, campaign_id, slot, rater_id, position)
    SELECT t.id, ${campaignId}, (SELECT min(n) FROM generate_series(1, t.wanted + 1) n WHERE NOT EXISTS (SELECT FROM rating_assignments a WHERE a.task_id = t.id AND a.slot = n)), ${raterId}, 0
    FROM rating_tasks t
    WHERE t.campaign_id = ${campaignId} AND t.gold
      AND NOT EXISTS (SELECT FROM rating_assignments a WHERE a.task_id = t.id AND a.rater_id = ${raterId})
      AND NOT EXISTS (SELECT FROM rater_conflicts c WHERE c.run_id = ANY(t.run_ids) AND c.rater_id = ${raterId})`;
  if (added > 0) {
    await tx.$executeRaw`
      UPDATE rating_tasks t SET wanted = (SELECT count(*)::int FROM rating_assignments a WHERE a.task_id = t.id)
      WHERE t.campaign_id = ${campaignId} AND t.gold AND EXISTS (SELECT FROM rating_assignments a WHERE a.task_id = t.id)`;
  }
  return added;
}

/** Lays a rater's pending items in the seed's order again, so that gold and others are mixed. */
export async function shufflePending(
  tx: Tx,
  campaign: Pick<LockedCampaign, "id" | "seed">,
  raterId: number,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE rating_assignments a SET position = n.position FROM (
      SELECT a.id, a.rater_id, coalesce((SELECT max(position) FROM rating_assignments d WHERE d.campaign_id = ${campaign.id} AND d.rater_id = ${raterId} AND d.status <> 'pending'), 0)
        + row_number() OVER (ORDER BY ${chanceOf(campaign.seed, "order", Prisma.sql`a.rater_id || ':' || t.unit_key`)}) AS position
      FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id WHERE a.campaign_id = ${campaign.id} AND a.rater_id = ${raterId} AND a.status = 'pending'
    ) n WHERE n.id = a.id AND a.status = 'pending' AND a.rater_id = n.rater_id`;
}

/** How much work went to whom because of a change. */
export interface ReassignResult {
  /** Ratings that got another rater. */
  moved: number;
  /** Ratings of the campaign that no one can give. */
  unassigned: number;
}

export async function countUnassigned(tx: Tx, campaignId: number): Promise<number> {
  return tx.assignment.count({ where: { campaignId, raterId: null } });
}

/** Changes conflicts while every campaign is held in which the run's responses may be judged, and moves what follows. */
export async function changeConflict(
  actor: Actor,
  input: { raterId: number; runId: number },
  change: (tx: Tx, campaigns: LockedCampaign[]) => Promise<void>,
): Promise<Result<ReassignResult, "not-found">> {
  return transaction(async (tx) => {
    const run = await tx.modelRun.findUnique({
      where: { id: input.runId },
      select: { releaseId: true },
    });
    const rater = await tx.user.findUnique({ where: { id: input.raterId }, select: { id: true } });
    if (!run || !rater) return refuse("not-found", "Run or rater not found.");
    // Gold comes from other runs of the release too.
    const held = await tx.$queryRaw<{ id: number }[]>`
      SELECT id FROM campaigns WHERE status <> 'closed' AND id IN (SELECT campaign_id FROM campaign_runs JOIN model_runs m ON m.id = run_id WHERE m.release_id = ${run.releaseId})
      ORDER BY id FOR NO KEY UPDATE`;
    const campaigns: LockedCampaign[] = [];
    for (const { id } of held) {
      const campaign = await lockCampaign(tx, id);
      if (campaign && (campaign.status === "open" || campaign.status === "paused"))
        campaigns.push(campaign);
    }
    await change(tx, campaigns);
    let moved = 0;
    let unassigned = 0;
    for (const campaign of campaigns) {
      moved += await placeUnassigned(tx, campaign);
      unassigned += await countUnassigned(tx, campaign.id);
    }
    return ok({ moved, unassigned });
  }, LONG);
}
