import type pg from "pg";
import type { Actor } from "@/lib/people/access/schema";
import { makeRating } from "@/prisma/factories/rating";
import { holdSince } from "@/prisma/testing/past-days";
import { median, printLine } from "./report";
import { formatCount } from "@/lib/platform/format";

const QUESTIONS = 50_000;
const MODELS = 10;
const AIM = 1.5;
const GRACE_MS = 200;

/** The same grouping as someone would type it: the current judgment of each assignment, the majority of each response, the paper's classes. */
const BARE = `
  SELECT p.run_id, r.false_premise, r.fact_type, r.hops, r.effective_year, r.effective_before, v.relaxed, v.strict, count(*)
  FROM (
    SELECT j.response_id, CASE WHEN 2 * count(*) FILTER (WHERE j.relaxed) <> count(*) THEN 2 * count(*) FILTER (WHERE j.relaxed) > count(*) END AS relaxed,
      CASE WHEN 2 * count(*) FILTER (WHERE j.strict) <> count(*) THEN 2 * count(*) FILTER (WHERE j.strict) > count(*) END AS strict
    FROM rating_assignments a JOIN judgments j ON j.id = a.judgment_id JOIN rating_tasks t ON t.id = j.task_id
    WHERE t.campaign_id = $1 AND NOT t.gold GROUP BY j.response_id) v
  JOIN responses p ON p.id = v.response_id JOIN revisions r ON r.id = p.revision_id
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`;

export interface ManyJudgments {
  campaignId: number;
  runIds: number[];
  researcherId: number;
  responses: number;
  judgments: number;
}

/** Half a million responses judged twice, for whatever reports are measured on. */
export async function makeManyJudgments(client: pg.Client): Promise<ManyJudgments> {
  return makeRating(client, {
    name: "Million",
    questions: QUESTIONS,
    models: MODELS,
    raters: 10,
    ratingsPerResponse: 2,
    agreement: 0.9,
    corrected: 0.02,
    gold: 0.01,
    adjudicated: 0.5,
  });
}

/** The accuracy of ten runs with all intervals, and two of them compared, beside the bare grouping. */
export async function benchAccuracy(client: pg.Client, made: ManyJudgments): Promise<void> {
  const { compareRuns, getAccuracyReport } = await import("@/lib/reporting/accuracy/queries");
  const { accuracyRequestSchema, comparisonRequestSchema } =
    await import("@/lib/reporting/accuracy/schema");
  const actor: Actor = {
    userId: made.researcherId,
    name: "Bench",
    roles: ["researcher"],
    via: "system",
  };
  const bare = await median(() => client.query(BARE, [made.campaignId]), 5);
  const ours = await median(
    () =>
      getAccuracyReport(
        actor,
        accuracyRequestSchema.parse({ runs: made.runIds, campaign: made.campaignId }),
      ),
    5,
  );
  console.log(
    `\nReports of ${formatCount(made.responses)} responses with ${formatCount(made.judgments)} judgments.`,
  );
  printLine({
    what: "accuracy of ten runs",
    ms: ours,
    limit: `bare SQL grouping (and ${GRACE_MS} ms)`,
    limitMs: bare + GRACE_MS / AIM,
    aim: AIM,
  });
  const [first, second] = made.runIds;
  const compared = await median(
    () =>
      compareRuns(
        actor,
        comparisonRequestSchema.parse({ first, second, campaign: made.campaignId }),
      ),
    5,
  );
  printLine({
    what: "two runs compared",
    ms: compared,
    limit: "bare SQL grouping of all runs",
    limitMs: bare,
  });
  await holdSince("2026-01-05");
  const byDate = await median(
    () =>
      compareRuns(
        actor,
        comparisonRequestSchema.parse({
          first,
          second,
          campaign: made.campaignId,
          truth: "2026-03-31",
        }),
      ),
    5,
  );
  printLine({
    what: "the same by a past date",
    ms: byDate,
    limit: "bare SQL grouping of all runs",
    limitMs: bare,
  });
}
