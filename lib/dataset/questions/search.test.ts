import { describe, expect, test } from "vitest";
import { meantWords, readSearch, typos } from "./search";

describe("a search means", () => {
  test.each([
    ["Who founded", { pieces: ["who", "founded"], phrase: "who founded", questionId: null }],
    ['"the Amazon" rainforest', { pieces: ["the amazon", "rainforest"] }],
    ['"the Amazon', { pieces: ['"the', "amazon"] }],
    ["Q515", { questionId: 515, releaseId: null, pieces: ["q515"] }],
    ["q 515", { questionId: 515, releaseId: null }],
    ["515", { questionId: 515, releaseId: { id: 515, release: null } }],
    ["0", { questionId: null, releaseId: { id: 0, release: null } }],
    ["id 515 of freshqa_v01012026", { releaseId: { id: 515, release: "FreshQA_v01012026" } }],
    ["nytimes.com", { host: "nytimes.com", page: null }],
    ["www.NYTimes.com/", { host: "nytimes.com", page: null }],
    ["https://www.nytimes.com/a/B/#:~:text=x", { host: "nytimes.com", page: "nytimes.com/a/b" }],
    [
      "en.wikipedia.org/wiki/A?x=1",
      { host: "en.wikipedia.org", page: "en.wikipedia.org/wiki/a?x=1" },
    ],
    ["50.50", { host: null, questionId: null }],
    ["U.S. president", { host: null }],
    ["3.14", { host: null, releaseId: null }],
  ])("%j: %j", (q, expected) => {
    expect(readSearch(q)).toMatchObject(expected);
  });

  test.each(["", "   ", '""'])("nothing: %j", (q) => {
    expect(readSearch(q)?.pieces ?? []).not.toContain("");
  });
});

test.each([
  ["telescope", "telescope", 0],
  ["telecsope", "telescope", 1],
  ["telscope", "telescope", 1],
  ["ttelescope", "telescope", 1],
  ["telexcope", "telescope", 1],
  ["kitten", "sitting", 3],
  ["", "abc", 3],
  ["abc", "", 3],
  ["ca", "abc", 3],
])("%j and %j differ by %i slips", (a, b, expected) => {
  expect(typos(a, b)).toBe(expected);
  expect(typos(b, a)).toBe(expected);
});

test("a mistyped word means the nearest ones, a known one itself, and a short one none far away", () => {
  expect(meantWords("telecsope", false, ["telescope", "telescopes", "microscope"])).toEqual([
    "telescope",
  ]);
  expect(meantWords("bridge", true, ["fridge"])).toEqual(["bridge"]);
  expect(meantWords("mesi", false, ["messi", "mesa", "museum"])).toEqual(["messi", "mesa"]);
  expect(meantWords("mesi", false, ["museum"])).toEqual([]);
  expect(meantWords("xyz", false, [])).toEqual([]);
});
