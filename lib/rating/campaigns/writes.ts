import type { Category, Hops } from "@/lib/dataset/questions/schema";
import { answeredOtherwiseNow, categoryInSql, OTHER_ANSWERS } from "@/lib/dataset/questions/sql";
import type { Actor } from "@/lib/people/access/schema";
import { Prisma, transaction, type Tx } from "@/lib/platform/db";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { createHash } from "node:crypto";
import {
  distributeItems,
  fairShares,
  goldCount,
  sampleStrata,
  spreadOverlap,
  takeItemsFrom,
  teamsByShares,
  type PlannedGroup,
} from "./rules";
import type { CampaignSample, PreviewInput } from "./schema";
import { type CampaignStatus } from "./schema";

/*
 * What the preview, opening and moving work share. Responses, tasks and assignments are chosen, counted and written by
 * the database; what comes into Node is counts by group, and out of it whose each slot is.
 */

/** What decides which responses are judged how often by whom. */
export type Choice = Omit<PreviewInput, "sample"> & {
  sample: CampaignSample;
  followsId?: number | null;
};

/**
 * SQL: a number that orders things at random, the same for the same seed. Its text is what MD5 (RFC 1321) makes of
 * "seed:purpose:id", so that anyone can recompute the order.
 */
function chanceOf(seed: number, purpose: string, id: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`md5(${`${seed}:${purpose}:`}::text || ${id})::uuid`;
}

/** SQL: the category of revision `r`. */
const CATEGORY = categoryInSql("r");

/**
 * SQL: the responses of the runs that could be judged, with the revision that is the ground truth, before the sample.
 * Splits and categories are those of the revision in the run's release.
 */
function population(choice: Choice): Prisma.Sql {
  const { sample, runIds } = choice;
  const truth =
    choice.truth === "present"
      ? Prisma.sql`(SELECT h.revision_id FROM question_heads h WHERE h.question_id = p.question_id)`
      : Prisma.sql`p.revision_id`;
  // A follow-up judges again as often as it was judged.
  const several =
    sample.kind !== "stale"
      ? Prisma.sql`FALSE`
      : Prisma.sql`EXISTS (SELECT FROM rating_tasks t WHERE t.campaign_id = ${choice.followsId} AND t.response_id = p.id AND t.wanted > 1)`;
  const stale =
    sample.kind !== "stale"
      ? Prisma.empty
      : Prisma.sql`AND p.id IN (${staleResponses(choice.followsId ?? 0)})`;
  return Prisma.sql`
    SELECT p.id AS response_id, p.run_id, p.question_id, ${truth} AS revision_id, ${CATEGORY} AS category, r.hops, ${several} AS several
    FROM responses p JOIN revisions r ON r.id = p.revision_id
    WHERE p.run_id = ANY(${runIds}::int[])
      AND ${sample.splits.length === 0 ? Prisma.sql`TRUE` : Prisma.sql`r.split = ANY(${sample.splits}::text[])`}
      AND ${sample.kind === "category" ? Prisma.sql`${CATEGORY} = ${sample.category}` : Prisma.sql`TRUE`} ${stale}`;
}

/**
 * SQL: the responses of a campaign with a judgment that counts, by answers which have changed since. Those that a
 * follow-up has taken over are its own concern.
 */
export function staleResponses(campaignId: number): Prisma.Sql {
  return Prisma.sql`
    SELECT j.response_id FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id AND NOT t.gold JOIN judgments j ON j.id = a.judgment_id
    WHERE a.campaign_id = ${campaignId} AND a.status = 'judged' AND ${answeredOtherwiseNow(Prisma.sql`j.revision_id`)}
      AND NOT EXISTS (SELECT FROM campaigns f JOIN rating_tasks ft ON ft.campaign_id = f.id WHERE f.follows_id = ${campaignId} AND ft.response_id = j.response_id)`;
}

