import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { seededRandom } from "@/prisma/factories/release-rows";
import { expectPromise, pairedCells, type PairedModel } from "@/prisma/testing/interval-coverage";
import { discordantOddsRatio, newcombePaired } from "@/lib/statistics/paired-proportions";
import { comparePaired, type PairedCounts } from "./comparison";
import { formatOdds, oddsIntervalInWords } from "./rules";
import { comparePairedSample, type PairedStratum } from "./paired-estimate";
import { expectedComparison, type SampledPair } from "./paired-estimate.oracle";

const counts = (both: number, onlyFirst: number, onlySecond: number, neither: number) => ({
  both,
  onlyFirst,
  onlySecond,
  neither,
});
const WAYS = ["both", "onlyFirst", "onlySecond", "neither"] as const;
type Way = (typeof WAYS)[number];

describe("two runs compared from a stratified random sample", () => {
  it("are recomputed question by question", () => {
    let withOdds = 0;
    const stratum = fc.record({
      more: fc.nat(60),
      ways: fc.array(fc.constantFrom(...WAYS), { minLength: 0, maxLength: 12 }),
    });
    fc.assert(
      fc.property(fc.array(stratum, { minLength: 2, maxLength: 5 }), (drawn) => {
        const strata = drawn.map(({ more, ways }): PairedStratum => ({
          population: more + ways.length,
          counts: tally(ways),
        }));
        const pairs = drawn.flatMap(({ ways }, at) =>
          ways.map((way): SampledPair => ({
            stratum: String(at),
            first: way === "both" || way === "onlyFirst",
            second: way === "both" || way === "onlySecond",
          })),
        );
        const found = comparePairedSample(strata);
        expect(found.n).toBe(pairs.length);
        const alike = new Set(pairs.map(({ first, second }) => Number(first) - Number(second)));
        fc.pre(pairs.length >= 10 && found.n < found.population && alike.size > 1);
        const expected = expectedComparison(
          pairs,
          new Map(strata.map(({ population }, at) => [String(at), population])),
        );
        expect(found.population).toBe(expected.population);
        for (const key of ["first", "second", "difference", "low", "high"] as const)
          expect(found[key]).toBeCloseTo(expected[key], 9);
        expect(found.p).toBeCloseTo(expected.p, 6);
        const { both, onlyFirst, onlySecond } = tally(drawn.flatMap(({ ways }) => ways));
        expect([found.first, found.second].map((share) => share === 1)).toEqual([
          both + onlyFirst === pairs.length,
          both + onlySecond === pairs.length,
        ]);
        // The integral behind the expected ends needs counts from 1 on.
        if (expected.odds.least < 1) return;
        withOdds++;
        expect(found.odds).toMatchObject({ infinite: false, note: null });
        expect(found.odds.value! / expected.odds.value).toBeCloseTo(1, 9);
        expect(expected.odds.belowLow(found.odds.low!)).toBeCloseTo(0.025, 6);
        expect(expected.odds.belowHigh(found.odds.high!)).toBeCloseTo(0.975, 6);
      }),
      { numRuns: 150 },
    );
    expect(withOdds).toBeGreaterThan(50);
  });

  it("have no more than finite odds where next to nothing speaks for the other run", () => {
    const { odds } = comparePairedSample([
      { population: 1, counts: counts(0, 0, 1, 0) },
      { population: 599, counts: counts(30, 12, 0, 18) },
    ]);
    expect(odds.infinite).toBe(false);
    expect(odds.value).toBeCloseTo((599 * 12) / 60, 9);
    expect(odds.high).toBeGreaterThan(1e6);
    expect(odds.high).toBeLessThan(Infinity);
    expect(oddsIntervalInWords(odds)).toMatch(/ to over 9,999$/);
  });

  it("have an effective size of (n − 1)/(1 − n/N) without strata", () => {
    const found = comparePairedSample([{ population: 200, counts: counts(20, 12, 4, 14) }]);
    const size = 49 / (1 - 50 / 200);
    const times = (count: number) => (count / 50) * size;
    expect(found).toMatchObject({
      n: 50,
      population: 200,
      first: expect.closeTo(0.64, 12),
      second: expect.closeTo(0.48, 12),
      difference: expect.closeTo(0.16, 12),
    });
    const interval = newcombePaired({
      both: times(20),
      first: times(12),
      second: times(4),
      neither: times(14),
    })!;
    expect(found.low).toBeCloseTo(interval.low, 12);
    expect(found.high).toBeCloseTo(interval.high, 12);
    const odds = discordantOddsRatio(times(12), times(4));
    expect(found.odds.value).toBeCloseTo(3, 12);
    expect(found.odds.low).toBeCloseTo(odds.low!, 12);
    expect(found.odds.high).toBeCloseTo(odds.high!, 12);
  });

  it("are those of rated questions, as good as, where next to nothing of the population was sampled", () => {
    const few = counts(60, 25, 11, 54);
    const found = comparePairedSample([{ population: 1e9, counts: few }]);
    const rated = comparePaired(few);
    expect(found.difference).toBeCloseTo(rated.difference!, 12);
    for (const key of ["low", "high", "p"] as const) expect(found[key]).toBeCloseTo(rated[key]!, 2);
  });

  it("differ as their population does where all of it is rated: there is nothing to test", () => {
    expect(
      comparePairedSample([
        { population: 12, counts: counts(6, 3, 1, 2) },
        { population: 3, counts: counts(0, 3, 0, 0) },
        { population: 5, counts: counts(0, 0, 0, 0) },
      ]),
    ).toEqual({
      n: 15,
      population: 15,
      first: expect.closeTo(12 / 15, 12),
      second: expect.closeTo(7 / 15, 12),
      difference: expect.closeTo(5 / 15, 12),
      low: expect.closeTo(5 / 15, 12),
      high: expect.closeTo(5 / 15, 12),
      p: null,
      odds: { value: expect.closeTo(6, 12), infinite: false, low: null, high: null, note: null },
    });
  });

  it("have neither interval nor test below ten questions, nor numbers without any", () => {
    expect(comparePairedSample([{ population: 90, counts: counts(4, 3, 0, 2) }])).toMatchObject({
      n: 9,
      difference: expect.closeTo(3 / 9, 12),
      low: null,
      high: null,
      p: null,
      odds: { value: null, infinite: true, low: null, note: expect.stringMatching(/^Infinite/) },
    });
    expect(formatOdds({ value: null, infinite: true })).toBe("∞");
    expect(comparePairedSample([{ population: 90, counts: counts(0, 0, 0, 0) }])).toEqual({
      n: 0,
      population: 0,
      first: null,
      second: null,
      difference: null,
      low: null,
      high: null,
      p: null,
      odds: {
        value: null,
        infinite: false,
        low: null,
        high: null,
        note: "Undefined: no discordant pairs.",
      },
    });
  });

  it("never have an interval of no width below the whole population", () => {
    for (const alike of [counts(20, 0, 0, 0), counts(0, 20, 0, 0), counts(10, 0, 0, 10)]) {
      const { low, high } = comparePairedSample([{ population: 100, counts: alike }]);
      expect(high! - low!).toBeGreaterThan(0.1);
    }
    // Ten questions stand for 99% of the population, ninety for the rest.
    const uneven = comparePairedSample([
      { population: 10_000, counts: counts(5, 0, 0, 5) },
      { population: 100, counts: counts(40, 0, 0, 50) },
    ]);
    expect(uneven.high! - uneven.low!).toBeGreaterThan(0.15);
    // Of one stratum all speak for the first run, of the other all for the second.
    const { low, high } = comparePairedSample([
      { population: 100, counts: counts(0, 10, 0, 0) },
      { population: 100, counts: counts(0, 0, 10, 0) },
    ]);
    expect(high! - low!).toBeGreaterThan(0.2);
  });
});

