import { z } from "zod";
import { auditEvent, changesInWords, changesSchema } from "@/lib/people/audit-log/audit-event";
import { countOf } from "@/lib/platform/format";
import { refreshPage } from "./address";

const href = refreshPage.path;

export const reviewsAssigned = auditEvent("reviews.assigned", {
  label: "Answer refresh assigned",
  data: z.object({ assigneeId: z.number().nullable(), count: z.number() }),
  text: ({ assigneeId, count }) =>
    `${countOf(count, "question")} assigned to ${assigneeId === null ? "no one" : `account ${assigneeId}`}`,
  href,
});

export const reviewsSharedOut = auditEvent("reviews.shared-out", {
  label: "Answer refresh distributed",
  data: z.object({ assigneeIds: z.array(z.number()), count: z.number() }),
  text: ({ assigneeIds, count }) =>
    `${countOf(count, "question")} distributed among ${countOf(assigneeIds.length, "account")}`,
  href,
});

export const reviewsAssignmentUndone = auditEvent("reviews.assignment-undone", {
  label: "Assignment undone",
  data: z.object({ count: z.number() }),
  text: ({ count }) => `The assignment of ${countOf(count, "question")} was undone`,
  href,
});

export const scheduleSmoothed = auditEvent("schedule.smoothed", {
  label: "Workload balanced",
  data: z.object({
    weeks: z.number(),
    count: z.number(),
    peakBefore: z.number(),
    peakAfter: z.number(),
  }),
  text: ({ weeks, count, peakBefore, peakAfter }) =>
    `${countOf(count, "question")} moved within ${weeks} weeks; up to ${peakAfter} per day instead of ${peakBefore}`,
  href,
});

export const scheduleSmoothingUndone = auditEvent("schedule.smoothing-undone", {
  label: "Workload balancing undone",
  data: z.object({ count: z.number() }),
  text: ({ count }) => `${countOf(count, "question")} moved back to their previous dates`,
  href,
});

export const settingsChanged = auditEvent("settings.changed", {
  label: "Settings changed",
  data: changesSchema,
  text: (data) => changesInWords(data),
  href: "/settings",
});
