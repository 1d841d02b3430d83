import { CATEGORY_WORDS } from "@/components/dataset/questions/labels";
import type { OpenWork } from "@/lib/rating/campaigns/queries";
import type { CampaignSample, CampaignStatus, Truth } from "@/lib/rating/campaigns/schema";
import { countOf, formatCount } from "@/lib/platform/format";

export const STATUS_WORDS: Record<CampaignStatus, string> = {
  draft: "Draft",
  open: "Open",
  paused: "Paused",
  closed: "Closed",
};

export const TRUTH_WORDS: Record<Truth, string> = {
  release: "The run’s release",
  present: "The dataset when the campaign was opened",
};

/** A sample in a few words. */
export function sampleWords(sample: CampaignSample): string {
  const of = sample.splits.length === 0 ? "" : ` of ${sample.splits.join(" and ")}`;
  switch (sample.kind) {
    case "all":
      return `All responses${of}`;
    case "random":
      return `${countOf(sample.count, "question")} at random${of}`;
    case "category":
      return `${CATEGORY_WORDS[sample.category]} questions${of}`;
    case "stale":
      return "Responses rated against outdated answers";
  }
}

/** What closing a campaign leaves open, a line each; nothing that is none. */
export function openWorkLines({
  ratings,
  onDesks,
  unassigned,
  cases,
  stale,
  flagged,
}: OpenWork): string[] {
  const parts = [
    onDesks > 0 && `${formatCount(onDesks)} in progress`,
    unassigned > 0 && `${formatCount(unassigned)} unassigned`,
  ].filter(Boolean);
  return [
    ratings > 0 &&
      `${countOf(ratings, "rating")} missing${parts.length > 0 ? ` (${parts.join(", ")})` : ""}`,
    cases > 0 && `${countOf(cases, "response")} pending adjudication`,
    stale > 0 &&
      `${countOf(stale, "response")} rated against outdated answers, with no follow-up campaign`,
    flagged > 0 && `${countOf(flagged, "question")} with an unresolved flag`,
  ].filter((line) => line !== false);
}

/** "2 h 40 min", "25 min", "less than a minute". */
export function hoursWords(hours: number): string {
  const minutes = Math.round(hours * 60);
  if (minutes < 1) return hours === 0 ? "0 min" : "less than a minute";
  if (minutes < 60) return `${minutes} min`;
  if (hours >= 100) return `${formatCount(Math.round(hours))} h`;
  return minutes % 60 === 0
    ? `${minutes / 60} h`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** "83%", or a dash that is read out as words where there is nothing to divide by. */
export function shareWords(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round((part / whole) * 100)}%`;
}
