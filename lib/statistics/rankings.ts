import { chiSquareTail } from "./chi-square";

/**
 * Ranks in which tied things share the mean of the places that they take: [1, 2, 2, 9] is 1, 2.5, 2.5, 4.
 * @param given any numbers, the lowest first; only their order counts
 * @returns as many ranks, which sum to n (n + 1) / 2
 */
export function midranks(given: readonly number[]): number[] {
  return given.map((value) => {
    let [below, same] = [0, 0];
    for (const other of given) {
      if (other < value) below++;
      else if (other === value) same++;
    }
    return below + (same + 1) / 2;
  });
}

/** Kendall's coefficient of concordance with its test. */
export interface Concordance {
  /** From 0 to 1. */
  w: number;
  /** The sum of the squared deviations of the rank sums from their mean. */
  s: number;
  /** Friedman's statistic, its degrees of freedom and the p-value by the chi-square distribution, which needs many rankings. */
  chiSquare: number;
  degrees: number;
  p: number;
  /** The mean of Spearman's correlations of two rankings, (m W − 1) / (m − 1). Exact without ties. */
  spearman: number;
}

/**
 * Kendall's coefficient of concordance with the correction for ties: W = 12 S / (m² (n³ − n) − m ΣT), T = Σ (t³ − t) over
 * the ties of a ranking, and its test χ² = m (n − 1) W with n − 1 degrees of freedom, which is Friedman's (M. G. Kendall
 * and B. Babington Smith 1939; S. Siegel and N. J. Castellan, "Nonparametric Statistics", 2nd edition 1988, section 9.6).
 * @param rankings m rankings of the same n things, each in any numbers
 * @returns null: undefined, with fewer than two rankings or things, or if each ranking ties all things
 */
export function kendallsW(rankings: readonly (readonly number[])[]): Concordance | null {
  const m = rankings.length;
  const n = rankings[0]?.length ?? 0;
  if (m < 2 || n < 2) return null;
  const sums = new Float64Array(n);
  let ties = 0;
  for (const ranking of rankings) {
    const counts = new Map<number, number>();
    midranks(ranking).forEach((rank, thing) => {
      sums[thing]! += rank;
      counts.set(rank, (counts.get(rank) ?? 0) + 1);
    });
    for (const count of counts.values()) ties += count ** 3 - count;
  }
  const room = m * m * (n ** 3 - n) - m * ties;
  if (room <= 0) return null;
  const mean = (m * (n + 1)) / 2;
  const s = sums.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const w = (12 * s) / room;
  const chiSquare = m * (n - 1) * w;
  return {
    w,
    s,
    chiSquare,
    degrees: n - 1,
    p: chiSquareTail(chiSquare, n - 1),
    spearman: (m * w - 1) / (m - 1),
  };
}
