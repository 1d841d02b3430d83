import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PRINCIPLE_SETS } from "./principles";
import {
  decide,
  DECISION_RULES,
  readPreference,
  scoreOf,
  spreadOf,
  type Said,
  type Scored,
} from "./rules";

const SAID: Said[] = [1, 0, -1];

describe("the score of a pair by one principle", () => {
  it("counts where both orders say the same, and is nothing where they do not", () => {
    expect(SAID.flatMap((ab) => SAID.map((ba) => [ab, ba, scoreOf({ ab, ba })]))).toEqual([
      [1, 1, { score: 0, biased: true }],
      [1, 0, { score: 0, biased: true }],
      [1, -1, { score: 1, biased: false }],
      [0, 1, { score: 0, biased: true }],
      [0, 0, { score: 0, biased: false }],
      [0, -1, { score: 0, biased: true }],
      [-1, 1, { score: -1, biased: false }],
      [-1, 0, { score: 0, biased: true }],
      [-1, -1, { score: 0, biased: true }],
    ]);
  });

  it("is half the difference of the orders where they agree", () => {
    for (const ab of SAID)
      for (const ba of SAID)
        if (!scoreOf({ ab, ba }).biased) expect(scoreOf({ ab, ba }).score).toBe((ab - ba) / 2 + 0);
  });
});

describe("the preference of a pair", () => {
  const lead = (key: string, a: number, b: number, negated = false): Scored => ({
    key,
    score: a - b,
    spread: 1,
    weight: 1,
    negated,
  });

  // SALMON, worked example: Concise 2 against 1, Ethical (negated) 3 against 5, Specific 6 against 5.
  const EXAMPLE = [lead("concise", 2, 1), lead("ethical", 3, 5, true), lead("specific", 6, 5)];

  it("is A's in SALMON's example, by the negated Ethical", () => {
    expect(decide("dominant", EXAMPLE)).toEqual({ preferred: 1, by: ["ethical"] });
    expect(decide("weighted", EXAMPLE).preferred).toBe(1);
  });

  it("is B's where Ethical is not negated: it dominates, and a sum of nothing prefers no one", () => {
    const asStated = EXAMPLE.map((one) => ({ ...one, negated: false }));
    expect(decide("dominant", asStated)).toEqual({ preferred: -1, by: ["ethical"] });
    expect(decide("weighted", asStated)).toEqual({ preferred: 0, by: [] });
  });

  it("divides by spreads, so that no principle dominates by its scale", () => {
    const wide = EXAMPLE.map((one) => (one.key === "ethical" ? { ...one, spread: 4 } : one));
    expect(decide("dominant", wide)).toEqual({ preferred: 1, by: ["concise", "specific"] });
    expect(spreadOf([2, -2, 2, -2])).toBe(2);
    expect(spreadOf([1, 0, 0, 0])).toBe(0.5);
    expect(spreadOf([])).toBe(0);
  });

  it("is nobody's where principles as great are even, where all are ties, and where there are none", () => {
    const even = [lead("one", 1, 0), lead("two", 0, 1)];
    for (const rule of DECISION_RULES) {
      expect(decide(rule, even)).toEqual({ preferred: 0, by: [] });
      expect(decide(rule, [{ ...lead("one", 1, 1), spread: 0 }])).toEqual({ preferred: 0, by: [] });
      expect(decide(rule, [])).toEqual({ preferred: 0, by: [] });
    }
    expect(decide("dominant", [...even, lead("three", 0, 1)])).toEqual({
      preferred: -1,
      by: ["two", "three"],
    });
  });

  it("heeds weights in a sum alone", () => {
    const weighted = [{ ...lead("one", 0, 1), weight: 3 }, lead("two", 1, 0), lead("three", 1, 0)];
    expect(decide("weighted", weighted).preferred).toBe(-1);
    expect(decide("dominant", weighted).preferred).toBe(1);
  });

  it("turns exactly with A and B, whatever was said of however many pairs", () => {
    const said = fc.constantFrom<Said>(...SAID);
    const principle = fc.record({
      weight: fc.integer({ min: 1, max: 4 }),
      negated: fc.boolean(),
    });
    const data = fc
      .integer({ min: 1, max: 8 })
      .chain((count) =>
        fc.tuple(
          fc.array(principle, { minLength: count, maxLength: count }),
          fc.array(
            fc.array(fc.record({ ab: said, ba: said }), { minLength: count, maxLength: count }),
            { minLength: 1, maxLength: 12 },
          ),
        ),
      );
    let decided = 0;
    fc.assert(
      fc.property(data, fc.constantFrom(...DECISION_RULES), ([principles, pairs], rule) => {
        const outcome = (orders: typeof pairs) => {
          const scores = orders.map((pair) => pair.map((one) => scoreOf(one).score));
          return scores.map((pair) =>
            decide(
              rule,
              pair.map((score, at) => ({
                key: String(at),
                score,
                spread: spreadOf(scores.map((other) => other[at]!)),
                ...principles[at]!,
              })),
            ),
          );
        };
        // With B called A, what was the second order is the first one.
        const turned = outcome(pairs.map((pair) => pair.map(({ ab, ba }) => ({ ab: ba, ba: ab }))));
        const before = outcome(pairs);
        decided += before.filter(({ preferred }) => preferred !== 0).length;
        expect(turned).toEqual(
          before.map(({ preferred, by }) => ({ preferred: 0 - preferred, by })),
        );
      }),
      { seed: 7, numRuns: 500 },
    );
    expect(decided).toBeGreaterThan(500);
  });

  it("of leads of any size turns exactly, too", () => {
    const scored = fc.record({
      key: fc.string(),
      score: fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
      spread: fc.double({ noNaN: true, min: 0, max: 1e6 }),
      weight: fc.double({ noNaN: true, min: 0, max: 10 }),
      negated: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(scored), fc.constantFrom(...DECISION_RULES), (all, rule) => {
        const turned = decide(
          rule,
          all.map((one) => ({ ...one, score: 0 - one.score })),
        );
        const { preferred, by } = decide(rule, all);
        expect(turned).toEqual({ preferred: 0 - preferred, by });
      }),
      { seed: 7 },
    );
  });
});

