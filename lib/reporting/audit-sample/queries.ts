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
    const [said, blind] = [Prisma.raw(`a.${mode}`), Prisma.raw(`a.blind_${mode}`)];
    return Prisma.sql`(count(*) FILTER (WHERE a.counts AND ${said} = ${raters} AND ${blind} <> ${raters}))::int`;
  };
  const { state } = counting;
  // An audit that began behind a state is none of its reports'.
  const had = state === null ? Prisma.sql`TRUE` : Prisma.sql`bool_or(a.audited)`;
  const rows = await groupedRows<CountedAudit>(Prisma.sql`
    SELECT a.campaign_id AS "campaignId", (SELECT name FROM campaigns c WHERE c.id = a.campaign_id) AS campaign, count(*)::int AS agreed,
      (count(*) FILTER (WHERE a.counts))::int AS audited, (count(*) FILTER (WHERE a.audited AND NOT a.counts))::int AS "outOfOrder",
      (count(*) FILTER (WHERE a.counts AND a.changed))::int AS changed, (count(*) FILTER (WHERE a.drawn AND NOT a.audited))::int AS waiting,
      ${differ("relaxed", true)} AS "lostRelaxed", ${differ("relaxed", false)} AS "gotRelaxed", ${differ("strict", true)} AS "lostStrict", ${differ("strict", false)} AS "gotStrict"
    FROM (
      -- Up to the first that has no verdict.
      SELECT a.*, a.audited AND a.draw < coalesce(min(a.draw) FILTER (WHERE NOT a.audited) OVER (PARTITION BY a.campaign_id), 2) AS counts
      FROM ${agreedTasks(counting)} a ${scope.join} WHERE ${scope.where}) a
    GROUP BY a.campaign_id HAVING ${had} ORDER BY a.campaign_id`);
  return rows.map((row) => auditOf(row, state === null));
}
