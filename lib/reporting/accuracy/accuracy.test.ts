import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FACT_TYPES, HOPS } from "@/lib/dataset/questions/schema";
import {
  ACCURACY_COLUMNS,
  accuracyOf,
  accuracyRow,
  accuracyTable,
  columnsOf,
  isOld,
  percentText,
  type AccuracyCount,
} from "./accuracy-table";
import { adjustTogether, comparePaired, isTold, mcnemarExact } from "./comparison";
import { estimateShare } from "./estimate";
import { groupRuns, lettersOf, testPairs } from "./groups";
import { decideVerdict } from "@/lib/reporting/verdicts/rules";

const count = (more: Partial<AccuracyCount>): AccuracyCount => ({
  falsePremise: false,
  factType: "never-changing",
  hops: "one-hop",
  effectiveYear: { year: 2022, before: true },
  rated: true,
  relaxed: true,
  strict: true,
  automatic: false,
  questions: 1,
  ...more,
});

describe("the verdict that counts", () => {
  it.each([
    {
      gold: null,
      credit: 0,
      noCredit: 0,
      adjudicated: null,
      majority: null,
      excluded: null,
      why: "no judgment",
    },
    {
      gold: null,
      credit: 1,
      noCredit: 0,
      adjudicated: null,
      majority: true,
      excluded: true,
      why: "one judgment",
    },
    {
      gold: null,
      credit: 0,
      noCredit: 3,
      adjudicated: null,
      majority: false,
      excluded: false,
      why: "unanimous",
    },
    {
      gold: null,
      credit: 2,
      noCredit: 1,
      adjudicated: null,
      majority: true,
      excluded: null,
      why: "majority",
    },
    {
      gold: null,
      credit: 1,
      noCredit: 2,
      adjudicated: null,
      majority: false,
      excluded: null,
      why: "majority",
    },
    {
      gold: null,
      credit: 2,
      noCredit: 2,
      adjudicated: null,
      majority: null,
      excluded: null,
      why: "tie",
    },
    {
      gold: null,
      credit: 3,
      noCredit: 0,
      adjudicated: false,
      majority: false,
      excluded: false,
      why: "adjudicated against all",
    },
    {
      gold: null,
      credit: 1,
      noCredit: 1,
      adjudicated: true,
      majority: true,
      excluded: true,
      why: "adjudicated tie",
    },
    {
      gold: false,
      credit: 3,
      noCredit: 0,
      adjudicated: true,
      majority: false,
      excluded: false,
      why: "gold against all and the adjudicator",
    },
    {
      gold: true,
      credit: 0,
      noCredit: 0,
      adjudicated: null,
      majority: true,
      excluded: true,
      why: "gold that no one rated",
    },
  ])(
    "$credit for, $noCredit against, adjudicated $adjudicated: $why",
    ({ majority, excluded, why: _, ...judgments }) => {
      expect(decideVerdict(judgments, "majority").verdict).toBe(majority);
      expect(decideVerdict(judgments, "excluded").verdict).toBe(excluded);
    },
  );

  it("by majority never gives Strict credit without Relaxed credit", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom([false, false], [true, false], [true, true])),
        (judgments) => {
          const decide = (mode: 0 | 1) =>
            decideVerdict(
              {
                gold: null,
                credit: judgments.filter((judgment) => judgment[mode]).length,
                noCredit: judgments.filter((judgment) => !judgment[mode]).length,
                adjudicated: null,
              },
              "majority",
            ).verdict;
          if (decide(1) === true) expect(decide(0)).toBe(true);
        },
      ),
    );
  });
});

