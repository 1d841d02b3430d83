"use client";

import { Suspense, type ComponentProps } from "react";
import { part } from "@/components/ui/when-wanted";

/* The forms, whose scripts come when they are drawn: in a report, not before its options are unfolded. */

const Accuracy = part(async () => ({ default: (await import("./accuracy-form")).AccuracyForm }));
const Comparison = part(async () => ({
  default: (await import("./accuracy-form")).ComparisonForm,
}));

export function AccuracyFormPart(props: ComponentProps<typeof Accuracy>) {
  return (
    <Suspense>
      <Accuracy {...props} />
    </Suspense>
  );
}

export function ComparisonFormPart(props: ComponentProps<typeof Comparison>) {
  return (
    <Suspense>
      <Comparison {...props} />
    </Suspense>
  );
}
