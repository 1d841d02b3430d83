import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  distributeItems,
  sampleStrata,
  expectedEnd,
  fairShares,
  goldCount,
  hoursLeft,
  canTransition,
  pacePerHour,
  spreadOverlap,
  takeItemsFrom,
  type TaskGroup,
} from "./rules";
import { CAMPAIGN_STATUSES } from "./schema";

const raterIds = [11, 12, 13, 14, 15];
const groupOf = (most: number) =>
  fc.record({
    size: fc.integer({ min: 0, max: most }),
    wanted: fc.integer({ min: 1, max: 4 }),
    eligible: fc.shuffledSubarray(raterIds),
  });
const loadsArbitrary = fc
  .array(fc.integer({ min: 0, max: 12 }), { minLength: 5, maxLength: 5 })
  .map((loads) => new Map(loads.map((load, i) => [raterIds[i]!, load])));

/** What every rater has in the end. */
function totals(
  groups: readonly TaskGroup[],
  given: readonly Int32Array[],
  loads: ReadonlyMap<number, number>,
): Map<number, number> {
  const sums = new Map(raterIds.map((rater) => [rater, loads.get(rater) ?? 0]));
  groups.forEach((_, g) =>
    given[g]!.forEach((rater) => rater !== 0 && sums.set(rater, sums.get(rater)! + 1)),
  );
  return sums;
}

const squares = (loads: Iterable<number>) => [...loads].reduce((sum, load) => sum + load * load, 0);

/** The lowest sum of squared loads of all the ways to deal out, by trying each. */
function bestByTrying(groups: readonly TaskGroup[], loads: ReadonlyMap<number, number>): number {
  const tasks = groups.flatMap((group) => Array.from({ length: group.size }, () => group));
  let reached = new Set([JSON.stringify(raterIds.map((rater) => loads.get(rater) ?? 0))]);
  for (const { wanted, eligible } of tasks) {
    const teams = subsets(eligible, Math.min(wanted, eligible.length));
    const next = new Set<string>();
    for (const state of reached) {
      for (const team of teams) {
        const held = JSON.parse(state) as number[];
        for (const rater of team) held[raterIds.indexOf(rater)]!++;
        next.add(JSON.stringify(held));
      }
    }
    reached = next;
  }
  return Math.min(...[...reached].map((state) => squares(JSON.parse(state) as number[])));
}

function subsets(of: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return of.flatMap((first, i) =>
    subsets(of.slice(i + 1), size - 1).map((rest) => [first, ...rest]),
  );
}

describe("dealing out", () => {
  test("every task gets exactly the wanted number of ratings, or as many as may give one; no one twice, no one against a conflict", () => {
    fc.assert(
      fc.property(
        fc.array(groupOf(40), { maxLength: 6 }),
        loadsArbitrary,
        fc.nat(),
        (groups, loads, seed) => {
          const given = distributeItems(groups, loads, seed);
          groups.forEach((group, g) => {
            expect(given[g]).toHaveLength(group.size * group.wanted);
            const holds = Array.from({ length: group.size }, (_, task) => {
              const team = [...given[g]!.slice(task * group.wanted, (task + 1) * group.wanted)];
              const people = team.filter((rater) => rater !== 0);
              return (
                people.length === Math.min(group.wanted, group.eligible.length) &&
                new Set(people).size === people.length &&
                people.every((rater) => group.eligible.includes(rater)) &&
                // Slots that no one can take are the last ones.
                team.slice(people.length).every((rater) => rater === 0)
              );
            });
            expect(holds).not.toContain(false);
          });
        },
      ),
      { numRuns: 200 },
    );
  }, 20_000);

  test("shares are as even as conflicts allow: no way of dealing out is evener", () => {
    fc.assert(
      fc.property(fc.array(groupOf(3), { maxLength: 3 }), loadsArbitrary, (groups, loads) => {
        const sums = totals(groups, distributeItems(groups, loads, 1), loads);
        expect(squares(sums.values())).toBe(bestByTrying(groups, loads));
      }),
      { numRuns: 150 },
    );
  });

  test("without conflicts shares differ by one at most", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            size: fc.integer({ min: 0, max: 200 }),
            wanted: fc.integer({ min: 1, max: 4 }),
          }),
          { maxLength: 6 },
        ),
        (parts) => {
          const groups = parts.map((part) => ({ ...part, eligible: raterIds }));
          const sums = [
            ...totals(groups, distributeItems(groups, new Map(), 5), new Map()).values(),
          ];
          expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it("gives less to whoever has more already, and what only one of two need not do to the other", () => {
    // 1 can only judge the first group and 3 only the second; 2, who stands between them, judges none of the second.
    const groups = [
      { size: 10, wanted: 1, eligible: [1, 2] },
      { size: 2, wanted: 1, eligible: [2, 3] },
    ];
    expect(fairShares(groups, new Map([[1, 4]]))).toEqual([
      [3, 7],
      [0, 2],
    ]);
  });

  test("the same seed gives the same, another seed another", () => {
    const groups: TaskGroup[] = [{ size: 60, wanted: 2, eligible: raterIds }];
    expect(distributeItems(groups, new Map(), 7)).toEqual(distributeItems(groups, new Map(), 7));
    expect(distributeItems(groups, new Map(), 7)).not.toEqual(
      distributeItems(groups, new Map(), 8),
    );
    // Pinned: a change of these numbers would give campaigns another assignment than their seed promised.
    expect([...distributeItems([{ size: 4, wanted: 2, eligible: [1, 2, 3] }], new Map(), 42)[0]!])
      .toMatchInlineSnapshot(`
      [
        2,
        3,
        1,
        3,
        1,
        2,
        1,
        2,
      ]
    `);
  });

  test("every two raters meet: agreement is not that of a few pairs", () => {
    const given = distributeItems([{ size: 200, wanted: 2, eligible: raterIds }], new Map(), 3)[0]!;
    const pairs = new Set(
      Array.from({ length: 200 }, (_, task) =>
        [...given.slice(2 * task, 2 * task + 2)].sort().join(),
      ),
    );
    expect(pairs.size).toBe(10);
  });

  it("deals out a million ratings to fifty raters in seconds", () => {
    const eligible = Array.from({ length: 50 }, (_, i) => i + 1);
    const started = performance.now();
    const [given] = distributeItems([{ size: 500_000, wanted: 2, eligible }], new Map(), 1);
    expect(given).toHaveLength(1_000_000);
    expect(performance.now() - started).toBeLessThan(20_000);
  }, 30_000);
});

