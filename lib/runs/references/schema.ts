import { z } from "zod";
import { CITATION_CHECKS } from "./vocabulary";

const variant = z.enum(CITATION_CHECKS);

/** Which responses a sample takes by what the citation check counts in them, under the variant that is named. */
export const citationFilterSchema = z.discriminatedUnion("keep", [
  /** With a piece that no reference supports. */
  z.object({ keep: z.literal("unsupported"), variant }),
  /** With a piece that a reference supports, and that cites none which does. */
  z.object({ keep: z.literal("missing"), variant }),
  /** Of whose citations a lower share is supported. */
  z.object({
    keep: z.literal("precision"),
    variant,
    below: z
      .number("Enter a number from 0.01 to 1.")
      .min(0.01, "Enter 0.01 or more.")
      .max(1, "Enter 1 or less."),
  }),
]);
export type CitationFilter = z.output<typeof citationFilterSchema>;