function tally(ways: readonly Way[]): PairedCounts {
  const found = counts(0, 0, 0, 0);
  for (const way of ways) found[way]++;
  return found;
}

/** The shares of credit of two runs, and how far they go together (0 to 1). */
const MODELS = [
  [0.5, 0.5],
  [0.6, 0.7],
  [0.7, 0.9],
  [0.95, 0.9],
].flatMap(([first, second]) =>
  [0, 0.4, 0.8].map((together): PairedModel => ({ first: first!, second: second!, together })),
);
/** How much the shares of each stratum differ from these. */
const SHIFTS = [
  [0, 0, 0, 0],
  [0.05, 0.05, -0.15, -0.3],
];
const SIZES = [100, 200, 200, 100];
const DRAWS = 200;

/** The questions of each stratum, by how the two runs meet on them. */
function drawPopulation(
  { first, second, together }: PairedModel,
  shifts: readonly number[],
  random: () => number,
): Way[][] {
  return SIZES.map((size, at) => {
    const within = (share: number) => Math.min(0.99, Math.max(0.01, share + shifts[at]!));
    const cells = pairedCells({ first: within(first), second: within(second), together });
    return Array.from({ length: size }, () => {
      let left = random();
      return WAYS.find((_, cell) => (left -= cells[cell]!) < 0) ?? "neither";
    });
  });
}

