import type { AccuracyMeasure } from "@/lib/reporting/accuracy/accuracy-table";
import { MEASURE_NAMES, MEASURES } from "@/lib/reporting/accuracy/schema";
import { LinkTabs } from "@/components/reporting/shared/link-tabs";

interface MeasureTabsProps {
  current: AccuracyMeasure;
  /** The address that shows a measure; called on the server. */
  href: (measure: AccuracyMeasure) => string;
}

/** Chooses the measure that a report of accuracy shows. */
export function MeasureTabs({ current, href }: MeasureTabsProps) {
  return (
    <LinkTabs
      label="Measure"
      tabs={MEASURES.map((measure) => ({
        name: measure === "gap" ? "Hallucination gap" : MEASURE_NAMES[measure],
        href: href(measure),
        current: measure === current,
      }))}
    />
  );
}
