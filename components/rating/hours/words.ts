import type { Rate } from "@/lib/rating/hours/queries";
import type { HourPeriod } from "@/lib/rating/hours/vocabulary";
import { formatDecimal } from "@/lib/platform/numbers";

export const PERIOD_WORDS: Record<HourPeriod, string> = {
  day: "Day",
  week: "Week",
  month: "Month",
  all: "Whole period",
};

/** "18.50 EUR per hour"; the digits as they were entered, to two decimals at least. */
export function rateWords({ amount, currency, unit }: Pick<Rate, "amount" | "currency" | "unit">) {
  return amount === null ? "No pay" : `${withCents(amount)} ${currency} per ${unit}`;
}

/** Decimal digits with two decimals at least, never through a binary number. */
export function withCents(amount: string): string {
  const [whole, decimals = ""] = amount.split(".");
  return `${whole}.${decimals.padEnd(2, "0")}`;
}

/** "3.25": hours with two decimals, as they are multiplied by hand. */
export function hoursInDecimals(activeMs: number): string {
  return formatDecimal(activeMs / 3_600_000, 2);
}

/** Sums of money by currency, exact: hundredths as whole numbers. */
export function sumsByCurrency(
  rows: readonly { currency: string | null; amount: string | null }[],
): { currency: string; amount: string }[] {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of rows)
    if (currency !== null && amount !== null)
      sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount.replace(".", "")));
  return [...sums]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, hundredths]) => {
      const digits = hundredths.toString().padStart(3, "0");
      return { currency, amount: `${digits.slice(0, -2)}.${digits.slice(-2)}` };
    });
}
