import { describe, expect, it } from "vitest";
import {
  countOf,
  formatBytes,
  formatCount,
  formatDay,
  formatDollars,
  formatMoment,
  formatTimeOfDay,
  monthNumber,
} from "./format";

describe("dates, counts and sizes as people read them", () => {
  it("writes a date without a time zone, and a moment in UTC", () => {
    expect(formatDay("2026-01-05")).toBe("5 Jan 2026");
    expect(formatDay("2026-12-31T23:59:59Z")).toBe("31 Dec 2026");
    expect(formatMoment("2026-11-22T00:30:00+02:00")).toBe("21 Nov 2026, 22:30 UTC");
    expect(formatTimeOfDay("2026-11-22T00:30:09+02:00")).toBe("22:30:09 UTC");
  });

  it("writes counts with commas, and one thing without an s", () => {
    expect(formatCount(1234567)).toBe("1,234,567");
    expect([0, 1, 2, 1204].map((count) => countOf(count, "question"))).toEqual([
      "0 questions",
      "1 question",
      "2 questions",
      "1,204 questions",
    ]);
  });

  it("writes a size in the largest unit that leaves a digit before the point", () => {
    expect([0, 999, 1000, 999_949, 999_950, 12_345_678, 5e15].map(formatBytes)).toEqual([
      "0 B",
      "999 B",
      "1.0 kB",
      "999.9 kB",
      "1.0 MB",
      "12.3 MB",
      "5000.0 TB",
    ]);
  });

  it("numbers months by the first letters of their names", () => {
    expect(["jan", "Sept", "DECEMBER", "nov", "", "xyz"].map(monthNumber)).toEqual([
      1, 9, 12, 11, 0, 0,
    ]);
  });

  it.each([
    [0, "US$0"],
    [2.5, "US$2.50"],
    [1234.5, "US$1,234.50"],
    [0.015, "US$0.015"],
    [0.00044, "US$0.00044"],
    [0.000000123, "US$0.000000123"],
  ])("writes %s dollars as %s", (amount, expected) => expect(formatDollars(amount)).toBe(expected));
});
