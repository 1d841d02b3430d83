import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spearman } from "./rank-correlation";
import { expectedSpearman } from "./rank-correlation.oracle";

type Pairs = readonly (readonly [number, number])[];
const of = (pairs: Pairs) => spearman(pairs)(new Float64Array(pairs.length).fill(1));
const small = fc.integer({ min: 0, max: 4 });
const somePairs = fc.array(fc.tuple(small, small), { maxLength: 20 });

describe("Spearman's rank correlation", () => {
  it.each<[string, Pairs, number]>([
    // Σd² = 25 + 4 + 36 + 16 + 16 + 16 + 16 + 4 + 16 + 9 = 158.
    [
      "ten without ties",
      [
        [1, 6],
        [2, 4],
        [3, 9],
        [4, 8],
        [5, 1],
        [6, 2],
        [7, 3],
        [8, 10],
        [9, 5],
        [10, 7],
      ],
      1 - (6 * 158) / 990,
    ],
    [
      "the same order",
      [
        [1, 0.1],
        [2, 0.2],
        [9, 0.21],
      ],
      1,
    ],
    [
      "the opposite order",
      [
        [3, -1],
        [2, 0],
        [1, 5],
      ],
      -1,
    ],
    // Ranks 1.5 1.5 3 4 and 1 2.5 2.5 4: Σd² = 0.25 + 1 + 0.25, both S = (60 − 6) / 12 = 4.5.
    [
      "ties on both sides",
      [
        [0, 0],
        [0, 1],
        [2, 1],
        [3, 2],
      ],
      (4.5 + 4.5 - 1.5) / 9,
    ],
  ])("of %s", (_name, pairs, rho) => {
    expect(of(pairs)).toBeCloseTo(rho, 12);
  });

  it("is undefined where one side has a single value, or there are no pairs", () => {
    expect(of([])).toBeNull();
    expect(of([[1, 2]])).toBeNull();
    expect(
      of([
        [1, 2],
        [1, 3],
      ]),
    ).toBeNull();
  });

  it("is what the formula with corrections for ties gives", () => {
    fc.assert(
      fc.property(somePairs, (pairs) => {
        const expected = expectedSpearman(pairs);
        if (expected === null) expect(of(pairs)).toBeNull();
        else expect(of(pairs)).toBeCloseTo(expected, 10);
      }),
      { numRuns: 1_000 },
    );
  });

  it("counts a pair as often as its weight says", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(small, small, small), { maxLength: 12 }), (given) => {
        const pairs = given.map(([x, y]) => [x, y] as const);
        const repeated = given.flatMap(([x, y, times]) =>
          Array<[number, number]>(times).fill([x, y]),
        );
        const weighted = spearman(pairs)(given.map(([, , times]) => times));
        const expected = expectedSpearman(repeated);
        if (expected === null) expect(weighted).toBeNull();
        else expect(weighted).toBeCloseTo(expected, 10);
      }),
      { numRuns: 1_000 },
    );
  });
});
