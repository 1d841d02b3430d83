import { z } from "zod";
import { campaignData, campaignEvent } from "@/lib/rating/campaign-event";

export const campaignAlarmRaised = campaignEvent("campaign.alarm-raised", {
  label: "Rater alarm raised",
  data: campaignData.extend({ raterId: z.number(), kind: z.string(), paused: z.boolean() }),
  text: ({ raterId, kind, paused }) => `: account ${raterId}, ${kind}${paused ? ", paused" : ""}`,
});

export const campaignAlarmSettled = campaignEvent("campaign.alarm-settled", {
  label: "Rater alarm dismissed",
  data: campaignData.extend({ raterId: z.number(), kind: z.string() }),
  text: ({ raterId, kind }) => `: account ${raterId}, ${kind}`,
});

export const campaignAlarmsChanged = campaignEvent("campaign.alarms-changed", {
  label: "Rater alarms changed",
  data: campaignData.extend({
    fastSeconds: z.number().nullable(),
    straightLining: z.boolean(),
    alarmPauses: z.boolean(),
  }),
  text: ({ fastSeconds, straightLining, alarmPauses }) =>
    `: ${[
      ...(fastSeconds === null ? [] : [`below ${fastSeconds} s`]),
      ...(straightLining ? ["straight-lining"] : []),
      alarmPauses ? "pausing raters" : "not pausing",
    ].join(", ")}`,
});

export const campaignRaterPaused = campaignEvent("campaign.rater-paused", {
  label: "Rater paused",
  data: campaignData.extend({ raterId: z.number() }),
  text: ({ raterId }) => `: account ${raterId}`,
});

export const campaignRaterResumed = campaignEvent("campaign.rater-resumed", {
  label: "Rater resumed",
  data: campaignData.extend({ raterId: z.number() }),
  text: ({ raterId }) => `: account ${raterId}`,
});
