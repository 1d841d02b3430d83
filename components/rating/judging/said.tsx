import type { OwnJudgment } from "@/lib/rating/judging/queries";
import { AnswerList } from "./answer-list";
import { VerdictBadges } from "./verdict-labels";

/** What a judgment says: its verdict, or its answers in words. */
export function Said({
  of: { verdict, answers },
}: {
  of: Pick<OwnJudgment, "verdict" | "answers">;
}) {
  return verdict === null ? <AnswerList answers={answers} /> : <VerdictBadges verdict={verdict} />;
}
