import { Prisma } from "@/lib/platform/db";
import { ratesTheSample } from "@/lib/rating/gold/sql";
import { inScope } from "@/lib/reporting/accuracy/queries";
import { heldSince } from "@/lib/reporting/snapshots/sql";
import type { ProtocolRequest } from "./schema";

/*
 * Which judgments under a protocol count, as SQL for FROM: docs/decisions/0131. An item of several campaigns is one and the
 * same by its key, which is made of the ids of its responses.
 */

/** SQL: an id that the state holds. */
function held(id: string, greatest: number | undefined): Prisma.Sql {
  return greatest === undefined
    ? Prisma.sql`TRUE`
    : Prisma.sql`${Prisma.raw(id)} <= ${greatest}::int`;
}

/**
 * SQL: the task `t` is of the chosen runs and questions. Of several responses two have to be of chosen runs, so that there
 * is something to compare. Split, category and hops are those of the question in the release of the (first) response.
 */
export function asked({ run, ...questions }: ProtocolRequest): Prisma.Sql {
  const { split, category, hops } = questions;
  const ofRuns =
    run.length === 0
      ? Prisma.sql`TRUE`
      : Prisma.sql`(SELECT count(*) FROM unnest(t.run_ids) one WHERE one = ANY(${run}::int[])) >= least(2, cardinality(t.run_ids))`;
  if (split === "all" && category.length === 0 && hops === null) return ofRuns;
  return Prisma.sql`${ofRuns} AND EXISTS (
    SELECT FROM responses first JOIN revisions r ON r.id = first.revision_id
    WHERE first.id = coalesce(t.response_id, (SELECT s.response_id FROM task_responses s WHERE s.task_id = t.id AND s.place = 1)) AND ${inScope(questions)})`;
}

/**
 * SQL for FROM: the judgments that count, for each rater and item the latest: id, task_id, rater_id, revision_id,
 * response_id (null where the item is several responses), shown_order, unit_key, question_id, and gold: of a gold item of
 * the sample, which describes systems and is no part of agreement. What a correction supersedes is the same rater's and
 * older.
 */
export function protocolJudgments(request: ProtocolRequest): Prisma.Sql {
  const { campaign, state } = request;
  return Prisma.sql`(
    SELECT DISTINCT ON (t.unit_key, j.rater_id) j.id, j.task_id, j.rater_id, j.revision_id, t.response_id, j.shown_order, t.unit_key, r.question_id, t.gold
    FROM rating_tasks t JOIN judgments j ON j.task_id = t.id JOIN revisions r ON r.id = t.revision_id
    WHERE t.campaign_id = ANY(${campaign}::int[]) AND ${ratesTheSample("t", Prisma.sql`j.rater_id`)} AND ${held("j.id", state?.judgments)} AND ${asked(request)}
    ORDER BY t.unit_key, j.rater_id, j.id DESC)`;
}

/** SQL: what raters said of several responses, rows of ComparisonRow in an order of their own. */
export function comparisonRows(request: ProtocolRequest): Prisma.Sql {
  return Prisma.sql`
    SELECT c.question_id AS "questionId", c.rater_id AS "raterId", a.question_key AS key, c.shown_order AS "shownOrder", a.ranks, a.value, a.cannot_tell AS "cannotTell",
      ARRAY(SELECT p.run_id FROM task_responses s JOIN responses p ON p.id = s.response_id WHERE s.task_id = c.task_id ORDER BY s.place) AS runs
    FROM ${protocolJudgments(request)} c JOIN judgment_answers a ON a.judgment_id = c.id
    WHERE c.response_id IS NULL AND a.text IS NULL ORDER BY c.question_id, c.rater_id, c.unit_key, a.question_key`;
}

/**
 * SQL for FROM: the answers that count, of judgments of one response or reference: response_id, question_id, question_key,
 * value (null: cannot tell), adjudicated. Where the task of a judgment is adjudicated, its answers are all of the
 * adjudication's: also to what the rater was not asked, and none to what the adjudication leaves out. A judgment of the
 * same item in another campaign has a task of its own.
 */