describe("taking over", () => {
  test("takes from those who have most, never more than may be taken, and leaves no one with less than the taker by two", () => {
    const donors = fc
      .array(
        fc.record({
          remaining: fc.integer({ min: 0, max: 60 }),
          part: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        { maxLength: 6 },
      )
      .map((all) =>
        all.map(({ remaining, part }, i) => ({
          raterId: i + 1,
          remaining,
          takeable: Math.floor(remaining * part),
        })),
      );
    fc.assert(
      fc.property(
        donors,
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 30 }),
        (all, own, most) => {
          const taken = takeItemsFrom(all, own, most);
          const total = [...taken.values()].reduce((a, b) => a + b, 0);
          expect(total).toBeLessThanOrEqual(most);
          for (const donor of all) {
            const gave = taken.get(donor.raterId) ?? 0;
            expect(gave).toBeLessThanOrEqual(donor.takeable);
            // Whoever gave still has as much as the taker, but for one.
            if (gave > 0) expect(donor.remaining - gave).toBeGreaterThanOrEqual(own + total - 1);
            // Whoever could give more has not much more than the taker.
            if (gave < donor.takeable && total < most)
              expect(donor.remaining - gave - (own + total)).toBeLessThanOrEqual(1);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("samples", () => {
  test("a stratified sample has exactly the number asked for, each stratum in proportion", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 900 }),
        (sizes, count) => {
          const total = sizes.reduce((a, b) => a + b, 0);
          const drawn = sampleStrata(
            sizes.map((size) => ({ count: size })),
            count,
          );
          expect(drawn.reduce((a, b) => a + b, 0)).toBe(Math.min(count, total));
          drawn.forEach((share, i) => {
            expect(share).toBeLessThanOrEqual(sizes[i]!);
            if (count < total)
              expect(Math.abs(share - (count * sizes[i]!) / total)).toBeLessThan(1);
          });
        },
      ),
    );
  });

  test("an overlap is spread evenly over the runs, as far as these have responses", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 6 }),
        fc.option(fc.integer({ min: 0, max: 400 })),
        (sizes, overlap) => {
          const total = sizes.reduce((a, b) => a + b, 0);
          const given = spreadOverlap(sizes, overlap);
          expect(given.reduce((a, b) => a + b, 0)).toBe(
            overlap === null ? total : Math.min(overlap, total),
          );
          given.forEach((share, i) => {
            expect(share).toBeLessThanOrEqual(sizes[i]!);
            // Less than another run only where it has no more.
            if (share < sizes[i]!) expect(Math.max(...given) - share).toBeLessThanOrEqual(1);
          });
        },
      ),
    );
  });

  it.each([
    [90, 10, 10],
    [100, 0, 0],
    [3, 5, 1],
    [45, 50, 45],
  ])("beside %i ratings at %i of a hundred there are %i gold items", (ratings, rate, gold) => {
    expect(goldCount(ratings, rate)).toBe(gold);
  });
});

describe("the way of a campaign", () => {
  it("is opened once, paused and resumed, and closed for good", () => {
    const ways = CAMPAIGN_STATUSES.flatMap((from) =>
      CAMPAIGN_STATUSES.filter((to) => canTransition(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(ways).toEqual([
      "draft → open",
      "open → paused",
      "open → closed",
      "paused → open",
      "paused → closed",
    ]);
  });
});

describe("progress", () => {
  it("counts judgments per hour at work", () => {
    expect(pacePerHour(30, 1_800_000)).toBe(60);
    expect(pacePerHour(0, 0)).toBeNull();
  });
  it.each([
    [0, 0, "2026-11-21"],
    [2, 2, "2026-11-21"],
    [2, 0.5, "2026-11-24"],
    [20, 2, "2026-11-30"],
    [5, 0, null],
    [null, 2, null],
    [1, 0.0001, null],
  ])("with %s hours left at %s hours a day the end is %s", (hours, perDay, end) => {
    expect(expectedEnd(hours, perDay, "2026-11-21")).toBe(end);
  });
  it("knows what remains only from a pace", () => {
    expect([hoursLeft(10, 5), hoursLeft(0, null), hoursLeft(3, null)]).toEqual([2, 0, null]);
  });
});
