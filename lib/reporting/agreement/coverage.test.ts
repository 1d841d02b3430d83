import { describe, expect, it } from "vitest";
import { SeededRandom } from "@/lib/statistics/seeded-random";
import { finish, wilson } from "@/lib/statistics/intervals";
import { agreementOfPair, computeAgreement } from "./agreement";
import { agreedSteps } from "./rules";
import { unitPattern } from "./patterns";
import type { Coefficient } from "./coefficient";
import { ordinalSteps, ratedByPair, verdictAgreement, type PairCount } from "./verdicts";
import { notEmpty } from "@/prisma/testing/not-empty";

/*
 * Intervals that keep their promise: over the grid of agreement .5 to .95 and n 20, 50, 100, 300 the mean coverage of
 * nominal 95% is 94 to 97%, and no point is below 91%. Every table is enumerated with its probability where there are few
 * enough of them; else samples are drawn with a seed, and a point may lie below by its simulation error. Coverage is that
 * among samples that get an interval; the share that gets none is asserted beside it.
 */

const SIZES = [20, 50, 100, 300];
const AGREEMENTS = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
/** Shares of credit: even, lopsided, very lopsided. */
const PREVALENCES = [0.5, 0.7, 0.9];
const MOST_TABLES = 50_000;
const SAMPLES = 250;

interface Model {
  /** The probability of each cell of a table. */
  cells: readonly number[];
  /** The true value of each statistic. */
  truth: readonly number[];
}

interface Point {
  coverage: number;
  /** Its standard error; 0 where tables were enumerated. */
  error: number;
  /** The share of samples that get no interval. */
  none: number;
}

type Statistic = (counts: readonly number[]) => readonly Pick<Coefficient, "low" | "high">[];

/** For each statistic, its coverage at every size and model. */
function pointsOf(seed: number, models: readonly Model[], statistic: Statistic): Point[][] {
  const found = models[0]!.truth.map((): Point[] => []);
  for (const n of SIZES) {
    const tables = tablesOf(n, models[0]!.cells.length);
    for (const [at, points] of (tables === null
      ? simulated(seed + n, n, models, statistic)
      : enumerated(tables, models, statistic)
    ).entries())
      found[at]!.push(...points);
  }
  return found;
}

/** Every table of so many cells; null where there are too many. */
function tablesOf(n: number, cells: number): number[][] | null {
  let count = 1;
  for (let at = 1; at < cells; at++) count = (count * (n + at)) / at;
  if (count > MOST_TABLES) return null;
  const fill = (left: number, more: number): number[][] =>
    more === 1
      ? [[left]]
      : Array.from({ length: left + 1 }, (_, first) =>
          fill(left - first, more - 1).map((rest) => [first, ...rest]),
        ).flat();
  return fill(n, cells);
}

const LOG_FACTORIAL = [0];
for (let n = 1; n <= 300; n++) LOG_FACTORIAL.push(LOG_FACTORIAL[n - 1]! + Math.log(n));

/** The probability of such counts where each unit falls into a cell with its probability. */
function multinomial(counts: readonly number[], probabilities: readonly number[]): number {
  let log = LOG_FACTORIAL[counts.reduce((sum, count) => sum + count, 0)]!;
  counts.forEach(
    (count, at) =>
      (log += count === 0 ? 0 : count * Math.log(probabilities[at]!) - LOG_FACTORIAL[count]!),
  );
  return Math.exp(log);
}

function enumerated(
  tables: readonly number[][],
  models: readonly Model[],
  statistic: Statistic,
): Point[][] {
  const sums = models.map(({ truth }) => truth.map(() => ({ covered: 0, none: 0 })));
  for (const counts of tables) {
    const weights = models.map(({ cells }) => multinomial(counts, cells));
    if (Math.max(...weights) < 1e-9) continue;
    const intervals = statistic(counts);
    models.forEach(({ truth }, model) =>
      truth.forEach((value, at) => {
        if (intervals[at]!.low === null) sums[model]![at]!.none += weights[model]!;
        else if (holds(intervals[at]!, value)) sums[model]![at]!.covered += weights[model]!;
      }),
    );
  }
  return models[0]!.truth.map((_, at) =>
    sums.map((each) => ({
      coverage: each[at]!.covered / (1 - each[at]!.none),
      error: 0,
      none: each[at]!.none,
    })),
  );
}

function simulated(
  seed: number,
  n: number,
  models: readonly Model[],
  statistic: Statistic,
): Point[][] {
  const chance = SeededRandom.ofSeed(seed);
  const found = models[0]!.truth.map((): Point[] => []);
  for (const { cells, truth } of models) {
    const upTo = cells.map((_, at) => cells.slice(0, at + 1).reduce((sum, cell) => sum + cell, 0));
    const [covered, none] = [truth.map(() => 0), truth.map(() => 0)];
    for (let sample = 0; sample < SAMPLES; sample++) {
      const counts = cells.map(() => 0);
      for (let unit = 0; unit < n; unit++) {
        const drawn = chance.uniform() * upTo.at(-1)!;
        counts[upTo.findIndex((sum) => drawn < sum)]! += 1;
      }
      statistic(counts).forEach((interval, at) => {
        if (interval.low === null) none[at]! += 1;
        else if (holds(interval, truth[at]!)) covered[at]! += 1;
      });
    }
    truth.forEach((_, at) =>
      found[at]!.push({
        coverage: covered[at]! / (SAMPLES - none[at]!),
        error: Math.sqrt((0.95 * 0.05) / SAMPLES),
        none: none[at]! / SAMPLES,
      }),
    );
  }
  return found;
}

