import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CONTENT_COLUMNS, type ContentColumn, type Status } from "@/lib/dataset/questions/schema";
import { combine, sidesOf, type Version } from "./three-way";
import { fieldsOf, plainCombined, plainSides, type PlainVersion } from "./three-way.oracle";

/** A version with some cells set, and all others empty. */
const version = (
  cells: Partial<Record<ContentColumn, string>> = {},
  status: Status = "active",
): Version => ({ cells: CONTENT_COLUMNS.map((column) => cells[column] ?? ""), status });
const plain = ({ cells, status }: Version): PlainVersion => ({
  cells,
  active: status === "active",
});

describe("who changed a question", () => {
  const base = version({ question: "Q", answer_0: "1", note: "n" });
  it.each([
    ["no one", base, base, base, null],
    ["the file alone", base, base, version({ question: "Q", answer_0: "2", note: "n" }), "file"],
    [
      "someone here alone",
      base,
      version({ question: "Q", answer_0: "2", note: "n" }),
      base,
      "here",
    ],
    [
      "both, in the same way",
      base,
      version({ question: "Q", answer_0: "2", note: "n" }),
      version({ question: "Q", answer_0: "2", note: "n" }),
      null,
    ],
    [
      "both, in different fields",
      base,
      version({ question: "Q", answer_0: "2", note: "n" }),
      version({ question: "Q", answer_0: "1", note: "m" }),
      "both",
    ],
    [
      "retired here, and still in the file",
      base,
      { ...base, status: "retired" as const },
      base,
      "here",
    ],
    [
      "retired by an earlier file, and back in this one",
      { ...base, status: "retired" as const },
      { ...base, status: "retired" as const },
      base,
      "file",
    ],
    ["written here, nothing in common", null, base, version({ question: "Q" }), "both"],
  ])("%s", (_, common, ours, file, expected) => {
    expect(sidesOf(common, ours, file)).toBe(expected);
  });
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
      expect(sidesOf(base, ours, file)).toBe(plainSides(plainBase, plain(ours), plain(file)));
      const made = combine(base, ours, file);
      const expected = plainCombined(plainBase, plain(ours), plain(file));
      expect(made && fieldsOf(plain(made))).toEqual(expected);
      if (made) combined++;
    }),
    { numRuns: 2_000, seed: 14 },
  );
  expect(combined).toBeGreaterThan(100);
});
