import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coverageOf, pointsOf, type Model } from "@/prisma/testing/interval-coverage";
import { FACT_TYPES, HOPS } from "@/lib/dataset/questions/vocabulary";
import {
  ACCURACY_COLUMNS,
  accuracyOf,
  accuracyRow,
  accuracyTable,
  columnsOf,
  isOld,
  percentText,
  standardizedRows,
  type AccuracyCount,
} from "./accuracy-table";
import { coinTest } from "@/lib/statistics/exact-binomial-test.oracle";
import { holmAlone } from "@/lib/statistics/holm.oracle";
import {
  adjustTogether,
  comparePaired,
  isTold,
  mcnemarExact,
  type PairedCounts,
} from "./comparison";
import { estimateShare } from "./estimate";
import { groupRuns, groupsOf, leastShared, lettersOf, MAX_GROUPED_RUNS } from "./groups";
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
  stale: false,
  ratedIn: 0,
  late: false,
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
          stale: fc.boolean(),
          ratedIn: fc.constantFrom(0, 1, 2, null),
          late: fc.boolean(),
          questions: fc.nat(500),
        })
        .map(({ verdict, unrated, ...rest }): AccuracyCount => {
          // Where no campaign rates, there is no verdict, nor of what came after the sample was drawn.
          if (rest.ratedIn === null || rest.late)
            return { ...rest, rated: false, relaxed: null, strict: null };
          return {
            ...rest,
            rated: verdict[0] === null && verdict[1] === null ? unrated : true,
            relaxed: verdict[0]!,
            strict: verdict[1]!,
          };
        }),
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
            // All that the run answered is spoken for, or counted as what is not, for one reason.
            if (basis === "estimate")
              expect(found.population + found.changed + found.late + found.uncovered).toBe(
                answered,
              );
            if (found.value === null) continue;
            if (found.rangeLow !== null)
              expect([
                found.rangeLow <= found.lowest! + 1e-12,
                found.rangeHigh! >= found.highest! - 1e-12,
              ]).toEqual([true, true]);
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
        // Nor is it of what came after the sample was drawn, which is counted.
        count({ rated: false, relaxed: null, strict: null, late: true, questions: 5 }),
        // What the run did not answer is none of the population.
        count({ rated: null, relaxed: null, strict: null, questions: 7 }),
      ],
      2022,
      "estimate",
    );
    expect(all).toMatchObject({
      questions: 412,
      answered: 405,
      judged: 50,
      relaxed: { population: 400, late: 5, uncovered: 0, right: 40, judged: 50 },
    });
    expect(all.relaxed.value).toBeCloseTo(0.75 * (2 / 3) + 0.25, 12);
    expect(percentText(all.relaxed)).toBe("75.0");
    const { interval } = estimateShare([
      { population: 300, judged: 30, right: 20 },
      { population: 100, judged: 20, right: 20 },
    ]);
    expect([all.relaxed.low, all.relaxed.high]).toEqual([interval!.low, interval!.high]);
    expect(vpSlow).toMatchObject({ relaxed: { population: 300, value: 2 / 3 } });
    expect(fp).toMatchObject({ relaxed: { population: 100, value: 1, high: 1 } });
  });

  it("standardized weigh categories and hops as the standard does, whatever was rated of each", () => {
    const slow = (right: number, wrong: number) => [
      count({ factType: "slow-changing", questions: right }),
      count({ factType: "slow-changing", relaxed: false, strict: false, questions: wrong }),
    ];
    const fp = (right: number, wrong: number) => [
      count({ falsePremise: true, questions: right }),
      count({ falsePremise: true, relaxed: false, strict: false, questions: wrong }),
    ];
    const standard = [
      count({ factType: "slow-changing", questions: 300 }),
      count({ falsePremise: true, questions: 60 }),
      count({ falsePremise: true, factType: "fast-changing", questions: 40 }),
    ];
    const values = (runs: (typeof standard)[]) =>
      standardizedRows(runs, standard).map(({ all }) => all.relaxed.value);
    // Both are right of two of three slow questions and of all or half of the false premises.
    const [first, second] = values([
      [...slow(20, 10), ...fp(20, 0)],
      [...slow(2, 1), ...fp(40, 40)],
    ]) as [number, number];
    expect(first).toBeCloseTo(0.75 * (2 / 3) + 0.25, 12);
    expect(second).toBeCloseTo(0.75 * (2 / 3) + 0.25 * 0.5, 12);
    // Without a verdict of the second run on false premises both are of slow questions alone; one that has none at all, or
    // was rated on what the standard does not have, keeps no other back.
    const never = count({ factType: "never-changing", questions: 30 });
    const rows = standardizedRows(
      [[...slow(20, 10), ...fp(20, 0)], slow(2, 1), [never], []],
      standard,
    );
    expect(rows.map(({ all }) => all.relaxed)).toMatchObject([
      { population: 300, judged: 30, right: 20, value: 2 / 3 },
      { population: 300, judged: 3, right: 2, value: 2 / 3 },
      { population: 0, judged: 0, value: null },
      { population: 0, judged: 0, value: null },
    ]);
    expect(rows.map((row) => row.fp.relaxed)).toMatchObject([
      { population: 100, judged: 20, value: 1 },
      { population: 0, value: null },
      { population: 0, value: null },
      { population: 0, value: null },
    ]);
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
  const pair = (first: number, second: number, counts: Partial<PairedCounts>) => ({
    first,
    second,
    counts: { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0, ...counts },
    stale: 0,
    otherAnswers: 0,
  });
  const letters = (runs: number[], ...pairs: ReturnType<typeof pair>[]) =>
    groupRuns(runs, pairs).letters;
  /** Two runs that are as good on enough questions; one that is better than the other; two with too few questions. */
  const alike = (first: number, second: number) => pair(first, second, { both: 40 });
  const better = (first: number, second: number) => pair(first, second, { onlyFirst: 40 });
  const apart = (first: number, second: number) => pair(first, second, { both: 9 });

  it("share a letter, and those that differ or were not tested share none", () => {
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
        ([count, found]) => {
          const same = (one: number, other: number) =>
            found[Math.min(one, other) * count + Math.max(one, other)]!;
          const given = lettersOf(count, same)!;
          for (let one = 0; one < count; one++) {
            expect(given[one]).not.toBe("");
            for (let other = one + 1; other < count; other++)
              expect([...given[one]!].some((letter) => given[other]!.includes(letter))).toBe(
                same(one, other),
              );
          }
        },
      ),
    );
  });

  it("have few letters, the first ones first", () => {
    // 1 and 3 differ, 2 stands between; 4 differs from all.
    const same = (one: number, other: number) => other !== 3 && !(one === 0 && other === 2);
    expect(lettersOf(4, same)).toEqual(["A", "AB", "B", "C"]);
    expect(lettersOf(3, () => true)).toEqual(["A", "A", "A"]);
    expect(lettersOf(3, () => false)).toEqual(["A", "B", "C"]);
  });

  it.each([
    ["all are alike", [alike(1, 2), alike(1, 3), alike(2, 3)], { 1: "A", 2: "A", 3: "A" }],
    ["one is better", [better(1, 2), better(1, 3), alike(2, 3)], { 1: "A", 2: "B", 3: "B" }],
    // What is alike to a third is not alike to each other: no one has tested that.
    ["two share nothing", [alike(1, 2), apart(1, 3), alike(2, 3)], { 1: "A", 2: "AB", 3: "B" }],
    ["one shares nothing with any", [apart(1, 2), apart(1, 3), alike(2, 3)], { 2: "A", 3: "A" }],
    [
      "one is only compared where it differs",
      [better(1, 2), apart(1, 3), apart(2, 3)],
      { 1: "A", 2: "B" },
    ],
    ["none share anything", [apart(1, 2), apart(1, 3), apart(2, 3)], {}],
  ])("where %s", (_, pairs, expected) => expect(letters([1, 2, 3], ...pairs)).toEqual(expected));

  it("share none across two sets of runs without a question in common", () =>
    expect(
      letters(
        [1, 2, 3, 4],
        ...[alike(1, 2), apart(1, 3), apart(1, 4), apart(2, 3), apart(2, 4), alike(3, 4)],
      ),
    ).toEqual({ 1: "A", 2: "A", 3: "B", 4: "B" }));

  it("are told apart by the test that is adjusted for the tests made", () => {
    const pairs = [
      pair(1, 2, { both: 82, onlyFirst: 14, onlySecond: 4 }),
      pair(1, 3, { both: 65, onlyFirst: 30, onlySecond: 5 }),
      pair(2, 3, { onlyFirst: 9 }),
    ];
    const { pairs: tested, letters: given } = groupRuns([1, 2, 3], pairs);
    // 14 against 4: 2 P(X <= 4) of 18 fair coins = 2 × 4048 / 262144, the larger of two p-values.
    const p = (2 * (1 + 18 + 153 + 816 + 3060)) / 2 ** 18;
    expect(tested![0]).toMatchObject({ n: 100, difference: 0.1, comparable: true });
    expect(tested![0]!.p).toBeCloseTo(p, 12);
    expect(tested![0]!.adjusted).toBeCloseTo(p, 12);
    expect(tested![2]).toEqual({
      ...pairs[2],
      n: 9,
      comparable: false,
      difference: null,
      low: null,
      high: null,
      p: null,
      adjusted: null,
    });
    // The third differs from the first, and was not tested against the second.
    expect(given).toEqual({ 1: "A", 2: "B", 3: "C" });
    // A further pair that is tested takes part in the adjustment, one that is not does not.
    const first = (more: ReturnType<typeof pair>) =>
      groupRuns([1, 2, 3, 4], [...pairs, more]).pairs![0]!.adjusted;
    expect(first(pair(1, 4, { both: 9 }))).toBeCloseTo(p, 12);
    expect(first(pair(1, 4, { both: 10 }))).toBeCloseTo(2 * p, 12);
    expect(groupRuns([1], [])).toEqual({ pairs: [], least: 10, letters: {} });
  });

  it.each([
    { pairs: 3, n: 9, least: 10 },
    { pairs: 25, n: 10, least: 10 },
    // 26 tests of ten questions: 2 / 1024 × 26 is above 5%, and 2 / 2048 × 26 below.
    { pairs: 26, n: 10, least: 11 },
    { pairs: 1770, n: 100, least: 17 },
  ])("of $pairs pairs with $n common questions are tested from $least on", ({ pairs, n, least }) =>
    expect(leastShared([...Array<number>(pairs).fill(n), 9, 0])).toBe(least),
  );

  it("are recomputed verdict by verdict", () => {
    const modes = ["relaxed", "strict"] as const;
    const run = fc.record({ from: fc.nat(40), length: fc.nat(60), skill: fc.nat(10) });
    fc.assert(
      fc.property(
        fc.array(run, { minLength: 2, maxLength: 6 }),
        fc.array(fc.array(fc.nat(9), { minLength: 6, maxLength: 6 }), {
          minLength: 60,
          maxLength: 60,
        }),
        (runs, luck) => {
          const verdict = (at: number, question: number, mode: (typeof modes)[number]) => {
            const { from, length, skill } = runs[at]!;
            if (question < from || question >= from + length) return null;
            return luck[question]![at]! < (mode === "strict" ? skill / 2 : skill);
          };
          /** A question has other answers for some runs: they do not meet there. */
          const answersOf = (at: number, question: number) => (question % 5 === 0 ? at % 2 : 0);
          const ids = runs.map((_, at) => at + 1);
          const groups = groupsOf(
            ids,
            luck.map((_, question) => ({
              questions: 1,
              verdicts: runs.map((_, at) => ({
                runId: at + 1,
                relaxed: verdict(at, question, "relaxed"),
                strict: verdict(at, question, "strict"),
                answers: answersOf(at, question),
                stale: false,
                automatic: false,
              })),
            })),
          );
          for (const mode of modes) {
            const expected = ids.flatMap((first) =>
              ids
                .filter((second) => second > first)
                .map((second) => {
                  const both = luck.flatMap((_, question) => {
                    const [x, y] = [
                      verdict(first - 1, question, mode),
                      verdict(second - 1, question, mode),
                    ];
                    const same = answersOf(first - 1, question) === answersOf(second - 1, question);
                    return x === null || y === null ? [] : [{ x, y, same }];
                  });
                  const met = both.filter(({ same }) => same);
                  const only = (better: "x" | "y") =>
                    met.filter(({ x, y }) => x !== y && (better === "x" ? x : y)).length;
                  return {
                    first,
                    second,
                    n: met.length,
                    otherAnswers: both.length - met.length,
                    one: only("x"),
                    other: only("y"),
                  };
                }),
            );
            const enough = (k: number) => expected.filter(({ n }) => n >= k);
            let k = 10;
            while (2 * 0.5 ** k * enough(k).length >= 0.05) k += 1;
            const tested = enough(k);
            const adjusted = holmAlone(tested.map(({ one, other }) => coinTest(one, other)));
            const { pairs, letters: given, least } = groups[mode];
            expect(least).toBe(k);
            const numbers = ({
              first,
              second,
              n,
              otherAnswers,
            }: Record<"first" | "second" | "n" | "otherAnswers", number>) => ({
              first,
              second,
              n,
              otherAnswers,
            });
            expect(pairs!.map(numbers)).toEqual(expected.map(numbers));
            for (const [at, found] of pairs!.entries()) {
              const { one, other, n } = expected[at]!;
              const test = tested.indexOf(expected[at]!);
              const [x, y] = [given![found.first] ?? "", given![found.second] ?? ""];
              expect([...x].some((letter) => y.includes(letter))).toBe(
                test >= 0 && adjusted[test]! >= 0.05,
              );
              if (test < 0) expect([found.comparable, found.difference]).toEqual([false, null]);
              else {
                expect(found.difference).toBeCloseTo((one - other) / n, 12);
                expect(found.adjusted).toBeCloseTo(adjusted[test]!, 10);
              }
            }
            for (const id of ids)
              expect(given![id] !== undefined).toBe(
                tested.some(({ first, second }) => first === id || second === id),
              );
          }
        },
      ),
    );
  });

  it("are not looked for among more runs than letters could name", () => {
    const runs = Array.from({ length: MAX_GROUPED_RUNS + 1 }, (_, at) => at);
    expect(groupsOf(runs, []).strict).toMatchObject({ pairs: null, letters: null });
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
    // The range's own: Wilson's lower limit of 34 of 51, and the upper one of 39 of 51.
    const limit = (right: number, sign: 1 | -1) =>
      (right + z ** 2 / 2 + sign * z * Math.sqrt((right * (51 - right)) / 51 + z ** 2 / 4)) /
      (51 + z ** 2);
    expect(found.rangeLow).toBeCloseTo(limit(34, -1), 12);
    expect(found.rangeHigh).toBeCloseTo(limit(39, 1), 12);
    expect(accuracyOf(34, 46)).toMatchObject({ rangeLow: found.low, rangeHigh: found.high });
  });

  it("the range with its sampling error holds the true share whatever is behind what is left out", () => {
    // A tenth of all responses is left out; none, half, or all of it would have got credit.
    const ties = 0.1;
    const models = [0.5, 0.7, 0.85].flatMap((right) =>
      [0, 0.5, 1].map((credit): Model => ({
        cells: [right, 1 - ties - right, ties],
        truth: [right + credit * ties],
      })),
    );
    const points = pointsOf(
      3,
      models,
      ([right, wrong, leftOut]) => {
        const { rangeLow, rangeHigh } = accuracyOf(right!, right! + wrong!, leftOut!);
        return [{ low: rangeLow, high: rangeHigh }];
      },
      { sizes: [20, 50, 100] },
    )[0]!;
    const { mean, least } = coverageOf(points);
    expect(mean).toBeGreaterThan(0.95);
    // As low as Wilson's own may be near 100%.
    expect(least).toBeGreaterThan(0.91);
  });
});
