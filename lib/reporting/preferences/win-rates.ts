import { wilson } from "@/lib/statistics/intervals";
import { jackknife, LEAST_UNITS } from "@/lib/statistics/jackknife";
import type { Coefficient } from "@/lib/reporting/agreement/coefficient";

/** What one question adds to a share: so many points of so many comparisons. */
export interface Part {
  points: number;
  of: number;
}

/**
 * A share of comparisons with its 95% interval: Wilson's where each question has one comparison without a tie, at any n;
 * else on Wilson's scale, with as many trials as would make a share that uncertain if questions are left out in turn.
 */
export function* shareSteps(
  what: string,
  parts: readonly Part[],
  undefinedBecause: string,
): Generator<void, Coefficient> {
  const kinds = new Map<string, Part & { questions: number }>();
  let [points, n, plain] = [0, 0, true];
  for (const part of parts) {
    if (part.of === 0) continue;
    points += part.points;
    n += part.of;
    plain &&= part.of === 1 && part.points !== 0.5;
    const key = `${part.points} ${part.of}`;
    const found = kinds.get(key);
    if (found) found.questions++;
    else kinds.set(key, { ...part, questions: 1 });
  }
  if (n === 0) return { value: null, low: null, high: null, n, method: what, undefinedBecause };
  // In an order of their own, so that the last digits do not depend on the order of questions.
  const groups = [...kinds.values()].sort((a, b) => a.of - b.of || a.points - b.points);
  const { interval } = plain
    ? { interval: wilson(points, n) }
    : yield* jackknife(
        groups.map(({ questions }) => questions),
        (questions) => {
          let [lost, all] = [0, 0];
          groups.forEach((group, at) => {
            lost += questions[at]! * (group.of - group.points);
            all += questions[at]! * group.of;
          });
          return all === 0 ? null : { observed: lost / all, expected: 1 };
        },
        { mostTrials: n },
      );
  const how = plain
    ? "95% Wilson interval"
    : interval === null
      ? `no interval (fewer than ${LEAST_UNITS} questions)`
      : "95% jackknife interval over questions on Wilson’s scale";
  return {
    value: points / n,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    n,
    method: `${what}; ${how}`,
    undefinedBecause: null,
  };
}

/** The share of the other side: 1 − share. */
export function complement(share: Coefficient): Coefficient {
  const { value, low, high } = share;
  const rest = (part: number | null) => (part === null ? null : 1 - part);
  return { ...share, value: rest(value), low: rest(high), high: rest(low) };
}
