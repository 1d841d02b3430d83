import { DEFAULT_SPLIT_YEAR } from "@/lib/reporting/accuracy/accuracy-table";
import type { ReportInputs } from "@/lib/reporting/accuracy/schema";

/** What a report was computed from if nothing was chosen. @param more what was */
export function reportInputs(more: Partial<ReportInputs> = {}): ReportInputs {
  return {
    campaign: null,
    verdicts: "people",
    evaluator: null,
    split: "all",
    category: [],
    hops: null,
    year: DEFAULT_SPLIT_YEAR,
    rule: "majority",
    truth: "release",
    undated: null,
    gold: "count",
    releases: [],
    state: null,
    earlier: false,
    at: "2026-11-24T12:00:00.000Z",
    ...more,
  };
}
