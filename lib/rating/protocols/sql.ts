import { Prisma } from "@/lib/platform/db";
import { RELAXED_STRICT_VERSION } from "./vocabulary";

/**
 * SQL: a rater may rate under a version of a protocol. The training is about Relaxed and Strict, so that nothing else
 * asks for it.
 * @param raterId SQL of the rater's id
 * @param versionId SQL of the version's id
 * @param settings SQL of the row of rating_settings
 */
export function hasTraining(
  raterId: Prisma.Sql,
  versionId: Prisma.Sql,
  settings: Prisma.Sql,
): Prisma.Sql {
  return Prisma.sql`(
    NOT ${settings}.training_required OR ${versionId} <> ${RELAXED_STRICT_VERSION} OR EXISTS (SELECT FROM qualifications trained WHERE trained.rater_id = ${raterId}))`;
}

/**
 * SQL: whether raters of the campaign are shown the correct answers. Where they are not, what they said does not go by
 * them, and is not stale when these change.
 * @param campaignId SQL of the campaign's id
 */
export function showsAnswers(campaignId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT (asked.definition->'shows'->>'correctAnswers')::boolean FROM campaigns under JOIN protocol_versions asked ON asked.id = under.protocol_version_id WHERE under.id = ${campaignId})`;
}

/** SQL: the answers of a judgment as a JSON array of `AnswerColumns`; null where it has none. @param judgmentId SQL of its id */
export function answersOfJudgment(judgmentId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT json_agg(json_build_object('questionKey', said.question_key, 'value', said.value, 'ranks', said.ranks, 'text', said.text, 'cannotTell', said.cannot_tell))
    FROM judgment_answers said WHERE said.judgment_id = ${judgmentId})`;
}
