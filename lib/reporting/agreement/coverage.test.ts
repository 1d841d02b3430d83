import { describe, expect, it } from "vitest";
import {
  coverageOf,
  expectPromise,
  pointsOf,
  type Model,
} from "@/prisma/testing/interval-coverage";
import { finish } from "@/lib/statistics/intervals";
import { agreementOfPair, computeAgreement } from "./agreement";
import { agreedWithOthers } from "./rules";
import { unitPattern } from "./patterns";
import { indicesOf, ordinalSteps, ratedByPair, verdictAgreement, type PairCount } from "./verdicts";

const AGREEMENTS = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
/** Shares of credit: even, lopsided, very lopsided. */
const PREVALENCES = [0.5, 0.7, 0.9];

/** Two raters with the same share of credit: the probabilities of no/no, disagreement and credit/credit; null where there are no such two. */
function pairOf(agreement: number, prevalence: number): [number, number, number] | null {
  const half = (1 - agreement) / 2;
  return half > Math.min(prevalence, 1 - prevalence) + 1e-12
    ? null
    : [1 - prevalence - half, 1 - agreement, Math.max(0, prevalence - half)];
}

/** The grid of agreement and prevalence, as far as both can be. */
const GRID = AGREEMENTS.flatMap((agreement) =>
  PREVALENCES.flatMap((prevalence) => {
    const cells = pairOf(agreement, prevalence);
    return cells === null
      ? []
      : [{ agreement, prevalence, cells, byChance: 2 * prevalence * (1 - prevalence) }];
  }),
);

/** How many ways there are to choose some of so many. */
function ways(of: number, some: number): number {
  return Array.from({ length: some }, (_, at) => (of - at) / (at + 1)).reduce(
    (product, one) => product * one,
    1,
  );
}

/**
 * The probability that certain raters give credit to a response and the others do not, where each response has its own
 * share of credit, from a beta distribution with this mean and total of parameters.
 */
function chanceOf(credit: number, raters: number, prevalence: number, total: number): number {
  const rising = (from: number, times: number) =>
    Array.from({ length: times }, (_, at) => from + at).reduce((product, one) => product * one, 1);
  return (
    (rising(prevalence * total, credit) * rising((1 - prevalence) * total, raters - credit)) /
    rising(total, raters)
  );
}

// At n = 20, agreement .95 and 90% credit, one sample in seven hangs on one response: kappas and alpha would be undefined without it.
const HANGS_ON_ONE = 0.16;

