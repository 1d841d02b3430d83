import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import {
  accuracyView,
  SORT_KEYS,
  type AccuracyReportRow,
  type SortKey,
} from "@/lib/reporting/accuracy/schema";
import type { Accuracy, Basis } from "@/lib/reporting/accuracy/accuracy-table";
import { leftColumn } from "@/lib/reporting/files/table";
import { IntervalTable } from "./accuracy-table";

const THREE_OF_FOUR: Accuracy = {
  population: 4,
  right: 3,
  judged: 4,
  automatic: 0,
  stale: 0,
  value: 0.75,
  low: 0.3,
  high: 0.95,
  leftOut: 0,
  changed: 0,
  late: 0,
  uncovered: 0,
  outside: 0,
  lowest: 0.75,
  highest: 0.75,
  rangeLow: 0.3,
  rangeHigh: 0.95,
};

/** What is said above the table, and its headings. @param parts what is not covered, by part; nothing elsewhere */
function shownOf(
  parts: Partial<Record<SortKey, Partial<Accuracy>>>,
  basis: Basis = "estimate",
): { said: string; headings: string[] } {
  const accuracy = Object.fromEntries(
    SORT_KEYS.map((key) => [key, { relaxed: { ...THREE_OF_FOUR, ...parts[key] } }]),
  );
  const html = renderToStaticMarkup(
    <MantineProvider>
      <IntervalTable
        rows={[{ label: "Heron", accuracy } as unknown as AccuracyReportRow]}
        view={accuracyView.parse({})}
        columns={SORT_KEYS.map((key) => leftColumn(key))}
        basis={basis}
      />
    </MantineProvider>,
  );
  return {
    said: html.replace(/<table[^]*/, ""),
    headings: [...html.matchAll(/<th [^>]*scope="col"[^>]*>([^]*?)<\/th>/g)].map(([, cell]) =>
      cell!.replace(/<[^>]*>/g, ""),
    ),
  };
}

it("the intervals say how many questions have changed, also where that is so in a part alone", () => {
  const unchanged = shownOf({});
  expect(unchanged.headings).toContain("Range");
  expect(unchanged.headings).not.toContain("Changed");
  expect(unchanged.headings).not.toContain("Came later");
  expect(unchanged.said).not.toContain("Changed:");
  for (const part of ["all", "vpSlow"]) {
    const changed = shownOf({ [part]: { changed: 11 } });
    expect(changed.headings).toContain("Changed");
    expect(changed.said).toContain("Changed:");
    const uncovered = shownOf({ [part]: { uncovered: 11 } });
    expect(uncovered.headings).toContain("Not covered");
    expect(uncovered.said).toContain("Not covered:");
    const late = shownOf({ [part]: { late: 11 } });
    expect(late.headings).toContain("Came later");
    expect(late.said).toContain("Came later:");
  }
});

it("the intervals say where a percentage is not the share of the n", () => {
  expect(shownOf({}, "rated").said).not.toContain("weighted");
  for (const basis of ["estimate", "standardized"] as const)
    expect(shownOf({}, basis).said).toContain("Percent: weighted by stratum");
});
