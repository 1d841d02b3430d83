import { describe, expect, test } from "vitest";
import { renderCells } from "./cells";
import {
  changedFields,
  describeBulkChange,
  describeNextReview,
  questionsInWords,
  theirChanges,
} from "./rules";
import { QUESTION_FIELDS } from "./fields";
import type { BulkChange, Content } from "./schema";
import { countOf } from "@/lib/platform/format";
import { sampleContent } from "@/prisma/testing/content";

test.each([
  [[3, 7], 2, "Q3, Q7"],
  [[3, 7], 1_006, "Q3, Q7 and 1,004 more"],
])("questions %j of %i are named", (ids, count, words) =>
  expect(questionsInWords(ids, count)).toBe(words),
);

const base: Content = sampleContent({
  question: "Who founded Amazon?",
  effectiveYear: { year: 2022, before: true },
  nextReview: { policy: "on_date", on: "2026-11-24" },
  factType: "never-changing",
  sources: ["https://example.org/a"],
  answers: ["Jeff Bezos", "Bezos"],
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
    const { changes } = theirChanges(
      { content: base, cells },
      { cells: renderCells(theirs) },
      mine,
    );
    expect(changes.map((change) => [change.field, change.conflict])).toEqual([
      ["question", true],
      ["answers", false],
      ["hops", false],
      ["note", false],
    ]);
  });

  test("keeps the day that only the import knew when they did not touch next review", () => {
    const raw = [...cells];
    raw[3] = "24-Nov";
    const other = [...raw];
    other[18] = "A note";
    const { theirs, changes } = theirChanges({ content: base, cells: raw }, { cells: other }, base);
    expect(theirs.nextReview).toEqual(base.nextReview);
    expect(changes.map((change) => change.field)).toEqual(["note"]);
  });

  test("does not take line ends for a change", () => {
    expect(changedFields({ ...base, note: "a\r\nb" }, { ...base, note: "a\nb" })).toEqual([]);
    expect(changedFields(base, { ...base, answers: [...base.answers].reverse() })).toEqual([
      "answers",
    ]);
  });
});

test("each field is a change by itself, in the order of the form", () => {
  const other: Content = {
    split: null,
    question: "Who runs Amazon?",
    effectiveYear: { year: 2022, before: false },
    nextReview: { policy: "never", on: null },
    falsePremise: true,
    hops: "multi-hop",
    factType: "fast-changing",
    sources: [],
    answers: ["Jeff Bezos\nBezos"],
    note: "why",
  };
  const order = Object.keys(QUESTION_FIELDS) as (keyof Content)[];
  expect(order.toSorted()).toEqual(Object.keys(base).toSorted());
  for (const field of order)
    expect(changedFields(base, { ...base, [field]: other[field] })).toEqual([field]);
  expect(changedFields(base, other)).toEqual(order);
});
