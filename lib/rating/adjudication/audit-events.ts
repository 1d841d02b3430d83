import { z } from "zod";
import { auditEvent } from "@/lib/people/audit-log/audit-event";

const task = z.object({ taskId: z.number(), campaignId: z.number() });
const adjudication = task.extend({ adjudicationId: z.number() });
const place = ({ taskId, campaignId }: z.output<typeof task>) =>
  `${taskId} in campaign ${campaignId}`;
const caseHref = ({ taskId }: z.output<typeof task>) => `/adjudication/${taskId}`;

export const adjudicationMade = auditEvent("adjudication.made", {
  label: "Response adjudicated",
  data: adjudication,
  text: (data) => `Item ${place(data)}`,
  href: caseHref,
});

export const adjudicationSuperseded = auditEvent("adjudication.superseded", {
  label: "Adjudication replaced",
  data: adjudication.extend({
    supersedes: z.number(),
    /** Missing where a maintainer replaced it. */
    because: z.enum(["corrected"]).optional(),
  }),
  text: (data) =>
    `Item ${place(data)}: ${data.adjudicationId} replaces ${data.supersedes}${data.because === "corrected" ? ", corrected by its adjudicator" : ""}`,
  href: caseHref,
});

export const taskCommented = auditEvent("task.commented", {
  label: "Discussion comment added",
  data: task.extend({ commentId: z.number() }),
  text: (data) => `Comment ${data.commentId} on item ${place(data)}`,
  href: ({ taskId }) => `/discussions/${taskId}`,
});
