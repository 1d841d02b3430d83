import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SeededRandom } from "@/lib/statistics/seeded-random";
import { finish } from "@/lib/statistics/intervals";
import { expectedWilson } from "@/lib/statistics/wilson.oracle";
import { jackknife } from "@/lib/statistics/jackknife";
import { agreementOfPair, computeAgreement, type GroupedRatings } from "./agreement";
import { unitPattern } from "./patterns";
import { COEFFICIENTS, LEVELS, type CoefficientName } from "./coefficient";
import { notEmpty } from "@/prisma/testing/not-empty";

/** Ratings as people write them: a text for each rater, a character for each unit, `*` missing. */
function ratingsOf(raters: string[], more: Partial<GroupedRatings> = {}): GroupedRatings {
  const values = [...new Set(raters.join("").replaceAll("*", ""))].sort();
  const units = Array.from(raters[0]!, (_, unit) => raters.map((rater) => rater[unit]!));
  const pair = new Map<string, { first: number; second: number; units: number }>();
  if (raters.length === 2) {
    for (const [a, b] of units as [string, string][]) {
      if (a === "*" || b === "*") continue;
      const cell = pair.get(a + b) ?? {
        first: values.indexOf(a),
        second: values.indexOf(b),
        units: 0,
      };
      pair.set(a + b, { ...cell, units: cell.units + 1 });
    }
  }
  return {
    values: values.length,
    raters: raters.length,
    numbers: values.map(Number),
    pair: [...pair.values()],
    patterns: units.map((unit) =>
      unitPattern(
        values.map((value) => unit.filter((rating) => rating === value).length),
        1,
      ),
    ),
    ...more,
  };
}

const KRIPPENDORFF = ["123321412***", "1233224125**", "*33323422513", "12332441251*"];
const FLEISS = [
  [0, 0, 0, 0, 14],
  [0, 2, 6, 4, 2],
  [0, 0, 3, 5, 6],
  [0, 3, 9, 2, 0],
  [2, 2, 8, 1, 1],
  [7, 7, 0, 0, 0],
  [3, 2, 6, 3, 0],
  [2, 5, 3, 2, 2],
  [6, 5, 2, 1, 0],
  [0, 2, 2, 3, 7],
];

describe("coefficients of agreement", () => {
  it.each([
    {
      table: [
        [20, 5],
        [10, 15],
      ],
      percent: ".7000",
      cohen: ".4000",
      gwetAC1: ".4059",
    },
    {
      table: [
        [118, 5],
        [2, 0],
      ],
      percent: ".9440",
      cohen: "−.0234",
      gwetAC1: ".9408",
    },
    {
      table: [
        [40, 9],
        [6, 45],
      ],
      percent: ".8500",
      cohen: ".6995",
      gwetAC1: ".7007",
    },
    {
      table: [
        [80, 10],
        [5, 5],
      ],
      percent: ".8500",
      cohen: ".3182",
      gwetAC1: ".8080",
    },
  ])("come out as published for two raters: $table", ({ table, ...published }) => {
    const { coefficients } = agreementOfPair(table);
    for (const [name, value] of notEmpty(Object.entries(published)))
      expect(
        coefficients[name as CoefficientName]
          .value!.toFixed(4)
          .replace("-", "−")
          .replace("0.", "."),
        name,
      ).toBe(value);
  });

  it("come out as published for four raters and twelve units with missing values", () => {
    const published = { nominal: 0.743, ordinal: 0.815, interval: 0.849 };
    for (const [level, value] of Object.entries(published)) {
      const agreement = computeAgreement(ratingsOf(KRIPPENDORFF, { level: level as "nominal" }));
      expect(agreement.coefficients.krippendorff.value!.toFixed(3), level).toBe(value.toFixed(3));
      expect(agreement).toMatchObject({ units: 11, single: 1, raters: 4, values: 5 });
    }
    // irrCAC, the R package of Gwet's handbook, has the same data as its example: percent .81818. Its AC1, .77544, takes
    // the chance of guessing from the unit with one rating too; ours from those that can agree.
    const { coefficients } = computeAgreement(ratingsOf(KRIPPENDORFF));
    expect(coefficients.percent.value!.toFixed(5)).toBe("0.81818");
    expect(coefficients.gwetAC1.value!).toBeCloseTo(ac1ByDefinition(KRIPPENDORFF)!, 12);
  });

  it("come out as published for fourteen raters and five categories", () => {
    const patterns = FLEISS.map((counts) => unitPattern(counts, 1));
    const { coefficients } = computeAgreement({ values: 5, raters: 14, patterns });
    expect(coefficients.fleiss.value!.toFixed(3)).toBe("0.210");
  });
});

