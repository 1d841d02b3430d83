import { cellSql } from "@/lib/dataset/questions/cells";
import { Prisma } from "@/lib/platform/db";
import { revisionsAsOf, sameTruth, undatedAfter } from "@/lib/dataset/questions/sql";
import { RELAXED_STRICT_VERSION } from "@/lib/rating/protocols/vocabulary";
import { lastOf } from "@/lib/runs/evaluators/sql";
import type { LaterState, ReportState } from "./address";
import type { GoldChoice, ReportTruth } from "./schema";

/*
 * What a report counts, as of a state, or as of now where the state is null. Fragments of SQL for `FROM`; they are plain
 * conditions over the tables, so that a filter of the statement around them reaches the indexes.
 *
 * A verdict counts where the revision that it was made by has the same truth as the report's truth revision of its
 * question: that of the run's release, or that of the dataset at the end of a day.
 */

/** What a report counts, beside what it shows. */
export interface Counting {
  state: ReportState | null;
  truth: ReportTruth;
  gold: GoldChoice;
  /** Verdicts of these campaigns; null: of all. */
  campaigns: readonly number[] | null;
  /** Of these runs; null: of all. */
  runs: readonly number[] | null;
}

/** SQL for FROM: each campaign with the one that its follow-ups lead back to, itself where it follows none: campaign_id, root_id. */
export const CAMPAIGN_ROOTS = Prisma.sql`(
  WITH RECURSIVE led AS (
    SELECT id AS campaign_id, id AS root_id FROM campaigns WHERE follows_id IS NULL
    UNION ALL SELECT c.id, led.root_id FROM campaigns c JOIN led ON c.follows_id = led.campaign_id)
  SELECT * FROM led)`;

/** SQL: an id that the state holds. */
export function held(id: Prisma.Sql, greatest: number | undefined): Prisma.Sql {
  return greatest === undefined ? Prisma.sql`TRUE` : Prisma.sql`${id} <= ${greatest}::int`;
}

/** SQL: an id that the state holds, of a table that older states do not name. */
export function heldSince(
  id: Prisma.Sql,
  state: ReportState | null,
  table: keyof LaterState,
): Prisma.Sql {
  if (state === null) return Prisma.sql`TRUE`;
  if (state.since !== null) return Prisma.sql`${id} <= ${state.since[table]}::int`;
  return Prisma.sql`${id} <= (SELECT ${Prisma.raw(table)} FROM report_origin)`;
}

/** SQL: the column is one of the ids, if there are any to choose from. */
export function among(column: Prisma.Sql, ids: readonly number[] | null): Prisma.Sql {
  return ids === null ? Prisma.sql`TRUE` : Prisma.sql`${column} = ANY(${[...ids]}::int[])`;
}

/** SQL for FROM: the judgments under Relaxed and Strict that stand: none that was corrected within the state, and none of a gold task. */
export function effectiveJudgments(state: ReportState | null): Prisma.Sql {
  return Prisma.sql`(
    SELECT stood.* FROM judgments stood WHERE stood.relaxed IS NOT NULL AND ${held(Prisma.sql`stood.id`, state?.judgments)}
      AND NOT EXISTS (SELECT FROM judgments later WHERE later.supersedes_id IS NOT NULL AND later.supersedes_id = stood.id AND ${held(Prisma.sql`later.id`, state?.judgments)})
      AND NOT EXISTS (SELECT FROM rating_tasks gold WHERE gold.id = stood.task_id AND gold.gold))`;
}

/** SQL for FROM: the adjudications under Relaxed and Strict that stand: one a task at most, none of a gold task. */
export function standingAdjudications(state: ReportState | null): Prisma.Sql {
  return Prisma.sql`(
    SELECT stood.* FROM adjudications stood WHERE stood.relaxed IS NOT NULL AND ${held(Prisma.sql`stood.id`, state?.adjudications)}
      AND NOT EXISTS (SELECT FROM adjudications later WHERE later.supersedes_id IS NOT NULL AND later.supersedes_id = stood.id AND ${held(Prisma.sql`later.id`, state?.adjudications)})
      AND NOT EXISTS (SELECT FROM rating_tasks gold WHERE gold.id = stood.task_id AND gold.gold))`;
}

// The truth -------------------------------------------------------------------------------------------------------

/** SQL for FROM: each question's revision at the end of a day, as of the state: question_id, id. */
function revisionsOn(day: string, state: ReportState | null): Prisma.Sql {
  return revisionsAsOf(day, (id) => heldSince(id, state, "revisions"));
}

/**
 * SQL: the row of undatedAfter for a past day, as of the state: of the questions that the report's runs answered.
 * @param asked SQL: of these responses `p`
 */
