import { CATEGORIES, HOPS, type Category, type Split } from "@/lib/dataset/questions/vocabulary";
import type { Drawable, DrawCount, DrawInput, DrawPreview } from "./schema";

const ORDER = ["TEST", "DEV", "DEMO"] as const;

/**
 * Draws splits at random within each category, in proportion to its one-hop and multi-hop questions. What comes out
 * depends on seed, sizes and questions alone, not on their order: each question has a number made of the seed and its
 * id, and the smallest are taken first. Where a category is too small, TEST is filled before DEV, and DEV before DEMO.
 * @returns the split of every question; null stays unassigned.
 */
export function assignSplits(
  questions: readonly Drawable[],
  { seed, mode, sizes }: DrawInput,
): Map<number, Split | null> {
  const drawn = new Map<number, Split | null>(
    questions.map((question) => [question.questionId, mode === "fill" ? question.split : null]),
  );
  const lot = new Map(
    questions.map((question) => [question.questionId, seededHash(seed, question.questionId)]),
  );
  const has = (category: Category, split: Split) =>
    questions.filter(
      (question) => question.category === category && drawn.get(question.questionId) === split,
    ).length;
  const demos = shares(
    sizes.demoQuestions,
    CATEGORIES.map(() => 1),
  );

  CATEGORIES.forEach((category, place) => {
    const wanted: Record<Split, number> = {
      TEST: sizes.testPerCategory,
      DEV: sizes.devPerCategory,
      DEMO: demos[place]!,
    };
    for (const split of ORDER) {
      const free = HOPS.map((hops) =>
        questions
          .filter(
            (question) =>
              question.category === category &&
              question.hops === hops &&
              drawn.get(question.questionId) === null,
          )
          .sort(
            (a, b) =>
              lot.get(a.questionId)! - lot.get(b.questionId)! || a.questionId - b.questionId,
          ),
      );
      const total = free.reduce((sum, one) => sum + one.length, 0);
      const take = Math.min(total, Math.max(0, wanted[split] - has(category, split)));
      const perHops = shares(
        take,
        free.map((one) => one.length),
      );
      free.forEach((one, i) =>
        one.slice(0, perHops[i]).forEach((question) => drawn.set(question.questionId, split)),
      );
    }
  });
  return drawn;
}

/** Parts of a whole in proportion to weights, in whole numbers that add up to it (largest remainders; never more than a weight where the whole is not more than their sum). */
export function shares(whole: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (whole * weight) / sum);
  const parts = exact.map(Math.floor);
  const rest = whole - parts.reduce((total, part) => total + part, 0);
  const byRemainder = weights
    .map((_, i) => i)
    .sort((a, b) => exact[b]! - parts[b]! - (exact[a]! - parts[a]!) || a - b);
  for (const i of byRemainder.slice(0, rest)) parts[i]!++;
  return parts;
}

/** What a draw comes to, in counts. */
export function countDraw(
  questions: readonly Drawable[],
  drawn: ReadonlyMap<number, Split | null>,
  { sizes }: DrawInput,
): Omit<DrawPreview, "fingerprint"> {
  const counts = CATEGORIES.flatMap((category) =>
    HOPS.map((hops): DrawCount => {
      const of = questions
        .filter((question) => question.category === category && question.hops === hops)
        .map((question) => drawn.get(question.questionId) ?? null);
      const count = (split: Split | null) => of.filter((one) => one === split).length;
      return {
        category,
        hops,
        TEST: count("TEST"),
        DEV: count("DEV"),
        DEMO: count("DEMO"),
        none: count(null),
      };
    }),
  );
  const demos = shares(
    sizes.demoQuestions,
    CATEGORIES.map(() => 1),
  );
  const short = CATEGORIES.flatMap((category, place) =>
    ORDER.flatMap((split) => {
      const wanted = {
        TEST: sizes.testPerCategory,
        DEV: sizes.devPerCategory,
        DEMO: demos[place]!,
      }[split];
      const missing =
        wanted -
        counts.filter((one) => one.category === category).reduce((sum, one) => sum + one[split], 0);
      return missing > 0 ? [{ category, split, missing }] : [];
    }),
  );
  const changed = questions.filter(
    (question) => question.split !== (drawn.get(question.questionId) ?? null),
  ).length;
  return { counts, changed, short, questions: questions.length };
}

/** A number from 0 up to 2^53 made of seed and id (cyrb53, public domain): the same on every machine. */
function seededHash(seed: string, questionId: number): number {
  const text = `${seed}:${questionId}`;
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}
