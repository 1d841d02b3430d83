import { daysBetween } from "@/lib/dataset/schedule/rules";
import type { DueReason } from "@/lib/dataset/schedule/schema";
import type { RefreshKind } from "@/lib/refreshing/schema";
import { countOf, formatDay } from "@/lib/platform/format";

/** "in 3 days", "today", "12 days ago". */
export function distanceWords(day: string, today: string): string {
  const days = daysBetween(today, day);
  if (days === 0) return "today";
  const count = countOf(Math.abs(days), "day");
  return days > 0 ? `in ${count}` : `${count} ago`;
}

/**
 * Why a question is due when it is.
 * @param base ISO day on which someone last had reason to believe the answers.
 */
export function whyWords(why: DueReason, base: string): string {
  switch (why) {
    case "date":
      return "on its set date";
    case "release":
      return "not checked since the last release";
    case "planned":
      return "scheduled date";
    case "interval":
      return `counted from ${formatDay(base)}`;
    case "checked":
      return "checked on its set date";
    case "awaits-release":
      return "at the next release";
    case "never":
      return "never";
    case "unrecognized":
      return "no date set";
  }
}

export const FORM_TITLES: Record<RefreshKind, string> = {
  answer: "New answer",
  reclassify: "Reclassify",
  schedule: "Reschedule",
  evidence: "New evidence",
  retire: "Retire",
};
