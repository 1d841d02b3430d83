import { formatCount } from "@/lib/platform/format";
import type { Todos } from "@/lib/home/schema";

/** How much there is to do on a page, and what it is: "12 overdue". */
export interface PlaceCount {
  count: number;
  words: string;
}

/** By the page's address. */
export type PlaceCounts = Readonly<Record<string, PlaceCount>>;

/** The counts of the navigation. What Home lists as to do is counted, nothing else. */
export function placeCounts(todos: Todos | null): PlaceCounts {
  if (todos === null) return {};
  const items = (todos.rating?.campaigns ?? []).reduce((sum, { left }) => sum + left, 0);
  const counts: [href: string, count: number | null | undefined, words: string][] = [
    ["/write", todos.returned, "returned"],
    ["/submissions", todos.submissions, "to review"],
    ["/refresh", todos.due?.overdue, "overdue"],
    ["/flags", todos.flags, "open"],
    ["/rate", items, "left"],
    ["/adjudication", todos.disagreements, "to adjudicate"],
    ["/jobs", todos.jobs?.failed, "with failures to handle"],
  ];
  return Object.fromEntries(
    counts.flatMap(([href, count, words]) =>
      count === null || count === undefined ? [] : [[href, { count, words }]],
    ),
  );
}

/** All that is to do on some pages: those of an entry, or of a group that is closed. */
export function sumOf(counts: readonly PlaceCount[]): PlaceCount {
  const some = counts.filter(({ count }) => count > 0);
  if (some.length === 1) return some[0]!;
  return {
    count: some.reduce((sum, { count }) => sum + count, 0),
    words: `to do: ${some.map(({ count, words }) => `${formatCount(count)} ${words}`).join(", ")}`,
  };
}

/** The digits that there is room for. */
export const shortCount = (count: number): string => (count > 999 ? "999+" : String(count));
