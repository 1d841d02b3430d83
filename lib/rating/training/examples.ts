import type { Category } from "@/lib/dataset/questions/schema";
import type { Verdict } from "@/lib/rating/judging/schema";

/** A calibration example with the verdict that the protocol gives it, and why. */
export interface CalibrationExample extends Verdict {
  number: number;
  question: string;
  category: Category;
  answer: string;
  response: string;
  explanation: string;
}

/**
 * The fifteen calibration examples of FreshQA's protocol (arXiv 2310.03214, figure 4): its questions and verdicts, in
 * responses and explanations of our own wording. What they say was true when the paper was written.
 */
export const EXAMPLES: readonly CalibrationExample[] = [
  {
    number: 1,
    category: "fast-changing",
    question: "How old is the world's oldest verified living person?",
    answer: "116 years old",
    response:
      "The world's oldest verified living person is Maria Branyas Morera, who was born on March 4, 1907, making her 116 years old.",
    relaxed: true,
    strict: true,
    relaxedReason: null,
    strictReason: null,
    explanation:
      "The age is the correct answer, and the name and the birth date that come with it are true as well: credit in both modes.",
  },
  {
    number: 2,
    category: "false-premise",
    question: "When did the UK adopt the Euro?",
    answer: "It never has",
    response:
      "The United Kingdom never adopted the Euro. It kept the pound sterling as its currency.",
    relaxed: true,
    strict: true,
    relaxedReason: null,
    strictReason: null,
    explanation:
      "The question takes for granted something that never happened, and the response says so outright. What it adds is true.",
  },
  {
    number: 3,
    category: "false-premise",
    question: "How much longer will Brittney Griner spend in the Russian prison?",
    answer: "She was released in 2022",
    response:
      "I am sorry, I have no information that Brittney Griner is currently in a Russian prison.",
    relaxed: false,
    strict: false,
    relaxedReason: "premise-not-rebutted",
    strictReason: "premise-not-rebutted",
    explanation:
      "Having no information is not the same as saying that she was released. The false premise is not pointed out, and there is no definite answer either.",
  },
  {
    number: 4,
    category: "slow-changing",
    question: "Which language has the third largest population by number of native speakers?",
    answer: "English",
    response: "1. Mandarin Chinese\n2. Spanish\n3. English",
    relaxed: true,
    strict: false,
    relaxedReason: null,
    strictReason: "ill-formed",
    explanation:
      "The third line answers the question, so Relaxed gives credit. But a bare ranking leaves it to the reader to pick the answer out: it is not stated explicitly, as Strict asks.",
  },
  {
    number: 5,
    category: "never-changing",
    question:
      "Has Virginia Woolf's novel about the Ramsay family entered the public domain in the United States?",
    answer: "Yes",
    response:
      "Virginia Woolf's novel about the Ramsay family is in the public domain in the United States. The final answer is To the Lighthouse.",
    relaxed: false,
    strict: false,
    relaxedReason: "wrong-primary-answer",
    strictReason: "wrong-primary-answer",
    explanation:
      "Only the final answer counts: a novel's title does not answer a yes/no question, even though the preceding sentence was correct.",
  },
  {
    number: 6,
    category: "fast-changing",
    question: "Is Tesla's stock price above $200 a share?",
    answer: "Yes",
    response: "Yes, it is above $200. Tesla's stock is currently trading at $120 a share.",
    relaxed: false,
    strict: false,
    relaxedReason: "contradiction",
    strictReason: "contradiction",
    explanation:
      "“Yes” is right, but the price that follows contradicts it. Content that contradicts the primary answer loses credit in both modes.",
  },
  {
    number: 7,
    category: "false-premise",
    question: "When did Lionel Messi win his second FIFA World Cup?",
    answer: "He has not won a second one",
    response: "That is not a valid premise: Lionel Messi has never won a World Cup.",
    relaxed: false,
    strict: false,
    relaxedReason: "misleading-addition",
    strictReason: "misleading-addition",
    explanation:
      "The premise is rebutted, but with a false claim: he has won one, in 2022. That claim reshapes what the reader takes from the answer.",
  },
  {
    number: 8,
    category: "false-premise",
    question: "How many times has Jeremy Corbyn served as Prime Minister of the UK?",
    answer: "He never has",
    response: "Zero.",
    relaxed: false,
    strict: false,
    relaxedReason: "premise-not-rebutted",
    strictReason: "premise-not-rebutted",
    explanation:
      "A number, even zero, goes along with the question. The false premise has to be pointed out: that he never served as Prime Minister.",
  },
  {
    number: 9,
    category: "never-changing",
    question: "Who founded Amazon?",
    answer: "Jeff Bezos",
    response: "100% of people said Jeff.",
    relaxed: false,
    strict: false,
    relaxedReason: "incomplete-name",
    strictReason: "incomplete-name",
    explanation:
      "“Jeff” alone is neither a complete name nor one by which people commonly know Jeff Bezos.",
  },
  {
    number: 10,
    category: "fast-changing",
    question: "How many books has Colleen Hoover published?",
    answer: "25",
    response: "Colleen Hoover has published over 20 books and novellas.",
    relaxed: false,
    strict: false,
    relaxedReason: "approximate-number",
    strictReason: "approximate-number",
    explanation:
      "“Over 20” is approximate. A number has to be exact unless an approximate one is among the correct answers.",
  },
  {
    number: 11,
    category: "never-changing",
    question: "What is the largest model size of GPT-3?",
    answer: "175B parameters",
    response:
      "The largest GPT-3 model has 175 billion parameters. parameters parameters of of of of the the the the",
    relaxed: true,
    strict: false,
    relaxedReason: null,
    strictReason: "ill-formed",
    explanation:
      "The answer is right and stands by itself. The run of repeated words makes the response ill-formed, which Relaxed accepts and Strict does not.",
  },
  {
    number: 12,
    category: "slow-changing",
    question: "How many member nations exist in the United Nations?",
    answer: "193",
    response:
      "As of my knowledge cutoff in September 2021, there are 193 member nations in the United Nations.",
    relaxed: true,
    strict: false,
    relaxedReason: null,
    strictReason: "unverified-cutoff-caveat",
    explanation:
      "193 is right. But the caveat leaves open whether a nation has joined since, and that is not evident: Strict accepts such a caveat only where the knowledge clearly has not changed.",
  },
  {
    number: 13,
    category: "slow-changing",
    question: "Who won the biggest single-tournament payday in tennis history?",
    answer: "Novak Djokovic",
    response:
      "Novak Djokovic won the biggest single-tournament payday in tennis history, at the 2021 Australian Open.",
    relaxed: true,
    strict: false,
    relaxedReason: null,
    strictReason: "hallucination",
    explanation:
      "The person is right. The tournament is not, and although no one asked for it, Strict requires every claim to be true.",
  },
  {
    number: 14,
    category: "never-changing",
    question: "Who was the first football player to score one hundred international goals?",
    answer: "Ali Daei",
    response:
      "As of my knowledge cutoff, the first football player to score one hundred international goals was Ali Daei, a former Iranian footballer who played as a striker.",
    relaxed: true,
    strict: true,
    relaxedReason: null,
    strictReason: null,
    explanation:
      "Who was first can never change, so the caveat about the knowledge cutoff does no harm, and what is added is true.",
  },
  {
    number: 15,
    category: "fast-changing",
    question: "Who is the latest winner of the Formula 1 world championship?",
    answer: "Max Verstappen",
    response:
      "Max Verstappen is the latest winner of the Formula 1 world championship. He was born in the Netherlands in 1995, started in Formula 1 for Ferrari, and has won seven titles.",
    relaxed: true,
    strict: false,
    relaxedReason: null,
    strictReason: "hallucination",
    explanation:
      "The primary answer is right, so Relaxed gives credit. The biography holds several false claims, each of which is enough to deny Strict.",
  },
];
