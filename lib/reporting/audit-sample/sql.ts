import { Prisma } from "@/lib/platform/db";
import { sameTruth } from "@/lib/dataset/questions/sql";
import { RELAXED_STRICT_VERSION } from "@/lib/rating/protocols/vocabulary";
import {
  askedResponses,
  effectiveJudgments,
  heldSince,
  standingAdjudications,
  type Counting,
} from "@/lib/reporting/snapshots/sql";

/**
 * SQL for FROM: the tasks on which raters agree, of campaigns that have or had an audit: campaign_id, response_id,
 * truth_id, draw (its number), drawn (by the rate as of now), relaxed and strict (what all of its raters said), audited,
 * and then blind_relaxed, blind_strict and changed (what stands by now is another verdict).
 *
 * A task on which raters agree is adjudicated in an audit alone, and once it is, its ratings stay as they were: so those
 * tell what was audited. Ratings of an unfinished task do not count as agreeing: a missing one may differ. It is finished
 * with as many ratings as the campaign gives, so that what was adjudicated before the overlap was raised leaves with what
 * was not.
 */
export function agreedTasks(counting: Counting): Prisma.Sql {
  const { state, campaigns } = counting;
  const { from, where, truth } = askedResponses(counting);
  const among =
    campaigns === null ? Prisma.sql`TRUE` : Prisma.sql`id = ANY(${[...campaigns]}::int[])`;
  const auditing = Prisma.sql`SELECT id FROM campaigns WHERE audit_rate IS NOT NULL AND protocol_version_id = ${RELAXED_STRICT_VERSION} AND ${among}`;
  const held =
    state === null ? Prisma.sql`TRUE` : Prisma.sql`first.id <= ${state.adjudications}::int`;
  return Prisma.sql`(
    SELECT t.campaign_id, t.response_id, truth_of.id AS truth_id, audit_draw(c.seed, t.id) AS draw, audit_draw(c.seed, t.id) < c.audit_rate / 100.0 AS drawn, said.relaxed, said.strict,
      first.id IS NOT NULL AS audited, first.relaxed AS blind_relaxed, first.strict AS blind_strict, (d.relaxed, d.strict) IS DISTINCT FROM (first.relaxed, first.strict) AS changed
    FROM (
      SELECT j.task_id, count(*) AS n, bool_and(j.relaxed) AS relaxed, bool_and(j.strict) AS strict FROM ${effectiveJudgments(state)} j
      WHERE j.campaign_id IN (${auditing}) GROUP BY j.task_id
      HAVING count(*) >= 2 AND bool_and(j.relaxed) = bool_or(j.relaxed) AND bool_and(j.strict) = bool_or(j.strict) AND NOT bool_or(j.flagged) AND NOT bool_or(j.low_confidence)) said
    JOIN rating_tasks t ON t.id = said.task_id JOIN campaigns c ON c.id = t.campaign_id
    CROSS JOIN LATERAL (SELECT ${truth} AS id FROM ${from} WHERE p.id = t.response_id AND ${where}) truth_of
    LEFT JOIN adjudications first ON first.task_id = t.id AND first.supersedes_id IS NULL AND ${held} LEFT JOIN ${standingAdjudications(state)} d ON d.task_id = t.id
    WHERE ${heldSince(Prisma.sql`t.id`, state, "tasks")} AND said.n >= c.ratings_per_response AND ${sameTruth(Prisma.sql`t.revision_id`, Prisma.sql`truth_of.id`)})`;
}
