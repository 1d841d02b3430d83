import type { GridState } from "@/lib/dataset/questions/grid";
import {
  CATEGORY_WORDS,
  FACT_TYPE_WORDS,
  HOPS_WORDS,
  REVIEW_WORDS,
  SPLIT_WORDS,
  STATUS_WORDS,
} from "./labels";
import { EXTRA_FIELDS, extraWords } from "@/lib/dataset/questions/fields";
import { formatDay } from "@/lib/platform/format";

/** One filter that is on, in words, and the state without it. */
export interface ActiveFilter {
  key: string;
  words: string;
  without: GridState;
}

/** The filters that are on, in the order of the filter panel. `authors` names the ids. */
export function activeFilters(
  state: GridState,
  authors: ReadonlyMap<number, string>,
): ActiveFilter[] {
  const found: ActiveFilter[] = [];
  const add = (key: string, words: string, change: Partial<GridState>) =>
    found.push({ key, words, without: { ...state, ...change, page: 1 } });
  const list = (values: readonly string[]) => values.join(" or ");

  if (state.q !== "")
    add("q", `“${state.q.length > 40 ? `${state.q.slice(0, 39)}…` : state.q}”`, { q: "" });
  if (state.category.length > 0)
    add("category", list(state.category.map((value) => CATEGORY_WORDS[value])), { category: [] });
  if (state.fact.length > 0)
    add("fact", `Fact type: ${list(state.fact.map((value) => FACT_TYPE_WORDS[value]))}`, {
      fact: [],
    });
  if (state.premise !== null)
    add("premise", state.premise === "false" ? "False premise" : "Valid premise", {
      premise: null,
    });
  if (state.hops.length > 0)
    add("hops", list(state.hops.map((value) => HOPS_WORDS[value])), { hops: [] });
  if (state.split.length > 0)
    add("split", list(state.split.map((value) => SPLIT_WORDS[value])), { split: [] });
  for (const field of EXTRA_FIELDS) {
    const chosen = state.extras[field.key] ?? [];
    if (chosen.length > 0)
      add(
        field.key,
        `${field.label}: ${list(chosen.map((value) => extraWords(field, value === "none" ? null : value)))}`,
        { extras: { ...state.extras, [field.key]: [] } },
      );
  }
  if (state.yearFrom !== null || state.yearTo !== null) {
    const words =
      state.yearFrom === null
        ? `Effective before ${state.yearTo! + 1}`
        : state.yearTo === null
          ? `Effective ${state.yearFrom} or later`
          : state.yearFrom === state.yearTo
            ? `Effective ${state.yearFrom}`
            : `Effective ${state.yearFrom}–${state.yearTo}`;
    add("year", words, { yearFrom: null, yearTo: null });
  }
  if (state.review.length > 0)
    add(
      "review",
      `Next review: ${list(state.review.map((value) => REVIEW_WORDS[value].toLowerCase()))}`,
      { review: [] },
    );
  if (state.dueFrom !== null || state.dueTo !== null) {
    const words =
      state.dueFrom === null
        ? `Due by ${formatDay(state.dueTo!)}`
        : state.dueTo === null
          ? `Due from ${formatDay(state.dueFrom)}`
          : `Due ${formatDay(state.dueFrom)} to ${formatDay(state.dueTo)}`;
    add("due", words, { dueFrom: null, dueTo: null });
  }
  if (state.revisedFrom !== null || state.revisedTo !== null) {
    const words =
      state.revisedFrom === null
        ? `Last edited by ${formatDay(state.revisedTo!)}`
        : state.revisedTo === null
          ? `Edited since ${formatDay(state.revisedFrom)}`
          : `Last edited ${formatDay(state.revisedFrom)} to ${formatDay(state.revisedTo)}`;
    add("revised", words, { revisedFrom: null, revisedTo: null });
  }
  if (state.overdue) add("overdue", "Overdue", { overdue: false });
  if (state.status.join() !== "active")
    add(
      "status",
      state.status.length === 2 ? "Active and retired" : STATUS_WORDS[state.status[0]!],
      { status: ["active"] },
    );
  if (state.author.length > 0)
    add("author", `By ${list(state.author.map((id) => authors.get(id) ?? `author ${id}`))}`, {
      author: [],
    });
  if (state.host.length > 0) add("host", `Evidence on ${list(state.host)}`, { host: [] });
  return found;
}
