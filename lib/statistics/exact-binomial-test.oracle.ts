/** The two-sided p-value of the sign test by its definition: twice the smaller tail of fair coins, at most 1. */
export function coinTest(one: number, other: number): number {
  const n = one + other;
  let tail = 0;
  for (let k = 0, coefficient = 1; k <= Math.min(one, other); k++) {
    tail += coefficient / 2 ** n;
    coefficient = (coefficient * (n - k)) / (k + 1);
  }
  return Math.min(1, 2 * tail);
}
