import type { AgreementReport, ReportedRater } from "@/lib/reporting/agreement/schema";
import { Lines } from "@/components/charts/lines";
import { MODE_WORDS } from "./labels";

const MODES = ["relaxed", "strict"] as const;
/** The most raters that a chart can show distinguishably. */
export const DRIFT_AT_MOST = 6;

interface DriftChartProps {
  report: Pick<AgreementReport, "raters" | "periods" | "period">;
  /** What the numbers go by, for the files. */
  caption: readonly string[];
  /** The disagreements of a rater with the others in one week or month; called on the server. */
  href: (rater: ReportedRater, mode: "relaxed" | "strict", from: string) => string;
}

/** How each rater's agreement with the others moves from week to week, with its intervals. */
export function DriftChart({ report, caption, href }: DriftChartProps) {
  const drawn = report.raters.slice(0, DRIFT_AT_MOST);
  if (report.periods.length === 0 || drawn.length === 0) return null;
  return (
    <>
      {MODES.map((mode) => (
        <Lines
          key={mode}
          title={`Agreement with others by ${report.period}, ${MODE_WORDS[mode]}`}
          unit="percent"
          fileName={`agreement-drift-${mode}`}
          caption={caption}
          data={{
            places: { title: report.period === "week" ? "Week" : "Month", labels: report.periods },
            series: drawn.map((rater) => ({
              name: rater.rater.label,
              values: rater.periods.map(
                (
                  {
                    agreed: {
                      [mode]: { count, of, low, high },
                    },
                  },
                  at,
                ) =>
                  of === 0
                    ? { value: null }
                    : {
                        value: count / of,
                        low,
                        high,
                        n: of,
                        href: href(rater, mode, report.periods[at]!),
                      },
              ),
            })),
          }}
        />
      ))}
    </>
  );
}
