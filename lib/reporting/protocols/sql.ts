import { Prisma } from "@/lib/platform/db";
import { ratesTheSample } from "@/lib/rating/gold/sql";
import { inScope } from "@/lib/reporting/accuracy/queries";
import type { WithFollowUps } from "@/lib/reporting/snapshots/queries";
import {
  among,
  CAMPAIGN_ROOTS,
  held,
  heldSince,
  presentRevisions,
} from "@/lib/reporting/snapshots/sql";
import { sameTruth } from "@/lib/dataset/questions/sql";
import type { ProtocolRequest } from "./schema";

/*
 * Which judgments under a protocol count, as SQL for FROM: docs/decisions/0131 and 0233. An item of several campaigns is
 * one and the same by its key, which is made of the ids of its responses.
 */

/** What a report counts. */
type Counted = WithFollowUps<ProtocolRequest>;

/** SQL: the task `t` is of the report's campaigns. */
function inCampaigns({ campaigns }: Counted): Prisma.Sql {
  return among(
    Prisma.sql`t.campaign_id`,
    campaigns.map(({ id }) => id),
  );
}

/**
 * SQL: the task `t` is of the chosen runs and questions. Of several responses two have to be of chosen runs, so that there
 * is something to compare. Split, category and hops are those of the question in the release of the (first) response.
 */
