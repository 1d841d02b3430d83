import { z } from "zod";
import { auditEvent, changesInWords, changesSchema } from "@/lib/people/audit-log/audit-event";

const judgment = z.object({ judgmentId: z.number(), taskId: z.number(), campaignId: z.number() });

export const judgmentSubmitted = auditEvent("judgment.submitted", {
  label: "Response rated",
  data: judgment.extend({ flagged: z.boolean() }),
  text: ({ judgmentId, campaignId, flagged }) =>
    `Rating ${judgmentId} in campaign ${campaignId}${flagged ? ", answer flagged" : ""}`,
});

export const judgmentCorrected = auditEvent("judgment.corrected", {
  label: "Rating corrected",
  data: judgment.extend({ supersedes: z.number() }),
  text: ({ judgmentId, campaignId, supersedes }) =>
    `Rating ${judgmentId} in campaign ${campaignId} corrects ${supersedes}`,
});

export const ratingSettingsChanged = auditEvent("rating-settings.changed", {
  label: "Rating settings changed",
  data: changesSchema,
  text: (data) => changesInWords(data),
  href: "/settings",
});
