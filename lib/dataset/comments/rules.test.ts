import { describe, expect, it } from "vitest";
import { mentionsIn, threadsOf, type SaidRow } from "./rules";

describe("a mention", () => {
  const people = [
    { id: 1, name: "Ann" },
    { id: 2, name: "Ann Lee" },
    { id: 3, name: "Zoë" },
    { id: 4, name: "Kim" },
    { id: 5, name: "Kim" },
  ];
  it.each([
    ["@Ann Lee, please look", [2]],
    ["@ann: and @ZOE", [1, 3]],
    ["mail@ann.example", []],
    ["@Anna", []],
    ["@Ann @Ann", [1]],
    ["@ no one", []],
    ["(@Zoë)", [3]],
    ["@Kim and @Ann", [4, 5, 1]],
  ])("in %j names %j", (body, expected) => expect(mentionsIn(body, people)).toEqual(expected));
});

describe("threads", () => {
  const row = (
    id: number,
    parentId: number | null,
    action: SaidRow["action"] = "comment",
  ): SaidRow => ({
    id,
    parentId,
    author: `P${id}`,
    own: false,
    action,
    body: "",
    at: `2026-01-0${id}T00:00:00Z`,
  });
  it("hold their answers, the open ones first and the latest of each kind before others", () => {
    const threads = threadsOf(
      [
        row(1, null),
        row(2, null),
        row(3, null),
        row(4, 1),
        row(5, 2, "resolve"),
        row(6, 3, "resolve"),
        row(7, 3, "reopen"),
        row(8, null),
      ],
      new Set([1]),
    );
    expect(threads.map(({ gap }) => gap)).toEqual([false, false, true, false]);
    expect(threads.map(({ id, resolved }) => [id, resolved])).toEqual([
      [8, null],
      [3, null],
      [1, null],
      [2, { by: "P5", at: "2026-01-05T00:00:00Z" }],
    ]);
    expect(threads[2]!.comments.map(({ id }) => id)).toEqual([1, 4]);
  });
});
