import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CONTENT_COLUMNS,
  type ContentColumn,
  type Status,
} from "@/lib/dataset/questions/vocabulary";
import { combine, type Version } from "./three-way";
import { fieldsOf, plainCombined, type PlainVersion } from "./three-way.oracle";

/** A version with some cells set, and all others empty. */
const version = (
  cells: Partial<Record<ContentColumn, string>> = {},
  status: Status = "active",
): Version => ({ cells: CONTENT_COLUMNS.map((column) => cells[column] ?? ""), status });
const plain = ({ cells, status }: Version): PlainVersion => ({
  cells,
  active: status === "active",
});

describe("combining", () => {
  const base = version({ question: "Q", answer_0: "1", answer_1: "one", note: "n" });
  it("takes each field from the side that changed it", () => {
    const combined = combine(
      base,
      version({ question: "Q", answer_0: "2", answer_1: "two", note: "n" }),
      version({ question: "Q?", answer_0: "1", answer_1: "one", note: "n" }),
    );
    expect(combined).toMatchObject(
      version({ question: "Q?", answer_0: "2", answer_1: "two", note: "n" }),
    );
    expect([...combined!.taken]).toEqual(["question"]);
  });
  it("is refused where both changed one field in different ways; answers are one field", () => {
    const ours = version({ question: "Q", answer_0: "2", answer_1: "one", note: "n" });
    expect(combine(base, ours, version({ ...cellsOf(base), answer_1: "uno" }))).toBeNull();
    expect(combine(base, ours, version({ ...cellsOf(base), answer_0: "3" }))).toBeNull();
  });
  it("is refused where there is nothing in common", () => {
    expect(combine(null, base, version())).toBeNull();
  });
  it("keeps a question retired here that the file changed, without losing the file's change", () => {
    const retired = { ...base, status: "retired" as const };
    expect(combine(base, retired, version({ ...cellsOf(base), note: "m" }))).toMatchObject({
      ...version({ ...cellsOf(base), note: "m" }),
      status: "retired",
    });
  });
});

const cellsOf = ({ cells }: Version) =>
  Object.fromEntries(CONTENT_COLUMNS.map((column, at) => [column, cells[at]!]));

it("the rule agrees with the plain one on any three versions", () => {
  const anyVersion = fc
    .record({
      question: fc.constantFrom("a", "b"),
      answer_0: fc.constantFrom("1", "2", "3"),
      answer_9: fc.constantFrom("", "9"),
      note: fc.constantFrom("", "n", "m"),
      split: fc.constantFrom("TEST", "DEV"),
    })
    .map((cells) => version(cells));
  const withStatus = fc
    .tuple(anyVersion, fc.constantFrom<Status>("active", "retired"))
    .map(([one, status]) => ({ ...one, status }));
  let combined = 0;
  fc.assert(
    fc.property(fc.option(withStatus), withStatus, anyVersion, (base, ours, file) => {
      const plainBase = base && plain(base);
      const made = combine(base, ours, file);
      const expected = plainCombined(plainBase, plain(ours), plain(file));
      expect(made && fieldsOf(plain(made))).toEqual(expected);
      if (made) combined++;
    }),
    { numRuns: 2_000, seed: 14 },
  );
  expect(combined).toBeGreaterThan(100);
});
