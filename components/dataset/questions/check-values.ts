import type { z } from "zod";
import { contentSchema, type Content } from "@/lib/dataset/questions/schema";
import { contentOf, type QuestionValues } from "./form-values";

/** What a form comes to: the checked value, or what is wrong, by the path of the field ("answers.2"). */
export interface Checked<T> {
  /** null: something is wrong. */
  value: T | null;
  errors: Readonly<Record<string, string>>;
}

/** Words for choices that are still open, where the schema can only name the list. */
const OPEN_CHOICES: Record<string, string> = {
  falsePremise: "Choose whether the premise is valid.",
  factType: "Choose a fact type.",
  hops: "Choose one-hop or multi-hop.",
  "nextReview.policy": "Choose a next review date or policy.",
  effectiveYear: "Enter a four-digit year.",
  "effectiveYear.year": "Enter a four-digit year.",
};

/** The first problem of each field of a form, as a schema found them in what the form means. */
export function problemsOf(
  error: z.ZodError | undefined,
  { sources }: Pick<QuestionValues, "sources">,
): Record<string, string> {
  const errors: Record<string, string> = {};
  // Empty evidence lines were left out before the check: error numbers count the others.
  const filled = sources.flatMap(({ text }, index) => (text.trim() === "" ? [] : [index]));
  for (const { path, message } of error?.issues ?? []) {
    const [field, at] = path;
    const key = (field === "sources" && typeof at === "number" ? [field, filled[at]] : path).join(
      ".",
    );
    errors[key] ??= OPEN_CHOICES[key] ?? message;
  }
  return errors;
}

/** Checks a form by the schema that the server uses. */
export function checkValues(values: QuestionValues): Checked<Content> {
  const { data, error } = contentSchema.safeParse(contentOf(values));
  return { value: data ?? null, errors: problemsOf(error, values) };
}
