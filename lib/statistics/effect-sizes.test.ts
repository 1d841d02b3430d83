import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { betaDistribution } from "./beta";
import { exactSignTest } from "./exact-binomial-test";
import { holm } from "./holm";
import { holmAlone } from "./holm.oracle";
import { clopperPearson } from "./intervals";
import { discordantOddsRatio, newcombePaired } from "./paired-proportions";

/*
 * Expected values: from a separate program with 40 decimal digits that solves the defining equations (Wilson's quadratic,
 * the two binomial tails), unless a publication is named.
 */

describe("Newcombe's method 10", () => {
  it.each([
    // Published for 1, 1, 7, 12: −0.507 to −0.026 (Fagerland, Lydersen and Laake 2014, table V).
    [[36, 12, 2, 0], 0.056929584, 0.340427603],
    [[1, 1, 7, 12], -0.5069202267, -0.0255591242],
    [[14, 5, 0, 22], 0.0114832414, 0.2264926844],
    [[20, 5, 10, 15], -0.2450195835, 0.0528734797],
    [[400, 37, 21, 142], 0.0016346634, 0.0517753023],
    // Nothing discordant, nothing varies, a correlation that the correction takes to 0: never an interval of no width.
    [[53, 0, 0, 1], -0.0729381455, 0.0729381455],
    [[54, 0, 0, 0], -0.0664135881, 0.0664135881],
    [[29, 1, 0, 0], -0.0834459754, 0.1667039099],
    [[0, 30, 0, 0], 0.8394678199, 1],
    [[0, 0, 3, 0], -1, -0.2059232825],
    [[1, 0, 0, 1], -0.573419468, 0.573419468],
  ] as const)("of %j", ([both, first, second, neither], low, high) => {
    const interval = newcombePaired({ both, first, second, neither })!;
    expect(interval.low).toBeCloseTo(low, 9);
    expect(interval.high).toBeCloseTo(high, 9);
  });

  it("holds the difference, keeps within −1 and 1, has a width, and turns with the sides", () => {
    const count = fc.nat(400);
    fc.assert(
      fc.property(count, count, count, count, (both, first, second, neither) => {
        const n = both + first + second + neither;
        const interval = newcombePaired({ both, first, second, neither });
        if (n === 0) return expect(interval).toBeNull();
        const { low, high } = interval!;
        const difference = (first - second) / n;
        expect(low).toBeLessThanOrEqual(difference + 1e-12);
        expect(high).toBeGreaterThanOrEqual(difference - 1e-12);
        expect(high - low).toBeGreaterThan(0);
        expect(Math.min(low + 1, 1 - high)).toBeGreaterThanOrEqual(0);
        const turned = newcombePaired({ both, first: second, second: first, neither })!;
        expect(turned.low).toBeCloseTo(-high, 12);
        expect(turned.high).toBeCloseTo(-low, 12);
      }),
    );
  });
});

describe("Clopper and Pearson's interval", () => {
  it.each([
    [0, 10, 0, 0.308497107819],
    [10, 10, 0.691502892181, 1],
    [5, 10, 0.187086028447, 0.812913971553],
    [81, 263, 0.252736745585, 0.367621922601],
    [1, 29, 0.000872646884, 0.177644295489],
    [12, 14, 0.57187083909, 0.982205484517],
    [3, 3, 0.292401773821, 1],
  ])("of %i out of %i", (successes, trials, low, high) => {
    const interval = clopperPearson(successes, trials)!;
    expect(interval.low).toBeCloseTo(low, 11);
    expect(interval.high).toBeCloseTo(high, 11);
  });

  it("needs trials", () => expect(clopperPearson(0, 0)).toBeNull());

  it("lies between those of whole counts where counts are not whole", () => {
    for (const [successes, trials] of [
      [3.4, 20],
      [0.2, 20],
      [17.5, 20.5],
    ] as const) {
      const { low, high } = clopperPearson(successes, trials)!;
      const fewer = clopperPearson(Math.floor(successes), trials - (successes % 1))!;
      const more = clopperPearson(Math.ceil(successes), trials + (1 - (successes % 1)))!;
      expect(low).toBeGreaterThan(fewer.low);
      expect(low).toBeLessThan(more.low);
      expect(high).toBeGreaterThan(fewer.high);
      expect(high).toBeLessThan(more.high);
    }
  });

  it("rests on the beta distribution, also of numbers that are not whole", () => {
    for (const x of [0.001, 0.2, 0.5, 0.77, 0.999]) {
      // The arcsine distribution, and two powers.
      expect(betaDistribution(x, 0.5, 0.5)).toBeCloseTo(
        (2 / Math.PI) * Math.asin(Math.sqrt(x)),
        12,
      );
      for (const a of [0.3, 2.7, 18.5, 41.2]) {
        expect(betaDistribution(x, a, 1)).toBeCloseTo(x ** a, 12);
        expect(betaDistribution(x, 1, a)).toBeCloseTo(1 - (1 - x) ** a, 12);
      }
    }
  });

  it("rests on binomial tails, for few and for very many", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        (a, b, x) => {
          const n = a + b - 1;
          let [tail, coefficient] = [0, 1];
          for (let k = 0; k <= n; k++) {
            if (k >= a) tail += coefficient * x ** k * (1 - x) ** (n - k);
            coefficient *= (n - k) / (k + 1);
          }
          expect(betaDistribution(x, a, b)).toBeCloseTo(tail, 10);
        },
      ),
    );
    // Symmetric: one half on either side; and by the normal approximation two standard deviations away (Φ(2) = 0.97725).
    expect(betaDistribution(0.5, 500_000, 500_000)).toBeCloseTo(0.5, 10);
    expect(betaDistribution(0.501, 500_000, 500_000)).toBeCloseTo(0.97725, 4);
  });
});

