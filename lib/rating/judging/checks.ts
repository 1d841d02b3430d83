import type { DatabaseCheck } from "@/lib/platform/backup/checks";

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
    const { rows: all } = await client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM rating_assignments WHERE judgment_id IS NOT NULL",
    );
    return {
      checked: all[0]!.count,
      wrong: rows.length,
      examples: rows.map(({ id }) => `task ${id}`),
    };
  },
};
