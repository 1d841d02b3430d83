import { acceptedAnswers } from "@/lib/dataset/questions/cells";
import { conversation, quotingLines } from "@/lib/runs/connections/conversation";
import { procedure, type PreferenceEnd, type Procedure } from "@/lib/runs/connections/procedure";
import type { Judged } from "@/lib/runs/evaluators/fresh-eval";
import { askedUntilRead, STYLE } from "@/lib/runs/evaluators/judging";
import type { EvaluatorDefinition } from "@/lib/runs/evaluators/schema";
import { readPreference } from "./rules";
import type { ComparedPrinciple } from "./schema";

/*
 * How two responses are compared by one principle, after the preference prompt of SALMON (Sun et al., 2023): one principle
 * at a time, in both orders. In our own words; a reply names the response, and probabilities of tokens are not used.
 */

/** Two responses to a question. */
export interface Compared extends Omit<Judged, "response"> {
  /** Of the first and of the second run. */
  a: string;
  b: string;
}

/** Asks for what a reply lacked. */
export const ASK_FOR_PREFERENCE =
  'Your preference is missing. End with one line in exactly this form: "preference: A", "preference: B" or "preference: tie".';

const within = quotingLines([
  "principle",
  "question",
  "correct answer(s)",
  "response a",
  "response b",
  "comment",
  "preference",
]);

/** The prompt that shows `first` as response A and `second` as response B. */
export function comparisonPrompt(
  { name, definition }: Pick<ComparedPrinciple, "name" | "definition">,
  { question, answers }: Omit<Compared, "a" | "b">,
  first: string,
  second: string,
): string {
  const accepted = acceptedAnswers(answers);
  return [
    'Compare two responses to a question by one principle. Nothing but this principle counts here, neither their order nor their length, unless the principle speaks of it. Comment on both first, and end with one line that says "preference: A" if response A follows the principle better, "preference: B" if response B does, or "preference: tie" if neither does.',
    `principle: ${within(name)}. ${within(definition)}`,
    [
      `question: ${within(question.trim())}`,
      `correct answer(s): ${within(accepted.join(" | "))}`,
    ].join("\n"),
    `response A: ${within(first.trim())}`,
    `response B: ${within(second.trim())}`,
    "comment: ",
  ].join("\n\n");
}

/**
 * Asks for both orders, each as often as the evaluator's definition says. One that brings no preference ends the item, which
 * then has none.
 * @param input.definition whose tokens and further attempts are used; its instructions and examples are not.
 * @param input.today as the prompt states it; null: it states none.
 */
export function comparisonProcedure(input: {
  definition: EvaluatorDefinition;
  principle: ComparedPrinciple;
  compared: Compared;
  today: string | null;
}): Procedure<PreferenceEnd> {
  const { definition, principle, compared, today } = input;
  const asked = (first: string, second: string) =>
    askedUntilRead(
      conversation(
        comparisonPrompt(principle, compared, first, second),
        definition.date === "job" ? today : null,
        STYLE,
      ),
      definition,
      readPreference,
      ASK_FOR_PREFERENCE,
    );
  return procedure(function* () {
    const ab = yield* asked(compared.a, compared.b);
    if (ab.state !== "parsed") return { outcome: ab.state };
    const ba = yield* asked(compared.b, compared.a);
    if (ba.state !== "parsed") return { outcome: ba.state };
    return { outcome: "parsed", ab: ab.said, ba: ba.said };
  });
}
