import { expect, it } from "vitest";
import { blotted, blottedWithin } from "./troubles";

const KEY = 'sk-a/b+c%d"e\\f é';

it.each([
  ["as it is", KEY],
  ["in a URL", encodeURIComponent(KEY)],
  ["in a URL of small letters", encodeURIComponent("/+").toLowerCase(), "/+"],
  ["in JSON", JSON.stringify(KEY).slice(1, -1)],
  ["in JSON of PHP", JSON.stringify(KEY).slice(1, -1).replaceAll("/", "\\/")],
  [
    "in JSON of nothing but escapes",
    Array.from(KEY, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  ],
  ["in JSON with capital escapes", String.raw`sk-a\u002Fb`, "sk-a/b"],
  ["in JSON with escapes and letters", String.raw`sk\u002da\/\u0062`, "sk-a/b"],
])("a key is blotted out %s", (_name, spelling, key = KEY) =>
  expect(blotted(`before ${spelling} behind`, key)).toBe("before [key] behind"),
);

it("what is no key stays, however much it looks like one", () => {
  const likes = String.raw`sk-a\b sk-a/c sk-a\u002fc sk.a/b sk-a`;
  expect(blotted(likes, "sk-a/b")).toBe(likes);
  expect(blotted("text", "")).toBe("text");
  expect(blotted("text", null)).toBe("text");
  const backslashes = "\\".repeat(200_000);
  expect(blotted(backslashes, `${"\\".repeat(60)}x`)).toBe(backslashes);
  const percents = "%25".repeat(50_000);
  expect(blotted(percents, `${"%25".repeat(60)}x`)).toBe(percents);
});

it("a key is blotted out of each text and name of parsed JSON, and nothing else changes", () =>
  expect(
    blottedWithin({ a: ["k/1", 1, null], "k/1": { b: "see k/1 and k%2f1" }, c: true }, "k/1"),
  ).toEqual({ a: ["[key]", 1, null], "[key]": { b: "see [key] and [key]" }, c: true }));
