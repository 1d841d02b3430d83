import { expect, test } from "vitest";
import { findInvisible, showInvisible } from "./invisible";

test.each([
  ["Who is \u202Eevil\u202C here?", "Who is [U+202E]evil[U+202C] here?"],
  ["zero\u200Bwidth", "zero[U+200B]width"],
  ["never \uFFFE a character", "never [U+FFFE] a character"],
  ["left\u200Eto right", "left[U+200E]to right"],
  // What belongs to a script, an emoji or a flag stays as it is.
  ["שלום\u200F!", "שלום\u200F!"],
  ["👩‍👩‍👧 naïve 東京", "👩‍👩‍👧 naïve 東京"],
  ["", ""],
])("%j is shown as %j", (text, shown) => expect(showInvisible(text)).toBe(shown));

test("a text is cut where such characters stand, and comes together as it was", () => {
  expect(findInvisible("plain 👩‍👩‍👧")).toBeNull();
  const text = "\u202Ea\u200Bb\u{10FFFF}";
  const pieces = findInvisible(text)!;
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
  expect(pieces.filter(({ invisible }) => invisible).map((piece) => piece.text)).toEqual([
    "\u202E",
    "\u200B",
    "\u{10FFFF}",
  ]);
});
