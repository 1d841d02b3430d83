import type { RatingFilter, RaterRatingsRequest } from "@/lib/rating/rater-ratings/schema";

export const FILTER_WORDS: Record<RatingFilter, string> = {
  all: "All",
  "gold-wrong": "Gold wrong",
  flagged: "Flagged",
  "too-fast": "Too fast",
  corrected: "Corrected",
  "not-sure": "Not sure",
};

/** The address of a rater's ratings: nothing that is its default. */
export function raterRatingsAddress(
  campaignId: number,
  { rater = null, show = "all", before = null, after = null }: Partial<RaterRatingsRequest>,
): string {
  const query = new URLSearchParams({
    ...(rater !== null && { rater: String(rater) }),
    ...(show !== "all" && { show }),
    ...(before !== null && { before: String(before) }),
    ...(after !== null && { after: String(after) }),
  });
  return `/campaigns/${campaignId}/ratings${query.size > 0 ? `?${query}` : ""}`;
}
