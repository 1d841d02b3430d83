import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FACT_TYPES, HOPS } from "@/lib/questions/schema";
import { ACCURACY_COLUMNS, accuracyRow, accuracyTable, columnsOf, isOld, type AccuracyCount } from "./accuracy-table";
import { comparePaired, mcnemarExact } from "./comparison";
import { decideVerdict } from "./verdict";

const count = (more: Partial<AccuracyCount>): AccuracyCount => ({
  falsePremise: false, factType: "never-changing", hops: "one-hop", effectiveYear: { year: 2022, before: true }, relaxed: true, strict: true, questions: 1, ...more,
});

describe("the verdict that counts", () => {
  it.each([
    { gold: null, credit: 0, noCredit: 0, adjudicated: null, majority: null, excluded: null, why: "no judgment" },
    { gold: null, credit: 1, noCredit: 0, adjudicated: null, majority: true, excluded: true, why: "one judgment" },
    { gold: null, credit: 0, noCredit: 3, adjudicated: null, majority: false, excluded: false, why: "unanimous" },
    { gold: null, credit: 2, noCredit: 1, adjudicated: null, majority: true, excluded: null, why: "majority" },
    { gold: null, credit: 1, noCredit: 2, adjudicated: null, majority: false, excluded: null, why: "majority" },
    { gold: null, credit: 2, noCredit: 2, adjudicated: null, majority: null, excluded: null, why: "tie" },
    { gold: null, credit: 3, noCredit: 0, adjudicated: false, majority: false, excluded: false, why: "adjudicated against all" },
    { gold: null, credit: 1, noCredit: 1, adjudicated: true, majority: true, excluded: true, why: "adjudicated tie" },
    { gold: false, credit: 3, noCredit: 0, adjudicated: true, majority: false, excluded: false, why: "gold against all and the adjudicator" },
    { gold: true, credit: 0, noCredit: 0, adjudicated: null, majority: true, excluded: true, why: "gold that nobody rated" },
  ])("$credit for, $noCredit against, adjudicated $adjudicated: $why", ({ majority, excluded, why: _, ...judgments }) => {
    expect(decideVerdict(judgments, "majority").verdict).toBe(majority);
    expect(decideVerdict(judgments, "excluded").verdict).toBe(excluded);
  });

  it("by majority never gives Strict credit without Relaxed credit", () => {
    fc.assert(fc.property(fc.array(fc.constantFrom([false, false], [true, false], [true, true])), (judgments) => {
      const decide = (mode: 0 | 1) => decideVerdict({ gold: null, credit: judgments.filter((judgment) => judgment[mode]).length, noCredit: judgments.filter((judgment) => !judgment[mode]).length, adjudicated: null }, "majority").verdict;
      if (decide(1) === true) expect(decide(0)).toBe(true);
    }));
  });
});

