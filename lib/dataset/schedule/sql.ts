import { dueOn, RELEASED_ON } from "@/lib/dataset/questions/sql";
import { answersSql } from "@/lib/dataset/questions/cells";
import { Prisma } from "@/lib/platform/db";

/*
 * How fresh the dataset was, week by week (docs/decisions/0242). One statement for all weeks: per question, the stretches
 * of weeks in which it said the same are found once, and each is counted for the weeks that it covers. Asking for one day
 * after the other would read all revisions as often as there are days.
 *
 * Weeks have numbers from 0, the last one's day is today. A stretch is from_week to below until_week; a moment or a day
 * after all weeks has the number of weeks.
 */

/** SQL: what the statement asks of the weeks as a whole: the moments at which their days end, and the first day. */
const ENDS = Prisma.sql`(SELECT ends FROM bounds)`;
const SINCE = Prisma.sql`(SELECT ends[1] FROM bounds)`;
const FIRST_DAY = Prisma.sql`(SELECT first_day FROM bounds)`;

/** SQL: the answers of a question are to be reviewed, and it is known when. */
const REVIEWED = Prisma.sql`status = 'active' AND review_policy NOT IN ('never', 'unrecognized')`;

/** SQL: one of the settings, read once. */
const setting = (column: string) =>
  Prisma.sql`(SELECT ${Prisma.raw(column)} FROM dataset_settings)`;

/**
 * SQL: rows `day`, `reviewed` (answers that were to be reviewed at the end of the day) and `fresh` (those of them that
 * were not overdue then, by their policy alone), one for each week up to today.
 *
 * The revision in force is that of revisionsAsOf, the day since which answers hold that of answersSinceSql, the due day
 * that of dueOn; database tests hold this statement against all of them. Questions that nobody wrote to within the weeks
 * are read from their heads.
 */
