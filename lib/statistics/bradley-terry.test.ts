import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bradleyTerry } from "./bradley-terry";
import { expectedStrengths } from "./bradley-terry.oracle";

const none = (n: number) => Array.from({ length: n }, () => Array.from({ length: n }, () => 0));
const solve = (wins: number[][], ties = none(wins.length)) =>
  bradleyTerry({
    things: wins.length,
    wins: Float64Array.from(wins.flat()),
    ties: Float64Array.from(ties.flat()),
  });

/** Win rates of row over column that WebGLM's paper prints in table 3: Perplexity, 13B, 175B, WebGLM, human. */
const WEBGLM = [
  [0, 0.68, 0.45, 0.45, 0.21],
  [0.32, 0, 0.23, 0.3, 0.18],
  [0.55, 0.77, 0, 0.55, 0.45],
  [0.55, 0.7, 0.45, 0, 0.43],
  [0.79, 0.82, 0.55, 0.57, 0],
].map((row) => row.map((rate) => Math.round(200 * rate)));

describe("Bradley–Terry strengths", () => {
  it("of WebGLM's table 3", () => {
    const found = solve(WEBGLM);
    const strengths = found.strengths!;
    expect(strengths.map((one) => one.toFixed(4))).toEqual([
      "0.8410",
      "0.4215",
      "1.3215",
      "1.1233",
      "1.9004",
    ]);
    expect(strengths.map((one) => Math.log(one).toFixed(4))).toEqual([
      "-0.1731",
      "-0.8640",
      "0.2788",
      "0.1163",
      "0.6420",
    ]);
    expect(found).toMatchObject({ tie: 0, why: null });
  });

  it("of two things are the root of the odds; with ties Davidson's formulas are exact", () => {
    expect(
      solve([
        [0, 9],
        [4, 0],
      ]).strengths![0],
    ).toBeCloseTo(1.5, 8);
    // Three counts, two parameters: ν = ties / √(wins losses), p as without ties.
    const tied = solve(
      [
        [0, 9],
        [4, 0],
      ],
      [
        [0, 12],
        [12, 0],
      ],
    );
    expect(tied.strengths![0]).toBeCloseTo(1.5, 7);
    expect(tied).toMatchObject({ tie: expect.closeTo(2, 7) as number });
  });

  const counts = (n: number, most: number) =>
    fc.array(fc.array(fc.nat(most), { minLength: n, maxLength: n }), {
      minLength: n,
      maxLength: n,
    });
  const comparisons = fc
    .integer({ min: 2, max: 5 })
    .chain((n) => fc.record({ wins: counts(n, 6), ties: counts(n, 3), withTies: fc.boolean() }));
  const shaped = ({
    wins,
    ties,
    withTies,
  }: {
    wins: number[][];
    ties: number[][];
    withTies: boolean;
  }) => ({
    wins: wins.map((row, i) => row.map((count, j) => (i === j ? 0 : count))),
    ties: wins.map((row, i) =>
      row.map((_, j) => (i === j || !withTies ? 0 : ties[Math.min(i, j)]![Math.max(i, j)]!)),
    ),
  });

  it("are those of a second method, with a geometric mean of 1, for any comparisons that have them", () => {
    let solved = 0;
    fc.assert(
      fc.property(comparisons, (given) => {
        const { wins, ties } = shaped(given);
        const found = solve(wins, ties);
        if (found.strengths === null) return;
        const expected = expectedStrengths(wins, ties);
        // Nearly separated ones have strengths beyond what differences can tell.
        if (Math.max(...expected.strengths) > 1e3) return;
        solved++;
        found.strengths.forEach((one, at) =>
          expect(Math.log(one / expected.strengths[at]!)).toBeCloseTo(0, 4),
        );
        expect(found.tie).toBeCloseTo(expected.tie, 3);
        expect(found.strengths.reduce((product, one) => product * one, 1)).toBeCloseTo(1, 9);
      }),
      { seed: 12, numRuns: 300 },
    );
    expect(solved).toBeGreaterThan(100);
  });

  it("multiply all the same if each comparison is there twice, and turn with the order of things", () => {
    const turned = [3, 1, 4, 0, 2];
    const twice = WEBGLM.map((row) => row.map((count) => 2 * count));
    const strengths = solve(WEBGLM).strengths!;
    solve(twice).strengths!.forEach((one, at) => expect(one).toBeCloseTo(strengths[at]!, 8));
    solve(turned.map((i) => turned.map((j) => WEBGLM[i]![j]!))).strengths!.forEach((one, at) =>
      expect(one).toBeCloseTo(strengths[turned[at]!]!, 8),
    );
  });
});

describe("comparisons without strengths", () => {
  it("say which groups nothing connects", () => {
    expect(
      solve([
        [0, 3, 0, 0],
        [2, 0, 0, 0],
        [0, 0, 0, 1],
        [0, 0, 5, 0],
      ]),
    ).toEqual({
      strengths: null,
      why: "disconnected",
      groups: [
        [0, 1],
        [2, 3],
      ],
    });
  });

  it("say who is unbeaten and who never won, one thing or a group", () => {
    expect(
      solve([
        [0, 3, 2],
        [0, 0, 2],
        [0, 0, 0],
      ]),
    ).toEqual({ strengths: null, why: "unbeaten", unbeaten: [[0]], winless: [[2]] });
    expect(
      solve([
        [0, 1, 4],
        [1, 0, 4],
        [0, 0, 0],
      ]),
    ).toEqual({ strengths: null, why: "unbeaten", unbeaten: [[0, 1]], winless: [[2]] });
  });

  it("say that all are ties, or that ties leave one order open", () => {
    const ties = [
      [0, 2],
      [2, 0],
    ];
    expect(solve(none(2), ties)).toEqual({ strengths: null, why: "all-ties" });
    const oneOrder = [
      [0, 5],
      [0, 0],
    ];
    expect(solve(oneOrder, ties)).toEqual({ strengths: null, why: "one-order" });
  });

  it("fit the better, the further they are apart along an order that explains all", () => {
    // Three things, 0 above 1 above 2, neighbors tie at times: with scores 2, 1, 0 times any factor, and ν growing with it.
    const wins = [
      [0, 4, 3],
      [0, 0, 4],
      [0, 0, 0],
    ];
    const ties = [
      [0, 2, 0],
      [2, 0, 2],
      [0, 2, 0],
    ];
    expect(solve(wins, ties)).toEqual({ strengths: null, why: "one-order" });
    // One win against the order, or a tie of the outer two, and the strengths are finite.
    const upset = wins.map((row) => [...row]);
    upset[2]![0] = 1;
    expect(solve(upset, ties).strengths).not.toBeNull();
    const outer = ties.map((row) => [...row]);
    [outer[0]![2], outer[2]![0]] = [1, 1];
    expect(solve(wins, outer).strengths).not.toBeNull();
  });
});
