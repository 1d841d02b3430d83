import { expect, test } from "vitest";
import { isSameModel } from "./same-model";

test.each([
  ["org/Plover-2", "plover 2", true],
  ["openai:chat:gpt-4o", "GPT-4o", true],
  ["gpt-4o", "openai/gpt-4o", true],
  ["ollama:chat:llama3:8b", "Llama3 8B", true],
  ["openai:gpt-4o", "openrouter:openai/gpt-4o", true],
  ["openai:gpt-4o", "gpt-4o-mini", false],
  ["openai/gpt-4o", "openai/gpt-5", false],
  ["日本/模型", "模型", true],
])("%s and %s: %s", (one, other, same) => {
  expect(isSameModel(one, other)).toBe(same);
  expect(isSameModel(other, one)).toBe(same);
});
