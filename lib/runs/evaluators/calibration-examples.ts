import type { Category } from "@/lib/dataset/questions/vocabulary";

/** A response with the verdicts that FreshQA's protocol gives it. */
export interface ExampleResponse {
  number: number;
  category: Category;
  question: string;
  answer: string;
  response: string;
  relaxed: boolean;
  strict: boolean;
}

/** The day of the paper, when the answers of the examples were true; a page that shows them says so. */
export const EXAMPLES_AS_OF = "2023-10-05";

/**
 * The fifteen calibration examples of FreshQA's protocol (arXiv 2310.03214, figure 4): its questions and verdicts, in
 * responses of our own wording. Raters are trained by them, and FreshEval shows them to its model.
 */
export const EXAMPLE_RESPONSES: readonly ExampleResponse[] = [
  {
    number: 1,
    category: "fast-changing",
    question: "How old is the world's oldest verified living person?",
    answer: "116 years old",
    response:
      "The world's oldest verified living person is Maria Branyas Morera, who was born on March 4, 1907, making her 116 years old.",
    relaxed: true,
    strict: true,
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
  },
  {
    number: 4,
    category: "slow-changing",
    question: "Which language has the third largest population by number of native speakers?",
    answer: "English",
    response: "1. Mandarin Chinese\n2. Spanish\n3. English",
    relaxed: true,
    strict: false,
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
  },
  {
    number: 6,
    category: "fast-changing",
    question: "Is Tesla's stock price above $200 a share?",
    answer: "Yes",
    response: "Yes, it is above $200. Tesla's stock is currently trading at $120 a share.",
    relaxed: false,
    strict: false,
  },
  {
    number: 7,
    category: "false-premise",
    question: "When did Lionel Messi win his second FIFA World Cup?",
    answer: "He has not won a second one",
    response: "That is not a valid premise: Lionel Messi has never won a World Cup.",
    relaxed: false,
    strict: false,
  },
  {
    number: 8,
    category: "false-premise",
    question: "How many times has Jeremy Corbyn served as Prime Minister of the UK?",
    answer: "He never has",
    response: "Zero.",
    relaxed: false,
    strict: false,
  },
  {
    number: 9,
    category: "never-changing",
    question: "Who founded Amazon?",
    answer: "Jeff Bezos",
    response: "100% of people said Jeff.",
    relaxed: false,
    strict: false,
  },
  {
    number: 10,
    category: "fast-changing",
    question: "How many books has Colleen Hoover published?",
    answer: "25",
    response: "Colleen Hoover has published over 20 books and novellas.",
    relaxed: false,
    strict: false,
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
  },
];