export function freshOverTime(weeks: number): Prisma.Sql {
  const last = Prisma.sql`${weeks - 1}::int`;
  const after = Prisma.sql`${weeks}::int`;
  return Prisma.sql`
    WITH RECURSIVE days AS MATERIALIZED (
      SELECT week, t.today - 7 * (${last} - week) AS day, (t.today - 7 * (${last} - week) + 1)::timestamp AT TIME ZONE time_zone AS ends,
        (SELECT max(released_on) FROM (SELECT ${RELEASED_ON} AS released_on FROM releases) r WHERE released_on <= t.today - 7 * (${last} - week)) AS last_release_on
      FROM dataset_settings, (SELECT dataset_today() AS today OFFSET 0) t, generate_series(0, ${last}) week),
    bounds AS MATERIALIZED (SELECT array_agg(ends ORDER BY week) AS ends, min(day) AS first_day FROM days),
    -- What is due at every release is due otherwise behind each; all else never asks for releases.
    releasing AS MATERIALIZED (
      SELECT TRUE AS every_time, last_release_on, min(week) AS from_week, max(week) + 1 AS until_week FROM days GROUP BY last_release_on
      UNION ALL SELECT FALSE, NULL, 0, ${after}),
    -- An undo, the number of the revision that it went back to, and the first week that knew what it undid.
    undos AS MATERIALIZED (
      SELECT r.question_id, r.number, o.undoes_id, x.number - 1 AS goes_back, width_bucket(undone.created_at, ${ENDS}) AS undone_week
      FROM operations o JOIN operations undone ON undone.id = o.undoes_id JOIN revisions r ON r.operation_id = o.id
        LEFT JOIN revisions x ON x.question_id = r.question_id AND x.operation_id = o.undoes_id AND x.number > 1),
    -- Narrow before it is sorted: a hash stands for the answers.
    said AS (
      SELECT question_id, r.number, r.status, r.review_policy, r.review_on, holds_since, operation_id, width_bucket(created_at, ${ENDS}) AS written_week,
        greatest(0, least(${after}, (holds_since - ${FIRST_DAY} + 6) / 7)) AS holds_week, hash_array_extended(${Prisma.raw(answersSql("r"))}, 0) AS answers, h.verified_on
      FROM revisions r JOIN question_heads h USING (question_id) WHERE revised_at >= ${SINCE} OFFSET 0),
    -- learned_week: since when it counts for weeks before it was written. It never does if it was taken back. The chain's
    -- stretches of equal answers: each is known by the number of its first revision, carried along with its day in one value.
    written AS MATERIALIZED (
      SELECT *, stretch >> 32 AS first_number, DATE '0001-01-01' + (stretch & 4294967295)::int AS answers_since
      FROM (
        SELECT *, max((number::bigint << 32) + (holds_since - DATE '0001-01-01')) FILTER (WHERE begins) OVER (PARTITION BY question_id ORDER BY number) AS stretch
        FROM (
          SELECT said.*, goes_back, lead(written_week, 1, ${after}) OVER chain AS replaced_week,
            CASE WHEN EXISTS (SELECT FROM undos back WHERE back.question_id = said.question_id AND back.undoes_id = said.operation_id) THEN ${after}
              ELSE greatest(holds_week, undone_week) END AS learned_week,
            goes_back IS NOT NULL OR answers IS DISTINCT FROM lag(answers) OVER chain AS begins
          FROM said LEFT JOIN undos USING (question_id, number)
          WINDOW chain AS (PARTITION BY said.question_id ORDER BY said.number)) chained) stretched),
    -- Answers that an undo brought back hold since the day since which they held before it, and so on behind other undos.
    led AS MATERIALIZED (
      SELECT w.question_id, w.number AS first_number, target.first_number AS leads_to, target.answers_since
      FROM written w JOIN written target ON target.question_id = w.question_id AND target.number = w.goes_back),
    origins AS (
      SELECT * FROM led
      UNION ALL SELECT o.question_id, o.first_number, led.leads_to, led.answers_since FROM origins o JOIN led ON led.question_id = o.question_id AND led.first_number = o.leads_to),
    held AS MATERIALIZED (
      SELECT w.question_id, number, status, review_policy, review_on, holds_since, learned_week, written_week, replaced_week, verified_on, coalesce(o.answers_since, w.answers_since) AS answers_since
      FROM written w LEFT JOIN origins o ON o.question_id = w.question_id AND o.first_number = w.first_number
        AND NOT EXISTS (SELECT FROM led WHERE led.question_id = o.question_id AND led.first_number = o.leads_to)
      WHERE learned_week < written_week OR written_week < replaced_week),
    candidates AS MATERIALIZED (
      SELECT question_id, number, status, review_policy, review_on, holds_since, answers_since, verified_on, written_week AS from_week, replaced_week AS until_week
      FROM held WHERE written_week < replaced_week
      UNION ALL
      SELECT question_id, number, status, review_policy, review_on, holds_since, least(answers_since, holds_since), verified_on, learned_week, written_week
      FROM held WHERE learned_week < written_week),
    -- Only what was learned later of a question that had said something before is in force in weeks that others claim too.
    contested AS (SELECT DISTINCT question_id FROM held WHERE number > 1 AND learned_week < written_week),
    in_force AS (
      SELECT question_id, review_policy, review_on, answers_since, verified_on, 0 AS from_week, ${after} AS until_week
      FROM question_heads WHERE ${REVIEWED} AND revised_at < ${SINCE}
      UNION ALL
      SELECT question_id, review_policy, review_on, answers_since, verified_on, from_week, until_week
      FROM candidates WHERE ${REVIEWED} AND question_id NOT IN (SELECT question_id FROM contested)
      UNION ALL
      SELECT question_id, review_policy, review_on, answers_since, verified_on, week, week + 1
      FROM (
        SELECT DISTINCT ON (question_id, week) c.*, week FROM candidates c, generate_series(c.from_week, c.until_week - 1) week
        WHERE question_id IN (SELECT question_id FROM contested) ORDER BY question_id, week, holds_since DESC, number DESC) stood
      WHERE ${REVIEWED}),
    -- The last verification by the end of each week, as heads have it: by its id. One that was withdrawn was none.
    verified AS MATERIALIZED (
      SELECT question_id, verified_on, from_week, coalesce(min(from_week) OVER (PARTITION BY question_id ORDER BY id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), ${after}) AS until_week
      FROM (
        SELECT question_id, id, verified_on, width_bucket(verified_at, ${ENDS}) AS from_week FROM verifications v
        WHERE withdraws_id IS NULL AND NOT EXISTS (SELECT FROM verifications w WHERE w.withdraws_id = v.id)
          AND question_id IN (SELECT question_id FROM verifications WHERE verified_at >= ${SINCE}) OFFSET 0) v),
    confirmed AS (
      SELECT question_id, verified_on, from_week, until_week FROM verified WHERE from_week < until_week
      UNION ALL SELECT question_id, NULL, 0, min(from_week) FROM verified GROUP BY question_id HAVING min(from_week) > 0),
    -- Where no one verified the answers within the weeks, the head's verification was the last one in all of them.
    facts AS (
      SELECT review_policy, review_on, answers_since, CASE WHEN c.question_id IS NULL THEN f.verified_on ELSE c.verified_on END AS verified_on,
        greatest(f.from_week, c.from_week) AS from_week, least(f.until_week, c.until_week) AS until_week
      FROM in_force f LEFT JOIN confirmed c ON c.question_id = f.question_id AND c.from_week < f.until_week AND c.until_week > f.from_week),
    -- Plans of past weeks are not known: none counts.
    dated AS (
      SELECT review_policy, review_on, answers_since, verified_on, NULL::date AS planned_on, last_release_on,
        greatest(f.from_week, r.from_week) AS from_week, least(f.until_week, r.until_week) AS until_week
      FROM facts f JOIN releasing r ON r.every_time = (review_policy = 'every_time') AND r.from_week < f.until_week AND r.until_week > f.from_week),
    counted AS MATERIALIZED (
      SELECT from_week, until_week, coalesce(greatest(from_week, least(until_week, (due_on - ${FIRST_DAY} + 7) / 7)), until_week) AS overdue_week, count(*) AS count
      FROM (SELECT from_week, until_week, ${dueOn((column) =>
        column === "last_release_on" ? Prisma.sql`h.last_release_on` : setting(column),
      )} AS due_on FROM dated h) due
      GROUP BY 1, 2, 3)
    SELECT day::text, coalesce(sum(count), 0)::int AS reviewed, coalesce(sum(count) FILTER (WHERE week < overdue_week), 0)::int AS fresh
    FROM days LEFT JOIN counted ON week >= from_week AND week < until_week GROUP BY day ORDER BY day`;
}
