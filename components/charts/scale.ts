/** A straight scale from values to places, and the values to mark on it. */
export interface Scale {
  place(value: number): number;
  ticks: readonly number[];
  low: number;
  high: number;
}

/**
 * A scale that holds all values, zero and `include`, ends on round numbers, and has four to ten marks.
 * @param from the place of the lowest value; @param to of the highest
 */
export function scaleOf(
  values: readonly number[],
  from: number,
  to: number,
  include: readonly number[] = [],
): Scale {
  const all = [0, ...include, ...values].filter((value) => Number.isFinite(value));
  const least = Math.min(...all);
  const greatest = Math.max(...all);
  const most = greatest - least < 1e-9 ? least + 1 : greatest;
  const span = most - least;
  const power = 10 ** Math.floor(Math.log10(span / 5));
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => span / candidate <= 6) ??
    10 * power;
  const low = Math.floor(least / step + 1e-9) * step;
  const high = Math.max(Math.ceil(most / step - 1e-9) * step, low + step);
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, at) =>
    Number((low + at * step).toPrecision(12)),
  );
  return {
    low,
    high,
    ticks,
    place: (value) => from + ((value - low) / (high - low)) * (to - from),
  };
}

/** A place in an SVG's text: two digits, so that the same chart is the same file. */
export function at(place: number): string {
  return String(Math.round(place * 100) / 100);
}

/** A label cut to the available width; the table of the numbers has it in full. */
export function shortened(label: string, characters: number): string {
  return label.length <= characters
    ? label
    : `${label.slice(0, Math.max(1, characters - 1)).trimEnd()}…`;
}
