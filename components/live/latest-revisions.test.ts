import { expect, it } from "vitest";
import { revisedSince, type Latest } from "./latest-revisions";

const revision = (id: number, question: number): Latest => [id, question, 2, 5];

it.each<[string, Latest[], Latest[], number[], boolean]>([
  ["nothing happened", [revision(3, 1)], [revision(3, 1)], [], false],
  [
    "a question was revised",
    [revision(3, 1), revision(2, 2)],
    [revision(4, 2), revision(3, 1)],
    [2],
    false,
  ],
  // The import has drawn number 3 before the edit drew 4, and is committed after it.
  [
    "the earlier number came later",
    [revision(4, 2), revision(1, 1), revision(0, 9)],
    [revision(4, 2), revision(3, 1), revision(0, 9)],
    [1],
    false,
  ],
  ["the first questions came", [], [revision(1, 7)], [7], true],
  [
    "too many to name",
    [revision(2, 2), revision(1, 1)],
    [revision(9, 9), revision(8, 8)],
    [9, 8],
    true,
  ],
])("%s", (_, before, after, questions, more) => {
  const found = revisedSince(before, after);
  expect(found.revised.map(([, question]) => question)).toEqual(questions);
  expect(found.more).toBe(more);
});
