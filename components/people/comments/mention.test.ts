import { describe, expect, it } from "vitest";
import { completeMention, mentionAt } from "./mention";

const people = [
  { id: 1, name: "Ann Lee" },
  { id: 2, name: "Ann Marie Olsen" },
  { id: 3, name: "Leo Ann" },
];
const offered = (text: string) =>
  mentionAt(text, text.length, people)?.people.map(({ id }) => id) ?? null;

describe("a name that is being typed", () => {
  it.each([
    ["@", [1, 2, 3]],
    ["Look, @an", [1, 2, 3]],
    ["@Ann L", [1]],
    ["(@le", [1, 3]],
    ["@marie o", [2]],
    // Complete, of no one, part of an address, on another line, no mention at all.
    ["@Ann Lee", null],
    ["@Bo", null],
    ["me@an", null],
    ["@ann\nle", null],
    ["Ann", null],
    ["@Ann Lee is it", null],
  ])("in %j is offered as %j", (text, expected) => expect(offered(text)).toEqual(expected));

  it("is looked for before the caret, and replaced by the whole name", () => {
    const text = "Is it so, @an today?";
    const mention = mentionAt(text, 13, people)!;
    expect(completeMention(text, 13, mention, "Ann Lee")).toEqual({
      text: "Is it so, @Ann Lee today?",
      caret: 19,
    });
    expect(mentionAt(text, text.length, people)).toBeNull();
  });
});
