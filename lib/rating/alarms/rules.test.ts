import { describe, expect, it } from "vitest";
import { SeededRandom } from "@/lib/statistics/seeded-random";
import { canHaveBeenEntered, chanceOfRow, rowOf, straightLining, tooFast } from "./rules";

const HOUR = 3_600_000;
const NOW = 1_000 * HOUR;
/** Their devices say nothing of when they were entered. */
const ratings = (count: number, activeMs: number, handedAt: number | null = NOW - HOUR) =>
  Array.from({ length: count }, () => ({ activeMs, handedAt, enteredAt: null }));
/** Entered one after the other, so many milliseconds apart; the last one first. */
const stepping = (count: number, ms: number) =>
  ratings(count, 60_000).map((rating, n) => ({ ...rating, enteredAt: NOW - n * ms }));

describe("too fast", () => {
  it.each([
    ["twenty at 0.2 s", ratings(20, 200), 3, 0.2],
    ["nineteen at 0.2 s: one is missing", ratings(19, 200), 3, null],
    ["twenty at exactly the limit", ratings(20, 3_000), 3, null],
    ["no limit", ratings(20, 200), null, null],
    [
      "ten slow, ten fast: the median lies between",
      [...ratings(10, 5_000), ...ratings(10, 500)],
      3,
      2.75,
    ],
    ["eleven slow of twenty", [...ratings(11, 5_000), ...ratings(9, 100)], 3, null],
    ["older ratings are not of the window", [...ratings(20, 9_000), ...ratings(500, 10)], 3, null],
    [
      "the desk says a minute each, the clock allows one second",
      ratings(20, 60_000, NOW - 20_000),
      3,
      1,
    ],
    [
      "one item was given an hour ago",
      [...ratings(19, 60_000, NOW - 5_000), ...ratings(1, 60_000)],
      3,
      null,
    ],
    ["when they were given is not known", ratings(20, 60_000, null), 3, null],
    ["the device says a minute each, and that they were 0.5 s apart", stepping(20, 500), 3, 0.5],
    ["the device says that they were 15 s apart", stepping(20, 15_000), 3, null],
    [
      "the device's clock was set back in the middle",
      stepping(20, 5_000).map((rating, n) =>
        n < 10 ? { ...rating, enteredAt: rating.enteredAt - 50_000 } : rating,
      ),
      3,
      null,
    ],
    // 50 items given at once, a minute's wait, and then all: 60 s for 20 would be enough, for 50 it is 1.2 s each.
    ["one wait for fifty", ratings(50, 60_000, NOW - 60_000), 3, 1.2],
    ["fifty without a connection, 15 s each", ratings(50, 15_000, NOW - 750_000), 3, null],
    // 30 of an hour ago, then 20 that were given 40 s ago.
    [
      "those that were given last tell most",
      [...ratings(30, 60_000), ...ratings(20, 60_000, NOW - 40_000)],
      3,
      2,
    ],
  ])("%s", (_, latest, limit, seconds) => {
    const figures = tooFast(latest, limit, NOW);
    expect(figures && figures.seconds).toBe(seconds);
  });
});

describe("a rating of someone whom an alarm paused", () => {
  const given = (count: number, secondsAgo: number) =>
    Array<number>(count).fill(NOW - secondsAgo * 1_000);
  it.each([
    ["20 in a minute, all given then", given(20, 60), NOW - 60_000, false],
    ["20 in two minutes", given(20, 120), NOW - 120_000, true],
    ["fewer than twenty: nothing is said", given(18, 1), NOW - 1_000, true],
    ["twenty in 59 s", given(19, 59), NOW - 59_000, false],
    ["twenty in 60 s", given(19, 60), NOW - 60_000, true],
    ["given before a busy minute", given(21, 60), NOW - HOUR, false],
    ["given when no one knows", given(5, 60), null, true],
  ])("%s", (_, handed, own, can) => expect(canHaveBeenEntered(handed, own, 3, NOW)).toBe(can));
});

describe("straight-lining", () => {
  it.each([
    [[], 0],
    [["a"], 1],
    [["a", "a", "b", "a"], 2],
    [["b", "a", "a", "a"], 1],
    [Array.from({ length: 400 }, () => "a"), 300],
  ])("%j has a row of %i", (latest, row) => expect(rowOf(latest)).toBe(row));

  // Counted by hand: (n − k + 1) · p^k.
  it.each([
    [10, 0.5, 10, 0.5 ** 10],
    [10, 0.5, 19, 10 * 0.5 ** 10],
    [1, 0.9, 5, 1],
    [11, 0.5, 10, 0],
  ])("a row of %i at %f among %i: at most %f", (row, share, count, chance) =>
    expect(chanceOfRow(row, share, count)).toBeCloseTo(chance, 12),
  );

  it.each([
    ["half say it, 10 of 10", 10, 10, { same: 49, total: 98 }, true],
    ["half say it, 10 of 11: twice as likely", 10, 11, { same: 49, total: 98 }, false],
    ["half say it, 11 of 11", 11, 11, { same: 49, total: 98 }, true],
    ["half say it, 11 of 100: one lucky streak", 11, 100, { same: 49, total: 98 }, false],
    ["half say it, 17 of 100", 17, 100, { same: 49, total: 98 }, true],
    ["nine of ten say it, 60 of 60", 60, 60, { same: 89, total: 98 }, false],
    ["everyone says it, 300 of 300", 300, 300, { same: 98, total: 98 }, false],
    ["no one else says it, 9 of 9: too short", 9, 9, { same: 0, total: 98 }, false],
    ["no one else says it, 10 of 10", 10, 10, { same: 0, total: 98 }, true],
    ["too few others", 50, 50, { same: 0, total: 29 }, false],
  ])("%s", (_, row, count, others, alarm) =>
    expect(straightLining(row, count, others) !== null).toBe(alarm),
  );

  it("goes off for fewer than one honest rater of a hundred, whatever is usual", () => {
    // Two thousand raters of two hundred ratings each, asked after every rating, as the product does.
    for (const share of [0.3, 0.5, 0.7, 0.9]) {
      const chance = SeededRandom.ofSeed(7, Math.round(share * 10));
      let raised = 0;
      for (let rater = 0; rater < 2_000; rater++) {
        let row = 0;
        let alarm = false;
        for (let count = 1; count <= 200 && !alarm; count++) {
          row = chance.below(1_000) < share * 1_000 ? row + 1 : 0;
          alarm =
            straightLining(row, count, { same: Math.round(share * 10_000), total: 10_000 }) !==
            null;
        }
        if (alarm) raised++;
      }
      expect(raised / 2_000, String(share)).toBeLessThan(0.01);
    }
  });
});
