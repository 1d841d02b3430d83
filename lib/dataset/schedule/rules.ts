import type { DueReason } from "./schema";

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

/** Soft days may be moved by this share of their interval, earlier or later. */
export const SMOOTHING_TOLERANCE = 0.25;

/** A question whose day may be moved. */
export interface SoftDue {
  questionId: number;
  /** The day on which it is due now: its policy's, or a planned one. */
  dueOn: string;
  /** The day that its policy gives. Tolerance counts from here, so that smoothing again and again does not drift. */
  policyDay: string;
  intervalDays: number;
}

/**
 * Spreads the soft days of the coming weeks evenly over working days (Monday to Friday). Hard days stay; no soft day
 * moves further from its policy's day than the tolerance, to before today or out of the weeks, and no day is moved
 * without need. What the tolerance does not let move stays too, on a weekend if must be.
 * @param load.hard how many questions with a hard day fall on each day of these weeks, by ISO day.
 * @param load.soft those with a soft one; days outside of the weeks are left alone.
 * @returns what moves, in the order of the days; none where that would not make the fullest day emptier or free a weekend.
 */
export function balanceWorkload(
  today: string,
  weeks: number,
  load: { hard: ReadonlyMap<string, number>; soft: readonly SoftDue[] },
): { questionId: number; from: string; to: string }[] {
  const length = weeks * 7;
  const firstWeekday = weekdayOf(today);
  const works = (day: number) => (firstWeekday + day) % 7 < 5;
  const before = new Array<number>(length).fill(0);
  for (const [day, count] of load.hard) {
    const place = daysBetween(today, day);
    if (place >= 0 && place < length) before[place]! += count;
  }
  const counts = [...before];

  const movable: { questionId: number; place: number; days: number[] }[] = [];
  for (const question of load.soft) {
    const place = daysBetween(today, question.dueOn);
    if (place < 0 || place >= length) continue;
    before[place]!++;
    const middle = daysBetween(today, question.policyDay);
    const reach = Math.floor(question.intervalDays * SMOOTHING_TOLERANCE);
    const days: number[] = [];
    for (let day = Math.max(0, middle - reach); day <= Math.min(length - 1, middle + reach); day++)
      if (works(day)) days.push(day);
    if (days.length === 0) counts[place]!++;
    else movable.push({ questionId: question.questionId, place, days });
  }
  // Whoever has the least choice goes first.
  movable.sort(
    (a, b) => a.days.length - b.days.length || a.place - b.place || a.questionId - b.questionId,
  );

  const enough = waterLevel(
    counts.filter((_, day) => works(day)),
    movable.length,
  );
  const moves: { questionId: number; from: number; to: number }[] = [];
  for (const { questionId, place, days } of movable) {
    const nearer = (a: number, b: number) => Math.abs(a - place) - Math.abs(b - place) || a - b;
    const free = days.filter((day) => counts[day]! < enough);
    const to =
      free.length > 0
        ? free.reduce((best, day) => (nearer(day, best) < 0 ? day : best))
        : days.reduce((best, day) =>
            (counts[day]! - counts[best]! || nearer(day, best)) < 0 ? day : best,
          );
    counts[to]!++;
    if (to !== place) moves.push({ questionId, from: place, to });
  }

  const onWeekends = (days: number[]) =>
    days.reduce((sum, count, day) => (works(day) ? sum : sum + count), 0);
  const better =
    Math.max(...counts) < Math.max(...before) ||
    (Math.max(...counts) === Math.max(...before) && onWeekends(counts) < onWeekends(before));
  if (!better) return [];
  return moves
    .sort((a, b) => a.from - b.from || a.questionId - b.questionId)
    .map((move) => ({
      questionId: move.questionId,
      from: addDays(today, move.from),
      to: addDays(today, move.to),
    }));
}

/** The lowest level up to which days of some loads can be filled so that `amount` more fit. */
function waterLevel(loads: readonly number[], amount: number): number {
  let [low, high] = [0, Math.max(0, ...loads) + amount];
  while (low < high) {
    const level = Math.floor((low + high) / 2);
    if (loads.reduce((room, load) => room + Math.max(0, level - load), 0) >= amount) high = level;
    else low = level + 1;
  }
  return low;
}

/**
 * Shares questions out in turn: each goes to whoever has the fewest, the first in the list among equals. No one ends up
 * with more than one question above another, unless they had more before.
 * @param had how many each person has already.
 */
export function distribute(
  questionIds: readonly number[],
  assigneeIds: readonly number[],
  had: ReadonlyMap<number, number> = new Map(),
): { questionId: number; assigneeId: number }[] {
  const loads = [...new Set(assigneeIds)].map((assigneeId) => ({
    assigneeId,
    count: had.get(assigneeId) ?? 0,
  }));
  if (loads.length === 0) return [];
  return questionIds.map((questionId) => {
    const next = loads.reduce((least, load) => (load.count < least.count ? load : least));
    next.count++;
    return { questionId, assigneeId: next.assigneeId };
  });
}

const REASON_WORDS: Record<DueReason, string> = {
  interval: "interval-based",
  planned: "moved to this date",
  date: "fixed date",
  release: "at every release",
  never: "never reviewed",
  unrecognized: "no review date",
  checked: "checked; set the next date",
  "awaits-release": "due after the next release",
};

/** Why a question is due when it is, or why it is not. */
export function describeReason(why: DueReason): string {
  return REASON_WORDS[why];
}
