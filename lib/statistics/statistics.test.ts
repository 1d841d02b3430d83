import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binomial } from "./binomial";
import { Chance } from "./chance";
import { exactSignTest, fairCoinProbability } from "./exact-binomial-test";
import { bootstrap, finish, quantile, wilson } from "./intervals";

describe("chance", () => {
  it("gives the numbers of the reference implementation", () => {
    const chance = Chance.ofState([1, 2, 3, 4]);
    expect(Array.from({ length: 8 }, () => chance.bits())).toEqual(reference(8));
  });

  it("is the same for the same seed and another for another seed or stream", () => {
    const first = (seed: number, stream = 0) => Chance.ofSeed(seed, stream).uniform();
    expect(first(1)).toBe(first(1));
    expect(new Set([first(1), first(2), first(1, 1), first(2 ** 53 - 1)]).size).toBe(4);
    expect(() => Chance.ofSeed(-1)).toThrow("seed");
    expect(() => Chance.ofSeed(0.5)).toThrow("seed");
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
  });
}

describe("the binomial sampler", () => {
  /** ln of n over k, p^k (1 − p)^(n − k), by sums of logarithms. */
  function logMass(n: number, p: number, k: number): number {
    let sum = k * Math.log(p) + (n - k) * Math.log1p(-p);
    for (let i = 1; i <= k; i++) sum += Math.log(n - k + i) - Math.log(i);
    return sum;
  }

  it.each([[1, 0.3], [5, 0.5], [20, 0.02], [40, 0.24], [40, 0.26], [60, 0.5], [100, 0.9], [1_000, 0.02], [1_000, 0.37], [20_000, 0.0007]])("fits the distribution of %i trials at %f", (n, p) => {
    const chance = Chance.ofSeed(42, n);
    const draws = 200_000;
    const seen = new Map<number, number>();
    for (let i = 0; i < draws; i++) {
      const k = binomial(chance, n, p);
      seen.set(k, (seen.get(k) ?? 0) + 1);
    }
    // Chi-squared over the values expected at least twenty times, the rest in one.
    let chi = 0;
    let degrees = 0;
    let restExpected = draws;
    let restSeen = draws;
    const spread = 8 * Math.sqrt(n * p * (1 - p)) + 8;
    for (let k = Math.max(0, Math.floor(n * p - spread)); k <= Math.min(n, n * p + spread); k++) {
      const expected = draws * Math.exp(logMass(n, p, k));
      if (expected < 20) continue;
      const found = seen.get(k) ?? 0;
      chi += (found - expected) ** 2 / expected;
      restExpected -= expected;
      restSeen -= found;
      degrees++;
    }
    if (restExpected > 20) chi += (restSeen - restExpected) ** 2 / restExpected;
    else expect(restSeen).toBeLessThan(60);
    // Five standard deviations of chi-squared above its mean.
    expect(chi).toBeLessThan(degrees + 5 * Math.sqrt(2 * degrees) + 5);
  });

  it.each([[1_000_000, 0.5], [1_000_000, 0.999], [1_000_000, 1e-6], [1_000_000, 0.0123]])("has mean and variance right for %i trials at %f", (n, p) => {
    const chance = Chance.ofSeed(9);
    const draws = 100_000;
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < draws; i++) {
      const off = binomial(chance, n, p) - n * p;
      sum += off;
      squares += off * off;
    }
    const variance = n * p * (1 - p);
    expect(Math.abs(sum / draws)).toBeLessThan(5 * Math.sqrt(variance / draws));
    expect(squares / draws / variance).toBeGreaterThan(0.97);
    expect(squares / draws / variance).toBeLessThan(1.03);
  });

  it("keeps to its bounds and to what is certain", () => {
    fc.assert(fc.property(fc.nat(1_000_000), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(1_000), (n, p, seed) => {
      const k = binomial(Chance.ofSeed(seed), n, p);
      expect(Number.isInteger(k) && k >= 0 && k <= n).toBe(true);
      if (p === 0) expect(k).toBe(0);
      if (p === 1) expect(k).toBe(n);
    }));
  });
});

describe("the bootstrap", () => {
  it.each([{ sizes: [30, 50, 20] }, { sizes: [1, 2, 1, 3, 1] }])("draws a multinomial of $sizes", ({ sizes }) => {
    const units = sizes.reduce((sum, size) => sum + size, 0);
    const sums = sizes.map(() => 0);
    const products = sizes.map(() => sizes.map(() => 0));
    const replicates = 40_000;
    finish(bootstrap(sizes, [(groups) => {
      expect(groups.reduce((sum, size) => sum + size, 0)).toBe(units);
      groups.forEach((a, i) => {
        sums[i]! += a;
        groups.forEach((b, j) => (products[i]![j]! += a * b));
      });
      return 0;
    }], Chance.ofSeed(5), replicates));
    sizes.forEach((size, i) => {
      expect(sums[i]! / replicates).toBeCloseTo(size, 0);
      sizes.forEach((other, j) => {
        const covariance = products[i]![j]! / replicates - (sums[i]! * sums[j]!) / replicates ** 2;
        const expected = i === j ? size * (1 - size / units) : (-size * other) / units;
        expect(Math.abs(covariance - expected)).toBeLessThan(0.05 * units);
      });
    });
  });

  it("leaves undefined replicates out and counts them, and gives no interval when most are", () => {
    let turn = 0;
    const [some, most] = finish(bootstrap([5, 5], [() => (++turn % 4 === 0 ? null : 1), () => (turn % 4 === 0 ? 1 : null)], Chance.ofSeed(1), 1_000));
    expect(some).toEqual({ interval: { low: 1, high: 1 }, replicates: 1_000, undefinedReplicates: 250 });
    expect(most).toEqual({ interval: null, replicates: 1_000, undefinedReplicates: 750 });
  });

  it("has quantiles as R and NumPy", () => {
    expect(quantile(Float64Array.of(1, 2, 3, 4), 0.25)).toBe(1.75);
    expect(quantile(Float64Array.of(10), 0.975)).toBe(10);
  });
});

describe("Wilson's interval", () => {
  it.each([[0, 10, 0, 0.277533], [10, 10, 0.722467, 1], [5, 10, 0.236593, 0.763407], [81, 263, 0.255259, 0.366215], [1, 29, 0.006113, 0.171755]])("of %i out of %i is published", (successes, trials, low, high) => {
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
    fc.assert(fc.property(fc.nat(60), fc.nat(60), (one, other) => {
      const exact = byDefinition(one, other);
      expect(exactSignTest(one, other) / exact).toBeCloseTo(1, 10);
    }));
    expect(exactSignTest(0, 0)).toBe(1);
    expect(exactSignTest(5, 15)).toBeCloseTo(0.0413894653, 9);
    expect(exactSignTest(59, 6)).toBe(exactSignTest(6, 59));
  });

  it("is sound for a million, far from the middle too", () => {
    // Two-sided normal approximation with continuity correction, z = (1,000 − 1) / 1,000.
    expect(exactSignTest(499_500, 500_500)).toBeCloseTo(0.31780, 4);
    expect(exactSignTest(400_000, 600_000)).toBe(0);
    expect(exactSignTest(495_000, 505_000)).toBeGreaterThan(0);
    expect(fairCoinProbability(500_000, 1_000_000)).toBeCloseTo(7.97884361e-4, 11);
  });
});
