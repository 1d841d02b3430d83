import { goldInWords } from "@/lib/reporting/snapshots/rules";
import type { GoldChoice } from "@/lib/reporting/snapshots/schema";
import type { DisagreementRule, NamedEvaluator, VerdictSource } from "./schema";

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

/** Whose verdicts a report counts, and how. */
export interface ReportedVerdicts {
  verdicts: VerdictSource;
  /** Null exactly where only people's verdicts count. */
  evaluator: NamedEvaluator | null;
  rule: DisagreementRule;
  gold: GoldChoice;
}

/** Whose verdicts a report counts, in a sentence that stands wherever its numbers do. */
export function verdictSourceInWords({
  verdicts,
  evaluator,
}: Pick<ReportedVerdicts, "verdicts" | "evaluator">): string {
  const name = evaluator?.name ?? "";
  switch (verdicts) {
    case "people":
      return "Verdicts by human raters.";
    case "automatic":
      return `Automatic verdicts by ${name}.`;
    case "people-else-automatic":
      return `Verdicts by human raters; automatic verdicts by ${name} for responses that no one rated.`;
  }
}

/** Which verdict counts, in sentences for a report's notes. */
export function verdictRule({
  verdicts,
  evaluator,
  rule,
}: Pick<ReportedVerdicts, "verdicts" | "evaluator" | "rule">): string {
  const name = evaluator?.name ?? "";
  switch (verdicts) {
    case "people":
      return verdictRuleInWords(rule);
    case "automatic":
      return `Verdicts: latest by the evaluator ${name} in each mode.`;
    case "people-else-automatic":
      return `${verdictRuleInWords(rule, "Human verdicts")} Responses that no one rated: latest verdict by the evaluator ${name} in each mode.`;
  }
}

/** What becomes of gold, in a sentence. An evaluator's own verdicts are not overruled by it. */
export function goldOfVerdicts({
  verdicts,
  gold,
}: Pick<ReportedVerdicts, "verdicts" | "gold">): string {
  return verdicts === "automatic" && gold === "count"
    ? "Gold verdicts do not replace the evaluator’s."
    : goldInWords(gold);
}