export function undatedOn(
  day: string,
  { state, runs }: Pick<Counting, "state" | "runs">,
  asked: Prisma.Sql,
): Prisma.Sql {
  return undatedAfter(day, {
    within: (id) => heldSince(id, state, "revisions"),
    among: Prisma.sql`SELECT p.question_id FROM responses p WHERE ${among(Prisma.sql`p.run_id`, runs)} AND ${held(Prisma.sql`p.id`, state?.responses)} AND ${asked}`,
  });
}

/** SQL for FROM: each question's last revision within the state: question_id, revision_id. What its answers are by now. */
export function presentRevisions(state: ReportState | null): Prisma.Sql {
  if (state === null) return Prisma.sql`question_heads`;
  return Prisma.sql`(
    SELECT DISTINCT ON (said.question_id) said.question_id, said.id AS revision_id FROM revisions said
    WHERE ${heldSince(Prisma.sql`said.id`, state, "revisions")} ORDER BY said.question_id, said.number DESC)`;
}

/** SQL: two revisions have the same question, but for space around it. */
const SAME_QUESTION = (a: string, b: string) =>
  Prisma.raw(
    `btrim(${cellSql(a, "question")}, E' \\t\\r\\n') = btrim(${cellSql(b, "question")}, E' \\t\\r\\n')`,
  );

/**
 * SQL for FROM: the questions of every release and what became of them by the truth: release_id, position, question_id,
 * released_id (the release's revision), revision_id (the truth's), and aside: null where the question counts, else absent,
 * retired, reworded, or gold (left out).
 */
export function askedQuestions(counting: Counting): Prisma.Sql {
  const gold =
    counting.gold === "count"
      ? Prisma.empty
      : Prisma.sql`WHEN e.question_id IN (${goldQuestions(counting)}) THEN 'gold'`;
  if (counting.truth === "release") {
    const aside = counting.gold === "count" ? Prisma.sql`NULL::text` : Prisma.sql`CASE ${gold} END`;
    return Prisma.sql`(SELECT e.release_id, e.position, e.question_id, e.revision_id AS released_id, e.revision_id, ${aside} AS aside FROM release_entries e)`;
  }
  return Prisma.sql`(
    SELECT e.release_id, e.position, e.question_id, e.revision_id AS released_id, truth.id AS revision_id,
      CASE WHEN truth.id IS NULL THEN 'absent' WHEN truth.status <> 'active' THEN 'retired' WHEN NOT ${SAME_QUESTION("truth", "released")} THEN 'reworded' ${gold} END AS aside
    FROM release_entries e JOIN revisions released ON released.id = e.revision_id
      LEFT JOIN ${revisionsOn(counting.truth, counting.state)} day ON day.question_id = e.question_id LEFT JOIN revisions truth ON truth.id = day.id)`;
}

/** Pieces of a statement over the responses that a report is about; `p` is the response. */
export interface AskedResponses {
  /** Follows FROM. */
  from: Prisma.Sql;
  /** Follows WHERE. */
  where: Prisma.Sql;
  /** The truth's revision of the response's question, for GROUP BY beside p.id. */
  truth: Prisma.Sql;
}

/**
 * SQL: the responses that the state holds to questions that count, as askedQuestions says. In pieces, so that statements
 * over a million judgments can group by the response's key.
 */
export function askedResponses(counting: Counting): AskedResponses {
  const { truth, state, runs, gold } = counting;
  const leftOut =
    gold === "count"
      ? Prisma.empty
      : Prisma.sql`AND p.question_id NOT IN (${goldQuestions(counting)})`;
  const where = Prisma.sql`${among(Prisma.sql`p.run_id`, runs)} AND ${held(Prisma.sql`p.id`, state?.responses)} ${leftOut}`;
  if (truth === "release")
    return { from: Prisma.sql`responses p`, where, truth: Prisma.sql`p.revision_id` };
  return {
    from: Prisma.sql`responses p JOIN (
      SELECT day.question_id, truth.id, truth.cells FROM ${revisionsOn(truth, state)} day JOIN revisions truth ON truth.id = day.id WHERE truth.status = 'active') truth ON truth.question_id = p.question_id
      JOIN revisions released ON released.id = p.revision_id AND ${SAME_QUESTION("truth", "released")}`,
    where,
    truth: Prisma.sql`truth.id`,
  };
}

// What counts -----------------------------------------------------------------------------------------------------

/** SQL for FROM: the gold tasks of the report's campaigns under Relaxed and Strict that the state holds: rating_tasks t. */
function goldTasks({ campaigns, state }: Counting): Prisma.Sql {
  return Prisma.sql`(SELECT t.* FROM rating_tasks t WHERE t.gold AND t.campaign_id IN (SELECT id FROM campaigns WHERE protocol_version_id = ${RELAXED_STRICT_VERSION}) AND ${among(Prisma.sql`t.campaign_id`, campaigns)} AND ${heldSince(Prisma.sql`t.id`, state, "tasks")})`;
}