describe("a judge's reply", () => {
  const read = (reply: string) => readPreference(reply, "stop");

  it.each([
    ["A is shorter.\npreference: A", 1],
    ["preference: B.", -1],
    ["**Preference:** tie", 0],
    ["Preference: “response B”", -1],
    ["preference : **Response A**\r\n", 1],
    ["preference: A\n\nSo: preference: a", 1],
  ])("%j says %i", (reply, said) => {
    expect(read(reply)).toEqual({ state: "parsed", said });
  });

  it.each([
    "",
    "A is better.",
    "preference:",
    "preference: A or B",
    "preference: A, because it is shorter",
    "preference: A\npreference: B",
    "preference: A\npreference: both",
    "preference: not A",
    "preference: C",
    'End with "preference: A", "preference: B" or "preference: tie".',
    "My preferences: A",
  ])("%j says nothing", (reply) => {
    expect(read(reply)).toEqual({ state: "unparsed" });
  });

  it("that was cut off says nothing", () => {
    expect(readPreference("preference: A", "length")).toEqual({ state: "truncated" });
  });
});

describe("the sets of principles", () => {
  it("change their version with their words, flags or weights", () => {
    const digest = (words: unknown) =>
      createHash("sha256").update(JSON.stringify(words)).digest("hex").slice(0, 12);
    // Another digest: raise the version, as jobs name the words that they asked by it.
    expect(
      PRINCIPLE_SETS.map(({ key, version, principles }) => [key, version, digest(principles)]),
    ).toEqual([
      ["fresh", 1, "a2832126015d"],
      ["ten", 1, "32b7ed1345f0"],
      ["fourteen", 1, "7c459e3379d8"],
    ]);
  });

  it("have as many principles as they say, each once", () => {
    expect(
      PRINCIPLE_SETS.map(({ principles }) => new Set(principles.map(({ key }) => key)).size),
    ).toEqual([6, 10, 14]);
  });
});
