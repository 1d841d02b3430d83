/** What counts where a response's judgments differ and no one adjudicated. */
export const DISAGREEMENT_RULES = ["majority", "excluded"] as const;
export type DisagreementRule = (typeof DISAGREEMENT_RULES)[number];

/** The judgments of one response in one mode (Relaxed or Strict), as far as they count by the report's truth. */
export interface ModeJudgments {
  /** The gold verdict, if the response is gold and gold counts. */
  gold: boolean | null;
  credit: number;
  noCredit: number;
  /** The adjudicated verdict, if there is one. */
  adjudicated: boolean | null;
}

/** The verdict that counts, and why; without one, why there is none. */
export type Decision =
  | { verdict: boolean; by: "gold" | "adjudication" | "unanimity" | "majority" }
  | { verdict: null; by: "no judgment" | "disagreement" | "tie" };

/**
 * Which verdict counts for a response, each mode by itself: that of gold; else the adjudicated one; else that of all judgments if they agree
 * (a single judgment agrees with itself); else, where they differ, the majority's or none, by the rule. Neither a tie nor
 * a missing judgment ever counts as wrong: such a response is left out and lowers the coverage.
 *
 * By majority Strict credit still implies Relaxed credit, as it does in every judgment.
 */
export function decideVerdict(judgments: ModeJudgments, rule: DisagreementRule): Decision {
  const { gold, credit, noCredit, adjudicated } = judgments;
  if (gold !== null) return { verdict: gold, by: "gold" };
  if (adjudicated !== null) return { verdict: adjudicated, by: "adjudication" };
  if (credit + noCredit === 0) return { verdict: null, by: "no judgment" };
  if (credit === 0 || noCredit === 0) return { verdict: credit > 0, by: "unanimity" };
  if (rule === "excluded") return { verdict: null, by: "disagreement" };
  return credit === noCredit
    ? { verdict: null, by: "tie" }
    : { verdict: credit > noCredit, by: "majority" };
}

/** The rule in a sentence, for a report's notes. @param whose what verdicts they are */
export function verdictRuleInWords(rule: DisagreementRule, whose = "Verdicts"): string {
  return `${whose}: adjudicated verdict, then unanimous, ${rule === "majority" ? "then majority (ties excluded)" : "else excluded"}.`;
}
