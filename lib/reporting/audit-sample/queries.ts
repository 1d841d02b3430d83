import { Prisma } from "@/lib/platform/db";
import { groupedRows } from "@/lib/reporting/snapshots/queries";
import type { Counting } from "@/lib/reporting/snapshots/sql";
import { auditOf, type CountedAudit } from "./rules";
import type { AuditOfCampaign } from "./schema";
import { agreedTasks } from "./sql";

/**
 * The audits of a report's campaigns, the oldest first; for reports, which have checked the reader.
 * @param scope SQL that follows a FROM with response_id and truth_id as `a`, and SQL that follows its WHERE: what is asked about
 */
export async function countAudits(
  counting: Counting,
  scope: { join: Prisma.Sql; where: Prisma.Sql },
): Promise<AuditOfCampaign[]> {
  const differ = (mode: "relaxed" | "strict", raters: boolean) => {
    const [said, final] = [Prisma.raw(`a.${mode}`), Prisma.raw(`a.final_${mode}`)];
    return Prisma.sql`(count(*) FILTER (WHERE a.audited AND ${said} = ${raters} AND ${final} <> ${raters}))::int`;
  };
  const rows = await groupedRows<CountedAudit>(Prisma.sql`
    SELECT a.campaign_id AS "campaignId", (SELECT name FROM campaigns c WHERE c.id = a.campaign_id) AS campaign, count(*)::int AS agreed,
      (count(*) FILTER (WHERE a.audited))::int AS audited, (count(*) FILTER (WHERE a.corrected))::int AS corrected, (count(*) FILTER (WHERE a.drawn AND NOT a.audited))::int AS waiting,
      ${differ("relaxed", true)} AS "lostRelaxed", ${differ("relaxed", false)} AS "gotRelaxed", ${differ("strict", true)} AS "lostStrict", ${differ("strict", false)} AS "gotStrict"
    FROM ${agreedTasks(counting)} a ${scope.join} WHERE ${scope.where} GROUP BY a.campaign_id ORDER BY a.campaign_id`);
  return rows.map((row) => auditOf(row, counting.state === null));
}
