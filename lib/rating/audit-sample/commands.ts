import type { z } from "zod";
import { authorize } from "@/lib/people/access/policy";
import type { Actor } from "@/lib/people/access/schema";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { transactionOnce } from "@/lib/platform/client-keys";
import { lockRow } from "@/lib/platform/locked-row";
import { ok, refuse, type Result } from "@/lib/platform/result";
import { LONG } from "@/lib/rating/campaigns/writes";
import { RELAXED_STRICT_VERSION } from "@/lib/rating/protocols/vocabulary";
import type { auditSampleSchema } from "./schema";
import { campaignAuditChanged } from "./audit-events";

/**
 * Sets which part of the responses on which raters agree is adjudicated blind, at any time, also once the campaign is
 * closed. Each task has a number of its own that the campaign's seed gives it, and is drawn where that is below the rate
 * (audit_draw in the migration): a higher rate keeps what a lower one drew, and no one chooses. A lower rate gives back
 * what no one has adjudicated yet; what was adjudicated stays.
 * Refusals: `not-found`; `not-possible` for a protocol other than Relaxed and Strict; `key-taken`.
 */
export async function changeAuditRate(
  actor: Actor,
  input: z.output<typeof auditSampleSchema>,
): Promise<Result<void, "key-taken" | "not-found" | "not-possible">> {
  authorize(actor, "campaigns.manage");
  const { campaignId, rate, clientKey } = input;
  return transactionOnce(
    actor,
    "changeAuditRate",
    clientKey,
    async (tx) => {
      await lockRow(tx, "campaigns", campaignId, { referenced: true });
      const campaign = await tx.campaign.findUnique({
        where: { id: campaignId },
        select: { name: true, protocolVersionId: true, auditRate: true },
      });
      if (campaign === null) return refuse("not-found", "Campaign not found.");
      if (campaign.protocolVersionId !== RELAXED_STRICT_VERSION)
        return refuse(
          "not-possible",
          "Only campaigns that rate Relaxed and Strict have audits. Nothing was saved.",
        );
      if ((campaign.auditRate ?? 0) === rate) return ok();
      await tx.campaign.update({ where: { id: campaignId }, data: { auditRate: rate } });
      await recordAudit(tx, actor, campaignAuditChanged, { campaignId, name: campaign.name, rate });
      return ok();
    },
    LONG,
  );
}
