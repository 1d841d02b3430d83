/** What was measured, each figure beside the limit that was measured in the same run. */
import { formatCount } from "@/lib/platform/format";

export interface Figure {
  what: string;
  value: number;
  unit: "ms" | "MB" | "kB" | "a second" | "of 1" | "frames" | "requests" | "errors";
  /** The best that can be done with the same data at the same time, and by what. */
  limit?: { what: string; value: number };
  /** What is aimed at: of value / limit where there is a limit, else of the value. */
  aim?: number;
  /** The more the better: the aim is the least. */
  more?: true;
}

const figures: Figure[] = [];

/** What was measured so far in this process. */
export function measured(): readonly Figure[] {
  return figures;
}

/** Notes a figure, and prints its line. */
export function figure(one: Figure): void {
  if (figures.some(({ what }) => what === one.what))
    throw new Error(`“${one.what}” was measured twice.`);
  figures.push(one);
  console.log(lineOf(one));
}

/** Value and limit as a ratio; the value itself where there is no limit. */
export function ratioOf({ value, limit }: Figure): number {
  return limit === undefined ? value : value / limit.value;
}

/** Whether the aim is met; null where there is none. */
export function isMet(one: Figure): boolean | null {
  if (one.aim === undefined) return null;
  return one.more ? ratioOf(one) >= one.aim : ratioOf(one) <= one.aim;
}

/** "≤ 2 ×", "≥ 200 a second", or "" where nothing is aimed at. */
export function aimOf({ aim, more, limit, unit }: Figure): string {
  if (aim === undefined) return "";
  return `${more ? "≥" : "≤"} ${limit ? `${aim} ×` : amount(aim, unit)}`;
}

/** "1,234 ms", "8.4 ms", "0.012". */
export function amount(value: number, unit: Figure["unit"]): string {
  const digits =
    Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) < 1 ? 3 : 1;
  const number = value < 100 ? value.toFixed(digits) : formatCount(Math.round(value));
  return unit === "of 1" ? number : `${number} ${unit}`;
}

/** One line: "what   1,234 ms   3.40 × COPY … (365 ms)   ≤ 2 ×: NOT MET". */
function lineOf(one: Figure): string {
  const { what, value, unit, limit } = one;
  const met = isMet(one);
  return [
    what.padEnd(44),
    amount(value, unit).padStart(14),
    limit &&
      `${ratioOf(one).toFixed(2).padStart(7)} × ${limit.what} (${amount(limit.value, unit)})`,
    met !== null && `${aimOf(one)}: ${met ? "met" : "NOT MET"}`,
  ]
    .filter(Boolean)
    .join("  ");
}

/** Runs `work` and returns how long it took, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The median of `runs` timings, after two that are not counted. */
export async function median(work: () => Promise<unknown>, runs = 15): Promise<number> {
  const [of] = await medians([work], runs);
  return of!;
}

/** The same of several works in turns, so that whatever else the machine does at a moment befalls all of them. */
export async function medians(
  works: readonly (() => Promise<unknown>)[],
  runs = 15,
): Promise<number[]> {
  const times = works.map((): number[] => []);
  for (let i = -2; i < runs; i++)
    for (const [at, work] of works.entries()) {
      const ms = await timed(work);
      if (i >= 0) times[at]!.push(ms);
    }
  return times.map((of) => percentile(of, 0.5));
}

/** The smallest value that is not below this share of them. */
export function percentile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[
    Math.min(values.length - 1, Math.max(0, Math.ceil(values.length * share) - 1))
  ]!;
}
