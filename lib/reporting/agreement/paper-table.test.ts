import { describe, expect, it } from "vitest";
import { agreementOfPair } from "./agreement";
import { pairRow, paperAgreementTable } from "./paper-table";
import type { PairCount } from "./verdicts";

const NO = { relaxed: false, strict: false };
const RELAXED = { relaxed: true, strict: false };
const STRICT = { relaxed: true, strict: true };

/** Two people, fifty responses with a valid and fifty with a false premise: the paper's own table. */
const PEOPLE: PairCount[] = [
  { falsePremise: false, first: STRICT, second: STRICT, responses: 30 },
  { falsePremise: false, first: NO, second: NO, responses: 19 },
  { falsePremise: false, first: RELAXED, second: NO, responses: 1 },
  { falsePremise: true, first: STRICT, second: STRICT, responses: 20 },
  { falsePremise: true, first: NO, second: NO, responses: 26 },
  { falsePremise: true, first: STRICT, second: RELAXED, responses: 4 },
];

describe("the paper's table of agreement", () => {
  it("comes out as printed for two people on a hundred responses", () => {
    const table = paperAgreementTable(
      [{ pair: "human, human", row: pairRow(PEOPLE) }],
      "Agreement",
    );
    expect(table.rows[0]!.map(({ text }) => text)).toEqual([
      "human, human",
      "100",
      "99.0",
      "98.0",
      "100.0",
      "96.0",
      "100.0",
      "92.0",
      "97.5",
      "99.0",
      "96.0",
    ]);
    expect(table.columns.map(({ group, title }) => `${group ?? ""} ${title}`).slice(2)).toEqual([
      "Relaxed overall",
      "Relaxed vp",
      "Relaxed fp",
      "Strict overall",
      "Strict vp",
      "Strict fp",
      "All overall",
      "All vp",
      "All fp",
    ]);
  });

  it("has n, confusion and every coefficient behind each cell, undefined ones with their reason", () => {
    const row = pairRow([{ falsePremise: true, first: STRICT, second: STRICT, responses: 50 }]);
    expect(row.relaxed.fp).toMatchObject({
      responses: 50,
      verdicts: 50,
      agreed: 50,
      confusion: [
        [0, 0],
        [0, 50],
      ],
    });
    expect(row.all.fp).toMatchObject({ responses: 50, verdicts: 100, agreed: 100 });
    for (const mode of ["relaxed", "strict", "all"] as const) {
      expect(row[mode].fp.coefficients.gwetAC1.value).toBe(1);
      expect(row[mode].fp.coefficients.cohen).toMatchObject({
        value: null,
        undefinedBecause: expect.stringContaining("same value") as string,
      });
      expect(row[mode].vp.coefficients.percent).toMatchObject({
        value: null,
        low: null,
        undefinedBecause: expect.stringContaining("No ratings") as string,
      });
    }
  });

  it("is empty, not wrong, for a pair that judged nothing together", () => {
    const table = paperAgreementTable([{ pair: "A, B", row: pairRow([]) }], "Agreement");
    expect(table.rows[0]!.map(({ text }) => text)).toEqual([
      "A, B",
      "0",
      ...Array.from({ length: 9 }, () => "–"),
    ]);
  });

  it("does not depend on how finely or in which order the counts come", () => {
    const fine = [...PEOPLE]
      .reverse()
      .flatMap((count) =>
        Array.from({ length: count.responses }, () => ({ ...count, responses: 1 })),
      );
    expect(pairRow(fine)).toEqual(pairRow(PEOPLE));
  });

  it("pools both verdicts of a response, whose interval is wider than if they were independent", () => {
    const counts: PairCount[] = [
      { falsePremise: false, first: STRICT, second: STRICT, responses: 60 },
      { falsePremise: false, first: STRICT, second: NO, responses: 20 },
      { falsePremise: false, first: NO, second: NO, responses: 20 },
    ];
    const { percent, cohen } = pairRow(counts).all.overall.coefficients;
    expect(percent.value).toBeCloseTo(0.8, 12);
    const independent = agreementOfPair([
      [40, 0],
      [40, 120],
    ]).coefficients;
    expect(cohen.value).toBeCloseTo(independent.cohen.value!, 12);
    expect(percent.high! - percent.low!).toBeGreaterThan(
      1.2 * (independent.percent.high! - independent.percent.low!),
    );
  });
});
