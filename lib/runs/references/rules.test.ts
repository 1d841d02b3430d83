import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeColumns, readReferenceCells, readReferenceList } from "./rules";

const text = (place: number, value: string) => ({ place, title: null, url: null, text: value });

describe("readReferenceList", () => {
  it.each([
    ["nothing", ""],
    ["spaces", "  "],
    ["null", "null"],
    ["an empty list", "[]"],
    ["a list of nothing", '[null, "", " ", {}, {"text": null}]'],
  ])("takes %s for no references", (_name, cell) =>
    expect(readReferenceList(cell)).toEqual({
      references: [],
      wrong: null,
      otherFields: [],
      replaced: false,
    }),
  );

  it("reads texts, objects and addresses; an empty element keeps its place", () => {
    expect(
      readReferenceList(
        JSON.stringify([
          " First\nline ",
          null,
          { Title: " The title ", url: "https://example.org/a b", text: "Second" },
          "https://example.org/only",
          { link: "example.org", snippet: "Third" },
        ]),
      ),
    ).toEqual({
      references: [
        text(1, " First\nline "),
        { place: 3, title: "The title", url: "https://example.org/a b", text: "Second" },
        { place: 4, title: null, url: "https://example.org/only", text: "" },
        { place: 5, title: null, url: "example.org", text: "Third" },
      ],
      wrong: null,
      otherFields: [],
      replaced: false,
    });
  });

  it.each([
    ["no JSON", "['a', 'b']", "this is not valid JSON: ['a', 'b']"],
    ["an object", '{"text": "a"}', 'this is not a JSON array: {"text": "a"}'],
    ["a number in it", '["a", 3]', "reference 2 is a number, not a text or an object"],
    ["a list in it", '[["a"]]', "reference 1 is a list, not a text or an object"],
    ["a field that is no text", '[{"text": ["a"]}]', "“text” of reference 1 is not a text"],
    ["too many", JSON.stringify(Array(101).fill("a")), "more than 100 references for one response"],
    [
      "a title too long",
      JSON.stringify([{ title: "a".repeat(1_001), text: "b" }]),
      "the title of reference 1 has 1,001 characters (1,000 maximum)",
    ],
    [
      "an address too long",
      JSON.stringify(["a", `https://${"a".repeat(4_000)}`]),
      "the address of reference 2 has 4,008 characters (4,000 maximum)",
    ],
    [
      "a text too long",
      JSON.stringify(["a".repeat(100_001)]),
      "the text of reference 1 has 100,001 characters (100,000 maximum)",
    ],
  ])("says what is wrong with %s, and keeps nothing of it", (_name, cell, wrong) =>
    expect(readReferenceList(cell)).toMatchObject({ references: [], wrong }),
  );

  it("has room for a hundred, empty ones behind them apart", () => {
    const list = [...Array<string>(100).fill("a"), "", null];
    expect(readReferenceList(JSON.stringify(list)).references).toHaveLength(100);
  });

  it("names fields that it does not keep, also a second name that says something else", () => {
    const { references, otherFields } = readReferenceList(
      '[{"text": "a", "score": 1, "id": null}, {"text": "b", "content": "c", "snippet": "b", "score": 2}]',
    );
    expect(references.map((reference) => reference.text)).toEqual(["a", "b"]);
    expect(otherFields).toEqual(["score", "id", "content"]);
  });

  it("replaces what no text can keep", () => {
    expect(readReferenceList('["a\\u0000b\\ud800"]')).toMatchObject({
      references: [text(1, "a\uFFFDb\uFFFD")],
      replaced: true,
    });
  });

  it("reads whatever list of texts was written", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { maxLength: 20 }), (texts) => {
        const { references, wrong } = readReferenceList(JSON.stringify(texts));
        expect(wrong).toBeNull();
        expect(references.map(({ place, text: kept }) => [place, kept])).toEqual(
          texts.flatMap((kept, at) =>
            kept.trim() === "" ? [] : [[at + 1, kept.replaceAll("\0", "\uFFFD")]],
          ),
        );
      }),
    );
  });
});

it("readReferenceCells reads texts and objects by place", () => {
  expect(
    readReferenceCells([
      { place: 1, cell: "{curly} text" },
      { place: 2, cell: "" },
      { place: 3, cell: '{"title": "T", "text": "x"}' },
      { place: 7, cell: '{"unknown": 1}' },
    ]).references,
  ).toEqual([
    text(1, "{curly} text"),
    { place: 3, title: "T", url: null, text: "x" },
    text(7, '{"unknown": 1}'),
  ]);
});

it("placeColumns takes the numbers of the names, or else the order of the file", () => {
  expect(
    placeColumns([
      { at: 4, name: "reference_10" },
      { at: 5, name: "Reference 2" },
    ]),
  ).toEqual([
    { at: 5, place: 2 },
    { at: 4, place: 10 },
  ]);
  for (const names of [
    ["first", "second"],
    ["reference_1", "reference 1"],
  ])
    expect(placeColumns(names.map((name, at) => ({ at, name })))).toEqual([
      { at: 0, place: 1 },
      { at: 1, place: 2 },
    ]);
});
