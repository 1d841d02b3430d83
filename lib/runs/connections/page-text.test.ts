import { describe, expect, it } from "vitest";
import { notEmpty } from "@/prisma/testing/not-empty";
import {
  LONGEST_PARAGRAPH,
  MOST_CHARACTERS,
  MOST_PARAGRAPHS,
  paragraphsOfHtml,
  paragraphsOfText,
} from "./page-text";

const EIGHT = "one two three four five six seven eight";

describe("paragraphsOfHtml", () => {
  it.each<[string, string, string[]]>([
    [
      "a paragraph on several lines",
      `<p>one two three\n four <b>five</b> six seven eight</p>`,
      [EIGHT],
    ],
    ["unclosed paragraphs", `<p>${EIGHT}<p>${EIGHT} nine`, [EIGHT, `${EIGHT} nine`]],
    [
      "the same text once, whatever its case",
      `<p>${EIGHT}</p><p>${EIGHT.toUpperCase()}</p>`,
      [EIGHT],
    ],
    [
      "two line breaks part, one does not",
      `${EIGHT}<br>nine<br> <br>${EIGHT} ten`,
      [`${EIGHT} nine`, `${EIGHT} ten`],
    ],
    [
      "items of a list are their own",
      `<ul><li>${EIGHT}<li>${EIGHT} nine</ul>`,
      [EIGHT, `${EIGHT} nine`],
    ],
    ["short texts are none", "<h1>Ada Lovelace</h1><p>one two three four five six seven</p>", []],
    [
      "scripts, styles and what leads elsewhere are none",
      `<script>var a="<p>${EIGHT}</p>"</script><style>p{}</style><nav><p>${EIGHT}</p></nav><footer>${EIGHT}</footer>`,
      [],
    ],
    [
      "what follows them is",
      `<nav><div>${EIGHT}</div></nav><p>${EIGHT} nine</p>`,
      [`${EIGHT} nine`],
    ],
    [
      "hidden texts are none",
      `<p hidden>${EIGHT}</p><div style="color:red; display: none"><p>${EIGHT} b</p></div><p aria-hidden="true">${EIGHT} c</p><p>${EIGHT} d</p>`,
      [`${EIGHT} d`],
    ],
    [
      "an empty element that is hidden hides nothing else",
      `<input hidden><img aria-hidden="true"><p>${EIGHT}</p>`,
      [EIGHT],
    ],
    [
      "a block of links is a menu",
      `<p><a href="/">one two three four</a> <a href="/">five six seven</a> eight</p>`,
      [],
    ],
    [
      "a paragraph with a link is one",
      `<p>one two three four five <a href="/">six</a> seven eight</p>`,
      [EIGHT],
    ],
    [
      "entities are read",
      "<p>one two three four five six seven &amp; &#233;ight nine</p>",
      ["one two three four five six seven & éight nine"],
    ],
    [
      "marks of the page's own are taken out",
      `<p>one two three four five.<sup><a href="#n3"><span>[</span>3]</a></sup><a href="#n4">[note 4]</a> six seven eight</p>`,
      ["one two three four five. six seven eight"],
    ],
    [
      "what is no mark stays",
      `<p>x<sup>2</sup> is in the <a href="#i">interval</a> [1, 2] of <a href="/">[a]</a> x[1] and <sup>more [1]</p>`,
      ["x2 is in the interval [1, 2] of [a] x[1] and more [1]"],
    ],
    [
      "each character of Chinese counts as a word",
      "<p>埃达洛芙莱斯写了程序</p>",
      ["埃达洛芙莱斯写了程序"],
    ],
    ["what the database cannot hold is left out", `<p>${EIGHT}\0</p>`, [EIGHT]],
    ["text without any tag", EIGHT, [EIGHT]],
    ["nothing", "", []],
  ])("%s", (_what, html, paragraphs) => {
    expect(paragraphsOfHtml(html)).toMatchObject({ paragraphs, cut: false });
  });

  it("reads the title", () => {
    expect(paragraphsOfHtml(`<title> Ada\n &ndash; a life </title><p>${EIGHT}`).title).toBe(
      "Ada – a life",
    );
    expect(paragraphsOfHtml("<title></title>").title).toBeNull();
  });

  it("splits a long paragraph behind a sentence, else behind a word, and loses nothing of it", () => {
    const sentence = "This sentence of the page has exactly ten words in it. ";
    const { paragraphs } = paragraphsOfHtml(`<p>${sentence.repeat(60)}</p>`);
    expect(
      notEmpty(paragraphs).every((one) => one.length <= LONGEST_PARAGRAPH && one.endsWith(".")),
    ).toBe(true);
    const many = Array.from({ length: 400 }, (_, at) => `word${at}`).join(" ");
    expect(paragraphsOfHtml(`<p>${many}</p>`).paragraphs.join(" ")).toBe(many);
  });

  it("keeps the beginning of a page that has too many paragraphs or too much text, and says so", () => {
    const many = Array.from({ length: 400 }, (_, at) => `<p>${EIGHT} ${at}</p>`).join("");
    const counted = paragraphsOfHtml(many);
    expect(counted.cut).toBe(true);
    expect(counted.paragraphs).toHaveLength(MOST_PARAGRAPHS);
    expect(counted.paragraphs[299]).toBe(`${EIGHT} 299`);
    const long = Array.from({ length: 200 }, (_, at) => `<p>${at} ${"word ".repeat(220)}</p>`);
    const sized = paragraphsOfHtml(long.join(""));
    expect(sized.cut).toBe(true);
    const characters = sized.paragraphs.reduce((sum, { length }) => sum + length, 0);
    expect(characters).toBeLessThanOrEqual(MOST_CHARACTERS);
    expect(characters).toBeGreaterThan(MOST_CHARACTERS - 2_000);
  });

  it("takes no longer for each tag of a page that only opens tags, and keeps what stands before", () => {
    const begun = performance.now();
    const page = paragraphsOfHtml(`<p>${EIGHT}</p>${"<b>".repeat(600_000)}`);
    expect(page).toMatchObject({ paragraphs: [EIGHT], cut: true });
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});

describe("paragraphsOfText", () => {
  it("parts plain text at empty lines", () => {
    expect(
      paragraphsOfText(`one two three four\nfive six seven eight\r\n \r\nshort\n\n${EIGHT} nine`),
    ).toEqual({ title: null, paragraphs: [EIGHT, `${EIGHT} nine`], cut: false });
  });
});
