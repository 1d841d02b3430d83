/*
 * The words of the due queue, and its addresses. No schema library here: the desk needs these and stays light; what may
 * be sent is in schema.ts, which hands these words on.
 */

import type { Category, Hops } from "@/lib/dataset/questions/vocabulary";

/** Where a due day lies: before today; today or one of the six days after it; later; or there is none. */
export const DUE_SECTIONS = ["overdue", "week", "upcoming", "none"] as const;
export type DueSection = (typeof DUE_SECTIONS)[number];

/** How many of the coming weeks the calendar shows and smoothing spreads. */
export const CALENDAR_WEEKS = [4, 8, 12, 26, 52] as const;
export const DEFAULT_WEEKS = 12;

/** `me`, `none` (assigned to no one), `anyone` (claims take what is others' too) or a user's id; null: not narrowed. */
export type AssigneeFilter = "me" | "none" | "anyone" | number | null;

/** What the address of "/refresh" and of "/refresh/desk" holds. */
export interface QueueState {
  /** Which part of the queue; null in the desk: whatever is due by the end of this week, overdue first. */
  when: DueSection | null;
  /** One day alone (ISO), as a click on the calendar asks for. */
  day: string | null;
  category: Category[];
  hops: Hops[];
  /** Evidence hosts, lower case; any of them. */
  host: string[];
  assignee: AssigneeFilter;
  page: number;
  /** How far the calendar looks ahead. */
  weeks: number;
}
/** What decides which questions are meant. */
export type QueueFilters = Omit<QueueState, "page" | "weeks">;

/** Writes the state as the text behind the question mark: only what narrows, always in the same order. */
export function writeQueue(state: Partial<QueueState>): string {
  const params = new URLSearchParams();
  const put = (key: string, value: string | null | undefined) => {
    if (value) params.set(key, value);
  };
  put("when", state.when);
  put("day", state.day);
  put("category", state.category?.join(","));
  put("hops", state.hops?.join(","));
  put("host", state.host?.join(","));
  put(
    "assignee",
    state.assignee === undefined || state.assignee === null ? null : String(state.assignee),
  );
  put("page", state.page === undefined || state.page === 1 ? null : String(state.page));
  put(
    "weeks",
    state.weeks === undefined || state.weeks === DEFAULT_WEEKS ? null : String(state.weeks),
  );
  return params.toString().replaceAll("%2C", ",");
}

/** A path with the state behind it. */
export function queueHref(path: string, state: Partial<QueueState>): string {
  const query = writeQueue(state);
  return query === "" ? path : `${path}?${query}`;
}
