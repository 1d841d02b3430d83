import { z } from "zod";
import { idInUrl } from "@/lib/platform/fields";
import { RATING_FILTERS } from "./address";

export const raterRatingsFileSchema = z.object({
  campaign: idInUrl,
  rater: idInUrl,
  show: z.enum(RATING_FILTERS).catch("all").default("all"),
});
