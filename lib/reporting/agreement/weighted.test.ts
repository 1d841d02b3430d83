import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finish } from "@/lib/statistics/intervals";
import { notEmpty } from "@/prisma/testing/not-empty";
import { agreementOfPair, computeAgreement, type GroupedRatings } from "./agreement";
import { WEIGHTED } from "./coefficient";
import { levelSteps } from "./levels";
import { pairCells, patternsOfPair, unitPattern } from "./patterns";
import { weightedSteps } from "./weighted";
import { expectedAC2, expectedKappa, type Unit } from "./weighted.oracle";

const ofTable = (table: number[][]): GroupedRatings => ({
  values: table.length,
  scale: table.length,
  level: "ordinal",
  raters: 2,
  pair: pairCells(table),
  patterns: patternsOfPair(pairCells(table)),
});
const weighted = (ratings: GroupedRatings) => finish(weightedSteps(ratings));

const TABLES = {
  three: [
    [13, 0, 0],
    [0, 20, 7],
    [0, 4, 56],
  ],
  rare: [
    [0, 4, 1],
    [0, 8, 0],
    [0, 1, 5],
  ],
  four: [
    [20, 5, 1, 0],
    [4, 30, 6, 1],
    [0, 7, 25, 8],
    [0, 1, 9, 33],
  ],
};

it("is undefined, never NaN, on a scale of one level", () => {
  const found = weighted(ofTable([[12]]));
  const values = WEIGHTED.map((name) => found[name].value);
  expect(values).toEqual(WEIGHTED.map(() => null));
});

describe("reference values", () => {
  it.each([
    ["three", "kappa", [0.796409, 0.842902, 0.892157]],
    ["rare", "kappa", [0.484163, 0.47012, 0.450161]],
    ["four", "kappa", [0.622008, 0.745398, 0.848365]],
    ["three", "alpha", [0.797258, 0.834008, 0.892649]],
    ["rare", "alpha", [0.467626, 0.514426, 0.442211]],
    ["four", "alpha", [0.623211, 0.846257, 0.848869]],
    ["three", "gwet", [0.849331, 0.900023, 0.940237]],
    ["four", "gwet", [0.628213, 0.764119, 0.868272]],
  ] as const)("of table %s: %s", (name, which, expected) => {
    const table = TABLES[name];
    const found = weighted(ofTable(table));
    const alpha = (level: "nominal" | "ordinal" | "interval") =>
      computeAgreement({ ...ofTable(table), level, numbers: table.map((_, at) => at) }).coefficients
        .krippendorff.value;
    const plain = agreementOfPair(table, { scale: table.length }).coefficients;
    const values = {
      kappa: [plain.cohen.value, found.kappaLinear.value, found.kappaQuadratic.value],
      alpha: [alpha("nominal"), alpha("ordinal"), alpha("interval")],
      gwet: [plain.gwetAC1.value, found.ac2Linear.value, found.ac2Quadratic.value],
    }[which];
    expect(values.map((value) => value!.toFixed(6))).toEqual(
      expected.map((value) => value.toFixed(6)),
    );
  });

  it("of Krippendorff's example with gaps, to four digits", () => {
    const raters = ["123321412***", "1233224125**", "*33323422513", "12332441251*"];
    const patterns = Array.from(raters[0]!, (_, unit) =>
      unitPattern(
        [1, 2, 3, 4, 5].map(
          (value) => raters.filter((rater) => rater[unit] === String(value)).length,
        ),
        1,
      ),
    );
    const alpha = (["nominal", "ordinal", "interval"] as const).map((level) =>
      computeAgreement({
        values: 5,
        raters: 4,
        level,
        numbers: [1, 2, 3, 4, 5],
        patterns,
      }).coefficients.krippendorff.value!.toFixed(4),
    );
    expect(alpha).toEqual(["0.7434", "0.8154", "0.8491"]);
  });
});

