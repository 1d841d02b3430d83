import { describe, expect, it } from "vitest";
import { ACCURACY_COLUMNS, type AccuracyMeasure, type SampleBasis } from "./accuracy-table";
import { adjustTogether } from "./comparison";
import { comparedIn, type MetPair } from "./compared-runs";
import {
  changedNotes,
  comparisonDataTable,
  comparisonTable,
  methodNote,
  readingNotes,
} from "./comparison-tables";
import { MEASURES, type ComparisonReport } from "./schema";
import { countedAside, reportInputs } from "@/prisma/testing/report-inputs";

/** Questions on which each run has credit in both modes or in none; null: neither has a verdict. */
function met(
  questions: number,
  verdicts: readonly [boolean, boolean] | null,
  more: Partial<MetPair> = {},
): MetPair {
  const [first, second] = verdicts ?? [null, null];
  return {
    falsePremise: false,
    factType: "never-changing",
    hops: "one-hop",
    effectiveYear: null,
    stale: false,
    ratedIn: 0,
    late: false,
    answered: true,
    firstRelaxed: first,
    firstStrict: first,
    firstAutomatic: false,
    secondRelaxed: second,
    secondStrict: second,
    secondAutomatic: false,
    questions,
    ...more,
  };
}

const fast = { factType: "fast-changing" } as const;
const PAIRS: readonly MetPair[] = [
  met(6, [true, true]),
  met(3, [true, false], { stale: true, secondAutomatic: true }),
  met(1, [false, true]),
  met(30, null),
  met(4, [true, true], fast),
  met(6, [false, false], { ...fast, firstAutomatic: true }),
  met(50, null, fast),
  // A response is missing: it is of no population.
  met(7, null, { answered: false }),
  // Nor are these, which one of them answered when the sample was drawn already.
  met(9, null, { late: true }),
  // No campaign rates these by the present answers, and a follow-up none of these yet.
  met(5, null, { ...fast, ratedIn: null }),
  met(2, null, { ratedIn: 1 }),
  // Of this stratum nothing was rated.
  met(8, null, { hops: "multi-hop" }),
];
const compared = (basis: SampleBasis, column = "all" as (typeof ACCURACY_COLUMNS)[number]) =>
  comparedIn(PAIRS, { measure: "relaxed", column, year: 2022, basis });

describe("two runs compared in a column", () => {
  it("of rated questions are those with a verdict for both, each counting once", () => {
    expect(compared("rated")).toMatchObject({
      n: 20,
      counts: { both: 10, onlyFirst: 3, onlySecond: 1, neither: 6 },
      first: 13 / 20,
      second: 11 / 20,
      difference: 2 / 20,
      automatic: { first: 6, second: 3 },
      stale: 3,
      population: 20,
      changed: 0,
      uncovered: 0,
      lowest: null,
      highest: null,
      rangeLow: null,
      rangeHigh: null,
    });
  });

  it("of a sample stand for their strata, with what changed and what nothing is known of beside them", () => {
    // 40 questions with 3 − 1 of 10, and 60 with none of 10: 0.4 · 0.2.
    const difference = 0.4 * 0.2;
    expect(compared("estimate")).toMatchObject({
      n: 20,
      counts: { both: 10, onlyFirst: 3, onlySecond: 1, neither: 6 },
      first: expect.closeTo(0.4 * 0.9 + 0.6 * 0.4, 12),
      second: expect.closeTo(0.4 * 0.7 + 0.6 * 0.4, 12),
      difference: expect.closeTo(difference, 12),
      automatic: { first: 6, second: 3 },
      stale: 3,
      population: 100,
      changed: 7,
      uncovered: 8,
      lowest: expect.closeTo((difference * 100 - 7) / 107, 12),
      highest: expect.closeTo((difference * 100 + 7) / 107, 12),
    });
    const { low, high, rangeLow, rangeHigh } = compared("estimate");
    expect(rangeLow).toBeCloseTo((low! * 100 - 7) / 107, 12);
    expect(rangeHigh).toBeCloseTo((high! * 100 + 7) / 107, 12);
    // Nothing of it changed: there is no range.
    expect(
      comparedIn(
        PAIRS.filter(({ ratedIn }) => ratedIn === 0),
        { measure: "relaxed", column: "all", year: 2022, basis: "estimate" },
      ),
    ).toMatchObject({ changed: 0, rangeLow: null, rangeHigh: null });
    expect(compared("estimate", "vpFast")).toMatchObject({
      n: 10,
      population: 60,
      changed: 5,
      uncovered: 0,
      difference: 0,
    });
    expect(compared("estimate", "fp")).toMatchObject({ n: 0, population: 0, difference: null });
  });
});

