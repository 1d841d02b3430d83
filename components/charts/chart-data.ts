/** One number of a chart. */
export interface ChartValue {
  /** Null: undefined or nothing to count; drawn as a gap that says so. */
  value: number | null;
  /** The 95% interval, if there is one. */
  low?: number | null;
  high?: number | null;
  /** How many it counts: stands below a bar and in the table of the numbers. */
  n?: number;
  /** How it is written, where the chart has numbers of both kinds. */
  unit?: ChartUnit;
  /** Where what is behind it is listed; the table of the numbers leads there. */
  href?: string;
}

/** A line between two places by values of its own: what both places share need not be all that each one counts. */
export interface ChartStep {
  /** What its numbers are of, for the table of the numbers: "v1 to v2, shared questions". */
  label: string;
  /** The places' indexes. */
  from: number;
  to: number;
  start: number;
  end: number;
  /** How many both values count. */
  n: number;
}

/** Values at the same places for each of a few series: modes, runs, raters. */
export interface ChartData {
  /** What the places are: "Category", "Week". */
  places: { title: string; labels: readonly string[] };
  /** At most six, told apart by colour and by pattern or marker. */
  series: readonly {
    name: string;
    values: readonly ChartValue[];
    /** Of a chart over time: its lines, which are else drawn from value to value. */
    steps?: readonly ChartStep[];
  }[];
}

/** Bars of fewer items than this are drawn faint. */
export const FAINT_BELOW = 10;
/** Below so many there is no bar at all: it would stand as high as one that means something. */
export const DRAWN_FROM = 5;

/** "n 43" of values at one place that count alike, "n 41–46" of others; nothing where it is not known. */
export function countsInWords(values: readonly (ChartValue | undefined)[]): string {
  const counts = values.flatMap((value) => value?.n ?? []);
  if (counts.length === 0) return "";
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? `n ${least}` : `n ${least}–${most}`;
}

/** How numbers are written on a chart. `percent` takes shares from 0 to 1, `points` their differences. */
export type ChartUnit = "percent" | "points" | "number";

export function formatChartValue(
  value: number,
  unit: ChartUnit,
  digits = unit === "number" ? 2 : 1,
): string {
  const text = (Math.abs(value) * (unit === "number" ? 1 : 100)).toFixed(digits);
  const zero = !/[1-9]/.test(text);
  const sign = zero ? "" : value < 0 ? "−" : unit === "points" ? "+" : "";
  return `${sign}${text}${UNITS[unit]}`;
}

const UNITS: Record<ChartUnit, string> = { percent: "%", points: " pp", number: "" };

/** A mark of the scale: as few digits as it needs. */
export function formatTick(value: number, unit: ChartUnit): string {
  return formatChartValue(
    value,
    unit,
    unit !== "number"
      ? Number.isInteger(Number((value * 100).toPrecision(10)))
        ? 0
        : 1
      : Number.isInteger(value)
        ? 0
        : Math.min(3, String(Number(Math.abs(value).toPrecision(6))).split(".")[1]?.length ?? 0),
  );
}

/** Every number that a chart draws. */
export function numbersOf(data: ChartData): number[] {
  return data.series.flatMap(({ values, steps = [] }) => [
    ...values.flatMap(({ value, low, high }) =>
      [value, low ?? null, high ?? null].filter((number) => number !== null),
    ),
    ...steps.flatMap(({ start, end }) => [start, end]),
  ]);
}

const CAPTION_CHARACTERS = 132;
/** The distance of two lines of a caption in a chart's file. */
export const CAPTION_LINE = 14;

/** A caption in lines that fit below a chart. */
export function captionLines(sentences: readonly string[]): string[] {
  const lines: string[] = [];
  for (const word of sentences
    .join(" ")
    .split(" ")
    .filter((text) => text !== "")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= CAPTION_CHARACTERS)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
