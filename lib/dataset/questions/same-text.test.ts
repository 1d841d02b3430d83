import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeText } from "./cells";
import { caselessKey, sameButForCase, sameText, textKey } from "./same-text";
import { ALIKE_BUT_OTHER } from "./same-text-samples";

describe("one text", () => {
  it.each([
    ["Who is first?", "who is  first?"],
    ["A man of sixty?", "a man of sixty?"],
    ["I was who?", "i was who?"],
    ["L’anno di chi?", "l'anno di chi?"],
    ["В каком году?", "в каком году?"],
    ["(Who) is he?", "(who) is he?"],
    ["¿Quién es?", "¿quién es?"],
    ["Polish", "polish"],
    ["Who is first?", " Who\u00a0is\r\nfirst?\t"],
    ["Where is the Poke\u0301mon Cafe\u0301?", "Where is the Pokémon Café?"],
    ["What is ‘it’?", "What is 'it'?"],
    ["What is “it”?", 'What is "it"?'],
    ["What is «it»?", 'What is "it"?'],
    ["All–Wheel Drive", "All-Wheel Drive"],
    ["All\u2010Wheel — Drive", "all-Wheel - Drive"],
    ["Été", "été"],
  ])("%j is %j", (a, b) => {
    expect(sameText(a, b)).toBe(true);
    expect(normalizeText(a)).toBe(normalizeText(b));
  });
});

const IN_OTHER_CASE: [string, string][] = [
  ["How long does 5 mW take?", "How long does 5 MW take?"],
  ["5 mW", "5 MW"],
  ["mW", "MW"],
  ["Who invented IT?", "Who invented it?"],
  ["IT", "it"],
  ["Who is the Polish champion?", "Who is the polish champion?"],
  ["Who is first?", "WHO IS first?"],
  ["ÉTÉ", "été"],
  ["M5", "m5"],
  ["iPhone", "IPhone"],
  ["G is measured in which unit?", "g is measured in which unit?"],
  ["“Polish” is said how?", "“polish” is said how?"],
  ["K", "k"],
  ["Where is the Poke\u0301mon Café?", "where is  the POKÉMON café?"],
];

describe("texts that differ in case behind their first letter", () => {
  it.each(IN_OTHER_CASE)("%j is not %j, but for case it is", (a, b) => {
    expect(sameText(a, b)).toBe(false);
    expect(sameText(b, a)).toBe(false);
    expect(sameButForCase(a, b)).toBe(true);
    expect(normalizeText(a)).toBe(normalizeText(b));
  });

  it("are equal but for case in nothing else", () => {
    for (const [a, b] of ALIKE_BUT_OTHER) expect(sameButForCase(a, b)).toBe(false);
    expect(sameButForCase("Straße", "Strasse")).toBe(false);
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
        expect(caselessKey(caselessKey(one))).toBe(caselessKey(one));
        expect(caselessKey(textKey(one))).toBe(caselessKey(one));
        expect(sameText(one, ` ${one.replaceAll(" ", "  ")}`)).toBe(true);
        // A text of signs alone has no words, and is its own normal form.
        expect(normalizeText(textKey(`x ${one}`))).toBe(normalizeText(`x ${one}`));
      }),
    );
  });
});
