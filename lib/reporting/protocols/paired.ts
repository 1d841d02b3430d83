import { overQuestions } from "@/lib/reporting/agreement/levels";
import type { Kind } from "@/lib/reporting/files/table";
import { bootstrap } from "@/lib/statistics/bootstrap";
import { exactSignTest } from "@/lib/statistics/exact-binomial-test";
import { holm } from "@/lib/statistics/holm";
import type { ChoiceQuestion } from "@/lib/rating/protocols/vocabulary";
import type { System } from "./report";
import type { AnswerGroup, PairedFigure, SystemPair } from "./schema";

/** Of more systems the pairs are too many to read. */
export const MOST_RUNS_COMPARED = 4;

/** What is compared of a question: the mean of its levels, or how often each was chosen. */
interface Measure {
  title: string;
  kind: Kind;
  /** What each level counts. */
  points: readonly number[];
}

function measuresOf({ kind, levels }: ChoiceQuestion): Measure[] {
  if (kind === "ordinal")
    return [{ title: "Mean", kind: "number", points: levels.map(({ value }) => value) }];
  // Of two levels one share says the other one's.
  return levels.flatMap(({ label }, at) =>
    levels.length === 2 && at === 0
      ? []
      : [{ title: label, kind: "share", points: levels.map((_, level) => Number(level === at)) }],
  );
}

/** How often each level was chosen of a system's responses, by question of the dataset. "Cannot tell" is no level. */
function chosenLevels(
  { key, levels }: ChoiceQuestion,
  runId: number,
  answers: readonly AnswerGroup[],
): Map<number, number[]> {
  const place = new Map(levels.map(({ value }, at) => [value, at]));
  const chosen = new Map<number, number[]>();
  for (const group of answers) {
    if (group.runId !== runId || group.key !== key || group.value === null) continue;
    const counts = chosen.get(group.questionId) ?? levels.map(() => 0);
    chosen.set(group.questionId, counts);
    counts[place.get(group.value)!]! += group.answers;
  }
  return chosen;
}

function meanOf(counts: readonly number[], points: readonly number[]): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((sum, count, at) => sum + count * points[at]!, 0) / all;
}

/**
 * Each two systems on the questions of the dataset for which both have answers: each such question counts once, by the mean
 * of its answers. Differences with percentile bootstrap intervals over questions, and the exact sign test, adjusted by Holm
 * over all of them. None of more systems than MOST_RUNS_COMPARED.
 */
export function* pairedSteps(
  questions: readonly ChoiceQuestion[],
  systems: readonly System[],
  answers: readonly AnswerGroup[],
): Generator<void, SystemPair[]> {
  if (systems.length > MOST_RUNS_COMPARED) return [];
  const pairs: { first: System; second: System; figures: Omit<PairedFigure, "adjusted">[] }[] = [];
  for (const [at, first] of systems.entries())
    for (const second of systems.slice(at + 1)) {
      const figures = [];
      for (const question of questions) {
        const [one, other] = [first, second].map(({ runId }) =>
          chosenLevels(question, runId, answers),
        ) as [Map<number, number[]>, Map<number, number[]>];
        // In an order of their own, so that a resample draws the same.
        const shared = [...one.keys()].filter((id) => other.has(id)).sort((a, b) => a - b);
        for (const measure of measuresOf(question))
          figures.push(
            yield* figureSteps(
              question,
              measure,
              shared.map((id) => [
                meanOf(one.get(id)!, measure.points),
                meanOf(other.get(id)!, measure.points),
              ]),
            ),
          );
      }
      pairs.push({ first, second, figures });
    }
  const adjusted = holm(pairs.flatMap(({ figures }) => figures.map(({ p }) => p)));
  let next = 0;
  return pairs.map((pair) => ({
    ...pair,
    figures: pair.figures.map((figure) => ({ ...figure, adjusted: adjusted[next++]! })),
  }));
}

/** Below this two means are the same: what remains is how fractions are stored. */
const SAME = 1e-9;

function* figureSteps(
  question: ChoiceQuestion,
  { title, kind }: Measure,
  values: readonly (readonly [number, number])[],
): Generator<void, Omit<PairedFigure, "adjusted">> {
  const n = values.length;
  const mean = (numbers: readonly number[]) =>
    n === 0 ? null : numbers.reduce((sum, one) => sum + one, 0) / n;
  const differences = values.map(([one, other]) => one - other);
  const intervalOf = yield* bootstrap(n, (times) => [
    differences.reduce((sum, one, at) => sum + times[at]! * one, 0) / n,
  ]);
  const counts = {
    first: differences.filter((one) => one > SAME).length,
    equal: differences.filter((one) => Math.abs(one) <= SAME).length,
    second: differences.filter((one) => one < -SAME).length,
  };
  return {
    question,
    title,
    kind,
    n,
    first: mean(values.map(([one]) => one)),
    second: mean(values.map(([, other]) => other)),
    difference: overQuestions(
      "Mean paired difference",
      mean(differences),
      n,
      intervalOf(0),
      "No question has answers about both.",
    ),
    counts,
    p: n === 0 ? null : exactSignTest(counts.first, counts.second),
  };
}

/**
 * The questions of the dataset whose answers about two systems differ, those that differ most first: by their means, or of
 * levels without an order by the share that would have to be another one.
 */
export function differingQuestions(
  question: ChoiceQuestion,
  first: number,
  second: number,
  answers: readonly AnswerGroup[],
): { questionId: number; first: number[]; second: number[] }[] {
  const other = chosenLevels(question, second, answers);
  const measures = measuresOf(question);
  return [...chosenLevels(question, first, answers)]
    .flatMap(([questionId, counts]) => {
      const counted = other.get(questionId);
      if (counted === undefined) return [];
      const apart = measures.reduce(
        (sum, { points }) => sum + Math.abs(meanOf(counts, points) - meanOf(counted, points)),
        0,
      );
      return apart <= SAME ? [] : [{ questionId, first: counts, second: counted, apart }];
    })
    .sort((a, b) => b.apart - a.apart || a.questionId - b.questionId)
    .map(({ questionId, ...of }) => ({ questionId, first: of.first, second: of.second }));
}