/** SQL: the responses that the sample takes. @param strata of a random sample: how many questions each of them gives */
function sampled(choice: Choice, strata: readonly DrawnStratum[]): Prisma.Sql {
  if (choice.sample.kind !== "random") return population(choice);
  const drawn = strata.filter((stratum) => stratum.drawn > 0);
  return Prisma.sql`
    WITH population AS MATERIALIZED (${population(choice)}),
    -- The same questions in every run: models are compared on what all of them were asked.
    questions AS (SELECT DISTINCT ON (question_id) question_id, category, hops FROM population ORDER BY question_id, run_id),
    ranked AS (SELECT *, row_number() OVER (PARTITION BY category, hops ORDER BY ${chanceOf(choice.seed, "sample", Prisma.sql`question_id`)}) AS rank FROM questions)
    SELECT population.* FROM population JOIN ranked USING (question_id)
      JOIN unnest(${drawn.map((one) => one.category)}::text[], ${drawn.map((one) => one.hops)}::text[], ${drawn.map((one) => one.drawn)}::int[]) AS s (category, hops, drawn)
        ON s.category = ranked.category AND s.hops = ranked.hops AND ranked.rank <= s.drawn`;
}

/** Questions that share category and hops: how many there are, and how many of them the sample takes. */
export interface DrawnStratum {
  category: Category;
  hops: Hops;
  count: number;
  drawn: number;
}

async function readStrata(tx: Tx, choice: Choice): Promise<DrawnStratum[]> {
  const strata = await tx.$queryRaw<Omit<DrawnStratum, "drawn">[]>`
    SELECT category, hops, count(*)::int AS count
    FROM (SELECT DISTINCT ON (question_id) question_id, category, hops FROM (${population(choice)}) population ORDER BY question_id, run_id) questions
    GROUP BY category, hops ORDER BY category, hops`;
  const drawn =
    choice.sample.kind === "random"
      ? sampleStrata(strata, choice.sample.count)
      : strata.map((stratum) => stratum.count);
  return strata.map((stratum, i) => ({ ...stratum, drawn: drawn[i]! }));
}

/** Who of some raters may judge each run. */
async function readEligible(
  tx: Tx,
  runIds: readonly number[],
  raterIds: readonly number[],
): Promise<(runId: number) => number[]> {
  const conflicts = await tx.raterConflict.findMany({
    where: { runId: { in: [...runIds] }, raterId: { in: [...raterIds] } },
    select: { runId: true, raterId: true },
  });
  const kept = new Set(conflicts.map((conflict) => `${conflict.runId}/${conflict.raterId}`));
  return (runId) => raterIds.filter((raterId) => !kept.has(`${runId}/${raterId}`));
}

/** What a plan comes to. The preview shows it and opening writes it: both have it from countPlan. */
export interface Planned {
  strata: DrawnStratum[];
  /** Gold included. */
  groups: PlannedGroup[];
  /** By group, parallel to its `eligible`: how many each rater gets. */
  shares: number[][];
  /** How many gold responses there are to choose from, and how many of these lie in the sample. */
  goldThere: number;
  goldThereSampled: number;
  /** How many questions of the sample each of the runs has a response to. */
  common: number;
  /** Names exactly these responses, answers and raters. */
  fingerprint: string;
}

/** Counts what a plan comes to, without writing anything. The caller has opened a transaction. */
export async function planCampaign(tx: Tx, choice: Choice): Promise<Planned> {
  await joinByHash(tx);
  const drawn = await drawPlan(tx, choice);
  return countPlan(
    tx,
    choice,
    drawn,
    Prisma.sql`WITH chosen AS MATERIALIZED (${chosenResponses(choice, drawn)})`,
  );
}

/** The numbers that decide which responses are chosen. */
interface DrawnPlan {
  strata: DrawnStratum[];
  gold: number;
  goldThere: number;
  goldThereSampled: number;
}

