import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRanking } from "@/lib/rating/protocols/rules";
import { move, moveTo, rankNext, ranksOf, tie, tiersOf, unrank, type Tiers } from "./ranking";

const PLACES = [2, 1, 3];

describe("a ranking that is made", () => {
  it.each<[string, Tiers, Tiers]>([
    ["next", rankNext([], 3, PLACES), [[3]]],
    ["next, the last by itself", rankNext([[3]], 1, PLACES), [[3], [1], [2]]],
    ["taken out", unrank([[3], [1, 2]], 1), [[3], [2]]],
    ["taken out alone", unrank([[3], [1]], 3), [[1]]],
    ["up", move([[3], [1], [2]], 2, -1, PLACES), [[3], [2], [1]]],
    ["down", move([[3], [1], [2]], 3, 1, PLACES), [[1], [3], [2]]],
    ["up from the top", move([[3], [1], [2]], 3, -1, PLACES), [[3], [1], [2]]],
    ["down from the end", move([[3], [1], [2]], 2, 1, PLACES), [[3], [1], [2]]],
    ["up out of a tie", move([[3], [1, 2]], 2, -1, PLACES), [[3], [2], [1]]],
    ["down out of a tie", move([[1, 2], [3]], 1, 1, PLACES), [[2], [1], [3]]],
    ["one that was not ranked", move([[3]], 2, -1, PLACES), [[3], [2], [1]]],
    ["dropped on top", moveTo([[3], [1]], 2, 0, PLACES), [[2], [3], [1]]],
    ["dropped further down", moveTo([[3], [1], [2]], 3, 2, PLACES), [[1], [2], [3]]],
    ["tied", tie([[3], [1], [2]], 1), [[3, 1], [2]]],
    ["no longer tied", tie([[3, 1], [2]], 1), [[3], [1], [2]]],
    ["tied with nothing above", tie([[3], [1]], 3), [[3], [1]]],
    ["tied, not ranked", tie([[3]], 1), [[3]]],
  ])("%s", (_, made, expected) => expect(made).toEqual(expected));

  it.each<[Tiers, number, number[] | null]>([
    [[[2], [3], [1]], 3, [3, 1, 2]],
    [[[2, 1], [3]], 3, [1, 1, 3]],
    [[[2], [1, 3]], 3, [2, 1, 2]],
    [[[2], [1]], 3, null],
  ])("says the ranks of %j", (tiers, n, ranks) => {
    expect(ranksOf(tiers, n)).toEqual(ranks);
    if (ranks !== null)
      expect(tiersOf(ranks).map((tier) => [...tier].sort())).toEqual(
        tiers.map((tier) => [...tier].sort()),
      );
  });

  it("is one after any steps that end with all ranked, and each response is in it once at most", () => {
    const steps = fc.array(
      fc.record({
        does: fc.constantFrom("next", "unrank", "up", "down", "drop", "tie"),
        place: fc.integer({ min: 1, max: 5 }),
        to: fc.integer({ min: 0, max: 4 }),
      }),
      { maxLength: 30 },
    );
    const places = [4, 2, 5, 1, 3];
    fc.assert(
      fc.property(steps, (taken) => {
        let tiers: Tiers = [];
        for (const { does, place, to } of taken) {
          if (does === "next" && !tiers.flat().includes(place))
            tiers = rankNext(tiers, place, places);
          if (does === "unrank") tiers = unrank(tiers, place);
          if (does === "up") tiers = move(tiers, place, -1, places);
          if (does === "down") tiers = move(tiers, place, 1, places);
          if (does === "drop")
            tiers = moveTo(tiers, place, Math.min(to, unrank(tiers, place).length), places);
          if (does === "tie") tiers = tie(tiers, place);
          expect(new Set(tiers.flat()).size).toBe(tiers.flat().length);
          expect(tiers).not.toContainEqual([]);
          const ranks = ranksOf(tiers, 5);
          expect(ranks === null).toBe(tiers.flat().length < 5);
          if (ranks !== null) expect(isRanking(ranks, 5, true)).toBe(true);
        }
      }),
    );
  });
});
