import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  daysBetween,
  distribute,
  balanceWorkload,
  canBalance,
  SMOOTHING_TOLERANCE,
  weekdayOf,
  type SoftDue,
} from "./rules";

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
        const moves = balanceWorkload(TODAY, weeks, { hard, soft: questions });
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
        expect(balanceWorkload(TODAY, weeks, { hard, soft: [...questions].reverse() })).toEqual(
          moves,
        );
      }),
    );
  });

  test("is offered by counts alone exactly where it would move something", () => {
    const offered = { yes: 0, no: 0 };
    fc.assert(
      fc.property(loads, fc.boolean(), ({ weeks, hard, soft: questions }, withOverdue) => {
        const past = questions.filter(({ dueOn }) => dueOn < TODAY);
        const counted = (of: SoftDue[]) => of.map((day) => ({ ...day, count: 1 }));
        const moves = balanceWorkload(TODAY, weeks, {
          hard,
          soft: questions,
          ...(withOverdue && { overdue: past }),
        });
        const offer = canBalance(TODAY, weeks, {
          hard,
          soft: counted(questions),
          ...(withOverdue && { overdue: counted(past) }),
        });
        offered[offer ? "yes" : "no"]++;
        expect(offer).toBe(moves.length > 0);
      }),
      { seed: 14 },
    );
    expect(Math.min(offered.yes, offered.no)).toBeGreaterThan(5);
    const alike = { dueOn: addDays(TODAY, 9), policyDay: addDays(TODAY, 9), intervalDays: 180 };
    const load = (count: number) => ({ hard: new Map(), soft: [{ ...alike, count }] });
    expect([canBalance(TODAY, 4, load(40)), canBalance(TODAY, 4, load(1))]).toEqual([true, false]);
  });

  test("spreads what came due on one day over the working days around it", () => {
    const questions = Array.from({ length: 40 }, (_, i) => soft(i + 1, 9, 180));
    const moves = balanceWorkload(TODAY, 4, { hard: new Map(), soft: questions });
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

  test("spreads overdue days from today on over working days, the longest overdue first, each within its interval", () => {
    // Sixty with half a year to the next check and ten that are checked weekly; none of them falls on the coming weeks.
    const overdue = [
      ...Array.from({ length: 60 }, (_, i) => soft(i + 1, -100 + i, 180)),
      ...Array.from({ length: 10 }, (_, i) => soft(i + 101, -3, 7)),
    ];
    const moves = balanceWorkload(TODAY, 4, { hard: new Map(), soft: [], overdue });
    expect(moves).toHaveLength(70);
    const to = new Map(moves.map((move) => [move.questionId, move.to]));
    // Twenty working days: no day has more than four, none lies on a weekend, today being one.
    const days = perDay(overdue, new Map(), 4, to);
    expect(Math.max(...days)).toBe(4);
    expect([...to.values()].every((day) => weekdayOf(day) < 5)).toBe(true);
    for (let id = 101; id <= 110; id++) expect(to.get(id)! <= addDays(TODAY, 7)).toBe(true);
    const order = Array.from({ length: 60 }, (_, i) => to.get(i + 1)!);
    expect(order).toEqual([...order].sort());
    expect(balanceWorkload(TODAY, 4, { hard: new Map(), soft: [] })).toEqual([]);
    // One alone is today's work already.
    const monday = "2026-11-23";
    const one = [{ questionId: 1, dueOn: "2026-11-02", policyDay: "2026-11-02", intervalDays: 30 }];
    expect(balanceWorkload(monday, 4, { hard: new Map(), soft: [], overdue: one })).toEqual([]);
  });

  test("makes room around hard days", () => {
    const questions = Array.from({ length: 10 }, (_, i) => soft(i + 1, 3, 180));
    const hard = new Map([[addDays(TODAY, 3), 10]]);
    const moves = balanceWorkload(TODAY, 1, { hard, soft: questions });
    expect(
      perDay(questions, hard, 1, new Map(moves.map((move) => [move.questionId, move.to]))),
    ).toEqual([0, 0, 3, 10, 3, 3, 1]);
  });

  test("does nothing to a load that is even, nor a second time", () => {
    const even = [2, 3, 4, 5, 6].map((day, i) => soft(i + 1, day, 180));
    expect(balanceWorkload(TODAY, 1, { hard: new Map(), soft: even })).toEqual([]);
    const questions = Array.from({ length: 33 }, (_, i) => soft(i + 1, 9, 180));
    const to = new Map(
      balanceWorkload(TODAY, 4, { hard: new Map(), soft: questions }).map((move) => [
        move.questionId,
        move.to,
      ]),
    );
    expect(to.size).toBeGreaterThan(0);
    expect(
      balanceWorkload(TODAY, 4, {
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
    const given = distribute([10, 11, 12, 13, 14], [1, 2]);
    expect(given.map((one) => one.assigneeId)).toEqual([1, 2, 1, 2, 1]);
    expect(
      distribute(
        [10, 11, 12],
        [1, 2, 3],
        new Map([
          [1, 2],
          [2, 1],
        ]),
      ).map((one) => one.assigneeId),
    ).toEqual([3, 2, 3]);
    expect(distribute([10], [])).toEqual([]);
  });

  test("never leaves one person with more than one question above another who began alike", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 1, max: 9 }),
        (questions, people) => {
          const given = distribute(
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