describe("the columns of accuracy", () => {
  it.each([
    [{ year: 2022, before: true }, true],
    [{ year: 2021, before: false }, true],
    [{ year: 2022, before: false }, false],
    [{ year: 2025, before: false }, false],
    [{ year: 2023, before: true }, null],
    [null, null],
  ])("%o is from before 2022: %s", (effectiveYear, old) =>
    expect(isOld(effectiveYear, 2022)).toBe(old),
  );

  it("are those of the paper, a question in each that it belongs to", () => {
    expect(
      columnsOf(
        count({
          factType: "fast-changing",
          hops: "multi-hop",
          effectiveYear: { year: 2023, before: false },
        }),
        2022,
      ),
    ).toEqual(["all", "vp", "vpFast", "vpMultiHop", "vpNew"]);
    expect(columnsOf(count({ effectiveYear: { year: 2023, before: false } }), 2024)).toContain(
      "vpOld",
    );
    expect(columnsOf(count({ falsePremise: true }), 2022)).toEqual(["all", "fp", "fpOld"]);
    expect(
      columnsOf(count({ falsePremise: true, effectiveYear: { year: 2022, before: false } }), 2022),
    ).toEqual(["all", "fp"]);
    expect(columnsOf(count({ effectiveYear: null }), 2022)).toEqual([
      "all",
      "vp",
      "vpNever",
      "vpOneHop",
    ]);
  });

  it("never count a missing verdict as wrong, and say how many there are", () => {
    const { all, fp } = accuracyRow([
      count({ questions: 60 }),
      count({ strict: false, questions: 20 }),
      count({ rated: false, relaxed: null, strict: null, questions: 9 }),
      count({ rated: null, relaxed: null, strict: null, questions: 6 }),
      count({ strict: null, questions: 5 }),
    ]);
    expect(all).toMatchObject({
      questions: 100,
      answered: 94,
      rated: 85,
      judged: 80,
      relaxed: { right: 85, judged: 85, value: 1, leftOut: 0 },
      strict: { right: 60, judged: 80, value: 0.75, leftOut: 5, lowest: 60 / 85, highest: 65 / 85 },
      gap: { right: 20, judged: 80, value: 0.25, leftOut: 5, lowest: 20 / 85, highest: 25 / 85 },
      both: {
        relaxed: { right: 80, judged: 80, value: 1 },
        strict: { right: 60, judged: 80, value: 0.75 },
      },
    });
    expect(fp).toMatchObject({
      questions: 0,
      judged: 0,
      relaxed: { value: null, low: null, high: null, lowest: null, highest: null },
      gap: { value: null },
    });
  });

  it("partition: valid and false premises, the speeds, the hops add up; the gap is the difference where both are judged", () => {
    const counts = fc.array(
      fc
        .record({
          falsePremise: fc.boolean(),
          factType: fc.constantFrom(...FACT_TYPES),
          hops: fc.constantFrom(...HOPS),
          effectiveYear: fc.option(
            fc.record({ year: fc.integer({ min: 2019, max: 2026 }), before: fc.boolean() }),
          ),
          verdict: fc.constantFrom(
            [null, null],
            [false, false],
            [true, false],
            [true, true],
            [null, false],
            [true, null],
            [false, null],
            [null, true],
          ),
          unrated: fc.constantFrom(true, false, null),
          automatic: fc.boolean(),
          questions: fc.nat(500),
        })
        .map(({ verdict, unrated, ...rest }): AccuracyCount => ({
          ...rest,
          rated: verdict[0] === null && verdict[1] === null ? unrated : true,
          relaxed: verdict[0]!,
          strict: verdict[1]!,
        })),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(counts, fc.constantFrom("rated" as const, "estimate" as const), (some, basis) => {
        const row = accuracyRow(some, 2022, basis);
        const sum = (columns: (keyof typeof row)[]) =>
          columns.reduce((total, column) => total + row[column].strict.right, 0);
        expect(sum(["vp", "fp"])).toBe(row.all.strict.right);
        expect(sum(["vpFast", "vpSlow", "vpNever"])).toBe(row.vp.strict.right);
        expect(sum(["vpOneHop", "vpMultiHop"])).toBe(row.vp.strict.right);
        for (const column of ACCURACY_COLUMNS) {
          const { relaxed, strict, gap, both, judged, rated, answered, questions } = row[column];
          expect([judged <= rated, rated <= answered, answered <= questions]).toEqual([
            true,
            true,
            true,
          ]);
          expect([gap.judged, both.relaxed.judged, both.strict.judged]).toEqual([
            judged,
            judged,
            judged,
          ]);
          if (gap.value === null)
            expect([both.relaxed.value, both.strict.value]).toEqual([null, null]);
          else expect(gap.value).toBeCloseTo(both.relaxed.value! - both.strict.value!, 12);
          for (const found of [relaxed, strict, gap]) {
            expect(found.judged + found.leftOut).toBe(rated);
            if (found.value === null) continue;
            if (basis === "rated")
              expect([
                found.value,
                found.lowest! <= found.value,
                found.value <= found.highest!,
              ]).toEqual([found.right / found.judged, true, true]);
            if (found.low !== null)
              expect(found.low <= found.value && found.value <= found.high!).toBe(true);
          }
        }
      }),
    );
  });

  it("of a sample are weighted by the strata of the whole", () => {
    // Of 300 slow questions 30 were rated, 20 of them right; of 100 false premises 20, all right: not 40 of 50.
    const { all, vpSlow, fp } = accuracyRow(
      [
        count({ factType: "slow-changing", questions: 20 }),
        count({ factType: "slow-changing", relaxed: false, strict: false, questions: 10 }),
        count({
          factType: "slow-changing",
          rated: false,
          relaxed: null,
          strict: null,
          questions: 270,
        }),
        count({ falsePremise: true, questions: 12 }),
        count({ falsePremise: true, factType: "fast-changing", questions: 8 }),
        count({ falsePremise: true, rated: false, relaxed: null, strict: null, questions: 80 }),
        // What the run did not answer is none of the population.
        count({ rated: null, relaxed: null, strict: null, questions: 7 }),
      ],
      2022,
      "estimate",
    );
    expect(all).toMatchObject({
      questions: 407,
      judged: 50,
      population: 400,
      relaxed: { right: 40, judged: 50 },
    });
    expect(all.relaxed.value).toBeCloseTo(0.75 * (2 / 3) + 0.25, 12);
    expect(percentText(all.relaxed)).toBe("75.0");
    const { interval } = estimateShare([
      { population: 300, judged: 30, right: 20 },
      { population: 100, judged: 20, right: 20 },
    ]);
    expect([all.relaxed.low, all.relaxed.high]).toEqual([interval!.low, interval!.high]);
    expect(vpSlow).toMatchObject({ population: 300, relaxed: { value: 2 / 3 } });
    expect(fp).toMatchObject({ population: 100, relaxed: { value: 1, high: 1 } });
  });

  it("print as the paper does: one digit with its n, the best strong among runs judged in full on the same questions, few set back", () => {
    const of = (right: number, wrong: number, open = 0) =>
      accuracyRow([
        count({ questions: right }),
        count({ relaxed: false, strict: false, questions: wrong }),
        count({ rated: false, relaxed: null, strict: null, questions: open }),
      ]);
    const rows = [
      { model: "A", size: "7B", cutoff: "2021", asked: "r", row: of(197, 3) },
      { model: "B", size: "", cutoff: "UTD", asked: "r", row: of(100, 0, 100) },
      { model: "C", size: "", cutoff: "", asked: "r", row: of(190, 10) },
    ];
    const table = accuracyTable(rows, "relaxed", { caption: "Accuracy" });
    expect(
      table.rows.map((row) =>
        row.slice(0, 6).map(({ text, details = [] }) => [text, ...details].join(" · ")),
      ),
    ).toEqual([
      [
        "A",
        "7B",
        "2021",
        "200 answered · 200 decided in both modes",
        "98.5 · n 200 · [95.7, 99.5]",
        "98.5 · n 200 · [95.7, 99.5]",
      ],
      [
        "B †",
        "",
        "UTD",
        "200 answered · 100 decided in both modes",
        "100.0 · n 100 · [96.3, 100.0]",
        "100.0 · n 100 · [96.3, 100.0]",
      ],
      [
        "C",
        "",
        "",
        "200 answered · 200 decided in both modes",
        "95.0 · n 200 · [91.0, 97.3]",
        "95.0 · n 200 · [91.0, 97.3]",
      ],
    ]);
    const strong = (
      more: Partial<(typeof rows)[number]>,
      measure: "relaxed" | "gap" = "relaxed",
      sameQuestions = false,
    ) =>
      accuracyTable([rows[0]!, rows[1]!, { ...rows[2]!, ...more }], measure, {
        caption: "",
        sameQuestions,
      }).rows.map((row) => row[4]!.strong ?? false);
    expect(strong({})).toEqual([true, false, false]);
    // Of another release; the gap; on other questions although the caller says the same; alone.
    expect(strong({ asked: "s" })).toEqual([false, false, false]);
    expect(strong({}, "gap")).toEqual([false, false, false]);
    expect(
      accuracyTable(rows.slice(0, 2), "relaxed", { caption: "" }).rows[0]![4]!.strong,
    ).toBeUndefined();
    expect(
      accuracyTable([rows[0]!, { ...rows[2]!, asked: "s" }], "relaxed", {
        caption: "",
        sameQuestions: true,
      }).rows[0]![4]!.strong,
    ).toBe(true);
    expect(table.columns.map((column) => column.title).slice(3)).toEqual([
      "Coverage",
      "All",
      "all",
      "fast",
      "slow",
      "never",
      "< 2022",
      "≥ 2022",
      "1-hop",
      "m-hop",
      "all",
      "< 2022",
    ]);
    expect(
      table.rows[0]!.slice(-2).map(({ text, value, details }) => [text, value, details]),
    ).toEqual([
      ["–", null, undefined],
      ["–", null, undefined],
    ]);
    expect(table.notes.join(" ")).toContain("not counted as wrong");
    const few = accuracyTable([{ ...rows[0]!, row: of(9, 0) }], "strict", { caption: "" });
    expect(few.rows[0]![4]).toMatchObject({
      text: "100.0",
      details: ["n 9", "[70.1, 100.0]"],
      quiet: true,
    });
    expect(few.notes.join(" ")).toContain("n below 10");
    expect(table.rows[0]![4]!.quiet).toBeUndefined();
  });

  it("a worst model has the best gap, and is not marked for it", () => {
    const rows = [
      ["Wrong", accuracyRow([count({ relaxed: false, strict: false, questions: 100 })])],
      [
        "Good",
        accuracyRow([
          count({ questions: 90 }),
          count({ strict: false, questions: 5 }),
          count({ relaxed: false, strict: false, questions: 5 }),
        ]),
      ],
    ] as const;
    const table = accuracyTable(
      rows.map(([model, row]) => ({ model, size: "", cutoff: "", asked: "r", row })),
      "gap",
      { caption: "" },
    );
    expect(table.rows.map((row) => [row[4]!.text, row[4]!.strong])).toEqual([
      ["0.0", undefined],
      ["5.0", undefined],
    ]);
  });
});

