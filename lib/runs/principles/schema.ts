import { z } from "zod";
import { line, text } from "@/lib/platform/text";
import { DECISION_RULES } from "./rules";

/** What a job that compares by principles asks, as it was when it began: later words of a set change nothing. */
export const comparisonSchema = z.object({
  /** Of PRINCIPLE_SETS. */
  set: line(40),
  version: z.number().int(),
  name: line(200),
  rule: z.enum(DECISION_RULES),
  principles: z.array(
    z.object({
      key: line(40),
      name: line(200),
      definition: text(2_000),
      weight: z.number(),
      /** It counts against a response to follow it. */
      negated: z.boolean(),
    }),
  ),
});
export type Comparison = z.output<typeof comparisonSchema>;
export type ComparedPrinciple = Comparison["principles"][number];
