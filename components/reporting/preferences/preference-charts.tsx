import { SimpleGrid } from "@mantine/core";
import type { ChartValue } from "@/components/charts/chart-data";
import { GroupedBars } from "@/components/charts/grouped-bars";
import type { Coefficient } from "@/lib/reporting/agreement/coefficient";
import type { PreferenceReport, SystemFigures } from "@/lib/reporting/preferences/schema";
import { formatDecimal, formatShareOf } from "@/lib/platform/numbers";

interface PreferenceChartsProps {
  report: PreferenceReport;
  /** What the numbers are of, in the data of the charts. */
  name: string;
  /** The files' names begin with it. */
  fileName: string;
  /** What the numbers go by, for the files. */
  caption?: readonly string[];
}

/**
 * System beside system: mean win rates and strengths; of rankings mean ranks, first places, and first places by the place
 * shown. Each with what it would be if nothing but chance decided. A number that no system has is not drawn: its table
 * says why.
 */
export function PreferenceCharts({ report, name, fileName, caption = [] }: PreferenceChartsProps) {
  const { systems, positions } = report;
  const k = systems.length;
  const charts: {
    key: string;
    title: string;
    unit: "percent" | "number";
    places: { title: string; labels: string[] };
    values: (Coefficient | null)[];
    reference: { value: number; words: string };
  }[] = [];
  const ofSystems = (
    key: string,
    title: string,
    unit: "percent" | "number",
    figure: (of: SystemFigures) => Coefficient | null,
    reference: { value: number; words: string },
  ) =>
    charts.push({
      key,
      title,
      unit,
      places: { title: "System", labels: systems.map(({ system }) => system) },
      values: systems.map(figure),
      reference,
    });
  const share = { value: 1 / k, words: `chance: ${formatShareOf(1, k)}` };
  const rank = { value: (k + 1) / 2, words: `chance: ${formatDecimal((k + 1) / 2, 1)}` };
  ofSystems("win-rates", "Mean win rate with 95% CI", "percent", ({ winRate }) => winRate, {
    value: 0.5,
    words: "chance: 50%",
  });
  ofSystems("strengths", "Strength with 95% CI", "number", ({ strength }) => strength, {
    value: 1,
    words: "mean: 1",
  });
  ofSystems(
    "mean-ranks",
    "Mean rank with 95% CI, lower is better",
    "number",
    ({ meanRank }) => meanRank,
    rank,
  );
  ofSystems(
    "first-places",
    "First places with 95% CI",
    "percent",
    ({ firstPlace }) => firstPlace,
    share,
  );
  if (positions !== null) {
    const places = { title: "Place shown", labels: positions.places.map((_, at) => `${at + 1}.`) };
    charts.push({
      key: "positions",
      title: "Position bias: first places by place shown, with 95% CI",
      unit: "percent",
      places,
      values: positions.places.map(({ firstPlace }) => firstPlace),
      reference: share,
    });
    charts.push({
      key: "position-ranks",
      title: "Position bias: mean rank by place shown, with 95% CI",
      unit: "number",
      places,
      values: positions.places.map(({ meanRank }) => meanRank),
      reference: rank,
    });
  }
  return (
    <SimpleGrid cols={{ base: 1, xl: 2 }} spacing="lg">
      {charts
        .filter(({ values }) => values.some((found) => found !== null && found.value !== null))
        .map(({ key, title, unit, places, values, reference }) => (
          <GroupedBars
            key={key}
            title={title}
            unit={unit}
            reference={reference}
            fileName={`${fileName}-${key}`}
            caption={caption}
            data={{ places, series: [{ name, values: values.map(chartValue) }] }}
          />
        ))}
    </SimpleGrid>
  );
}

/** A number of a report as charts draw it. */
export function chartValue(found: Coefficient | null): ChartValue {
  if (found === null) return { value: null };
  const { value, low, high, n } = found;
  return { value, low, high, n };
}