describe("the columns of accuracy", () => {
  it.each([
    [{ year: 2022, before: true }, true], [{ year: 2021, before: false }, true], [{ year: 2022, before: false }, false], [{ year: 2025, before: false }, false],
    [{ year: 2023, before: true }, null], [null, null],
  ])("%o is from before 2022: %s", (effectiveYear, old) => expect(isOld(effectiveYear, 2022)).toBe(old));

  it("are those of the paper, a question in each that it belongs to", () => {
    expect(columnsOf(count({ factType: "fast-changing", hops: "multi-hop", effectiveYear: { year: 2023, before: false } }), 2022)).toEqual(["all", "vp", "vpFast", "vpMultiHop", "vpNew"]);
    expect(columnsOf(count({ effectiveYear: { year: 2023, before: false } }), 2024)).toContain("vpOld");
    expect(columnsOf(count({ falsePremise: true }), 2022)).toEqual(["all", "fp", "fpOld"]);
    expect(columnsOf(count({ falsePremise: true, effectiveYear: { year: 2022, before: false } }), 2022)).toEqual(["all", "fp"]);
    expect(columnsOf(count({ effectiveYear: null }), 2022)).toEqual(["all", "vp", "vpNever", "vpOneHop"]);
  });

  it("never count a missing verdict as wrong, and say how many there are", () => {
    const { all, fp } = accuracyRow([count({ questions: 60 }), count({ strict: false, questions: 20 }), count({ relaxed: null, strict: null, questions: 15 }), count({ strict: null, questions: 5 })]);
    expect(all).toMatchObject({ questions: 100, judged: 80, relaxed: { right: 85, judged: 85, value: 1 }, strict: { right: 60, judged: 80, value: 0.75 }, gap: { right: 20, judged: 80, value: 0.25 } });
    expect(fp).toMatchObject({ questions: 0, judged: 0, relaxed: { value: null, low: null, high: null }, gap: { value: null } });
  });

  it("partition: valid and false premises, the speeds, the hops add up; the gap is the difference where both are judged", () => {
    const counts = fc.array(fc.record({
      falsePremise: fc.boolean(), factType: fc.constantFrom(...FACT_TYPES), hops: fc.constantFrom(...HOPS),
      effectiveYear: fc.option(fc.record({ year: fc.integer({ min: 2019, max: 2026 }), before: fc.boolean() })),
      verdict: fc.constantFrom([null, null], [false, false], [true, false], [true, true]), questions: fc.nat(500),
    }).map(({ verdict, ...rest }): AccuracyCount => ({ ...rest, relaxed: verdict[0]!, strict: verdict[1]! })), { maxLength: 40 });
    fc.assert(fc.property(counts, (some) => {
      const row = accuracyRow(some);
      const sum = (columns: (keyof typeof row)[]) => columns.reduce((total, column) => total + row[column].strict.right, 0);
      expect(sum(["vp", "fp"])).toBe(row.all.strict.right);
      expect(sum(["vpFast", "vpSlow", "vpNever"])).toBe(row.vp.strict.right);
      expect(sum(["vpOneHop", "vpMultiHop"])).toBe(row.vp.strict.right);
      for (const column of ACCURACY_COLUMNS) {
        const { relaxed, strict, gap, judged, questions } = row[column];
        expect(judged).toBeLessThanOrEqual(questions);
        if (gap.value === null) expect([relaxed.value, strict.value]).toEqual([null, null]);
        else expect(gap.value).toBeCloseTo(relaxed.value! - strict.value!, 12);
        if (relaxed.value !== null) expect(relaxed.low! <= relaxed.value && relaxed.value <= relaxed.high!).toBe(true);
      }
    }));
  });

  it("print as the paper does: one digit, the best strong, runs that are not fully judged marked and never the best", () => {
    const rows = [
      { model: "A", size: "7B", cutoff: "2021", row: accuracyRow([count({ questions: 197 }), count({ relaxed: false, strict: false, questions: 3 })]) },
      { model: "B", size: "", cutoff: "UTD", row: accuracyRow([count({ questions: 100 }), count({ relaxed: null, strict: null, questions: 100 })]) },
    ];
    const table = accuracyTable(rows, "relaxed", "Accuracy");
    expect(table.rows.map((row) => row.slice(0, 6).map(({ text }) => text))).toEqual([["A", "7B", "2021", "200", "98.5", "98.5"], ["B †", "", "UTD", "100 of 200", "100.0", "100.0"]]);
    expect(table.rows.map((row) => row[4]!.strong)).toEqual([true, undefined]);
    expect(table.columns.map((column) => column.title).slice(4)).toEqual(["All", "all", "fast", "slow", "never", "< 2022", "≥ 2022", "1-hop", "m-hop", "all", "< 2022"]);
    expect(table.rows[0]!.slice(-2).map(({ text, value }) => [text, value])).toEqual([["–", null], ["–", null]]);
    expect(table.notes.join(" ")).toContain("not counted as wrong");
  });
});

describe("two runs compared", () => {
  it("have McNemar's exact p-value of the questions that tell them apart", () => {
    expect(mcnemarExact(5, 15)).toBeCloseTo(0.0413894653, 9);
    expect(mcnemarExact(0, 0)).toBe(1);
    expect(mcnemarExact(59, 6) / 4.964650327127834e-12).toBeCloseTo(1, 9);
  });

  it("have a paired difference with a seeded interval near that of large samples", () => {
    const found = comparePaired({ both: 5_000, onlyFirst: 1_200, onlySecond: 800, neither: 3_000 }, { seed: 4, replicates: 4_000 });
    expect(found).toMatchObject({ n: 10_000, difference: 0.04 });
    const error = Math.sqrt((0.12 + 0.08 - 0.04 ** 2) / 10_000);
    expect(found.low!).toBeCloseTo(0.04 - 1.96 * error, 2);
    expect(found.high!).toBeCloseTo(0.04 + 1.96 * error, 2);
    expect(comparePaired({ both: 5_000, onlyFirst: 1_200, onlySecond: 800, neither: 3_000 }, { seed: 4, replicates: 4_000 })).toEqual(found);
  });

  it("turn round when the runs are exchanged, and say nothing of nothing", () => {
    fc.assert(fc.property(fc.record({ both: fc.nat(50), onlyFirst: fc.nat(50), onlySecond: fc.nat(50), neither: fc.nat(50) }), (counts) => {
      const options = { seed: 1, replicates: 100 };
      const [one, other] = [comparePaired(counts, options), comparePaired({ ...counts, onlyFirst: counts.onlySecond, onlySecond: counts.onlyFirst }, options)];
      expect(one.p).toBe(other.p);
      if (one.difference === null) expect(one).toMatchObject({ n: 0, p: null, low: null, high: null });
      else expect(one.difference + other.difference!).toBe(0);
    }));
    expect(comparePaired({ both: 1, onlyFirst: 0, onlySecond: 0, neither: 0 }, { seed: 1, replicates: 100 })).toMatchObject({ difference: 0, low: null, p: 1 });
  });
});
