import { SimpleGrid, Text } from "@mantine/core";
import { Fragment } from "react";
import { GroupedBars } from "@/components/charts/grouped-bars";
import { chartValue } from "@/components/reporting/preferences/preference-charts";
import {
  CITATION_MEASURES,
  MEASURE_TITLES,
  type ProtocolReport,
} from "@/lib/reporting/protocols/schema";
import { CITATION_CHECK_TITLES, CITATION_CHECKS } from "@/lib/runs/references/vocabulary";

/** The most systems that a chart can show distinguishably. */
const AT_MOST = 6;
const SHARES = CITATION_CHECKS.flatMap((variant) =>
  (["precision", "recall"] as const).map((share) => ({ variant, share })),
);

interface CitationChartsProps {
  report: ProtocolReport;
  /** What the numbers go by, for the files. */
  caption: readonly string[];
}

/** The citation check's shares by system, and how far it and people put responses in the same order. */
export function CitationCharts({ report: { citations }, caption }: CitationChartsProps) {
  return (
    <section aria-label="Charts">
      {citations.map(({ question, systems, agreement }) => (
        <Fragment key={question.key}>
          {systems.length > AT_MOST && (
            <Text fz="sm" c="dimmed" mb="xs">
              The chart shows the first {AT_MOST} systems.
            </Text>
          )}
          <SimpleGrid cols={{ base: 1, xl: 2 }} spacing="lg">
            <GroupedBars
              title="Citation check: precision and recall with 95% CI"
              unit="percent"
              fileName={`protocol-citations-${question.key}`}
              caption={caption}
              data={{
                places: {
                  title: "Measure",
                  labels: SHARES.map(
                    ({ variant, share }) => `${MEASURE_TITLES[share]}, ${variant}`,
                  ),
                },
                series: systems.slice(0, AT_MOST).map(({ system, checks }) => ({
                  name: system,
                  values: SHARES.map(({ variant, share }) => chartValue(checks[variant][share])),
                })),
              }}
            />
            <GroupedBars
              title={`Agreement with people on “${question.label}”: Spearman’s ρ with 95% CI`}
              unit="number"
              fileName={`protocol-citation-agreement-${question.key}`}
              caption={caption}
              data={{
                places: {
                  title: "Measure",
                  labels: CITATION_MEASURES.map((measure) => MEASURE_TITLES[measure]),
                },
                series: CITATION_CHECKS.map((variant) => ({
                  name: CITATION_CHECK_TITLES[variant],
                  values: CITATION_MEASURES.map((measure) =>
                    chartValue(
                      agreement.find((one) => one.variant === variant && one.measure === measure)!
                        .correlation,
                    ),
                  ),
                })),
              }}
            />
          </SimpleGrid>
        </Fragment>
      ))}
    </section>
  );
}