function holds({ low, high }: Pick<Coefficient, "low" | "high">, truth: number): boolean {
  return low! <= truth + 1e-9 && high! >= truth - 1e-9;
}

/** @param none the largest share of samples without an interval at any point */
function expectPromise(name: string, points: readonly Point[], none: number): void {
  const mean = points.reduce((sum, point) => sum + point.coverage, 0) / points.length;
  const least = points.reduce((low, point) => (point.coverage < low.coverage ? point : low));
  const found = {
    name,
    mean,
    least: least.coverage,
    error: least.error,
    none: Math.max(...points.map((point) => point.none)),
  };
  const said = JSON.stringify(found);
  expect(mean, said).toBeGreaterThanOrEqual(0.94);
  expect(mean, said).toBeLessThanOrEqual(0.97);
  for (const point of notEmpty(points))
    expect(point.coverage + 2.5 * point.error, said).toBeGreaterThanOrEqual(0.91);
  expect(found.none, said).toBeLessThanOrEqual(none);
}

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

// At n = 20, agreement .95 and 90% credit, one sample in seven hangs on one response: kappas and alpha would be undefined without it.
const HANGS_ON_ONE = 0.16;

describe("the coverage of 95% intervals", { timeout: 120_000 }, () => {
  it("Wilson's, of a share", () => {
    const models = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95].map((p): Model => ({
      cells: [p, 1 - p],
      truth: [p],
    }));
    expectPromise(
      "Wilson",
      pointsOf(1, models, ([successes, failures]) => [
        wilson(successes!, successes! + failures!)!,
      ])[0]!,
      0,
    );
  });

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

  it("every coefficient of three raters", () => {
    const models = GRID.flatMap(({ agreement, prevalence, byChance }): Model[] => {
      const correlation = 1 - (1 - agreement) / byChance;
      if (correlation < 0.02) return [];
      // Each response has its own share of credit, from a beta distribution: P(k of 3) by rising factorials.
      const total = (1 - correlation) / correlation;
      const rising = (from: number, times: number) =>
        Array.from({ length: times }, (_, at) => from + at).reduce(
          (product, one) => product * one,
          1,
        );
      const cells = [1, 3, 3, 1].map(
        (ways, credit) =>
          (ways *
            rising(prevalence * total, credit) *
            rising((1 - prevalence) * total, 3 - credit)) /
          rising(total, 3),
      );
      return [
        {
          cells,
          truth: [agreement, correlation, correlation, 1 - (1 - agreement) / (1 - byChance)],
        },
      ];
    });
    const points = pointsOf(4, models, (counts) => {
      const { percent, fleiss, krippendorff, gwetAC1 } = computeAgreement({
        values: 2,
        scale: 2,
        raters: 3,
        patterns: counts.map((units, credit) => unitPattern([3 - credit, credit], units)),
      }).coefficients;
      return [percent, fleiss, krippendorff, gwetAC1];
    });
    expectPromise("percent of three", points[0]!, 0);
    expectPromise("Fleiss of three", points[1]!, HANGS_ON_ONE);
    expectPromise("alpha of three", points[2]!, HANGS_ON_ONE);
    expectPromise("AC1 of three", points[3]!, 0);
  });

  it.each([3, 5, 10])("a rater's agreement with the others, of %i raters", (raters) => {
    const others = raters - 1;
    const models = GRID.flatMap(({ agreement, prevalence, byChance }): Model[] => {
      const correlation = 1 - (1 - agreement) / byChance;
      if (correlation < 0.02) return [];
      // As for three raters: the rater's own verdict, and how many of the others give credit.
      const total = (1 - correlation) / correlation;
      const rising = (from: number, times: number) =>
        Array.from({ length: times }, (_, at) => from + at).reduce(
          (product, one) => product * one,
          1,
        );
      const ways = (of: number, some: number) =>
        Array.from({ length: some }, (_, at) => (of - at) / (at + 1)).reduce(
          (product, one) => product * one,
          1,
        );
      const cells = [0, 1].flatMap((own) =>
        Array.from(
          { length: raters },
          (_, credit) =>
            (ways(others, credit) *
              rising(prevalence * total, own + credit) *
              rising((1 - prevalence) * total, raters - own - credit)) /
            rising(total, raters),
        ),
      );
      return [{ cells, truth: [agreement] }];
    });
    const points = pointsOf(6 + raters, models, (counts) => [
      finish(
        agreedSteps(
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
