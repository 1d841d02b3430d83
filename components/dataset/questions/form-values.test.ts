import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentSchema, type Content } from "@/lib/dataset/questions/schema";
import { FIELD_KEYS, type Field } from "@/lib/dataset/questions/vocabulary";
import { sampleContent } from "@/prisma/testing/content";
import { checkValues } from "./check-values";
import {
  areSameValues,
  contentOf,
  EMPTY_VALUES,
  isSameValue,
  line,
  readValues,
  takeFrom,
  valuesOf,
  type QuestionValues,
} from "./form-values";

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
/** Another value of each field. */
const OTHER: { [F in Field]: Content[F] } = {
  split: "DEV",
  question: "Who leads Amazon?",
  effectiveYear: null,
  nextReview: { policy: "never", on: null },
  falsePremise: false,
  hops: "one-hop",
  factType: "fast-changing",
  sources: [],
  answers: ["Andy Jassy"],
  note: "",
};
const withOther = (field: Field): Content => ({ ...content, [field]: OTHER[field] });

describe("each field", () => {
  test.each(FIELD_KEYS)("%s means what it was filled with", (field) => {
    for (const filled of [content, withOther(field)])
      expect(checkValues(valuesOf(filled))).toEqual({ value: filled, errors: {} });
  });

  test.each(FIELD_KEYS)("%s is compared", (field) => {
    const [one, other] = [valuesOf(content), valuesOf(withOther(field))];
    expect(FIELD_KEYS.filter((name) => !isSameValue(name, one, other))).toEqual([field]);
    expect(areSameValues(one, other)).toBe(false);
    expect(areSameValues(one, structuredClone(one))).toBe(true);
  });

  test.each(FIELD_KEYS)(
    "%s is taken from another's content, all else stays as it was typed",
    (field) => {
      const typed = { ...valuesOf(content), effectiveYear: { text: "20x", before: false } };
      const theirs = FIELD_KEYS.reduce((all, name) => ({ ...all, [name]: OTHER[name] }), content);
      expect(takeFrom(theirs, [field], typed)).toEqual({
        ...typed,
        [field]: valuesOf(theirs)[field],
      });
      expect(takeFrom(theirs, [], typed)).toEqual(typed);
    },
  );

  test.each(FIELD_KEYS)("%s comes back from a device", (field) => {
    for (const values of [valuesOf(content), valuesOf(withOther(field)), EMPTY_VALUES]) {
      const kept: unknown = JSON.parse(JSON.stringify(values));
      expect(readValues(kept, EMPTY_VALUES)).toEqual(values);
      expect(readValues({ ...(kept as object), [field]: 7 }, EMPTY_VALUES)).toBeNull();
      // Kept before there was such a field.
      const missing = valuesOf(withOther(field));
      expect(readValues({ ...(kept as object), [field]: undefined }, missing)).toEqual({
        ...values,
        [field]: missing[field],
      });
    }
  });
});

test("a choice, a line and a pair are read for what they may be", () => {
  const kept = valuesOf(content);
  for (const wrong of [
    { factType: "sometimes" },
    { hops: "no-hop" },
    { split: "" },
    { falsePremise: true },
    { nextReview: { policy: "sometimes", on: "" } },
    { nextReview: { policy: "never" } },
    { effectiveYear: { text: 2024, before: false } },
    { answers: "Ada" },
    { answers: [{ key: 0 }] },
  ])
    expect(readValues({ ...kept, ...wrong }, kept)).toBeNull();
  expect(readValues(null, kept)).toBeNull();
  expect(readValues([], kept)).toBeNull();
});

test("lines of before are numbered anew, so that lines added later get keys of their own", () => {
  const typed = { ...valuesOf(content), sources: [line("https://a.org"), line("")] };
  const kept = readValues(typed, EMPTY_VALUES);
  expect(kept?.sources).toEqual([
    { key: 0, text: "https://a.org" },
    { key: 1, text: "" },
  ]);
});

test("any content that may be saved comes back through a form as it is", () => {
  const text = fc.string({ minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(
      fc.record({
        question: text,
        answers: fc.array(text, { minLength: 1, maxLength: 10 }),
        sources: fc.array(fc.webUrl(), { maxLength: 5 }),
        note: fc.string({ maxLength: 30 }),
        effectiveYear: fc.option(
          fc.record({ year: fc.integer({ min: 1000, max: 9999 }), before: fc.boolean() }),
        ),
      }),
      (part) => {
        const saved = contentSchema.safeParse(sampleContent(part)).data;
        fc.pre(saved !== undefined);
        expect(checkValues(valuesOf(saved)).value).toEqual(saved);
      },
    ),
  );
});

describe("what is wrong", () => {
  test("names every field that is still open, in words", () => {
    const { errors } = checkValues(EMPTY_VALUES);
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

  const year = (text: string) => ({ effectiveYear: { text, before: false } });
  const on = (day: string) => ({ nextReview: { policy: "on_date" as const, on: day } });
  test.each<[string, Partial<QuestionValues>, string]>([
    [
      "an address that is no http(s) one",
      { sources: [line(""), line("javascript:alert(1)")] },
      "sources.1",
    ],
    ["a year of two digits", year("22"), "effectiveYear.year"],
    ["a year that is no number", year("soon"), "effectiveYear.year"],
    ["a missing day", on(""), "nextReview.on"],
    ["an impossible day", on("2026-02-30"), "nextReview.on"],
    ["a day whose cell could not be read again", on("0027-02-15"), "nextReview.on"],
    ["an eleventh answer", { answers: Array.from({ length: 11 }, () => line("a")) }, "answers"],
    ["an empty answer", { answers: [line("a"), line(" ")] }, "answers.1"],
    ["an invisible control character", { note: "a\u0007b" }, "note"],
  ])("is said at %s", (_, part, path) => {
    const { errors } = checkValues({ ...valuesOf(content), ...part });
    expect(Object.keys(errors)).toEqual([path]);
    expect(errors[path]).not.toMatch(/invalid|expected|received/i);
  });

  test("is no empty line of evidence", () => {
    const sources = [line(" "), line("https://a.org"), line("")];
    expect(contentOf({ ...valuesOf(content), sources })).toMatchObject({
      sources: ["https://a.org"],
    });
  });
});
