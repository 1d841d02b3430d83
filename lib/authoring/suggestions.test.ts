import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_SUGGESTIONS, suggestForms } from "./suggestions";

describe("other forms of an answer", () => {
  it.each([
    ["March 4, 1907", ["4 March 1907", "1907-03-04", "03/04/1907", "Mar 4, 1907"]],
    ["4 March 1907", ["March 4, 1907"]],
    ["1907-03-04", ["March 4, 1907", "4 March 1907"]],
    ["March 2024", ["Mar 2024"]],
    ["1,234,567", ["1234567"]],
    ["12345", ["12,345"]],
    ["175 billion parameters", ["175,000,000,000 parameters"]],
    ["2000000", ["2,000,000", "2 million"]],
    ["five", ["5"]],
    ["5", ["Five"]],
    ["25%", ["25 percent"]],
    ["$1.5 billion", ["$1,500,000,000"]],
    ["116 years old", ["116"]],
    ["Beyoncé", ["Beyonce"]],
    ["J. K. Rowling", ["J.K. Rowling", "JK Rowling"]],
    ["Robert F. Kennedy Jr.", ["Robert F. Kennedy"]],
    ["World Health Organization (WHO)", ["World Health Organization", "WHO"]],
    ["The Beatles", ["Beatles"]],
    ["President Joe Biden", ["Joe Biden"]],
    ["Simon & Garfunkel", ["Simon and Garfunkel"]],
  ])("of %j include %j", (answer, expected) =>
    expect(suggestForms(answer, [answer])).toEqual(expect.arrayContaining(expected)),
  );

  it.each([
    "2024",
    "Yes",
    "",
    "Paris",
    "February 30, 2020",
    "She has never been there, and no one says so.",
  ])("of %j are none", (answer) => expect(suggestForms(answer, [answer])).toEqual([]));

  it("never repeat what is given, are few, and each is another text", () => {
    expect(suggestForms("March 4, 1907", ["March 4, 1907", "4 march 1907"])).not.toContain(
      "4 March 1907",
    );
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 60 }),
        fc.array(fc.string({ maxLength: 20 }), { maxLength: 3 }),
        (answer, given) => {
          const offered = suggestForms(answer, given);
          expect(offered.length).toBeLessThanOrEqual(MAX_SUGGESTIONS);
          expect(new Set(offered.map((one) => one.toLowerCase())).size).toBe(offered.length);
          for (const one of offered) expect([answer.trim(), ...given]).not.toContain(one);
        },
      ),
    );
  });
});
