import { describe, expect, it } from "vitest";
import { readAnswer } from "./post";

describe("an answer", () => {
  it.each<[string, number, string, unknown]>([
    ["our value", 200, '{"a":1}', { ok: true, value: { a: 1 } }],
    ["our empty value", 200, "null", { ok: true, value: null }],
    ["another page with 200, a sign-in of the network", 200, "<html>", null],
    [
      "our refusal",
      409,
      '{"refusal":{"code":"stale","message":"x"}}',
      { ok: false, refusal: { code: "stale", message: "x" } },
    ],
    ["a proxy without a server", 502, "Bad gateway", null],
    [
      "our server without its database",
      503,
      '{"refusal":{"code":"anything","message":"x"}}',
      { ok: false, refusal: { code: "unavailable", message: "x" } },
    ],
    ["a proxy that finds it too large", 413, "<html>", { ok: false, refusal: { code: "failed" } }],
    ["a broken server", 500, "Internal Server Error", { ok: false, refusal: { code: "failed" } }],
  ])("%s is understood", (_, status, text, expected) => {
    const answer = readAnswer(status, text);
    if (expected === null) expect(answer).toBeNull();
    else expect(answer).toMatchObject(expected as object);
  });
});
