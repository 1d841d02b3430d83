import { expect, test } from "vitest";
import { readEvidence } from "./evidence";

test.each([
  ["https://en.wikipedia.org/wiki/X#:~:text=hello%20world", [{ start: "hello world", end: null }]],
  ["https://a.org/#Section:~:text=from,to", [{ start: "from", end: "to" }]],
  ["https://a.org/#:~:text=before-,start,end,-after", [{ start: "start", end: "end" }]],
  [
    "https://a.org/#:~:text=one&text=two",
    [
      { start: "one", end: null },
      { start: "two", end: null },
    ],
  ],
  ["https://a.org/#:~:text=100%", [{ start: "100%", end: null }]],
  ["https://a.org/#plain", []],
])("the passages of %s are read", (url, passages) => {
  expect(readEvidence(url)).toMatchObject({ linkable: true, passages });
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "the almanac of 2024",
  "ftp://a.org/x",
  "https://",
  "https://a b.org",
])("%j is shown but never linked", (url) => {
  expect(readEvidence(url).linkable).toBe(false);
});