describe("undefined coefficients", () => {
  const reasons = (agreement: ReturnType<typeof computeAgreement>) =>
    Object.fromEntries(
      COEFFICIENTS.map((name) => [name, agreement.coefficients[name].undefinedBecause]),
    );
  const all = (words: RegExp) =>
    Object.fromEntries(COEFFICIENTS.map((name) => [name, expect.stringMatching(words) as string]));

  it("say so when there are no ratings, one rater, or no unit with two ratings", () => {
    expect(reasons(computeAgreement({ values: 0, raters: 0, patterns: [] }))).toEqual(
      all(/No ratings/),
    );
    expect(reasons(computeAgreement(ratingsOf(["1212"])))).toEqual(all(/at least two raters/));
    expect(reasons(computeAgreement(ratingsOf(["12**", "**12"])))).toEqual(
      all(/No unit was rated by two/),
    );
  });

  it("say so when all ratings have one value, of which percent agreement alone can tell something", () => {
    const agreement = computeAgreement(ratingsOf(["1111", "1111"]));
    expect(reasons(agreement)).toEqual({ ...all(/same value/), percent: null });
    expect(agreement.coefficients.percent).toMatchObject({ value: 1, low: null });
    expect(
      computeAgreement(ratingsOf(["1111111111", "1111111111"])).coefficients.percent,
    ).toMatchObject({ value: 1, high: 1, low: expect.closeTo(0.7225, 4) as number });
  });

  it("leave AC1 defined where the scale is known: who agrees on one of two values agrees beyond guessing", () => {
    const { coefficients } = computeAgreement({
      ...ratingsOf(["111111111111", "111111111111"]),
      scale: 2,
    });
    expect(coefficients.gwetAC1).toMatchObject({ value: 1, high: 1, undefinedBecause: null });
    expect(coefficients.gwetAC1.low).toBeCloseTo(coefficients.percent.low!, 12);
    expect([
      coefficients.cohen.value,
      coefficients.fleiss.value,
      coefficients.krippendorff.value,
    ]).toEqual([null, null, null]);
  });

  it("come from units with two ratings or more: those with one are counted and change nothing", () => {
    fc.assert(
      fc.property(
        raterTexts(2),
        fc.array(fc.constantFrom("1", "2", "3"), { maxLength: 8 }),
        (raters, singles) => {
          const more = raters.map(
            (text, at) =>
              text +
              singles.map((value, unit) => (unit % raters.length === at ? value : "*")).join(""),
          );
          const [without, found] = [ratingsOf(raters), ratingsOf(more)].map((ratings) =>
            computeAgreement(ratings),
          );
          expect(found!.single).toBe(without!.single + singles.length);
          expect(found!.units).toBe(without!.units);
          if (without!.units === 0) return;
          for (const name of COEFFICIENTS) {
            expect(found!.coefficients[name].undefinedBecause, name).toBe(
              without!.coefficients[name].undefinedBecause,
            );
            for (const part of ["value", "low", "high"] as const)
              close(found!.coefficients[name][part], without!.coefficients[name][part]);
          }
        },
      ),
    );
  });

  it("say so when a coefficient is not made for such ratings, and give the others", () => {
    const found = reasons(computeAgreement(ratingsOf(KRIPPENDORFF)));
    expect(found).toEqual({
      percent: null,
      cohen: expect.stringMatching(/for two raters, not 4/) as string,
      fleiss: expect.stringMatching(/from 2 to 4/) as string,
      krippendorff: null,
      gwetAC1: null,
    });
  });

  it("have neither value nor interval, and what is defined has no NaN", () => {
    fc.assert(
      fc.property(
        raterTexts(),
        fc.constantFrom("nominal" as const, "ordinal" as const, "interval" as const),
        (raters, level) => {
          const { coefficients } = computeAgreement(ratingsOf(raters, { level }));
          for (const name of COEFFICIENTS) {
            const { value, low, high, undefinedBecause } = coefficients[name];
            if (value === null)
              expect([low, high, typeof undefinedBecause]).toEqual([null, null, "string"]);
            else {
              expect(undefinedBecause).toBeNull();
              expect(Number.isFinite(value)).toBe(true);
              expect((low === null) === (high === null)).toBe(true);
              if (low !== null) expect(low).toBeLessThanOrEqual(high!);
            }
          }
        },
      ),
    );
  });

  it("have no interval of fewer than ten units, nor where all hangs on one of them, and say so", () => {
    expect(
      computeAgreement(ratingsOf(["121212121", "121212122"])).coefficients.cohen,
    ).toMatchObject({
      low: null,
      high: null,
      method: expect.stringContaining(
        "no interval (9 comparable units; at least 10 needed)",
      ) as string,
    });
    expect(
      computeAgreement(ratingsOf(["1212121211", "1212121221"])).coefficients.cohen,
    ).toMatchObject({ low: expect.any(Number) as number, high: expect.any(Number) as number });
    // 99 times no and no, once no and yes: kappa is 0 with the one, and undefined without.
    const { cohen, krippendorff, gwetAC1 } = agreementOfPair(
      [
        [99, 1],
        [0, 0],
      ],
      { scale: 2 },
    ).coefficients;
    for (const one of [cohen, krippendorff])
      expect(one).toMatchObject({
        low: null,
        high: null,
        method: expect.stringContaining("undefined without one of the units") as string,
      });
    expect(cohen.value).toBeCloseTo(0, 12);
    expect(gwetAC1.high! - gwetAC1.low!).toBeGreaterThan(0.02);
  });
});

