import { keptText } from "@/lib/platform/text";
import { z } from "zod";
import { LOG_TOOLS, type LogTool } from "./vocabulary";

/** How many epochs, filters or variants of a log can be chosen from, and how long their names may be. */
export const MAX_CHOICES = 100;
export const MAX_CHOICE = 200;

/** What a log may hold several of for each question, of which a run takes one. */
export const LOG_PARTS = ["epoch", "filter", "variant"] as const;
export type LogPart = (typeof LOG_PARTS)[number];

const choice = keptText(MAX_CHOICE, "Name too long.");
/** One of each; empty where the log has none. */
export const chosenPartsSchema = z.object({ epoch: choice, filter: choice, variant: choice });
export type ChosenParts = z.infer<typeof chosenPartsSchema>;

/** What was found in a log beside its rows: kept with the columns of its import. */
export const foundLogSchema = z.object({
  tool: z.enum(Object.keys(LOG_TOOLS) as [LogTool, ...LogTool[]]),
  toolVersion: z.string(),
  model: z.string(),
  temperature: z.number().nullable(),
  maxTokens: z.number().nullable(),
  parameters: z.record(z.string(), z.string()),
  startedAt: z.string().nullable(),
  task: z.string(),
  dataset: z.string(),
  trouble: z.string(),
  /** What there is to choose from, in the order met. */
  parts: z.object({
    epoch: z.array(z.string()),
    filter: z.array(z.string()),
    variant: z.array(z.string()),
  }),
  chosen: chosenPartsSchema,
  /** Of each variant, where the log holds several models. `model` is then that of the chosen one. */
  models: z.record(z.string(), z.string()).optional(),
  /** The columns of its scorers, counted from 0, and what they say. */
  scorers: z.array(
    z.object({
      name: z.string(),
      column: z.number().int(),
      correct: z.number().int(),
      incorrect: z.number().int(),
      /** Partial credit and measures, which are no verdicts. */
      other: z.number().int(),
    }),
  ),
});
export type FoundLog = z.infer<typeof foundLogSchema>;
