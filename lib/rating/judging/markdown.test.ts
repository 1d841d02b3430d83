import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { locateMarks, readMarkdown, type Rich } from "./markdown";

const text = (value: string): Rich => ({ is: "text", text: value });
const paragraph = (...of: Rich[]): Rich => ({ is: "paragraph", of });
const link = (href: string, ...of: Rich[]): Rich => ({ is: "link", href, of });

describe("a response's Markdown", () => {
  it.each<[string, Rich[]]>([
    ["", []],
    ["Paris", [paragraph(text("Paris"))]],
    ["One\n\nTwo", [paragraph(text("One")), paragraph(text("Two"))]],
    ["One  \nTwo", [paragraph(text("One"), { is: "break" }, text("Two"))]],
    ["## Answer", [{ is: "heading", level: 2, of: [text("Answer")] }]],
    [
      "**Ada** _Brandt_ ~~no~~ `x`",
      [
        paragraph(
          { is: "strong", of: [text("Ada")] },
          text(" "),
          { is: "emphasis", of: [text("Brandt")] },
          text(" "),
          { is: "deleted", of: [text("no")] },
          text(" "),
          { is: "code", text: "x" },
        ),
      ],
    ],
    ["```js\na < b\n```", [{ is: "block", text: "a < b" }]],
    ["> quoted", [{ is: "quote", of: [paragraph(text("quoted"))] }]],
    ["---", [{ is: "rule" }]],
    [
      "- one\n- [x] two",
      [
        {
          is: "bullets",
          of: [
            { is: "item", of: [text("one")] },
            { is: "item", of: [text("[x] "), text("two")] },
          ],
        },
      ],
    ],
    ["3. three", [{ is: "numbered", from: 3, of: [{ is: "item", of: [text("three")] }] }]],
    [
      "| a |\n| - |\n| b |",
      [
        {
          is: "table",
          of: [
            { is: "row", of: [{ is: "cell", of: [text("a")] }] },
            { is: "row", of: [{ is: "cell", of: [text("b")] }] },
          ],
        },
      ],
    ],
    [
      "See [this](https://a.example/x).",
      [paragraph(text("See "), link("https://a.example/x", text("this")), text("."))],
    ],
    ["https://a.example", [paragraph(link("https://a.example", text("https://a.example")))]],
    [
      "So it is [1].\n\n[1]: https://a.example",
      [
        paragraph(text("So it is "), link("https://a.example", text("1")), text(".")),
        { is: "note", of: [text("[1] "), link("https://a.example", text("https://a.example"))] },
      ],
    ],
    [
      "So[^1].\n\n[^1]: A note.",
      [
        paragraph(text("So"), text("[1]"), text(".")),
        { is: "note", of: [text("[1] "), paragraph(text("A note."))] },
      ],
    ],
  ])("%j", (source, rich) => expect(readMarkdown(source)).toEqual(rich));
});

describe("marks of references beside a response", () => {
  const source =
    "So.[1][2] And [1], [3], [this][1].\n\n[1]: https://a.example\n[2]: https://b.example\n[3]: https://c.example";
  it("are text, and no link to an address of another number", () => {
    expect(readMarkdown(source, { places: new Set([1, 2]) })![0]).toEqual(
      paragraph(
        text("So."),
        text("[1][2]"),
        text(" And "),
        text("[1]"),
        text(", "),
        link("https://c.example", text("3")),
        text(", "),
        link("https://a.example", text("this")),
        text("."),
      ),
    );
    expect(readMarkdown(source)![0]).toMatchObject({
      of: [
        text("So."),
        link("https://b.example", text("1")),
        text(" And "),
        {},
        {},
        {},
        {},
        {},
        {},
      ],
    });
  });
});

/** All nodes of a reading, in their order. */
const nodesOf = (rich: readonly Rich[]): Rich[] =>
  rich.flatMap((node) => [node, ...("of" in node ? nodesOf(node.of) : [])]);
const linksOf = (source: string) =>
  nodesOf(readMarkdown(source)!).flatMap((node) => (node.is === "link" ? [node.href] : []));

