import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SeededRandom } from "./seeded-random";
import { binomialProbability } from "./binomial";
import { exactSignTest } from "./exact-binomial-test";
import { wilson } from "./intervals";

describe("chance", () => {
  it("gives the numbers of the reference implementation", () => {
    const chance = SeededRandom.ofState([1, 2, 3, 4]);
    expect(Array.from({ length: 8 }, () => chance.bits())).toEqual(reference(8));
  });

  it("is the same for the same seed and another for another seed or stream", () => {
    const first = (seed: number, stream = 0) => SeededRandom.ofSeed(seed, stream).uniform();
    expect(first(1)).toBe(first(1));
    expect(new Set([first(1), first(2), first(1, 1), first(2 ** 53 - 1)]).size).toBe(4);
    expect(() => SeededRandom.ofSeed(-1)).toThrow("Seed");
    expect(() => SeededRandom.ofSeed(0.5)).toThrow("Seed");
  });
});

/** xoshiro128starstar.c in whole numbers of any size. */
function reference(count: number): number[] {
  const mask = (1n << 32n) - 1n;
  const rotl = (x: bigint, k: bigint) => ((x << k) | (x >> (32n - k))) & mask;
  let s: [bigint, bigint, bigint, bigint] = [1n, 2n, 3n, 4n];
  return Array.from({ length: count }, () => {
    const result = (rotl((s[1] * 5n) & mask, 7n) * 9n) & mask;
    const t = (s[1] << 9n) & mask;
    let [a, b, c, d] = s;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = rotl(d, 11n);
    s = [a, b, c, d];
    return Number(result);

    it("shuffles into each order as likely, and samples in the order of the whole", () => {
      const chance = SeededRandom.ofSeed(7);
      const orders = new Map<string, number>();
      for (let time = 0; time < 6_000; time++) {
        const order = chance.shuffled(["a", "b", "c"]).join("");
        orders.set(order, (orders.get(order) ?? 0) + 1);
      }
      expect([...orders.keys()].sort()).toEqual(["abc", "acb", "bac", "bca", "cab", "cba"]);
      // Six standard deviations (29) around a thousand.
      for (const count of orders.values()) expect(Math.abs(count - 1_000)).toBeLessThan(175);
      const whole = Array.from({ length: 50 }, (_one, at) => at);
      const chosen = chance.sample(whole, 20);
      expect(new Set(chosen).size).toBe(20);
      expect(chosen).toEqual(chosen.toSorted((one, other) => one - other));
      expect(chance.sample(whole, 50)).toEqual(whole);
    });
  });
}

describe("Wilson's interval", () => {
  it.each([
    [0, 10, 0, 0.277533],
    [10, 10, 0.722467, 1],
    [5, 10, 0.236593, 0.763407],
    [81, 263, 0.255259, 0.366215],
    [1, 29, 0.006113, 0.171755],
  ])("of %i out of %i is published", (successes, trials, low, high) => {
    const interval = wilson(successes, trials)!;
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it("needs trials", () => expect(wilson(0, 0)).toBeNull());
});

describe("the exact test of two halves", () => {
  /** In whole numbers of any size. */
  function byDefinition(one: number, other: number): number {
    const n = one + other;
    let coefficient = 1n;
    let sum = 0n;
    for (let k = 0; k <= Math.min(one, other); k++) {
      sum += coefficient;
      coefficient = (coefficient * BigInt(n - k)) / BigInt(k + 1);
    }
    const scale = 10n ** 30n;
    return Math.min(1, (2 * Number((sum * scale * 10n ** 20n) / 2n ** BigInt(n))) / 1e50);
  }

  it("equals the sum of binomials", () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (one, other) => {
        const exact = byDefinition(one, other);
        expect(exactSignTest(one, other) / exact).toBeCloseTo(1, 10);
      }),
    );
    expect(exactSignTest(0, 0)).toBe(1);
    expect(exactSignTest(5, 15)).toBeCloseTo(0.0413894653, 9);
    expect(exactSignTest(59, 6)).toBe(exactSignTest(6, 59));
  });

  it("of counts that are not whole lies between those of their whole neighbors", () => {
    expect(exactSignTest(3.000000001, 15)).toBeCloseTo(exactSignTest(3, 15), 8);
    expect(exactSignTest(3.5, 3.9)).toBe(1);
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 60, noNaN: true }),
        fc.double({ min: 0.01, max: 60, noNaN: true }),
        (one, other) => {
          const [least, most] = [Math.min(one, other), Math.max(one, other)];
          const p = exactSignTest(one, other);
          expect(p).toBeLessThanOrEqual(exactSignTest(Math.ceil(least), Math.floor(most)) + 1e-12);
          expect(p).toBeGreaterThanOrEqual(
            exactSignTest(Math.floor(least), Math.ceil(most)) - 1e-12,
          );
        },
      ),
    );
  });

  it("is sound for a million, far from the middle too", () => {
    // Two-sided normal approximation with continuity correction, z = (1,000 − 1) / 1,000.
    expect(exactSignTest(499_500, 500_500)).toBeCloseTo(0.3178, 4);
    expect(exactSignTest(400_000, 600_000)).toBe(0);
    expect(exactSignTest(495_000, 505_000)).toBeGreaterThan(0);
    expect(binomialProbability(500_000, 1_000_000, 0.5)).toBeCloseTo(7.97884361e-4, 11);
  });
});
