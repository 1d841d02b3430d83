import { isChoice, levelOf, responseLetter } from "./rules";
import {
  PAIR,
  type Answer,
  type Answers,
  type GivenAnswer,
  type ProtocolDefinition,
  type ProtocolQuestion,
} from "./vocabulary";

/** A row of answers as the database keeps them; those of adjudications are choices alone. */
export interface AnswerColumns {
  questionKey: string;
  value: number | null;
  ranks?: number[];
  text?: string | null;
  cannotTell: boolean;
}

export function answersOfColumns(rows: readonly AnswerColumns[]): Answers {
  return Object.fromEntries(
    rows.map(({ questionKey, value, ranks = [], text = null, cannotTell }): [string, Answer] => [
      questionKey,
      cannotTell
        ? { cannotTell: true }
        : text !== null
          ? { text }
          : value !== null
            ? { value }
            : { ranks },
    ]),
  );
}

/** Answers in words, in the order of their questions. Of several responses: by the order in which they were shown. */
export function answersInWords(
  { questions }: Pick<ProtocolDefinition, "questions">,
  answers: Answers,
): GivenAnswer[] {
  return questions.flatMap((question) => {
    const answer = answers[question.key];
    return answer === undefined
      ? []
      : [{ key: question.key, label: question.label, words: wordsOf(question, answer) }];
  });
}

function wordsOf(question: ProtocolQuestion, answer: Answer): string {
  if ("cannotTell" in answer) return "Cannot tell";
  if ("text" in answer) return answer.text;
  if ("ranks" in answer)
    return [...new Set(answer.ranks)]
      .sort((one, other) => one - other)
      .map((rank) =>
        answer.ranks
          .flatMap((given, shown) => (given === rank ? [responseLetter(shown)] : []))
          .join(" = "),
      )
      .join(" > ");
  if (isChoice(question)) return levelOf(question.levels, answer.value);
  if (answer.value === PAIR.tie) return "Neither";
  return answer.value === PAIR.bothBad
    ? "Both bad"
    : `Response ${responseLetter(answer.value - 1)}`;
}