export function answersThatCount(request: ProtocolRequest): Prisma.Sql {
  const { campaign, state } = request;
  return Prisma.sql`(
    WITH counted AS ${protocolJudgments(request)}, decided AS (
      SELECT d.id, d.task_id FROM rating_tasks t JOIN adjudications d ON d.task_id = t.id
      WHERE t.campaign_id = ANY(${campaign}::int[]) AND NOT t.gold AND ${held("d.id", state?.adjudications)}
        AND NOT EXISTS (SELECT FROM adjudications later WHERE later.supersedes_id = d.id AND ${held("later.id", state?.adjudications)}))
    SELECT c.response_id, c.question_id, a.question_key, a.value, FALSE AS adjudicated
    FROM counted c JOIN judgment_answers a ON a.judgment_id = c.id WHERE NOT EXISTS (SELECT FROM decided d WHERE d.task_id = c.task_id)
    UNION ALL
    SELECT c.response_id, c.question_id, s.question_key, s.value, TRUE
    FROM counted c JOIN decided d ON d.task_id = c.task_id JOIN adjudication_answers s ON s.adjudication_id = d.id)`;
}

/** SQL for a statement: what the judgments that count leave out, and `items`, those that are asked about, rated or not. */
export function leftOut(request: ProtocolRequest): Prisma.Sql {
  const { campaign, state } = request;
  return Prisma.sql`
    SELECT said.filtered, said.gold, said.replaced, items.items FROM (
      SELECT count(DISTINCT (s.unit_key, s.rater_id)) FILTER (WHERE NOT s.gold AND NOT s.asked)::int AS filtered, count(*) FILTER (WHERE s.gold)::int AS gold,
        (count(*) FILTER (WHERE NOT s.gold) - count(DISTINCT (s.unit_key, s.rater_id)) FILTER (WHERE NOT s.gold))::int AS replaced
      FROM (SELECT t.unit_key, j.rater_id, NOT ${ratesTheSample("t", Prisma.sql`j.rater_id`)} AS gold, ${asked(request)} AS asked FROM rating_tasks t JOIN judgments j ON j.task_id = t.id
        WHERE t.campaign_id = ANY(${campaign}::int[]) AND ${held("j.id", state?.judgments)}) s) said,
      (SELECT count(DISTINCT t.unit_key)::int AS items FROM rating_tasks t
        WHERE t.campaign_id = ANY(${campaign}::int[]) AND t.sampled AND ${heldSince(Prisma.sql`t.id`, state, "tasks")} AND ${asked(request)}) items`;
}

/**
 * SQL for a statement: what each rater said of some runs' responses under a question of the protocol, and what was
 * adjudicated of them, which goes before. Raters by their numbers, which are those of their campaign.
 */
export function ratingsOf(
  request: ProtocolRequest,
  key: string,
  runs: readonly number[],
  questionIds: readonly number[],
): Prisma.Sql {
  const { campaign, state } = request;
  const among = Prisma.sql`p.run_id = ANY(${[...runs]}::int[]) AND p.question_id = ANY(${[...questionIds]}::int[])`;
  return Prisma.sql`
    SELECT "questionId", "runId", by, value, comment FROM (
      SELECT p.question_id AS "questionId", p.run_id AS "runId", 'Rater ' || r.number || CASE WHEN cardinality(${[...campaign]}::int[]) > 1 THEN ' of ' || g.name ELSE '' END AS by,
        a.value, j.comment, 0 AS last, j.campaign_id, r.number, j.id
      FROM ${protocolJudgments(request)} c JOIN judgments j ON j.id = c.id JOIN judgment_answers a ON a.judgment_id = c.id AND a.question_key = ${key}
        JOIN responses p ON p.id = c.response_id JOIN campaign_raters r ON r.campaign_id = j.campaign_id AND r.rater_id = j.rater_id JOIN campaigns g ON g.id = j.campaign_id
      WHERE ${among}
      UNION ALL
      SELECT p.question_id, p.run_id, 'Adjudicated', s.value, d.reason, 1, t.campaign_id, 0, d.id
      FROM rating_tasks t JOIN adjudications d ON d.task_id = t.id JOIN adjudication_answers s ON s.adjudication_id = d.id AND s.question_key = ${key} JOIN responses p ON p.id = t.response_id
      WHERE t.campaign_id = ANY(${[...campaign]}::int[]) AND NOT t.gold AND ${among} AND ${held("d.id", state?.adjudications)}
        AND NOT EXISTS (SELECT FROM adjudications later WHERE later.supersedes_id = d.id AND ${held("later.id", state?.adjudications)})
    ) said ORDER BY "questionId", "runId", last, campaign_id, number, id`;
}
