import { clientKey, id, version } from "@/lib/platform/fields";
import { MAX_INT } from "@/lib/platform/plain-fields";
import { z } from "zod";
import { day } from "@/lib/platform/days";
import { line, text } from "@/lib/platform/text";
import { releaseNameSchema } from "@/lib/dataset/releases/schema";

/** The prompting methods. */
export const PROMPT_METHODS = [
  "zero-shot",
  "few-shot",
  "chain-of-thought",
  "freshprompt",
  "self-ask",
  "premise-check",
  "search-only",
  "webglm",
  "other",
] as const;
export type PromptMethod = (typeof PROMPT_METHODS)[number];

const modelNameSchema = line(200).min(1, "Enter a model name.");
const runNameSchema = line(200).min(1, "Enter a run name.");

export const modelSchema = z.object({
  name: modelNameSchema,
  provider: line(200).default(""),
  size: line(100).default(""),
  /** "2021-09" or nothing. */
  knowledgeCutoff: z
    .string()
    .trim()
    .regex(/^([0-9]{4}-(0[1-9]|1[0-2]))?$/, "Use YYYY-MM, for example 2021-09, or leave empty.")
    .default(""),
  dateInPrompt: z.boolean().nullable().default(null),
  hasWebSearch: z.boolean().nullable().default(null),
  note: text(5_000).trim().default(""),
  clientKey,
});
export type ModelInput = z.infer<typeof modelSchema>;
export const editModelSchema = modelSchema.extend({ modelId: id, version });

const conditions = {
  name: runNameSchema,
  /** ISO day on which the model answered. */
  ranOn: day("Use YYYY-MM-DD, for example 2026-11-21.").nullable().default(null),
  promptMethod: z.enum(PROMPT_METHODS).default("zero-shot"),
  temperature: z
    .number("Enter a number, for example 0.7.")
    .min(0, "Enter 0 or more.")
    .max(100, "100 maximum.")
    .nullable()
    .default(null),
  maxTokens: z
    .number("Enter a whole number.")
    .int("Enter a whole number.")
    .min(1, "Enter 1 or more.")
    .max(MAX_INT, "Value too large.")
    .nullable()
    .default(null),
  note: text(5_000).trim().default(""),
  clientKey,
};

/** A run: one model's responses to one release under one configuration. */
export const runSchema = z
  .object({
    modelId: id.optional(),
    /** Instead of its number: a model that is added if there is none of this name. */
    modelName: modelNameSchema.optional(),
    releaseName: releaseNameSchema,
    ...conditions,
  })
  .refine(({ modelId, modelName }) => (modelId === undefined) !== (modelName === undefined), {
    path: ["modelId"],
    message: "Choose a model.",
  });
export type RunInput = z.infer<typeof runSchema>;
/** Model and release cannot change: another release is another run. */
export const editRunSchema = z.object({ runId: id, version, ...conditions });
