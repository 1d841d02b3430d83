import { describe, expect, it } from "vitest";
import type { Todos } from "@/lib/home/schema";
import { placeCounts, sumOf } from "./place-counts";

const NOTHING: Todos = {
  returned: null,
  submissions: null,
  due: null,
  rating: null,
  disagreements: null,
  flags: null,
  jobs: null,
};

describe("placeCounts", () => {
  it("counts what Home lists, at the place where it is done", () => {
    const campaign = { campaignId: 1, name: "A", left: 4, deadline: null };
    expect(
      placeCounts({
        returned: 1,
        submissions: 2,
        due: { overdue: 3, week: 50, mine: 1 },
        rating: { trained: true, campaigns: [campaign, { ...campaign, left: 6 }] as never },
        disagreements: 5,
        flags: 0,
        jobs: { running: 9, paused: 9, failed: 7 },
      }),
    ).toEqual({
      "/write": { count: 1, words: "returned" },
      "/submissions": { count: 2, words: "to review" },
      "/refresh": { count: 3, words: "overdue" },
      "/flags": { count: 0, words: "open" },
      "/rate": { count: 10, words: "left" },
      "/adjudication": { count: 5, words: "to adjudicate" },
      "/jobs": { count: 7, words: "with failures to handle" },
    });
  });

  it("has nothing for what is not the reader's, and before it is known", () => {
    expect(placeCounts({ ...NOTHING, flags: 3 })).toEqual({
      "/flags": { count: 3, words: "open" },
      "/rate": { count: 0, words: "left" },
    });
    expect(placeCounts(null)).toEqual({});
  });
});

it("sums up an entry or a closed group", () => {
  expect(
    sumOf([
      { count: 2, words: "open" },
      { count: 0, words: "left" },
      { count: 5, words: "overdue" },
    ]),
  ).toEqual({ count: 7, words: "to do: 2 open, 5 overdue" });
  expect(
    sumOf([
      { count: 0, words: "open" },
      { count: 1204, words: "overdue" },
    ]),
  ).toEqual({ count: 1204, words: "overdue" });
  expect(sumOf([{ count: 0, words: "open" }]).count).toBe(0);
});
