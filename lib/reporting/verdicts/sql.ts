import { Prisma } from "@/lib/platform/db";
import { sameTruth } from "@/lib/dataset/questions/sql";
import {
  askedResponses,
  countedAdjudications,
  countedGold,
  evaluatorVerdicts,
  inCampaigns,
  latestJudgments,
  type Counting,
} from "@/lib/reporting/snapshots/sql";
import type { DisagreementRule, VerdictChoice } from "./schema";

/*
 * The verdict of a response: by whom, by which answers, with gold or without, and what counts where raters differ. Every
 * report that needs the verdict of a response takes it from here.
 */

/**
 * SQL: the verdict of people in one mode, as decideVerdict decides it; a database test holds the two together.
 * @param settled the gold or adjudicated verdict, or null
 * @param credit how many of `judgments` give credit
 */
export function decided(
  rule: DisagreementRule,
  settled: Prisma.Sql,
  credit: Prisma.Sql,
  judgments: Prisma.Sql,
): Prisma.Sql {
  const differing =
    rule === "majority"
      ? Prisma.sql`WHEN ${credit} * 2 <> ${judgments} THEN ${credit} * 2 > ${judgments}`
      : Prisma.empty;
  return Prisma.sql`coalesce(${settled}, CASE WHEN ${judgments} = 0 THEN NULL WHEN ${credit} = ${judgments} THEN TRUE WHEN ${credit} = 0 THEN FALSE ${differing} END)`;
}

/**
 * SQL for FROM: every response of the runs to a question that counts, with its verdict in each mode:
 *
 * - run_id, question_id, revision_id (the truth's), id
 * - rated: anyone whose verdicts the report counts gave one; relaxed, strict: the verdict that counts, or null
 * - gold: it counts by its gold verdict
 * - automatic: its verdicts are the evaluator's
 * - no_relaxed, no_strict: the evaluator was to give this verdict, and there is none
 * - others, automatic_others: ratings, and the evaluator's verdicts, that were made by other answers
 *
 * @param runs some of the runs of the report; which gold is left out goes by all of them
 */
export function responseVerdicts(
  choice: VerdictChoice,
  counting: Counting,
  runs: readonly number[],
): Prisma.Sql {
  const { verdicts, evaluator } = choice;
  if (verdicts === "people" || evaluator === null) return peoplesVerdicts(choice, counting, runs);
  const automatic = automaticVerdicts(counting, evaluator, runs);
  if (verdicts === "automatic") return automatic;
  // Both modes of a response are by one source: a tie of raters is left to adjudication, and no pair of verdicts is half a
  // person's and half an evaluator's.
  const either = (mode: "relaxed" | "strict") =>
    Prisma.raw(`CASE WHEN h.rated THEN h.${mode} ELSE e.${mode} END AS ${mode}`);
  return Prisma.sql`(
    SELECT h.run_id, h.question_id, h.revision_id, h.id, h.rated OR e.rated AS rated, ${either("relaxed")}, ${either("strict")}, h.gold,
      NOT h.rated AND e.automatic AS automatic, NOT h.rated AND e.no_relaxed AS no_relaxed, NOT h.rated AND e.no_strict AS no_strict, h.others, e.automatic_others
    FROM ${peoplesVerdicts(choice, counting, runs)} h JOIN ${automatic} e ON e.id = h.id)`;
}

/** SQL: the response `p` is of these runs. */
function ofRuns(runs: readonly number[]): Prisma.Sql {
  return Prisma.sql`p.run_id = ANY(${[...runs]}::int[])`;
}

/** SQL for FROM: as responseVerdicts, by an evaluator's verdicts alone. */
function automaticVerdicts(
  counting: Counting,
  evaluator: number,
  runs: readonly number[],
): Prisma.Sql {
  const { from, where, truth } = askedResponses(counting);
  const asked = inCampaigns(Prisma.sql`p.id`, counting);
  return Prisma.sql`(
    SELECT p.run_id, p.question_id, ${truth} AS revision_id, p.id, v.relaxed IS NOT NULL OR v.strict IS NOT NULL AS rated, v.relaxed, v.strict, FALSE AS gold,
      v.relaxed IS NOT NULL OR v.strict IS NOT NULL AS automatic, v.relaxed IS NULL AND ${asked} AS no_relaxed, v.strict IS NULL AND ${asked} AS no_strict,
      0::bigint AS others, coalesce(v.others, 0) AS automatic_others
    FROM ${from} LEFT JOIN ${evaluatorVerdicts({ ...counting, runs }, evaluator)} v ON v.response_id = p.id WHERE ${where} AND ${ofRuns(runs)})`;
}

/** SQL for FROM: as responseVerdicts, by people's verdicts alone. */
function peoplesVerdicts(
  { rule }: VerdictChoice,
  counting: Counting,
  runs: readonly number[],
): Prisma.Sql {
  const { from, where, truth } = askedResponses(counting);
  const counts = sameTruth(Prisma.sql`j.revision_id`, truth);
  const verdict = (mode: "relaxed" | "strict") => {
    const of = (alias: string) => Prisma.raw(`${alias}.${mode}`);
    return decided(
      rule,
      Prisma.sql`coalesce(${of("g")}, ${of("d")})`,
      of("v"),
      Prisma.sql`v.judgments`,
    );
  };
  const gold =
    counting.gold === "count"
      ? countedGold(counting)
      : Prisma.sql`(SELECT NULL::int AS response_id, NULL::boolean AS relaxed, NULL::boolean AS strict WHERE FALSE)`;
  // The judgments are joined before they are grouped, so that a response's key is the group's, and a small run reaches
  // its few judgments by their index.
  return Prisma.sql`(
    SELECT v.run_id, v.question_id, v.revision_id, v.id, v.judgments > 0 OR g.response_id IS NOT NULL OR d.response_id IS NOT NULL AS rated,
      ${verdict("relaxed")} AS relaxed, ${verdict("strict")} AS strict, g.response_id IS NOT NULL AS gold, FALSE AS automatic, FALSE AS no_relaxed, FALSE AS no_strict,
      v.standing - v.judgments AS others, 0 AS automatic_others
    FROM (
      SELECT p.id, p.run_id, p.question_id, ${truth} AS revision_id, count(j.id) FILTER (WHERE ${counts}) AS judgments,
        count(*) FILTER (WHERE j.relaxed AND ${counts}) AS relaxed, count(*) FILTER (WHERE j.strict AND ${counts}) AS strict, count(j.id) AS standing
      FROM ${from} LEFT JOIN ${latestJudgments(counting)} j ON j.response_id = p.id WHERE ${where} AND ${ofRuns(runs)} GROUP BY p.id, ${truth}
    ) v LEFT JOIN ${countedAdjudications(counting)} d ON d.response_id = v.id LEFT JOIN ${gold} g ON g.response_id = v.id)`;
}
