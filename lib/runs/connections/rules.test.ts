import { expect, it } from "vitest";
import { readQuery, suggestedProfile, writeQuery } from "./rules";
import type { Service } from "./vocabulary";

it.each([
  ["openai-chat", "gpt-4o-mini", "temperature seed max_tokens system"],
  ["openai-chat", "gpt-4-1106-preview", "temperature seed max_tokens system"],
  ["openai-chat", "o3-mini", "max_completion_tokens low developer"],
  ["openai-chat", "openai/o1", "max_completion_tokens low developer"],
  ["openai-chat", "gpt-5.1", "max_completion_tokens low developer"],
  ["openai-chat", "gpt-5-chat-latest", "temperature seed max_tokens system"],
  ["openai-chat", "llama3.1:8b", "temperature seed max_tokens system"],
  ["openai-chat", "google/gemma-2-9b-it", "temperature seed max_tokens user"],
  ["openai-responses", "gpt-4.1", "temperature max_tokens system"],
  ["openai-responses", "gpt-5-mini", "max_tokens low developer"],
  ["anthropic", "claude-sonnet-4-5", "temperature max_tokens system"],
  ["gemini", "gemini-2.5-flash", "temperature seed max_tokens system"],
  ["gemini", "gemma-3-27b-it", "temperature seed max_tokens user"],
] as [Service, string, string][])("%s %s is proposed as %s", (service, name, expected) => {
  const { temperature, seed, tokenParameter, reasoningEffort, systemRole } = suggestedProfile(
    service,
    name,
  );
  expect(
    [
      ...(temperature ? ["temperature"] : []),
      ...(seed ? ["seed"] : []),
      tokenParameter,
      ...(reasoningEffort === null ? [] : [reasoningEffort]),
      systemRole,
    ].join(" "),
  ).toBe(expected);
});

it("parameters are lines of name and value, there and back", () => {
  const query = readQuery(" api-version = 2026-10-21 \n\nx=a=b\n")!;
  expect(query).toEqual({ "api-version": "2026-10-21", x: "a=b" });
  expect(readQuery(writeQuery(query))).toEqual(query);
  expect(readQuery("")).toEqual({});
  expect(readQuery("no value")).toBeNull();
});
