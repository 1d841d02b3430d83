import { describe, expect, it } from "vitest";
import type { ThreadView } from "@/lib/dataset/comments/schema";
import { withThreads, type Known } from "./known-threads";

const thread = (rows: number[], { gap = false, resolved = false } = {}): ThreadView => ({
  id: rows[0]!,
  resolved: resolved ? { by: "Ann", at: "2026-01-01T00:00:00Z" } : null,
  comments: rows.map((id) => ({
    id,
    author: "Ann",
    own: false,
    action: "comment",
    body: "",
    at: "2026-01-01T00:00:00Z",
  })),
  gap,
});
const rows = ({ threads, earlier }: Known) => [
  threads.map(({ comments, gap }) => [...comments.map(({ id }) => id), ...(gap ? ["gap"] : [])]),
  earlier,
];

describe("what is known of a discussion", () => {
  const newest: Known = { threads: [thread([1, 8, 9], { gap: true }), thread([7])], earlier: 7 };

  it("takes in earlier rows, and says how far back it goes then", () => {
    const middle = withThreads(newest, {
      threads: [thread([1, 6], { gap: true }), thread([5])],
      earlier: 5,
    });
    expect(rows(middle)).toEqual([[[1, 6, 8, 9, "gap"], [7], [5]], 5]);
    const all = withThreads(middle, { threads: [thread([1, 2, 3]), thread([4])], earlier: null });
    expect(rows(all)).toEqual([[[1, 2, 3, 6, 8, 9], [7], [5], [4]], null]);
  });

  it("keeps what it has of earlier rows when newer ones push them out of what is read at once", () => {
    const known = withThreads(newest, { threads: [thread([1, 6])], earlier: null });
    const later = withThreads(known, {
      threads: [thread([10]), thread([1, 9, 11], { gap: true, resolved: true })],
      earlier: 9,
    });
    expect(rows(later)).toEqual([[[10], [7], [1, 6, 8, 9, 11]], null]);
    expect(later.threads.at(-1)!.resolved).toEqual({ by: "Ann", at: "2026-01-01T00:00:00Z" });
  });

  it("begins again where more was said meanwhile than is read at once", () => {
    const next: Known = { threads: [thread([20, 21])], earlier: 20 };
    expect(withThreads(newest, next)).toBe(next);
  });
});