/** The same questions with as many that only the first run has as such that only the second has; of an odd number one is given to both. */
function withoutDifference(strata: readonly Way[][], random: () => number): Way[][] {
  const places = strata
    .flatMap((ways, stratum) => ways.map((way, at) => ({ way, stratum, at, chance: random() })))
    .filter(({ way }) => way === "onlyFirst" || way === "onlySecond")
    .toSorted((a, b) => a.chance - b.chance);
  const found = strata.map((ways) => [...ways]);
  places.forEach(({ stratum, at }, place) => {
    found[stratum]![at] =
      place === places.length - 1 && places.length % 2 === 1
        ? "both"
        : place % 2 === 0
          ? "onlyFirst"
          : "onlySecond";
  });
  return found;
}

function drawSample(
  strata: readonly Way[][],
  takes: readonly number[],
  random: () => number,
): PairedStratum[] {
  return strata.map((ways, stratum) => {
    const left = [...ways];
    const taken = Array.from({ length: takes[stratum]! }, () => {
      const at = Math.floor(random() * left.length);
      const way = left[at]!;
      left[at] = left.at(-1)!;
      left.pop();
      return way;
    });
    return { population: ways.length, counts: tally(taken) };
  });
}

/** What became of the samples of one population. */
interface Drawn {
  /** Shares of the samples: with an interval that holds the difference; of an odds ratio among those that have one. */
  held: number;
  heldOdds: number;
  /** Told apart by the test. */
  rejected: number;
}

/** Draws samples that take so many questions of each stratum. */
function drawSamples(
  strata: readonly Way[][],
  takes: readonly number[],
  draws: number,
  random: () => number,
): Drawn {
  const all = strata.flat();
  const { onlyFirst, onlySecond } = tally(all);
  const [truth, ratio] = [(onlyFirst - onlySecond) / all.length, onlyFirst / onlySecond];
  const sum = { held: 0, withOdds: 0, heldOdds: 0, rejected: 0 };
  for (let draw = 0; draw < draws; draw++) {
    const { low, high, odds, p } = comparePairedSample(drawSample(strata, takes, random));
    sum.held += Number(low! <= truth + 1e-12 && truth - 1e-12 <= high!);
    if (odds.low !== null) {
      sum.withOdds++;
      sum.heldOdds += Number(odds.low <= ratio && ratio <= (odds.high ?? Infinity));
    }
    sum.rejected += Number(p! < 0.05);
  }
  return {
    held: sum.held / draws,
    heldOdds: sum.heldOdds / sum.withOdds,
    rejected: sum.rejected / draws,
  };
}

