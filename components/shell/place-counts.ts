import { countOf } from "@/lib/platform/format";
import type { Todos } from "@/lib/home/schema";

/** How much there is to do at a place, and what it is: "12 overdue". */
export interface PlaceCount {
  count: number;
  words: string;
}

/** The counts of the navigation by the address of the place. What Home lists as to do is counted, nothing else. */
export function placeCounts(todos: Todos | null): Record<string, PlaceCount> {
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

/** All that is to do in a group that is closed. */
export function sumOf(counts: readonly PlaceCount[]): PlaceCount {
  const count = counts.reduce((sum, one) => sum + one.count, 0);
  return {
    count,
    words: `to do in ${countOf(counts.filter((one) => one.count > 0).length, "place")}`,
  };
}
