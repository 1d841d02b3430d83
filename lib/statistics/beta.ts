import { deviance, stirlingError } from "./log-factorial";

/** More terms than the fraction ever needs for counts up to 2^31: it takes some √(a + b) of them. */
const MAX_TERMS = 200_000;
/** Keeps Lentz's method away from a division by zero. */
const TINY = 1e-300;

/**
 * The distribution function of the beta distribution with a, b > 0 at x: of whole numbers the probability that of a + b − 1
 * independent trials, each successful with probability x, at least a succeed. By the continued fraction of DLMF 8.17.22
 * with Lentz's method.
 */
export function betaDistribution(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - betaDistribution(1 - x, b, a);
  return (front(x, a, b) * fraction(x, a, b)) / a;
}

/** x^a (1 − x)^b / B(a, b), from the probability of a successes in a + b trials (Loader 2000), so that nothing cancels. */
function front(x: number, a: number, b: number): number {
  const n = a + b;
  const exponent =
    stirlingError(n) -
    stirlingError(a) -
    stirlingError(b) -
    deviance(a, n * x) -
    deviance(b, n * (1 - x));
  const mass = Math.exp(exponent) * Math.sqrt(n / (2 * Math.PI * a * b));
  // 1 / B(a, b) = ab / (a + b) · (a + b)! / (a! b!).
  return (mass * a * b) / n;
}

function fraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let product = d;
  for (let m = 1; m < MAX_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    product *= c * d;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    product *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return product;
}

function awayFromZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

/** The quantile of that distribution, by bisection to the last digits. @param probability from 0 to 1 */
export function betaQuantile(probability: number, a: number, b: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (betaDistribution(middle, a, b) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
