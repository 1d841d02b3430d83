/**
 * Wilson's 95% interval for a share, written a second time for tests: the two roots of (p − x)² = z² x (1 − x) / n.
 * Null for a share of nothing.
 */
export function expectedWilson(right: number, n: number): { low: number; high: number } | null {
  if (n === 0) return null;
  const z2 = 1.959963984540054 ** 2;
  const p = right / n;
  const [a, b, c] = [1 + z2 / n, -(2 * p + z2 / n), p * p];
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
  return { low: (-b - root) / (2 * a), high: (-b + root) / (2 * a) };
}
