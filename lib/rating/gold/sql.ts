import { sameTruth } from "@/lib/dataset/questions/sql";
import { Prisma } from "@/lib/platform/db";

/** What gold of a protocol's items a campaign uses. */
export interface GoldSource {
  /** The versions of its protocol that ask the same as its own, that one included. */
  versions: readonly number[];
  /** Raters see the correct answers, so that gold goes by these. */
  byAnswers: boolean;
}

/**
 * SQL for FROM: gold items as they stand, each by the last thing that was said of it: the columns of gold_answers, and
 * `unit_key` as rating_tasks have it.
 */
export function standingGoldAnswers({ versions }: GoldSource): Prisma.Sql {
  return Prisma.sql`(
    SELECT last.* FROM (
      SELECT DISTINCT ON (g.response_id, g.reference_place) g.*, g.response_id || coalesce('.' || g.reference_place, '') AS unit_key
      FROM gold_answers g WHERE g.protocol_version_id = ANY(${[...versions]}::int[]) ORDER BY g.response_id, g.reference_place, g.id DESC) last
    WHERE last.kind <> 'withdrawn')`;
}

/**
 * SQL for LATERAL: the gold verdict of a response that is by the same truth as a revision of its question: the last one by
 * it that is behind the last withdrawal.
 * @param revision SQL of the revision's id
 * @param which SQL that says which responses' verdicts `g`
 */
export function goldBy(revision: Prisma.Sql, which: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT g.* FROM gold_verdicts g WHERE ${which} AND g.kind <> 'withdrawn' AND ${sameTruth(Prisma.sql`g.revision_id`, revision)}
      AND NOT EXISTS (SELECT FROM gold_verdicts later WHERE later.response_id = g.response_id AND later.id > g.id AND later.kind = 'withdrawn') ORDER BY g.id DESC LIMIT 1)`;
}

/**
 * SQL for LATERAL: the gold of one item by which a rater is checked who judged by a revision: the last by the same truth
 * that is behind the last withdrawal.
 * @param item SQL of the ids of its response and of the place of its reference, or NULL
 * @param revisionId SQL of the revision's id
 */
export function goldAnswersBy(
  { versions, byAnswers }: GoldSource,
  item: { responseId: Prisma.Sql; referencePlace: Prisma.Sql },
  revisionId: Prisma.Sql,
  /** Nothing that has a greater id. */
  greatest?: number,
): Prisma.Sql {
  const of = (row: string) => {
    const column = (name: string) => Prisma.raw(`${row}.${name}`);
    return Prisma.sql`${column("response_id")} = ${item.responseId} AND ${column("reference_place")} IS NOT DISTINCT FROM ${item.referencePlace} AND ${column("protocol_version_id")} = ANY(${[...versions]}::int[]) AND ${greatest === undefined ? Prisma.sql`TRUE` : Prisma.sql`${column("id")} <= ${greatest}::int`}`;
  };
  return Prisma.sql`(
    SELECT g.* FROM gold_answers g WHERE ${of("g")} AND g.kind <> 'withdrawn' AND ${byAnswers ? sameTruth(Prisma.sql`g.revision_id`, revisionId) : Prisma.sql`TRUE`}
      AND NOT EXISTS (SELECT FROM gold_answers later WHERE ${of("later")} AND later.id > g.id AND later.kind = 'withdrawn') ORDER BY g.id DESC LIMIT 1)`;
}

/**
 * SQL: a rating belongs to the study. All of items that are not gold do; of a gold item of the sample as many as others
 * get, so that it weighs no more: those in the first slots, which the campaign's seed dealt out. None of gold that was
 * added. Without joins, as `t` is not gold by far the most.
 * @param t the alias of the item in rating_tasks
 * @param raterId SQL of the rater's id
 */
export function ratesTheSample(t: string, raterId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(NOT ${Prisma.raw(t)}.gold OR ${Prisma.raw(t)}.sampled AND EXISTS (
    SELECT FROM rating_assignments dealt JOIN campaigns plan ON plan.id = dealt.campaign_id
    WHERE dealt.task_id = ${Prisma.raw(t)}.id AND dealt.rater_id = ${raterId} AND dealt.slot <= CASE WHEN plan.overlap IS NULL THEN plan.ratings_per_response ELSE 1 END))`;
}

/**
 * SQL: an answer is right by what is expected: as isRight of the rules says it.
 * @param expected SQL of an ExpectedAnswer
 * @param answer the alias of a row of judgment_answers
 */
export function isRightInSql(expected: Prisma.Sql, answer: string): Prisma.Sql {
  const [value, cannotTell] = [Prisma.raw(`${answer}.value`), Prisma.raw(`${answer}.cannot_tell`)];
  return Prisma.sql`(CASE WHEN ${expected} ? 'cannotTell' THEN ${cannotTell} ELSE coalesce(abs(${value} - (${expected}->>'value')::int) <= (${expected}->>'tolerance')::int, FALSE) END)`;
}
