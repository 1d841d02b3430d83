import type pg from "pg";

/** SQL: credit in both modes at level 0, in Relaxed alone at 1, in none at 2, with the reasons that belong to it. */
const VERDICT =
  "x.level < 2, x.level = 0, CASE WHEN x.level = 2 THEN 'contradiction' END, CASE x.level WHEN 2 THEN 'contradiction' WHEN 1 THEN 'outdated' END";
const COLUMNS =
  "task_id, campaign_id, response_id, rater_id, revision_id, relaxed, strict, relaxed_reason, strict_reason, active_ms, client_key";

/**
 * Gives what a campaign has to rate, and no one has rated, a judgment each, in one statement.
 * @param level SQL: 0 is credit in both modes, 1 in Relaxed alone, 2 in none; of the response p, the task t with its
 * revision r, and the response's question at e in its release
 * @param which SQL: what is rated, of the same
 * @returns how many these are
 */
export async function judgeAll(
  client: pg.ClientBase,
  campaignId: number,
  level: string,
  which = "TRUE",
): Promise<number> {
  const { rowCount } = await client.query(
    `WITH judged AS (
      INSERT INTO judgments (${COLUMNS})
      SELECT a.task_id, a.campaign_id, t.response_id, a.rater_id, t.revision_id, ${VERDICT}, 1000, gen_random_uuid()
      FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id JOIN revisions r ON r.id = t.revision_id
        JOIN responses p ON p.id = t.response_id JOIN model_runs run ON run.id = p.run_id JOIN release_entries e ON e.release_id = run.release_id AND e.question_id = p.question_id
        CROSS JOIN LATERAL (SELECT ${level} AS level) x
      WHERE a.campaign_id = $1 AND a.status <> 'judged' AND ${which} RETURNING id, task_id, rater_id)
    UPDATE rating_assignments a SET status = 'judged', judgment_id = judged.id, opened_at = now() FROM judged WHERE a.task_id = judged.task_id AND a.rater_id = judged.rater_id`,
    [campaignId],
  );
  return rowCount!;
}

/**
 * Corrects judgments that count, in one statement.
 * @param level what they are corrected to: 0 is credit in both modes, 1 in Relaxed alone, 2 in none
 * @param which SQL: which ones, of the judgment j
 * @returns how many these are
 */
export async function correctJudgments(
  client: pg.ClientBase,
  level: 0 | 1 | 2,
  which: string,
): Promise<number> {
  const { rowCount } = await client.query(
    `INSERT INTO judgments (${COLUMNS}, supersedes_id, correction)
    SELECT j.task_id, j.campaign_id, j.response_id, j.rater_id, j.revision_id, ${VERDICT}, 1, gen_random_uuid(), j.id, 'Again.'
    FROM judgments j CROSS JOIN (SELECT $1::int AS level) x
    WHERE NOT EXISTS (SELECT FROM judgments later WHERE later.supersedes_id = j.id) AND ${which}`,
    [level],
  );
  return rowCount!;
}
