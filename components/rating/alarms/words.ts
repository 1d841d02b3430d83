import { countOf, formatCount } from "@/lib/platform/format";
import type { OpenAlarm } from "@/lib/rating/alarms/queries";
import type { PauseCause } from "@/lib/rating/alarms/vocabulary";
import { formatDecimal, formatShare } from "@/lib/platform/numbers";

export const PAUSED_WORDS: Record<PauseCause, string> = {
  "too-fast": "Paused: too fast",
  "straight-lining": "Paused: same ratings",
  manager: "Paused",
};

/** What raised an alarm, in a sentence. */
export function alarmWords(alarm: OpenAlarm): string {
  if (alarm.kind === "too-fast") {
    const { ratings, seconds, limit } = alarm.figures;
    return `The last ${countOf(ratings, "rating")} took ${formatDecimal(seconds, 1)} s each, below the limit of ${limit} s.`;
  }
  const { ratings, share, others, chance } = alarm.figures;
  return `The last ${countOf(ratings, "rating")} are all the same. Of ${countOf(others, "rating")} by others ${formatShare(share)} are, so chance alone makes such a row in less than 1 of ${formatCount(Math.min(1_000_000, Math.floor(1 / Math.max(chance, 1e-9))))} cases.`;
}
