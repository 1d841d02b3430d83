import { describe, expect, it } from "vitest";
import { wilson, Z_95 } from "./intervals";
import { detectablePaired, detectableUnpaired, wilsonHalfWidth } from "./planning";

/** log n! by its sum: exact enough for tests. */
const logFactorials = [0];
for (let n = 1; n <= 2_000; n++) logFactorials.push(logFactorials[n - 1]! + Math.log(n));
const binomial = (k: number, n: number, p: number) =>
  p === 0
    ? Number(k === 0)
    : p === 1
      ? Number(k === n)
      : Math.exp(
          logFactorials[n]! -
            logFactorials[k]! -
            logFactorials[n - k]! +
            k * Math.log(p) +
            (n - k) * Math.log(1 - p),
        );

/** The power of McNemar's test without correction, by adding up every outcome. */
function powerOfMcNemar(n: number, discordant: number, difference: number): number {
  let power = 0;
  for (let m = 1; m <= n; m++) {
    const weight = binomial(m, n, discordant);
    if (weight < 1e-12) continue;
    const p = (discordant + difference) / (2 * discordant);
    for (let b = 0; b <= m; b++)
      if (Math.abs(2 * b - m) / Math.sqrt(m) >= Z_95) power += weight * binomial(b, m, p);
  }
  return power;
}

/** The power of the pooled z test of two independent proportions around one half, by adding up every outcome. */
function powerOfZTest(first: number, second: number, difference: number): number {
  let power = 0;
  for (let a = 0; a <= first; a++) {
    const weight = binomial(a, first, 0.5 - difference / 2);
    if (weight < 1e-9) continue;
    for (let b = 0; b <= second; b++) {
      const pooled = (a + b) / (first + second);
      const error = Math.sqrt(pooled * (1 - pooled) * (1 / first + 1 / second));
      if (error > 0 && Math.abs(b / second - a / first) / error >= Z_95)
        power += weight * binomial(b, second, 0.5 + difference / 2);
    }
  }
  return power;
}

describe("what a plan will be able to show", () => {
  it("the half-width is that of the interval that reports print", () => {
    for (const [successes, n] of [
      [47, 94],
      [50, 100],
      [270, 300],
      [8, 10],
      [0, 5],
    ] as const) {
      const interval = wilson(successes, n)!;
      expect(wilsonHalfWidth(n, successes / n)).toBeCloseTo((interval.high - interval.low) / 2, 12);
    }
    expect(wilsonHalfWidth(100, 0.5)).toBeCloseTo(0.0962, 4);
    expect(wilsonHalfWidth(0, 0.5)).toBeNull();
  });

  it.each([
    [100, 0.2],
    [100, 0.4],
    [300, 0.2],
    [600, 0.1],
    [600, 0.3],
  ])(
    "%d pairs, of which %d differ: McNemar's test finds the difference in four of five studies",
    (n, discordant) => {
      const power = powerOfMcNemar(n, discordant, detectablePaired(n, discordant)!);
      expect(power).toBeGreaterThan(0.76);
      expect(power).toBeLessThan(0.84);
    },
  );

  it("needs as many pairs as Connor's formula says", () => {
    // 10 points where 20% differ: (1.959964 √0.2 + 0.841621 √(0.2 − 0.01))² / 0.01 = 154.4.
    expect(detectablePaired(155, 0.2)!).toBeLessThanOrEqual(0.1);
    expect(detectablePaired(154, 0.2)!).toBeGreaterThan(0.1);
    // Too few pairs for any difference.
    expect(detectablePaired(15, 0.2)).toBeNull();
    expect(detectablePaired(0, 0.2)).toBeNull();
  });

  it.each([
    [100, 100],
    [94, 47],
    [300, 200],
  ])(
    "groups of %d and %d: the z test finds the difference in four of five studies",
    (first, second) => {
      const power = powerOfZTest(first, second, detectableUnpaired(first, second)!);
      expect(power).toBeGreaterThan(0.76);
      expect(power).toBeLessThan(0.84);
      expect(detectableUnpaired(0, 10)).toBeNull();
    },
  );
});
