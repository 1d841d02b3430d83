import { z } from "zod";
import { EXAMPLE_COUNT } from "./vocabulary";

export const answerExampleSchema = z.object({
  /** The attempt that the rater sees. */
  attempt: z.number().int().min(1).max(10_000),
  example: z.number().int().min(1).max(EXAMPLE_COUNT),
  relaxed: z.boolean("Say whether there is Relaxed credit."),
  strict: z.boolean("Say whether there is Strict credit."),
}).refine((answer) => answer.relaxed || !answer.strict, { message: "Strict credit needs Relaxed credit.", path: ["strict"] });
