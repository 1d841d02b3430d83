import { createHash, randomUUID } from "node:crypto";
import type pg from "pg";
import type { Role } from "@/lib/people/access/roles";
import { copyInto, copyText } from "@/lib/platform/db";
import { cellSql, readCells, searchColumns } from "@/lib/dataset/questions/cells";
import { typedColumns } from "@/lib/dataset/questions/typed-columns";
import { releaseRows } from "./release-rows";

/*
 * Made-up rating data for tests and the bench: a release, runs of models on it, a campaign with everything that raters
 * and adjudicators left behind. Always the same for the same seed but for ids and keys, and set-based, so that a million
 * judgments take a minute. Everything obeys the rules of the database; nothing is in the audit log.
 */

export interface RatingSample {
  /** Default 1. */
  seed?: number;
  /** A published release whose questions are answered; without one, one is made. */
  releaseId?: number;
  /** How many questions a release that is made has; default 20. */
  questions?: number;
  /** Runs that are there, of one release: their responses are rated, and no models, runs or responses are made. */
  runIds?: readonly number[];
  /** How many models answer every question of the release, one run each; default 1. Responses = questions × models. */
  models?: number;
  /** Markdown that each response that is made ends with. */
  furthermore?: string;
  /** Name of the campaign, and of whatever else is made; unique. */
  name?: string;
  /** False: responses only. */
  campaign?: boolean;
  /** draft, open (default), paused or closed. */
  status?: string;
  /** Users who rate; or how many are made. Default 2. */
  raters?: number | readonly number[];
  /** Default 2; not more than there are raters. */
  ratingsPerResponse?: number;
  /** How many tasks get ratingsPerResponse, the rest gets one; default all. */
  overlap?: number | null;
  namesHidden?: boolean;
  ratersMayAdjudicate?: boolean;
  /** Share of the slots that are judged; the rest are missing values. Default 1. */
  judged?: number;
  /** Share of the doubly judged tasks whose judgments all have the same verdicts; in each other one of them differs. Default 0.9. */
  agreement?: number;
  /** Shares of the judgments; default 0. Flagged ones have an open flag. */
  lowConfidence?: number;
  flagged?: number;
  /** Share of the judgments that were corrected once. Default 0. */
  corrected?: number;
  /** Share of the tasks that are gold. Default 0. */
  gold?: number;
  /** Share of what needs adjudication that has one. Default 0. */
  adjudicated?: number;
  /** Programs that judged every response, with the share of them that each got as the truth is. Default none. */
  evaluators?: readonly number[];
}

export interface RatingSampleMade {
  releaseId: number;
  modelIds: number[];
  runIds: number[];
  responses: number;
  /** 0 without a campaign. */
  campaignId: number;
  raterIds: number[];
  maintainerId: number;
  adjudicatorId: number;
  researcherId: number;
  tasks: number;
  /** Superseded ones included. */
  judgments: number;
}

