import type { Category, Hops } from "@/lib/dataset/questions/vocabulary";
import { categoryInSql, OTHER_ANSWERS } from "@/lib/dataset/questions/sql";
import { Prisma, type Tx } from "@/lib/platform/db";
import { gatherStatistics } from "@/lib/platform/planner-statistics";
import { createHash } from "node:crypto";
import {
  fairShares,
  goldCount,
  sampleStrata,
  spreadOverlap,
  teamsByShares,
  type PlannedGroup,
} from "./rules";
import type { CampaignSample, CitationFilterCounts, PreviewInput } from "./schema";
import { RELAXED_STRICT_VERSION, type ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";
import { standingGoldAnswers, type GoldSource } from "@/lib/rating/gold/sql";
import { goldProtocol } from "@/lib/rating/gold/writes";
import { takenByCheck } from "@/lib/runs/references/sql";
import { staleTasks } from "./writes";

/*
 * What the preview, opening and moving work share. Responses, tasks and assignments are chosen, counted and written by
 * the database; what comes into Node is counts by group, and out of it whose each slot is.
 */

/** What decides which responses are judged how often by whom. */
export type Choice = Omit<PreviewInput, "sample"> & {
  /** What the version of the protocol says. */
  definition: ProtocolDefinition;
  /** Where gold items come from; null: verdicts of Relaxed and Strict. */
  goldSource: GoldSource | null;
  sample: CampaignSample;
  followsId?: number | null;
};

/**
 * SQL: a number that orders things at random, the same for the same seed. Its text is what MD5 (RFC 1321) makes of
 * "seed:purpose:id", so that anyone can recompute the order.
 */
export function chanceOf(seed: number, purpose: string, id: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`md5(${`${seed}:${purpose}:`}::text || ${id})::uuid`;
}

/** SQL: the category of revision `r`. */
const CATEGORY = categoryInSql("r");

/**
 * SQL: the items that could be judged, before the sample: responses of the runs, or what the protocol's unit makes of
 * them. `unit_key` names an item and `run_ids` are the runs it is of, in the order of their ids. Several responses are
 * judged by the latest of their revisions, whose category and hops the item has.
 */
function population(choice: Choice): Prisma.Sql {
  if (choice.sample.kind === "stale")
    // A follow-up judges again what was judged, and as often.
    return Prisma.sql`
      SELECT again.unit_key, again.response_id, again.reference_place, again.run_ids, p.question_id, ${truthOf(choice)} AS revision_id, ${CATEGORY} AS category, r.hops, again.several
      FROM (${staleTasks(choice.followsId ?? 0)}) again JOIN responses p ON p.id = again.first_response_id JOIN revisions r ON r.id = p.revision_id
      WHERE again.run_ids <@ ${choice.runIds}::int[]`;
  const responses = responsesOf(choice);
  const several = (
    key: Prisma.Sql,
    runs: Prisma.Sql,
    latest: (column: Prisma.Sql) => Prisma.Sql,
    from: Prisma.Sql,
  ) => Prisma.sql`
    WITH responses_of AS MATERIALIZED (${responses})
    SELECT ${key} AS unit_key, NULL::int AS response_id, NULL::smallint AS reference_place, ${runs} AS run_ids, a.question_id,
      ${latest(Prisma.sql`revision_id`)} AS revision_id, ${latest(Prisma.sql`category`)} AS category, ${latest(Prisma.sql`hops`)} AS hops, FALSE AS several
    FROM responses_of a ${from}`;
  switch (choice.definition.unit) {
    case "response":
      return Prisma.sql`SELECT response_id::text AS unit_key, response_id, NULL::smallint AS reference_place, ARRAY[run_id] AS run_ids, question_id, revision_id, category, hops, several FROM (${responses}) a WHERE a.taken`;
    case "reference":
      return Prisma.sql`
        SELECT response_id || '.' || f.place AS unit_key, response_id, f.place AS reference_place, ARRAY[run_id] AS run_ids, question_id, revision_id, category, hops, several
        FROM (${responses}) a JOIN response_references f USING (response_id) WHERE a.taken`;
    case "question":
      return several(
        Prisma.sql`string_agg(a.response_id::text, '-' ORDER BY a.run_id)`,
        Prisma.sql`array_agg(a.run_id ORDER BY a.run_id)`,
        (column) => Prisma.sql`(array_agg(a.${column} ORDER BY a.revision_id DESC))[1]`,
        Prisma.sql`GROUP BY a.question_id HAVING count(*) > 1 AND bool_or(a.taken)`,
      );
    case "pair":
      return several(
        Prisma.sql`a.response_id || '-' || b.response_id`,
        Prisma.sql`ARRAY[a.run_id, b.run_id]`,
        (column) =>
          Prisma.sql`CASE WHEN b.revision_id > a.revision_id THEN b.${column} ELSE a.${column} END`,
        Prisma.sql`JOIN responses_of b ON b.question_id = a.question_id AND b.run_id > a.run_id WHERE a.taken OR b.taken`,
      );
  }
}

/** SQL: the revision whose answers the response `p` is judged by. */
function truthOf({ truth }: Choice): Prisma.Sql {
  return truth === "present"
    ? Prisma.sql`(SELECT h.revision_id FROM question_heads h WHERE h.question_id = p.question_id)`
    : Prisma.sql`p.revision_id`;
}

/**
 * SQL: the responses of the runs, with the revision that is the ground truth, and whether the citation check takes them.
 * Splits and categories are those of the revision in the run's release.
 */
function responsesOf(choice: Choice): Prisma.Sql {
  const { sample, runIds } = choice;
  return Prisma.sql`
    SELECT p.id AS response_id, p.run_id, p.question_id, ${truthOf(choice)} AS revision_id, ${CATEGORY} AS category, r.hops, FALSE AS several,
      ${sample.citations === null ? Prisma.sql`TRUE` : Prisma.sql`coalesce(${takenByCheck(sample.citations, Prisma.sql`p.id`)}, FALSE)`} AS taken
    FROM responses p JOIN revisions r ON r.id = p.revision_id
    WHERE p.run_id = ANY(${runIds}::int[])
      AND ${sample.splits.length === 0 ? Prisma.sql`TRUE` : Prisma.sql`r.split = ANY(${sample.splits}::text[])`}
      AND ${sample.kind === "category" ? Prisma.sql`${CATEGORY} = ${sample.category}` : Prisma.sql`TRUE`}`;
}

/** What the plan's filter by the citation check makes of the responses of its runs; null: it has none. */
export async function countCitationFilter(
  tx: Tx,
  choice: Choice,
): Promise<CitationFilterCounts | null> {
  const { citations } = choice.sample;
  if (citations === null) return null;
  const [row] = await tx.$queryRaw<[CitationFilterCounts]>`
    SELECT count(*) FILTER (WHERE taken)::int AS taken, count(taken)::int AS decided,
      count(*) FILTER (WHERE taken IS NULL AND cites)::int AS undecided, count(*) FILTER (WHERE NOT cites)::int AS "withoutReferences"
    FROM (
      SELECT ${takenByCheck(citations, Prisma.sql`a.response_id`)} AS taken, EXISTS (SELECT FROM response_references f WHERE f.response_id = a.response_id) AS cites
      FROM (${responsesOf({ ...choice, sample: { ...choice.sample, citations: null } })}) a) checked`;
  return row;
}

/** SQL: the responses that the sample takes. @param strata of a random sample: how many questions each of them gives */
function sampled(choice: Choice, strata: readonly DrawnStratum[]): Prisma.Sql {
  if (choice.sample.kind !== "random") return population(choice);
  const drawn = strata.filter((stratum) => stratum.drawn > 0);
  return Prisma.sql`
    WITH population AS MATERIALIZED (${population(choice)}),
    -- The same questions in every run: models are compared on what all of them were asked.
    questions AS (SELECT DISTINCT ON (question_id) question_id, category, hops FROM population ORDER BY question_id, run_ids),
    ranked AS (SELECT *, row_number() OVER (PARTITION BY category, hops ORDER BY ${chanceOf(choice.seed, "sample", Prisma.sql`question_id`)}) AS rank FROM questions)
    SELECT population.* FROM population JOIN ranked USING (question_id)
      JOIN unnest(${drawn.map((one) => one.category)}::text[], ${drawn.map((one) => one.hops)}::text[], ${drawn.map((one) => one.drawn)}::int[]) AS s (category, hops, drawn)
        ON s.category = ranked.category AND s.hops = ranked.hops AND ranked.rank <= s.drawn`;
}

/** Questions that share category and hops: how many there are, and how many of them the sample takes. */
interface DrawnStratum {
  category: Category;
  hops: Hops;
  count: number;
  drawn: number;
}

async function readStrata(tx: Tx, choice: Choice): Promise<DrawnStratum[]> {
  const strata = await tx.$queryRaw<Omit<DrawnStratum, "drawn">[]>`
    SELECT category, hops, count(*)::int AS count
    FROM (SELECT DISTINCT ON (question_id) question_id, category, hops FROM (${population(choice)}) population ORDER BY question_id, run_ids) questions
    GROUP BY category, hops ORDER BY category, hops`;
  const drawn =
    choice.sample.kind === "random"
      ? sampleStrata(strata, choice.sample.count)
      : strata.map((stratum) => stratum.count);
  return strata.map((stratum, i) => ({ ...stratum, drawn: drawn[i]! }));
}

/** Who of some raters may judge what is of these runs. */
export async function readEligible(
  tx: Tx,
  runIds: readonly number[],
  raterIds: readonly number[],
): Promise<(runs: readonly number[]) => number[]> {
  const conflicts = await tx.raterConflict.findMany({
    where: { runId: { in: [...runIds] }, raterId: { in: [...raterIds] } },
    select: { runId: true, raterId: true },
  });
  const kept = new Set(conflicts.map((conflict) => `${conflict.runId}/${conflict.raterId}`));
  return (runs) =>
    raterIds.filter((raterId) => !runs.some((runId) => kept.has(`${runId}/${raterId}`)));
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
  /** Names exactly these responses, answers, raters and questions to them. */
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
    Prisma.sql`WITH chosen AS MATERIALIZED (${chosenItems(choice, drawn)})`,
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
    SELECT count(*)::int AS there, count(s.unit_key)::int AS sampled FROM (${goldPool(choice)}) g LEFT JOIN (${sampled(choice, strata)}) s USING (unit_key)`;
  const sizes =
    choice.goldRate === 0 || pool!.there === 0
      ? []
      : await tx.$queryRaw<RunSize[]>`
    SELECT run_ids AS runs, FALSE AS gold, count(*)::int AS size, count(*) FILTER (WHERE several)::int AS several, count(*)::int AS sampled
    FROM (${sampled(choice, strata)}) s GROUP BY run_ids ORDER BY run_ids`;
  const gold = goldWanted(
    choice,
    groupsOf(choice, sizes, await readEligible(tx, choice.runIds, choice.raterIds)),
    pool!.there,
  );
  return { strata, gold, goldThere: pool!.there, goldThereSampled: pool!.sampled };
}

/**
 * SQL: every item of a campaign: those of the sample, and gold. Gold is taken from outside the sample first; what is
 * taken from the sample stays part of it, and is settled by its gold verdict.
 */
function chosenItems(choice: Choice, { strata, gold }: DrawnPlan): Prisma.Sql {
  return Prisma.sql`
    WITH sample AS MATERIALIZED (${sampled(choice, strata)}),
    gold AS MATERIALIZED (
      SELECT g.*, sample.unit_key IS NOT NULL AS sampled FROM (${goldPool(choice)}) g LEFT JOIN sample USING (unit_key)
      ORDER BY sample.unit_key IS NOT NULL, ${chanceOf(choice.seed, "gold", Prisma.sql`g.unit_key`)} LIMIT ${gold})
    SELECT unit_key, response_id, reference_place, run_ids, question_id, revision_id, several, FALSE AS gold, TRUE AS sampled FROM sample WHERE NOT EXISTS (SELECT FROM gold WHERE gold.unit_key = sample.unit_key)
    UNION ALL SELECT unit_key, response_id, reference_place, run_ids, question_id, revision_id, TRUE, TRUE, sampled FROM gold`;
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
    SELECT run_ids AS runs, gold, count(*)::int AS size, count(*) FILTER (WHERE several)::int AS several, count(*) FILTER (WHERE sampled)::int AS sampled,
      (SELECT count(*)::int FROM (SELECT FROM chosen WHERE sampled GROUP BY question_id HAVING count(*) = ${choice.runIds.length}) q) AS common,
      -- Of all rows, whatever their order.
      sum(hashtextextended(unit_key || ':' || revision_id || ':' || several || ':' || sampled, 0))::text AS mark
    FROM chosen GROUP BY run_ids, gold ORDER BY gold, run_ids`;
  const eligible = await readEligible(
    tx,
    [...new Set([...choice.runIds, ...sizes.flatMap(({ runs }) => runs)])],
    choice.raterIds,
  );
  const groups = groupsOf(choice, sizes, eligible);
  const fingerprint = createHash("sha256")
    .update(
      JSON.stringify([
        choice.seed,
        choice.raterIds,
        choice.protocolVersionId,
        choice.definition,
        drawn,
        groups,
        sizes.map((run) => run.mark),
      ]),
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

/** How many items of some runs the plan takes, and how many of them are judged several times anyway or are of the sample. */
interface RunSize {
  runs: number[];
  gold: boolean;
  size: number;
  several: number;
  sampled: number;
}

/** The groups of a campaign's tasks: by run, by whether they are of the overlap, and gold, which is for everyone who may judge its run. */
function groupsOf(
  choice: Choice,
  sizes: readonly RunSize[],
  eligible: (runs: readonly number[]) => number[],
): PlannedGroup[] {
  const own = sizes.filter((run) => !run.gold);
  const several =
    choice.sample.kind === "stale"
      ? own.map((run) => run.several)
      : spreadOverlap(
          own.map((run) => run.size),
          choice.ratingsPerResponse === 1 ? 0 : choice.overlap,
        );
  const group = (runs: number[], size: number, wanted: number): PlannedGroup => ({
    runs,
    gold: false,
    size,
    sampled: size,
    wanted,
    eligible: eligible(runs),
  });
  return [
    ...own.flatMap(({ runs, size }, i) => [
      group(runs, several[i]!, choice.ratingsPerResponse),
      group(runs, size - several[i]!, 1),
    ]),
    ...sizes
      .filter((run) => run.gold)
      .map(({ runs, size, sampled: inSample }) => ({
        runs,
        gold: true,
        size,
        sampled: inSample,
        wanted: eligible(runs).length,
        eligible: eligible(runs),
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

/** Where a campaign under a version of a protocol has its gold from; null: it is verdicts of Relaxed and Strict. */
export async function goldSourceOf(tx: Tx, versionId: number): Promise<GoldSource | null> {
  return versionId === RELAXED_STRICT_VERSION ? null : goldProtocol(tx, versionId);
}

/** SQL for FROM: gold as it stands: unit_key, response_id, reference_place, revision_id. */
function standingGoldItems({ goldSource }: Choice): Prisma.Sql {
  return goldSource === null
    ? Prisma.sql`(SELECT response_id::text AS unit_key, response_id, NULL::smallint AS reference_place, revision_id FROM gold_responses)`
    : standingGoldAnswers(goldSource);
}

/**
 * SQL: gold items that can check the raters of these runs: to the same releases, settled by answers that are still
 * those of the campaign where raters see these, and of a run that someone may judge.
 */
function goldPool(choice: Choice): Prisma.Sql {
  const truth =
    choice.truth === "present"
      ? Prisma.sql`newer.id = h.revision_id`
      : Prisma.sql`newer.id = p.revision_id`;
  const settled =
    choice.goldSource?.byAnswers === false ? Prisma.sql`TRUE` : Prisma.sql`NOT ${OTHER_ANSWERS}`;
  return Prisma.sql`
    SELECT g.unit_key, p.id AS response_id, g.reference_place, ARRAY[p.run_id] AS run_ids, p.question_id, newer.id AS revision_id
    FROM ${standingGoldItems(choice)} g JOIN responses p ON p.id = g.response_id JOIN model_runs run ON run.id = p.run_id JOIN question_heads h ON h.question_id = p.question_id
      JOIN revisions older ON older.id = g.revision_id JOIN revisions newer ON ${truth}
    WHERE run.release_id IN (SELECT release_id FROM model_runs WHERE id = ANY(${choice.runIds}::int[])) AND ${settled}
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
  await tx.$executeRaw`CREATE TEMP TABLE chosen ON COMMIT DROP AS ${chosenItems(choice, drawn)}`;
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
    INSERT INTO rating_tasks (campaign_id, unit_key, response_id, reference_place, run_ids, revision_id, wanted, gold, sampled)
    SELECT ${campaignId}, c.unit_key, c.response_id, c.reference_place, c.run_ids, c.revision_id, CASE WHEN c.rank <= g.size THEN g.wanted ELSE 1 END, c.gold, c.sampled
    FROM (SELECT *, row_number() OVER (PARTITION BY run_ids, gold ORDER BY NOT several, ${chanceOf(choice.seed, "overlap", Prisma.sql`unit_key`)}) AS rank FROM chosen) c
      LEFT JOIN unnest(${several.map(keyOf)}::text[], ${several.map((group) => group.gold)}::boolean[], ${several.map((group) => group.size)}::int[], ${several.map((group) => group.wanted)}::int[])
        AS g (runs, gold, size, wanted) ON g.runs::int[] = c.run_ids AND g.gold = c.gold
    -- In an order that tells nothing.
    ORDER BY ${chanceOf(choice.seed, "task", Prisma.sql`c.unit_key`)}`;
  if (choice.definition.unit === "question" || choice.definition.unit === "pair")
    await tx.$executeRaw`
      INSERT INTO task_responses (task_id, place, response_id)
      SELECT t.id, part.place, part.response_id::int FROM rating_tasks t CROSS JOIN unnest(string_to_array(t.unit_key, '-')) WITH ORDINALITY AS part (response_id, place)
      WHERE t.campaign_id = ${campaignId}`;
  await tx.$executeRaw`DROP TABLE chosen`;
  await gatherStatistics(tx, "rating_tasks", "task_responses");
  await writeAssignments(tx, campaignId, choice.seed, planned);
  return { planned, refused: null };
}

/** The runs of a group as the text of an array: Postgres has no arrays of arrays of different lengths. */
export function keyOf({ runs }: Pick<PlannedGroup, "runs">): string {
  return `{${runs.join(",")}}`;
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
    SELECT task_id, ${campaignId}, slot, nullif(rater_id, 0), row_number() OVER (PARTITION BY rater_id ORDER BY ${chanceOf(seed, "order", Prisma.sql`rater_id || ':' || unit_key`)})
    FROM (
      SELECT t.id AS task_id, t.unit_key, s.slot, g.start + (row_number() OVER (PARTITION BY g.start, s.slot ORDER BY ${chanceOf(seed, "team", Prisma.sql`t.unit_key`)}) - 1) * t.wanted + s.slot AS place
      FROM rating_tasks t
        JOIN unnest(${groups.map(keyOf)}::text[], ${groups.map((group) => group.gold)}::boolean[], ${groups.map((group) => group.wanted)}::int[], ${starts}::int[]) AS g (runs, gold, wanted, start)
          ON g.runs::int[] = t.run_ids AND g.gold = t.gold AND g.wanted = t.wanted
        CROSS JOIN generate_series(1, t.wanted) AS s (slot)
      WHERE t.campaign_id = ${campaignId}
    ) slots JOIN unnest(${integers(given)}::int[]) WITH ORDINALITY AS d (rater_id, place) USING (place)
    ORDER BY task_id, slot`;
}

/** Numbers as one text that Postgres reads as an array: a list of a million would go over the wire one by one. */
export function integers(parts: readonly Int32Array[]): string {
  return `{${parts
    .filter((part) => part.length > 0)
    .map((part) => part.join(","))
    .join(",")}}`;
}