describe("two runs compared", () => {
  it("have McNemar's exact p-value of the questions that tell them apart", () => {
    expect(mcnemarExact(5, 15)).toBeCloseTo(0.0413894653, 9);
    expect(mcnemarExact(0, 0)).toBe(1);
    expect(mcnemarExact(59, 6) / 4.964650327127834e-12).toBeCloseTo(1, 9);
  });

  it("have a paired difference with an interval near that of large samples, and the odds ratio of what tells them apart", () => {
    const found = comparePaired({ both: 5_000, onlyFirst: 1_200, onlySecond: 800, neither: 3_000 });
    expect(found).toMatchObject({ n: 10_000, difference: 0.04, odds: { value: 1.5 } });
    const error = Math.sqrt((0.12 + 0.08 - 0.04 ** 2) / 10_000);
    expect(found.low!).toBeCloseTo(0.04 - 1.96 * error, 3);
    expect(found.high!).toBeCloseTo(0.04 + 1.96 * error, 3);
    expect(
      found.odds.low! < 1.5 &&
        found.odds.low! > 1.3 &&
        found.odds.high! > 1.5 &&
        found.odds.high! < 1.7,
    ).toBe(true);
  });

  it("have an interval with a width from ten questions on, and none below", () => {
    // Seen before: two questions, no difference, "0.0 (0.0 to 0.0)".
    expect(comparePaired({ both: 1, onlyFirst: 0, onlySecond: 0, neither: 1 })).toMatchObject({
      n: 2,
      difference: 0,
      low: null,
      high: null,
      p: 1,
      odds: { value: null },
    });
    expect(comparePaired({ both: 5, onlyFirst: 0, onlySecond: 0, neither: 4 })).toMatchObject({
      n: 9,
      low: null,
    });
    fc.assert(
      fc.property(
        fc.record({
          both: fc.nat(50),
          onlyFirst: fc.nat(50),
          onlySecond: fc.nat(50),
          neither: fc.nat(50),
        }),
        (counts) => {
          const { n, difference, low, high } = comparePaired(counts);
          if (n < 10) expect([low, high]).toEqual([null, null]);
          else
            expect(
              low! < difference! && difference! < high!
                ? 0
                : difference! === 1 || difference! === -1
                  ? 0
                  : low! < high!
                    ? 0
                    : 1,
            ).toBe(0);
        },
      ),
    );
  });

  it("turn round when the runs are exchanged, and say nothing of nothing", () => {
    fc.assert(
      fc.property(
        fc.record({
          both: fc.nat(50),
          onlyFirst: fc.nat(50),
          onlySecond: fc.nat(50),
          neither: fc.nat(50),
        }),
        (counts) => {
          const [one, other] = [
            comparePaired(counts),
            comparePaired({
              ...counts,
              onlyFirst: counts.onlySecond,
              onlySecond: counts.onlyFirst,
            }),
          ];
          expect(one.p).toBe(other.p);
          if (one.difference === null)
            expect(one).toMatchObject({ n: 0, p: null, low: null, high: null });
          else expect(one.difference + other.difference!).toBe(0);
          if (one.low !== null) expect(one.low + other.high!).toBeCloseTo(0, 12);
        },
      ),
    );
  });

  it("are marked by the p-value that is adjusted for the other rows", () => {
    const rows = adjustTogether([{ p: 0.01 }, { p: 0.04 }, { p: null }, { p: 0.03 }]);
    expect(rows.map(({ adjusted }) => adjusted)).toEqual([0.03, 0.06, null, 0.06]);
    expect(rows.map(isTold)).toEqual([true, false, false, false]);
  });
});