/** A few raters on the same few units, with gaps. */
function raterTexts(least = 1, missing = true) {
  return fc
    .tuple(fc.integer({ min: least, max: 4 }), fc.integer({ min: 1, max: 14 }))
    .chain(([raters, units]) =>
      fc.array(
        fc.string({
          unit: fc.constantFrom(..."1123", ...(missing ? "*" : "")),
          minLength: units,
          maxLength: units,
        }),
        { minLength: raters, maxLength: raters },
      ),
    );
}
const close = (one: number | null, other: number | null) =>
  one === null || other === null ? expect(one).toBe(other) : expect(one).toBeCloseTo(other, 9);
const values = (ratings: GroupedRatings) =>
  COEFFICIENTS.map((name) => computeAgreement(ratings).coefficients[name].value);

describe("identities", () => {
  it("perfect agreement is 1 wherever it is defined, with an interval of some width that ends at 1", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."123"), minLength: 2, maxLength: 40 }),
        fc.integer({ min: 2, max: 5 }),
        fc.constantFrom(...LEVELS),
        (text, raters, level) => {
          const { coefficients } = computeAgreement(
            ratingsOf(
              Array.from({ length: raters }, () => text),
              { level },
            ),
          );
          for (const name of COEFFICIENTS) {
            const { value, low, high } = coefficients[name];
            expect([1, null]).toContain(value);
            expect(high).toBe(value === null || text.length < 10 ? null : 1);
            if (low !== null) expect(low).toBeLessThan(0.95);
          }
        },
      ),
    );
  });

  it("nominal coefficients do not change when values are renamed", () => {
    fc.assert(
      fc.property(raterTexts(), (raters) => {
        const renamed = raters.map((text) => text.replaceAll("1", "9").replaceAll("2", "1"));
        values(ratingsOf(raters)).forEach((value, at) =>
          close(value, values(ratingsOf(renamed))[at]!),
        );
      }),
    );
  });

  it("the interval level minds no shift and no scale", () => {
    fc.assert(
      fc.property(raterTexts(2), (raters) => {
        const ratings = ratingsOf(raters, { level: "interval" });
        const shifted = {
          ...ratings,
          numbers: ratings.numbers!.map((number) => 1e6 - 3.5 * number),
        };
        close(values(ratings)[3]!, values(shifted)[3]!);
      }),
    );
  });

  it("no coefficient depends on the order of raters or units", () => {
    fc.assert(
      fc.property(raterTexts(), (raters) => {
        const turned = [...raters].reverse().map((text) => [...text].reverse().join(""));
        values(ratingsOf(raters)).forEach((value, at) =>
          close(value, values(ratingsOf(turned))[at]!),
        );
      }),
    );
  });

  it("counts may come grouped or one by one", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(1), fc.nat(1)), { minLength: 1, maxLength: 30 }),
        (units) => {
          const table = [
            [0, 0],
            [0, 0],
          ];
          for (const [a, b] of units) table[a]![b]! += 1;
          const single = ratingsOf([
            units.map(([a]) => a).join(""),
            units.map(([, b]) => b).join(""),
          ]);
          const grouped = agreementOfPair(table).coefficients;
          values(single).forEach((value, at) => close(value, grouped[COEFFICIENTS[at]!].value));
        },
      ),
    );
  });

  it("multiplying all counts leaves all but alpha as they are, and brings alpha to Fleiss' kappa, which for two raters is Scott's pi", () => {
    fc.assert(
      fc.property(
        fc
          .tuple(fc.nat(30), fc.nat(30), fc.nat(30), fc.nat(30))
          .filter((cells) => cells.some((cell) => cell > 0)),
        ([a, b, c, d]) => {
          const at = (times: number) =>
            agreementOfPair([
              [a * times, b * times],
              [c * times, d * times],
            ]).coefficients;
          const [small, large] = [at(1), at(100_000)];
          for (const name of ["percent", "cohen", "fleiss", "gwetAC1"] as const)
            close(small[name].value, large[name].value);
          if (large.fleiss.value === null) return;
          expect(large.krippendorff.value!).toBeCloseTo(large.fleiss.value, 4);
          const n = a + b + c + d;
          const share = (2 * a + b + c) / (2 * n);
          const byChance = share ** 2 + (1 - share) ** 2;
          expect(small.fleiss.value!).toBeCloseTo(((a + d) / n - byChance) / (1 - byChance), 9);
        },
      ),
    );
  });

  it("no coefficient exceeds 1, none is below -1 but alpha of few units, percent is from 0 to 1", () => {
    fc.assert(
      fc.property(raterTexts(2), (raters) => {
        const { percent, cohen, fleiss, krippendorff, gwetAC1 } = computeAgreement(
          ratingsOf(raters),
        ).coefficients;
        for (const { value } of [percent, cohen, fleiss, krippendorff, gwetAC1])
          expect(value ?? 1).toBeLessThanOrEqual(1);
        expect(percent.value ?? 0).toBeGreaterThanOrEqual(0);
        for (const { value } of [cohen, fleiss, gwetAC1])
          expect(value ?? -1).toBeGreaterThanOrEqual(-1);
      }),
    );
  });

  it("with two values ordinal, interval and nominal alpha are the same", () => {
    fc.assert(
      fc.property(
        raterTexts(2).map((raters) => raters.map((text) => text.replaceAll("3", "2"))),
        (raters) => {
          const alpha = (level: "nominal" | "ordinal" | "interval") =>
            values(ratingsOf(raters, { level }))[3]!;
          close(alpha("nominal"), alpha("interval"));
          close(alpha("nominal"), alpha("ordinal"));
        },
      ),
    );
  });
});

