import { countIn, checkResult, type DatabaseCheck } from "@/lib/platform/backup/checks";

/** The rating that an assignment shows is the last one of its rater on its task, and each last one is shown. */
export const RATINGS_CHECK: DatabaseCheck = {
  what: "assignments against their last rating",
  async find(client) {
    const { rows } = await client.query<{ id: number }>(`
      SELECT coalesce(a.task_id, last.task_id) AS id
      FROM (SELECT * FROM judgments j WHERE NOT EXISTS (SELECT 1 FROM judgments s WHERE s.supersedes_id = j.id)) last
      FULL JOIN (SELECT * FROM rating_assignments WHERE judgment_id IS NOT NULL) a ON a.judgment_id = last.id
      WHERE a.id IS NULL OR last.id IS NULL OR (a.task_id, a.rater_id) IS DISTINCT FROM (last.task_id, last.rater_id)
      ORDER BY 1`);
    const checked = await countIn(
      client,
      "SELECT count(*) FROM rating_assignments WHERE judgment_id IS NOT NULL",
    );
    return checkResult(
      checked,
      rows.map(({ id }) => `task ${id}`),
    );
  },
};

/** Ratings and adjudications are by the answers that their task shows, and of its campaign and response. */
export const TASKS_CHECK: DatabaseCheck = {
  what: "ratings and adjudications against their tasks",
  async find(client) {
    const { rows } = await client.query<{ what: string; id: number }>(`
      SELECT 'rating' AS what, j.id FROM judgments j JOIN rating_tasks t ON t.id = j.task_id
      WHERE (j.revision_id, j.campaign_id, j.response_id) IS DISTINCT FROM (t.revision_id, t.campaign_id, t.response_id)
      UNION ALL SELECT 'adjudication', d.id FROM adjudications d JOIN rating_tasks t ON t.id = d.task_id WHERE d.revision_id <> t.revision_id
      UNION ALL SELECT 'task', t.id FROM rating_tasks t JOIN responses p ON p.id = t.response_id JOIN revisions r ON r.id = t.revision_id WHERE r.question_id <> p.question_id
      ORDER BY 1, 2`);
    const checked = await countIn(
      client,
      "SELECT ((SELECT count(*) FROM judgments) + (SELECT count(*) FROM adjudications) + (SELECT count(*) FROM rating_tasks))::int AS count",
    );
    return checkResult(
      checked,
      rows.map(({ what, id }) => `${what} ${id}`),
    );
  },
};

const CHOICES = "('binary', 'nominal', 'ordinal')";

/**
 * Ratings or adjudications of other protocols whose answers are not to the protocol's questions, or not of their kind, or
 * that lack all answers where one is always required; and answers beside verdicts.
 */
const misfits = (what: string, table: string, answers: string, columns: string, asked: string) => {
  const key = answers.replace("answers", "id");
  return `
  SELECT '${what} ' || made.id AS example FROM ${table} made JOIN rating_tasks t ON t.id = made.task_id JOIN campaigns c ON c.id = t.campaign_id
    JOIN protocol_versions v ON v.id = c.protocol_version_id
    CROSS JOIN LATERAL (
      SELECT count(*) AS n, coalesce(bool_and(coalesce(CASE q.question->>'kind'
          WHEN 'ranking' THEN cardinality(said.ranks) = cardinality(t.run_ids)
          WHEN 'text' THEN said.text IS NOT NULL
          WHEN 'pairwise' THEN said.value BETWEEN -1 AND 2 OR said.cannot_tell AND (q.question->>'cannotTell')::boolean
          ELSE said.cannot_tell AND (q.question->>'cannotTell')::boolean OR EXISTS (SELECT FROM jsonb_array_elements(q.question->'levels') AS level WHERE (level->>'value')::int = said.value) END, FALSE)), TRUE) AS fit
      FROM (SELECT question_key, value, cannot_tell, ${columns} FROM ${answers} WHERE ${key} = made.id) said
        LEFT JOIN jsonb_array_elements(v.definition->'questions') AS q (question) ON q.question->>'key' = said.question_key) given
  WHERE made.relaxed IS NULL AND (NOT given.fit OR given.n = 0 AND EXISTS (
    SELECT FROM jsonb_array_elements(v.definition->'questions') AS q (question) WHERE (q.question->>'required')::boolean AND q.question->>'when' IS NULL AND ${asked}))
  UNION ALL SELECT DISTINCT '${what} ' || made.id FROM ${answers} said JOIN ${table} made ON made.id = said.${key} WHERE made.relaxed IS NOT NULL`;
};

const RATINGS = misfits("rating", "judgments", "judgment_answers", "ranks, text", "TRUE");
const SETTLEMENTS = misfits(
  "adjudication",
  "adjudications",
  "adjudication_answers",
  "'{}'::smallint[] AS ranks, NULL::text AS text",
  `q.question->>'kind' IN ${CHOICES}`,
);
/** The responses of an item of several were shown in an order of their places. */
const SHOWN = `
  SELECT 'rating ' || j.id AS example FROM judgments j WHERE j.relaxed IS NULL
    AND ARRAY(SELECT place FROM unnest(j.shown_order) AS place ORDER BY place) <> ARRAY(SELECT u.place FROM task_responses u WHERE u.task_id = j.task_id ORDER BY u.place)`;

/** Under other protocols than Relaxed and Strict: every answer is one to a question of the campaign's protocol. */
export const ANSWERS_CHECK: DatabaseCheck = {
  what: "answers against their protocols",
  async find(client) {
    const { rows } = await client.query<{ example: string }>(
      `${RATINGS} UNION ALL ${SETTLEMENTS} UNION ALL ${SHOWN} ORDER BY 1`,
    );
    const checked = await countIn(
      client,
      "SELECT ((SELECT count(*) FROM judgments WHERE relaxed IS NULL) + (SELECT count(*) FROM adjudications WHERE relaxed IS NULL))::int AS count",
    );
    return checkResult(
      checked,
      rows.map(({ example }) => example),
    );
  },
};
