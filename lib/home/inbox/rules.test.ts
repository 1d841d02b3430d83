import { describe, expect, it } from "vitest";
import type { ToldNotice } from "@/lib/people/notifications/notice";
import { groupInWords } from "./rules";

const told = (by: string | null): ToldNotice => ({
  by,
  words: (named = by ?? "A rater") => ({ title: `${named} spoke`, detail: "Who?", href: "/q" }),
  discussion: null,
});
const title = (
  [first, ...others]: [string | null, ...(string | null)[]],
  group: { count: number; people: number; replaces?: boolean },
) => groupInWords([told(first), ...others.map(told)], { replaces: false, ...group }).title;

describe("notices said as one", () => {
  it.each<[string, Parameters<typeof title>]>([
    ["Ada spoke", [["Ada"], { count: 1, people: 1 }]],
    ["Ada spoke (2)", [["Ada", "Ada"], { count: 2, people: 1 }]],
    ["Ada and Bea spoke (3)", [["Ada", "Bea", "Ada"], { count: 3, people: 2 }]],
    ["Ada and 2 others spoke (3)", [["Ada", "Bea", "Cy"], { count: 3, people: 3 }]],
    // The second is not among those that are shown one by one.
    ["Ada and 1 other spoke (1,022)", [["Ada"], { count: 1_022, people: 2 }]],
    // No one is named.
    ["A rater spoke (2)", [[null, null], { count: 2, people: 0 }]],
    // The newest stands for all.
    ["Ada spoke", [["Ada", "Bea"], { count: 2, people: 2, replaces: true }]],
  ])("%s", (words, given) => {
    expect(title(...given)).toBe(words);
  });
});
