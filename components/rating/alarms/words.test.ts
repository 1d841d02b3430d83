import { expect, it } from "vitest";
import { alarmWords } from "./words";

const of = { id: 1, raterId: 2, rater: "Eli", raisedAt: "2026-11-23T10:00:00Z", paused: false };

it("says what raised an alarm", () => {
  expect(
    alarmWords({ ...of, kind: "too-fast", figures: { ratings: 20, seconds: 0.24, limit: 3 } }),
  ).toBe("The last 20 ratings took 0.2 s each, below the limit of 3 s.");
  expect(
    alarmWords({
      ...of,
      kind: "straight-lining",
      figures: { ratings: 30, share: 0.624, others: 100, chance: 0.0004 },
    }),
  ).toBe(
    "The last 30 ratings are all the same. Of 100 ratings by others 62.4% are, so chance alone makes such a row in less than 1 of 2,500 cases.",
  );
});
