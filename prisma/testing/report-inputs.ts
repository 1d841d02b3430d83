import { DEFAULT_SPLIT_YEAR } from "@/lib/reporting/accuracy/accuracy-table";
import type { CountedAside, ReportInputs } from "@/lib/reporting/accuracy/schema";

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
    timeZone: null,
    gold: "count",
    releases: [],
    state: null,
    earlier: false,
    at: "2026-11-24T12:00:00.000Z",
    ...more,
  };
}

/** What a number leaves out, or counts beside it: nothing but what is given. */
export function countedAside(more: Partial<CountedAside> = {}): CountedAside {
  return {
    otherAnswers: { judgments: 0, responses: 0 },
    retired: 0,
    absent: 0,
    reworded: 0,
    goldLeftOut: 0,
    goldCounted: 0,
    noResponse: 0,
    notRated: 0,
    undecided: { relaxed: 0, strict: 0 },
    automaticOtherAnswers: { verdicts: 0, responses: 0 },
    unjudged: { relaxed: { responses: 0, ends: [] }, strict: { responses: 0, ends: [] } },
    inconsistent: 0,
    ...more,
  };
}
