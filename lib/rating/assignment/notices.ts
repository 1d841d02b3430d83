import { z } from "zod";
import { noticeKind } from "@/lib/people/notifications/notice";
import { noticeOfCampaign } from "@/lib/rating/notices";

/** What a notice that holds a campaign's message speaks of. */
export const messageSubject = (campaignId: number) => `message:${campaignId}`;

/** A message to all raters of a campaign. */
export const campaignMessageNotice = noticeKind("campaign-message", {
  label: "Rating",
  data: noticeOfCampaign.extend({ message: z.string().max(2_000), by: z.string() }),
  subject: ({ campaignId }) => messageSubject(campaignId),
  title: ({ by, campaign }) => `${by} wrote to all raters of “${campaign}”`,
  lines: ({ message }) => [message],
  href: ({ campaignId }) => `/rate/${campaignId}`,
});
