import { describe, expect, it } from "vitest";
import { PROTOCOL_PRESETS } from "@/lib/rating/protocols/presets";
import { NO_CITATIONS, type CitationCounts } from "@/lib/runs/references/citation-check";
import { finish } from "@/lib/statistics/intervals";
import { citationAgreementTable, citationsTable } from "./citation-tables";
import { citationSteps, standingValue } from "./citations";
import type { CitedItem } from "./schema";

const { definition } = PROTOCOL_PRESETS.find(({ key }) => key === "webglm-answers")!;
const systems = [{ runId: 1, label: "Heron" }];

/** An answer of so many citations, so many of them supported, whose supported pieces are all cited rightly. */
const item = (
  questionId: number,
  people: number | null,
  counts: Partial<CitationCounts> | null,
): CitedItem => ({
  runId: 1,
  questionId,
  key: "citation-accuracy",
  people,
  checks: counts && {
    paper: { ...NO_CITATIONS, ...counts },
    repository: { ...NO_CITATIONS, ...counts },
  },
});
const reportOf = (items: CitedItem[]) => finish(citationSteps(definition, systems, items))[0]!;

describe("what people say of a response", () => {
  it.each<[number[], boolean, number | null, number | null]>([
    [[3, 2, 2], false, null, 7 / 3],
    [[], false, null, null],
    [[0, 3], true, 1, 1],
    [[0, 3], true, null, null],
  ])("of %j, adjudicated %s as %s, is %s", (values, adjudicated, decision, said) => {
    expect(standingValue({ values, adjudicated, decision })).toBe(said);
  });
});

describe("the check beside people", () => {
  it("leaves out, and counts, what one of them says nothing of", () => {
    const {
      withoutReferences,
      cannotTell,
      systems: found,
      agreement,
    } = reportOf([
      item(1, 3, { cited: 2, supported: 2, segments: 2, supportedSegments: 1, rightlyCited: 1 }),
      item(2, 1.5, { cited: 2, supported: 1, segments: 1 }),
      item(3, 0, { segments: 1 }),
      item(4, 2, null),
      item(5, null, { cited: 4 }),
      item(6, null, null),
    ]);
    expect({ withoutReferences, cannotTell }).toEqual({ withoutReferences: 2, cannotTell: 1 });
    expect(found[0]).toMatchObject({
      responses: 3,
      people: { value: 1.5, n: 3, low: null },
      checks: { paper: { precision: { value: 0.75, n: 4 }, recall: { value: 1, n: 1 } } },
    });
    expect(
      agreement.map(({ measure, correlation: { value, n }, withoutValue }) => [
        measure,
        value,
        n,
        withoutValue,
      ]),
    ).toEqual([
      ["precision", 1, 2, 1],
      ["recall", null, 1, 2],
      ["f1", null, 1, 2],
      ["precision", 1, 2, 1],
      ["recall", null, 1, 2],
      ["f1", null, 1, 2],
    ]);
    expect(agreement[1]!.correlation.undefinedBecause).toBe(
      "Fewer than two responses have both values.",
    );
  });

  it("is undefined where all responses are the same to one of them", () => {
    const same = [1, 2, 3].map((question) => item(question, question, { cited: 1, supported: 1 }));
    expect(reportOf(same).agreement[0]!.correlation).toMatchObject({
      value: null,
      n: 3,
      undefinedBecause: "People or the check give all responses the same value.",
    });
  });

  it("has an interval from ten questions on", () => {
    const some = (questions: number) =>
      reportOf(
        Array.from({ length: 2 * questions }, (_, at) =>
          item(at % questions, at % 4, { cited: 5, supported: ((at * at) % 7) % 6 }),
        ),
      ).agreement[0]!.correlation;
    expect(some(9)).toMatchObject({ low: null, high: null });
    const { value, low, high } = some(10);
    expect(low! < value! && value! < high!).toBe(true);
  });

  it("is there without responses, and in tables whose rows have their columns", () => {
    for (const items of [[], [item(1, 3, { cited: 1 })]]) {
      const reports = [reportOf(items)];
      for (const table of [
        citationsTable(reports, "P"),
        citationAgreementTable(reports, "P"),
        citationsTable([...reports, ...reports], "P"),
        citationAgreementTable([...reports, ...reports], "P"),
      ]) {
        expect(table.rows.length).toBeGreaterThan(0);
        for (const row of table.rows) expect(row).toHaveLength(table.columns.length);
        expect(table.notes[0]).toContain("a hint, not a verdict");
      }
    }
  });
});