async function drawPlan(tx: Tx, choice: Choice): Promise<DrawnPlan> {
  const strata = await readStrata(tx, choice);
  const [pool] = await tx.$queryRaw<{ there: number; sampled: number }[]>`
    SELECT count(*)::int AS there, count(s.response_id)::int AS sampled FROM (${goldPool(choice)}) g LEFT JOIN (${sampled(choice, strata)}) s USING (response_id)`;
  const sizes =
    choice.goldRate === 0 || pool!.there === 0
      ? []
      : await tx.$queryRaw<RunSize[]>`
    SELECT run_id AS "runId", FALSE AS gold, count(*)::int AS size, count(*) FILTER (WHERE several)::int AS several, count(*)::int AS sampled
    FROM (${sampled(choice, strata)}) s GROUP BY run_id ORDER BY run_id`;
  const gold = goldWanted(
    choice,
    groupsOf(choice, sizes, await readEligible(tx, choice.runIds, choice.raterIds)),
    pool!.there,
  );
  return { strata, gold, goldThere: pool!.there, goldThereSampled: pool!.sampled };
}

/**
 * SQL: every response of a campaign: those of the sample, and gold. Gold is taken from outside the sample first; what is
 * taken from the sample stays part of it, and is settled by its gold verdict.
 */
function chosenResponses(choice: Choice, { strata, gold }: DrawnPlan): Prisma.Sql {
  return Prisma.sql`
    WITH sample AS MATERIALIZED (${sampled(choice, strata)}),
    gold AS MATERIALIZED (
      SELECT g.response_id, g.run_id, g.question_id, g.revision_id, sample.response_id IS NOT NULL AS sampled FROM (${goldPool(choice)}) g LEFT JOIN sample USING (response_id)
      ORDER BY sample.response_id IS NOT NULL, ${chanceOf(choice.seed, "gold", Prisma.sql`g.response_id`)} LIMIT ${gold})
    SELECT response_id, run_id, question_id, revision_id, several, FALSE AS gold, TRUE AS sampled FROM sample WHERE NOT EXISTS (SELECT FROM gold WHERE gold.response_id = sample.response_id)
    UNION ALL SELECT response_id, run_id, question_id, revision_id, TRUE, TRUE, sampled FROM gold`;
}

/** Counts a relation `chosen`. @param source SQL that defines it for this statement; empty: it is a table */
async function countPlan(
  tx: Tx,
  choice: Choice,
  drawn: DrawnPlan,
  source: Prisma.Sql,
): Promise<Planned> {
  const sizes = await tx.$queryRaw<(RunSize & { common: number; mark: string })[]>`
    ${source}
    SELECT run_id AS "runId", gold, count(*)::int AS size, count(*) FILTER (WHERE several)::int AS several, count(*) FILTER (WHERE sampled)::int AS sampled,
      (SELECT count(*)::int FROM (SELECT FROM chosen WHERE sampled GROUP BY question_id HAVING count(*) = ${choice.runIds.length}) q) AS common,
      -- Of all rows, whatever their order.
      sum(hashtextextended(response_id || ':' || revision_id || ':' || several || ':' || sampled, 0))::text AS mark
    FROM chosen GROUP BY run_id, gold ORDER BY gold, run_id`;
  const eligible = await readEligible(
    tx,
    [...new Set([...choice.runIds, ...sizes.map((run) => run.runId)])],
    choice.raterIds,
  );
  const groups = groupsOf(choice, sizes, eligible);
  const fingerprint = createHash("sha256")
    .update(
      JSON.stringify([choice.seed, choice.raterIds, drawn, groups, sizes.map((run) => run.mark)]),
    )
    .digest("hex");
  const { strata, goldThere, goldThereSampled } = drawn;
  return {
    strata,
    groups,
    shares: fairShares(groups),
    goldThere,
    goldThereSampled,
    common: sizes[0]?.common ?? 0,
    fingerprint,
  };
}

/** How many responses of a run the plan takes, and how many of them are judged several times anyway or are of the sample. */
interface RunSize {
  runId: number;
  gold: boolean;
  size: number;
  several: number;
  sampled: number;
}

