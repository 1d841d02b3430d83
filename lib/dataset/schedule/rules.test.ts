import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readNextReview } from "@/lib/dataset/questions/cells";
import {
  addDays,
  daysBetween,
  dueOn,
  sectionOf,
  shareOut,
  smoothLoad,
  SMOOTHING_TOLERANCE,
  weekdayOf,
  type DueFacts,
  type SoftDue,
} from "./rules";
import type { Intervals } from "./schema";

const INTERVALS: Intervals = { frequently: 7, occasionally: 180, hardly_ever: 1095 };
/** Answers of the release of 7 April 2025, never verified, no release of one's own. */
const FACTS: Omit<DueFacts, "policy" | "on"> = {
  answersSince: "2025-04-07",
  verifiedOn: null,
  plannedOn: null,
  lastReleaseOn: null,
};

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
    [
      "frequently, answers changed later",
      null,
      { verifiedOn: "2025-05-01", answersSince: "2025-05-03" },
      "2025-05-10",
      "interval",
    ],
    ["occasionally", null, { verifiedOn: "2025-05-01" }, "2025-10-28", "interval"],
    [
      "hardly_ever",
      null,
      { verifiedOn: "2024-02-29", answersSince: "2020-01-01" },
      "2027-02-28",
      "interval",
    ],
    ["never", null, { verifiedOn: "2025-05-01", plannedOn: "2025-06-01" }, null, "never"],
    ["on_date", "2025-06-01", { verifiedOn: "2025-05-31" }, "2025-06-01", "date"],
    ["on_date", "2025-06-01", { verifiedOn: "2025-06-01" }, null, "checked"],
    ["on_date", "2025-06-01", { verifiedOn: "2025-06-02" }, null, "checked"],
    ["on_date", "2024-06-01", { answersSince: "2025-04-07" }, "2024-06-01", "date"],
    ["on_date", null, {}, null, "unrecognized"],
  ] as const)("%s (%s) %j: %s", (policy, on, facts, due, why) => {
    const name = policy.split(",")[0] as DueFacts["policy"];
    expect(dueOn({ ...FACTS, ...facts, policy: name, on }, INTERVALS)).toMatchObject({
      on: due,
      why,
    });
  });
});

describe("every_time is due once after each release", () => {
  test.each([
    [
      "checked before the release",
      { verifiedOn: "2025-05-01", lastReleaseOn: "2025-05-02" },
      "2025-05-03",
    ],
    [
      "checked on its day: no one knows whether before or after",
      { verifiedOn: "2025-05-02", lastReleaseOn: "2025-05-02" },
      "2025-05-03",
    ],
    ["checked after it", { verifiedOn: "2025-05-03", lastReleaseOn: "2025-05-02" }, null],
    ["answered after it", { answersSince: "2025-05-03", lastReleaseOn: "2025-05-02" }, null],
    ["no release yet, never checked", {}, "2025-04-08"],
    ["no release yet, checked", { verifiedOn: "2025-04-08" }, null],
    [
      "a plan does not move it",
      { verifiedOn: "2025-05-01", lastReleaseOn: "2025-05-02", plannedOn: "2025-06-01" },
      "2025-05-03",
    ],
  ])("%s", (_, facts, due) => {
    expect(dueOn({ ...FACTS, ...facts, policy: "every_time", on: null }, INTERVALS)).toEqual(
      due === null
        ? { on: null, hard: false, why: "awaits-release" }
        : { on: due, hard: true, why: "release" },
    );
  });
});

test("a plan takes the place of a soft day and of no other", () => {
  const planned = { ...FACTS, plannedOn: "2025-08-01" };
  for (const policy of ["frequently", "occasionally", "hardly_ever"] as const)
    expect(dueOn({ ...planned, policy, on: null }, INTERVALS)).toEqual({
      on: "2025-08-01",
      hard: false,
      why: "planned",
    });
  expect(dueOn({ ...planned, policy: "on_date", on: "2025-09-01" }, INTERVALS).on).toBe(
    "2025-09-01",
  );
});

test.each([
  ["2026-11-20", "overdue"],
  ["2026-11-21", "week"],
  ["2026-11-27", "week"],
  ["2026-11-28", "upcoming"],
  [null, "none"],
])("on 21 Nov 2026 %s is %s", (due, section) => {
  expect(sectionOf(due, "2026-11-21")).toBe(section);
});

test("days are counted over months, leap years and the change of the clock", () => {
  expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
  expect(addDays("2026-03-28", 2)).toBe("2026-03-30");
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
  expect(weekdayOf("2026-11-21")).toBe(5);
});

