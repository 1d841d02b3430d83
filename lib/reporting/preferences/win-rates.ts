import { clusteredShare } from "@/lib/statistics/clustered-share";
import type { Coefficient } from "@/lib/reporting/agreement/coefficient";

/** What one question adds to a share: so many points of so many comparisons. */
export interface Part {
  points: number;
  of: number;
}

/** A share of comparisons with its 95% interval, for which what is said of one question stays together; see `clusteredShare`. */
export function shareOverQuestions(
  what: string,
  parts: readonly Part[],
  undefinedBecause: string,
): Coefficient {
  const { points, of, interval, plain } = clusteredShare(
    parts.map((part) => ({ ...part, times: 1 })),
  );
  if (interval === null)
    return { value: null, low: null, high: null, n: of, method: what, undefinedBecause };
  const how = plain
    ? "95% Wilson interval"
    : "95% jackknife interval over questions on Wilson’s scale";
  return {
    value: points / of,
    ...interval,
    n: of,
    method: `${what}; ${how}`,
    undefinedBecause: null,
  };
}

/** The share of the other side: 1 − share. */
export function complement(share: Coefficient): Coefficient {
  const { value, low, high } = share;
  const rest = (part: number | null) => (part === null ? null : 1 - part);
  return { ...share, value: rest(value), low: rest(high), high: rest(low) };
}
