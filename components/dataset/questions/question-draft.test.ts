import { describe, expect, test } from "vitest";
import type { Content } from "@/lib/dataset/questions/schema";
import { checkForm, contentOf, draftSchema, EMPTY_FORM, formOf, line } from "./question-draft";

const content: Content = {
  split: null,
  question: "Who founded Amazon?",
  effectiveYear: { year: 2022, before: true },
  nextReview: { policy: "on_date", on: "2026-11-24" },
  falsePremise: true,
  hops: "multi-hop",
  factType: "never-changing",
  sources: ["https://example.org/a"],
  answers: ["Jeff Bezos", "Bezos\nand others"],
  note: "why",
};

describe("the form", () => {
  test("means the content that it was filled with", () => {
    expect(checkForm(formOf(content))).toEqual({ content, errors: {} });
    expect(
      checkForm(
        formOf({
          ...content,
          effectiveYear: null,
          sources: [],
          nextReview: { policy: "never", on: null },
        }),
      ).content,
    ).toMatchObject({ effectiveYear: null, sources: [] });
  });

  test("names every field that is still open, in words", () => {
    const { errors } = checkForm(EMPTY_FORM);
    expect(Object.keys(errors).sort()).toEqual([
      "answers.0",
      "factType",
      "falsePremise",
      "hops",
      "nextReview.policy",
      "question",
    ]);
    for (const words of Object.values(errors))
      expect(words).not.toMatch(/invalid|expected|received/i);
  });

  test.each([
    [
      "an address that is no http(s) one",
      { sources: [line(""), line("javascript:alert(1)")] },
      "sources.1",
    ],
    ["a year of two digits", { year: "22" }, "effectiveYear.year"],
    ["a year that is no number", { year: "soon" }, "effectiveYear.year"],
    ["a missing day", { reviewOn: "" }, "nextReview.on"],
    ["an impossible day", { reviewOn: "2026-02-30" }, "nextReview.on"],
    ["an eleventh answer", { answers: Array.from({ length: 11 }, () => line("a")) }, "answers"],
    ["an empty answer", { answers: [line("a"), line(" ")] }, "answers.1"],
    ["an invisible control character", { note: "a\u0007b" }, "note"],
  ])("points at %s", (_, part, path) => {
    const { errors } = checkForm({ ...formOf(content), ...part });
    expect(Object.keys(errors)).toEqual([path]);
    expect(errors[path]).not.toMatch(/invalid|expected|received/i);
  });

  test("leaves empty evidence lines out", () => {
    expect(
      contentOf({ ...formOf(content), sources: [line(" "), line("https://a.org"), line("")] }),
    ).toMatchObject({ sources: ["https://a.org"] });
  });
});

test("a draft comes back as it was written, and anything else is no draft", () => {
  const draft = {
    savedAt: "2026-11-21T04:00:00.000Z",
    form: formOf(content, "a comment"),
    base: { revisionId: 1, number: 1, content, cells: ["a"] },
  };
  expect(draftSchema.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  expect(draftSchema.safeParse({ form: {} }).success).toBe(false);
});
