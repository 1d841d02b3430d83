import { coinTest } from "@/lib/statistics/exact-binomial-test.oracle";
import { expectedWilson } from "@/lib/statistics/wilson.oracle";

/*
 * A change from one run to a later one, written a second time for tests: question by question. The product counts in SQL
 * and computes from counts (over-time, comparison).
 */

/** What two runs got on a question that both have a verdict for. */
export interface ExpectedPair {
  earlier: boolean;
  later: boolean;
}

/** The paired change with Newcombe's interval (his method 10, 1998) from ten questions on, and McNemar's exact test. */
export function expectedChange(pairs: readonly ExpectedPair[]) {
  const n = pairs.length;
  const count = (earlier: boolean, later: boolean) =>
    pairs.filter((pair) => pair.earlier === earlier && pair.later === later).length;
  const [a, b, c, d] = [
    count(true, true),
    count(false, true),
    count(true, false),
    count(false, false),
  ];
  if (n === 0) return { n, counts: [a, b, c, d], difference: null, low: null, high: null, p: null };
  const [p1, p2] = [(a + b) / n, (a + c) / n];
  const [w1, w2] = [expectedWilson(a + b, n)!, expectedWilson(a + c, n)!];
  const product = a * d - b * c;
  const q = product > n / 2 ? product - n / 2 : product >= 0 ? 0 : product;
  const below = (a + b) * (c + d) * (a + c) * (b + d);
  const phi = below === 0 ? 0 : q / Math.sqrt(below);
  const half = (x: number, y: number) => Math.sqrt(x ** 2 - 2 * phi * x * y + y ** 2);
  const few = n < 10;
  return {
    n,
    counts: [a, b, c, d],
    difference: p1 - p2,
    low: few ? null : p1 - p2 - half(p1 - w1.low, w2.high - p2),
    high: few ? null : p1 - p2 + half(w1.high - p1, p2 - w2.low),
    p: coinTest(b, c),
  };
}
