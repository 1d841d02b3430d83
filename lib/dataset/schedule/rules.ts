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

/** A day that may be moved. */
export interface SoftDay {
  /** The day on which something is due now: its policy's, or a planned one. */
  dueOn: string;
  /** The day that its policy gives. Tolerance counts from here, so that smoothing again and again does not drift. */
  policyDay: string;
  intervalDays: number;
}

/** A question whose day may be moved. */
export interface SoftDue extends SoftDay {
  questionId: number;
}

/** What is due in the coming weeks: questions, or how many of them there are (`count`). */
interface Load<T extends SoftDay> {
  /** How many questions with a hard day fall on each day of these weeks, by ISO day. */
  hard: ReadonlyMap<string, number>;
  /** Those with a soft one; days outside of the weeks are left alone. */
  soft: readonly T[];
  /**
   * Those whose soft day has passed, to be spread as well: from today on, the longest overdue first, each within its
   * interval (or a week). Until then they all are today's load.
   */
  overdue?: readonly T[];
}

/** Questions that may go to the same days from the same day: which of them goes where makes no difference. */
interface Spread<T> {
  of: T[];
  count: number;
  /** Days counted from today. */
  place: number;
  days: readonly number[];
  /** Where they go, in order. */
  to: { day: number; count: number }[];
}

/** Spreads counts of soft days as balanceWorkload() does questions. @returns where they go; null where that changes nothing for the better. */
function spread<T extends SoftDay & { count: number }>(
  today: string,
  weeks: number,
  load: Load<T>,
): Spread<T>[] | null {
  const length = weeks * 7;
  const firstWeekday = weekdayOf(today);
  const works = (day: number) => (firstWeekday + day) % 7 < 5;
  const before = new Array<number>(length).fill(0);
  for (const [day, count] of load.hard) {
    const place = daysBetween(today, day);
    if (place >= 0 && place < length) before[place]! += count;
  }
  const counts = [...before];

  const movable = new Map<string, Spread<T>>();
  const add = (group: T, place: number, first: number, last: number) => {
    const days: number[] = [];
    for (let day = Math.max(0, first); day <= Math.min(length - 1, last); day++)
      if (works(day)) days.push(day);
    if (days.length === 0) {
      counts[place]! += group.count;
      return;
    }
    const key = `${place}/${days[0]}/${days.length}`;
    const alike = movable.get(key) ?? { of: [], count: 0, place, days, to: [] };
    alike.of.push(group);
    alike.count += group.count;
    movable.set(key, alike);
  };
  for (const group of load.soft) {
    const place = daysBetween(today, group.dueOn);
    if (place < 0 || place >= length) continue;
    before[place]! += group.count;
    const middle = daysBetween(today, group.policyDay);
    const reach = Math.floor(group.intervalDays * SMOOTHING_TOLERANCE);
    add(group, place, middle - reach, middle + reach);
  }
  for (const group of load.overdue ?? []) {
    before[0]! += group.count;
    add(group, daysBetween(today, group.dueOn), 0, Math.max(group.intervalDays, 7));
  }
  // Whoever has the least choice goes first.
  const all = [...movable.values()].sort(
    (a, b) => a.days.length - b.days.length || a.place - b.place || a.days[0]! - b.days[0]!,
  );

  const enough = waterLevel(
    counts.filter((_, day) => works(day)),
    all.reduce((sum, { count }) => sum + count, 0),
  );
  for (const { count, place, days, to } of all) {
    const near = [...days].sort((a, b) => Math.abs(a - place) - Math.abs(b - place) || a - b);
    const put = (day: number, more: number) => {
      if (more <= 0) return;
      counts[day]! += more;
      to.push({ day, count: more });
      left -= more;
    };
    let left = count;
    for (const day of near) put(day, Math.min(left, enough - counts[day]!));
    while (left > 0)
      put(
        near.reduce((best, day) => (counts[day]! < counts[best]! ? day : best)),
        1,
      );
  }

  const onWeekends = (days: number[]) =>
    days.reduce((sum, count, day) => (works(day) ? sum : sum + count), 0);
  const better =
    Math.max(...counts) < Math.max(...before) ||
    (Math.max(...counts) === Math.max(...before) && onWeekends(counts) < onWeekends(before));
  return better ? all : null;
}

/** Whether balanceWorkload() would move anything, by how many questions have which soft day. */
export function canBalance(
  today: string,
  weeks: number,
  load: Load<SoftDay & { count: number }>,
): boolean {
  return spread(today, weeks, load) !== null;
}

/**
 * Spreads the soft days of the coming weeks evenly over working days (Monday to Friday). Hard days stay; no soft day
 * moves further from its policy's day than the tolerance, to before today or out of the weeks, and no day is moved
 * without need. What the tolerance does not let move stays too, on a weekend if must be.
 * @returns what moves, in the order of the days; none where that would not make the fullest day emptier or free a weekend.
 */
export function balanceWorkload(
  today: string,
  weeks: number,
  load: Load<SoftDue>,
): { questionId: number; from: string; to: string }[] {
  const plan = spread(today, weeks, {
    hard: load.hard,
    soft: groupDays(load.soft),
    ...(load.overdue && { overdue: groupDays(load.overdue) }),
  });
  const moves = (plan ?? []).flatMap(({ of, place, to }) => {
    const ids = of.flatMap((group) => group.ids).sort((a, b) => a - b);
    let done = 0;
    return to.flatMap(({ day, count }) => {
      const going = ids.slice(done, (done += count));
      return day === place ? [] : going.map((questionId) => ({ questionId, from: place, to: day }));
    });
  });
  return moves
    .sort((a, b) => a.from - b.from || a.questionId - b.questionId)
    .map((move) => ({
      questionId: move.questionId,
      from: addDays(today, move.from),
      to: addDays(today, move.to),
    }));
}

/** Questions by what says where their day may go. */
function groupDays(questions: readonly SoftDue[]): (SoftDay & { count: number; ids: number[] })[] {
  const groups = new Map<string, SoftDay & { count: number; ids: number[] }>();
  for (const { questionId, dueOn, policyDay, intervalDays } of questions) {
    const key = `${dueOn}/${policyDay}/${intervalDays}`;
    const group = groups.get(key) ?? { dueOn, policyDay, intervalDays, count: 0, ids: [] };
    group.count++;
    group.ids.push(questionId);
    groups.set(key, group);
  }
  return [...groups.values()];
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
