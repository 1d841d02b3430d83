import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holmAlone } from "@/lib/statistics/holm.oracle";
import { COUNTED_MEASURES } from "./accuracy-table";
import type { MetVerdict, MetVerdicts } from "./groups";
import { changesOverTime } from "./over-time";
import { expectedChange } from "./over-time.oracle";

const verdict = (
  runId: number,
  relaxed: boolean | null,
  { answers = 1, ...more }: Partial<MetVerdict> = {},
): MetVerdict => ({
  runId,
  relaxed,
  strict: relaxed,
  answers,
  stale: false,
  automatic: false,
  ...more,
});
const met = (questions: number, ...verdicts: MetVerdict[]): MetVerdicts => ({
  questions,
  verdicts,
});

describe("change over time", () => {
  it("is of the questions that both runs share, later minus earlier, however many each has besides", () => {
    const [change, ...others] = changesOverTime(
      [1, 2],
      [
        met(6, verdict(1, true), verdict(2, true)),
        met(3, verdict(1, true), verdict(2, false)),
        met(1, verdict(1, false), verdict(2, true)),
        met(2, verdict(1, false), verdict(2, false)),
        met(50, verdict(1, false)),
        met(40, verdict(2, true)),
        met(9, verdict(1, null), verdict(2, true)),
      ],
    ).relaxed;
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      earlier: 1,
      later: 2,
      overall: false,
      questions: "all",
      n: 12,
      counts: { both: 6, earlierOnly: 3, laterOnly: 1, neither: 2 },
      changed: 0,
      difference: -2 / 12,
      shares: { earlier: 9 / 12, later: 7 / 12 },
      p: expect.closeTo(0.625, 12) as number,
      adjusted: expect.closeTo(0.625, 12) as number,
    });
  });

  it("tells apart what has the same answers for both runs and what has others", () => {
    const changes = changesOverTime(
      [1, 2],
      [
        met(8, verdict(1, true, { stale: true }), verdict(2, true, { automatic: true })),
        met(4, verdict(1, true), verdict(2, false, { answers: 2 })),
        met(1, verdict(1, false, { answers: 2, automatic: true }), verdict(2, true)),
      ],
    ).strict;
    expect(
      changes.map(({ questions, n, changed, difference, automatic, stale }) => ({
        questions,
        n,
        changed,
        difference,
        automatic,
        stale,
      })),
    ).toEqual([
      {
        questions: "all",
        n: 13,
        changed: 5,
        difference: -3 / 13,
        automatic: { earlier: 1, later: 8 },
        stale: { earlier: 8, later: 0 },
      },
      {
        questions: "same-answers",
        n: 8,
        changed: 0,
        difference: 0,
        automatic: { earlier: 0, later: 8 },
        stale: { earlier: 8, later: 0 },
      },
      {
        questions: "changed-answers",
        n: 5,
        changed: 5,
        difference: -3 / 5,
        automatic: { earlier: 1, later: 0 },
        stale: { earlier: 0, later: 0 },
      },
    ]);
    // Where all of them changed there is nothing to tell apart, and nothing is tested twice.
    expect(
      changesOverTime([1, 2], [met(4, verdict(1, true), verdict(2, false, { answers: 2 }))]).strict,
    ).toMatchObject([{ questions: "all", n: 4, changed: 4 }]);
  });

  it("goes from run to run in time and from the first to the last, past runs without a verdict", () => {
    const steps = (runs: number[], ...found: MetVerdicts[]) =>
      changesOverTime(runs, found).relaxed.map(({ earlier, later, overall, n }) => ({
        earlier,
        later,
        overall,
        n,
      }));
    const three = met(2, verdict(3, true), verdict(5, true), verdict(9, null), verdict(4, true));
    expect(steps([5, 9, 3, 4, 7], three)).toEqual([
      { earlier: 5, later: 3, overall: false, n: 2 },
      { earlier: 3, later: 4, overall: false, n: 2 },
      { earlier: 5, later: 4, overall: true, n: 2 },
    ]);
    expect(steps([5, 3], met(2, verdict(5, true)), met(2, verdict(3, true)))).toEqual([
      { earlier: 5, later: 3, overall: false, n: 0 },
    ]);
    expect(steps([5, 9], three)).toEqual([]);
    expect(steps([5], three)).toEqual([]);
    expect(steps([], three)).toEqual([]);
  });

  it("is recomputed question by question", () => {
    const said = fc.option(
      fc.record({
        relaxed: fc.constantFrom(true, true, false, null),
        strict: fc.constantFrom(true, false, null),
        answers: fc.constantFrom(1, 1, 2),
      }),
      { nil: null, freq: 4 },
    );
    fc.assert(
      fc.property(
        fc
          .integer({ min: 2, max: 5 })
          .chain((runs) =>
            fc.array(fc.array(said, { minLength: runs, maxLength: runs }), { maxLength: 60 }),
          ),
        (questions) => {
          const runs = (questions[0] ?? [null, null]).map((_, at) => at + 10);
          const found = changesOverTime(
            runs,
            questions.map((verdicts) => ({
              questions: 1,
              verdicts: verdicts.flatMap((one, at) =>
                one === null ? [] : [{ runId: at + 10, stale: false, automatic: false, ...one }],
              ),
            })),
          );
          for (const measure of COUNTED_MEASURES) {
            const of = (one: (typeof questions)[number][number]) => {
              if (one === null) return null;
              const { relaxed, strict } = one;
              if (measure === "relaxed") return relaxed;
              if (measure === "strict") return strict;
              if (relaxed === null || strict === null) return null;
              if (measure === "gap") return relaxed && !strict;
              return measure === "relaxed-in-both" ? relaxed : strict;
            };
            const changes = found[measure];
            // What is to be there: each step, and its parts where there are both.
            const known = runs.filter((_, at) =>
              questions.some((verdicts) => of(verdicts[at]!) !== null),
            );
            const steps = known.slice(1).map((later, at) => [known[at]!, later] as const);
            if (known.length > 2) steps.push([known[0]!, known.at(-1)!]);
            expect(
              changes.map(({ earlier, later, questions: kind }) => [earlier, later, kind]),
            ).toEqual(
              steps.flatMap(([earlier, later]) => {
                const both = questions.filter(
                  (verdicts) =>
                    of(verdicts[earlier - 10]!) !== null && of(verdicts[later - 10]!) !== null,
                );
                const changed = both.filter(
                  (verdicts) => verdicts[earlier - 10]!.answers !== verdicts[later - 10]!.answers,
                ).length;
                return [
                  [earlier, later, "all"],
                  ...(changed > 0 && changed < both.length
                    ? [
                        [earlier, later, "same-answers"],
                        [earlier, later, "changed-answers"],
                      ]
                    : []),
                ];
              }),
            );
            for (const change of changes) {
              const pairs = questions.flatMap((verdicts) => {
                const [x, y] = [verdicts[change.earlier - 10]!, verdicts[change.later - 10]!];
                const [earlier, later] = [of(x), of(y)];
                if (earlier === null || later === null) return [];
                return [{ earlier, later, changed: x!.answers !== y!.answers }];
              });
              const wanted = pairs.filter(
                ({ changed }) =>
                  change.questions === "all" ||
                  changed === (change.questions === "changed-answers"),
              );
              const { counts, ...expected } = expectedChange(wanted);
              const [both, laterOnly, earlierOnly, neither] = counts;
              expect(change.counts).toEqual({ both, earlierOnly, laterOnly, neither });
              expect(change.changed).toBe(wanted.filter(({ changed }) => changed).length);
              for (const key of ["n", "difference", "low", "high", "p"] as const)
                if (expected[key] === null) expect(change[key]).toBeNull();
                else expect(change[key], key).toBeCloseTo(expected[key], 10);
            }
            const tested = changes.filter(({ p }) => p !== null);
            const adjusted = holmAlone(tested.map(({ p }) => p!));
            tested.forEach((change, at) => expect(change.adjusted).toBeCloseTo(adjusted[at]!, 10));
          }
        },
      ),
    );
  });
});
