/*
 * Shares, coefficients, intervals and p-values as people read them. On pages a share is a percentage with one digit and a
 * coefficient has two; files that people read may have more, and those for programs have all.
 */

import { formatCount } from "./format";

/** What stands where a number is undefined or there is nothing to count. */
export const NOTHING = "–";

const MINUS = "−";

/** On pages, everywhere: percentages have one digit, coefficients two. */
const SHARE_DIGITS = 1;
export const SHOWN_DIGITS = 2;

/** "0.4000", "−0.0234": rounded once, from the number's exact value; half goes away from zero. Null: a dash. */
export function formatDecimal(value: number | null, digits: number): string {
  if (value === null || !Number.isFinite(value)) return NOTHING;
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text;
}

/** "98.5" for 197 of 200: a percentage of whole numbers, rounded from the exact ratio, half up. Nothing to count: a dash. */
export function formatPercent(count: number, of: number, digits = 1): string {
  if (of === 0) return NOTHING;
  const scale = 10n ** BigInt(digits);
  const [n, m] = [BigInt(Math.abs(count)), BigInt(of)];
  const rounded = (2n * n * 100n * scale + m) / (2n * m);
  const text =
    digits === 0
      ? String(rounded)
      : `${rounded / scale}.${String(rounded % scale).padStart(digits, "0")}`;
  return count < 0 && rounded > 0n ? MINUS + text : text;
}

/** "0.3120 to 0.6543"; a dash without an interval. Words, because a dash between numbers reads as a minus. */
export function formatInterval(low: number | null, high: number | null, digits: number): string {
  return low === null || high === null
    ? NOTHING
    : `${formatDecimal(low, digits)} to ${formatDecimal(high, digits)}`;
}

/**
 * A share in percent without the sign: "28.8" for 23 / 80, the same as formatPercent makes of the two whole numbers. Half
 * goes up, by what the number is in decimals and not by how it is stored.
 */
function inPercent(share: number): string {
  const scale = 10 ** SHARE_DIGITS;
  const rounded = Math.round(Number((Math.abs(share) * 100 * scale).toPrecision(12))) / scale;
  return `${share < 0 && rounded > 0 ? MINUS : ""}${rounded.toFixed(SHARE_DIGITS)}`;
}

/** The interval of a share, in percent: "31.2 to 65.4". */
export function formatShareInterval(low: number | null, high: number | null): string {
  return low === null || high === null ? NOTHING : `${inPercent(low)} to ${inPercent(high)}`;
}

/** "83.3%" of whole numbers, exact; nothing to count: a dash. */
export function formatShareOf(part: number, of: number): string {
  return of === 0 ? NOTHING : `${formatPercent(part, of, SHARE_DIGITS)}%`;
}

/** Signed percentage points: "+3.2", "−0.5", "0.0". */
export function formatPoints(difference: number | null): string {
  if (difference === null || !Number.isFinite(difference)) return NOTHING;
  const text = inPercent(difference);
  return difference > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** A width in percentage points: "9.6 pp". */
export function formatWidth(width: number): string {
  return `${inPercent(width)} pp`;
}

/** A p-value: "0.042", "< 0.001". Never 0. */
export function formatP(p: number): string {
  return p < 0.001 ? "< 0.001" : formatDecimal(p, 3);
}

/** What Holm's adjustment of a table's p-values is for; null: a test that could not be made. "adjusted by Holm for the 12 tests of this table together". */
export function holmInWords(values: readonly (number | null)[]): string {
  const made = values.filter((value) => value !== null).length;
  return made < 2
    ? "no other tests in this table to adjust for"
    : `adjusted by Holm for the ${formatCount(made)} tests of this table together`;
}

/** A share as people read it: "87.5%". Undefined: a dash. */
export function formatShare(value: number | null): string {
  return value === null || !Number.isFinite(value) ? NOTHING : `${inPercent(value)}%`;
}

/** A coefficient as people read it: "0.70". Files have all its digits. */
export function formatCoefficient(value: number | null): string {
  return formatDecimal(value, SHOWN_DIGITS);
}

/** A share in percent, with all its digits but for those of storing it: 57 of 0.57, where 100 × 0.57 is 56.99999999999999. */
export function percentOf(share: number): number {
  return Number((100 * share).toPrecision(15));
}