function reportOf(basis: SampleBasis): ComparisonReport {
  const run = {
    runId: 1,
    modelId: 1,
    model: "A",
    run: "a",
    label: "A",
    size: "",
    cutoff: "",
    generatedBy: null,
    dateInPrompt: null,
    hasWebSearch: null,
    release: "FreshQA_v04072025",
    sha256: "0",
    publishedAt: "2025-04-07T00:00:00Z",
  };
  const columns = (measure: AccuracyMeasure) =>
    adjustTogether(
      ACCURACY_COLUMNS.map((column) => ({
        column,
        title: column,
        ...comparedIn(PAIRS, { measure, column, year: 2022, basis }),
      })),
    );
  return {
    inputs: {
      ...reportInputs({ campaign: { id: 4, name: "Study", followUps: 1 } }),
      basis,
      sampledSplits: [],
    },
    first: run,
    second: { ...run, runId: 2, model: "B", label: "B" },
    aside: { first: countedAside(), second: countedAside() },
    shared: 122,
    changed: 0,
    measures: Object.fromEntries(
      MEASURES.map((measure) => [measure, columns(measure)]),
    ) as ComparisonReport["measures"],
  };
}

describe("the table of a comparison", () => {
  const row = (basis: SampleBasis) => {
    const { columns, rows } = comparisonTable(reportOf(basis), "relaxed");
    return Object.fromEntries(
      columns.map(({ title, group }, at) => [`${group ?? ""}${title}`, rows[0]![at]!.text]),
    );
  };

  it("says what it is of: n rated questions, or N for which a sample stands", () => {
    expect(row("rated")).toMatchObject({ n: "20", First: "65.0", Second: "55.0" });
    expect(row("rated")).not.toHaveProperty("N");
    expect(row("estimate")).toMatchObject({ n: "20", N: "100", First: "60.0", Second: "52.0" });
    expect(row("estimate")["First only"]).toBe("3");
    expect(comparisonTable(reportOf("estimate"), "relaxed").caption).toBe(
      "A compared with B, Relaxed, estimated from a random sample",
    );
  });

  it("has the sentences that belong to it", () => {
    expect(readingNotes(reportOf("rated"), "relaxed")).toEqual([
      "Shares in percent, differences in percentage points, first minus second.",
      "n: questions for which both have a verdict.",
    ]);
    expect(readingNotes(reportOf("estimate"), "relaxed").slice(1)).toEqual([
      "Estimates from the random sample of the campaign Study and its follow-up, stratified by category and hops, and where answers have changed by follow-up: each stratum weighted by its size. n: sampled questions for which both have a verdict. N: questions that the estimate is for. Both, First only, Second only, Neither: of the n.",
      "Not covered, as a response came after the sample was drawn: 9 questions.",
      "Not covered, as no question of their strata has a verdict for both: 8 questions.",
      "The other rows leave out their part of what is not covered, and questions of strata without a verdict in that row; the CSV file has their numbers.",
    ]);
    const changed =
      "Not covered, as their answers have changed since they were rated (range: the difference if only the second run got credit on them, and if only the first did): 7 questions, range +0.9 to +14.0 (95% CI −15.0 to +29.1).";
    expect(changedNotes(reportOf("estimate"), "relaxed")).toEqual([changed]);
    expect(comparisonTable(reportOf("estimate"), "relaxed").about).toContain(changed);
    expect(changedNotes(reportOf("rated"), "relaxed")).toEqual([]);
    expect(methodNote(reportOf("estimate"), "relaxed")).toContain("at the effective sample size");
  });

  it("has the population and the basis in its file", () => {
    const { columns, rows } = comparisonDataTable(reportOf("estimate"));
    const of = (title: string) =>
      rows[0]![columns.findIndex((column) => column.title === title)]!.value;
    expect(
      ["n", "population", "not_covered_changed", "not_covered_late", "not_covered_otherwise"].map(
        of,
      ),
    ).toEqual([20, 100, 7, 9, 8]);
  });
});
