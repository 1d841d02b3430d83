import {
  type AgreementMode,
  type CoefficientName,
  type Scope,
} from "@/lib/reporting/agreement/coefficient";
import {
  formatCoefficient,
  formatInterval,
  formatShare,
  formatShareInterval,
  SHOWN_DIGITS,
} from "@/lib/platform/numbers";

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

export function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** A coefficient as pages print it: percent agreement in percent, the others with two digits. */
export function shownCoefficient(name: CoefficientName, value: number): string {
  return name === "percent" ? formatShare(value) : formatCoefficient(value);
}

/** Its interval, likewise; a dash without one. */
export function shownInterval(
  name: CoefficientName,
  low: number | null,
  high: number | null,
): string {
  if (name !== "percent" || low === null || high === null)
    return formatInterval(low, high, SHOWN_DIGITS);
  return formatShareInterval(low, high);
}
