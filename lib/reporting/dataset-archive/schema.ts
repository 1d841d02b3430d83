import { z } from "zod";
import { day } from "@/lib/platform/days";

const MESSAGE = "ratings must be a date that is over (UTC), for example 2026-11-20.";

/** Which archive of a release is asked for. @param at the present time */
export const archiveRequestSchema = (at: Date) =>
  z.object({
    /** Until the end of which UTC day ratings are included; none: none are. */
    ratings: day(MESSAGE)
      .refine((one) => one < at.toISOString().slice(0, 10), MESSAGE)
      .optional()
      .transform((one) => one ?? null),
  });
