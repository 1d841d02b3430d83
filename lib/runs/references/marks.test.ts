import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { citedPlaces, loosePlaces, readMarks, splitAnswer } from "./marks";

const pieces = (answer: string) =>
  splitAnswer(answer).map((segment) => [
    answer.slice(segment.from, segment.end),
    segment.marks.map(({ places }) => places),
  ]);

describe("splitAnswer", () => {
  it.each<[string, string, unknown[]]>([
    ["no marks", "Paris.", [["Paris.", []]]],
    ["nothing", "", [["", []]]],
    [
      "one mark before the stop",
      "Paris [1].",
      [
        ["Paris ", [[1]]],
        [".", []],
      ],
    ],
    [
      "runs",
      "One[1][2] two [3] [1] three",
      [
        ["One", [[1], [2]]],
        [" two ", [[3], [1]]],
        [" three", []],
      ],
    ],
    ["several in one bracket", "One [1, 2 ,3]", [["One ", [[1, 2, 3]]]]],
    [
      "a new line ends a run",
      "One [1]\n[2]",
      [
        ["One ", [[1]]],
        ["\n", [[2]]],
      ],
    ],
    [
      "a mark at the beginning",
      "[2] says so",
      [
        ["", [[2]]],
        [" says so", []],
      ],
    ],
    [
      "what is no mark",
      "In [1990] a[0] [a] [1-3] [01] [] [1,] [1;2]",
      [["In [1990] a[0] [a] [1-3] [01] [] [1,] [1;2]", []]],
    ],
    [
      "brackets in brackets",
      "x [[3]]",
      [
        ["x [", [[3]]],
        ["]", []],
      ],
    ],
  ])("%s", (_name, answer, expected) => expect(pieces(answer)).toEqual(expected));

  /** Answers that look like marks more often than chance would have it. */
  const answers = fc
    .array(
      fc.oneof(
        fc.constantFrom("[1]", "[2]", "[1, 3]", "[", "]", "1", ",", " ", "\t", "\n", "a. ", "[0]"),
        fc.string({ unit: "grapheme", maxLength: 4 }),
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(""));

  it("covers the answer without gap or overlap, each mark once, and no text of a segment holds a mark", () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const segments = splitAnswer(answer);
        let at = 0;
        for (const [index, { from, end, marks }] of segments.entries()) {
          expect(from).toBe(at);
          expect(readMarks(answer.slice(from, end))).toEqual([]);
          if (index < segments.length - 1) expect(marks.length).toBeGreaterThan(0);
          at = end;
          for (const [number, mark] of marks.entries()) {
            if (number === 0) expect(mark.from).toBe(end);
            else expect(answer.slice(at, mark.from)).toMatch(/^[ \t]*$/);
            expect(JSON.parse(answer.slice(mark.from, mark.to))).toEqual(mark.places);
            at = mark.to;
          }
        }
        expect(at).toBe(answer.length);
        expect(segments.flatMap(({ marks }) => marks)).toEqual(readMarks(answer));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["brackets", "["],
    ["half marks", "[1, "],
    ["spaces in brackets", `[${" ".repeat(1_000)}`],
    ["numbers and spaces", `[1${" ".repeat(1_000)}`],
    ["a list that never ends", "1, "],
    ["marks", "[1]"],
    ["marks and text", "a [1, 2] "],
  ])("takes a million characters of %s in linear time", (_name, part) => {
    const answer = `[${part.repeat(Math.ceil(1_000_000 / part.length))}`;
    // Some 100 ms; looking at each bracket again from each one before would take hours.
    const begin = performance.now();
    splitAnswer(answer);
    expect(performance.now() - begin).toBeLessThan(20_000);
  });
});

it("citedPlaces has each place once, in order", () => {
  expect(citedPlaces(splitAnswer("x [3][1, 3]")[0]!)).toEqual([3, 1]);
});

it("loosePlaces are cited and not there", () => {
  expect(loosePlaces("a [9] b [2, 1] c [9]", new Set([1, 3]))).toEqual([2, 9]);
  expect(loosePlaces("a", new Set())).toEqual([]);
});
