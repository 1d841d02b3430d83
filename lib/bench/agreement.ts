import type pg from "pg";
import type { Actor } from "@/lib/people/access/schema";
import type { ManyJudgments } from "./accuracy";
import { median, printLine } from "./report";

const AIM = 1.5;
const GRACE_MS = 200;

/** The same grouping as someone would type it: the current judgments of each task, how many give credit, and what a report distinguishes. */
const BARE = `
  SELECT p.run_id, r.false_premise, r.fact_type, r.hops, date_trunc('week', v.judged_at), v.judgments, v.relaxed, v.strict, count(*)
  FROM (
    SELECT j.task_id, count(*) AS judgments, count(*) FILTER (WHERE j.relaxed) AS relaxed, count(*) FILTER (WHERE j.strict) AS strict, max(j.judged_at) AS judged_at
    FROM rating_assignments a JOIN judgments j ON j.id = a.judgment_id WHERE a.campaign_id = $1 GROUP BY j.task_id) v
  JOIN rating_tasks t ON t.id = v.task_id JOIN responses p ON p.id = t.response_id JOIN revisions r ON r.id = t.revision_id
  WHERE NOT t.gold GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`;

/** Every number of the agreement page, intervals included, beside the bare grouping. */
export async function benchAgreement(
  client: pg.ClientBase,
  made: Pick<ManyJudgments, "campaignId" | "researcherId">,
): Promise<void> {
  const { getAgreementReport } = await import("@/lib/reporting/agreement/queries");
  const { agreementRequestSchema } = await import("@/lib/reporting/agreement/schema");
  const actor: Actor = {
    userId: made.researcherId,
    name: "Bench",
    roles: ["researcher"],
    via: "system",
  };
  const bare = await median(() => client.query(BARE, [made.campaignId]), 5);
  const ours = await median(
    () => getAgreementReport(actor, agreementRequestSchema.parse({ campaign: made.campaignId })),
    5,
  );
  printLine({
    what: "agreement, every number of the page",
    ms: ours,
    limit: `bare SQL grouping, and ${GRACE_MS} ms for nothing`,
    limitMs: bare + GRACE_MS / AIM,
    aim: AIM,
  });
}
