import { describe, expect, it } from "vitest";
import { sampleContent } from "@/prisma/testing/content";
import {
  answerPeriods,
  countsAsVerified,
  inferEffectiveYear,
  refreshedContent,
  type DatedAnswers,
} from "./rules";

describe("the effective year follows a changed answer", () => {
  const before = { answers: ["Ada Brandt", "Brandt"], effectiveYear: { year: 2022, before: true } };
  it.each<[string, string[], object]>([
    ["a new primary answer", ["Bea Okafor"], { year: 2026, before: false }],
    [
      "a new primary answer before the old ones",
      ["Bea Okafor", "Ada Brandt"],
      { year: 2026, before: false },
    ],
    ["one more name", ["Ada Brandt", "Brandt", "A. Brandt"], before.effectiveYear],
    ["another order", ["Brandt", "Ada Brandt"], before.effectiveYear],
    ["another spelling of the same", ["ADA  brandt"], before.effectiveYear],
    ["a name less", ["Ada Brandt"], before.effectiveYear],
  ])("%s", (_name, answers, expected) =>
    expect(inferEffectiveYear(before, answers, 2026)).toEqual(expected),
  );

  it.each([
    ["50", "50%"],
    ["C", "C#"],
    ["-5", "5"],
    ["1-0", "1.0"],
    ["1/2", "1, 2"],
    ["résumé", "resume"],
  ])("%j is another answer than %j", (was, is) => {
    expect(inferEffectiveYear({ answers: [was], effectiveYear: null }, [is], 2026)).toEqual({
      year: 2026,
      before: false,
    });
    expect(inferEffectiveYear({ answers: [is], effectiveYear: null }, [was], 2026)).toEqual({
      year: 2026,
      before: false,
    });
  });

  it("stays open where it was open and the answer is the same", () => {
    expect(inferEffectiveYear({ answers: ["a"], effectiveYear: null }, ["a"], 2026)).toBeNull();
  });
});

describe("a refresh that names the next review", () => {
  const content = sampleContent({ nextReview: { policy: "on_date", on: "2026-11-01" } });
  const nextReview = { policy: "on_date", on: "2027-11-01" } as const;
  it.each([
    { kind: "answer", answers: ["a"] },
    { kind: "evidence", sources: ["https://a.example"], verified: true },
    {
      kind: "reclassify",
      factType: "slow-changing",
      falsePremise: false,
      hops: "one-hop",
      verified: true,
    },
  ] as const)("sets it with $kind, and leaves it where none is named", (change) => {
    const with_ = { ...change, nextReview } as Parameters<typeof refreshedContent>[1];
    expect(refreshedContent(content, with_, 2026).nextReview).toEqual(nextReview);
    const without = change as unknown as Parameters<typeof refreshedContent>[1];
    expect(refreshedContent(content, without, 2026).nextReview).toEqual(content.nextReview);
  });
});

describe("what counts as verified", () => {
  it.each([
    [{ kind: "answer", answers: ["a"] }, true],
    [{ kind: "evidence", sources: [], verified: true }, true],
    [{ kind: "evidence", sources: [], verified: false }, false],
    [{ kind: "retire" }, false],
  ] as const)("%j: %s", (change, expected) =>
    expect(countsAsVerified(change as never)).toBe(expected),
  );
});

describe("the time line of the answers", () => {
  const revision = (number: number, since: string, ...answerCells: string[]): DatedAnswers => ({
    number,
    since,
    answerCells,
    effectiveYear: null,
  });

  it("joins revisions with the same answers, the latest stretch first", () => {
    expect(
      answerPeriods([
        revision(1, "2025-01-01", "a", ""),
        revision(2, "2025-02-01", "a", "b"),
        revision(3, "2025-03-01", "a ", "b"),
        revision(4, "2025-04-01", "a", ""),
      ]),
    ).toEqual([
      {
        answers: ["a"],
        since: "2025-04-01",
        until: null,
        fromRevision: 4,
        toRevision: 4,
        effectiveYear: null,
      },
      {
        answers: ["a", "b"],
        since: "2025-02-01",
        until: "2025-04-01",
        fromRevision: 2,
        toRevision: 3,
        effectiveYear: null,
      },
      {
        answers: ["a"],
        since: "2025-01-01",
        until: "2025-02-01",
        fromRevision: 1,
        toRevision: 1,
        effectiveYear: null,
      },
    ]);
  });

  it("of no revision is empty", () => expect(answerPeriods([])).toEqual([]));
});
