import { z } from "zod";
import { noticeKind } from "@/lib/people/notifications/notice";
import { id } from "@/lib/platform/fields";
import { noticeOfCampaign, workSubject } from "@/lib/rating/notices";

const ALARMED: Record<string, string> = {
  "too-fast": "too fast",
  "straight-lining": "the same many times in a row",
};

/** A rater's ratings in a campaign raised an alarm: for its maintainers. Kinds as in vocabulary.ts. */
export const raterAlarmNotice = noticeKind("rater-alarm", {
  label: "Rating",
  data: noticeOfCampaign.extend({
    raterId: id,
    rater: z.string(),
    alarm: z.string(),
    paused: z.boolean(),
  }),
  subject: ({ campaignId }) => `alarm:${campaignId}`,
  title: ({ rater, alarm, campaign }) =>
    `${rater} rates ${ALARMED[alarm] ?? "strangely"} in “${campaign}”`,
  lines: ({ paused }) => [
    paused ? "They are paused until you resume them." : "They have not been paused.",
  ],
  href: ({ campaignId }) => `/campaigns/${campaignId}`,
});

const PAUSED_BECAUSE: Record<string, string> = {
  "too-fast":
    "Your last ratings took less time than reading an item does, so a maintainer will look at them.",
  "straight-lining":
    "Your last ratings were all the same, more often in a row than is likely here, so a maintainer will look at them.",
  manager: "A maintainer paused you.",
};

/** The reader alone is paused in a campaign. */
export const raterPausedNotice = noticeKind("rater-paused", {
  label: "Rating",
  data: noticeOfCampaign.extend({ because: z.string() }),
  subject: ({ campaignId }) => `paused:${campaignId}`,
  title: ({ campaign }) => `You are paused in “${campaign}”`,
  lines: ({ because }) => [
    `${PAUSED_BECAUSE[because] ?? PAUSED_BECAUSE["manager"]} Your ratings are kept, and so are your items. You can continue once a maintainer resumes you.`,
  ],
  href: () => "/rate",
});

/** The reader may go on again. */
export const raterResumedNotice = noticeKind("rater-resumed", {
  label: "Rating",
  data: noticeOfCampaign.extend({ by: z.string() }),
  subject: workSubject,
  title: ({ campaign }) => `You can continue rating in “${campaign}”`,
  lines: ({ by }) => [`${by} resumed you.`],
  href: ({ campaignId }) => `/rate/${campaignId}`,
});
