import { SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ChartUnit, ChartValue } from "@/components/charts/chart-data";
import { GroupedBars } from "@/components/charts/grouped-bars";
import { chartValue } from "@/components/reporting/preferences/preference-charts";
import type {
  ChoiceReport,
  ComparisonReport,
  ProtocolReport,
} from "@/lib/reporting/protocols/schema";

/** The most systems that a chart can show distinguishably. */
const AT_MOST = 6;

interface ProtocolChartsProps {
  report: ProtocolReport;
  /** What the numbers go by, for the files. */
  caption: readonly string[];
}

interface Place<Report> {
  label: string;
  report: Report;
}

/** A chart of systems, side by side at each place. */
interface SystemChart<Report> {
  title: string;
  unit: ChartUnit;
  fileName: string;
  places: { title: string; of: readonly Place<Report>[] };
  /** @param at the place's number, @param system the system's */
  value: (report: Report, at: number, system: number) => ChartValue;
  reference?: { value: number; words: string };
}

/** What questions come to: means on their scales, shares, "cannot tell"; or win rates and who wins by the side shown. */
export function OverviewCharts({ report, caption }: ProtocolChartsProps) {
  const choices = choicesOf(report);
  const comparisons = report.reports.filter((one): one is ComparisonReport => "preferences" in one);
  const of = (kind: ChoiceReport["kind"]) => choices.filter((one) => one.kind === kind);
  const sided = comparisons.filter(({ preferences }) => preferences.leftSide !== null);
  const draw = drawing(report, caption);
  return (
    <Charts report={report}>
      {draw<ChoiceReport>({
        title: "Means with 95% CI",
        unit: "number",
        fileName: "protocol-means",
        places: questions(of("ordinal")),
        value: ({ systems }, _, system) => chartValue(systems[system]!.ordinal!.mean),
      })}
      {draw<ChoiceReport>({
        title: "Shares with 95% CI",
        unit: "percent",
        fileName: "protocol-shares",
        places: questions(
          of("binary"),
          ({ question }) => `${question.label}: ${question.levels[1]!.label}`,
        ),
        value: ({ systems }, _, system) => chartValue(systems[system]!.shares![0]!.share),
      })}
      {of("nominal").map((one) => (
        <div key={one.question.key}>
          {draw<ChoiceReport>({
            title: `${one.question.label}: shares with 95% CI`,
            unit: "percent",
            fileName: `protocol-${one.question.key}`,
            places: levels(one),
            value: ({ systems }, at, system) => chartValue(systems[system]!.shares![at]!.share),
          })}
        </div>
      ))}
      {draw<ChoiceReport>({
        title: "Share of “cannot tell” with 95% CI",
        unit: "percent",
        fileName: "protocol-cannot-tell",
        places: questions(choices.filter(({ question }) => question.cannotTell)),
        value: ({ systems }, _, system) => chartValue(systems[system]!.cannotTell),
      })}
      {draw<ComparisonReport>({
        title: "Mean win rate with 95% CI",
        unit: "percent",
        fileName: "protocol-win-rates",
        places: questions(comparisons),
        value: ({ preferences }, _, system) => chartValue(preferences.systems[system]!.winRate),
        reference: { value: 0.5, words: "chance: 50%" },
      })}
      {sided.length > 0 && (
        <GroupedBars
          title="Position bias: share won by the left side, with 95% CI"
          unit="percent"
          reference={{ value: 0.5, words: "chance: 50%" }}
          fileName="protocol-left-side"
          caption={caption}
          data={{
            places: { title: "Question", labels: sided.map(({ question }) => question.label) },
            series: [
              {
                name: "Won by the left side",
                values: sided.map(({ preferences }) => chartValue(preferences.leftSide)),
              },
            ],
          }}
        />
      )}
    </Charts>
  );
}

/** How often each level was chosen, of every question with an order of levels. */
export function LevelCharts({ report, caption }: ProtocolChartsProps) {
  const draw = drawing(report, caption);
  return (
    <Charts report={report}>
      {choicesOf(report).map((one) => (
        <div key={one.question.key}>
          {draw<ChoiceReport>({
            title: `${one.question.label}: answers by level`,
            unit: "percent",
            fileName: `protocol-levels-${one.question.key}`,
            places: levels(one),
            value: ({ systems }, at, system) => {
              const { levels: chosen, answers } = systems[system]!;
              return {
                value: answers.given === 0 ? null : chosen[at]!.answers / answers.given,
                n: answers.given,
              };
            },
          })}
        </div>
      ))}
    </Charts>
  );
}

/** Krippendorff's alpha, which fits every level of measurement and any number of raters: over all systems, and of each. */
export function AgreementCharts({ report, caption }: ProtocolChartsProps) {
  const choices = choicesOf(report);
  const drawn = report.systems.length < 2 ? [] : report.systems.slice(0, AT_MOST - 1);
  return (
    <section aria-label="Charts">
      {report.systems.length >= AT_MOST && (
        <Text fz="sm" c="dimmed" mb="xs">
          The chart shows the first {AT_MOST - 1} systems.
        </Text>
      )}
      <GroupedBars
        title="Krippendorff’s alpha with 95% CI"
        unit="number"
        reference={{ value: 0.8, words: "reliable from 0.80" }}
        fileName="protocol-agreement"
        caption={caption}
        data={{
          places: { title: "Question", labels: choices.map(({ question }) => question.label) },
          series: [
            {
              name: "All systems",
              values: choices.map(({ agreement }) =>
                chartValue(agreement.coefficients.krippendorff),
              ),
            },
            ...drawn.map(({ label }, at) => ({
              name: label,
              values: choices.map(({ systems }) =>
                chartValue(systems[at]!.agreement?.coefficients.krippendorff ?? null),
              ),
            })),
          ],
        }}
      />
    </section>
  );
}

function Charts({ report, children }: { report: ProtocolReport; children: ReactNode }) {
  return (
    <section aria-label="Charts">
      {report.systems.length > AT_MOST && (
        <Text fz="sm" c="dimmed" mb="xs">
          Charts show the first {AT_MOST} systems.
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xl: 2 }} spacing="lg">
        {children}
      </SimpleGrid>
    </section>
  );
}

/** Draws a chart of the systems; nothing where it has no places. */
function drawing({ systems }: ProtocolReport, caption: readonly string[]) {
  return function draw<Report>({ places, value, ...chart }: SystemChart<Report>) {
    if (places.of.length === 0) return null;
    return (
      <GroupedBars
        {...chart}
        caption={caption}
        data={{
          places: { title: places.title, labels: places.of.map(({ label }) => label) },
          series: systems.slice(0, AT_MOST).map(({ label }, system) => ({
            name: label,
            values: places.of.map(({ report }, at) => value(report, at, system)),
          })),
        }}
      />
    );
  };
}

function choicesOf({ reports }: ProtocolReport): ChoiceReport[] {
  return reports.filter((one): one is ChoiceReport => "agreement" in one);
}

function questions<Report extends ChoiceReport | ComparisonReport>(
  reports: readonly Report[],
  labelOf: (report: Report) => string = ({ question }) => question.label,
) {
  return {
    title: "Question",
    of: reports.map((report) => ({ label: labelOf(report), report })),
  };
}

function levels(report: ChoiceReport) {
  return {
    title: "Level",
    of: report.question.levels.map(({ label }) => ({ label, report })),
  };
}
