import type { Coefficient } from "@/lib/reporting/agreement/coefficient";
import { bootstrap } from "@/lib/statistics/bootstrap";
import { dot, logisticWeights } from "@/lib/statistics/logistic";
import { SeededRandom } from "@/lib/statistics/seeded-random";
import { LEAST_PAIRS, type Prediction } from "./schema";

/*
 * Which principles predict what people prefer: a logistic regression of people's preferences on a judge's scores by
 * principle, without an intercept, so that it does not matter which response of a pair is called A.
 */

/** On weights of scores from −1 to 1: as that of one standard deviation of their distribution beforehand. */
const PENALTY = 1;
const FOLDS = 10;
const SEED = 1;

/** A pair that people decide and that has a score by each principle. */
export interface DecidedPair {
  questionId: number;
  /** The runs, lower number first: A and B. */
  runs: string;
  /** In A's favor, in the order of the principles. */
  scores: readonly number[];
  /** 1: people prefer A. */
  people: 0 | 1;
}

/**
 * Weights of all pairs, and how often pairs are predicted by weights that they had no part in: questions are dealt into ten
 * folds by a seed, and each fold is predicted from the others. Beside it the same for whoever people prefer more often in
 * the others, by pair of runs. Without a preference, half a point. Intervals: bootstrap over questions; for the shares, of
 * the predictions as they are.
 */
export function* predictionSteps(
  pairs: readonly DecidedPair[],
): Generator<void, NonNullable<Prediction["fit"]> | null> {
  if (pairs.length < LEAST_PAIRS) return null;
  const questions = [...new Set(pairs.map(({ questionId }) => questionId))].sort((a, b) => a - b);
  const placeOf = new Map(questions.map((question, at) => [question, at]));
  const at = pairs.map(({ questionId }) => placeOf.get(questionId)!);
  const rows = pairs.map(({ scores }) => scores);
  const outcomes = pairs.map(({ people }) => people);
  const whole = logisticWeights(
    rows,
    outcomes,
    pairs.map(() => 1),
    PENALTY,
  );
  const fitted = (times: readonly number[]) =>
    logisticWeights(rows, outcomes, times, PENALTY, whole);

  const dealt = SeededRandom.ofSeed(SEED, 133).shuffled([...questions.keys()]);
  const foldOf = new Map(dealt.map((question, place) => [question, place % FOLDS]));
  const [points, usual] = [new Float64Array(pairs.length), new Float64Array(pairs.length)];
  for (let fold = 0; fold < FOLDS; fold++) {
    const others = at.map((question) => (foldOf.get(question) === fold ? 0 : 1));
    const weights = fitted(others);
    pairs.forEach((pair, i) => {
      if (others[i] === 1) return;
      points[i] = pointsOf(dot(weights, pair.scores), pair.people);
      const lead = pairs.reduce(
        (sum, { runs, people }, j) =>
          others[j] === 1 && runs === pair.runs ? sum + (people === 1 ? 1 : -1) : sum,
        0,
      );
      usual[i] = pointsOf(lead, pair.people);
    });
    yield;
  }

  const statistics = (times: readonly number[]) => {
    const all = times.reduce((sum, one) => sum + one, 0);
    const share = (of: Float64Array) => of.reduce((sum, one, i) => sum + times[i]! * one, 0) / all;
    const [found, usually] = [share(points), share(usual)];
    return [found, usually, found - usually, ...fitted(times)];
  };
  const values = statistics(pairs.map(() => 1));
  const intervalOf = yield* bootstrap(questions.length, (times) =>
    statistics(at.map((question) => times[question]!)),
  );
  const figure = (place: number, what: string): Coefficient => {
    const { interval } = intervalOf(place);
    return {
      value: values[place]!,
      low: interval?.low ?? null,
      high: interval?.high ?? null,
      n: pairs.length,
      method: `${what}; ${interval === null ? "no interval" : "95% bootstrap interval over questions"}`,
      undefinedBecause: null,
    };
  };
  return {
    accuracy: figure(0, "Pairs predicted by weights of the other folds"),
    majority: figure(1, "Pairs won by the run that people prefer in the other folds"),
    gain: figure(2, "Difference of the two shares"),
    weights: rows[0]!.map((_, i) =>
      figure(3 + i, `Logistic regression without intercept, ridge penalty ${PENALTY}`),
    ),
  };
}

/** 1 where what was predicted is what people prefer; ½ without a prediction. */
function pointsOf(forA: number, people: 0 | 1): number {
  return forA === 0 ? 0.5 : Number(forA > 0 === (people === 1));
}
