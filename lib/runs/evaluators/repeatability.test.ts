import fc from "fast-check";
import { expect, it } from "vitest";
import { expectedWilson } from "@/lib/statistics/wilson.oracle";
import { LEAST_PROMPTS, repeatabilityOfPrompts } from "./repeatability";

/** How a repeated prompt was read each time; null: its reply held no verdict. */
type Readings = readonly (boolean | null)[];

const repeatability = (prompts: readonly Readings[]) =>
  repeatabilityOfPrompts(
    prompts.map((one) => ({
      readings: one.length,
      verdicts: one.filter((reading) => reading !== null).length,
      credit: one.filter((reading) => reading === true).length,
    })),
  );

it("counts the prompts whose verdicts are not all equal", () => {
  const stable = Array.from({ length: 28 }, (_, at) => Array(3).fill(at % 2 === 0) as boolean[]);
  expect(repeatability([...stable, [true, false, true], [false, true, false]])).toEqual({
    prompts: 30,
    flips: 2,
    rate: 2 / 30,
    // Wilson's interval for 2 of 30, from a table of binomial intervals.
    interval: {
      low: expect.closeTo(0.0185, 4) as number,
      high: expect.closeTo(0.2132, 4) as number,
    },
    verdicts: { fewest: 3, most: 3 },
    tooFew: 0,
    unread: 0,
    readings: 90,
  });
});

it("counts readings without a verdict by themselves: they are no flips", () => {
  expect(
    repeatability([
      [true, null, true],
      [null, null, true],
      [null, null, null],
      [true, false, null],
      [true],
      [],
    ]),
  ).toEqual({
    prompts: 2,
    flips: 1,
    rate: 0.5,
    interval: null,
    verdicts: { fewest: 2, most: 2 },
    tooFew: 4,
    unread: 7,
    readings: 13,
  });
});

it("says nothing of nothing", () => {
  expect(repeatability([])).toEqual({
    prompts: 0,
    flips: 0,
    rate: null,
    interval: null,
    verdicts: null,
    tooFew: 0,
    unread: 0,
    readings: 0,
  });
});

/** The same, by pairs: a prompt flips where any two of its verdicts differ. */
function expected(prompts: readonly Readings[]) {
  let compared = 0;
  let flips = 0;
  for (const readings of prompts) {
    let pairs = 0;
    let unequal = 0;
    for (let i = 0; i < readings.length; i += 1)
      for (let j = 0; j < i; j += 1) {
        if (readings[i] === null || readings[j] === null) continue;
        pairs += 1;
        unequal += Number(readings[i] !== readings[j]);
      }
    compared += Number(pairs > 0);
    flips += Number(unequal > 0);
  }
  return { compared, flips };
}

it("agrees with a count of pairs and a second form of Wilson's interval, in any order", () => {
  const readings = fc.array(fc.constantFrom(true, false, null), { maxLength: 5 });
  fc.assert(
    fc.property(
      fc.array(readings, { maxLength: 60 }),
      fc.infiniteStream(fc.nat()),
      (prompts, chance) => {
        const found = repeatability(prompts);
        const { compared, flips } = expected(prompts);
        expect([found.prompts, found.flips]).toEqual([compared, flips]);
        expect(found.rate).toBe(compared === 0 ? null : flips / compared);
        expect(found.prompts + found.tooFew).toBe(prompts.length);
        if (compared < LEAST_PROMPTS) expect(found.interval).toBeNull();
        else {
          const wanted = expectedWilson(flips, compared)!;
          expect(found.interval!.low).toBeCloseTo(wanted.low, 10);
          expect(found.interval!.high).toBeCloseTo(wanted.high, 10);
        }
        const shuffled = prompts
          .map((one) => ({ one: one.toReversed(), key: chance.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        expect(repeatability(shuffled)).toEqual(found);
      },
    ),
  );
});
