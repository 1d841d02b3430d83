import { expect, it } from "vitest";
import { mayRetry } from "./attention";

it.each([
  ["not-possible", false],
  ["not-disputed", false],
  ["paused", true],
] as const)("sending again what was refused as %s may save it: %s", (code, expected) => {
  const entry = { refused: { code, message: "" } } as Parameters<typeof mayRetry>[0];
  expect(mayRetry(entry)).toBe(expected);
});
