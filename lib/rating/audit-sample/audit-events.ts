import { z } from "zod";
import { campaignData, campaignEvent } from "@/lib/rating/campaign-event";

export const campaignAuditChanged = campaignEvent("campaign.audit-changed", {
  label: "Audit of agreed responses changed",
  data: campaignData.extend({ rate: z.number() }),
  text: ({ rate }) => `: ${rate}%`,
});
