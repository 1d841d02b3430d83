import type { CaseView } from "@/lib/rating/adjudication/queries";

/** What the outcome of a case is called: only Relaxed and Strict ask for verdicts. */
export function caseWords({ protocol }: Pick<CaseView, "protocol">): {
  final: string;
  outcome: string;
} {
  return protocol === null
    ? { final: "Final verdict", outcome: "verdict" }
    : { final: "Final answers", outcome: "answers" };
}
