import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chiSquareTail } from "./chi-square";
import { kendallsW, midranks } from "./rankings";
import { expectedW } from "./rankings.oracle";

describe("the tail of the chi-square distribution", () => {
  it.each([
    // The 5% points of the usual tables, to all digits, and Φ: P(|Z| ≥ 1) and P(|Z| ≥ 3).
    [3.841458820694124, 1, 0.05],
    [5.991464547107979, 2, 0.05],
    [7.814727903251179, 3, 0.05],
    [18.307038053275146, 10, 0.05],
    [124.34211340400407, 100, 0.05],
    [1, 1, 0.3173105078629141],
    [9, 1, 0.0026997960632601866],
    [0, 4, 1],
  ])("at %d with %i degrees of freedom", (x, degrees, p) => {
    expect(chiSquareTail(x, degrees)).toBeCloseTo(p, 12);
  });

  it("is a sum of Poisson probabilities for an even number of degrees", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.double({ min: 0.001, max: 120, noNaN: true }),
        (half, x) => {
          let [sum, term] = [0, Math.exp(-x / 2)];
          for (let i = 0; i < half; i++) {
            sum += term;
            term *= x / 2 / (i + 1);
          }
          expect(chiSquareTail(x, 2 * half)).toBeCloseTo(sum, 12);
        },
      ),
    );
  });

  it("has whole degrees of freedom", () => {
    expect(() => chiSquareTail(1, 0)).toThrow(RangeError);
    expect(() => chiSquareTail(1, 1.5)).toThrow(RangeError);
  });
});

describe("midranks", () => {
  it("share the places that a tie takes, whatever numbers are given", () => {
    expect(midranks([1, 2, 2, 9])).toEqual([1, 2.5, 2.5, 4]);
    expect(midranks([5, 5, 5])).toEqual([2, 2, 2]);
    expect(midranks([])).toEqual([]);
  });

  it("sum to n (n + 1) / 2", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6 })), (given) => {
        const sum = midranks(given).reduce((total, rank) => total + rank, 0);
        expect(sum).toBe((given.length * (given.length + 1)) / 2);
      }),
    );
  });
});

describe("Kendall's W", () => {
  it("comes out as published, without and with ties", () => {
    const plain = kendallsW([
      [1, 6, 3, 2, 5, 4],
      [1, 5, 6, 4, 2, 3],
      [6, 3, 2, 5, 4, 1],
    ])!;
    expect(plain.s).toBe(25.5);
    expect(plain.w.toFixed(6)).toBe("0.161905");
    expect([plain.chiSquare, plain.degrees]).toEqual([3 * 5 * plain.w, 5]);
    expect(plain.p).toBeCloseTo(chiSquareTail(3 * 5 * plain.w, 5), 15);
    const tied = kendallsW([
      [1, 4.5, 2, 4.5, 3, 7.5, 6, 9, 7.5, 10],
      [2.5, 1, 2.5, 4.5, 4.5, 8, 9, 6.5, 10, 6.5],
      [2, 1, 4.5, 4.5, 4.5, 4.5, 8, 8, 8, 10],
    ])!;
    expect(tied.s).toBe(591);
    expect(tied.w.toFixed(6)).toBe("0.827731");
  });

  it("is that of the mean correlation of two rankings", () => {
    const rankings = fc.integer({ min: 2, max: 7 }).chain((n) =>
      fc.array(
        fc.shuffledSubarray(
          Array.from({ length: n }, (_, at) => at + 1),
          { minLength: n },
        ),
        { minLength: 2, maxLength: 6 },
      ),
    );
    fc.assert(
      fc.property(rankings, (given) => {
        const { w, spearman } = kendallsW(given)!;
        expect(w).toBeCloseTo(expectedW(given), 10);
        expect(spearman).toBeCloseTo((given.length * w - 1) / (given.length - 1), 12);
        expect(w).toBeGreaterThanOrEqual(0);
        expect(w).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });

  it("is 1 for equal rankings, also with ties, and undefined where nothing is ranked", () => {
    expect(
      kendallsW([
        [1, 2, 2, 4],
        [10, 20, 20, 21],
      ])!.w,
    ).toBeCloseTo(1, 12);
    expect(
      kendallsW([
        [1, 1],
        [2, 2],
      ]),
    ).toBeNull();
    expect(kendallsW([[1, 2]])).toBeNull();
    expect(kendallsW([[1], [1]])).toBeNull();
    expect(kendallsW([])).toBeNull();
  });
});
