import { beforeEach, expect, test, vi } from "vitest";
import { readCells, renderCells } from "@/lib/dataset/questions/cells";
import { sampleContent } from "@/prisma/testing/content";
import { valuesOf } from "./form-values";
import { dropDraft, readDraft, writeDraft, type Draft } from "./question-draft";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("window", {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    },
  });
});

const KEY = "freshqa.draft.1.5";
const content = sampleContent({ note: "why" });
const cells = renderCells(content);
const draft: Draft = {
  savedAt: "2026-11-21T04:00:00.000Z",
  values: { ...valuesOf(content), question: "Who leads it n", comment: "because" },
  clientKey: "3e1f6b0c-8d0c-4a5e-9a51-0d0a3c6f2b11",
  base: { revisionId: 9, number: 3, cells, content },
};

test("a draft comes back as it was written", () => {
  expect(writeDraft(KEY, draft)).toBe(true);
  expect(readDraft(KEY)).toEqual(draft);
  dropDraft(KEY);
  expect(readDraft(KEY)).toBeNull();
});

test("a draft of a new question has no base", () => {
  writeDraft(KEY, { ...draft, base: null });
  expect(readDraft(KEY)).toEqual({ ...draft, base: null });
});

test("a next review that the cells do not name is kept beside them", () => {
  const unnamed = cells.with(3, "Fall 2024");
  const nextReview = { policy: "on_date", on: "2027-03-01" } as const;
  expect(readCells(unnamed).content?.nextReview).not.toEqual(nextReview);
  const base = { ...draft.base!, cells: unnamed, content: { ...content, nextReview } };
  writeDraft(KEY, { ...draft, base });
  expect(readDraft(KEY)?.base?.content.nextReview).toEqual(nextReview);
});

test("a draft of before a field has been added says of it what the question does", () => {
  writeDraft(KEY, draft);
  const stored = JSON.parse(kept.get(KEY)!) as { values: Partial<Draft["values"]> };
  delete stored.values.hops;
  kept.set(KEY, JSON.stringify(stored));
  expect(readDraft(KEY)).toEqual(draft);
});

test.each([
  ["no JSON", "{"],
  ["of another shape", JSON.stringify({ form: {} })],
  [
    "with a field that is no value",
    JSON.stringify({ ...draft, base: null, values: { ...draft.values, hops: 2 } }),
  ],
  [
    "over cells that say nothing",
    JSON.stringify({ ...draft, base: { ...draft.base, cells: ["a"], nextReview: {} } }),
  ],
])("what is %s is no draft", (_, text) => {
  kept.set(KEY, text);
  expect(readDraft(KEY)).toBeNull();
});
