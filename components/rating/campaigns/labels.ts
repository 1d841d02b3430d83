import { CATEGORY_WORDS } from "@/components/dataset/questions/labels";
import { CITATION_CHECK_TITLES } from "@/lib/runs/references/vocabulary";
import type { CitationFilter } from "@/lib/runs/references/schema";
import type { GoldAnswerCount, OpenWork } from "@/lib/rating/campaigns/progress-queries";
import type { CampaignSample, CampaignStatus, Truth } from "@/lib/rating/campaigns/schema";
import type { ExpectedAnswer } from "@/lib/rating/gold/vocabulary";
import { levelOf } from "@/lib/rating/protocols/rules";
import type { ChoiceQuestion } from "@/lib/rating/protocols/vocabulary";
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

/** What a filter by the citation check takes. */
export const KEEP_WORDS: Record<CitationFilter["keep"], string> = {
  unsupported: "With unsupported text",
  missing: "With missing citations",
  precision: "With low citation precision",
};

/** A filter in a few words: "with missing citations by the citation check (Paper: Rouge-1 F1 ≥ 0.57)". */
function citationFilterWords(filter: CitationFilter): string {
  const what =
    filter.keep === "precision"
      ? `with citation precision below ${filter.below}`
      : KEEP_WORDS[filter.keep].toLowerCase();
  return `${what} by the citation check (${CITATION_CHECK_TITLES[filter.variant]})`;
}

/** A sample in a few words. */
export function sampleWords(sample: CampaignSample): string {
  const responses = responsesWords(sample);
  return sample.citations === null
    ? responses
    : `${responses}, ${citationFilterWords(sample.citations)}`;
}

function responsesWords(sample: CampaignSample): string {
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

/** "Few errors ± 1", "Cannot tell". */
export function expectedWords({ levels }: ChoiceQuestion, expected: ExpectedAnswer): string {
  if ("cannotTell" in expected) return "Cannot tell";
  const level = levelOf(levels, expected.value);
  return expected.tolerance === 0 ? level : `${level} ± ${expected.tolerance}`;
}

/** Answers about gold items, and how many of them are right, in sum. */
export function addGoldAnswers(counts: readonly Omit<GoldAnswerCount, "key">[]) {
  const sum = (of: "answers" | "right") => counts.reduce((total, one) => total + one[of], 0);
  return { answers: sum("answers"), right: sum("right") };
}
