import type { DatabaseCheck } from "@/lib/platform/backup/checks";

/** Of the ratings that stand, those of one task: what makes it a case (data model: adjudication_cases). */
const EXPECTED = `
  SELECT t.id AS task_id, t.campaign_id, x.agreement, x.relaxed NOT IN (0, x.n) AS relaxed_differs, x.strict NOT IN (0, x.n) AS strict_differs, x.flagged, x.low_confidence
  FROM rating_tasks t JOIN LATERAL (
    SELECT count(*) AS n, count(*) FILTER (WHERE j.relaxed) AS relaxed, count(*) FILTER (WHERE j.strict) AS strict,
      bool_or(j.flagged) AS flagged, bool_or(j.low_confidence) AS low_confidence,
      -- Of all pairs of ratings and both modes, the share that agrees.
      coalesce((SELECT avg(((a.relaxed = b.relaxed)::int + (a.strict = b.strict)::int) / 2.0)
        FROM rating_assignments p JOIN judgments a ON a.id = p.judgment_id JOIN rating_assignments q ON q.task_id = p.task_id AND q.id > p.id
        JOIN judgments b ON b.id = q.judgment_id WHERE p.task_id = t.id), 1) AS agreement
    FROM rating_assignments s JOIN judgments j ON j.id = s.judgment_id WHERE s.task_id = t.id) x ON x.n >= t.wanted AND x.n > 0
  WHERE NOT t.gold AND NOT EXISTS (SELECT 1 FROM adjudications d WHERE d.task_id = t.id)
    AND (x.relaxed NOT IN (0, x.n) OR x.strict NOT IN (0, x.n) OR x.flagged OR x.low_confidence)`;

/** The queue of adjudication holds exactly the tasks that raters disagree on or doubt, with their agreement. */
export const CASES_CHECK: DatabaseCheck = {
  what: "adjudication cases against their ratings",
  async find(client) {
    const { rows } = await client.query<{ id: number }>(`
      SELECT coalesce(e.task_id, c.task_id) AS id FROM (${EXPECTED}) e FULL JOIN adjudication_cases c ON c.task_id = e.task_id
      WHERE c.task_id IS NULL OR e.task_id IS NULL OR abs(c.agreement - e.agreement) > 1e-9
        OR (c.campaign_id, c.relaxed_differs, c.strict_differs, c.flagged, c.low_confidence) IS DISTINCT FROM (e.campaign_id, e.relaxed_differs, e.strict_differs, e.flagged, e.low_confidence)
      ORDER BY 1`);
    const { rows: all } = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM rating_tasks t WHERE EXISTS (SELECT 1 FROM rating_assignments a WHERE a.task_id = t.id AND a.judgment_id IS NOT NULL)",
    );
    return {
      checked: all[0]!.count,
      wrong: rows.length,
      examples: rows.map(({ id }) => `task ${id}`),
    };
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
