import { expectedWilson } from "./wilson.oracle";

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);

/**
 * The interval of a share of trials in clusters, written a second time for tests: every cluster is left out in turn, and
 * one that nobody saw, all won or all lost at an even chance, is added to what they tell. Null for a share of nothing.
 */
export function expectedClusteredShare(
  clusters: readonly { points: number; of: number }[],
): { low: number; high: number } | null {
  const some = clusters.filter(({ of }) => of > 0);
  const trials = sum(some.map(({ of }) => of));
  if (trials === 0) return null;
  const share = sum(some.map(({ points }) => points)) / trials;
  const without = some.map((_, out) => {
    const others = some.filter((__, at) => at !== out);
    return others.length === 0
      ? share
      : sum(others.map(({ points }) => points)) / sum(others.map(({ of }) => of));
  });
  const mean = sum(without) / without.length;
  const n = some.length;
  const variance = ((n - 1) / n) ** 2 * sum(without.map((one) => (one - mean) ** 2));
  const kish = trials ** 2 / sum(some.map(({ of }) => of ** 2));
  // The design effect, on a weight of m p (1 − p) for what was seen and 1/4 for what was not.
  const [seen, unseen] = [kish * share * (1 - share), 0.25];
  const effect = (kish * kish * variance + unseen) / (seen + unseen);
  const size = Math.min(kish / effect, trials);
  return expectedWilson(share * size, size);
}
