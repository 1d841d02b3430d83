import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { db } from "@/lib/platform/db";
import { RELAXED_STRICT_VERSION } from "@/lib/rating/protocols/vocabulary";
import {
  compareRuns,
  getAccuracyOfModel,
  getAccuracyReport,
} from "@/lib/reporting/accuracy/queries";
import {
  accuracyRequest,
  comparisonRequest,
  overTimeRequest,
} from "@/lib/reporting/accuracy/schema";
import { getAgreementReport } from "@/lib/reporting/agreement/queries";
import { agreementRequest } from "@/lib/reporting/agreement/schema";
import { getLeaderboard } from "@/lib/reporting/leaderboard/queries";
import { getPrincipleReport, listComparisonJobs } from "@/lib/reporting/principles/queries";
import { comparisonToBegin, principleRequest } from "@/lib/reporting/principles/schema";
import {
  accuracyFigure,
  accuracyInSmall,
  type AccuracyInSmall,
  agreementFigure,
  comparisonFigure,
  overTimeFigure,
  principleFigure,
  type ReportFigure,
  protocolFigure,
  runsInWords,
} from "./figures";
import { getProtocolReport, listProtocolCampaigns } from "@/lib/reporting/protocols/queries";
import { protocolRequest } from "@/lib/reporting/protocols/schema";
import { CAMPAIGN_ROOTS } from "@/lib/reporting/snapshots/sql";

/** As many runs as a table shows at a glance. */
const RUNS_AT_MOST = 12;

/** What reports show before anything is chosen. */
export interface ReportDefaults {
  release: string;
  /** The rated runs of the last release that has any, in the order in which they were added: the newest 12. */
  runIds: number[];
  /** How many rated runs that release has. */
  ratedRuns: number;
  /** Of the models of these runs the one with most rated runs, over all releases. */
  modelId: number;
  /** The campaign with most ratings that stand over runs of that release, with those of its follow-ups, gold aside. */
  campaignId: number;
}

/** Finds what reports begin with: the rated runs of the last release, and its largest campaign. Null: nothing is rated yet. */
export async function getReportDefaults(actor: Actor): Promise<ReportDefaults | null> {
  authorize(actor, "reports.read");
  const [found] = await db.$queryRaw<ReportDefaults[]>`
    WITH rated AS MATERIALIZED (
      SELECT c.id AS campaign_id, cr.run_id, run.release_id FROM campaigns c JOIN campaign_runs cr ON cr.campaign_id = c.id JOIN model_runs run ON run.id = cr.run_id
      WHERE c.status <> 'draft' AND c.protocol_version_id = ${RELAXED_STRICT_VERSION}
        AND EXISTS (SELECT FROM judgments j JOIN responses p ON p.id = j.response_id WHERE j.campaign_id = c.id AND p.run_id = cr.run_id)),
    last AS (
      SELECT l.id, l.name FROM releases l WHERE l.id IN (SELECT release_id FROM rated) ORDER BY l.published_at DESC, l.id DESC LIMIT 1)
    SELECT last.name AS release,
      (SELECT array_agg(run_id ORDER BY run_id) FROM (SELECT DISTINCT run_id FROM rated WHERE release_id = last.id ORDER BY run_id DESC LIMIT ${RUNS_AT_MOST}) r) AS "runIds",
      (SELECT count(DISTINCT run_id)::int FROM rated WHERE release_id = last.id) AS "ratedRuns",
      (SELECT run.model_id FROM model_runs run WHERE run.id IN (SELECT run_id FROM rated) GROUP BY run.model_id
        HAVING bool_or(run.release_id = last.id) ORDER BY count(*) DESC, run.model_id LIMIT 1) AS "modelId",
      (SELECT led.root_id FROM (SELECT DISTINCT campaign_id FROM rated WHERE release_id = last.id) c JOIN ${CAMPAIGN_ROOTS} led ON led.campaign_id = c.campaign_id
        GROUP BY led.root_id ORDER BY sum((SELECT count(*) FROM rating_assignments a JOIN rating_tasks t ON t.id = a.task_id
          WHERE a.campaign_id = c.campaign_id AND a.status = 'judged' AND NOT t.gold AND t.run_ids && ARRAY(SELECT run_id FROM rated WHERE release_id = last.id AND campaign_id = c.campaign_id))) DESC, led.root_id LIMIT 1) AS "campaignId"
    FROM last`;
  return found ?? null;
}

/** The accuracy of the runs that reports begin with, in small. Null: none of them has a verdict that counts. */
export async function getLastAccuracy(
  actor: Actor,
  begin: ReportDefaults,
): Promise<AccuracyInSmall | null> {
  authorize(actor, "reports.read");
  const { runIds, ratedRuns } = begin;
  const report = await getAccuracyReport(actor, accuracyRequest.parse({ runs: runIds }));
  return accuracyInSmall(report, ratedRuns > runIds.length ? ratedRuns : undefined);
}

/** The reports that are shown in small. */
export const PICTURED = [
  "accuracy",
  "comparison",
  "leaderboard",
  "accuracy-over-time",
  "agreement",
  "protocols",
  "principles",
] as const;
export type Pictured = (typeof PICTURED)[number];
/** Of these the ones that ratings by Relaxed and Strict say nothing of: they begin with their own latest. */
export const BEGIN_BY_THEMSELVES: readonly Pictured[] = ["protocols", "principles"];

/** A report as it opens, in small. Null: there is nothing to draw. */
export async function getReportFigure(
  actor: Actor,
  report: Pictured,
  begin: ReportDefaults | null,
): Promise<ReportFigure | null> {
  authorize(actor, "reports.read");
  if (report === "protocols") {
    const latest = (await listProtocolCampaigns(actor)).find(({ followsId }) => followsId === null);
    if (latest === undefined) return null;
    const found = await getProtocolReport(actor, protocolRequest.parse({ campaign: [latest.id] }));
    return found.ok ? protocolFigure(found.value) : null;
  }
  if (report === "principles") {
    const latest = comparisonToBegin(await listComparisonJobs(actor));
    if (latest === undefined) return null;
    const found = await getPrincipleReport(actor, principleRequest.parse({ job: [latest.jobId] }));
    return found.ok ? principleFigure(found.value) : null;
  }
  if (begin === null) return null;
  const { runIds, modelId, campaignId } = begin;
  const some = runsInWords(begin);
  switch (report) {
    case "accuracy":
      return accuracyFigure(
        await getAccuracyReport(actor, accuracyRequest.parse({ runs: runIds })),
        some,
      );
    case "comparison": {
      const [first, second] = runIds;
      return second === undefined
        ? null
        : comparisonFigure(await compareRuns(actor, comparisonRequest.parse({ first, second })));
    }
    case "accuracy-over-time":
      return overTimeFigure(
        await getAccuracyOfModel(actor, overTimeRequest.parse({ model: modelId })),
      );
    case "leaderboard": {
      const { report: listed } = await getLeaderboard(actor);
      return listed === null ? null : accuracyFigure(listed);
    }
    case "agreement":
      return agreementFigure(
        await getAgreementReport(actor, agreementRequest.parse({ campaign: [campaignId] })),
      );
  }
}
