import { DEFAULT_GRID, isOn, type FilterKey, type GridState } from "@/lib/dataset/questions/grid";
import {
  CATEGORY_WORDS,
  FACT_TYPE_WORDS,
  HOPS_WORDS,
  REVIEW_WORDS,
  SPLIT_WORDS,
  STATUS_WORDS,
} from "./labels";
import { formatDay } from "@/lib/platform/format";

/** One filter that is on, in words, and the state without it. */
export interface ActiveFilter {
  key: string;
  words: string;
  without: GridState;
}

const list = (values: readonly string[]) => values.join(" or ");

/** A stretch in words, from one end, to the other, or both. */
function stretch(
  from: string | null,
  to: string | null,
  words: { from: string; to: string; both: string },
): string {
  if (from === null) return `${words.to} ${formatDay(to!)}`;
  return to === null
    ? `${words.from} ${formatDay(from)}`
    : `${words.both} ${formatDay(from)} to ${formatDay(to)}`;
}

type Words = (state: GridState, authors: ReadonlyMap<number, string>) => string;

/** What the chip of each filter says, in the order of the filter panel; of two ends of a stretch the first one's says both. */
const CHIPS: Readonly<Record<FilterKey, Words | { saidBy: FilterKey }>> = {
  q: ({ q }) => `“${q.length > 40 ? `${q.slice(0, 39)}…` : q}”`,
  category: ({ category }) => list(category.map((value) => CATEGORY_WORDS[value])),
  fact: ({ fact }) => `Fact type: ${list(fact.map((value) => FACT_TYPE_WORDS[value]))}`,
  premise: ({ premise }) => (premise === "false" ? "False premise" : "Valid premise"),
  hops: ({ hops }) => list(hops.map((value) => HOPS_WORDS[value])),
  split: ({ split }) => list(split.map((value) => SPLIT_WORDS[value])),
  yearFrom: ({ yearFrom, yearTo }) => {
    if (yearFrom === null) return `Effective before ${yearTo! + 1}`;
    if (yearTo === null) return `Effective ${yearFrom} or later`;
    return yearFrom === yearTo ? `Effective ${yearFrom}` : `Effective ${yearFrom}–${yearTo}`;
  },
  yearTo: { saidBy: "yearFrom" },
  review: ({ review }) =>
    `Next review: ${list(review.map((value) => REVIEW_WORDS[value].toLowerCase()))}`,
  dueFrom: ({ dueFrom, dueTo }) =>
    stretch(dueFrom, dueTo, { from: "Due from", to: "Due by", both: "Due" }),
  dueTo: { saidBy: "dueFrom" },
  revisedFrom: ({ revisedFrom, revisedTo }) =>
    stretch(revisedFrom, revisedTo, {
      from: "Edited since",
      to: "Last edited by",
      both: "Last edited",
    }),
  revisedTo: { saidBy: "revisedFrom" },
  overdue: () => "Overdue",
  status: ({ status }) => (status.length === 2 ? "Active and retired" : STATUS_WORDS[status[0]!]),
  author: ({ author }, authors) =>
    `By ${list(author.map((id) => authors.get(id) ?? `author ${id}`))}`,
  host: ({ host }) => `Evidence on ${list(host)}`,
};
const KEYS = Object.keys(CHIPS) as FilterKey[];

/** The filters that are on, in the order of the filter panel. `authors` names the ids. */
export function activeFilters(
  state: GridState,
  authors: ReadonlyMap<number, string>,
): ActiveFilter[] {
  return KEYS.flatMap((key) => {
    const words = CHIPS[key];
    if (typeof words !== "function") return [];
    const keys = KEYS.filter((other) => {
      const chip = CHIPS[other];
      return other === key || (typeof chip !== "function" && chip.saidBy === key);
    });
    if (!keys.some((one) => isOn(state, one))) return [];
    const none = Object.fromEntries(keys.map((one) => [one, DEFAULT_GRID[one]]));
    return { key, words: words(state, authors), without: { ...state, ...none, page: 1 } };
  });
}
