import { oneOr, pageAddress, rowId } from "@/lib/platform/address";

/** What of a rater's ratings is shown. */
export const RATING_FILTERS = [
  "all",
  "gold-wrong",
  "flagged",
  "too-fast",
  "corrected",
  "not-sure",
] as const;
export type RatingFilter = (typeof RATING_FILTERS)[number];

export const raterRatingsPage = pageAddress("/campaigns/[id]/ratings", {
  /** Null: the campaign's first. */
  rater: rowId,
  show: oneOr(RATING_FILTERS, "all"),
  /** Only ratings before (older) or after (newer) this one. */
  before: rowId,
  after: rowId,
});
