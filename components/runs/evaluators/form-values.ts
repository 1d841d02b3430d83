import { factOf, type FieldFact } from "@/components/ui/facts-of-fields";
import { temperatureFact } from "@/components/runs/temperature-fact";
import { numberOf } from "@/components/ui/form-values";
import { fieldErrors } from "@/lib/platform/fields";
import {
  evaluatorDefinitionSchema,
  evaluatorSchema,
  type EvaluatorDefinition,
  type Example,
} from "@/lib/runs/evaluators/schema";
import { USUAL_ASKING } from "@/lib/runs/evaluators/vocabulary";

/*
 * What the form of an evaluator holds: numbers as they are typed, an example's answers one a line.
 */

interface ExampleValues extends Omit<Example, "answers"> {
  /** Stays with the example when others are added or removed. */
  key: number;
  answers: string;
}

export interface EvaluatorFormValues {
  name: string;
  servedModelId: string;
  note: string;
  relaxedInstruction: string;
  strictInstruction: string;
  examples: ExampleValues[];
  examplesAsOf: string;
  temperature: number | string;
  maxTokens: number | string;
  unparsed: number | string;
  truncated: number | string;
  date: EvaluatorDefinition["date"];
}

export function valuesOf(
  definition: EvaluatorDefinition,
  about: { name: string; servedModelId: number | null; note: string },
): EvaluatorFormValues {
  return {
    name: about.name,
    servedModelId: about.servedModelId === null ? "" : String(about.servedModelId),
    note: about.note,
    relaxedInstruction: definition.instructions.relaxed,
    strictInstruction: definition.instructions.strict,
    examples: definition.examples.map((example, key) => ({
      ...example,
      key,
      answers: example.answers.join("\n"),
    })),
    examplesAsOf: definition.examplesAsOf,
    temperature: definition.temperature ?? "",
    maxTokens: definition.maxTokens,
    unparsed: definition.asksAgain.unparsed,
    truncated: definition.asksAgain.truncated,
    date: definition.date,
  };
}

/** What the form says, for the schema; it may be refused there. */
export function definitionOf(values: EvaluatorFormValues): EvaluatorDefinition {
  // An empty field is no number, rather than none.
  const number = (typed: number | string) => numberOf(typed) ?? Number.NaN;
  return {
    instructions: { relaxed: values.relaxedInstruction, strict: values.strictInstruction },
    examples: values.examples.map(({ key: _key, answers, ...example }) => ({
      ...example,
      answers: answers
        .split("\n")
        .map((answer) => answer.trim())
        .filter((answer) => answer !== ""),
    })),
    examplesAsOf: values.examplesAsOf,
    temperature: numberOf(values.temperature),
    maxTokens: number(values.maxTokens),
    asksAgain: { unparsed: number(values.unparsed), truncated: number(values.truncated) },
    date: values.date,
  };
}

/** The form's field for each path of the definition that the schema knows by another. */
const FIELDS: [RegExp, string][] = [
  [/^instructions\.(relaxed|strict)$/, "$1Instruction"],
  [/^asksAgain\.(unparsed|truncated)$/, "$1"],
  [/^(examples\.\d+\.answers)\.\d+$/, "$1"],
];

/** What is wrong with the values, by the form's field; empty where nothing is. */
export function problemsOf(values: EvaluatorFormValues, named: boolean): Record<string, string> {
  const { error } = evaluatorDefinitionSchema.safeParse(definitionOf(values));
  const problems = error
    ? fieldErrors(error, (path) =>
        FIELDS.reduce((found, [from, to]) => found.replace(from, to), path.join(".")),
      )
    : {};
  for (const field of named ? (["note", "name"] as const) : (["note"] as const)) {
    const message = evaluatorSchema.shape[field].safeParse(values[field]).error?.issues[0]?.message;
    if (message !== undefined) problems[field] = message;
  }
  if (values.servedModelId === "") problems.servedModelId = "Choose a model.";
  return problems;
}

/** What is folded away in the form and differs from FreshEval, in a few words each. */
export function factsOf(values: EvaluatorFormValues, usualDay: string): FieldFact[] {
  return [
    temperatureFact(values.temperature, USUAL_ASKING.temperature),
    factOf("Max tokens", values.maxTokens, USUAL_ASKING.maxTokens),
    factOf("Retries without a verdict", values.unparsed, USUAL_ASKING.asksAgain.unparsed),
    factOf("Retries of cut-off replies", values.truncated, USUAL_ASKING.asksAgain.truncated),
    factOf("Date in prompt", values.date, USUAL_ASKING.date, "none"),
    factOf("Examples as of", values.examplesAsOf, usualDay),
  ];
}
