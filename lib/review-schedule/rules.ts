import type { ReviewPolicy } from "@/lib/questions/schema";
import { WEEK_DAYS, type DueReason, type DueSection, type Intervals } from "./schema";

/** What decides when a question is due. All days are ISO days (YYYY-MM-DD) in the data set's time zone. */
export interface DueFacts {
  policy: ReviewPolicy;
  /** The day that `on_date` names. */
  on: string | null;
  /** Since when the present answers hold. */
  answersSince: string;
  /** When a person last found them true. */
  verifiedOn: string | null;
  /** A day chosen in place of the one that a soft policy gives. */
  plannedOn: string | null;
  /** The day of the last release, or null before the first one. */
  lastReleaseOn: string | null;
}

export interface Due {
  /** ISO day, or null: not due. */
  on: string | null;
  /** No plan moves it. */
  hard: boolean;
  why: DueReason;
}

/**
 * When a question is to be looked at again. The text of its `next_review` cell is read by readCells and stays as it is;
 * this only derives a day from what it means. The base is the day when somebody last had reason to believe the answers:
 * that of the last verification, or since which they hold, whichever is later.
 *
 * - `never`: not due. `unrecognized` ("Fall 2024", an empty cell): not due until somebody chooses a schedule.
 * - `on_date`: on that day, hard. A verification on or after it settles it: not due again until it is rescheduled
 *   (a changed answer alone does not, since an import may bring one along with a day that has passed).
 * - `frequently`, `occasionally`, `hardly_ever`: base + interval; soft, so that a plan takes its place.
 * - `every_time`: the day after the last release, hard, unless the base is later than that release; then not until the
 *   next one. The day after, because days cannot tell a check before a release from one after it on the same day.
 *   Before the first release: the day after the answers' own day, once.
 *
 * SQL computes the same from the heads (DUE in queries.ts); a database test holds the two against each other.
 */
export function dueOn(facts: DueFacts, intervals: Intervals): Due {
  const { policy, on, answersSince, verifiedOn, plannedOn, lastReleaseOn } = facts;
  const base = verifiedOn !== null && verifiedOn > answersSince ? verifiedOn : answersSince;
  switch (policy) {
    case "never":
    case "unrecognized":
      return { on: null, hard: false, why: policy };
    case "on_date":
      if (on === null) return { on: null, hard: false, why: "unrecognized" };
      return verifiedOn !== null && verifiedOn >= on ? { on: null, hard: false, why: "checked" } : { on, hard: true, why: "date" };
    case "frequently":
    case "occasionally":
    case "hardly_ever":
      return plannedOn !== null ? { on: plannedOn, hard: false, why: "planned" } : { on: addDays(base, intervals[policy]), hard: false, why: "interval" };
    case "every_time":
      if (lastReleaseOn === null ? verifiedOn !== null : base > lastReleaseOn) return { on: null, hard: false, why: "awaits-release" };
      return { on: addDays(lastReleaseOn ?? answersSince, 1), hard: true, why: "release" };
  }
}

/** Where a due day lies, seen from `today`. */
export function sectionOf(due: string | null, today: string): DueSection {
  if (due === null) return "none";
  if (due < today) return "overdue";
  return due < addDays(today, WEEK_DAYS) ? "week" : "upcoming";
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The ISO day `days` after (or, negative, before) another. */
export function addDays(iso: string, days: number): string {
  return new Date(Date.parse(`${iso}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days `b` lies after `a`. */
export function daysBetween(a: string, b: string): number {
  return Math.round((Date.parse(`${b}T00:00:00Z`) - Date.parse(`${a}T00:00:00Z`)) / DAY_MS);
}

/** 0 is Monday, 6 Sunday. */
export function weekdayOf(iso: string): number {
  return (new Date(`${iso}T00:00:00Z`).getUTCDay() + 6) % 7;
}
