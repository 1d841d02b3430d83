import { describe, expect, it } from "vitest";
import { finish } from "@/lib/statistics/intervals";
import { SeededRandom } from "@/lib/statistics/seeded-random";
import { predictionSteps, type DecidedPair } from "./prediction";

/** 150 pairs of 75 questions and two pairs of runs; people prefer what the second of three principles says, nine times of ten. */
function made(): DecidedPair[] {
  const chance = SeededRandom.ofSeed(7);
  return Array.from({ length: 150 }, (_, i) => {
    const scores = Array.from({ length: 3 }, () => chance.below(3) - 1);
    const likes = scores[1] === 0 ? chance.below(2) === 0 : scores[1] === 1;
    const people = chance.below(10) === 0 ? !likes : likes;
    return {
      questionId: 10 + (i % 75),
      runs: i < 75 ? "1 2" : "1 3",
      scores,
      people: people ? 1 : 0,
    };
  });
}

/** The weights by plain steps up the gradient, ridge penalty 1. */
function climbed(pairs: readonly DecidedPair[]): number[] {
  let weights = [0, 0, 0];
  for (let step = 0; step < 5_000; step++)
    weights = weights.map((weight, k) => {
      const slope = pairs.reduce((sum, { scores, people }) => {
        const sure = scores.reduce((all, score, i) => all + score * weights[i]!, 0);
        return sum + (people - 1 / (1 + Math.exp(-sure))) * scores[k]!;
      }, -weight);
      return weight + 0.01 * slope;
    });
  return weights;
}

describe("principles that predict people", () => {
  const pairs = made();
  const fit = finish(predictionSteps(pairs))!;

  it("have weights as another way of computing finds them, with what matters above 0", () => {
    climbed(pairs).forEach((weight, i) => expect(fit.weights[i]!.value).toBeCloseTo(weight, 4));
    expect(fit.weights[1]!.low).toBeGreaterThan(1);
    for (const other of [0, 2]) {
      expect(fit.weights[other]!.low).toBeLessThan(0);
      expect(fit.weights[other]!.high).toBeGreaterThan(0);
    }
    expect(fit.weights.map(({ n }) => n)).toEqual([150, 150, 150]);
  });

  it("predict folds that they had no part in, beside the usual winner", () => {
    const dealt = SeededRandom.ofSeed(1, 133).shuffled([...Array(75).keys()]);
    const foldOf = (question: number) => dealt.indexOf(question - 10) % 10;
    let [right, usual] = [0, 0];
    for (let fold = 0; fold < 10; fold++) {
      const others = pairs.filter(({ questionId }) => foldOf(questionId) !== fold);
      const weights = climbed(others);
      for (const { questionId, scores, runs, people } of pairs) {
        if (foldOf(questionId) !== fold) continue;
        const sure = scores.reduce((all, score, i) => all + score * weights[i]!, 0);
        right += scores.every((score) => score === 0) ? 0.5 : Number(sure > 0 === (people === 1));
        const same = others.filter((pair) => pair.runs === runs);
        const won = same.filter((pair) => pair.people === 1).length;
        usual += 2 * won === same.length ? 0.5 : Number(2 * won > same.length === (people === 1));
      }
    }
    expect(fit.accuracy.value).toBeCloseTo(right / 150, 12);
    expect(fit.majority.value).toBeCloseTo(usual / 150, 12);
    expect(fit.gain.value).toBeCloseTo((right - usual) / 150, 12);
    expect(fit.gain.low).toBeGreaterThan(0);
    for (const { value, low, high } of [fit.accuracy, fit.majority, fit.gain]) {
      expect(low).toBeLessThan(value!);
      expect(high).toBeGreaterThan(value!);
    }
  });

  it("do not depend on which response is called A", () => {
    const turned = finish(
      predictionSteps(
        pairs.map((pair) => ({
          ...pair,
          scores: pair.scores.map((score) => 0 - score),
          people: pair.people === 1 ? 0 : 1,
        })),
      ),
    )!;
    for (const [i, weight] of fit.weights.entries())
      expect(turned.weights[i]!.value).toBeCloseTo(weight.value!, 8);
    expect(turned.accuracy.value).toBe(fit.accuracy.value);
    expect(turned.majority.value).toBe(fit.majority.value);
  });

  it("are not told of fewer than 100 pairs", () => {
    expect(finish(predictionSteps(pairs.slice(0, 99)))).toBeNull();
    expect(finish(predictionSteps(pairs.slice(0, 100)))?.accuracy.n).toBe(100);
  });
});