/** The groups of a campaign's tasks: by run, by whether they are of the overlap, and gold, which is for everyone who may judge its run. */
function groupsOf(
  choice: Choice,
  sizes: readonly RunSize[],
  eligible: (runId: number) => number[],
): PlannedGroup[] {
  const own = sizes.filter((run) => !run.gold);
  const several =
    choice.sample.kind === "stale"
      ? own.map((run) => run.several)
      : spreadOverlap(
          own.map((run) => run.size),
          choice.ratingsPerResponse === 1 ? 0 : choice.overlap,
        );
  const group = (runId: number, size: number, wanted: number): PlannedGroup => ({
    runId,
    gold: false,
    size,
    sampled: size,
    wanted,
    eligible: eligible(runId),
  });
  return [
    ...own.flatMap(({ runId, size }, i) => [
      group(runId, several[i]!, choice.ratingsPerResponse),
      group(runId, size - several[i]!, 1),
    ]),
    ...sizes
      .filter((run) => run.gold)
      .map(({ runId, size, sampled: inSample }) => ({
        runId,
        gold: true,
        size,
        sampled: inSample,
        wanted: eligible(runId).length,
        eligible: eligible(runId),
      })),
  ].filter(({ size }) => size > 0);
}

function goldWanted(choice: Choice, groups: readonly PlannedGroup[], goldThere: number): number {
  const ratings = groups.reduce(
    (sum, { size, wanted, eligible }) => sum + size * Math.min(wanted, eligible.length),
    0,
  );
  if (choice.raterIds.length === 0 || ratings === 0) return 0;
  return Math.min(goldThere, goldCount(ratings / choice.raterIds.length, choice.goldRate));
}

/**
 * SQL: gold responses that can check the raters of these runs: to the same releases, settled by answers that are still
 * those of the campaign, and of a run that someone may judge.
 */
function goldPool(choice: Choice): Prisma.Sql {
  const truth =
    choice.truth === "present"
      ? Prisma.sql`newer.id = h.revision_id`
      : Prisma.sql`newer.id = p.revision_id`;
  return Prisma.sql`
    SELECT p.id AS response_id, p.run_id, p.question_id, newer.id AS revision_id
    FROM gold_responses g JOIN responses p ON p.id = g.response_id JOIN model_runs run ON run.id = p.run_id JOIN question_heads h ON h.question_id = p.question_id
      JOIN revisions older ON older.id = g.revision_id JOIN revisions newer ON ${truth}
    WHERE run.release_id IN (SELECT release_id FROM model_runs WHERE id = ANY(${choice.runIds}::int[])) AND NOT ${OTHER_ANSWERS}
      AND EXISTS (SELECT FROM unnest(${choice.raterIds}::int[]) AS r (id) WHERE NOT EXISTS (SELECT FROM rater_conflicts c WHERE c.run_id = p.run_id AND c.rater_id = r.id))`;
}

/**
 * Writes all tasks and assignments of a campaign. The caller holds the campaign's row.
 * @param check decides by what is about to be written; nothing is written where it gives a refusal.
 */
export async function writeTasks<Refused>(
  tx: Tx,
  campaignId: number,
  choice: Choice,
  check: (planned: Planned) => Refused | null,
): Promise<{ planned: Planned; refused: Refused | null }> {
  await joinByHash(tx);
  const drawn = await drawPlan(tx, choice);
  await tx.$executeRaw`CREATE TEMP TABLE chosen ON COMMIT DROP AS ${chosenResponses(choice, drawn)}`;
  const planned = await countPlan(tx, choice, drawn, Prisma.empty);
  const refused = check(planned);
  if (refused !== null) {
    await tx.$executeRaw`DROP TABLE chosen`;
    return { planned, refused };
  }
  const { groups } = planned;

  // The first of each run, in the seed's order, are its overlap; gold is all for everyone.
  const several = groups.filter((group) => group.gold || group.wanted > 1);
  await tx.$executeRaw`
    INSERT INTO rating_tasks (campaign_id, response_id, revision_id, wanted, gold, sampled)
    SELECT ${campaignId}, c.response_id, c.revision_id, CASE WHEN c.rank <= g.size THEN g.wanted ELSE 1 END, c.gold, c.sampled
    FROM (SELECT *, row_number() OVER (PARTITION BY run_id, gold ORDER BY NOT several, ${chanceOf(choice.seed, "overlap", Prisma.sql`response_id`)}) AS rank FROM chosen) c
      LEFT JOIN unnest(${several.map((group) => group.runId)}::int[], ${several.map((group) => group.gold)}::boolean[], ${several.map((group) => group.size)}::int[], ${several.map((group) => group.wanted)}::int[])
        AS g (run_id, gold, size, wanted) ON g.run_id = c.run_id AND g.gold = c.gold
    -- In an order that tells nothing.
    ORDER BY ${chanceOf(choice.seed, "task", Prisma.sql`c.response_id`)}`;
  await tx.$executeRaw`DROP TABLE chosen`;
  // The planner knows nothing of what was written just now, and would look a million rows up one by one.
  await tx.$executeRaw`ANALYZE rating_tasks`;
  await writeAssignments(tx, campaignId, choice.seed, planned);
  return { planned, refused: null };
}

