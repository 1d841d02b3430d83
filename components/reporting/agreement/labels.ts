import {
  PAGE_DIGITS,
  type AgreementMode,
  type CoefficientName,
  type Scope,
} from "@/lib/reporting/agreement/coefficient";
import { formatDecimal, formatInterval } from "@/lib/reporting/files/numbers";

export const MODE_WORDS: Record<AgreementMode, string> = {
  relaxed: "Relaxed",
  strict: "Strict",
  all: "All",
};
export const SCOPE_WORDS: Record<Scope, string> = {
  overall: "all questions",
  vp: "valid premise",
  fp: "false premise",
};

/** A coefficient as pages print it: percent agreement in percent, the others with two digits. */
export function shownCoefficient(name: CoefficientName, value: number): string {
  return name === "percent"
    ? `${formatDecimal(100 * value, 1)}%`
    : formatDecimal(value, PAGE_DIGITS);
}

/** Its interval, likewise; a dash without one. */
export function shownInterval(
  name: CoefficientName,
  low: number | null,
  high: number | null,
): string {
  if (name !== "percent" || low === null || high === null)
    return formatInterval(low, high, PAGE_DIGITS);
  return formatInterval(100 * low, 100 * high, 1);
}
