import { SimpleGrid, Text } from "@mantine/core";
import type {
  Accuracy,
  AccuracyColumn,
  AccuracyMeasure,
} from "@/lib/reporting/accuracy/accuracy-table";
import { captionNotes, sameResponses, staleOf } from "@/lib/reporting/accuracy/rules";
import {
  MEASURE_NAMES,
  type AccuracyReportRow,
  type ReportInputs,
} from "@/lib/reporting/accuracy/schema";
import type { ChartValue } from "@/components/charts/chart-data";
import { GroupedBars } from "@/components/charts/grouped-bars";
import { Lines } from "@/components/charts/lines";

/** The most runs that a chart can show distinguishably. */
const AT_MOST = 6;
const KINDS: [AccuracyColumn, string][] = [
  ["all", "All"],
  ["vpFast", "fast"],
  ["vpSlow", "slow"],
  ["vpNever", "never"],
  ["fp", "false premise"],
];
const TITLES: Record<AccuracyMeasure, string> = {
  relaxed: "Relaxed accuracy",
  strict: "Strict accuracy",
  gap: "Hallucination gap",
};

const SAME_RESPONSES =
  "All three use the responses with a verdict in both modes, so the gap is their difference before rounding.";

function chartValue({ value, low, high, judged }: Accuracy): ChartValue {
  return { value, low, high, n: judged };
}

function modeSeries(rows: readonly AccuracyReportRow[]) {
  return sameResponses(rows).map(({ measure, values }) => ({
    name: MEASURE_NAMES[measure],
    values: values.map(chartValue),
  }));
}

/** Accuracy by category, run beside run, and by mode with the gap. */
export function AccuracyCharts({
  rows,
  measure,
  inputs,
}: {
  rows: readonly AccuracyReportRow[];
  measure: AccuracyMeasure;
  inputs: ReportInputs;
}) {
  const drawn = rows.slice(0, AT_MOST);
  if (drawn.every((row) => row.judged === 0)) return null;
  return (
    <section aria-label="Charts">
      {rows.length > AT_MOST && (
        <Text fz="sm" c="dimmed" mb="xs">
          Charts show the first {AT_MOST} rows. Sort the table to chart others.
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xl: 2 }} spacing="lg">
        <GroupedBars
          title={`${TITLES[measure]} by category`}
          unit="percent"
          fileName={`accuracy-${measure}-by-category`}
          caption={captionNotes(inputs, staleOf(drawn, measure))}
          data={{
            places: { title: "Category", labels: KINDS.map(([, name]) => name) },
            series: drawn.map((row) => ({
              name: row.label,
              values: KINDS.map(([column]) => chartValue(row.accuracy[column][measure])),
            })),
          }}
        />
        <GroupedBars
          title="Relaxed, Strict and the gap"
          subtitle={SAME_RESPONSES}
          unit="percent"
          fileName="accuracy-by-mode"
          caption={captionNotes(inputs, staleOf(drawn, "gap"))}
          data={{
            places: { title: "Run", labels: drawn.map((row) => row.label) },
            series: modeSeries(drawn),
          }}
        />
      </SimpleGrid>
    </section>
  );
}

/** One model from release to release. */
export function OverTimeChart({
  rows,
  model,
  caption,
}: {
  rows: readonly AccuracyReportRow[];
  model: string;
  caption: readonly string[];
}) {
  return (
    <Lines
      title={`${model} by release`}
      subtitle={SAME_RESPONSES}
      unit="percent"
      fileName="accuracy-over-time"
      caption={caption}
      data={{
        places: {
          title: "Release",
          labels: rows.map((row) =>
            rows.filter(({ release }) => release === row.release).length > 1
              ? `${row.release} · ${row.run}`
              : row.release,
          ),
        },
        series: modeSeries(rows),
      }}
    />
  );
}