/** Statements over all of a campaign are joined by hash: its lists from outside have no statistics. */
async function joinByHash(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT set_config('enable_nestloop', 'off', TRUE), set_config('work_mem', '128MB', TRUE)`;
}

/** Writes what teamsByShares says: the n-th task of a group, in the seed's order, goes to its n-th team. */
async function writeAssignments(
  tx: Tx,
  campaignId: number,
  seed: number,
  { groups, shares }: Planned,
): Promise<void> {
  const given = teamsByShares(groups, shares, seed);
  let start = 0;
  const starts = groups.map(
    (group) => (start += group.size * group.wanted) - group.size * group.wanted,
  );
  await tx.$executeRaw`
    INSERT INTO rating_assignments (task_id, campaign_id, slot, rater_id, position)
    SELECT task_id, ${campaignId}, slot, nullif(rater_id, 0), row_number() OVER (PARTITION BY rater_id ORDER BY ${chanceOf(seed, "order", Prisma.sql`rater_id || ':' || response_id`)})
    FROM (
      SELECT t.id AS task_id, t.response_id, s.slot, g.start + (row_number() OVER (PARTITION BY g.start, s.slot ORDER BY ${chanceOf(seed, "team", Prisma.sql`t.response_id`)}) - 1) * t.wanted + s.slot AS place
      FROM rating_tasks t JOIN responses p ON p.id = t.response_id
        JOIN unnest(${groups.map((group) => group.runId)}::int[], ${groups.map((group) => group.gold)}::boolean[], ${groups.map((group) => group.wanted)}::int[], ${starts}::int[]) AS g (run_id, gold, wanted, start)
          ON g.run_id = p.run_id AND g.gold = t.gold AND g.wanted = t.wanted
        CROSS JOIN generate_series(1, t.wanted) AS s (slot)
      WHERE t.campaign_id = ${campaignId}
    ) slots JOIN unnest(${integers(given)}::int[]) WITH ORDINALITY AS d (rater_id, place) USING (place)
    ORDER BY task_id, slot`;
}

/** Numbers as one text that Postgres reads as an array: a list of a million would go over the wire one by one. */
function integers(parts: readonly Int32Array[]): string {
  return `{${parts
    .filter((part) => part.length > 0)
    .map((part) => part.join(","))
    .join(",")}}`;
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
  const ofRun =
    runId === null
      ? Prisma.sql`TRUE`
      : Prisma.sql`t.response_id IN (SELECT id FROM responses WHERE run_id = ${runId})`;
  await tx.$executeRaw`
    WITH gone AS (
      DELETE FROM rating_assignments a USING rating_tasks t
      WHERE t.id = a.task_id AND t.gold AND a.campaign_id = ${campaignId} AND a.rater_id = ${raterId} AND a.status <> 'judged' AND ${ofRun} RETURNING a.task_id)
    UPDATE rating_tasks SET wanted = wanted - 1 WHERE id IN (SELECT task_id FROM gone) AND wanted > 1`;
  await tx.$executeRaw`
    UPDATE rating_assignments a SET rater_id = NULL, status = 'pending', visit = NULL, opened_at = NULL
    FROM rating_tasks t WHERE t.id = a.task_id AND a.campaign_id = ${campaignId} AND a.rater_id = ${raterId} AND a.status <> 'judged' AND ${ofRun}`;
}

/** Gives ratings that no one has to those who may give them and have least left. @returns how many found someone */
export async function placeUnassigned(
  tx: Tx,
  campaign: Pick<LockedCampaign, "id" | "seed">,
): Promise<number> {
  let placed = 0;
  // A task that misses several ratings gets one a turn, each from someone else.
  for (;;) {
    const groups = await tx.$queryRaw<{ runId: number; has: number[]; size: number }[]>`
      SELECT run_id AS "runId", has, count(*)::int AS size FROM (${unassigned(campaign.id)}) u GROUP BY run_id, has ORDER BY run_id, has`;
    if (groups.length === 0) return placed;
    const raters = await countRemainingItems(tx, campaign.id);
    const eligible = await readEligible(
      tx,
      [...new Set(groups.map((group) => group.runId))],
      [...raters.keys()],
    );
    const open = groups
      .map((group) => ({
        ...group,
        wanted: 1,
        eligible: eligible(group.runId).filter((rater) => !group.has.includes(rater)),
      }))
      .filter((group) => group.eligible.length > 0);
    if (open.length === 0) return placed;
    const given = distributeItems(open, raters, campaign.seed);
    let start = 0;
    const starts = open.map((group) => (start += group.size) - group.size);
    const moved = await tx.$executeRaw`
      WITH given AS (
        SELECT u.id, d.rater_id, u.response_id FROM (
          SELECT *, row_number() OVER (PARTITION BY run_id, has ORDER BY ${chanceOf(campaign.seed, "team", Prisma.sql`response_id`)}) AS rank FROM (${unassigned(campaign.id)}) u
        ) u JOIN unnest(${open.map((group) => group.runId)}::int[], ${open.map((group) => group.has.join())}::text[], ${starts}::int[]) AS g (run_id, has, start)
            ON g.run_id = u.run_id AND g.has = array_to_string(u.has, ',')
          JOIN unnest(${integers(given)}::int[]) WITH ORDINALITY AS d (rater_id, place) ON d.place = g.start + u.rank)
      ${moveTo(campaign, Prisma.sql`given`)} AND a.rater_id IS NULL`;
    placed += moved;
    if (moved === 0) return placed;
  }
}

/** SQL: of each task that misses ratings, one of the slots, with those who have the others. */
function unassigned(campaignId: number): Prisma.Sql {
  return Prisma.sql`
    SELECT DISTINCT ON (a.task_id) a.id, t.response_id, p.run_id,
      ARRAY(SELECT o.rater_id FROM rating_assignments o WHERE o.task_id = a.task_id AND o.rater_id IS NOT NULL ORDER BY o.rater_id) AS has
    FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id JOIN responses p ON p.id = t.response_id
    WHERE a.campaign_id = ${campaignId} AND a.rater_id IS NULL AND NOT t.gold ORDER BY a.task_id, a.slot`;
}

/** SQL: gives assignments that no one was shown to the raters that `given` (id, rater_id, response_id) names, behind all they have. */
function moveTo(campaign: Pick<LockedCampaign, "id" | "seed">, given: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    UPDATE rating_assignments a SET rater_id = n.rater_id, position = n.position, status = 'pending', visit = NULL
    FROM (
      SELECT g.id, g.rater_id, coalesce(last.position, 0) + row_number() OVER (PARTITION BY g.rater_id ORDER BY ${chanceOf(campaign.seed, "order", Prisma.sql`g.rater_id || ':' || g.response_id`)}) AS position
      FROM ${given} g LEFT JOIN (SELECT rater_id, max(position) AS position FROM rating_assignments WHERE campaign_id = ${campaign.id} GROUP BY rater_id) last ON last.rater_id = g.rater_id
    ) n WHERE a.id = n.id AND a.status IN ('pending', 'held')`;
}