describe("alpha by its definition", () => {
  it("equals one minus observed over expected disagreement of the coincidence matrix", () => {
    fc.assert(
      fc.property(
        raterTexts(2),
        fc.constantFrom("nominal" as const, "ordinal" as const, "interval" as const),
        (raters, level) => {
          const ratings = ratingsOf(raters, { level });
          close(values(ratings)[3]!, alphaByDefinition(raters, level));
        },
      ),
    );
  });
});

function alphaByDefinition(
  raters: string[],
  level: "nominal" | "ordinal" | "interval",
): number | null {
  const values = [...new Set(raters.join("").replaceAll("*", ""))].sort();
  const o = values.map(() => values.map(() => 0));
  for (let unit = 0; unit < raters[0]!.length; unit++) {
    const given = raters.map((rater) => rater[unit]!).filter((rating) => rating !== "*");
    given.forEach((c, i) =>
      given.forEach((k, j) => {
        if (i !== j) o[values.indexOf(c)]![values.indexOf(k)]! += 1 / (given.length - 1);
      }),
    );
  }
  const n = o.map((row) => row.reduce((sum, value) => sum + value, 0));
  const total = n.reduce((sum, value) => sum + value, 0);
  const delta = (c: number, k: number) => {
    if (level === "nominal") return c === k ? 0 : 1;
    if (level === "interval") return (Number(values[c]) - Number(values[k])) ** 2;
    const [from, to] = c < k ? [c, k] : [k, c];
    const between = n.slice(from, to + 1).reduce((sum, value) => sum + value, 0);
    return (between - (n[c]! + n[k]!) / 2) ** 2;
  };
  let observed = 0;
  let expected = 0;
  for (let c = 0; c < values.length; c++) {
    for (let k = 0; k < values.length; k++) {
      observed += o[c]![k]! * delta(c, k);
      expected += (n[c]! * n[k]! * delta(c, k)) / (total - 1);
    }
  }
  return raters.length < 2 || expected === 0 || total === 0 ? null : 1 - observed / expected;
}

