import fc from "fast-check";
import { expect, test } from "vitest";
import { CATEGORIES, HOPS } from "@/lib/dataset/questions/vocabulary";
import { countDraw, assignSplits, shares } from "./rules";
import type { Drawable, DrawInput } from "./schema";

const many = (perKind: (category: number, hops: number) => number): Drawable[] =>
  CATEGORIES.flatMap((category, c) =>
    HOPS.flatMap((hops, h) =>
      Array.from({ length: perKind(c, h) }, (_, i) => ({
        questionId: 1 + i * 8 + c * 2 + h,
        category,
        hops,
        split: null,
      })),
    ),
  );
const input: DrawInput = {
  seed: "spring",
  mode: "anew",
  sizes: { testPerCategory: 125, devPerCategory: 25, demoQuestions: 15 },
};

test("a draw gives every category its sizes, one-hop and multi-hop in proportion, and leaves the rest unassigned", () => {
  const questions = many((_, hops) => (hops === 0 ? 150 : 50));
  const { counts, short, changed } = countDraw(questions, assignSplits(questions, input), input);
  expect(short).toEqual([]);
  for (const category of CATEGORIES) {
    const of = counts.filter((one) => one.category === category);
    expect(of.reduce((sum, one) => sum + one.TEST, 0)).toBe(125);
    expect(of.reduce((sum, one) => sum + one.DEV, 0)).toBe(25);
    expect(of[0]).toMatchObject({ TEST: 94 });
  }
  expect(counts.reduce((sum, one) => sum + one.DEMO, 0)).toBe(15);
  expect(changed).toBe(4 * 150 + 15);
});

test("the same seed draws the same, in whatever order the questions come; another seed draws another", () => {
  const questions = many(() => 90);
  const first = assignSplits(questions, input);
  const again = assignSplits([...questions].reverse(), input);
  expect([...again].sort((a, b) => a[0] - b[0])).toEqual([...first].sort((a, b) => a[0] - b[0]));
  const other = assignSplits(questions, { ...input, seed: "autumn" });
  expect(
    questions.filter(
      (question) => other.get(question.questionId) !== first.get(question.questionId),
    ).length,
  ).toBeGreaterThan(50);
});

test("where a category is too small, TEST comes before DEV and DEV before DEMO, and what is missing is said", () => {
  const questions = many((category) => (category === 0 ? 65 : 200));
  const { short } = countDraw(questions, assignSplits(questions, input), input);
  expect(short).toEqual([
    { category: "false-premise", split: "DEV", missing: 20 },
    { category: "false-premise", split: "DEMO", missing: 4 },
  ]);
});

test("filling keeps every split that is there and draws only what is missing", () => {
  const questions = many(() => 100).map((question, i) => ({
    ...question,
    split: i % 3 === 0 ? ("TEST" as const) : null,
  }));
  const drawn = assignSplits(questions, { ...input, mode: "fill" });
  for (const question of questions)
    if (question.split !== null) expect(drawn.get(question.questionId)).toBe("TEST");
  expect([...drawn.values()].filter((split) => split === "TEST")).toHaveLength(500);
});

test("shares are whole, add up, and are never more than there is", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(500), { minLength: 1, maxLength: 6 }),
      fc.nat(1_000),
      (weights, wanted) => {
        const sum = weights.reduce((total, one) => total + one, 0);
        const whole = Math.min(wanted, sum);
        const parts = shares(whole, weights);
        expect(parts.reduce((total, one) => total + one, 0)).toBe(whole);
        parts.forEach((part, i) => expect(part).toBeLessThanOrEqual(weights[i]!));
      },
    ),
  );
});
