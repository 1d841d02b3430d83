import { z } from "zod";
import { idInUrl } from "@/lib/platform/fields";

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

/** The address of the list. */
export const raterRatingsSchema = z.object({
  rater: idInUrl.nullable().catch(null).default(null),
  show: z.enum(RATING_FILTERS).catch("all").default("all"),
  /** Only ratings before (older) or after (newer) this one. */
  before: idInUrl.nullable().catch(null).default(null),
  after: idInUrl.nullable().catch(null).default(null),
});
export type RaterRatingsRequest = z.output<typeof raterRatingsSchema>;

export const raterRatingsFileSchema = z.object({
  campaign: idInUrl,
  rater: idInUrl,
  show: z.enum(RATING_FILTERS).catch("all").default("all"),
});
