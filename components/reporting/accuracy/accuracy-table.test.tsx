import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import {
  accuracyViewSchema,
  SORT_KEYS,
  type AccuracyReportRow,
  type SortKey,
} from "@/lib/reporting/accuracy/schema";
import { leftColumn } from "@/lib/reporting/files/table";
import { IntervalTable } from "./accuracy-table";

/** What is said above the table, and its headings. @param changed questions that have changed, by part; 0 elsewhere */
function shownOf(changed: Partial<Record<SortKey, number>>): { said: string; headings: string[] } {
  const accuracy = Object.fromEntries(
    SORT_KEYS.map((key) => {
      const relaxed = { right: 3, judged: 4, automatic: 0, value: 0.75, low: 0.3, high: 0.95 };
      const bounds = { stale: 0, leftOut: 0, lowest: 0.6, highest: 0.8 };
      return [key, { relaxed: { ...relaxed, ...bounds, changed: changed[key] ?? 0 } }];
    }),
  );
  const html = renderToStaticMarkup(
    <MantineProvider>
      <IntervalTable
        rows={[{ label: "Heron", accuracy } as unknown as AccuracyReportRow]}
        view={accuracyViewSchema.parse({})}
        columns={SORT_KEYS.map((key) => leftColumn(key))}
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
  expect(unchanged.said).not.toContain("Changed:");
  for (const part of ["all", "vpSlow"]) {
    const changed = shownOf({ [part]: 11 });
    expect(changed.headings).toContain("Changed");
    expect(changed.said).toContain("Changed:");
  }
});
