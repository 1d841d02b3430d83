import { describe, expect, it } from "vitest";
import { bootstrap, RESAMPLES, tailOf } from "./bootstrap";
import { finish } from "./intervals";

const meanOf = (values: readonly number[]) => (times: Float64Array) => [
  values.reduce((sum, value, at) => sum + times[at]! * value, 0) / values.length,
];

describe("the bootstrap over groups", () => {
  it("draws as many groups as there are, each as likely", () => {
    const drawn = new Float64Array(12);
    finish(
      bootstrap(12, (times) => {
        expect(times.reduce((sum, one) => sum + one, 0)).toBe(12);
        times.forEach((one, at) => (drawn[at]! += one));
        return [];
      }),
    );
    // Each group is drawn once a resample on average; 5 standard errors of that mean are 0.11.
    for (const times of drawn) expect(Math.abs(times / RESAMPLES - 1)).toBeLessThan(0.11);
  });

  it("has the interval of the normal approximation for a mean of many groups, and the same each time", () => {
    const values = Array.from({ length: 400 }, (_, at) => (at * 37) % 101);
    const once = finish(bootstrap(400, meanOf(values)))(0);
    const mean = values.reduce((sum, value) => sum + value, 0) / 400;
    const error = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0)) / 400;
    expect((once.interval!.high - once.interval!.low) / (2 * 1.96 * error)).toBeCloseTo(1, 1);
    expect((once.interval!.high + once.interval!.low) / 2).toBeCloseTo(mean, 0);
    expect(finish(bootstrap(400, meanOf(values)))(0)).toEqual(once);
  });

  it("covers the mean of a skewed distribution nearly as often as it says", () => {
    // 200 samples of 60 values from 0 (with probability 0.7) and 1, 2, 3 (0.1 each); the mean is 0.6.
    let state = 7;
    const chance = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    let covered = 0;
    for (let sample = 0; sample < 200; sample++) {
      const values = Array.from({ length: 60 }, () => {
        const at = chance();
        return at < 0.7 ? 0 : at < 0.8 ? 1 : at < 0.9 ? 2 : 3;
      });
      const { low, high } = finish(bootstrap(60, meanOf(values)))(0).interval!;
      if (low <= 0.6 && 0.6 <= high) covered++;
    }
    expect(covered).toBeGreaterThan(178);
  });

  it("leaves out less of few groups, as Student's distribution has it", () => {
    // Tabulated quantiles of t (2.262, 2.093, 2.010) times √(n / (n − 1)), in a table of the normal distribution.
    expect(tailOf(10)).toBeCloseTo(0.00855, 4);
    expect(tailOf(20)).toBeCloseTo(0.01588, 4);
    expect(tailOf(50)).toBeCloseTo(0.02117, 4);
    expect(tailOf(100_000)).toBeCloseTo(0.025, 5);
  });

  it.each([10, 20])("gives a mean of %i groups about Student's interval", (groups) => {
    const values = Array.from({ length: groups }, (_, at) => (at * 7) % groups);
    const { low, high } = finish(bootstrap(groups, meanOf(values)))(0).interval!;
    const mean = values.reduce((sum, value) => sum + value, 0) / groups;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (groups - 1);
    const t = groups === 10 ? 2.262 : 2.093;
    // The plain percentiles would be narrower: 0.82 and 0.91 of it.
    expect((high - low) / (2 * t * Math.sqrt(variance / groups))).toBeGreaterThan(0.95);
    expect((high - low) / (2 * t * Math.sqrt(variance / groups))).toBeLessThan(1.05);
  });

  it("has no interval of few groups, of one value, or of what is often undefined", () => {
    const of = (groups: number, statistics: (times: Float64Array) => (number | null)[]) =>
      finish(bootstrap(groups, statistics))(0);
    expect(of(9, meanOf([1, 2, 3, 4, 5, 6, 7, 8, 9]))).toEqual({
      interval: null,
      why: "few-units",
    });
    expect(of(20, () => [2.5])).toEqual({ interval: null, why: "no-spread" });
    // A group is absent from a resample of 20 with probability 0.36.
    expect(of(20, (times) => [times[3] === 0 ? null : times[3]!])).toEqual({
      interval: null,
      why: "undefined-often",
    });
    // Three groups are absent together with probability 0.85^20 = 0.039: such resamples are left out.
    const rarely = of(20, (times) => {
      const sum = times[0]! + times[1]! + times[2]!;
      return [sum === 0 ? null : sum];
    });
    expect(rarely.interval!.low).toBe(1);
  });
});
