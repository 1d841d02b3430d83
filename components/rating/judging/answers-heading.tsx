import type { RatingItem } from "@/lib/rating/judging/queries";
import { formatDay } from "@/lib/platform/format";

/** "Correct answers of 18 Dec 2024": they are true of that day. */
export function AnswersHeading({ answers, answersOf }: Pick<RatingItem, "answers" | "answersOf">) {
  return (
    <h3>
      {answers.length === 1 ? "Correct answer" : "Correct answers"}
      {answersOf !== null && ` of ${formatDay(answersOf)}`}
    </h3>
  );
}
