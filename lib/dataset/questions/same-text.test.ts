import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeText } from "./cells";
import { sameText, textKey } from "./same-text";
import { ALIKE_BUT_OTHER } from "./same-text-samples";

describe("one text", () => {
  it.each([
    ["Who is first?", "WHO IS  first?"],
    ["Who is first?", " Who\u00a0is\r\nfirst?\t"],
    ["Where is the Poke\u0301mon Cafe\u0301?", "Where is the Pokémon Café?"],
    ["What is ‘it’?", "What is 'it'?"],
    ["What is “it”?", 'What is "it"?'],
    ["What is «it»?", 'What is "it"?'],
    ["All–Wheel Drive", "All-Wheel Drive"],
    ["All\u2010Wheel — Drive", "all-wheel - drive"],
    ["ÉTÉ", "été"],
  ])("%j is %j", (a, b) => {
    expect(sameText(a, b)).toBe(true);
    expect(normalizeText(a)).toBe(normalizeText(b));
  });
});

describe("other texts, however alike", () => {
  it.each(ALIKE_BUT_OTHER)("%j is not %j, though their normal form is one", (a, b) => {
    expect(normalizeText(a)).toBe(normalizeText(b));
    expect(sameText(a, b)).toBe(false);
    expect(sameText(b, a)).toBe(false);
  });

  it.each([
    ["When was GPT-5.5 released?", "When was GPT-5 released?"],
    ["C++", "C"],
    ["a", ""],
  ])("%j is not %j", (a, b) => expect(sameText(a, b)).toBe(false));
});

describe("equality", () => {
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom(..." aAbéÉ5%-#.,/'\"“”‘’–—«»\u00a0\u0301\n?+".split("")),
        fc.string({ unit: "grapheme", maxLength: 2 }),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(""));

  it("is kept by its own form, and equal texts are found by one normal form", () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(textKey(textKey(one))).toBe(textKey(one));
        expect(sameText(one, ` ${one.replaceAll(" ", "  ")}`)).toBe(true);
        // A text of signs alone has no words, and is its own normal form.
        expect(normalizeText(textKey(`x ${one}`))).toBe(normalizeText(`x ${one}`));
      }),
    );
  });
});
