/*
 * Dates, counts and sizes as people read them, the same on the server, in the browser, in files and on the command line.
 * Dates of the dataset have no time zone; moments are shown in UTC and say so, unless <LocalTime> shows them in the
 * reader's own zone.
 */

/** The months by their English names, January first. */
export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** Their first three letters: "Jan", as dates show them. */
export const SHORT_MONTHS: readonly string[] = MONTHS.map((month) => month.slice(0, 3));

/** Formats an ISO date or moment (of which the UTC date is taken) as "21 Nov 2026". */
export function formatDay(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split("-");
  return `${Number(day)} ${SHORT_MONTHS[Number(month) - 1]} ${year}`;
}

/** Formats an ISO moment as "21 Nov 2026, 14:05 UTC". */
export function formatMoment(iso: string): string {
  const utc = new Date(iso).toISOString();
  return `${formatDay(utc)}, ${utc.slice(11, 16)} UTC`;
}

/** Formats the time of an ISO moment to the second, as "14:05:09 UTC". */
export function formatTimeOfDay(iso: string): string {
  return `${new Date(iso).toISOString().slice(11, 19)} UTC`;
}

// Made once: toLocaleString() makes another one for each number, which a page of counts feels.
const counts = new Intl.NumberFormat("en-US");

/** Formats a number with commas: "1,234". */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** Formats a number with its noun, whose plural takes an s unless it is given: "1 question", "1,234 questions". */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** "a, b or c". */
export function alternatives(words: readonly string[]): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} or ${words[words.length - 1]}`;
}

/** Formats US dollars with as many places as they need: "US$0.000125", "US$2.50", "US$0". */
export function formatDollars(amount: number): string {
  if (amount === 0) return "US$0";
  const places =
    amount >= 0.01
      ? { minimumFractionDigits: 2, maximumFractionDigits: amount >= 1 ? 2 : 4 }
      : { maximumSignificantDigits: 3, maximumFractionDigits: 9 };
  return `US$${amount.toLocaleString("en-US", places)}`;
}

/** Formats a size in powers of 1000: "12.3 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(1)} ${units[unit]}`;
}

/** Returns a size in whole megabytes: "400 MB". */
export function formatMegabytes(bytes: number): string {
  return `${formatCount(Math.round(bytes / 1e6))} MB`;
}

/** Returns the number of a month by the first three letters of its English name, in any case: 1 for "jan"; 0 for no month. */
export function monthNumber(name: string): number {
  const letters = name.slice(0, 3).toLowerCase();
  return SHORT_MONTHS.findIndex((month) => month.toLowerCase() === letters) + 1;
}
