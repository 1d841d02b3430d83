/**
 * Kendall's W written a second time for tests: from the mean Spearman correlation of all pairs of rankings, each Pearson's
 * correlation of ranks, W = (1 + (m − 1) r) / m. That is exact where no ranking has ties.
 */
export function expectedW(rankings: readonly (readonly number[])[]): number {
  const m = rankings.length;
  let sum = 0;
  rankings.forEach((one, at) => {
    for (const other of rankings.slice(at + 1)) sum += pearson(one, other);
  });
  return (1 + (m - 1) * (sum / ((m * (m - 1)) / 2))) / m;
}

function pearson(one: readonly number[], other: readonly number[]): number {
  const mean = (one.length + 1) / 2;
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + (value - mean) * (b[at]! - mean), 0);
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
}
