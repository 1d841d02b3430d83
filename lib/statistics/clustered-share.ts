import { wilson, wilsonOfShare, type Interval } from "./intervals";

/** What belongs together, such as all comparisons of one question: so many points of so many, and how many clusters are alike. */
export interface Cluster {
  /** From 0 to `of`. */
  points: number;
  of: number;
  times: number;
}

/** A share with its 95% interval; the interval is null where nothing was counted. */
export interface ClusteredShare {
  points: number;
  of: number;
  interval: Interval | null;
  /** Each cluster is one trial, won or lost: the interval is Wilson's own. */
  plain: boolean;
}

/** The variance of one more cluster, all won or all lost at an even chance; see `clusteredShare`. */
const ONE_UNSEEN = 1 / 4;

/**
 * A share of trials that come in clusters, with Wilson's interval at the effective sample size (E. L. Korn and B. I.
 * Graubard, "Confidence intervals for proportions with small expected number of positive counts", Survey Methodology 24,
 * 1998, 193–201): as many trials as would make a share that uncertain.
 *
 * How uncertain it is says the jackknife over clusters (J. W. Tukey 1958). Few clusters tell little of that, above all where
 * most are won or lost as a whole and the rare others differ much: with ten raters the plain size would cover 87% instead
 * of 95%. So the design effect is that of the clusters together with one more that nobody saw, all won or all lost at an even
 * chance. With m = (Σ of)² / Σ of² clusters (L. Kish, "Survey Sampling", 1965, section 11.7), share p and variance v the size
 * is m (m p (1 − p) + ¼) / (m² v + ¼), at most the trials counted: p (1 − p) / v where much is known, m where all is won or
 * lost, and the number of clusters where each is one trial. The jackknife has the factor ((n − 1) / n)², so that a share of
 * n trials has p (1 − p) / n. Coverage: coverage.test.ts here and in lib/reporting/agreement.
 */
export function clusteredShare(clusters: readonly Cluster[]): ClusteredShare {
  const counted = alike(clusters);
  const total = (what: (cluster: Cluster) => number) =>
    counted.reduce((sum, cluster) => sum + cluster.times * what(cluster), 0);
  const points = total((cluster) => cluster.points);
  const of = total((cluster) => cluster.of);
  const plain = counted.every(
    (cluster) => cluster.of === 1 && (cluster.points === 0 || cluster.points === 1),
  );
  if (plain || of === 0) return { points, of, interval: wilson(points, of), plain };
  const share = points / of;
  const clusterCount = total(() => 1);
  const effective = (of * of) / total((cluster) => cluster.of * cluster.of);
  // The share without one of these clusters; a cluster that is all there is leaves nothing to differ.
  const without = (cluster: Cluster) =>
    of === cluster.of ? share : (points - cluster.points) / (of - cluster.of);
  const mean = total(without) / clusterCount;
  const variance =
    ((clusterCount - 1) / clusterCount) ** 2 * total((cluster) => (without(cluster) - mean) ** 2);
  const size =
    (effective * (effective * share * (1 - share) + ONE_UNSEEN)) /
    (effective * effective * variance + ONE_UNSEEN);
  return { points, of, interval: wilsonOfShare(share, Math.min(size, of)), plain };
}

/** Clusters that are alike as one, in an order of their own, so that the last digits do not depend on the order they came in. */
function alike(clusters: readonly Cluster[]): Cluster[] {
  const kinds = new Map<string, Cluster>();
  for (const { points, of, times } of clusters) {
    if (of === 0 || times === 0) continue;
    const key = `${points} ${of}`;
    kinds.set(key, { points, of, times: (kinds.get(key)?.times ?? 0) + times });
  }
  return [...kinds.values()].sort((a, b) => a.of - b.of || a.points - b.points);
}
