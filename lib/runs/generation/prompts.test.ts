import { expect, it } from "vitest";
import { chainOfThoughtPrompt, readChainOfThought, readSelfAsk } from "./prompts";

const MANY = 200_000;
const isNew = () => true;

it("Self-Ask is read by lines, whatever ends them and whatever Markdown is around", () => {
  expect(readSelfAsk("Yes.\r\n**Follow up:** In C#?\r\nIntermediate answer: x", isNew)).toEqual({
    kind: "follow-up",
    question: "In C#?",
    complete: true,
  });
  expect(readSelfAsk("> **So the final answer is:** C#", isNew)).toEqual({
    kind: "final",
    answer: "C#",
    complete: false,
  });
  expect(readSelfAsk("so the final answer is __\r\n\r\n *Ada*\rx", isNew)).toEqual({
    kind: "final",
    answer: "Ada",
    complete: true,
  });
  expect(readSelfAsk("Well, so the final answer is: Ada", isNew)).toBeNull();
});

it.each(["_", " ", "*", "\t", "_ ", "- "])(
  "a reply of 200,000 characters of %j is read at once",
  (one) => {
    const said = `a${one.repeat(MANY / one.length)}b`;
    expect(readSelfAsk(`Follow up: ${said}`, isNew)).toMatchObject({ question: said });
    expect(readSelfAsk(`So the final answer is: ${said}`, isNew)).toMatchObject({ answer: said });
    expect(readSelfAsk(said, isNew)).toBeNull();
    expect(readChainOfThought(`So the answer is ${said}`)).toBe(said);
    expect(chainOfThoughtPrompt([], said)).toBe(`Q: ${said}\nA: Let's think step by step.`);
  },
);

it("a follow-up line with 200,000 blanks before a carriage return is read at once", () => {
  expect(readSelfAsk(`Follow up:${" ".repeat(MANY)}\rx`, isNew)).toBeNull();
  expect(readSelfAsk(`${"\r".repeat(MANY)}x`, isNew)).toBeNull();
});

it("a question stands on one line of a prompt, whatever its line ends", () => {
  expect(chainOfThoughtPrompt([], " a \r\n\n b\u2028\t\u2029c  d ")).toContain("Q: a b c  d\n");
  expect(chainOfThoughtPrompt([], `a${"\r".repeat(MANY)}b`)).toContain("Q: a b\n");
});