/** What each rater of the campaign has still to judge; those who left are not there. */
export async function countRemainingItems(
  tx: Tx,
  campaignId: number,
): Promise<Map<number, number>> {
  const rows = await tx.$queryRaw<{ raterId: number; remaining: number }[]>`
    SELECT r.rater_id AS "raterId", (
      SELECT count(*)::int FROM rating_assignments a WHERE a.campaign_id = r.campaign_id AND a.rater_id = r.rater_id AND a.status <> 'judged') AS remaining
    FROM campaign_raters r WHERE r.campaign_id = ${campaignId} AND r.left_at IS NULL ORDER BY r.number`;
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
    SELECT DISTINCT ON (a.task_id) a.id, a.rater_id, a.position, a.status, t.response_id
    FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id JOIN responses p ON p.id = t.response_id
    WHERE a.campaign_id = ${campaign.id} AND a.rater_id = ANY(${donors}::int[]) AND a.status IN ('pending', 'held') AND NOT t.gold
      AND NOT EXISTS (SELECT FROM rating_assignments own WHERE own.task_id = a.task_id AND own.rater_id = ${raterId})
      AND NOT EXISTS (SELECT FROM rater_conflicts c WHERE c.run_id = p.run_id AND c.rater_id = ${raterId})
    ORDER BY a.task_id, ${chanceOf(campaign.seed, `take ${turn}`, Prisma.sql`a.rater_id || ':' || t.response_id`)}`;
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
      SELECT id, ${raterId}::int AS rater_id, response_id FROM (SELECT *, row_number() OVER (PARTITION BY rater_id ORDER BY status = 'held', position DESC, id DESC) AS rank FROM (${takeable}) t) t
        JOIN unnest(${[...shares.keys()]}::int[], ${[...shares.values()]}::int[]) AS s (donor_id, most) ON s.donor_id = t.rater_id AND t.rank <= s.most)
    ${moveTo(campaign, Prisma.sql`given`)} AND a.rater_id = ANY(${[...shares.keys()]}::int[])`;
}

