"use client";

import { part } from "@/components/ui/when-wanted";

/* The forms, whose scripts come when they are drawn: in a report, not before its options are unfolded. */

export const AccuracyFormPart = part(async () => ({
  default: (await import("./accuracy-form")).AccuracyForm,
}));
export const OverTimeFormPart = part(async () => ({
  default: (await import("./accuracy-form")).OverTimeForm,
}));
export const ComparisonFormPart = part(async () => ({
  default: (await import("./accuracy-form")).ComparisonForm,
}));