/** SQL: the questions to which a response of the report's runs is gold in its campaigns. */
function goldQuestions(counting: Counting): Prisma.Sql {
  return Prisma.sql`SELECT g.question_id FROM ${goldTasks(counting)} t JOIN responses g ON g.id = t.response_id WHERE ${among(Prisma.sql`g.run_id`, counting.runs)}`;
}

/**
 * SQL for FROM: the judgments that stand, one for each rater, response and truth: their latest one across the campaigns.
 * Whether its truth is the report's is not asked here: what was made by other answers is counted aside.
 */
export function latestJudgments({ state, campaigns }: Counting): Prisma.Sql {
  const standing = (alias: string) => Prisma.sql`${effectiveJudgments(state)} ${Prisma.raw(alias)}`;
  // In one campaign a rater judges a response once.
  if (campaigns?.length === 1)
    return Prisma.sql`(SELECT said.* FROM ${standing("said")} WHERE ${among(Prisma.sql`said.campaign_id`, campaigns)})`;
  return Prisma.sql`(
    SELECT said.* FROM ${standing("said")} WHERE ${among(Prisma.sql`said.campaign_id`, campaigns)}
      AND NOT EXISTS (SELECT FROM ${standing("again")} WHERE ${among(Prisma.sql`again.campaign_id`, campaigns)}
        AND again.response_id = said.response_id AND again.rater_id = said.rater_id AND again.id > said.id AND ${sameTruth(Prisma.sql`again.revision_id`, Prisma.sql`said.revision_id`)}))`;
}

/**
 * SQL for FROM: the judgments that count: one for each rater and response, made by answers of the report's truth, none of
 * a gold task. The columns of judgments, and run_id, question_id and truth_id (the truth's revision).
 */
export function countedJudgments(counting: Counting): Prisma.Sql {
  const { from, where, truth } = askedResponses(counting);
  return Prisma.sql`(
    SELECT j.*, p.run_id, p.question_id, ${truth} AS truth_id FROM ${from} JOIN ${latestJudgments(counting)} j ON j.response_id = p.id
    WHERE ${where} AND ${sameTruth(Prisma.sql`j.revision_id`, truth)})`;
}

/** SQL for FROM: the latest adjudication that counts of each response: response_id, relaxed, strict. */
export function countedAdjudications(counting: Counting): Prisma.Sql {
  const { from, where, truth } = askedResponses(counting);
  return Prisma.sql`(
    SELECT t.response_id, ${lastOf(Prisma.sql`s.id`, Prisma.sql`s.relaxed`)} AS relaxed, ${lastOf(Prisma.sql`s.id`, Prisma.sql`s.strict`)} AS strict
    FROM ${standingAdjudications(counting.state)} s JOIN rating_tasks t ON t.id = s.task_id CROSS JOIN LATERAL (SELECT ${truth} AS id FROM ${from} WHERE p.id = t.response_id AND ${where}) truth_of
    WHERE ${among(Prisma.sql`t.campaign_id`, counting.campaigns)} AND ${sameTruth(Prisma.sql`s.revision_id`, Prisma.sql`truth_of.id`)} GROUP BY t.response_id)`;
}

/**
 * SQL for FROM: the gold verdict that counts of each response with a gold task in the report's campaigns: response_id,
 * relaxed, strict. The last one by the report's truth, unless gold was withdrawn behind it: a change by other answers is
 * about other answers.
 */
export function countedGold(counting: Counting): Prisma.Sql {
  const { state } = counting;
  const { from, where, truth } = askedResponses(counting);
  return Prisma.sql`(
    SELECT g.response_id, ${lastOf(Prisma.sql`g.id`, Prisma.sql`g.relaxed`)} AS relaxed, ${lastOf(Prisma.sql`g.id`, Prisma.sql`g.strict`)} AS strict
    FROM gold_verdicts g CROSS JOIN LATERAL (SELECT ${truth} AS id FROM ${from} WHERE p.id = g.response_id AND ${where}) truth_of
    WHERE g.kind <> 'withdrawn' AND ${heldSince(Prisma.sql`g.id`, state, "gold")} AND g.response_id IN (SELECT t.response_id FROM ${goldTasks(counting)} t)
      AND NOT EXISTS (SELECT FROM gold_verdicts later WHERE later.response_id = g.response_id AND later.id > g.id AND later.kind = 'withdrawn' AND ${heldSince(Prisma.sql`later.id`, state, "gold")})
      AND ${sameTruth(Prisma.sql`g.revision_id`, Prisma.sql`truth_of.id`)} GROUP BY g.response_id)`;
}