describe("weighted coefficients", () => {
  const units = fc.integer({ min: 2, max: 5 }).chain((q) =>
    fc.record({
      q: fc.constant(q),
      units: fc.array(
        fc.array(fc.option(fc.nat(q - 1), { freq: 4 }), { minLength: 3, maxLength: 3 }),
        { minLength: 2, maxLength: 25 },
      ),
    }),
  );
  const patternsOf = (given: readonly Unit[], q: number) =>
    given.map((unit) =>
      unitPattern(
        Array.from({ length: q }, (_, level) => unit.filter((one) => one === level).length),
        1,
      ),
    );

  it("are those of the definitions, for raters with gaps", () => {
    let compared = 0;
    fc.assert(
      fc.property(units, ({ q, units: given }) => {
        const ofThree = weighted({
          values: q,
          scale: q,
          raters: 3,
          patterns: patternsOf(given, q),
        });
        expect(ofThree.kappaLinear.undefinedBecause).toMatch(/two raters, not 3|No /);
        if (ofThree.ac2Linear.value !== null) {
          compared++;
          expect(ofThree.ac2Linear.value).toBeCloseTo(expectedAC2(given, q, 1), 10);
          expect(ofThree.ac2Quadratic.value).toBeCloseTo(expectedAC2(given, q, 2), 10);
        }
        const two = given.map((unit) => unit.slice(0, 2));
        const table = Array.from({ length: q }, () => Array.from({ length: q }, () => 0));
        for (const [a, b] of two) if (a !== null && b !== null) table[a!]![b!]! += 1;
        const ofTwo = weighted(ofTable(table));
        if (ofTwo.kappaLinear.value === null) return;
        expect(ofTwo.kappaLinear.value).toBeCloseTo(expectedKappa(two, q, 1), 10);
        expect(ofTwo.kappaQuadratic.value).toBeCloseTo(expectedKappa(two, q, 2), 10);
      }),
    );
    expect(compared).toBeGreaterThan(50);
  });

  it("are the unweighted ones on a scale of two levels", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { minLength: 4, maxLength: 4 }), ([a, b, c, d]) => {
        const table = [
          [a!, b!],
          [c!, d!],
        ];
        const found = weighted(ofTable(table));
        const { cohen, gwetAC1 } = agreementOfPair(table, { scale: 2 }).coefficients;
        for (const name of WEIGHTED) {
          const plain = name.startsWith("kappa") ? cohen : gwetAC1;
          if (plain.value === null) expect(found[name].value).toBeNull();
          else expect(found[name].value).toBeCloseTo(plain.value, 10);
        }
      }),
    );
  });

  it("count the steps of the whole scale, levels out of use included, and ask for it where it is not known", () => {
    const used = [
      [12, 0, 0],
      [0, 9, 4],
      [0, 3, 12],
    ];
    // The same ratings, of a scale whose second level nobody gives: the last two are as near as before, the first is further.
    const wide = [
      [12, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 9, 4],
      [0, 0, 3, 12],
    ];
    const [near, far] = [weighted(ofTable(used)), weighted(ofTable(wide))];
    for (const name of notEmpty([...WEIGHTED]))
      expect(far[name].value!, name).toBeGreaterThan(near[name].value!);
    const { scale: _, ...unknown } = ofTable(used);
    for (const { value, undefinedBecause } of Object.values(weighted(unknown)))
      expect([value, undefinedBecause]).toEqual([
        null,
        expect.stringMatching(/list all possible values/),
      ]);
  });

  it("have intervals around them, also where all agree, and none of fewer than ten units", () => {
    for (const { value, low, high } of Object.values(weighted(ofTable(TABLES.four)))) {
      expect(low!).toBeLessThan(value!);
      expect(high!).toBeGreaterThan(value!);
    }
    const agreed = weighted(
      ofTable([
        [20, 0, 0],
        [0, 20, 0],
        [0, 0, 20],
      ]),
    );
    for (const { value, low, high } of Object.values(agreed)) {
      expect([value, high]).toEqual([1, 1]);
      expect(low!).toBeGreaterThan(0.7);
      expect(low!).toBeLessThan(1);
    }
    expect(weighted(ofTable(TABLES.rare)).kappaLinear.low).not.toBeNull();
    expect(
      weighted(
        ofTable([
          [4, 1],
          [1, 3],
        ]),
      ).ac2Linear,
    ).toMatchObject({ low: null, method: expect.stringContaining("no interval") as string });
  });
});

describe("levels", () => {
  const summary = (levels: string[], questions: number[][]) =>
    finish(levelSteps(levels, questions));

  it("have shares, mean and median of all ratings", () => {
    const found = summary(
      ["0", "1", "2", "3"],
      [
        [1, 0, 2, 0],
        [0, 0, 1, 2],
      ],
    );
    expect(found.levels).toEqual([
      { level: "0", number: 0, ratings: 1, share: 1 / 6 },
      { level: "1", number: 1, ratings: 0, share: 0 },
      { level: "2", number: 2, ratings: 3, share: 0.5 },
      { level: "3", number: 3, ratings: 2, share: 2 / 6 },
    ]);
    expect(found.mean).toMatchObject({ value: 2, n: 6, low: null, undefinedBecause: null });
    expect(found.mean.method).toContain("fewer than 10 questions");
    expect(found.median).toMatchObject({ value: 2, n: 6 });
    expect(found.note).toBeNull();
    // The middle of 1, 1, 3, 3 is between the two.
    expect(summary(["1", "2", "3"], [[2, 0, 2]]).median.value).toBe(2);
    expect(summary(["1", "2"], [[2, 2]]).median.value).toBe(1.5);
    expect(summary(["1", "2", "3"], [[1, 1, 1]]).median.value).toBe(2);
  });

  it("that are words count from 0", () => {
    const found = summary(["poor", "fair", "good"], [[0, 1, 1]]);
    expect(found.levels.map(({ number }) => number)).toEqual([0, 1, 2]);
    expect([found.mean.value, found.median.value]).toEqual([1.5, 1.5]);
  });

  it("have intervals over questions: ratings of one question are no further evidence", () => {
    const questions = Array.from({ length: 40 }, (_, at) => (at % 4 === 0 ? [1, 0] : [0, 1]));
    const tripled = questions.map((counts) => counts.map((count) => 3 * count));
    const [once, thrice] = [summary(["0", "1"], questions), summary(["0", "1"], tripled)];
    expect(thrice.mean).toMatchObject({ value: 0.75, n: 120 });
    expect([thrice.mean.low, thrice.mean.high]).toEqual([once.mean.low, once.mean.high]);
    // 1.96 √(0.75 · 0.25 / 40) = 0.134 around 0.75.
    expect(once.mean.low!).toBeCloseTo(0.616, 1);
    expect(once.mean.high!).toBeCloseTo(0.884, 1);
  });

  it("are undefined without ratings, and say where one level prevails", () => {
    expect(summary(["0", "1"], [])).toMatchObject({
      mean: { value: null, undefinedBecause: "No ratings." },
      median: { value: null },
      levels: [{ share: null }, { share: null }],
      note: null,
    });
    expect(summary(["0", "1"], [[1, 19]]).note).toMatch(/^“1” is 95\.0% of all ratings/);
    expect(summary(["0", "1"], [[2, 18]]).note).toBeNull();
  });
});