function asked({ run, ...questions }: ProtocolRequest): Prisma.Sql {
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

/** Whether some of the campaigns follow others of them: then items may have been rated anew, by other correct answers. */
export function isFollowed({ campaigns }: Pick<Counted, "campaigns">): boolean {
  return campaigns.some(({ followsId }) => campaigns.some(({ id }) => id === followsId));
}

/**
 * SQL for FROM: the judgments of the sample that the state holds, superseded ones too: id, task_id, rater_id, revision_id,
 * response_id, shown_order, unit_key, gold, asked (of the chosen runs and questions) and other_answers. What a campaign and
 * its follow-ups say of an item is by one set of correct answers: by those of now, if anyone rated it by these, else by the
 * newest that it was rated by; judgments by others do not count. Where no campaign follows another, all do.
 */
function sampleJudgments(request: Counted): Prisma.Sql {
  const { state } = request;
  const columns = Prisma.sql`j.id, j.task_id, j.rater_id, j.revision_id, t.response_id, j.shown_order, t.unit_key, t.gold, ${asked(request)} AS asked`;
  const from = Prisma.sql`rating_tasks t JOIN judgments j ON j.task_id = t.id`;
  const where = Prisma.sql`${inCampaigns(request)} AND ${ratesTheSample("t", Prisma.sql`j.rater_id`)} AND ${held(Prisma.sql`j.id`, state?.judgments)}`;
  if (!isFollowed(request))
    return Prisma.sql`(SELECT ${columns}, FALSE AS other_answers FROM ${from} WHERE ${where})`;
  return Prisma.sql`(
    SELECT said.*, CASE WHEN bool_or(said.present) OVER item THEN NOT said.present ELSE NOT ${sameTruth(Prisma.sql`said.revision_id`, Prisma.sql`said.newest_id`)} END AS other_answers
    FROM (
      SELECT s.*, ${sameTruth(Prisma.sql`s.revision_id`, Prisma.sql`h.revision_id`)} AS present, max(s.revision_id) OVER (PARTITION BY s.root_id, s.unit_key) AS newest_id
      FROM (SELECT ${columns}, led.root_id, r.question_id FROM ${from} JOIN revisions r ON r.id = j.revision_id JOIN ${CAMPAIGN_ROOTS} led ON led.campaign_id = t.campaign_id WHERE ${where}) s
        JOIN ${presentRevisions(state)} h ON h.question_id = s.question_id) said
    WINDOW item AS (PARTITION BY said.root_id, said.unit_key))`;
}

/**
 * SQL for FROM: the judgments that count, for each rater and item the latest that is not by other answers: id, task_id,
 * rater_id, revision_id, response_id (null where the item is several responses), shown_order, unit_key, question_id, and
 * gold: of a gold item of the sample, which describes systems and is no part of agreement. What a correction supersedes is
 * the same rater's and older.
 */
export function protocolJudgments(request: Counted): Prisma.Sql {
  return Prisma.sql`(
    SELECT DISTINCT ON (s.unit_key, s.rater_id) s.id, s.task_id, s.rater_id, s.revision_id, s.response_id, s.shown_order, s.unit_key, r.question_id, s.gold
    FROM ${sampleJudgments(request)} s JOIN revisions r ON r.id = s.revision_id
    WHERE s.asked AND NOT s.other_answers ORDER BY s.unit_key, s.rater_id, s.id DESC)`;
}

/** SQL: what raters said of several responses, rows of ComparisonRow in an order of their own. */
export function comparisonRows(request: Counted): Prisma.Sql {
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
export function answersThatCount(request: Counted): Prisma.Sql {
  const { state } = request;
  return Prisma.sql`(
    WITH counted AS ${protocolJudgments(request)}, decided AS (
      SELECT d.id, d.task_id FROM rating_tasks t JOIN adjudications d ON d.task_id = t.id
      WHERE ${inCampaigns(request)} AND NOT t.gold AND ${held(Prisma.sql`d.id`, state?.adjudications)}
        AND NOT EXISTS (SELECT FROM adjudications later WHERE later.supersedes_id = d.id AND ${held(Prisma.sql`later.id`, state?.adjudications)}))
    SELECT c.response_id, c.question_id, a.question_key, a.value, FALSE AS adjudicated
    FROM counted c JOIN judgment_answers a ON a.judgment_id = c.id WHERE NOT EXISTS (SELECT FROM decided d WHERE d.task_id = c.task_id)
    UNION ALL
    SELECT c.response_id, c.question_id, s.question_key, s.value, TRUE
    FROM counted c JOIN decided d ON d.task_id = c.task_id JOIN adjudication_answers s ON s.adjudication_id = d.id)`;
}

/**
 * SQL for a statement: what the judgments that count leave out, and `items`, those that are asked about, rated or not. A
 * rater and an item that have several are counted once among those that count, are filtered or are by other answers.
 */
export function leftOut(request: Counted): Prisma.Sql {
  const { state } = request;
  return Prisma.sql`
    SELECT said.filtered, checks.gold, said.replaced, said."otherAnswers", items.items FROM (
      SELECT (count(*) FILTER (WHERE NOT s.asked))::int AS filtered, coalesce(sum(s.judgments) - count(*), 0)::int AS replaced,
        (count(*) FILTER (WHERE s.asked AND s.other_answers))::int AS "otherAnswers"
      FROM (SELECT bool_or(one.asked) AS asked, bool_and(one.other_answers) AS other_answers, count(*) AS judgments FROM ${sampleJudgments(request)} one GROUP BY one.unit_key, one.rater_id) s) said,
      (SELECT count(*)::int AS gold FROM rating_tasks t JOIN judgments j ON j.task_id = t.id
        WHERE ${inCampaigns(request)} AND NOT ${ratesTheSample("t", Prisma.sql`j.rater_id`)} AND ${held(Prisma.sql`j.id`, state?.judgments)}) checks,
      (SELECT count(DISTINCT t.unit_key)::int AS items FROM rating_tasks t
        WHERE ${inCampaigns(request)} AND t.sampled AND ${heldSince(Prisma.sql`t.id`, state, "tasks")} AND ${asked(request)}) items`;
}

/**
 * SQL for a statement: what each rater said of some runs' responses under a question of the protocol, and what was
 * adjudicated of that, which goes before. Raters by their numbers, which are those of the first of the campaigns that they
 * are in.
 */
export function ratingsOf(
  request: Counted,
  key: string,
  runs: readonly number[],
  questionIds: readonly number[],
): Prisma.Sql {
  const { campaign, campaigns, state } = request;
  const ids = campaigns.map(({ id }) => id);
  const only = campaign.length === 1 ? campaign[0]! : null;
  const of = Prisma.sql`p.run_id = ANY(${[...runs]}::int[]) AND p.question_id = ANY(${[...questionIds]}::int[])`;
  return Prisma.sql`
    WITH counted AS ${protocolJudgments(request)}
    SELECT "questionId", "runId", by, value, comment FROM (
      SELECT p.question_id AS "questionId", p.run_id AS "runId", 'Rater ' || r.number || CASE WHEN r.campaign_id = ${only}::int THEN '' ELSE ' of ' || g.name END AS by,
        a.value, j.comment, 0 AS last, r.place, r.number, j.id
      FROM counted c JOIN judgments j ON j.id = c.id JOIN judgment_answers a ON a.judgment_id = c.id AND a.question_key = ${key} JOIN responses p ON p.id = c.response_id
        CROSS JOIN LATERAL (
          SELECT first.number, first.campaign_id, array_position(${ids}::int[], first.campaign_id) AS place FROM campaign_raters first
          WHERE first.rater_id = j.rater_id AND first.campaign_id = ANY(${ids}::int[]) ORDER BY 3 LIMIT 1) r JOIN campaigns g ON g.id = r.campaign_id
      WHERE ${of}
      UNION ALL
      SELECT p.question_id, p.run_id, 'Adjudicated', s.value, d.reason, 1, 0, 0, d.id
      FROM rating_tasks t JOIN adjudications d ON d.task_id = t.id JOIN adjudication_answers s ON s.adjudication_id = d.id AND s.question_key = ${key} JOIN responses p ON p.id = t.response_id
      WHERE t.id IN (SELECT task_id FROM counted) AND NOT t.gold AND ${of} AND ${held(Prisma.sql`d.id`, state?.adjudications)}
        AND NOT EXISTS (SELECT FROM adjudications later WHERE later.supersedes_id = d.id AND ${held(Prisma.sql`later.id`, state?.adjudications)})
    ) said ORDER BY "questionId", "runId", last, place, number, id`;
}