describe("the odds ratio of discordant pairs", () => {
  it.each([
    [12, 2, 6, 1.3357437225, 55.1970906679],
    [5, 5, 1, 0.2301424689, 4.3451345795],
    [81, 182, 81 / 182, 0.3382164774, 0.5813324904],
    [0, 10, 0, 0, 0.4461255496],
  ])("%i to %i is %f", (first, second, value, low, high) => {
    const ratio = discordantOddsRatio(first, second);
    expect(ratio).toMatchObject({ value, note: null });
    expect(ratio.low).toBeCloseTo(low, 8);
    expect(ratio.high).toBeCloseTo(high, 7);
  });

  it("says where it is infinite or undefined", () => {
    const infinite = discordantOddsRatio(10, 0);
    expect(infinite).toMatchObject({
      value: null,
      infinite: true,
      high: null,
      note: expect.stringContaining("Infinite"),
    });
    expect(infinite.low).toBeCloseTo(2.2415214751, 8);
    expect(discordantOddsRatio(0, 0)).toEqual({
      value: null,
      infinite: false,
      low: null,
      high: null,
      note: "Undefined: no discordant pairs.",
    });
  });

  it("leaves 1 out of its interval exactly where the exact test is below 0.05", () => {
    fc.assert(
      fc.property(fc.nat(120), fc.nat(120), (first, second) => {
        const { low, high } = discordantOddsRatio(first, second);
        const away = low !== null && (low > 1 || (high !== null && high < 1));
        expect(away).toBe(exactSignTest(first, second) < 0.05);
      }),
    );
  });
});

describe("Holm's procedure", () => {
  it.each([
    // The first as stdlib's padjust documents it; the others worked out by hand: the smallest times their number, and so on.
    [
      [0.319, 0.201, 0.4, 0.374, 0.113],
      [0.957, 0.804, 0.957, 0.957, 0.565],
    ],
    [
      [0.01, 0.02, 0.03, 0.04, 0.05],
      [0.05, 0.08, 0.09, 0.09, 0.09],
    ],
    [
      [0.01, 0.04, 0.03, 0.005],
      [0.03, 0.06, 0.06, 0.02],
    ],
    [
      [0.5, 0.7, 0.001],
      [1, 1, 0.003],
    ],
    [[0.04], [0.04]],
    [[], []],
  ])("adjusts %j to %j", (values, expected) => {
    const adjusted = holm(values);
    expect(adjusted).toHaveLength(expected.length);
    adjusted.forEach((value, at) => expect(value).toBeCloseTo(expected[at]!, 12));
  });

  it("leaves out what was not tested, and keeps order and size", () => {
    expect(holm([null, 0.04, null, 0.01])).toEqual([null, 0.04, null, 0.02]);
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (values) => {
        const adjusted = holm(values) as number[];
        const alone = holmAlone(values);
        values.forEach((value, at) => {
          expect(adjusted[at]).toBeGreaterThanOrEqual(value);
          expect(adjusted[at]).toBeLessThanOrEqual(Math.min(1, value * values.length));
          expect(adjusted[at]).toBeCloseTo(alone[at]!, 12);
          values.forEach((other, place) =>
            expect(value < other && adjusted[at]! > adjusted[place]!).toBe(false),
          );
        });
      }),
    );
  });
});
