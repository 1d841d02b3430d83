/** More terms than either sum needs for the statistics of thousands of degrees of freedom. */
const MAX_TERMS = 100_000;

/**
 * The probability that a chi-square variable with `degrees` of freedom is at least x: the p-value of a chi-square test.
 * The regularized incomplete gamma function Q(degrees / 2, x / 2), by its series (DLMF 8.11.4) below the mean and by its
 * continued fraction with Lentz's method (DLMF 8.9.2) above.
 * @param x at least 0
 * @param degrees a whole number from 1
 */
export function chiSquareTail(x: number, degrees: number): number {
  if (!Number.isInteger(degrees) || degrees < 1)
    throw new RangeError(`Degrees of freedom must be a whole number from 1, not ${degrees}.`);
  if (x <= 0) return 1;
  const [a, z] = [degrees / 2, x / 2];
  const front = Math.exp(a * Math.log(z) - z - logGammaOfHalves(degrees));
  return z < a + 1 ? 1 - (front * series(a, z)) / a : front * fraction(a, z);
}

/** The logarithm of Γ(halves / 2), from Γ(1/2) = √π and Γ(1) = 1 upwards. */
function logGammaOfHalves(halves: number): number {
  let sum = halves % 2 === 1 ? Math.log(Math.PI) / 2 : 0;
  for (let at = halves % 2 === 1 ? 1 : 2; at < halves; at += 2) sum += Math.log(at / 2);
  return sum;
}

function series(a: number, z: number): number {
  let [sum, term] = [1, 1];
  for (let n = 1; n < MAX_TERMS; n++) {
    term *= z / (a + n);
    if (sum + term === sum) break;
    sum += term;
  }
  return sum;
}

function fraction(a: number, z: number): number {
  let b = z + 1 - a;
  let c = Infinity;
  let d = 1 / b;
  let product = d;
  for (let n = 1; n < MAX_TERMS; n++) {
    const part = n * (a - n);
    b += 2;
    d = 1 / (part * d + b);
    c = b + part / c;
    product *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return product;
}
