import type pg from "pg";
import type { Actor } from "@/lib/people/access/schema";
import { makeRating } from "@/prisma/factories/rating";
import { holdSince } from "@/prisma/testing/past-days";
import { figure, median, medians } from "./report";
import { formatCount } from "@/lib/platform/format";

const MODELS = 10;
const AIM = 2;

/**
 * The leanest tables with the same: judgments that count as small numbers in the order of their responses, and responses with
 * their run and class.
 */
const COMPACT = `
  CREATE TABLE bench_responses AS
    SELECT p.id AS response_id, (dense_rank() OVER (ORDER BY p.run_id))::smallint AS run,
      (dense_rank() OVER (ORDER BY r.false_premise, r.fact_type, r.hops, r.effective_year, r.effective_before))::smallint AS class
    FROM responses p JOIN revisions r ON r.id = p.revision_id ORDER BY p.id;
  CREATE TABLE bench_judgments AS
    SELECT j.response_id, (dense_rank() OVER (ORDER BY j.rater_id))::smallint AS rater, (j.relaxed::int + j.strict::int)::smallint AS verdict
    FROM rating_assignments a JOIN judgments j ON j.id = a.judgment_id JOIN rating_tasks t ON t.id = j.task_id WHERE NOT t.gold
    ORDER BY 1, 2;
  ALTER TABLE bench_responses ADD PRIMARY KEY (response_id);
  ALTER TABLE bench_judgments ADD PRIMARY KEY (response_id, rater)`;

/** The best plan on them: both read in the order of their responses, majorities counted on the way. */
const MAJORITIES = `
  SELECT p.run, p.class, v.relaxed, v.strict, count(*) FROM (
    SELECT response_id, sign(2 * count(*) FILTER (WHERE verdict > 0) - count(*)) AS relaxed, sign(2 * count(*) FILTER (WHERE verdict > 1) - count(*)) AS strict
    FROM bench_judgments GROUP BY response_id) v JOIN bench_responses p USING (response_id) GROUP BY 1, 2, 3, 4`;

export interface ManyJudgments {
  campaignId: number;
  runIds: number[];
  researcherId: number;
  responses: number;
  judgments: number;
}

/** Half a million responses judged twice, for whatever reports are measured on. */
export async function makeManyJudgments(
  client: pg.Client,
  questions: number,
): Promise<ManyJudgments> {
  const made = await makeRating(client, {
    name: "Million",
    questions,
    models: MODELS,
    raters: 10,
    ratingsPerResponse: 2,
    agreement: 0.9,
    corrected: 0.02,
    gold: 0.01,
    adjudicated: 0.5,
  });
  await client.query(COMPACT);
  await client.query("VACUUM ANALYZE");
  return made;
}

/** The accuracy of ten runs with all intervals, and two of them compared, beside the bare grouping of compact judgments. */
export async function benchAccuracy(client: pg.Client, made: ManyJudgments): Promise<void> {
  const { compareRuns, getAccuracyReport } = await import("@/lib/reporting/accuracy/queries");
  const { accuracyRequest, comparisonRequest } = await import("@/lib/reporting/accuracy/schema");
  const actor: Actor = {
    userId: made.researcherId,
    name: "Bench",
    roles: ["researcher"],
    via: "system",
  };
  console.log(
    `${formatCount(made.responses)} responses with ${formatCount(made.judgments)} judgments.`,
  );
  const [first, second] = made.runIds;
  const comparing = (truth?: string) => () =>
    compareRuns(
      actor,
      comparisonRequest.parse({
        first,
        second,
        campaign: made.campaignId,
        ...(truth !== undefined && { truth }),
      }),
    );
  const [bare, ours, compared] = await medians(
    [
      () => client.query(MAJORITIES),
      () =>
        getAccuracyReport(
          actor,
          accuracyRequest.parse({ runs: made.runIds, campaign: made.campaignId }),
        ),
      comparing(),
    ],
    5,
  );
  const limit = { what: "majorities of compact judgments, merged", value: bare! };
  figure({ what: "accuracy of ten runs", value: ours!, unit: "ms", limit, aim: AIM });
  figure({ what: "two runs compared", value: compared!, unit: "ms", limit, aim: AIM });
  await holdSince("2026-01-05");
  figure({
    what: "two runs compared by a past date",
    value: await median(comparing("2026-03-31"), 5),
    unit: "ms",
    limit,
  });
}
