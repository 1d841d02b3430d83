import type pg from "pg";
import type { Actor } from "@/lib/people/access/schema";
import type { ManyJudgments } from "./accuracy";
import { figure, medians } from "./report";

const AIM = 2;

/** How often two raters said what of the same response: a merge join of the compact judgments with themselves. */
const PAIRS = `
  SELECT a.rater, b.rater, a.verdict, b.verdict, count(*) FROM bench_judgments a JOIN bench_judgments b ON b.response_id = a.response_id AND b.rater > a.rater
  GROUP BY 1, 2, 3, 4`;

/** The best plan for it, whatever the planner takes it for. */
const MERGED = "SET LOCAL enable_hashjoin = off; SET LOCAL enable_nestloop = off";

/** Every number of the agreement page, intervals included, beside the count of pairs alone. @param client of a database that has makeManyJudgments() */
export async function benchAgreement(
  client: pg.ClientBase,
  made: Pick<ManyJudgments, "campaignId" | "researcherId">,
): Promise<void> {
  const { getAgreementReport } = await import("@/lib/reporting/agreement/queries");
  const { agreementRequest } = await import("@/lib/reporting/agreement/schema");
  const actor: Actor = {
    userId: made.researcherId,
    name: "Bench",
    roles: ["researcher"],
    via: "system",
  };
  const pairs = async () => {
    await client.query(`BEGIN; ${MERGED}`);
    await client.query(PAIRS);
    await client.query("COMMIT");
  };
  const request = agreementRequest.parse({ campaign: made.campaignId });
  const [bare, ours] = await medians([pairs, () => getAgreementReport(actor, request)], 5);
  figure({
    what: "agreement, every number of the page",
    value: ours!,
    unit: "ms",
    limit: { what: "merge join of compact judgments with themselves", value: bare! },
    aim: AIM,
  });
}
