import { z } from "zod";
import { day } from "@/lib/platform/days";
import { clientKey, id } from "@/lib/platform/fields";
import { line, text } from "@/lib/platform/text";
import { readFreshEval } from "./rules";
import { DATE_RULES } from "./vocabulary";

/*
 * What one version of an automatic evaluator asks, and how. Stored as JSON with the evaluator; frozen with its first job.
 */

/** A verdict as a prompt shows it: the comment comes first and ends with whether the response is credited. */
const shownVerdictSchema = z
  .object({ correct: z.boolean(), comment: text(4_000).trim().min(1, "Enter a comment.") })
  .superRefine(({ correct, comment }, context) => {
    const refuse = (message: string) =>
      context.addIssue({ code: "custom", path: ["comment"], message });
    if (/\bevaluation\b\W*?:/i.test(comment))
      return refuse("Leave out “evaluation:”. The prompt adds that line.");
    const reading = readFreshEval(comment, "stop");
    const saysBoth = reading.state === "unparsed" && /response is (not )?credited/i.test(comment);
    if (saysBoth || (reading.state === "parsed" && reading.correct !== correct))
      refuse("The comment contradicts the verdict.");
  });
export type ShownVerdict = z.infer<typeof shownVerdictSchema>;

/** A response that the prompts show judged in both modes. */
const exampleSchema = z
  .object({
    question: text(2_000).trim().min(1, "Enter a question."),
    answers: z
      .array(text(1_000).trim().min(1, "Enter an answer or remove this line."))
      .min(1, "Enter a correct answer.")
      .max(10, "10 answers maximum."),
    response: text(20_000).trim().min(1, "Enter a response."),
    relaxed: shownVerdictSchema,
    strict: shownVerdictSchema,
  })
  .refine(({ relaxed, strict }) => relaxed.correct || !strict.correct, {
    path: ["strict", "correct"],
    message: "Credit in Strict requires credit in Relaxed.",
  });
export type Example = z.infer<typeof exampleSchema>;

const instruction = text(20_000).trim().min(1, "Enter an instruction.");
const asksAgain = z
  .number("Enter a whole number.")
  .int("Enter a whole number.")
  .min(0, "Enter 0 or more.")
  .max(5, "5 maximum.");

export const evaluatorDefinitionSchema = z.object({
  instructions: z.object({ relaxed: instruction, strict: instruction }),
  /** Both modes show the same responses, in this order. */
  examples: z.array(exampleSchema).min(1, "Add an example.").max(50, "50 examples maximum."),
  /** The day on which the answers of the examples were true. */
  examplesAsOf: day("Use YYYY-MM-DD, for example 2023-10-05."),
  /** Null: not requested. */
  temperature: z
    .number("Enter a number, for example 0.7.")
    .min(0, "Enter 0 or more.")
    .max(2, "2 maximum.")
    .nullable(),
  /** Of a reply, what the model thinks included. */
  maxTokens: z
    .number("Enter a whole number.")
    .int("Enter a whole number.")
    .min(16, "Enter 16 or more.")
    .max(200_000, "200,000 maximum."),
  asksAgain: z.object({
    /** How often a reply without a verdict is answered with the form that is missing. */
    unparsed: asksAgain,
    /** How often a reply that was cut off is asked for again, each time with twice the tokens. */
    truncated: asksAgain,
  }),
  date: z.enum(DATE_RULES),
});
export type EvaluatorDefinition = z.infer<typeof evaluatorDefinitionSchema>;

const version = {
  /** The model that judges. */
  servedModelId: id,
  note: text(5_000).trim().default(""),
  definition: evaluatorDefinitionSchema,
  clientKey,
};

/** A new evaluator: version 1 of its family, which has its name. */
export const evaluatorSchema = z.object({
  name: line(150).min(1, "Enter an evaluator name."),
  ...version,
});
export type EvaluatorInput = z.infer<typeof evaluatorSchema>;
/** The next version of the family that `evaluatorId` is a version of. */
export const evaluatorVersionSchema = z.object({ evaluatorId: id, ...version });
/** Name and version cannot change. `edits`: that of the version which the edit was based on. */
export const editEvaluatorSchema = z.object({
  evaluatorId: id,
  edits: z.number().int().positive(),
  ...version,
});
