import { describe, expect, it } from "vitest";
import { finish } from "@/lib/statistics/intervals";
import { indicesOf, ordinalSteps, ratedByPair, verdictAgreement, type PairCount } from "./verdicts";
import { ratedBy, type UnitGroup } from "./rules";
import { NO_RATERS, signedRaters, type Signature } from "./signatures";

const NO = { relaxed: false, strict: false };
const RELAXED = { relaxed: true, strict: false };
const STRICT = { relaxed: true, strict: true };
const pair = (...counts: [PairCount["first"], PairCount["second"], number][]): PairCount[] =>
  counts.map(([first, second, responses]) => ({ falsePremise: false, first, second, responses }));
const BOTH = ["relaxed", "strict"] as const;

describe("specific agreement, prevalence and bias", () => {
  it("are those of Byrt, Bishop and Carlin for two raters", () => {
    // Credit by both 80, by the first alone 10, by the second alone 5, by none 5.
    const found = indicesOf(
      ratedByPair(pair([STRICT, STRICT, 80], [STRICT, NO, 10], [NO, STRICT, 5], [NO, NO, 5]), [
        "relaxed",
      ]),
      "relaxed",
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
    const found = indicesOf({ raters: 3, counts }, "relaxed");
    expect(found.positive.value).toBeCloseTo(8 / 12, 12);
    expect(found.negative.value).toBeCloseTo(8 / 12, 12);
    expect(found).toMatchObject({ prevalence: expect.closeTo(0, 12) as number, bias: null });
  });

  it("count each response as one where some have more ratings than others, as percent agreement does", () => {
    // Credit given by r of m raters, so many responses.
    const counts = [
      { judgments: 2, relaxed: 2, strict: 0, responses: 30 },
      { judgments: 2, relaxed: 1, strict: 0, responses: 6 },
      { judgments: 5, relaxed: 4, strict: 0, responses: 8 },
      { judgments: 5, relaxed: 1, strict: 0, responses: 4 },
      { judgments: 3, relaxed: 0, strict: 0, responses: 12 },
      { judgments: 1, relaxed: 1, strict: 0, responses: 9 },
    ];
    // Rating by rating: each pair of two people on a response, weighted by one over the response's pairs.
    const seen = { credit: [0, 0], none: [0, 0], all: [0, 0] };
    for (const { judgments, relaxed, responses } of counts) {
      const said = Array.from({ length: judgments }, (_, at) => at < relaxed);
      const pairs = said.flatMap((one, at) =>
        said.flatMap((other, place) => (place === at ? [] : [[one, other] as const])),
      );
      for (const [one, other] of pairs) {
        for (const each of [one ? seen.credit : seen.none, seen.all]) {
          each[0]! += one === other ? responses / pairs.length : 0;
          each[1]! += responses / pairs.length;
        }
      }
    }
    const share = ([same, all]: number[]) => same! / all!;
    const found = indicesOf({ raters: 5, counts }, "relaxed");
    expect(found.positive.value).toBeCloseTo(share(seen.credit), 12);
    expect(found.negative.value).toBeCloseTo(share(seen.none), 12);
    const { percent } = verdictAgreement({ raters: 5, counts }, "relaxed");
    expect(percent.value).toBeCloseTo(share(seen.all), 12);
    // So that the one is made up of the others.
    const credit = seen.credit[1]! / seen.all[1]!;
    expect(percent.value).toBeCloseTo(
      credit * found.positive.value! + (1 - credit) * found.negative.value!,
      12,
    );
  });

  it("say why they are undefined", () => {
    const found = indicesOf(ratedByPair(pair([STRICT, STRICT, 12]), BOTH), "strict");
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
    expect(indicesOf({ raters: 0, counts: [] }, "strict")).toMatchObject({
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

describe("a part that exactly two of more raters rated", () => {
  /** Two bits a rater: 1 no credit, 3 credit in both modes. */
  const unit = (said: readonly (0 | 1 | 3)[], responses: number, runId: number): UnitGroup => ({
    runId,
    falsePremise: false,
    factType: "slow-changing",
    hops: "one-hop",
    period: new Date(0),
    judgments: said.filter((one) => one > 0).length,
    relaxed: said.filter((one) => one === 3).length,
    strict: said.filter((one) => one === 3).length,
    responses,
    others: 0,
    signature: said.reduce<number>((bits, one, at) => bits | (one << (2 * at)), 0) as Signature,
  });
  // The second and third rater of a campaign of three; the first rated another run.
  const ofTwo = [
    unit([0, 3, 3], 20, 1),
    unit([0, 3, 1], 5, 1),
    unit([0, 1, 3], 10, 1),
    unit([0, 1, 1], 15, 1),
  ];
  const whole = [...ofTwo, unit([3, 3, 0], 7, 2), unit([1, 1, 0], 3, 2)];
  const rated = ratedBy([11, 12, 13], signedRaters([11, 12, 13])!);

  it("has Cohen's kappa, which all of the report has not", () => {
    const { cohen } = verdictAgreement(rated(ofTwo), "relaxed");
    expect(cohen.value).toBeCloseTo(0.4, 12);
    expect(cohen.n).toBe(50);
    expect(verdictAgreement(rated(whole), "relaxed").cohen).toMatchObject({
      value: null,
      undefinedBecause: expect.stringContaining("not 3.") as string,
    });
  });

  it("has it without signatures only where the report is of two", () => {
    const unsigned = ofTwo.map(({ signature: _, ...rest }) => rest);
    expect(
      verdictAgreement(ratedBy([11, 12, 13], NO_RATERS)(unsigned), "relaxed").cohen
        .undefinedBecause,
    ).toContain("not 3.");
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
