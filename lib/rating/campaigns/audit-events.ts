import { z } from "zod";
import { auditEvent } from "@/lib/people/audit-log/audit-event";
import { countOf } from "@/lib/platform/format";
import { campaignData, campaignEvent } from "@/lib/rating/campaign-event";

export const campaignPlanned = campaignEvent("campaign.planned", {
  label: "Campaign planned",
  data: campaignData.extend({ version: z.number() }),
  text: ({ version }) => `, plan ${version}`,
});

export const campaignDiscarded = auditEvent("campaign.discarded", {
  label: "Campaign draft deleted",
  data: campaignData,
  text: ({ name }) => `Draft “${name}” was deleted`,
});

export const campaignEdited = campaignEvent("campaign.edited", {
  label: "Campaign edited",
  data: campaignData.extend({ deadline: z.string().nullable() }),
  text: () => ": name, instructions or deadline",
});

export const campaignOpened = campaignEvent("campaign.opened", {
  label: "Campaign opened",
  data: campaignData.extend({
    tasks: z.number(),
    ratings: z.number(),
    gold: z.number(),
    raters: z.number(),
  }),
  text: ({ tasks, ratings, gold, raters }) =>
    `: ${countOf(tasks, "response")}, ${countOf(ratings, "rating")}, ${gold} gold, ${countOf(raters, "rater")}`,
});

export const campaignStatusChanged = campaignEvent("campaign.status-changed", {
  label: "Campaign paused, resumed or closed",
  data: campaignData.extend({ from: z.string(), to: z.string() }),
  text: ({ from, to }) => `: ${from} → ${to}`,
});

export const campaignRaterJoined = campaignEvent("campaign.rater-joined", {
  label: "Rater added",
  data: campaignData.extend({ raterId: z.number(), moved: z.number() }),
  text: ({ raterId, moved }) => `: account ${raterId} added with ${countOf(moved, "item")}`,
});

export const campaignRaterLeft = campaignEvent("campaign.rater-left", {
  label: "Rater removed",
  data: campaignData.extend({ raterId: z.number(), moved: z.number() }),
  text: ({ raterId, moved }) =>
    `: account ${raterId} removed; ${countOf(moved, "item")} reassigned`,
});

export const campaignTakenOver = campaignEvent("campaign.taken-over", {
  label: "Items taken",
  data: campaignData.extend({ count: z.number() }),
  text: ({ count }) => `: ${countOf(count, "item")} taken`,
});

export const campaignNudged = campaignEvent("campaign.nudged", {
  label: "Rater reminded",
  data: campaignData.extend({ raterId: z.number(), waiting: z.number() }),
  text: ({ raterId, waiting }) =>
    `: account ${raterId} was reminded of ${countOf(waiting, "item")}`,
});

export const conflictStated = auditEvent("conflict.stated", {
  label: "Conflict of interest added",
  data: z.object({ raterId: z.number(), runId: z.number(), reason: z.string() }),
  text: ({ raterId, runId, reason }) =>
    `Account ${raterId} blocked from rating run ${runId}${reason === "" ? "" : `: ${reason}`}`,
});

export const conflictWithdrawn = auditEvent("conflict.withdrawn", {
  label: "Conflict of interest removed",
  data: z.object({ raterId: z.number(), runId: z.number() }),
  text: ({ raterId, runId }) => `Account ${raterId} unblocked for run ${runId}`,
});

export const goldSet = auditEvent("gold.set", {
  label: "Gold response added",
  data: z.object({
    responseId: z.number(),
    runId: z.number(),
    relaxed: z.boolean(),
    strict: z.boolean(),
  }),
  // Without the verdict: who reads the log may have to rate the response.
  text: ({ responseId }) => `Response ${responseId} is gold`,
  href: ({ responseId }) => `/campaigns/gold/${responseId}`,
});

export const goldWithdrawn = auditEvent("gold.withdrawn", {
  label: "Gold response removed",
  data: z.object({ responseId: z.number() }),
  text: ({ responseId }) => `Response ${responseId} is no longer gold`,
});
