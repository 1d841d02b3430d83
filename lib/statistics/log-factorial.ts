const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

/** ln n!, exact to rounding for the first few, of which the series below would know too little. */
const FIRST = [0];
for (let n = 1, factorial = 1; n <= 18; n++) FIRST.push(Math.log((factorial *= n)));

/**
 * What Stirling's formula at n lacks: ln n! − [½ ln 2πn + n ln n − n]. Of an n that is not whole, n! is Γ(n + 1).
 * @param n at least 0
 */
export function stirlingError(n: number): number {
  if (n < FIRST.length)
    return n === 0
      ? 0
      : logFactorial(n) - (HALF_LOG_TWO_PI + 0.5 * Math.log(n) + n * Math.log(n) - n);
  return series(n);
}

/** ln n! of a small n. */
function logFactorial(n: number): number {
  if (Number.isInteger(n)) return FIRST[n]!;
  // n! = (n + k)! / [(n + 1) (n + 2) … (n + k)], where the series knows enough.
  let [large, product] = [n, 1];
  while (large < FIRST.length) product *= ++large;
  return (
    HALF_LOG_TWO_PI +
    0.5 * Math.log(large) +
    large * Math.log(large) -
    large +
    series(large) -
    Math.log(product)
  );
}

function series(n: number): number {
  const square = n * n;
  return (
    (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) /
    n
  );
}

/** x ln(x/m) + m − x without cancellation where x is near m. After Catherine Loader, "Fast and accurate computation of binomial probabilities" (2000). */
export function deviance(x: number, m: number): number {
  const difference = x - m;
  if (Math.abs(difference) >= 0.1 * (x + m)) return x * Math.log(x / m) + m - x;
  const v = difference / (x + m);
  let sum = difference * v;
  let term = 2 * x * v;
  for (let j = 1; ; j++) {
    term *= v * v;
    const next = sum + term / (2 * j + 1);
    if (next === sum) return next;
    sum = next;
  }
}
