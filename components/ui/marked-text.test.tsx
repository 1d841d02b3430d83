import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { MarkedText } from "./marked-text";

const html = (text: string) => renderToStaticMarkup(<MarkedText text={text} />);
/** What is copied: the text of the page without its marks, which are drawn by the style sheet. */
const copied = (text: string) => html(text).replace(/<[^>]*>/g, "");

describe("a text with invisible characters", () => {
  it("is the text alone where there are none", () => {
    for (const text of ["", "Who?", "שלום\u200F!", "👩‍👩‍👧"]) expect(html(text)).toBe(text);
  });

  it("says where they stand and which they are, and is copied as it was", () => {
    for (const text of ["pay\u202Elap", "zero\u200Bwidth", "\u2066a\u2069\uFEFF"])
      expect(copied(text)).toBe(text);
    expect(html("pay\u202Elap")).toMatch(
      /^<bdi>pay<span class="[^"]*" data-code="U\+202E" role="img" aria-label="invisible character U\+202E">\u202E<\/span>lap<\/bdi>$/,
    );
  });
});
