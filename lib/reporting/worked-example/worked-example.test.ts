import { describe, expect, it } from "vitest";
import { EXAMPLE_QUESTIONS, workedExample } from "./worked-example";

describe("the worked example", () => {
  const { all, counts, comparison, adjusted, estimate, agreement } = workedExample();

  it("is what one counts by hand", () => {
    // Relaxed: all but 4 (tie), 13 (not rated) and 14 (no response); wrong are 3 and 11. Strict: without 6 too.
    expect(all).toMatchObject({
      questions: 14,
      answered: 13,
      rated: 12,
      judged: 10,
      relaxed: { right: 9, judged: 11, leftOut: 1, lowest: 9 / 12, highest: 10 / 12 },
      strict: { right: 6, judged: 10, leftOut: 2, lowest: 0.5, highest: 8 / 12 },
      gap: { right: 2, judged: 10, value: 0.2 },
      both: { relaxed: { right: 8, judged: 10 }, strict: { right: 6, judged: 10 } },
    });
    expect(counts).toEqual({ both: 8, onlyFirst: 1, onlySecond: 2, neither: 0 });
    expect(agreement).toEqual([
      [8, 2],
      [0, 2],
    ]);
    expect(EXAMPLE_QUESTIONS).toHaveLength(14);
  });

  it("shows what the page explains: the gap is not the difference of shares with different n", () => {
    expect(all.relaxed.value! - all.strict.value!).toBeCloseTo(9 / 11 - 6 / 10, 12);
    expect(Math.abs(all.relaxed.value! - all.strict.value! - all.gap.value!)).toBeGreaterThan(0.01);
    expect(all.both.relaxed.value! - all.both.strict.value!).toBeCloseTo(all.gap.value!, 12);
  });

  it("has two runs whose order turns round once they are standardized", () => {
    const { mixes } = workedExample();
    expect(mixes.runs.map(({ plain }) => plain.value)).toEqual([27 / 50, 40 / 50]);
    const [first, second] = mixes.runs.map(({ standardized }) => standardized);
    expect(first!.value).toBeCloseTo((18 / 40 + 9 / 10) / 2, 12);
    expect(second!.value).toBeCloseTo((4 / 10 + 36 / 40) / 2, 12);
    expect(second).toMatchObject({ judged: 50, population: 600 });
  });

  it("plans as the form of a campaign does", () => {
    const {
      planning: { n, discordant, halfWidth, detectable },
    } = workedExample();
    expect([n, discordant]).toEqual([150, 0.2]);
    // Wilson at one half: z / (2 √(n + z²)).
    expect(halfWidth).toBeCloseTo(
      1.959963984540054 / (2 * Math.sqrt(150 + 1.959963984540054 ** 2)),
      12,
    );
    // Connor's formula holds with equality.
    expect(
      (1.959963984540054 * Math.sqrt(0.2) +
        0.8416212335729143 * Math.sqrt(0.2 - detectable ** 2)) **
        2 /
        detectable ** 2,
    ).toBeCloseTo(150, 6);
  });

  it("has the tests and the estimate that one computes by hand", () => {
    expect(comparison).toMatchObject({ n: 11, p: 1, odds: { value: 0.5 } });
    expect(comparison.difference).toBeCloseTo(-1 / 11, 12);
    expect(adjusted.map((p) => p!.toFixed(3))).toEqual(["0.012", "0.060", "0.060"]);
    expect(estimate.value).toBeCloseTo((14 + 12 + 7 + 9) / 60, 12);
    // Four strata of a quarter each: (1/16) (1 − 0.1) Σ p (1 − p) / 14.
    const spread = [14, 12, 7, 9].reduce((sum, right) => sum + (right / 15) * (1 - right / 15), 0);
    expect(estimate.variance).toBeCloseTo((0.9 * spread) / 14 / 16, 12);
    const { onlyFirst, onlySecond, comparison: ofSample } = workedExample().sampled;
    expect([onlyFirst, onlySecond, ofSample.n, ofSample.population]).toEqual([10, 2, 60, 600]);
    expect(ofSample.first).toBeCloseTo(estimate.value!, 12);
    expect(ofSample.difference).toBeCloseTo(8 / 60, 12);
  });
});
