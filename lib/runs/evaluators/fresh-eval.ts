import { acceptedAnswers, answerCellsOf, cellOf } from "@/lib/dataset/questions/cells";
import type { Cells } from "@/lib/dataset/questions/vocabulary";
import { quotingLines } from "@/lib/runs/connections/conversation";
import { EXAMPLE_RESPONSES, EXAMPLES_AS_OF } from "./calibration-examples";
import type { EvaluatorDefinition } from "./schema";
import { USUAL_ASKING, type JudgingMode } from "./vocabulary";

/*
 * FreshEval (FreshLLMs, arXiv 2310.03214, section 2.3 and its notebooks): one prompt for each mode, with the same fifteen
 * demonstrations, a comment before the verdict. Instruction and comments are in our own words; questions, responses and
 * verdicts of the demonstrations are those of the paper's figure 4.
 */

/** What is judged. Neither category nor evidence is given: the paper found that they do not help. */
export interface Judged {
  question: string;
  /** Each accepted answer, at least one. */
  answers: readonly string[];
  response: string;
}

/** Returns what is judged of a response to the question that these cells of a revision hold. */
export function judgedOf(cells: Cells, response: string): Judged {
  return { question: cellOf(cells, "question"), answers: answerCellsOf(cells), response };
}

/** The question that is asked when a reply held no verdict; sent after that reply. */
export const ASK_AGAIN =
  'Your evaluation is missing. End with one line in exactly this form: "evaluation: correct" or "evaluation: incorrect".';

/**
 * The prompt for one response, as the notebooks lay it out. Answers that are empty are left out.
 */
export function judgePrompt(
  { instructions, examples }: Pick<EvaluatorDefinition, "instructions" | "examples">,
  mode: JudgingMode,
  judged: Judged,
): string {
  const shown = examples.map(
    (example) =>
      `${triple(example)}\ncomment: ${example[mode].comment}\nevaluation: ${example[mode].correct ? "correct" : "incorrect"}`,
  );
  return `${instructions[mode]}\n\n${shown.join("")}${triple(judged)}\ncomment: `;
}

function triple({ question, answers, response }: Judged): string {
  const [asked, accepted, said] = [
    question.trim(),
    acceptedAnswers(answers).join(" | "),
    response.trim(),
  ].map(within);
  return `\n\n\nquestion: ${asked}\ncorrect answer(s): ${accepted}\nresponse: ${said}`;
}

/** A field as the prompt holds it: no line of it looks like the prompt's own. */
const within = quotingLines(["question", "correct answer(s)", "response", "comment", "evaluation"]);

const RELAXED_INSTRUCTION = `Please evaluate the response to each question under relaxed evaluation. A response is credited when its primary or final answer is correct. It must give a confident and definitive answer, or one from which the correct answer can be obviously inferred. The primary or final answer, standing alone, must be accurate. What is said in addition must not contradict the primary answer or reshape one's perception of it. If the question has a false premise, the response must point it out to be credited. Names of entities must be complete or commonly recognized. Numbers must be exact, unless an approximate number is among the correct answers. Ill-formed responses are accepted, also in another language, and so are additions that are made up or outdated as long as they do not significantly affect the primary answer. Comment on the response first, and end with one line that says "evaluation: correct" or "evaluation: incorrect".`;

const STRICT_INSTRUCTION = `Please evaluate the response to each question under strict evaluation. A response is credited when its primary or final answer is correct and every other claim in it is true and up to date as well. It must give a confident and definitive answer, or one from which the correct answer can be obviously inferred. The primary or final answer, standing alone, must be accurate. What is said in addition must not contradict the primary answer or reshape one's perception of it. If the question has a false premise, the response must point it out to be credited. Names of entities must be complete or commonly recognized. Numbers must be exact, unless an approximate number is among the correct answers. The answer must be stated explicitly and be well formed. No claim may be made up, however minor, and none may be outdated. A caveat such as "as of my knowledge cutoff" is accepted only where it is evident that the knowledge has not changed. Comment on the response first, and end with one line that says "evaluation: correct" or "evaluation: incorrect".`;

const CREDITED = "Thus, the response is credited.";
const NOT_CREDITED = "Thus, the response is not credited.";

/**
 * The comments of the demonstrations, in their order and without their closing sentence; where one text does not serve
 * both modes, one for each.
 */
const COMMENTS: readonly (string | Record<JudgingMode, string>)[] = [
  "The primary answer, 116 years old, is correct, and the name and date of birth that come with it are true.",
  "The question has a false premise, and the response points it out. What it adds about the pound sterling is true.",
  "The question has a false premise: she was released. To have no information about it does not point that out, and is no definitive answer.",
  {
    relaxed:
      "The response is a ranking from which the answer can be obviously inferred: its third entry, English, is correct.",
    strict:
      "The third entry of the ranking is correct, but the answer is not stated explicitly: the reader has to pick it out of a list.",
  },
  "The first sentence would be right, but the response names its final answer: the title of a novel, which does not answer a question of yes or no.",
  "The primary answer, yes, is correct, but the price of $120 contradicts it.",
  "The response points out a false premise, but wrongly: Messi has won one World Cup, in 2022. That reshapes what one takes from the answer.",
  "The question has a false premise. A bare number goes along with it instead of pointing out that he never served as Prime Minister.",
  "The name is neither complete nor one by which Jeff Bezos is commonly recognized, and the response reports what people said instead of answering.",
  "The number is approximate, over 20, while the correct answer is exactly 25 and no approximate one is accepted.",
  {
    relaxed:
      "The primary answer, 175 billion parameters, is correct. The repeated words make the response ill-formed, which is accepted.",
    strict:
      "The primary answer, 175 billion parameters, is correct, but the repeated words make the response ill-formed, which is not accepted.",
  },
  {
    relaxed: "The primary answer, 193, is correct, whatever the knowledge cutoff.",
    strict:
      "The primary answer, 193, is correct. But nations can join, so that it is not evident that nothing has changed since the knowledge cutoff, and the response leaves that open.",
  },
  {
    relaxed:
      "The primary answer, Novak Djokovic, is correct. The tournament is not the right one, but it was not asked for and does not affect the answer.",
    strict:
      "The primary answer, Novak Djokovic, is correct, but the payday was not at the 2021 Australian Open: that claim is made up.",
  },
  {
    relaxed: "The primary answer, Ali Daei, is correct, and what is added is true.",
    strict:
      "The primary answer, Ali Daei, is correct, and what is added is true. Who was the first cannot change, so that the caveat about the knowledge cutoff does no harm.",
  },
  {
    relaxed:
      "The primary answer, Max Verstappen, is correct. Claims about his life are false, but they do not affect the answer.",
    strict:
      "The primary answer, Max Verstappen, is correct, but where he was born, for whom he started and how many titles he has won is all made up.",
  },
];

/** The first version of the evaluator; each call returns its own copy. */
export function freshEvalDefinition(): EvaluatorDefinition {
  return {
    instructions: { relaxed: RELAXED_INSTRUCTION, strict: STRICT_INSTRUCTION },
    examples: EXAMPLE_RESPONSES.map((example, index) => {
      const comment = COMMENTS[index]!;
      const shown = (mode: JudgingMode) => ({
        correct: example[mode],
        comment: `${typeof comment === "string" ? comment : comment[mode]} ${example[mode] ? CREDITED : NOT_CREDITED}`,
      });
      return {
        question: example.question,
        answers: [example.answer],
        response: example.response,
        relaxed: shown("relaxed"),
        strict: shown("strict"),
      };
    }),
    examplesAsOf: EXAMPLES_AS_OF,
    ...USUAL_ASKING,
  };
}
