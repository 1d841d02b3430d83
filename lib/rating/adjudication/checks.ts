import { countIn, checkResult, type DatabaseCheck } from "@/lib/platform/backup/checks";

/** Of the ratings that stand, those of one task: what makes it a case (data model: adjudication_cases). */
const OF_VERDICTS = `
  SELECT t.id AS task_id, t.campaign_id, x.agreement, x.relaxed NOT IN (0, x.n) AS relaxed_differs, x.strict NOT IN (0, x.n) AS strict_differs, x.flagged, x.low_confidence, '{}'::text[] AS differing, NOT x.disputed AS audit, CASE WHEN x.disputed THEN x.agreement ELSE 1 + audit_draw(c.seed, t.id) END AS place
  FROM rating_tasks t JOIN campaigns c ON c.id = t.campaign_id JOIN LATERAL (SELECT *, relaxed NOT IN (0, n) OR strict NOT IN (0, n) OR flagged OR low_confidence AS disputed FROM (
    SELECT count(*) AS n, count(*) FILTER (WHERE j.relaxed) AS relaxed, count(*) FILTER (WHERE j.strict) AS strict,
      bool_or(j.flagged) AS flagged, bool_or(j.low_confidence) AS low_confidence,
      -- Of all pairs of ratings and both modes, the share that agrees.
      coalesce((SELECT avg(((a.relaxed = b.relaxed)::int + (a.strict = b.strict)::int) / 2.0)
        FROM rating_assignments p JOIN judgments a ON a.id = p.judgment_id JOIN rating_assignments q ON q.task_id = p.task_id AND q.id > p.id
        JOIN judgments b ON b.id = q.judgment_id WHERE p.task_id = t.id), 1) AS agreement
    FROM rating_assignments s JOIN judgments j ON j.id = s.judgment_id WHERE s.task_id = t.id AND j.relaxed IS NOT NULL) counted) x ON x.n >= t.wanted AND x.n > 0
  WHERE NOT t.gold AND NOT EXISTS (SELECT 1 FROM adjudications d WHERE d.task_id = t.id)
    AND (x.disputed OR (x.n >= 2 AND audit_draw(c.seed, t.id) < c.audit_rate / 100.0))`;

/** The same of another protocol, pair of ratings by pair of ratings: of each of its choices, whether two differ and how many agree. */
const OF_ANSWERS = `
  SELECT t.id, t.campaign_id, coalesce(said.agreement, 1), FALSE, FALSE, x.flagged, x.low_confidence, coalesce(said.differing, '{}'), FALSE, coalesce(said.agreement, 1)
  FROM rating_tasks t JOIN campaigns c ON c.id = t.campaign_id JOIN protocol_versions v ON v.id = c.protocol_version_id
  JOIN LATERAL (
    SELECT count(*) AS n, bool_or(j.flagged) AS flagged, bool_or(j.low_confidence) AS low_confidence
    FROM rating_assignments s JOIN judgments j ON j.id = s.judgment_id WHERE s.task_id = t.id AND j.relaxed IS NULL) x ON x.n >= t.wanted AND x.n > 0
  CROSS JOIN LATERAL (
    SELECT avg(share) AS agreement, array_agg(key ORDER BY place) FILTER (WHERE differs) AS differing FROM (
      SELECT q.question->>'key' AS key, q.place, avg((a.value IS NOT DISTINCT FROM b.value)::int) AS share, coalesce(bool_or(a.value IS DISTINCT FROM b.value), FALSE) AS differs
      FROM jsonb_array_elements(v.definition->'questions') WITH ORDINALITY AS q (question, place)
        LEFT JOIN (rating_assignments p JOIN judgment_answers a ON a.judgment_id = p.judgment_id
          JOIN rating_assignments o ON o.task_id = p.task_id AND o.id > p.id JOIN judgment_answers b ON b.judgment_id = o.judgment_id AND b.question_key = a.question_key)
          ON p.task_id = t.id AND a.question_key = q.question->>'key'
      WHERE q.question->>'kind' IN ('binary', 'nominal', 'ordinal') GROUP BY 1, 2) questions) said
  WHERE NOT t.gold AND NOT EXISTS (SELECT 1 FROM adjudications d WHERE d.task_id = t.id)
    AND (said.differing IS NOT NULL OR x.flagged OR x.low_confidence)
    -- Doubts about rankings and pairs are no cases: nothing of them is adjudicated.
    AND EXISTS (SELECT FROM rating_assignments p JOIN judgment_answers a ON a.judgment_id = p.judgment_id CROSS JOIN jsonb_array_elements(v.definition->'questions') AS q (question)
      WHERE p.task_id = t.id AND a.question_key = q.question->>'key' AND q.question->>'kind' IN ('binary', 'nominal', 'ordinal'))`;

const EXPECTED = `${OF_VERDICTS} UNION ALL ${OF_ANSWERS}`;

/** The queue of adjudication holds exactly the tasks that raters disagree on or doubt, with their agreement, and those drawn for an audit. */
export const CASES_CHECK: DatabaseCheck = {
  what: "adjudication cases against their ratings",
  async find(client) {
    const { rows } = await client.query<{ id: number }>(`
      SELECT coalesce(e.task_id, c.task_id) AS id FROM (${EXPECTED}) e FULL JOIN adjudication_cases c ON c.task_id = e.task_id
      WHERE c.task_id IS NULL OR e.task_id IS NULL OR abs(c.agreement - e.agreement) > 1e-9 OR abs(c.place - e.place) > 1e-9
        OR (c.campaign_id, c.relaxed_differs, c.strict_differs, c.flagged, c.low_confidence, c.differing, c.audit) IS DISTINCT FROM (e.campaign_id, e.relaxed_differs, e.strict_differs, e.flagged, e.low_confidence, e.differing, e.audit)
      ORDER BY 1`);
    const checked = await countIn(
      client,
      "SELECT count(*) FROM rating_tasks t WHERE EXISTS (SELECT 1 FROM rating_assignments a WHERE a.task_id = t.id AND a.judgment_id IS NOT NULL)",
    );
    return checkResult(
      checked,
      rows.map(({ id }) => `task ${id}`),
    );
  },
  async repair(client) {
    await client.query(
      "DELETE FROM adjudication_cases WHERE task_id NOT IN (SELECT id FROM rating_tasks)",
    );
    await client.query(
      "SELECT refresh_adjudication_cases((SELECT array_agg(id) FROM rating_tasks))",
    );
  },
};
