import { z } from "zod";

/*
 * Days and moments from outside. ISO has a year 0; PostgreSQL's and everyone's calendar has none.
 */

/** Returns a day, YYYY-MM-DD, of the years 1 to 9999. */
export function day(message?: string) {
  return z.iso
    .date(message)
    .refine((text) => text >= "0001", message ?? "Choose a date after year 0.");
}

/** Returns the ISO day, in UTC, of a column of days; null for null. */
export function isoDayOf(column: Date | null): string | null {
  return column?.toISOString().slice(0, 10) ?? null;
}

/** Returns an ISO moment that is in the years 1 to 9999 in UTC too. @param options.offset whether it may say another zone than Z */
export function moment(options: { offset?: boolean } = {}) {
  return z.iso.datetime(options).refine((text) => {
    const year = new Date(text).getUTCFullYear();
    return year >= 1 && year <= 9999;
  }, "Enter a date and time in the years 1 to 9999.");
}
