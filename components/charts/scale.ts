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

/** The width of a character at a size, on average. */
const CHARACTER = 0.55;

/** A label in one line, or in two where it would touch its neighbors; what fits in neither is shortened. */
export function labelLines(label: string, width: number): string[] {
  const characters = Math.max(1, Math.floor((width - 8) / (12 * CHARACTER)));
  if (label.length <= characters) return [label];
  // A sign stays with its number.
  const breaks = [...label.matchAll(/(?<![<≥]) /g)].map(({ index }) => index);
  const [best] = breaks.sort(
    (a, b) => Math.max(a, label.length - a - 1) - Math.max(b, label.length - b - 1),
  );
  const parts = best === undefined ? [label] : [label.slice(0, best), label.slice(best + 1)];
  return parts.map((part) => shortened(part, characters));
}

/** The size at which the longest of some texts fits a width, 11 at most; null: it could not be read. */
export function fittingSize(texts: readonly string[], width: number): number | null {
  const longest = Math.max(1, ...texts.map(({ length }) => length));
  const size = Math.min(11, width / (longest * CHARACTER));
  return size < 8.5 ? null : size;
}
