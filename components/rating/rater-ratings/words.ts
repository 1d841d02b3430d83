import type { RatingFilter } from "@/lib/rating/rater-ratings/address";

export const FILTER_WORDS: Record<RatingFilter, string> = {
  all: "All",
  "gold-wrong": "Gold wrong",
  flagged: "Flagged",
  "too-fast": "Too fast",
  corrected: "Corrected",
  "not-sure": "Not sure",
};