/** Makes all of it in one transaction. @param client a connection that is in none, for example that of withConnection. */
export async function makeRating(
  client: pg.ClientBase,
  sample: RatingSample = {},
): Promise<RatingSampleMade> {
  await client.query("BEGIN");
  try {
    const made = await make(client, sample);
    await client.query("COMMIT");
    // The planner must know what came in, or it takes a million rows for none.
    await client.query(
      "ANALYZE responses, rating_tasks, rating_assignments, judgments, gold_verdicts, adjudications, adjudication_cases, truth_tickets, automatic_verdicts, question_heads, revisions",
    );
    return made;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

async function make(client: pg.ClientBase, sample: RatingSample): Promise<RatingSampleMade> {
  const name = sample.name ?? `Sample ${randomUUID().slice(0, 8)}`;
  const seed = sample.seed ?? 1;
  const one = async <T>(sql: string, values: unknown[] = []) =>
    (await client.query(sql, values)).rows[0] as T;
  // Keys are right by construction; looking each of them up would be most of the time. Only a superuser may, and may not need to.
  await client.query(
    "SELECT set_config('session_replication_role', 'replica', true) FROM pg_roles WHERE rolname = current_user AND rolsuper",
  );
  await client.query(`
    CREATE OR REPLACE FUNCTION pg_temp.chance(key bigint, salt bigint) RETURNS float8 LANGUAGE sql IMMUTABLE AS
    'SELECT (hashint8extended($1, $2) & 1048575) / 1048576.0::float8'`);

  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const person = async (role: Role, number = 1) =>
    (
      await one<{ id: number }>(
        "INSERT INTO users (email, name, roles) VALUES ($1, $2, $3) RETURNING id",
        [
          `${role}-${number}.${slug}@example.org`,
          `${role[0]!.toUpperCase()}${role.slice(1)} ${number} of ${name}`,
          [role],
        ],
      )
    ).id;
  const maintainerId = await person("maintainer");
  const adjudicatorId = await person("adjudicator");
  const researcherId = await person("researcher");
  const raterIds: number[] = [];
  if (typeof sample.raters === "object") raterIds.push(...sample.raters);
  else
    for (let number = 1; number <= (sample.raters ?? 2); number++)
      raterIds.push(await person("rater", number));

  const releaseId =
    sample.releaseId ??
    (
      await one<{ id: number } | undefined>(
        "SELECT release_id AS id FROM model_runs WHERE id = $1",
        [sample.runIds?.[0] ?? null],
      )
    )?.id ??
    (await makeRelease(client, {
      name: await freeReleaseName(client),
      questions: sample.questions ?? 20,
      seed,
      userId: maintainerId,
    }));

  const modelIds: number[] = [];
  const runIds = [...(sample.runIds ?? [])];
  const models = sample.runIds === undefined ? (sample.models ?? 1) : 0;
  for (let number = 1; number <= models; number++) {
    const model = await one<{ id: number }>(
      "INSERT INTO models (name, provider, size, knowledge_cutoff, told_date, has_search, created_by) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id",
      [
        `${name} model ${number}`,
        `Provider ${1 + (number % 3)}`,
        `${number * 7}B`,
        `202${number % 6}-0${1 + (number % 9)}`,
        number % 2 === 0,
        number % 3 === 0,
        maintainerId,
      ],
    );
    const run = await one<{ id: number }>(
      "INSERT INTO model_runs (model_id, release_id, name, ran_on, prompt_method, temperature, max_tokens, created_by) VALUES ($1, $2, 'Run 1', '2026-11-10', $3, 0, 256, $4) RETURNING id",
      [model.id, releaseId, ["zero-shot", "few-shot", "freshprompt"][number % 3], maintainerId],
    );
    await client.query(
      `
      WITH file AS (
        INSERT INTO response_imports (run_id, file_name, format, byte_size, status, created_by, applied_at) VALUES ($1, 'responses.csv', 'csv', 1, 'applied', $2, now()) RETURNING id)
      INSERT INTO responses (run_id, question_id, revision_id, text, metadata, import_id)
      SELECT $1, e.question_id, e.revision_id,
        'As far as I know, the answer is **' || ${cellSql("r", "answer_0")} || '**.' || CASE WHEN e.position % 3 = 0 THEN repeat(' More is said of it than was asked, with names and numbers.', 1 + e.position % 7) ELSE '' END || $4,
        jsonb_build_object('latency', 200 + e.position % 900), file.id
      FROM file, release_entries e JOIN revisions r ON r.id = e.revision_id WHERE e.release_id = $3 ORDER BY e.position`,
      [run.id, maintainerId, releaseId, sample.furthermore ?? ""],
    );
    modelIds.push(model.id);
    runIds.push(run.id);
  }
  // What is right of each response, by which the judgments below are made: 0 both modes, 1 Relaxed alone, 2 neither.
  await client.query(
    `
    CREATE TEMP TABLE truth ON COMMIT DROP AS
    SELECT p.id AS response_id, p.question_id, p.revision_id, p.ordinal,
      CASE WHEN pg_temp.chance(p.ordinal, $2) >= 0.55 + 0.3 * p.run / cardinality($1::int[]) THEN 2 WHEN pg_temp.chance(p.ordinal, $2 + 1) < 0.85 THEN 0 ELSE 1 END AS pattern
    FROM (SELECT r.id, r.question_id, r.revision_id, runs.run, row_number() OVER (ORDER BY r.id)::int AS ordinal
      FROM unnest($1::int[]) WITH ORDINALITY AS runs(run_id, run) JOIN responses r USING (run_id)) p`,
    [runIds, seed],
  );
  await client.query("ANALYZE truth");
  for (const [index, share] of (sample.evaluators ?? []).entries()) {
    await client.query(
      `
      WITH evaluator AS (INSERT INTO evaluators (name, family, created_by) VALUES ($1, $1, $2) RETURNING id)
      INSERT INTO automatic_verdicts (response_id, evaluator_id, relaxed, strict, explanation, revision_id)
      SELECT response_id, id, given < 2, given = 0, 'Judged by the factory.', revision_id FROM (
        SELECT response_id, revision_id, CASE WHEN pg_temp.chance(ordinal, $3 + 20 + $4) < $5::float8 THEN pattern ELSE (pattern + 1 + (ordinal % 2)) % 3 END AS given FROM truth ORDER BY ordinal) v, evaluator`,
      [`${name} evaluator ${index + 1}`, maintainerId, seed, index, share],
    );
  }
  const { responses } = await one<{ responses: number }>(
    "SELECT count(*)::int AS responses FROM truth",
  );
  const base = {
    releaseId,
    modelIds,
    runIds,
    responses,
    raterIds,
    maintainerId,
    adjudicatorId,
    researcherId,
  };
  if (sample.campaign === false) return { ...base, campaignId: 0, tasks: 0, judgments: 0 };

  const ratings = sample.ratingsPerResponse ?? 2;
  if (ratings > raterIds.length)
    throw new Error("A response cannot be judged by more raters than there are.");
  const { id: campaignId } = await one<{ id: number }>(
    `
    INSERT INTO campaigns (protocol_version_id, name, status, seed, sample, ratings_per_response, overlap, names_hidden, raters_may_adjudicate, client_key, created_by, opened_at, closed_at)
    VALUES ((SELECT min(id) FROM protocol_versions), $1, $2, $3, '{"kind":"all"}', $4, $5, $6, $7, gen_random_uuid(), $8, CASE WHEN $2 <> 'draft' THEN now() - interval '20 days' END, CASE WHEN $2 = 'closed' THEN now() END) RETURNING id`,
    [
      name,
      sample.status ?? "open",
      seed,
      ratings,
      sample.overlap ?? null,
      sample.namesHidden ?? true,
      sample.ratersMayAdjudicate ?? false,
      maintainerId,
    ],
  );
  await client.query("INSERT INTO campaign_runs SELECT $1, unnest($2::int[])", [
    campaignId,
    runIds,
  ]);
  await client.query(
    "INSERT INTO campaign_raters (campaign_id, rater_id, number) SELECT $1, id, ordinality FROM unnest($2::int[]) WITH ORDINALITY AS r(id, ordinality)",
    [campaignId, raterIds],
  );
  await client.query(
    `
    INSERT INTO rating_tasks (campaign_id, unit_key, response_id, run_ids, revision_id, wanted, gold)
    SELECT $1, response_id::text, response_id, ARRAY[p.run_id], truth.revision_id, CASE WHEN ordinal <= coalesce($3::int, ordinal) THEN $2::int ELSE 1 END, pg_temp.chance(ordinal, $4 + 2) < $5::float8 FROM truth JOIN responses p ON p.id = response_id ORDER BY ordinal`,
    [campaignId, ratings, sample.overlap ?? null, seed, sample.gold ?? 0],
  );
  await client.query(
    `
    INSERT INTO gold_verdicts (response_id, kind, revision_id, relaxed, strict, relaxed_reason, strict_reason, explanation, set_by)
    SELECT response_id, 'set', g.revision_id, ${verdict("g.pattern", "g.ordinal")}, 'Settled by the factory.', $2
    FROM rating_tasks t JOIN truth g USING (response_id) WHERE t.campaign_id = $1 AND t.gold`,
    [campaignId, maintainerId],
  );

  // Every slot with whose it is, whether it is judged, and what that rater said first and in the end.
  await client.query(
    `
    CREATE TEMP TABLE slots ON COMMIT DROP AS
    SELECT s.*, CASE WHEN s.corrected THEN (s.said + 1) % 3 ELSE s.said END AS said_first, nextval('judgments_id_seq')::int AS first_id,
      CASE WHEN s.judged AND s.corrected THEN nextval('judgments_id_seq')::int END AS later_id
    FROM (
      SELECT t.id AS task_id, g.response_id, g.question_id, t.revision_id, g.ordinal, slot, ($2::int[])[1 + (g.ordinal + slot) % cardinality($2::int[])] AS rater_id,
        (hashint8extended(g.ordinal * 64 + slot, $3 + 3) & 1073741823)::int AS position,
        pg_temp.chance(g.ordinal * 64 + slot, $3 + 4) < $4::float8 AS judged,
        CASE WHEN t.wanted > 1 AND pg_temp.chance(g.ordinal, $3 + 5) >= $5::float8 AND slot = 1 + (g.ordinal % t.wanted)
          THEN (g.pattern + 1 + (g.ordinal / 2) % 2) % 3 ELSE g.pattern END AS said,
        pg_temp.chance(g.ordinal * 64 + slot, $3 + 6) < $6::float8 AS low_confidence,
        pg_temp.chance(g.ordinal * 64 + slot, $3 + 7) < $7::float8 AS flagged,
        pg_temp.chance(g.ordinal * 64 + slot, $3 + 8) < $8::float8 AS corrected,
        (8000 + 52000 * pg_temp.chance(g.ordinal * 64 + slot, $3 + 9))::int AS active_ms,
        date_trunc('day', now()) - interval '15 days' + make_interval(secs => g.ordinal * 30 % 1000000 + slot) AS judged_at
      FROM rating_tasks t JOIN truth g USING (response_id), generate_series(1, t.wanted) AS slot WHERE t.campaign_id = $1 ORDER BY g.ordinal, slot) s`,
    [
      campaignId,
      raterIds,
      seed,
      sample.judged ?? 1,
      sample.agreement ?? 0.9,
      sample.lowConfidence ?? 0,
      sample.flagged ?? 0,
      sample.corrected ?? 0,
    ],
  );
  const judgment =
    "INSERT INTO judgments (id, task_id, campaign_id, response_id, rater_id, revision_id, relaxed, strict, relaxed_reason, strict_reason, comment, low_confidence, flagged, active_ms, judged_at, client_key, supersedes_id, correction)";
  const rows = async (sql: string, values: unknown[]) =>
    (await client.query(sql, values)).rowCount ?? 0;
  const first = await rows(
    `${judgment}
    SELECT first_id, task_id, $1, response_id, rater_id, revision_id, ${verdict("said_first", "ordinal")}, CASE WHEN flagged THEN 'The answer looks out of date.' ELSE '' END,
      low_confidence, flagged, active_ms, judged_at, gen_random_uuid(), NULL, '' FROM slots WHERE judged ORDER BY first_id`,
    [campaignId],
  );
  const later = await rows(
    `${judgment}
    SELECT later_id, task_id, $1, response_id, rater_id, revision_id, ${verdict("said", "ordinal")}, CASE WHEN flagged THEN 'The answer looks out of date.' ELSE '' END,
      low_confidence, flagged, active_ms / 2, judged_at + interval '1 hour', gen_random_uuid(), first_id, 'I had misread the question.' FROM slots WHERE judged AND corrected ORDER BY later_id`,
    [campaignId],
  );
  await client.query(
    `
    INSERT INTO rating_assignments (task_id, campaign_id, slot, rater_id, position, status, opened_at, judgment_id)
    SELECT task_id, $1, slot, rater_id, position, CASE WHEN judged THEN 'judged' ELSE 'pending' END, CASE WHEN judged THEN judged_at END, CASE WHEN judged THEN coalesce(later_id, first_id) END
    FROM slots ORDER BY task_id, slot`,
    [campaignId],
  );
  await client.query(`
    INSERT INTO truth_tickets (question_id, revision_id, judgment_id, raised_by, comment, created_at)
    SELECT question_id, revision_id, first_id, rater_id, 'The answer looks out of date.', judged_at FROM slots WHERE judged AND flagged ORDER BY first_id`);
  await client.query(
    `
    INSERT INTO adjudications (task_id, adjudicator_id, revision_id, relaxed, strict, relaxed_reason, strict_reason, reason, client_key)
    SELECT t.id, $2, t.revision_id, ${verdict("g.pattern", "g.ordinal")}, 'So says the evidence.', gen_random_uuid()
    FROM adjudication_cases c JOIN rating_tasks t ON t.id = c.task_id JOIN truth g USING (response_id)
    WHERE c.campaign_id = $1 AND pg_temp.chance(g.ordinal, $3 + 10) < $4::float8 ORDER BY t.id`,
    [campaignId, adjudicatorId, seed, sample.adjudicated ?? 0],
  );
  const { tasks } = await one<{ tasks: number }>(
    "SELECT count(*)::int AS tasks FROM rating_tasks WHERE campaign_id = $1",
    [campaignId],
  );
  return { ...base, campaignId, tasks, judgments: first + later };
}

/** SQL: the four columns of a verdict by its pattern, with a reason of the closed list where there is no credit. */
function verdict(pattern: string, key: string): string {
  const both =
    "ARRAY['no-definite-answer','wrong-primary-answer','contradiction','misleading-addition','premise-not-rebutted','incomplete-name','approximate-number']";
  const strictOnly = "ARRAY['hallucination','outdated','ill-formed','unverified-cutoff-caveat']";
  const relaxedReason = `CASE WHEN ${pattern} = 2 THEN (${both})[1 + ${key} % 7] END`;
  return `${pattern} < 2, ${pattern} = 0, ${relaxedReason}, CASE WHEN ${pattern} = 1 THEN (${strictOnly})[1 + ${key} % 4] ELSE ${relaxedReason} END`;
}

/** A name that no release has; the day in it is read for due days, so it must be one. */
async function freeReleaseName(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT name FROM (SELECT 'FreshQA_v' || to_char(date '2021-12-31' - n, 'MMDDYYYY') AS name, n FROM generate_series(0, 5000) AS n) free
    WHERE NOT EXISTS (SELECT 1 FROM releases r WHERE r.name = free.name) ORDER BY n LIMIT 1`);
  return rows[0]!.name;
}

/** Makes questions and publishes them as a release of the day in its name, whose bytes are a few only. */
async function makeRelease(
  client: pg.ClientBase,
  made: { name: string; questions: number; seed: number; userId: number },
): Promise<number> {
  const start = (
    await client.query<{ id: number }>("SELECT coalesce(max(id), 0) AS id FROM questions")
  ).rows[0]!.id;
  const revision = (
    await client.query<{ id: number }>("SELECT coalesce(max(id), 0) AS id FROM revisions")
  ).rows[0]!.id;
  const questions = function* (): Generator<string> {
    for (let i = 1; i <= made.questions; i++) yield `${start + i}\t${made.userId}\n`;
  };
  const typed = (cells: string[]) => {
    const content = readCells(cells).content!;
    const columns = typedColumns(content, "active");
    const values = [
      columns.status,
      columns.split,
      columns.falsePremise,
      columns.factType,
      columns.hops,
      columns.effectiveYear,
      columns.effectiveBefore,
      columns.reviewPolicy,
      columns.reviewOn?.toISOString().slice(0, 10) ?? null,
    ];
    return { content, values };
  };
  const line = (values: Parameters<typeof copyText>[0][]) => `${values.map(copyText).join("\t")}\n`;
  const cellsOf = function* (): Generator<[number, string[]]> {
    let i = 0;
    for (const batch of releaseRows(made.questions, made.seed))
      for (const row of batch) yield [++i, row.slice(1)];
  };
  const revisions = function* (): Generator<string> {
    for (const [i, cells] of cellsOf())
      yield line([
        revision + i,
        start + i,
        1,
        "import",
        made.userId,
        cells,
        ...typed(cells).values,
      ]);
  };
  const heads = function* (): Generator<string> {
    for (const [i, cells] of cellsOf()) {
      const { content, values } = typed(cells);
      const search = searchColumns(content);
      yield line([
        start + i,
        revision + i,
        1,
        search.question,
        search.normalized,
        search.primaryAnswer,
        search.searchText,
        search.evidenceHosts,
        made.userId,
        new Date(0).toISOString(),
        false,
        ...values,
      ]);
    }
  };
  const classes =
    "status, split, false_premise, fact_type, hops, effective_year, effective_before, review_policy, review_on";
  await copyInto(client, "questions (id, created_by)", questions());
  await copyInto(
    client,
    `revisions (id, question_id, number, reason, author_id, cells, ${classes})`,
    revisions(),
  );
  await copyInto(
    client,
    `question_heads (question_id, revision_id, number, question, normalized, primary_answer, search_text, evidence_hosts, author_id, revised_at, search_indexed, ${classes})`,
    heads(),
  );
  await client.query("SELECT setval('questions_id_seq', $1), setval('revisions_id_seq', $2)", [
    start + made.questions,
    revision + made.questions,
  ]);
  const bytes = Buffer.from(`Made by the factory: ${made.name}`);
  const { rows } = await client.query<{ id: number }>(
    "SELECT nextval('releases_id_seq')::int AS id",
  );
  const releaseId = rows[0]!.id;
  await client.query(
    "INSERT INTO release_entries (release_id, position, question_id, revision_id) SELECT $1, i - 1, $2::int + i, $3::int + i FROM generate_series(1, $4::int) AS i",
    [releaseId, start, revision, made.questions],
  );
  await client.query(
    "INSERT INTO release_chunks (release_id, sequence, bytes) VALUES ($1, 0, $2)",
    [releaseId, bytes],
  );
  await client.query(
    "INSERT INTO releases (id, name, notes, sha256, byte_size, question_count, published_by, published_at) VALUES ($1, $2, '', $3, $4, $5, $6, to_date(right($2, 8), 'MMDDYYYY'))",
    [
      releaseId,
      made.name,
      createHash("sha256").update(bytes).digest("hex"),
      bytes.length,
      made.questions,
      made.userId,
    ],
  );
  return releaseId;
}
