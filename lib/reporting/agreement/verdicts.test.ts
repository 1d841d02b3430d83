import { describe, expect, it } from "vitest";
import { finish } from "@/lib/statistics/intervals";
import {
  indicesSteps,
  ordinalSteps,
  ratedByPair,
  verdictAgreement,
  type PairCount,
} from "./verdicts";

const NO = { relaxed: false, strict: false };
const RELAXED = { relaxed: true, strict: false };
const STRICT = { relaxed: true, strict: true };
const pair = (...counts: [PairCount["first"], PairCount["second"], number][]): PairCount[] =>
  counts.map(([first, second, responses]) => ({ falsePremise: false, first, second, responses }));
const BOTH = ["relaxed", "strict"] as const;

describe("specific agreement, prevalence and bias", () => {
  it("are those of Byrt, Bishop and Carlin for two raters", () => {
    // Credit by both 80, by the first alone 10, by the second alone 5, by none 5.
    const found = finish(
      indicesSteps(
        ratedByPair(pair([STRICT, STRICT, 80], [STRICT, NO, 10], [NO, STRICT, 5], [NO, NO, 5]), [
          "relaxed",
        ]),
        "relaxed",
      ),
    );
    expect(found.positive.value).toBeCloseTo(160 / 175, 12);
    expect(found.negative.value).toBeCloseTo(10 / 25, 12);
    expect(found).toMatchObject({
      prevalence: expect.closeTo(0.75, 12) as number,
      bias: expect.closeTo(0.05, 12) as number,
      pabak: expect.closeTo(0.7, 12) as number,
    });
    expect(found.negative.high! - found.negative.low!).toBeGreaterThan(
      found.positive.high! - found.positive.low!,
    );
  });

  it("count pairs of ratings where raters are more, and have no bias", () => {
    // Three raters: 3, 2, 1 and 0 credits. Pairs with credit on one side, ordered: 3·2, 2·2, 1·2; of them on both: 6, 2, 0.
    const counts = [3, 2, 1, 0].map((relaxed) => ({
      judgments: 3,
      relaxed,
      strict: 0,
      responses: 10,
    }));
    const found = finish(indicesSteps({ raters: 3, counts }, "relaxed"));
    expect(found.positive.value).toBeCloseTo(8 / 12, 12);
    expect(found.negative.value).toBeCloseTo(8 / 12, 12);
    expect(found).toMatchObject({ prevalence: expect.closeTo(0, 12) as number, bias: null });
  });

  it("say why they are undefined", () => {
    const found = finish(indicesSteps(ratedByPair(pair([STRICT, STRICT, 12]), BOTH), "strict"));
    expect(found.negative).toMatchObject({
      value: null,
      undefinedBecause: "Every rating gives credit.",
    });
    expect(found).toMatchObject({
      positive: { value: 1, high: 1 },
      prevalence: 1,
      bias: 0,
      pabak: 1,
    });
    expect(finish(indicesSteps({ raters: 0, counts: [] }, "strict"))).toMatchObject({
      positive: { undefinedBecause: "No ratings." },
      prevalence: null,
      bias: null,
      pabak: null,
    });
  });
});

describe("both modes as one ordinal verdict", () => {
  it("has weighted kappa with linear weights and ordinal alpha by definition", () => {
    const counts = pair(
      [NO, NO, 20],
      [NO, RELAXED, 5],
      [RELAXED, NO, 3],
      [RELAXED, RELAXED, 10],
      [RELAXED, STRICT, 6],
      [STRICT, RELAXED, 4],
      [STRICT, STRICT, 50],
      [NO, STRICT, 2],
    );
    const { weightedKappa, alpha } = finish(ordinalSteps(ratedByPair(counts, BOTH)));
    // Observed: 18 steps of one, 2 of two, of 100 × 2. Rows 27, 19, 54; columns 23, 19, 58.
    const expected = (27 * 19 + 19 * (23 + 58) + 54 * 19 + 2 * (27 * 58 + 54 * 23)) / 10_000 / 2;
    expect(weightedKappa.value).toBeCloseTo(1 - 22 / 200 / expected, 12);
    // Values 50, 38, 112; ranks in the middle of their places: 25, 69, 144.
    const distance = (a: number, b: number) => ([25, 69, 144][a]! - [25, 69, 144][b]!) ** 2;
    const observed = (2 * (8 * distance(0, 1) + 10 * distance(1, 2) + 2 * distance(0, 2))) / 200;
    const byChance =
      (2 * (50 * 38 * distance(0, 1) + 38 * 112 * distance(1, 2) + 50 * 112 * distance(0, 2))) /
      (200 * 199);
    expect(alpha.value).toBeCloseTo(1 - observed / byChance, 12);
    for (const { low, high, value } of [weightedKappa, alpha])
      expect(low! < value! && value! < high!).toBe(true);
  });

  it("takes more than two raters for alpha alone", () => {
    const counts = [
      { judgments: 3, relaxed: 3, strict: 3, responses: 20 },
      { judgments: 3, relaxed: 2, strict: 1, responses: 5 },
      { judgments: 3, relaxed: 0, strict: 0, responses: 8 },
    ];
    const { weightedKappa, alpha } = finish(ordinalSteps({ raters: 3, counts }));
    expect(weightedKappa).toMatchObject({
      value: null,
      undefinedBecause: expect.stringContaining("not 3.") as string,
    });
    expect(alpha.value).toBeGreaterThan(0.5);
  });
});

describe("coefficients of verdicts", () => {
  it("are the same from counts alone as from a pair, digit for digit, in every mode", () => {
    const rated = ratedByPair(
      pair(
        [STRICT, STRICT, 30],
        [NO, NO, 12],
        [RELAXED, NO, 3],
        [STRICT, RELAXED, 4],
        [NO, STRICT, 1],
      ),
      BOTH,
    );
    for (const mode of ["relaxed", "strict", "all"] as const) {
      const [ofPair, ofCounts] = [
        verdictAgreement(rated, mode),
        verdictAgreement({ raters: 3, counts: [...rated.counts].reverse() }, mode),
      ];
      for (const name of ["percent", "fleiss", "krippendorff", "gwetAC1"] as const)
        expect(ofCounts[name]).toEqual(ofPair[name]);
    }
  });
});
