/*
 * From what a judge says of two responses to which of them is preferred. A and B are the responses of the first and of the
 * second run. Pure.
 */

/** How the principles of a pair come to one preference: see `decide`. */
export const DECISION_RULES = ["dominant", "weighted"] as const;
export type DecisionRule = (typeof DECISION_RULES)[number];

/** What a judge says of two responses as it reads them: 1 the first one is better, −1 the second, 0 a tie. */
export type Said = 1 | 0 | -1;

/** What it says where A is first, and where B is. */
export interface BothOrders {
  ab: Said;
  ba: Said;
}

/**
 * The score of a pair by one principle, in A's favor: (s_AB − s_BA) / 2, where each s favors whoever is first. Where the two
 * orders do not say the same it is 0, and the judge position-biased: one preference with a tie in the other order is no
 * preference either.
 */
export function scoreOf({ ab, ba }: BothOrders): { score: Said; biased: boolean } {
  return ab + ba === 0 ? { score: ab, biased: false } : { score: 0, biased: true };
}

/** How far the scores of a principle lie from a tie: the root of their mean square, which does not depend on who is called A. */
export function spreadOf(scores: readonly number[]): number {
  if (scores.length === 0) return 0;
  return Math.sqrt(scores.reduce((sum, score) => sum + score * score, 0) / scores.length);
}

/** A pair's score by one principle. */
export interface Scored {
  key: string;
  /** In A's favor, of any size. */
  score: number;
  /** Of this principle over all pairs. */
  spread: number;
  weight: number;
  negated: boolean;
}

/**
 * Which response a pair's principles prefer: 1 is A, −1 is B, 0 neither. A negated principle counts with the opposite sign.
 * - `dominant`, SALMON's (Sun et al., 2023): the principle with the greatest |score / spread| decides; of several as great
 *   the majority, and neither where they are even. Spreads keep one principle from dominating by its scale alone.
 * - `weighted`: the sign of the sum of weight × score.
 * @returns `by`: the principles that decide, in their order; all for a sum, none where nothing is preferred.
 */
export function decide(
  rule: DecisionRule,
  scored: readonly Scored[],
): { preferred: Said; by: string[] } {
  const leads = scored.map(({ key, score, spread, weight, negated }) => {
    const size = rule === "weighted" ? weight * score : spread === 0 ? 0 : score / spread;
    return { key, lead: negated ? 0 - size : size };
  });
  const most = Math.max(0, ...leads.map(({ lead }) => Math.abs(lead)));
  const deciding =
    rule === "weighted" ? leads : leads.filter(({ lead }) => lead !== 0 && Math.abs(lead) === most);
  const sum = deciding.reduce(
    (total, { lead }) => total + (rule === "weighted" ? lead : Math.sign(lead)),
    0,
  );
  if (sum === 0) return { preferred: 0, by: [] };
  const preferred = sum > 0 ? 1 : -1;
  return {
    preferred,
    by: deciding
      .filter(({ lead }) => rule === "weighted" || Math.sign(lead) === preferred)
      .map(({ key }) => key),
  };
}

/** What a judge's reply comes to: only `parsed` is a preference. */
export type PreferenceReading =
  { state: "parsed"; said: Said } | { state: "unparsed" } | { state: "truncated" };

const LINE = /\bpreference\b[^\p{L}\n]*:(.*)$/gimu;
const ONLY = /^[^\p{L}\p{N}]*(?:response[\s*_`]+)?(a|b|tie)[^\p{L}\p{N}]*$/iu;
const SAID: Record<string, Said> = { a: 1, b: -1, tie: 0 };

/**
 * Reads a reply that ends with "preference: A", "preference: B" or "preference: tie". Several such lines must agree; a line
 * that says something else too has no preference.
 * @param finish why the model stopped: what was cut off holds none.
 */
export function readPreference(
  reply: string,
  finish: "stop" | "length" | "other",
): PreferenceReading {
  if (finish === "length") return { state: "truncated" };
  const found = new Set(
    [...reply.matchAll(LINE)].map(([, rest]) => ONLY.exec(rest!)?.[1]?.toLowerCase()),
  );
  const [only] = found;
  if (found.size !== 1 || only === undefined) return { state: "unparsed" };
  return { state: "parsed", said: SAID[only]! };
}
