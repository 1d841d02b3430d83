import type pg from "pg";
import type { ProtocolDefinition } from "@/lib/rating/protocols/vocabulary";

interface ProtocolSample {
  /** Of the protocol and its campaign; unique. */
  name: string;
  definition: ProtocolDefinition;
  /** Runs of one release: their responses are rated. */
  runIds: readonly number[];
  /** Users who rate; each item is for all of them. */
  raters: readonly number[];
  /** How many questions of the release; default all. */
  questions?: number;
}

/**
 * An open campaign under a protocol of its own, none of it judged: what opening one by its command writes, for tests that
 * have only a connection. Needs qualified raters, and references where they are the unit. @returns its id
 */
export async function makeProtocolCampaign(
  client: pg.ClientBase,
  { name, definition, runIds, raters, questions = 1_000_000 }: ProtocolSample,
): Promise<number> {
  const { unit } = definition;
  const { rows } = await client.query<{ campaignId: number }>(
    `WITH protocol AS (INSERT INTO protocols (name, created_by) VALUES ($1, $3) RETURNING id),
      version AS (INSERT INTO protocol_versions (protocol_id, number, definition, frozen_at, created_by) SELECT id, 1, $2, now(), $3 FROM protocol RETURNING id)
    INSERT INTO campaigns (protocol_version_id, name, status, seed, sample, ratings_per_response, names_hidden, raters_may_adjudicate, client_key, created_by, opened_at)
    SELECT id, $1, 'open', 1, '{"kind":"all"}', $4, TRUE, FALSE, gen_random_uuid(), $3, now() FROM version RETURNING id AS "campaignId"`,
    [name, JSON.stringify(definition), raters[0], raters.length],
  );
  const { campaignId } = rows[0]!;
  await client.query(
    `WITH runs AS (INSERT INTO campaign_runs SELECT $1, unnest($2::int[]))
    INSERT INTO campaign_raters (campaign_id, rater_id, number) SELECT $1, id, ordinality FROM unnest($3::int[]) WITH ORDINALITY AS r(id, ordinality)`,
    [campaignId, runIds, raters],
  );
  // Each item's responses, by the order of the runs; pairs are each two of them.
  await client.query(
    `WITH answered AS (
      SELECT id, run_id, question_id, revision_id, dense_rank() OVER (ORDER BY question_id) AS n FROM responses WHERE run_id = ANY($2::int[])),
    units AS (
      SELECT ARRAY[a.id] AS ids, ARRAY[a.run_id] AS runs, a.revision_id, f.place FROM answered a LEFT JOIN response_references f ON f.response_id = a.id AND $3 = 'reference'
      WHERE a.n <= $4 AND ($3 = 'response' OR ($3 = 'reference' AND f.place IS NOT NULL))
      UNION ALL SELECT ARRAY[a.id, b.id], ARRAY[a.run_id, b.run_id], a.revision_id, NULL FROM answered a JOIN answered b ON b.question_id = a.question_id AND b.run_id > a.run_id WHERE a.n <= $4 AND $3 = 'pair'
      UNION ALL SELECT array_agg(id ORDER BY run_id), array_agg(run_id ORDER BY run_id), min(revision_id), NULL FROM answered WHERE n <= $4 AND $3 = 'question' GROUP BY question_id)
    INSERT INTO rating_tasks (campaign_id, unit_key, response_id, reference_place, run_ids, revision_id, wanted)
    SELECT $1, array_to_string(ids, '-') || coalesce('.' || place, ''), CASE WHEN $3 IN ('response', 'reference') THEN ids[1] END, place, runs, revision_id, $5 FROM units ORDER BY ids, place`,
    [campaignId, runIds, unit, questions, raters.length],
  );
  if (unit === "question" || unit === "pair")
    await client.query(
      `INSERT INTO task_responses (task_id, place, response_id)
      SELECT t.id, part.place, part.id::int FROM rating_tasks t CROSS JOIN unnest(string_to_array(t.unit_key, '-')) WITH ORDINALITY AS part (id, place) WHERE t.campaign_id = $1`,
      [campaignId],
    );
  await client.query(
    `INSERT INTO rating_assignments (task_id, campaign_id, slot, rater_id, position)
    SELECT t.id, $1, r.number, r.rater_id, row_number() OVER (PARTITION BY r.rater_id ORDER BY t.id) FROM rating_tasks t JOIN campaign_raters r ON r.campaign_id = t.campaign_id WHERE t.campaign_id = $1`,
    [campaignId],
  );
  return campaignId;
}
