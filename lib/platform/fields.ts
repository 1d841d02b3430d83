import { z } from "zod";
import { MAX_INT } from "@/lib/platform/plain-fields";

/*
 * Fields that many inputs have, each defined once; texts are in text.ts, days and moments in days.ts.
 */

/** The id of a row. */
export const id = z.number().int().positive().max(MAX_INT);

/** The id of a row, as a URL has it. */
export const idInUrl = z.coerce.number().int().positive().max(MAX_INT);

/** The version of a row that an edit was based on, counted from 1. */
export const version = z.number().int().positive();

/**
 * Made by the client for each thing that it does: sent again because an answer was lost, the same input does nothing
 * twice. Optional for callers whose answers cannot be lost, as the command line and tests.
 */
export const clientKey = z.uuid().optional();

/**
 * Variables of the environment that may hold the key of a service: those that the services' own tools read, and whatever the
 * operator names FRESHQA_KEY_…. No other secret of the server can be named, as whoever names one has it sent to a host of
 * their choice.
 */
export const KEY_VARIABLE =
  /^(FRESHQA_KEY_[A-Z0-9_]{1,80}|(AZURE_OPENAI|ANTHROPIC|BRAVE|BRAVE_SEARCH|DEEPSEEK|FIREWORKS|GEMINI|GOOGLE_GENERATIVE_AI|GROQ|MISTRAL|OPENAI|OPENROUTER|SERPAPI|SERPER|TOGETHER)_API_KEY)$/;

/** What people read where a variable is none of these. */
export const KEY_VARIABLE_RULE =
  "Enter the usual variable of a service, for example OPENAI_API_KEY, or one that starts with FRESHQA_KEY_.";

/**
 * What is wrong with an input, by field: the first message of each.
 * @param nameOf what the form calls the field at a path; by default "answers.2".
 */
export function fieldErrors(
  error: z.ZodError,
  nameOf: (path: readonly PropertyKey[]) => string = (path) => path.join("."),
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of error.issues) fields[nameOf(path)] ??= message;
  return fields;
}

/** For forms that show one message for each field, whatever lies in it. */
export const firstName = (path: readonly PropertyKey[]) => String(path[0]);

/** For forms whose settings each have a name of their own, whatever they lie in. */
export const lastName = (path: readonly PropertyKey[]) => String(path.at(-1));

/**
 * Returns what a schema would throw, for an input that only the data shows to be wrong: every edge answers it alike.
 * @param path the field that is wrong; empty: no single one is
 */
export function inputError(path: string[], message: string, input: unknown = null): z.ZodError {
  return new z.ZodError([{ code: "custom", path, message, input }]);
}