/** Draws samples of 20 to 300 of 600 questions, of many populations and of the same ones without a difference. */
function simulate(): { drawn: Drawn[]; alike: Drawn[] } {
  const random = seededRandom(23);
  const found = [20, 50, 100, 300].flatMap((n) =>
    SHIFTS.flatMap((shifts) =>
      MODELS.map((model) => {
        const strata = drawPopulation(model, shifts, random);
        const takes = strata.map((ways) => Math.round((n * ways.length) / 600));
        return [
          drawSamples(strata, takes, DRAWS, random),
          drawSamples(withoutDifference(strata, random), takes, DRAWS, random),
        ] as const;
      }),
    ),
  );
  return { drawn: found.map(([one]) => one), alike: found.map(([, other]) => other) };
}

describe("600 questions in four strata and samples of 20 to 300, by simulation", () => {
  let drawn: Drawn[];
  let alike: Drawn[];
  beforeAll(() => {
    ({ drawn, alike } = simulate());
  }, 60_000);
  /** The standard error of a share of 95%, or 5%, of so many draws. */
  const error = Math.sqrt((0.95 * 0.05) / DRAWS);
  const mean = (of: keyof Drawn, some: readonly Drawn[]) =>
    some.reduce((sum, one) => sum + one[of], 0) / some.length;

  it("the interval of a difference from a sample", () => {
    expectPromise(
      "difference from a sample",
      drawn.map(({ held }) => ({ coverage: held, error, none: 0 })),
      0,
    );
  });

  it("the interval of an odds ratio from a sample, which covers at least so often", () => {
    expect(mean("heldOdds", drawn)).toBeGreaterThan(0.95);
    expect(Math.min(...drawn.map(({ heldOdds }) => heldOdds))).toBeGreaterThan(0.95 - 3 * error);
  });

  it("the test tells runs apart that do not differ at most 5% of the time", () => {
    expect(mean("rejected", alike)).toBeGreaterThan(0.01);
    expect(mean("rejected", alike)).toBeLessThan(0.05);
    expect(Math.max(...alike.map(({ rejected }) => rejected))).toBeLessThan(0.05 + 3 * error);
  });
});

/** A stratum of so many questions, of which so many are taken; the rest of them has credit for both runs or for none. */
const stratum = (size: number, take: number, onlyFirst: number, onlySecond: number) => ({
  take,
  ways: [
    ...Array.from({ length: onlyFirst }, (): Way => "onlyFirst"),
    ...Array.from({ length: onlySecond }, (): Way => "onlySecond"),
    ...Array.from({ length: size - onlyFirst - onlySecond }, (_, at): Way =>
      at % 2 === 0 ? "both" : "neither",
    ),
  ],
});

describe("samples whose strata differ as much as they can, of runs that do not differ", () => {
  it.each([
    [
      "all that tells the runs apart is in one of eight strata",
      [stratum(75, 10, 37, 37), ...Array.from({ length: 7 }, () => stratum(75, 10, 0, 0))],
    ],
    [
      "it is in a small stratum",
      [stratum(50, 5, 20, 20), stratum(250, 25, 0, 0), stratum(300, 30, 0, 0)],
    ],
    [
      "a small stratum that is nearly taken whole has what speaks for the first run",
      [stratum(6, 5, 5, 0), stratum(594, 95, 0, 5)],
    ],
    ["a small stratum is taken whole", [stratum(20, 20, 10, 2), stratum(580, 80, 30, 38)]],
    ["few questions stand for most", [stratum(500, 20, 50, 50), stratum(100, 80, 10, 10)]],
    [
      "one stratum speaks for the first run, the other for the second",
      [stratum(300, 20, 150, 0), stratum(300, 20, 0, 150)],
    ],
  ])("%s: the test and the interval hold", (_, strata) => {
    const draws = 3_000;
    const { held, rejected } = drawSamples(
      strata.map(({ ways }) => ways),
      strata.map(({ take }) => take),
      draws,
      seededRandom(31),
    );
    expect(rejected).toBeLessThan(0.03);
    expect(held).toBeGreaterThan(0.91);
  });
});
