import { expect, test } from "vitest";
import { openWorkLines, sampleWords } from "./labels";

test("what closing leaves open is a line each, and nothing where all is done", () => {
  expect(
    openWorkLines({ ratings: 0, onDesks: 0, unassigned: 0, cases: 0, stale: 0, flagged: 0 }),
  ).toEqual([]);
  expect(
    openWorkLines({ ratings: 30, onDesks: 0, unassigned: 0, cases: 0, stale: 0, flagged: 0 }),
  ).toEqual(["30 ratings missing"]);
  expect(
    openWorkLines({ ratings: 1_200, onDesks: 8, unassigned: 2, cases: 15, stale: 3, flagged: 1 }),
  ).toEqual([
    "1,200 ratings missing (8 in progress, 2 unassigned)",
    "15 responses pending adjudication",
    "3 responses rated against outdated answers, with no follow-up campaign",
    "1 question with an unresolved flag",
  ]);
});

test("a sample names the filter by the citation check, with its variant", () => {
  expect(sampleWords({ kind: "random", count: 20, splits: ["TEST"], citations: null })).toBe(
    "20 questions at random of TEST",
  );
  expect(
    sampleWords({
      kind: "all",
      splits: [],
      citations: { keep: "precision", variant: "repository", below: 0.5 },
    }),
  ).toBe(
    "All responses, with citation precision below 0.5 by the citation check (Repository: Rouge-1 precision ≥ 0.75)",
  );
});
