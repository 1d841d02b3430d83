import { expect, it } from "vitest";
import { OWN_DEMONSTRATIONS } from "./own-demonstrations";
import { PRESETS } from "./presets";
import { previewPrompt } from "./preview";

const previewOf = (key: string) =>
  previewPrompt({
    definition: PRESETS.find((one) => one.key === key)!.definition,
    demonstrations: OWN_DEMONSTRATIONS,
    question: "Who wrote the first program?",
    today: "2026-11-22",
    seed: 1,
  });

it("a preview of FreshPrompt has all its evidence, of the demonstrations, too", () => {
  const { searches, messages } = previewOf("freshprompt-paper-gpt-4");
  expect(searches).toEqual([
    ...OWN_DEMONSTRATIONS.slice(0, 5).map(({ question }) => question),
    "Who wrote the first program?",
  ]);
  const prompt = messages!.at(-1)!.content;
  expect(prompt.split("\nsource: ")).toHaveLength(1 + 6 * 10);
  expect(prompt.endsWith("question: Who wrote the first program?\nanswer: ")).toBe(true);
  // Seven of ten results have a date, so that three undated pieces of those before remain.
  expect(prompt.slice(prompt.lastIndexOf("\nquery: "))).toMatchSnapshot();
});

it("a preview of a method without searches searches nothing; without a model it has no prompt", () => {
  expect(previewOf("plain").searches).toEqual([]);
  expect(previewOf("self-ask-search")).toMatchObject({ searches: [] });
  expect(previewOf("search-only")).toEqual({
    searches: ["Who wrote the first program?"],
    messages: null,
  });
});
