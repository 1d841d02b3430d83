import { isChoice, pairValues } from "@/lib/rating/protocols/rules";
import type { Answer, ProtocolQuestion } from "@/lib/rating/protocols/vocabulary";
import type { SeededRandom } from "@/lib/statistics/seeded-random";

/** An answer by chance: often the same as others give, at times "cannot tell" where it may be. */
export function someAnswer(
  question: ProtocolQuestion,
  usual: number,
  places: number,
  chance: SeededRandom,
): Answer {
  if ("cannotTell" in question && question.cannotTell && chance.below(6) === 0)
    return { cannotTell: true };
  const pick = (length: number) => (chance.below(3) === 0 ? chance.below(length) : usual % length);
  if (isChoice(question)) return { value: question.levels[pick(question.levels.length)]!.value };
  if (question.kind === "pairwise") {
    const values = pairValues(question.ties);
    return { value: values[pick(values.length)]! };
  }
  const order = chance.shuffled(Array.from({ length: places }, (_, at) => at + 1));
  if (question.kind === "ranking" && question.ties && chance.below(3) === 0)
    return { ranks: order.map((rank) => (rank === 2 ? 1 : rank)) };
  return { ranks: order };
}
