import type { Verdict } from "@/lib/rating/judging/vocabulary";

/** Credit in both modes, in Relaxed alone, and in none, where a test does not care for the reasons. */
export const YES: Verdict = {
  relaxed: true,
  strict: true,
  relaxedReason: null,
  strictReason: null,
};
export const RELAXED: Verdict = { ...YES, strict: false, strictReason: "hallucination" };
export const NO: Verdict = {
  relaxed: false,
  strict: false,
  relaxedReason: "wrong-primary-answer",
  strictReason: "wrong-primary-answer",
};
