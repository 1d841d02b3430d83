import { SimpleGrid, Text } from "@mantine/core";
import type {
  Accuracy,
  AccuracyColumn,
  AccuracyMeasure,
  CountedMeasure,
} from "@/lib/reporting/accuracy/accuracy-table";
import { LEAST_PAIRS_FOR_AN_INTERVAL } from "@/lib/reporting/accuracy/comparison";
import { releaseLabels } from "@/lib/reporting/accuracy/over-time-tables";
import {
  selfContainedNotes,
  sameResponses,
  spokenFor,
  staleOf,
} from "@/lib/reporting/accuracy/rules";
import {
  MEASURE_NAMES,
  MEASURES,
  type AccuracyOverTime,
  type AccuracyReportRow,
  type AccuracyInputs,
} from "@/lib/reporting/accuracy/schema";
import type { ChartStep, ChartValue } from "@/components/charts/chart-data";
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
  inputs: AccuracyInputs;
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
          caption={selfContainedNotes(
            inputs,
            staleOf(drawn, measure),
            spokenFor(
              drawn,
              measure,
              KINDS.map(([column]) => column),
            ),
          )}
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
          caption={selfContainedNotes(inputs, staleOf(drawn, "gap"), spokenFor(drawn, "gap"))}
          data={{
            places: { title: "Run", labels: drawn.map((row) => row.label) },
            series: modeSeries(drawn),
          }}
        />
      </SimpleGrid>
    </section>
  );
}

/** In which measure the changes of each series are on the same responses as its values. */
const IN_BOTH = {
  relaxed: "relaxed-in-both",
  strict: "strict-in-both",
  gap: "gap",
} as const satisfies Record<AccuracyMeasure, CountedMeasure>;

/**
 * One model from release to release: each run's accuracy, and lines between runs on the questions that both share. Estimates
 * have no lines: a change is of the rated questions alone.
 */
export function OverTimeChart({ report }: { report: AccuracyOverTime }) {
  const { rows, model, inputs } = report;
  const labels = releaseLabels(rows);
  const place = (run: number) => rows.findIndex(({ runId }) => runId === run);
  const steps = (measure: AccuracyMeasure) =>
    report.changes[IN_BOTH[measure]]
      .filter(
        ({ questions, overall, n }) =>
          inputs.basis === "rated" &&
          questions === "all" &&
          !overall &&
          n >= LEAST_PAIRS_FOR_AN_INTERVAL,
      )
      .map(({ earlier, later, shares, n }): ChartStep => {
        const [from, to] = [place(earlier), place(later)];
        return {
          label: `${labels[from]!} to ${labels[to]!}, shared questions`,
          from,
          to,
          start: shares.earlier!,
          end: shares.later!,
          n,
        };
      });
  return (
    <Lines
      title={`${model} by release`}
      subtitle={[
        SAME_RESPONSES,
        ...(inputs.basis === "rated"
          ? [
              `Lines connect consecutive runs on their shared questions, if these are at least ${LEAST_PAIRS_FOR_AN_INTERVAL}.`,
            ]
          : []),
      ]}
      unit="percent"
      fileName="accuracy-over-time"
      caption={selfContainedNotes(inputs, staleOf(rows, "gap"), spokenFor(rows, "gap"))}
      data={{
        places: { title: "Release", labels },
        series: modeSeries(rows).map((one, at) => ({ ...one, steps: steps(MEASURES[at]!) })),
      }}
    />
  );
}
