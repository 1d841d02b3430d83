/*
 * Weighted coefficients of raters' levels written a second time for tests, from their definitions as agreement: 1 for
 * equal levels, less the further apart, 0 at the ends of the scale.
 */

/** Ratings of a unit by rater, as level numbers; null: missing. */
export type Unit = readonly (number | null)[];
type Weight = (a: number, b: number) => number;

/** Linear (power 1) or quadratic (power 2) weights on a scale of q levels. */
const weightOf =
  (q: number, power: 1 | 2): Weight =>
  (a, b) =>
    1 - (Math.abs(a - b) / (q - 1)) ** power;

/** (po − pe) / (1 − pe) for two raters, over units that both rated. */
export function expectedKappa(units: readonly Unit[], q: number, power: 1 | 2): number {
  const weight = weightOf(q, power);
  const both = units.filter((unit): unit is number[] => unit.every((level) => level !== null));
  const n = both.length;
  const po = both.reduce((sum, [a, b]) => sum + weight(a!, b!), 0) / n;
  let pe = 0;
  for (const [a] of both) for (const [, b] of both) pe += weight(a!, b!) / (n * n);
  return (po - pe) / (1 - pe);
}

/** Gwet's AC2 over the units with at least two ratings. */
export function expectedAC2(units: readonly Unit[], q: number, power: 1 | 2): number {
  const weight = weightOf(q, power);
  const rated = units
    .map((unit) => unit.filter((level) => level !== null))
    .filter((unit) => unit.length > 1);
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const pa = mean(
    rated.map((unit) =>
      mean(unit.flatMap((a, i) => unit.filter((_, j) => i !== j).map((b) => weight(a, b)))),
    ),
  );
  let total = 0;
  for (let a = 0; a < q; a++) for (let b = 0; b < q; b++) total += weight(a, b);
  let spread = 0;
  for (let level = 0; level < q; level++) {
    const share = mean(
      rated.map((unit) => unit.filter((given) => given === level).length / unit.length),
    );
    spread += share * (1 - share);
  }
  const pe = (total / (q * (q - 1))) * spread;
  return (pa - pe) / (1 - pe);
}