/** AC1 as Gwet's handbook writes it, over the units with at least two ratings and the values in use. */
function ac1ByDefinition(raters: string[]): number | null {
  const units = Array.from(raters[0]!, (_, unit) =>
    raters.map((rater) => rater[unit]!).filter((rating) => rating !== "*"),
  ).filter((unit) => unit.length > 1);
  const values = [...new Set(units.flat())];
  const mean = (numbers: number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const count = (unit: string[], value: string) => unit.filter((rating) => rating === value).length;
  const observed = mean(
    units.map(
      (unit) =>
        values.reduce((sum, value) => sum + count(unit, value) * (count(unit, value) - 1), 0) /
        (unit.length * (unit.length - 1)),
    ),
  );
  const shares = values.map((value) => mean(units.map((unit) => count(unit, value) / unit.length)));
  const byChance =
    shares.reduce((sum, share) => sum + share * (1 - share), 0) / (values.length - 1);
  return (observed - byChance) / (1 - byChance);
}

describe("intervals", () => {
  it("do not depend on the order in which counts come, nor on how far they are grouped", () => {
    const patterns = [
      unitPattern([2, 0, 1], 3),
      unitPattern([0, 3, 0], 9),
      unitPattern([1, 1, 1], 2),
      unitPattern([2, 0, 1], 4),
      unitPattern([0, 0, 3], 5),
    ];
    const of = (some: typeof patterns) =>
      computeAgreement({ values: 3, raters: 3, patterns: some });
    expect(of([...patterns].reverse())).toEqual(of(patterns));
    expect(
      of(
        patterns.flatMap((pattern) =>
          Array.from({ length: pattern.units }, () => ({ ...pattern, units: 1 })),
        ),
      ),
    ).toEqual(of(patterns));
  });

  it("agree with the large-sample interval of Cohen's kappa (Fleiss, Cohen and Everitt, 1969)", () => {
    const { low, high, value } = agreementOfPair([
      [4000, 900],
      [600, 4500],
    ]).coefficients.cohen;
    const [po, a1, b1] = [0.85, 0.49, 0.46];
    const pe = a1 * b1 + (1 - a1) * (1 - b1);
    const p = [
      [0.4, 0.09],
      [0.06, 0.45],
    ];
    const rows = [0.49, 0.51];
    const columns = [0.46, 0.54];
    let sum = 0;
    for (let i = 0; i < 2; i++)
      sum += p[i]![i]! * (1 - pe - (rows[i]! + columns[i]!) * (1 - po)) ** 2;
    for (let i = 0; i < 2; i++)
      for (let j = 0; j < 2; j++)
        if (i !== j) sum += (1 - po) ** 2 * p[i]![j]! * (columns[i]! + rows[j]!) ** 2;
    const error = Math.sqrt((sum - (po * pe - 2 * pe + po) ** 2) / (1 - pe) ** 4 / 10_000);
    expect(low!).toBeCloseTo(value! - 1.96 * error, 3);
    expect(high!).toBeCloseTo(value! + 1.96 * error, 3);
  });

  it("of a share of units are Wilson's own", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 300 }).chain((n) => fc.tuple(fc.nat(n), fc.constant(n))),
        ([agreed, n]) => {
          const { percent } = agreementOfPair([
            [agreed, n - agreed],
            [0, 0],
          ]).coefficients;
          const { low, high } = expectedWilson(agreed, n)!;
          expect(percent).toMatchObject({
            low: expect.closeTo(low, 12) as number,
            high: expect.closeTo(high, 12) as number,
            method: expect.stringContaining("95% Wilson interval") as string,
          });
          // The way that takes other shares comes to the same.
          const general = finish(
            jackknife(
              [agreed, n - agreed].filter((units) => units > 0),
              (units) => ({
                observed:
                  (agreed === 0 ? units[0]! : (units[1] ?? 0)) / (units[0]! + (units[1] ?? 0)),
                expected: 1,
              }),
            ),
          );
          expect(general.interval!.low).toBeCloseTo(percent.low!, 9);
          expect(general.interval!.high).toBeCloseTo(percent.high!, 9);
        },
      ),
    );
  });

  it("of very many different units come from blocks of them, near those of each unit left out", () => {
    const chance = SeededRandom.ofSeed(5);
    const numbers = Array.from({ length: 4_000 }, (_, at) => at / 10);
    const patterns = Array.from({ length: 1_500 }, () => {
      const first = chance.below(3_900);
      const second = Math.min(3_999, first + chance.below(400));
      return {
        ratings:
          first === second ? [[first, 2] as const] : [[first, 1] as const, [second, 1] as const],
        units: 1,
      };
    });
    const all = computeAgreement({ values: 4_000, raters: 2, level: "interval", numbers, patterns })
      .coefficients.krippendorff;
    // By the definitions of alpha for squared distances and of the jackknife, on the plain scale.
    const pairs = patterns.map(({ ratings }) => {
      const values = ratings.flatMap(([value, times]) =>
        Array.from({ length: times }, () => numbers[value]!),
      );
      return [values[0]!, values[1]!] as const;
    });
    const totals = { n: 0, sum: 0, squares: 0, distances: 0 };
    const add = ([a, b]: readonly [number, number], times: 1 | -1) => {
      totals.n += 2 * times;
      totals.sum += (a + b) * times;
      totals.squares += (a ** 2 + b ** 2) * times;
      totals.distances += 2 * (a - b) ** 2 * times;
    };
    const alpha = () => {
      const { n, sum, squares, distances } = totals;
      return 1 - distances / n / ((2 * n * squares - 2 * sum ** 2) / (n * (n - 1)));
    };
    for (const pair of pairs) add(pair, 1);
    expect(all.value).toBeCloseTo(alpha(), 9);
    const without = pairs.map((pair) => {
      add(pair, -1);
      const found = alpha();
      add(pair, 1);
      return found;
    });
    const mean = without.reduce((sum, one) => sum + one, 0) / without.length;
    const error = Math.sqrt(without.reduce((sum, one) => sum + (one - mean) ** 2, 0));
    expect((all.high! - all.low!) / (2 * 1.96 * error)).toBeGreaterThan(0.85);
    expect((all.high! - all.low!) / (2 * 1.96 * error)).toBeLessThan(1.15);
  });

  it("of half a million million judgments take no longer: a step for each would take days", () => {
    const table = (times: number): [[number, number], [number, number]] => [
      [40 * times, 3 * times],
      [2 * times, 5 * times],
    ];
    const { cohen } = agreementOfPair(table(10 ** 10)).coefficients;
    // Cohen's kappa is of shares alone.
    expect(cohen.value).toBeCloseTo(agreementOfPair(table(1)).coefficients.cohen.value!, 12);
  });
});
