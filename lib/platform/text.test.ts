import { describe, expect, it } from "vitest";
import { keptText, searchText, text, withoutAround } from "./text";
import { unusableCharacter } from "./plain-fields";

const words = (value: string) => text(100).safeParse(value).error?.issues[0]?.message ?? null;

describe("a text from outside", () => {
  it.each([
    ["NUL", "Paris\u0000", "Remove the invisible character at position 6 (U+0000)."],
    ["a noncharacter", "a\uFFFEb", "Remove the invisible character at position 2 (U+FFFE)."],
    [
      "a noncharacter of another plane",
      "a\u{1FFFF}",
      "Remove the invisible character at position 2 (U+1FFFF).",
    ],
    [
      "a noncharacter among Arabic forms",
      "\uFDD0",
      "Remove the invisible character at position 1 (U+FDD0).",
    ],
    [
      "the first half of a pair",
      "😀\uD83D",
      "Remove the broken character at position 2 (half of an emoji or symbol).",
    ],
    [
      "the second half of a pair",
      "\uDE00",
      "Remove the broken character at position 1 (half of an emoji or symbol).",
    ],
    [
      "one on a later line",
      "one\ntwo\u0000",
      "Remove the invisible character at position 4 of line 2 (U+0000).",
    ],
  ])("is refused with %s, and the words say where it is", (_, value, message) =>
    expect(words(value)).toBe(message),
  );

  it.each(["", "naïve – 東京", "👩‍👩‍👧", "a\tb\nc", "\u202Eright to left", "\uFFFD\uFEFF"])(
    "is taken as it is: %j",
    (value) => {
      expect(text(100).parse(value)).toBe(value);
      expect(unusableCharacter(value)).toBeNull();
    },
  );

  it("has at most as many characters as its field", () =>
    expect(text(3).safeParse("abcd").error?.issues[0]?.message).toBe("3 characters maximum"));

  it("loses them, or shows where one was, where nothing is refused", () => {
    expect(keptText(10).parse("a\u0000b\uD800c\uFFFF")).toBe("ab\uFFFDc");
    expect(keptText(2).safeParse("abc").success).toBe(false);
    expect(searchText(3).parse(" a\u0000b\uDC00cd")).toBe("ab\uFFFD");
    expect(searchText(3).parse(["x"])).toBe("");
    // Cut in the middle of a pair, half of it would be left.
    expect(searchText(1).parse("😀")).toBe("\uFFFD");
  });
});

it("what stands around a text is taken off each end by its own characters, however many there are", () => {
  const many = 200_000;
  expect(withoutAround(` *_a b_* `, /[\s*_]/)).toBe("a b");
  expect(withoutAround("-a-", /-/, null)).toBe("a-");
  expect(withoutAround("-a.", /-/, /\./)).toBe("a");
  expect(withoutAround("", /-/)).toBe("");
  expect(withoutAround("_".repeat(many), /_/)).toBe("");
  const within = `a${"_".repeat(many)}b`;
  expect(withoutAround(`_${within}_`, /_/)).toBe(within);
});