describe("the coverage of 95% intervals", { timeout: 120_000 }, () => {
  it("percent agreement, Fleiss' kappa, alpha and AC1 of two ratings a response", () => {
    const models = GRID.map(({ agreement, cells, byChance }): Model => ({
      cells,
      truth: [
        agreement,
        1 - (1 - agreement) / byChance,
        1 - (1 - agreement) / byChance,
        1 - (1 - agreement) / (1 - byChance),
      ],
    }));
    const points = pointsOf(2, models, ([no, differ, yes]) => {
      const { percent, fleiss, krippendorff, gwetAC1 } = computeAgreement({
        values: 2,
        scale: 2,
        raters: 3,
        patterns: [
          unitPattern([2, 0], no!),
          unitPattern([1, 1], differ!),
          unitPattern([0, 2], yes!),
        ],
      }).coefficients;
      return [percent, fleiss, krippendorff, gwetAC1];
    });
    expectPromise("percent", points[0]!, 0);
    expectPromise("Fleiss", points[1]!, HANGS_ON_ONE);
    expectPromise("alpha", points[2]!, HANGS_ON_ONE);
    expectPromise("AC1", points[3]!, 0);
  });

  it("Cohen's kappa", () => {
    const models = GRID.map(({ agreement, cells: [no, differ, yes], byChance }): Model => ({
      cells: [no, differ / 2, differ / 2, yes],
      truth: [1 - (1 - agreement) / byChance],
    }));
    expectPromise(
      "Cohen",
      pointsOf(3, models, ([a, b, c, d]) => [
        agreementOfPair(
          [
            [a!, b!],
            [c!, d!],
          ],
          { scale: 2 },
        ).coefficients.cohen,
      ])[0]!,
      HANGS_ON_ONE,
    );
  });

  it.each([3, 5, 10])("every coefficient of %i raters", (raters) => {
    const models = GRID.flatMap(({ agreement, prevalence, byChance }): Model[] => {
      const correlation = 1 - (1 - agreement) / byChance;
      if (correlation < 0.02) return [];
      const total = (1 - correlation) / correlation;
      return [
        {
          // How many give credit.
          cells: Array.from(
            { length: raters + 1 },
            (_, credit) => ways(raters, credit) * chanceOf(credit, raters, prevalence, total),
          ),
          truth: [agreement, correlation, correlation, 1 - (1 - agreement) / (1 - byChance)],
        },
      ];
    });
    const points = pointsOf(raters === 3 ? 4 : 20 + raters, models, (counts) => {
      const { percent, fleiss, krippendorff, gwetAC1 } = computeAgreement({
        values: 2,
        scale: 2,
        raters,
        patterns: counts.map((units, credit) => unitPattern([raters - credit, credit], units)),
      }).coefficients;
      return [percent, fleiss, krippendorff, gwetAC1];
    });
    expectPromise(`percent of ${raters}`, points[0]!, 0);
    expectPromise(`Fleiss of ${raters}`, points[1]!, HANGS_ON_ONE);
    expectPromise(`alpha of ${raters}`, points[2]!, HANGS_ON_ONE);
    expectPromise(`AC1 of ${raters}`, points[3]!, 0);
  });

  it.each([3, 5, 10])("a rater's agreement with the others, of %i raters", (raters) => {
    const others = raters - 1;
    const models = GRID.flatMap(({ agreement, prevalence, byChance }): Model[] => {
      const correlation = 1 - (1 - agreement) / byChance;
      if (correlation < 0.02) return [];
      // The rater's own verdict, and how many of the others give credit.
      const total = (1 - correlation) / correlation;
      const cells = [0, 1].flatMap((own) =>
        Array.from(
          { length: raters },
          (_, credit) => ways(others, credit) * chanceOf(own + credit, raters, prevalence, total),
        ),
      );
      return [{ cells, truth: [agreement] }];
    });
    const points = pointsOf(6 + raters, models, (counts) => [
      agreedWithOthers(
        counts.map((judgments, at) => ({
          raterId: 1,
          period: new Date(0),
          relaxed: at >= raters,
          strict: at >= raters,
          others,
          othersRelaxed: at % raters,
          othersStrict: at % raters,
          judgments,
        })),
        "relaxed",
      ),
    ])[0]!;
    expectPromise(`a rater of ${raters}`, points, 0);
  });

  /** Joint verdicts of two raters: none, Relaxed only, Strict; they agree, or give verdicts as by chance. */
  const verdicts = [
    { relaxed: false, strict: false },
    { relaxed: true, strict: false },
    { relaxed: true, strict: true },
  ];
  const joint = verdicts.flatMap((first) => verdicts.map((second) => ({ first, second })));
  const counted = (counts: readonly number[]): PairCount[] =>
    joint.map((pair, at) => ({ ...pair, falsePremise: false, responses: counts[at]! }));
  const ordinal = AGREEMENTS.flatMap((agreement) =>
    [
      [0.2, 0.1, 0.7],
      [0.5, 0.2, 0.3],
    ].map((shares) => ({
      shares,
      agreement,
      cells: shares.flatMap((one, i) =>
        shares.map((other, j) => agreement * (i === j ? one : 0) + (1 - agreement) * one * other),
      ),
    })),
  );

  it("the coefficients over both modes, whose verdicts belong together", () => {
    const models = ordinal.map(({ shares, agreement, cells }): Model => {
      // Of two verdicts by chance, each mode differs as its own shares of credit say.
      const credit = [shares[1]! + shares[2]!, shares[2]!] as const;
      const percent =
        1 - (1 - agreement) * (credit[0] * (1 - credit[0]) + credit[1] * (1 - credit[1]));
      const mean = (credit[0] + credit[1]) / 2;
      const byChance = 2 * mean * (1 - mean);
      return {
        cells,
        truth: [percent, 1 - (1 - percent) / byChance, 1 - (1 - percent) / (1 - byChance)],
      };
    });
    const points = pointsOf(5, models, (counts) => {
      const { percent, krippendorff, gwetAC1 } = verdictAgreement(
        ratedByPair(counted(counts), ["relaxed", "strict"]),
        "all",
      );
      return [percent, krippendorff, gwetAC1];
    });
    expectPromise("percent of both modes", points[0]!, 0);
    expectPromise("alpha of both modes", points[1]!, 0.02);
    expectPromise("AC1 of both modes", points[2]!, 0);
  });

  it("specific agreement on credit and on no credit", () => {
    const models = GRID.map(({ cells: [no, differ, yes] }): Model => ({
      cells: [no, differ, yes],
      truth: [(2 * yes) / (2 * yes + differ), (2 * no) / (2 * no + differ)],
    }));
    const verdict = (credit: boolean) => ({ relaxed: credit, strict: credit });
    const points = pointsOf(7, models, (counts) => {
      const { positive, negative } = indicesOf(
        ratedByPair(
          counts.map((responses, at) => ({
            first: verdict(at === 2),
            second: verdict(at > 0),
            falsePremise: false,
            responses,
          })),
          ["relaxed", "strict"],
        ),
        "relaxed",
      );
      return [positive, negative];
    });
    for (const of of points) {
      const { mean, least } = coverageOf(of);
      expect(mean).toBeGreaterThanOrEqual(0.94);
      expect(mean).toBeLessThanOrEqual(0.97);
      // Where two responses of twenty have no credit by both, few samples are possible.
      expect(least).toBeGreaterThanOrEqual(0.87);
      // At 90% credit, one sample of 20 in eleven has no other verdict.
      expect(Math.max(...of.map(({ none }) => none))).toBeLessThanOrEqual(0.1);
    }
  });

  it("weighted kappa and ordinal alpha of both modes as one verdict", () => {
    const models = ordinal.map(({ cells, agreement }): Model => ({
      cells,
      truth: [agreement, agreement],
    }));
    const points = pointsOf(6, models, (counts) => {
      const { weightedKappa, alpha } = finish(
        ordinalSteps(ratedByPair(counted(counts), ["relaxed", "strict"])),
      );
      return [weightedKappa, alpha];
    });
    expectPromise("weighted kappa", points[0]!, 0.02);
    expectPromise("ordinal alpha", points[1]!, 0.02);
  });
});
