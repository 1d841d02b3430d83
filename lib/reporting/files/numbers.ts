/*
 * Numbers as reports print them, the same on pages, in files and on the command line.
 */

/** What stands where a number is undefined or there is nothing to count. */

export const NOTHING = "–";

const MINUS = "−";

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

/** A p-value: "0.042", "< 0.001". Never 0. */
export function formatP(p: number): string {
  return p < 0.001 ? "< 0.001" : formatDecimal(p, 3);
}