describe("runs that cannot be told apart", () => {
  it("share a letter, and those that can be told apart share none", () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 9 })
          .chain((count) =>
            fc.tuple(
              fc.constant(count),
              fc.array(fc.boolean(), { minLength: count * count, maxLength: count * count }),
            ),
          ),
        ([count, told]) => {
          const apart = (one: number, other: number) =>
            told[Math.min(one, other) * count + Math.max(one, other)]!;
          const letters = lettersOf(count, apart)!;
          for (let one = 0; one < count; one++) {
            expect(letters[one]).not.toBe("");
            for (let other = one + 1; other < count; other++)
              expect([...letters[one]!].some((letter) => letters[other]!.includes(letter))).toBe(
                !apart(one, other),
              );
          }
        },
      ),
    );
  });

  it("have few letters, the first ones first", () => {
    // 1 and 3 differ, 2 stands between; 4 differs from all.
    const apart = (one: number, other: number) => other === 3 || (one === 0 && other === 2);
    expect(lettersOf(4, apart)).toEqual(["A", "AB", "B", "C"]);
    expect(lettersOf(3, () => false)).toEqual(["A", "A", "A"]);
    expect(lettersOf(3, () => true)).toEqual(["A", "B", "C"]);
  });

  it("are told apart by the test that is adjusted for all pairs", () => {
    const pairs = [
      { first: 1, second: 2, n: 100, onlyFirst: 14, onlySecond: 4 },
      { first: 1, second: 3, n: 100, onlyFirst: 30, onlySecond: 5 },
      { first: 2, second: 3, n: 0, onlyFirst: 0, onlySecond: 0 },
    ];
    const tested = testPairs(pairs);
    // 14 against 4: 2 P(X <= 4) of 18 fair coins = 2 × 4048 / 262144.
    expect(tested[0]!.p).toBeCloseTo((2 * (1 + 18 + 153 + 816 + 3060)) / 2 ** 18, 12);
    expect(tested.map(({ apart, adjusted }) => [apart, adjusted === null])).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
    expect(groupRuns([1, 2, 3], pairs).letters).toEqual({ 1: "A", 2: "B", 3: "B" });
    // With further pairs in the table the first one is no longer told apart.
    expect(
      testPairs([...pairs, { first: 1, second: 4, n: 10, onlyFirst: 0, onlySecond: 0 }])[0]!,
    ).toMatchObject({ apart: false });
    expect(groupRuns([1], []).letters).toBeNull();
  });
});

describe("the interval and the bounds of a share", () => {
  it("are recomputed by hand for 34 of 46 with five ties", () => {
    const found = accuracyOf(34, 46, 5);
    const z = 1.959963984540054;
    const [centre, reach] = [
      (34 + z ** 2 / 2) / (46 + z ** 2),
      (z / (46 + z ** 2)) * Math.sqrt((34 * 12) / 46 + z ** 2 / 4),
    ];
    expect(found.low).toBeCloseTo(centre - reach, 12);
    expect(found.high).toBeCloseTo(centre + reach, 12);
    expect([found.lowest, found.highest]).toEqual([34 / 51, 39 / 51]);
  });
});
