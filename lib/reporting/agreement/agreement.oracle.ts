/*
 * Coefficients of verdicts by the textbook's formulas, unit by unit: what a test computes once more from exported
 * judgments. It shares no code with what makes the report.
 */

/** Each unit with all its verdicts. */
export type Units = boolean[][];

export function mean(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function pairsOf(unit: boolean[]): [boolean, boolean][] {
  return unit.flatMap((a, i) =>
    unit.flatMap((b, j) => (i === j ? [] : [[a, b] as [boolean, boolean]])),
  );
}

function rated(units: Units): Units {
  return units.filter((unit) => unit.length >= 2);
}

/** The share of agreeing pairs, averaged over units. */
export function percent(units: Units): number {
  return mean(rated(units).map((unit) => mean(pairsOf(unit).map(([a, b]) => Number(a === b)))));
}

/** Krippendorff's alpha, nominal. */
export function alpha(units: Units): number {
  const kept = rated(units);
  const all = kept.flat();
  const observed =
    kept.reduce(
      (sum, unit) => sum + pairsOf(unit).filter(([a, b]) => a !== b).length / (unit.length - 1),
      0,
    ) / all.length;
  const credits = all.filter(Boolean).length;
  const expected = (2 * credits * (all.length - credits)) / (all.length * (all.length - 1));
  return 1 - observed / expected;
}

/** Gwet's AC1. */
export function ac1(units: Units): number {
  const share = mean(rated(units).map((unit) => unit.filter(Boolean).length / unit.length));
  const guess = 2 * share * (1 - share);
  return (percent(units) - guess) / (1 - guess);
}

/** Cohen's kappa. */
export function cohen(pairs: [boolean, boolean][]): number {
  const observed = mean(pairs.map(([a, b]) => Number(a === b)));
  const [p, q] = [mean(pairs.map(([a]) => Number(a))), mean(pairs.map(([, b]) => Number(b)))];
  const chance = p * q + (1 - p) * (1 - q);
  return (observed - chance) / (1 - chance);
}

/** Scott's way with the values of both: Fleiss' kappa of two. */
export function fleissOfTwo(pairs: [boolean, boolean][]): number {
  const p = mean(pairs.flat().map(Number));
  const chance = p * p + (1 - p) * (1 - p);
  return (mean(pairs.map(([a, b]) => Number(a === b))) - chance) / (1 - chance);
}
