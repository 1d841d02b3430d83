import { describe, expect, it } from "vitest";
import {
  afterTrouble,
  backoffMs,
  dateIn,
  expectedEnd,
  failuresPause,
  mostUsage,
  NO_FAILURES,
  sampled,
  withinLimit,
} from "./rules";

describe("after a call that failed", () => {
  it.each([
    ["key-refused", 1, { kind: "pause", because: "key-refused" }],
    ["quota-exhausted", 1, { kind: "pause", because: "quota-exhausted" }],
    ["not-allowed", 1, { kind: "pause", because: "not-allowed" }],
    ["request-refused", 1, { kind: "failed" }],
    ["broken-answer", 2, { kind: "again", ms: 2_000 }],
    ["broken-answer", 3, { kind: "failed" }],
    ["unanswered", 2, { kind: "again", ms: 2_000 }],
    ["unanswered", 3, { kind: "failed" }],
    ["unavailable", 1, { kind: "again", ms: 1_000 }],
    ["unavailable", 7, { kind: "again", ms: 64_000 }],
    ["unavailable", 8, { kind: "failed" }],
    ["rate-limited", 49, { kind: "again", ms: 150_000 }],
    ["rate-limited", 50, { kind: "failed" }],
  ] as const)("%s, attempt %i", (trouble, attempt, expected) => {
    const before = { attempts: attempt - 1, troubles: { [trouble]: attempt - 1 } };
    expect(afterTrouble(trouble, before, null, 0)).toMatchObject(expected);
  });

  it("counts each kind of trouble apart, and all attempts together", () => {
    const busy = { attempts: 9, troubles: { "rate-limited": 7, unanswered: 2 } };
    expect(afterTrouble("unavailable", busy, null, 0)).toEqual({
      kind: "again",
      ms: 1_000,
      failures: { attempts: 10, troubles: { "rate-limited": 7, unanswered: 2, unavailable: 1 } },
    });
    expect(afterTrouble("unanswered", busy, null, 0)).toEqual({
      kind: "failed",
      failures: { attempts: 10, troubles: { "rate-limited": 7, unanswered: 3 } },
    });
  });

  it("an item waits for as long as the service asks, at least", () => {
    for (const [asked, ms] of [
      [30_000, 30_000],
      [500, 1_000],
    ] as const)
      expect(afterTrouble("rate-limited", NO_FAILURES, asked, 0)).toMatchObject({
        kind: "again",
        ms,
      });
  });

  it("the wait doubles from two seconds to five minutes, and is half of that at least", () => {
    const longest = [1, 2, 3, 4, 8, 9, 30].map((attempts) => backoffMs(attempts, 1));
    expect(longest).toEqual([2_000, 4_000, 8_000, 16_000, 256_000, 300_000, 300_000]);
    expect(backoffMs(3, 0)).toBe(4_000);
  });

  it("ten failures in a row pause the job", () => {
    expect([9, 10, 11].map(failuresPause)).toEqual([false, true, true]);
  });
});

describe("a spending limit", () => {
  it.each([
    [null, 100, 100, null, "fits"],
    [1, 0.5, 0.25, 0.25, "fits"],
    [1, 0.5, 0.25, 0.250000001, "crowded"],
    [1, 0.5, 0, 0.5, "fits"],
    [1, 0.5, 0, 0.500000001, "too-much"],
    [0.3, 0.1, 0, 0.2, "fits"],
    [1, 0, 0, null, "too-much"],
  ] as const)(
    "of %s, with %s spent and %s reserved, and a call of %s: %s",
    (limit, spent, reserved, most, allowance) => {
      expect(withinLimit(limit, spent, reserved, most)).toBe(allowance);
    },
  );

  it("counts a text as so many tokens as it has bytes", () => {
    // Four characters of 1, 2, 3 and 4 bytes, one message, one request.
    expect(mostUsage([{ content: "aé€😀" }], 256)).toEqual({
      input: 10 + 16 + 64,
      output: 256,
      reasoning: null,
      cached: null,
    });
  });
});

describe("the expected end", () => {
  it("is at the pace since the first of the last items", () => {
    // Three items in 20 s, of which two since the first: 10 s an item, five to come.
    expect(expectedEnd([10_000, 0, 15_000], 5, 20_000)).toBe(70_000);
  });

  it("moves away while nothing ends", () => {
    expect(expectedEnd([0, 10_000], 1, 60_000)).toBe(120_000);
  });

  it("is not known without a pace, and none where nothing is open", () => {
    expect(expectedEnd([], 5, 20_000)).toBeNull();
    expect(expectedEnd([0], 5, 20_000)).toBeNull();
    expect(expectedEnd([0, 10_000], 0, 20_000)).toBeNull();
  });
});

describe("a sample", () => {
  const whole = Array.from({ length: 100 }, (_one, at) => at);

  it("is the same for the same seed, in the order of the whole, and another one for another", () => {
    const one = sampled(whole, { size: 10, seed: 1 });
    expect(one).toHaveLength(10);
    expect(one).toEqual([...new Set(one)].sort((a, b) => a - b));
    expect(sampled(whole, { size: 10, seed: 1 })).toEqual(one);
    expect(sampled(whole, { size: 10, seed: 2 })).not.toEqual(one);
  });

  it("is part of each larger one of its seed", () => {
    const larger = sampled(whole, { size: 40, seed: 1 });
    expect(sampled(whole, { size: 10, seed: 1 }).filter((one) => !larger.includes(one))).toEqual(
      [],
    );
  });

  it("is the whole where that is no larger", () => {
    expect(sampled(whole, null)).toEqual(whole);
    expect(sampled(whole, { size: 1_000, seed: 1 })).toEqual(whole);
  });
});

it("today is the zone's", () => {
  const at = new Date("2026-11-23T06:30:00Z");
  expect(dateIn("America/Los_Angeles", at)).toBe("2026-11-22");
  expect(dateIn("UTC", at)).toBe("2026-11-23");
});
