import type { Verdict } from "@/lib/rating/judging/vocabulary";
import {
  EXAMPLE_RESPONSES,
  type ExampleResponse,
} from "@/lib/runs/evaluators/calibration-examples";

/** What raters learn from an example: the reasons of its verdicts, and why. */
interface Lesson extends Pick<Verdict, "relaxedReason" | "strictReason"> {
  explanation: string;
}

/** A calibration example with the verdict that the protocol gives it, and why. */
export type CalibrationExample = ExampleResponse & Lesson;

/** In the order of the examples, in explanations of our own wording. */
const LESSONS: readonly Lesson[] = [
  {
    relaxedReason: null,
    strictReason: null,
    explanation:
      "The age is the correct answer, and the name and the birth date that come with it are true as well: credit in both modes.",
  },
  {
    relaxedReason: null,
    strictReason: null,
    explanation:
      "The question takes for granted something that never happened, and the response says so outright. What it adds is true.",
  },
  {
    relaxedReason: "premise-not-rebutted",
    strictReason: "premise-not-rebutted",
    explanation:
      "Having no information is not the same as saying that she was released. The false premise is not pointed out, and there is no definite answer either.",
  },
  {
    relaxedReason: null,
    strictReason: "ill-formed",
    explanation:
      "The third line answers the question, so Relaxed gives credit. But a bare ranking leaves it to the reader to pick the answer out: it is not stated explicitly, as Strict asks.",
  },
  {
    relaxedReason: "wrong-primary-answer",
    strictReason: "wrong-primary-answer",
    explanation:
      "Only the final answer counts: a novel's title does not answer a yes/no question, even though the preceding sentence was correct.",
  },
  {
    relaxedReason: "contradiction",
    strictReason: "contradiction",
    explanation:
      "“Yes” is right, but the price that follows contradicts it. Content that contradicts the primary answer loses credit in both modes.",
  },
  {
    relaxedReason: "misleading-addition",
    strictReason: "misleading-addition",
    explanation:
      "The premise is rebutted, but with a false claim: he has won one, in 2022. That claim reshapes what the reader takes from the answer.",
  },
  {
    relaxedReason: "premise-not-rebutted",
    strictReason: "premise-not-rebutted",
    explanation:
      "A number, even zero, goes along with the question. The false premise has to be pointed out: that he never served as Prime Minister.",
  },
  {
    relaxedReason: "incomplete-name",
    strictReason: "incomplete-name",
    explanation:
      "“Jeff” alone is neither a complete name nor one by which people commonly know Jeff Bezos.",
  },
  {
    relaxedReason: "approximate-number",
    strictReason: "approximate-number",
    explanation:
      "“Over 20” is approximate. A number has to be exact unless an approximate one is among the correct answers.",
  },
  {
    relaxedReason: null,
    strictReason: "ill-formed",
    explanation:
      "The answer is right and stands by itself. The run of repeated words makes the response ill-formed, which Relaxed accepts and Strict does not.",
  },
  {
    relaxedReason: null,
    strictReason: "unverified-cutoff-caveat",
    explanation:
      "193 is right. But the caveat leaves open whether a nation has joined since, and that is not evident: Strict accepts such a caveat only where the knowledge clearly has not changed.",
  },
  {
    relaxedReason: null,
    strictReason: "hallucination",
    explanation:
      "The person is right. The tournament is not, and although no one asked for it, Strict requires every claim to be true.",
  },
  {
    relaxedReason: null,
    strictReason: null,
    explanation:
      "Who was first can never change, so the caveat about the knowledge cutoff does no harm, and what is added is true.",
  },
  {
    relaxedReason: null,
    strictReason: "hallucination",
    explanation:
      "The primary answer is right, so Relaxed gives credit. The biography holds several false claims, each of which is enough to deny Strict.",
  },
];

/** The fifteen calibration examples. What they say was true when the paper was written. */
export const EXAMPLES: readonly CalibrationExample[] = EXAMPLE_RESPONSES.map((example, index) => ({
  ...example,
  ...LESSONS[index]!,
}));
