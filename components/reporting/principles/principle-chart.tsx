import { GroupedBars } from "@/components/charts/grouped-bars";
import type { PrincipleReport } from "@/lib/reporting/principles/schema";

/** The most systems that a chart can show distinguishably. */
const AT_MOST = 6;

/** Mean win rates of systems beside each other, by principle and overall. @param caption what the numbers go by, for the files */
export function PrincipleChart({
  report: { figures, systems },
  caption,
}: {
  report: PrincipleReport;
  caption: readonly string[];
}) {
  return (
    <GroupedBars
      title="Mean win rate by principle, with 95% CI"
      unit="percent"
      fileName="principle-win-rates"
      caption={caption}
      data={{
        places: { title: "Principle", labels: figures.map(({ label }) => label) },
        series: systems.slice(0, AT_MOST).map(({ label }, at) => ({
          name: label,
          values: figures.map(({ preferences }) => {
            const { value, low, high, n } = preferences.systems[at]!.winRate;
            return { value, low, high, n };
          }),
        })),
      }}
    />
  );
}
