import { describe, expect, test } from "vitest";
import { readNextReview } from "@/lib/questions/cells";
import { addDays, dueOn, sectionOf, weekdayOf, type DueFacts } from "./rules";
import type { Intervals } from "./schema";

const INTERVALS: Intervals = { frequently: 7, occasionally: 180, hardly_ever: 1095 };
/** Answers of the release of 7 April 2025, never verified, no release of one's own. */
const FACTS: Omit<DueFacts, "policy" | "on"> = { answersSince: "2025-04-07", verifiedOn: null, plannedOn: null, lastReleaseOn: null };

describe("a question is due by the text of its next_review cell", () => {
  // Every spelling of real releases of 2023 to 2026, and what each means for answers that hold since 7 April 2025.
  test.each([
    ["N/A", null, false, "never"],
    ["hardly_ever", "2028-04-06", false, "interval"],
    ["occasionally", "2025-10-04", false, "interval"],
    ["frequently", "2025-04-14", false, "interval"],
    ["every_time", "2025-04-08", true, "release"],
    ["04/10/2025", "2025-04-10", true, "date"],
    ["12/31/2024", "2024-12-31", true, "date"],
    ["4/9/2025", "2025-04-09", true, "date"],
    ["2025", "2025-01-01", true, "date"],
    ["24-Nov", "2025-11-24", true, "date"],
    ["24-Mar", "2026-03-24", true, "date"],
    [" occasionally ", "2025-10-04", false, "interval"],
    ["Hardly ever", "2028-04-06", false, "interval"],
    ["2025-05-01", "2025-05-01", true, "date"],
    ["Fall 2024", null, false, "unrecognized"],
    ["Nov-24", null, false, "unrecognized"],
    ["", null, false, "unrecognized"],
  ])("%j: %s", (cell, on, hard, why) => {
    const review = readNextReview(cell, "2025-04-07").value!;
    expect(dueOn({ ...FACTS, ...review }, INTERVALS)).toEqual({ on, hard, why });
  });
});

describe("a verification moves the day on", () => {
  test.each([
    ["frequently", null, { verifiedOn: "2025-05-01" }, "2025-05-08", "interval"],
    ["frequently, answers changed later", null, { verifiedOn: "2025-05-01", answersSince: "2025-05-03" }, "2025-05-10", "interval"],
    ["occasionally", null, { verifiedOn: "2025-05-01" }, "2025-10-28", "interval"],
    ["hardly_ever", null, { verifiedOn: "2024-02-29" , answersSince: "2020-01-01" }, "2027-02-28", "interval"],
    ["never", null, { verifiedOn: "2025-05-01", plannedOn: "2025-06-01" }, null, "never"],
    ["on_date", "2025-06-01", { verifiedOn: "2025-05-31" }, "2025-06-01", "date"],
    ["on_date", "2025-06-01", { verifiedOn: "2025-06-01" }, null, "checked"],
    ["on_date", "2025-06-01", { verifiedOn: "2025-06-02" }, null, "checked"],
    ["on_date", "2024-06-01", { answersSince: "2025-04-07" }, "2024-06-01", "date"],
    ["on_date", null, {}, null, "unrecognized"],
  ] as const)("%s (%s) %j: %s", (policy, on, facts, due, why) => {
    const name = policy.split(",")[0] as DueFacts["policy"];
    expect(dueOn({ ...FACTS, ...facts, policy: name, on }, INTERVALS)).toMatchObject({ on: due, why });
  });
});

describe("every_time is due once after each release", () => {
  test.each([
    ["checked before the release", { verifiedOn: "2025-05-01", lastReleaseOn: "2025-05-02" }, "2025-05-03"],
    ["checked on its day: nobody knows whether before or after", { verifiedOn: "2025-05-02", lastReleaseOn: "2025-05-02" }, "2025-05-03"],
    ["checked after it", { verifiedOn: "2025-05-03", lastReleaseOn: "2025-05-02" }, null],
    ["answered after it", { answersSince: "2025-05-03", lastReleaseOn: "2025-05-02" }, null],
    ["no release yet, never checked", {}, "2025-04-08"],
    ["no release yet, checked", { verifiedOn: "2025-04-08" }, null],
    ["a plan does not move it", { verifiedOn: "2025-05-01", lastReleaseOn: "2025-05-02", plannedOn: "2025-06-01" }, "2025-05-03"],
  ])("%s", (_, facts, due) => {
    expect(dueOn({ ...FACTS, ...facts, policy: "every_time", on: null }, INTERVALS)).toEqual(
      due === null ? { on: null, hard: false, why: "awaits-release" } : { on: due, hard: true, why: "release" });
  });
});

test("a plan takes the place of a soft day and of no other", () => {
  const planned = { ...FACTS, plannedOn: "2025-08-01" };
  for (const policy of ["frequently", "occasionally", "hardly_ever"] as const) expect(dueOn({ ...planned, policy, on: null }, INTERVALS)).toEqual({ on: "2025-08-01", hard: false, why: "planned" });
  expect(dueOn({ ...planned, policy: "on_date", on: "2025-09-01" }, INTERVALS).on).toBe("2025-09-01");
});

test.each([["2026-11-20", "overdue"], ["2026-11-21", "week"], ["2026-11-27", "week"], ["2026-11-28", "upcoming"], [null, "none"]])("on 21 Nov 2026 %s is %s", (due, section) => {
  expect(sectionOf(due, "2026-11-21")).toBe(section);
});

test("days are counted over months, leap years and the change of the clock", () => {
  expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
  expect(addDays("2026-03-28", 2)).toBe("2026-03-30");
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
  expect(weekdayOf("2026-11-21")).toBe(5);
});
