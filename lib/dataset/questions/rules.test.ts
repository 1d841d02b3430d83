import { describe, expect, test } from "vitest";
import { renderCells } from "./cells";
import {
  describeBulkChange,
  describeNextReview,
  mergeContent,
  readQuestionId,
  sameContent,
  theirChanges,
} from "./rules";
import type { BulkChange, Content } from "./schema";
import { countOf } from "@/lib/platform/format";

const base: Content = {
  split: "TEST",
  question: "Who founded Amazon?",
  effectiveYear: { year: 2022, before: true },
  nextReview: { policy: "on_date", on: "2026-11-24" },
  falsePremise: false,
  hops: "one-hop",
  factType: "never-changing",
  sources: ["https://example.org/a"],
  answers: ["Jeff Bezos", "Bezos"],
  note: "",
};

test.each([
  ["17", 17],
  ["Q17", 17],
  ["q17", 17],
  ["017", null],
  ["0", null],
  ["-1", null],
  ["1.5", null],
  ["17a", null],
  ["2147483648", null],
  ["", null],
])("the address %j names question %j", (text, id) => {
  expect(readQuestionId(text)).toBe(id);
});

test.each<[BulkChange, number, string]>([
  [{ kind: "retire" }, 1, "Retired 1 question"],
  [{ kind: "restore" }, 1234, "Restored 1,234 questions"],
  [{ kind: "split", split: null }, 2, "Removed 2 questions from their split"],
  [{ kind: "split", split: "DEV" }, 2, "Moved 2 questions to DEV"],
  [
    { kind: "schedule", nextReview: { policy: "on_date", on: "2026-11-01" } },
    3,
    "Set the next review of 3 questions to 1 Nov 2026",
  ],
])("a bulk change reads %j × %i → %s", (change, count, words) => {
  expect(describeBulkChange(change, count)).toBe(words);
  expect(describeNextReview({ policy: "every_time", on: null })).toBe("at every release");
  expect(countOf(0, "question")).toBe("0 questions");
});

describe("merging with a revision that came first", () => {
  const cells = renderCells(base);

  test("names the fields that they changed, and calls it a conflict only where both changed one to different texts", () => {
    const theirs = {
      ...base,
      question: "Who founded Amazon.com?",
      note: "A note",
      answers: ["Jeff Bezos"],
      hops: "multi-hop" as const,
    };
    const mine = {
      ...base,
      question: "Who has founded Amazon?",
      answers: ["Jeff Bezos"],
      split: "DEV" as const,
    };
    const { changes } = theirChanges({ content: base, cells }, renderCells(theirs), mine);
    expect(changes.map((change) => [change.field, change.conflict])).toEqual([
      ["question", true],
      ["answers", false],
      ["hops", false],
      ["note", false],
    ]);
  });

  test("keeps mine in every field but those taken from them", () => {
    const theirs = { ...base, question: "Theirs?", note: "Theirs" };
    const mine = { ...base, question: "Mine?", note: "Mine", split: null };
    expect(mergeContent(mine, theirs, ["note"])).toEqual({ ...mine, note: "Theirs" });
  });

  test("keeps the day that only the import knew when they did not touch next review", () => {
    const raw = [...cells];
    raw[3] = "24-Nov";
    const other = [...raw];
    other[18] = "A note";
    const { theirs, changes } = theirChanges({ content: base, cells: raw }, other, base);
    expect(theirs.nextReview).toEqual(base.nextReview);
    expect(changes.map((change) => change.field)).toEqual(["note"]);
  });

  test("does not take line ends for a change", () => {
    expect(sameContent({ ...base, note: "a\r\nb" }, { ...base, note: "a\nb" })).toBe(true);
    expect(sameContent(base, { ...base, answers: [...base.answers].reverse() })).toBe(false);
  });
});
