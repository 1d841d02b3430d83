import { z } from "zod";
import { noticeKind } from "@/lib/people/notifications/notice";
import { id } from "@/lib/platform/fields";
import { countOf, formatDay } from "@/lib/platform/format";

/** Data of a notice that speaks of a campaign. */
export const noticeOfCampaign = z.object({ campaignId: id, campaign: z.string() });

const work = noticeOfCampaign.extend({ dueOn: z.iso.date().nullable(), by: z.string() });
/** What a notice of work in a campaign speaks of. */
export const workSubject = ({ campaignId }: z.output<typeof noticeOfCampaign>) =>
  `campaign:${campaignId}`;
const aboutWork = {
  label: "Rating",
  subject: workSubject,
  href: () => "/rate",
};

/** "80 items to rate, due 24 Dec 2026." */
const waitingInWords = ({ waiting, dueOn }: { waiting: number; dueOn: string | null }): string =>
  `${countOf(waiting, "item")} to rate${dueOn === null ? "" : `, due ${formatDay(dueOn)}`}.`;

/** A campaign was opened that the reader rates in, or they joined one that is open. */
export const campaignOpenedNotice = noticeKind("campaign-opened", {
  ...aboutWork,
  data: work.extend({ waiting: z.number().int().positive() }),
  title: ({ by, campaign }) => `${by} assigned you responses to rate in “${campaign}”`,
  lines: (data) => [waitingInWords(data)],
});

/** Judgments of a campaign wait for the reader. */
export const campaignNudgeNotice = noticeKind("campaign-nudge", {
  ...aboutWork,
  data: work.extend({ waiting: z.number().int().nonnegative(), message: z.string().max(2_000) }),
  title: ({ by, campaign }) => `${by} reminded you about your ratings in “${campaign}”`,
  lines: (data) => [waitingInWords(data), data.message],
});