describe("a hostile response", () => {
  it.each([
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](  javascript:alert(1))",
    "[a](java&#115;cript:alert(1))",
    "[a](<javascript:alert(1)>)",
    "[a](data:text/html,<script>alert(1)</script>)",
    "[a](vbscript:x)",
    "[a](file:///etc/passwd)",
    "[a](//evil.example)",
    "[a](/members)",
    "[a]\n\n[a]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "[^1]\n\n[^1]: [a](javascript:alert(1))",
    "mailto:x@evil.example",
    "x@evil.example",
  ])("has no link but to the web: %j", (source) => expect(linksOf(source)).toEqual([]));

  it.each([
    ["<script>alert(1)</script>", "<script>alert(1)</script>"],
    ['<img src=x onerror="alert(1)">', '<img src=x onerror="alert(1)">'],
    ["a <b onclick=x>b</b>", "a <b onclick=x>b</b>"],
  ])("has HTML as text alone: %j", (source, shown) => {
    const nodes = nodesOf(readMarkdown(source)!);
    expect(nodes.map((node) => ("text" in node ? node.text : "")).join("")).toBe(shown);
  });

  it("fetches no image: where it is, stands beside its words", () => {
    expect(linksOf("![a](javascript:alert(1))")).toEqual([]);
    expect(JSON.stringify(readMarkdown("![a](https://track.example/x.png)"))).not.toContain(
      '"image"',
    );
  });

  it.each([
    ["more quotes in a line than anyone writes", ">".repeat(5_000)],
    ["more list items in a line", "- ".repeat(5_000)],
    ["numbers and quotes in turn", "1. > ".repeat(50)],
    [
      "a list a hundred levels deep",
      Array.from({ length: 100 }, (_, at) => `${" ".repeat(at * 2)}- x`).join("\n"),
    ],
    ["more marks of emphasis than parsing can match", "*_".repeat(10_000)],
    ["deletions without end", "~~a".repeat(20_000)],
    ["a text that no one reads in full", "a ".repeat(30_001)],
  ])("is shown as it is: %s", (_, source) => expect(readMarkdown(source)).toBeNull());

  it.each([
    ["a long rule", "-".repeat(500)],
    ["a rule of spaced signs", "* * * * *"],
    ["twenty quotes", `${"> ".repeat(20)}x`],
    ["a table of many columns", `${"|a".repeat(60)}|\n${"|-".repeat(60)}|`],
    ["deeply indented code", `\`\`\`\n${" ".repeat(100)}return;\n\`\`\``],
    ["sixty thousand brackets", "[".repeat(60_000)],
  ])("is read like any other: %s", (_, source) => expect(readMarkdown(source)).not.toBeNull());

  it("of any signs is drawn in few levels, with links to the web alone", () => {
    const signs = fc.constantFrom(
      ..."> ,- ,1. ,*,**,_,~~,`,```,[,],](,),![,<,>,|,#,\n,\n\n,  ,a,&#106;,javascript:,https://a.example,[^1],:,\t".split(
        ",",
      ),
    );
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 60 }), (parts) => {
        const depth = (rich: readonly Rich[]): number =>
          Math.max(0, ...rich.map((node) => 1 + ("of" in node ? depth(node.of) : 0)));
        const rich = readMarkdown(parts.join(""));
        if (rich === null) return;
        expect(depth(rich)).toBeLessThan(100);
        for (const node of nodesOf(rich))
          if (node.is === "link") expect(node.href).toMatch(/^https?:\/\//i);
      }),
    );
  });
});

describe("text of our own", () => {
  it("links to pages of the workbench, and to no other addresses than a response does", () => {
    const linksOf = (source: string, ours: boolean) =>
      nodesOf(readMarkdown(source, { ours })!).flatMap((node) =>
        node.is === "link" ? [node.href] : [],
      );
    const source = "[a](/refresh) [b](//evil.example) [c](https://a.example) [d](javascript:x)";
    expect(linksOf(source, true)).toEqual(["/refresh", "https://a.example"]);
    expect(linksOf(source, false)).toEqual(["https://a.example"]);
  });
});

describe("citation marks in a response’s Markdown", () => {
  it("know where they begin in the response, in order, past those in code", () => {
    const text = "As `a[1]` says,\n\n- first **fact [1]**\n- second [2][1, 3]\n\nand [9].";
    const places = new Set([1, 2, 3]);
    const located = nodesOf(locateMarks(readMarkdown(text, { places })!, text)).flatMap((node) =>
      node.is === "text" && node.marks !== undefined ? [node.marks] : [],
    );
    const from = (mark: string, after = 0) => text.indexOf(mark, after);
    expect(located.flat()).toEqual([
      from("[1]", from("fact")),
      from("[2]"),
      from("[1, 3]"),
      from("[9]"),
    ]);
  });
});

describe("a text", () => {
  it("of our own has anchors, links within the workbench and pictures of it; a response has none of them", () => {
    const ours =
      "## Before *you* publish: 1, 2\n\n![A page](../../public/pictures/two-words.webp) [here](/help)\n\n![x](https://a.example/x.webp)";
    expect(readMarkdown(ours, { ours: true })).toEqual([
      {
        is: "heading",
        level: 2,
        id: "before-you-publish-1-2",
        of: [text("Before "), { is: "emphasis", of: [text("you")] }, text(" publish: 1, 2")],
      },
      paragraph(
        { is: "picture", name: "two-words", alt: "A page" },
        text(" "),
        link("/help", text("here")),
      ),
      paragraph(link("https://a.example/x.webp", text("[image: x]"))),
    ]);
    const theirs = JSON.stringify(readMarkdown(ours));
    for (const only of ['"picture"', '"id"', '"href":"/help"']) expect(theirs).not.toContain(only);
  });
});
