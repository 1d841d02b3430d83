/** Texts that only normalizeText takes for one. */
export const ALIKE_BUT_OTHER = [
  ["Who designed the language C?", "Who designed the language C#?"],
  ["What is the result of -5 + 3?", "What is the result of 5 + 3?"],
  ["What is 5 - 3?", "What is 5 / 3?"],
  ["How much is 50 of 200?", "How much is 50% of 200?"],
  ["Who won the 1-0 match?", "Who won the 1.0 match?"],
  ["What is 1/2 of 30?", "What is 1, 2 of 30?"],
  ["What is résumé?", "What is resume?"],
  ["Who founded Blink 182?", "Who founded Blink-182?"],
  ["How many g/l?", "How many g l?"],
  ["50", "50%"],
  ["Who is first?", "Who is first"],
] as const;