describe("smoothing", () => {
  const TODAY = "2026-11-21";
  const soft = (
    questionId: number,
    dueIn: number,
    intervalDays: number,
    policyIn = dueIn,
  ): SoftDue => ({
    questionId,
    dueOn: addDays(TODAY, dueIn),
    policyDay: addDays(TODAY, policyIn),
    intervalDays,
  });
  const loads = fc.record({
    weeks: fc.integer({ min: 1, max: 12 }),
    hard: fc
      .dictionary(
        fc.integer({ min: -10, max: 90 }).map((day) => addDays(TODAY, day)),
        fc.integer({ min: 1, max: 30 }),
      )
      .map((days) => new Map(Object.entries(days))),
    soft: fc
      .array(
        fc.tuple(
          fc.integer({ min: -20, max: 100 }),
          fc.constantFrom(7, 30, 180, 1095),
          fc.integer({ min: -10, max: 10 }),
        ),
        { maxLength: 120 },
      )
      .map((all) => all.map(([day, interval, off], i) => soft(i + 1, day, interval, day + off))),
  });
  const perDay = (
    questions: readonly SoftDue[],
    hard: ReadonlyMap<string, number>,
    weeks: number,
    moved: ReadonlyMap<number, string> = new Map(),
  ) => {
    const days = new Array<number>(weeks * 7).fill(0);
    const add = (day: string, count: number) => {
      const place = daysBetween(TODAY, day);
      if (place >= 0 && place < days.length) days[place]! += count;
    };
    for (const [day, count] of hard) add(day, count);
    for (const question of questions) add(moved.get(question.questionId) ?? question.dueOn, 1);
    return days;
  };

  test("moves soft days alone, each once, to a working day within its tolerance and these weeks, and loses none", () => {
    fc.assert(
      fc.property(loads, ({ weeks, hard, soft: questions }) => {
        const moves = smoothLoad(TODAY, weeks, { hard, soft: questions });
        const byId = new Map(questions.map((question) => [question.questionId, question]));
        for (const move of moves) {
          const question = byId.get(move.questionId)!;
          expect(move.from).toBe(question.dueOn);
          expect(move.to).not.toBe(move.from);
          expect(weekdayOf(move.to)).toBeLessThan(5);
          expect(move.to >= TODAY && move.to < addDays(TODAY, weeks * 7)).toBe(true);
          expect(Math.abs(daysBetween(question.policyDay, move.to))).toBeLessThanOrEqual(
            question.intervalDays * SMOOTHING_TOLERANCE,
          );
        }
        expect(new Set(moves.map((move) => move.questionId)).size).toBe(moves.length);
        const [before, after] = [
          perDay(questions, hard, weeks),
          perDay(questions, hard, weeks, new Map(moves.map((move) => [move.questionId, move.to]))),
        ];
        const sum = (days: number[]) => days.reduce((all, count) => all + count, 0);
        expect(sum(after)).toBe(sum(before));
        expect(Math.max(...after)).toBeLessThanOrEqual(Math.max(...before));
        // The same load gives the same plan.
        expect(smoothLoad(TODAY, weeks, { hard, soft: [...questions].reverse() })).toEqual(moves);
      }),
    );
  });

  test("spreads what came due on one day over the working days around it", () => {
    const questions = Array.from({ length: 40 }, (_, i) => soft(i + 1, 9, 180));
    const moves = smoothLoad(TODAY, 4, { hard: new Map(), soft: questions });
    const after = perDay(
      questions,
      new Map(),
      4,
      new Map(moves.map((move) => [move.questionId, move.to])),
    );
    expect(Math.max(...after)).toBe(2);
    expect(after.filter((count) => count > 0)).toHaveLength(20);
    // Saturday 21 November is the first day.
    expect([after[0], after[1], after[7], after[8]]).toEqual([0, 0, 0, 0]);
  });

  test("makes room around hard days", () => {
    const questions = Array.from({ length: 10 }, (_, i) => soft(i + 1, 3, 180));
    const hard = new Map([[addDays(TODAY, 3), 10]]);
    const moves = smoothLoad(TODAY, 1, { hard, soft: questions });
    expect(
      perDay(questions, hard, 1, new Map(moves.map((move) => [move.questionId, move.to]))),
    ).toEqual([0, 0, 3, 10, 3, 3, 1]);
  });

  test("does nothing to a load that is even, nor a second time", () => {
    const even = [2, 3, 4, 5, 6].map((day, i) => soft(i + 1, day, 180));
    expect(smoothLoad(TODAY, 1, { hard: new Map(), soft: even })).toEqual([]);
    const questions = Array.from({ length: 33 }, (_, i) => soft(i + 1, 9, 180));
    const to = new Map(
      smoothLoad(TODAY, 4, { hard: new Map(), soft: questions }).map((move) => [
        move.questionId,
        move.to,
      ]),
    );
    expect(to.size).toBeGreaterThan(0);
    expect(
      smoothLoad(TODAY, 4, {
        hard: new Map(),
        soft: questions.map((question) => ({
          ...question,
          dueOn: to.get(question.questionId) ?? question.dueOn,
        })),
      }),
    ).toEqual([]);
  });
});

describe("sharing out", () => {
  test("gives everyone alike, in turn, and counts what they have", () => {
    const given = shareOut([10, 11, 12, 13, 14], [1, 2]);
    expect(given.map((one) => one.assigneeId)).toEqual([1, 2, 1, 2, 1]);
    expect(
      shareOut(
        [10, 11, 12],
        [1, 2, 3],
        new Map([
          [1, 2],
          [2, 1],
        ]),
      ).map((one) => one.assigneeId),
    ).toEqual([3, 2, 3]);
    expect(shareOut([10], [])).toEqual([]);
  });

  test("never leaves one person with more than one question above another who began alike", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 1, max: 9 }),
        (questions, people) => {
          const given = shareOut(
            Array.from({ length: questions }, (_, i) => i + 1),
            Array.from({ length: people }, (_, i) => i + 1),
          );
          const counts = Array.from(
            { length: people },
            (_, i) => given.filter((one) => one.assigneeId === i + 1).length,
          );
          expect(given).toHaveLength(questions);
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
