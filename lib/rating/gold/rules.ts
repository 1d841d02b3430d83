import { askedQuestions, brokenRules, isChoice } from "@/lib/rating/protocols/rules";
import type {
  Answer,
  Answers,
  ChoiceQuestion,
  Level,
  ProtocolDefinition,
} from "@/lib/rating/protocols/vocabulary";
import { GOLD_UNITS, type ExpectedAnswer, type ExpectedAnswers } from "./vocabulary";

/** Whether items of a protocol may be gold. */
export function mayBeGold({ unit }: Pick<ProtocolDefinition, "unit">): boolean {
  return GOLD_UNITS.some((one) => one === unit);
}

/**
 * What a plan means under its protocol: without gold where there can be none. The share that was entered is not lost for
 * it: another protocol may have gold again.
 * @param protocol undefined: not known, so that the plan stays as it is
 */
export function planUnder<P extends { goldRate: number }>(
  plan: P,
  protocol: Pick<ProtocolDefinition, "unit"> | undefined,
): P {
  return protocol === undefined || mayBeGold(protocol) ? plan : { ...plan, goldRate: 0 };
}

/** The questions that gold answers: levels are chosen for them. */
export function goldQuestions({
  questions,
}: Pick<ProtocolDefinition, "questions">): ChoiceQuestion[] {
  return questions.filter(isChoice);
}

/** The levels of a question that are right. */
export function rightLevels({ levels }: ChoiceQuestion, expected: ExpectedAnswer): Level[] {
  return levels.filter(({ value }) => isRight(expected, { value }));
}

/** Whether an answer is what is expected, or within its tolerance. "Cannot tell" is right only where it is expected. */
export function isRight(expected: ExpectedAnswer, answer: Answer): boolean {
  if ("cannotTell" in expected || "cannotTell" in answer)
    return "cannotTell" in expected && "cannotTell" in answer;
  return "value" in answer && Math.abs(answer.value - expected.value) <= expected.tolerance;
}

/** What gold answers contradict, by the question's key; under "" what they lack. Null: they can check raters. */
export function goldProblems(
  definition: ProtocolDefinition,
  expected: ExpectedAnswers,
): Record<string, string> | null {
  const problems: Record<string, string> = {};
  const questions = goldQuestions(definition);
  const answers: Answers = Object.fromEntries(
    Object.entries(expected).map(([key, said]): [string, Answer] => [
      key,
      "cannotTell" in said ? said : { value: said.value },
    ]),
  );
  for (const [key, said] of Object.entries(expected)) {
    const question = questions.find((one) => one.key === key);
    const problem =
      question === undefined
        ? "This question has no levels to choose from."
        : (answerProblem(question, said) ?? neverAsked(definition, question, answers));
    if (problem !== null) problems[key] = problem;
  }
  for (const { then } of brokenRules(definition, answers))
    problems[then.key] ??= "Another gold answer requires a different level here.";
  if (Object.keys(expected).length === 0) problems[""] = "Choose the answer to a question.";
  return Object.keys(problems).length > 0 ? problems : null;
}

function answerProblem(question: ChoiceQuestion, said: ExpectedAnswer): string | null {
  if ("cannotTell" in said) return question.cannotTell ? null : "Choose one of the levels.";
  if (!question.levels.some(({ value }) => value === said.value))
    return "Choose one of the levels.";
  if (said.tolerance > 0 && question.kind !== "ordinal")
    return "Only levels in an order have a tolerance.";
  return rightLevels(question, said).length === question.levels.length
    ? "Every level would be right. Choose a smaller tolerance."
    : null;
}

/** A question that gold answers elsewhere keep from being asked checks no one. */
function neverAsked(
  definition: ProtocolDefinition,
  { key, when }: ChoiceQuestion,
  answers: Answers,
): string | null {
  if (when === null || answers[when.key] === undefined) return null;
  return askedQuestions(definition, answers).some((asked) => asked.key === key)
    ? null
    : "This question isn’t asked after the other gold answers.";
}
