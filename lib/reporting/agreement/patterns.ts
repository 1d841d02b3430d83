/** Some units that were rated alike: who gave which rating does not matter, only how many gave each value. */
export interface UnitPattern {
  /** For each value that was given: its index and how many ratings of one unit have it (at least one). */
  ratings: readonly (readonly [value: number, ratings: number])[];
  /** How many units were rated so. */
  units: number;
}

/** A pattern from a count for each value in order, as SQL groups them: `unitPattern([1, 2], 40)` is 40 units with one "no" and two "yes". */
export function unitPattern(counts: readonly number[], units: number): UnitPattern {
  return {
    ratings: counts.flatMap((count, value) => (count > 0 ? [[value, count] as const] : [])),
    units,
  };
}

/** How two raters rated the units that both rated: `table[i][j]` units have value i by the first and value j by the second. */
export type PairTable = readonly (readonly number[])[];

/** One filled cell of such a table. */
export interface PairCell {
  first: number;
  second: number;
  units: number;
}

/** Cells in an order of their own, for the same reason as `Patterns` has one. */
export function orderCells(cells: readonly PairCell[]): PairCell[] {
  return cells
    .filter((cell) => cell.units > 0)
    .sort((a, b) => a.first - b.first || a.second - b.second);
}

/** The filled cells of a table. */
export function pairCells(table: PairTable): PairCell[] {
  return table.flatMap((row, first) =>
    row.flatMap((units, second) => (units > 0 ? [{ first, second, units }] : [])),
  );
}

/** The patterns that a pair's cells come down to. */
export function patternsOfPair(cells: readonly PairCell[]): UnitPattern[] {
  const patterns = new Map<string, { ratings: UnitPattern["ratings"]; units: number }>();
  for (const { first, second, units } of cells) {
    const [low, high] = first < second ? [first, second] : [second, first];
    const found = patterns.get(`${low} ${high}`);
    if (found) found.units += units;
    else
      patterns.set(`${low} ${high}`, {
        ratings:
          low === high
            ? [[low, 2]]
            : [
                [low, 1],
                [high, 1],
              ],
        units,
      });
  }
  return [...patterns.values()];
}

/**
 * Patterns laid out for computing: those of at least two ratings, as nothing else can agree; equal ones together; and in
 * an order of their own, so that the last digits are the same in whatever order they came.
 */
export class Patterns {
  /** How many units each pattern has. */
  readonly sizes: readonly number[];
  /** How many ratings a unit of each pattern has: two or more. */
  readonly ratings: readonly number[];
  /** Units with at least two ratings. */
  readonly units: number;
  /** Units with one rating, which stand aside and change no number. */
  readonly single: number;
  /** How many values there are, used or not. */
  readonly width: number;
  /** Of them, in use. */
  readonly usedValues: number;
  /** Pattern p has its values and their counts from `start[p]` to `start[p + 1]`. */
  readonly start: Int32Array;
  readonly value: Int32Array;
  readonly count: Float64Array;

  constructor(patterns: readonly UnitPattern[], width: number) {
    const found = inOrder(patterns);
    const kept = found.filter((pattern) => ratingsOf(pattern) >= 2);
    this.width = width;
    this.sizes = kept.map((pattern) => pattern.units);
    this.ratings = kept.map(ratingsOf);
    this.units = this.sizes.reduce((sum, units) => sum + units, 0);
    this.single = found.reduce((sum, pattern) => sum + pattern.units, 0) - this.units;
    const cells = kept.reduce((sum, pattern) => sum + pattern.ratings.length, 0);
    this.start = new Int32Array(kept.length + 1);
    this.value = new Int32Array(cells);
    this.count = new Float64Array(cells);
    const used = new Set<number>();
    let at = 0;
    kept.forEach((pattern, index) => {
      for (const [value, count] of pattern.ratings) {
        if (!(value >= 0 && value < width))
          throw new RangeError(`There is no value ${value} of ${width}.`);
        this.value[at] = value;
        this.count[at++] = count;
        used.add(value);
      }
      this.start[index + 1] = at;
    });
    this.usedValues = used.size;
  }
}

function ratingsOf(pattern: UnitPattern): number {
  return pattern.ratings.reduce((sum, [, count]) => sum + count, 0);
}

function inOrder(patterns: readonly UnitPattern[]): UnitPattern[] {
  const found = new Map<string, { ratings: (readonly [number, number])[]; units: number }>();
  for (const { ratings, units } of patterns) {
    const given = ratings.filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
    if (units <= 0 || given.length === 0) continue;
    const key = given.join(";");
    const same = found.get(key);
    if (same) same.units += units;
    else found.set(key, { ratings: given, units });
  }
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pattern]) => pattern);
}