/** SQL: the response is in one of the report's campaigns, gold ones too; true where the report is of all of them. */
export function inCampaigns(responseId: Prisma.Sql, { campaigns, state }: Counting): Prisma.Sql {
  return campaigns === null
    ? Prisma.sql`TRUE`
    : Prisma.sql`${responseId} IN (SELECT t.response_id FROM rating_tasks t WHERE ${among(Prisma.sql`t.campaign_id`, campaigns)} AND ${heldSince(Prisma.sql`t.id`, state, "tasks")})`;
}

/**
 * SQL for FROM: what evaluators said last of each response by the report's truth: response_id, evaluator_id, relaxed and
 * strict. It may judge each mode in a file of its own, so each mode has its own last verdict; null where it never judged
 * that one. With campaigns: of their responses, gold ones too.
 * @param evaluatorId null: every evaluator
 */
export function countedVerdicts(counting: Counting, evaluatorId: number | null): Prisma.Sql {
  const { from, where, truth } = askedResponses(counting);
  return Prisma.sql`(
    SELECT said.response_id, said.evaluator_id, ${lastOf(Prisma.sql`said.id`, Prisma.sql`said.relaxed`)} AS relaxed, ${lastOf(Prisma.sql`said.id`, Prisma.sql`said.strict`)} AS strict
    FROM ${from} JOIN automatic_verdicts said ON said.response_id = p.id
    WHERE ${where} AND ${automaticHeld(counting, evaluatorId)} AND ${sameTruth(Prisma.sql`said.revision_id`, truth)} GROUP BY said.response_id, said.evaluator_id)`;
}

/** SQL: the automatic verdict `said` of the response `p` is the evaluator's, of a response of the report's campaigns, and held by the state. */
function automaticHeld(counting: Counting, evaluatorId: number | null): Prisma.Sql {
  const wanted =
    evaluatorId === null ? Prisma.empty : Prisma.sql`AND said.evaluator_id = ${evaluatorId}::int`;
  return Prisma.sql`${held(Prisma.sql`said.id`, counting.state?.automatic)} ${wanted} AND ${inCampaigns(Prisma.sql`p.id`, counting)}`;
}

/**
 * SQL for FROM: the verdicts of one evaluator as countedVerdicts has them, and how many it gave by other answers: response_id,
 * relaxed, strict, others (0, 1 or 2: a mode counts once).
 */
export function evaluatorVerdicts(counting: Counting, evaluatorId: number): Prisma.Sql {
  const { from, where, truth } = askedResponses(counting);
  const counts = sameTruth(Prisma.sql`said.revision_id`, truth);
  const last = (mode: "relaxed" | "strict") => {
    const value = Prisma.raw(`said.${mode}`);
    return lastOf(Prisma.sql`said.id`, Prisma.sql`CASE WHEN ${counts} THEN ${value} END`);
  };
  const other = (mode: "relaxed" | "strict") =>
    Prisma.sql`coalesce(bool_or(NOT ${counts}) FILTER (WHERE ${Prisma.raw(`said.${mode}`)} IS NOT NULL), FALSE)::int`;
  return Prisma.sql`(
    SELECT p.id AS response_id, ${last("relaxed")} AS relaxed, ${last("strict")} AS strict, ${other("relaxed")} + ${other("strict")} AS others
    FROM ${from} JOIN automatic_verdicts said ON said.response_id = p.id
    WHERE ${where} AND ${automaticHeld(counting, evaluatorId)} GROUP BY p.id)`;
}

/**
 * SQL for FROM: the very rows that countedVerdicts takes its verdicts from, one for each response, evaluator and mode:
 * response_id, evaluator_id, mode, credit, explanation, call_id (null where it came in a file).
 * @param responseIds the responses asked about
 */
export function explainedVerdicts(counting: Counting, responseIds: readonly number[]): Prisma.Sql {
  const { from, where, truth } = askedResponses(counting);
  const credit = Prisma.sql`CASE m.mode WHEN 'relaxed' THEN said.relaxed ELSE said.strict END`;
  return Prisma.sql`(
    SELECT DISTINCT ON (said.response_id, said.evaluator_id, m.mode) said.response_id, said.evaluator_id, m.mode, ${credit} AS credit, said.explanation, said.call_id
    FROM ${from} JOIN automatic_verdicts said ON said.response_id = p.id CROSS JOIN (VALUES ('relaxed'), ('strict')) m (mode)
    WHERE ${where} AND p.id = ANY(${[...responseIds]}::int[]) AND ${automaticHeld(counting, null)} AND ${credit} IS NOT NULL AND ${sameTruth(Prisma.sql`said.revision_id`, truth)}
    ORDER BY said.response_id, said.evaluator_id, m.mode, said.id DESC)`;
}
