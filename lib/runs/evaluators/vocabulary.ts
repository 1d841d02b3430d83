/*
 * Closed lists of evaluators, without a library in reach, so that pages and the schema may have them.
 */

/** FreshQA's rating modes. FreshEval has a prompt for each, so that a response is judged in each by itself. */
export const JUDGING_MODES = ["relaxed", "strict"] as const;
export type JudgingMode = (typeof JUDGING_MODES)[number];

/** What the prompt says of today: the date that the job states, or nothing. */
export const DATE_RULES = ["job", "none"] as const;
export type DateRule = (typeof DATE_RULES)[number];

/** How FreshEval asks, and a new evaluator where no one says otherwise. */
export const USUAL_ASKING = {
  temperature: 0,
  maxTokens: 256,
  asksAgain: { unparsed: 2, truncated: 2 },
  date: "job",
} as const;
