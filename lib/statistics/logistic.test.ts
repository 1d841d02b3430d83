import { describe, expect, it } from "vitest";
import { dot, logisticWeights } from "./logistic";
import { SeededRandom } from "./seeded-random";

const once = (rows: readonly unknown[]) => rows.map(() => 1);

describe("logistic regression without an intercept", () => {
  it("of one variable comes to what can be solved by hand", () => {
    // 30 of 40 rows with x = 1 are ones. Without a penalty the weight is log(30 / 10).
    const rows = Array.from({ length: 40 }, () => [1]);
    const outcomes = rows.map((_, i) => (i < 30 ? 1 : 0) as 0 | 1);
    expect(logisticWeights(rows, outcomes, once(rows), 1e-9)[0]).toBeCloseTo(Math.log(3), 6);
    // With one: 30 − 40·P(b) = b.
    const [weight] = logisticWeights(rows, outcomes, once(rows), 1);
    expect(30 - 40 / (1 + Math.exp(-weight!))).toBeCloseTo(weight!, 8);
  });

  it("has a gradient of zero, found by differences of the likelihood, and counts rows as often as it is told", () => {
    const chance = SeededRandom.ofSeed(5);
    const rows = Array.from({ length: 200 }, () =>
      Array.from({ length: 4 }, () => chance.below(3) - 1),
    );
    const truth = [1.5, -0.5, 0, 0.8];
    const outcomes = rows.map(
      (x) => (chance.uniform() < 1 / (1 + Math.exp(-dot(truth, x))) ? 1 : 0) as 0 | 1,
    );
    const times = rows.map(() => chance.below(3));
    const weights = logisticWeights(rows, outcomes, times, 2);
    const penalized = (of: readonly number[]) =>
      rows.reduce((sum, x, at) => {
        const p = 1 / (1 + Math.exp(-dot(of, x)));
        return sum + times[at]! * Math.log(outcomes[at] === 1 ? p : 1 - p);
      }, 0) - of.reduce((sum, weight) => sum + weight * weight, 0);
    for (const i of weights.keys()) {
      const moved = (by: number) => weights.map((weight, j) => (j === i ? weight + by : weight));
      expect((penalized(moved(1e-4)) - penalized(moved(-1e-4))) / 2e-4).toBeCloseTo(0, 5);
    }
    const repeated = rows.flatMap((x, at) =>
      Array.from({ length: times[at]! }, () => ({ x, y: outcomes[at]! })),
    );
    const same = logisticWeights(
      repeated.map(({ x }) => x),
      repeated.map(({ y }) => y),
      once(repeated),
      2,
    );
    same.forEach((weight, i) => expect(weight).toBeCloseTo(weights[i]!, 8));
    // The other way round says the same.
    const turned = logisticWeights(
      rows.map((x) => x.map((value) => -value)),
      outcomes.map((y) => (1 - y) as 0 | 1),
      times,
      2,
    );
    turned.forEach((weight, i) => expect(weight).toBeCloseTo(weights[i]!, 8));
  });

  it("stays finite where one variable explains every row, and 0 where it says nothing", () => {
    const rows = Array.from({ length: 60 }, (_, i) => [i % 2 === 0 ? 1 : -1, 0]);
    const outcomes = rows.map(([x]) => (x === 1 ? 1 : 0) as 0 | 1);
    const [explains, nothing] = logisticWeights(rows, outcomes, once(rows), 1);
    expect(explains).toBeGreaterThan(2);
    expect(explains).toBeLessThan(4);
    expect(nothing).toBe(0);
    expect(logisticWeights([], [], [], 1)).toEqual([]);
  });
});
