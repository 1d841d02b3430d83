import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutCitations } from "./citations";

const without = (answer: string, ...places: number[]) => withoutCitations(answer, new Set(places));

describe("citations are taken out of an answer", () => {
  it.each<[string, string, string]>([
    ["nothing", "", ""],
    ["no citation", "  Paris, in *France*.\n", "  Paris, in *France*.\n"],
    ["marks", "One [1]. Two[2][3]\nThree [1, 2] four", "One. Two\nThree four"],
    ["marks with commas between", "One [1], [2]; [3]. Two", "One. Two"],
    ["marks in brackets", "One ([1], [2]). Two", "One. Two"],
    ["at the beginning of a line", "[1] It is.\n[2] So it is.", "It is.\nSo it is."],
    ["links of marks", "Paris[[1]](https://a.example)[2](https://b.example/x_(y)).", "Paris."],
    ["escaped marks", "Paris \\[1\\]. So", "Paris. So"],
    ["other brackets", "Paris 【1】, Rome【4†source】 and Oslo [[2]].", "Paris, Rome and Oslo."],
    [
      "raised marks",
      "Paris.¹ Rome.² ³ Oslo⁽²⁾ is <sup>[1]</sup>.<sup>2</sup>",
      "Paris. Rome. Oslo is.",
    ],
    ["in a table", "| a [1] |\n| - |\n| b [2] |", "| a |\n| - |\n| b |"],
    ["in bold and lists", "- **Paris[1]**\n- Rome [2]", "- **Paris**\n- Rome"],
    ["in the text of a link", "[Paris [1]](https://a.example)", "[Paris](https://a.example)"],
    [
      "marks by reference, with their addresses",
      "Paris [1]. Rome.[1][2]\n\n[1]: https://a.example\n[2]: https://b.example",
      "Paris. Rome.",
    ],
    [
      "footnotes of sources",
      "Paris[^1] and Rome[^a].\n\n[^1]: https://a.example\n[^a]: Atlas, https://b.example",
      "Paris and Rome.",
    ],
    ["footnotes that lead nowhere", "Paris[^1].", "Paris."],
    [
      "lines of sources",
      "Paris [1].\n\n[1] Atlas, https://a.example\n[2] https://b.example\n",
      "Paris.",
    ],
    [
      "a list of sources",
      "Paris [1].\n\n## Sources\n\n1. [Atlas](https://a.example)\n2. https://b.example",
      "Paris.",
    ],
    ["titled lines", "Paris [1].\nReferences:\n[1] Atlas, 1990.\n[2] Map.", "Paris."],
    ["a titled list in a paragraph", "Paris.\n\n**Sources:**\n- https://a.example", "Paris."],
    ["titled addresses", "Paris [1].\n\nSources:\n\n[1]: https://a.example", "Paris."],
  ])("%s", (_name, answer, left) => expect(without(answer)).toBe(left));
});

describe("what is no citation stays", () => {
  it.each([
    ["years and words", "In [1990] a [a] [1-3] [01] [] [1,] [0] [x]"],
    ["code", "Use `a[1]`:\n\n```\nb = a[1]\n```\n\n    c[2]"],
    ["an index", "Then a[1] = x[2], m[1][2] and rows[3] = 4."],
    ["an interval", "Each is in the interval [1, 2]."],
    ["powers", "It has 10⁹ people on 5 km² and 3 m<sup>2</sup>."],
    ["links of words", "See [Atlas](https://a.example), [the map][1].\n\n[1]: https://b.example"],
    ["addresses", "See https://a.example/x[1]y and <https://a.example/[1]>."],
    ["footnotes in words", "Nine planets[^1].\n\n[^1]: With Pluto."],
    ["a list that ends an answer", "Good sites:\n\n1. https://a.example\n2. https://b.example"],
    ["a list of sources of something else", "Sources:\n\n- Lake Victoria\n- Lake Tana"],
    ["sources within the answer", "Sources:\n\n- https://a.example\n\nThat is all."],
  ])("%s", (_name, answer) => expect(without(answer)).toBe(answer));

  it("numbers of no reference, where the answer came with references", () => {
    expect(without("One [1]. Two [3], in [1, 3] and [1, 2].", 1, 2)).toBe(
      "One. Two [3], in [1, 3] and.",
    );
    expect(without("One [3](https://a.example) [1](https://b.example)", 1)).toBe(
      "One [3](https://a.example)",
    );
    const other = "One [3].\n\n[3]: https://a.example";
    expect(without(other, 1)).toBe(other);
    expect(without("Nine[^1][^2].\n\n[^1]: Atlas\n[^2]: With Pluto", 1)).toBe(
      "Nine[^2].\n\n\n[^2]: With Pluto",
    );
  });
});

it("also where the Markdown is not read, code included", () => {
  const long = "word ".repeat(12_001);
  expect(without(`${long}Paris [1], Rome[[2]](https://a.example).`)).toBe(`${long}Paris, Rome.`);
});

/** Pieces that look like citations more often than chance would have it. */
const answers = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."[1] [2] [1,2] [[1]](https://a.example) [^1] 【1】 \n \n\n ( ) , ` ``` > - . a <sup> </sup> ¹".split(
          /(?<! ) /,
        ),
        "\n\n[1]: https://a.example\n",
        "\n\n[^1]: https://a.example\n",
        "\nSources:\n",
        " ",
      ),
      fc.string({ unit: "grapheme", maxLength: 4 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));

it("leaves parts of the answer in their order, and answers without brackets or raised digits as they are", () => {
  fc.assert(
    fc.property(answers, (answer) => {
      const left = without(answer);
      let at = 0;
      for (const character of left) {
        at = answer.indexOf(character, at);
        expect(at).not.toBe(-1);
        at += character.length;
      }
      if (!/[[【¹²³⁴⁵⁶⁷⁸⁹⁽<]|:\/\//.test(answer)) expect(left).toBe(answer);
    }),
    { numRuns: 1_000 },
  );
});

it.each([
  ["spaces", `${" ".repeat(500_000)}a${" ".repeat(500_000)}[1]`],
  ["marks", "a [1]".repeat(200_000)],
  ["half marks", "[1, ".repeat(250_000)],
  ["raised tags", "<sup>[".repeat(160_000)],
  ["lines of sources", "\n[1] https://a.example".repeat(500)],
  ["marks that are read", "a [1] ".repeat(1_000)],
  ["footnotes", "a[^1]\n\n[^1]: https://a.example\n\n".repeat(200)],
])("takes long answers of %s in linear time", (_name, answer) => {
  const begin = performance.now();
  without(answer);
  expect(performance.now() - begin).toBeLessThan(20_000);
});
