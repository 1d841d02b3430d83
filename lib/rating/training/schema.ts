import { z } from "zod";
import { EXAMPLE_COUNT } from "./vocabulary";

export const answerExampleSchema = z
  .object({
    /** The attempt that the rater sees. */
    attempt: z.number().int().min(1).max(10_000),
    example: z.number().int().min(1).max(EXAMPLE_COUNT),
    relaxed: z.boolean("Choose credit or no credit for Relaxed."),
    strict: z.boolean("Choose credit or no credit for Strict."),
  })
  .refine((answer) => answer.relaxed || !answer.strict, {
    message: "Strict credit requires Relaxed credit.",
    path: ["strict"],
  });
