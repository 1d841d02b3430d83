import { authorize, may } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import type { BuiltOn, SampleView } from "./schema";
import { SAMPLE_QUESTIONS } from "./sql";
import { FORMER_STUDY, STUDY } from "@/prisma/seed/names";

/** As many as are named; the others are found once these are dealt with. */
const NAMED_AT_MOST = 6;

/** Reads what there is of the sample and, for those who may remove it, what people built on it. */
export async function getSample(actor: Actor, on: Tx | typeof db = db): Promise<SampleView> {
  authorize(actor, "questions.read");
  const [counts] = await on.$queryRaw<[{ questions: number; studied: boolean; mayStart: boolean }]>`
    SELECT (SELECT count(*)::int FROM question_heads h WHERE h.status = 'active' AND h.question_id IN (${SAMPLE_QUESTIONS})) AS questions,
      -- What comes behind the study (a campaign to try, what the sample accounts have in work) is no reason to begin again.
      EXISTS (SELECT FROM campaigns WHERE name IN (${STUDY}, ${FORMER_STUDY}) AND status = 'closed') AS studied,
      NOT EXISTS (SELECT FROM questions) AS "mayStart"`;
  const { studied, ...view } = counts;
  const removable = view.questions > 0 && may(actor, "questions.edit");
  return {
    ...view,
    unfinished: view.questions > 0 && !studied,
    builtOn: removable ? await listBuiltOn(on) : [],
  };
}

/** The active questions of the sample. */
export async function listSampleIds(on: Tx): Promise<number[]> {
  const rows = await on.$queryRaw<{ id: number }[]>`
    SELECT h.question_id AS id FROM question_heads h
    WHERE h.status = 'active' AND h.question_id IN (${SAMPLE_QUESTIONS}) ORDER BY 1`;
  return rows.map(({ id }) => id);
}

/**
 * Edits and verifications of the sample's questions by people, and releases with them. What comes with the sample has
 * been done before the account that did it was made.
 */
async function listBuiltOn(on: Tx | typeof db): Promise<BuiltOn[]> {
  const sample = Prisma.sql`sample AS MATERIALIZED (${SAMPLE_QUESTIONS})`;
  const rows = await on.$queryRaw<BuiltOn[]>`
    WITH ${sample}, edited AS (
      SELECT DISTINCT ON (r.question_id) r.question_id, u.name FROM sample s JOIN revisions r ON r.question_id = s.id
        JOIN users u ON u.id = r.author_id
      WHERE r.created_at >= u.created_at AND r.number > 1 AND r.reason NOT IN ('retire', 'restore', 'undo')
      ORDER BY r.question_id, r.id DESC),
    verified AS (
      SELECT DISTINCT ON (v.question_id) v.question_id, u.name FROM sample s JOIN verifications v ON v.question_id = s.id
        JOIN users u ON u.id = v.verified_by
      WHERE v.verified_at >= u.created_at
      ORDER BY v.question_id, v.id DESC),
    released AS (
      SELECT l.name, count(*)::int AS questions FROM sample s JOIN release_entries e ON e.question_id = s.id
        JOIN releases l ON l.id = e.release_id JOIN users u ON u.id = l.published_by
      WHERE l.published_at >= u.created_at GROUP BY l.name)
    (SELECT 'Release ' || name || ' has ' || questions || ' of its questions' AS words, '/releases/' || name AS href FROM released ORDER BY name)
    UNION ALL (SELECT 'Q' || question_id || ' was edited by ' || name, '/questions/' || question_id FROM edited ORDER BY question_id)
    UNION ALL (SELECT 'Q' || question_id || ' was verified by ' || name, '/questions/' || question_id FROM verified ORDER BY question_id)
    LIMIT ${NAMED_AT_MOST}`;
  return rows;
}
