import { expect, it } from "vitest";
import type { GridRow } from "@/lib/dataset/questions/queries";
import { changedColumns, changesInWords, newsInWords } from "./live-changes";

const ROW: GridRow = {
  id: 7,
  revisionId: 70,
  status: "active",
  question: "Who?",
  answer: "Ann",
  reviewPolicy: "on_date",
  reviewOn: "2026-12-01",
  hosts: ["a.example"],
};
const COLUMNS = ["id", "question", "answer", "review", "evidence"];

it.each<[string, Partial<GridRow>, string[]]>([
  ["nothing", { hosts: ["a.example"] }, []],
  ["an answer", { answer: "Ben" }, ["answer"]],
  ["a day of review", { reviewOn: "2026-12-02" }, ["review"]],
  ["a retired question", { status: "retired" }, ["question"]],
  ["evidence and text", { hosts: [], question: "Who now?" }, ["question", "evidence"]],
  ["a column that is not shown", { split: "DEV" }, []],
])("marks the columns of %s", (_, change, expected) =>
  expect([...changedColumns(ROW, { ...ROW, ...change }, COLUMNS)]).toEqual(expected),
);

it("says who changed what", () => {
  expect(changesInWords([])).toBe("");
  expect(changesInWords([{ id: 7, by: "Ann" }])).toBe("Ann changed Q7.");
  const two = [
    { id: 7, by: "Ann" },
    { id: 8, by: "Ben" },
  ];
  expect(changesInWords(two)).toBe("2 people changed 2 questions.");
});

it.each<[[number, number, number, boolean], string | null]>([
  [[0, 0, 0, false], null],
  [[3, 0, 0, false], "3 new questions"],
  [[1, 1, 0, false], "1 new question, 1 no longer matches"],
  [[0, 2, 0, false], "2 questions no longer match"],
  [[0, 0, 1, false], "1 question sorted differently now"],
  [[0, 1, 2, false], "1 question no longer matches, 2 sorted differently now"],
  [[1, 1, 1, true], "Many questions changed"],
])("says what a list does not show: %j", ([added, gone, moved, more], words) =>
  expect(newsInWords({ added, gone, moved, more })).toBe(words),
);
