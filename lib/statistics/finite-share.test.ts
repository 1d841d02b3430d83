import { describe, expect, it } from "vitest";
import { finiteShare } from "./finite-share";
import { finiteShareByTrying } from "./finite-share.oracle";

/** ln n!, summed up. */
const LOGS = [0];
for (let n = 1; n <= 1_000; n++) LOGS.push(LOGS[n - 1]! + Math.log(n));
const ways = (n: number, k: number) => LOGS[n]! - LOGS[k]! - LOGS[n - k]!;

/** The hypergeometric probability, as its definition has it. */
function probability(hits: number, of: number, others: number, sampled: number): number {
  if (hits > of || sampled - hits > others) return 0;
  return Math.exp(ways(of, hits) + ways(others, sampled - hits) - ways(of + others, sampled));
}

describe("the share of a finite population", () => {
  it.each([
    { population: 1, sizes: [1] },
    { population: 12, sizes: [1, 5, 11, 12] },
    { population: 40, sizes: [10, 39] },
    { population: 150, sizes: [30, 100] },
  ])("is what trying every share of $population gives", ({ population, sizes }) => {
    for (const sampled of sizes)
      for (let hits = 0; hits <= sampled; hits += sampled > 50 ? 7 : 1) {
        const [low, high] = finiteShareByTrying(hits, sampled, population);
        const found = finiteShare(hits, sampled, population)!;
        expect(
          [found.low * population, found.high * population].map(Math.round),
          `${hits}`,
        ).toEqual([low, high]);
      }
  });

  it("needs a sample, and of a population seen whole is certain", () => {
    expect(finiteShare(0, 0, 20)).toBeNull();
    expect(finiteShare(3, 20, 20)).toEqual({ low: 0.15, high: 0.15 });
    expect(finiteShare(0, 20, 20)).toEqual({ low: 0, high: 0 });
  });

  it("of a population without end is the binomial's mid-p interval", () => {
    // 0 of 30: (1 − p)^30 / 2 = 0.025. 1 of 10: no hit, and half of one hit, make 0.025 above and 0.975 below.
    expect(finiteShare(0, 30, 1_000_000)!.high).toBeCloseTo(1 - 0.05 ** (1 / 30), 4);
    const one = finiteShare(1, 10, 10_000_000)!;
    const mid = (p: number) => (1 - p) ** 10 + 5 * p * (1 - p) ** 9;
    expect(mid(one.high)).toBeCloseTo(0.025, 5);
    expect(mid(one.low)).toBeCloseTo(0.975, 5);
  });

  it("covers the truth about as often as it says, whatever the truth: mean, and the least of all truths", () => {
    for (const population of [100, 300, 1_000])
      for (const sampled of [20, 50, 90, population / 2]) {
        const intervals = Array.from({ length: sampled + 1 }, (_, hits) =>
          finiteShare(hits, sampled, population)!,
        );
        const coverage = (truth: number) =>
          intervals.reduce((sum, { low, high }, hits) => {
            const covers = truth / population >= low && truth / population <= high;
            return covers ? sum + probability(hits, truth, population - truth, sampled) : sum;
          }, 0);
        const covered = Array.from({ length: population / 2 }, (_, at) => coverage(at + 1));
        const mean = covered.reduce((sum, one) => sum + one, 0) / covered.length;
        const where = `${sampled} of ${population}`;
        expect(mean, where).toBeGreaterThan(0.945);
        expect(mean, where).toBeLessThan(0.97);
        expect(Math.min(...covered), where).toBeGreaterThan(0.91);
        expect(coverage(0), where).toBeCloseTo(1, 9);
      }
  });

  it("is as quick for a million as for a hundred", () => {
    const { low, high } = finiteShare(2_000, 100_000, 1_000_000)!;
    // So many are nearly normal: 1.96 standard errors with the finite population correction.
    const spread = 1.96 * Math.sqrt((0.02 * 0.98 * 0.9) / 100_000);
    expect(Math.abs(low - (0.02 - spread))).toBeLessThan(2e-5);
    expect(Math.abs(high - (0.02 + spread))).toBeLessThan(2e-5);
  });

  it("lies about the share, however many were seen", () => {
    for (const sampled of [100, 800, 1_080, 2_000, 5_000])
      for (const population of [sampled, sampled + 1, 2 * sampled, 100 * sampled])
        for (const hits of [0, 1, sampled / 100, sampled / 4, sampled - 1, sampled].map(
          Math.floor,
        )) {
          const { low, high } = finiteShare(hits, sampled, population)!;
          const where = `${hits} of ${sampled} of ${population}: ${low} to ${high}`;
          // The population is of whole hits.
          const [least, most] = [(hits - 1) / sampled, (hits + 1) / sampled];
          expect(low, where).toBeLessThanOrEqual(most);
          expect(high, where).toBeGreaterThanOrEqual(least);
          expect(high - low, where).toBeLessThan(4.2 * Math.sqrt(0.25 / sampled));
          expect(low, where).toBeLessThanOrEqual(high);
        }
  });
});