/** Gives a rater who joins each gold task of the campaign that they may judge and have not got. @returns how many */
export async function addGold(tx: Tx, campaignId: number, raterId: number): Promise<number> {
  const added = await tx.$executeRaw`
    INSERT INTO rating_assignments (task_id, campaign_id, slot, rater_id, position)
    SELECT t.id, ${campaignId}, (SELECT min(n) FROM generate_series(1, t.wanted + 1) n WHERE NOT EXISTS (SELECT FROM rating_assignments a WHERE a.task_id = t.id AND a.slot = n)), ${raterId}, 0
    FROM rating_tasks t JOIN responses p ON p.id = t.response_id
    WHERE t.campaign_id = ${campaignId} AND t.gold
      AND NOT EXISTS (SELECT FROM rating_assignments a WHERE a.task_id = t.id AND a.rater_id = ${raterId})
      AND NOT EXISTS (SELECT FROM rater_conflicts c WHERE c.run_id = p.run_id AND c.rater_id = ${raterId})`;
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
        + row_number() OVER (ORDER BY ${chanceOf(campaign.seed, "order", Prisma.sql`a.rater_id || ':' || t.response_id`)}) AS position
      FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id WHERE a.campaign_id = ${campaign.id} AND a.rater_id = ${raterId} AND a.status = 'pending'
    ) n WHERE n.id = a.id AND a.status = 'pending' AND a.rater_id = n.rater_id`;
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

/** Locks a person, and reads their name beside the dataset's day. */
export async function lockPerson(
  tx: Tx,
  userId: number,
): Promise<{ name: string; /** ISO day. */ today: string } | null> {
  const [person] = await tx.$queryRaw<{ name: string; today: string }[]>`
    SELECT name, dataset_today()::text AS today FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
  return person ?? null;
}

/** The runs with responses that a campaign rated by other answers than those of now. */
export async function listStaleRuns(tx: Tx, campaignId: number): Promise<{ runId: number }[]> {
  return tx.$queryRaw<{ runId: number }[]>`
    SELECT DISTINCT run_id AS "runId" FROM responses WHERE id IN (${staleResponses(campaignId)}) ORDER BY run_id`;
}
