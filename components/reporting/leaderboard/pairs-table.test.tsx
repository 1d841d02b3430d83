import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MAX_LISTED_RUNS, type AccuracyReport } from "@/lib/reporting/accuracy/schema";
import { countedAside, reportInputs } from "@/prisma/testing/report-inputs";
import { PairsTable } from "./pairs-table";

/** So many runs with credit for all of twenty questions. */
function shownOf(count: number): string {
  const runs = Array.from({ length: count }, (_, at) => at + 1);
  const report = {
    inputs: reportInputs({}),
    rows: runs.map((runId) => ({
      runId,
      label: `Run ${runId}`,
      generatedBy: null,
      aside: countedAside({}),
    })),
    groups: {
      strict: {
        pairs: runs.flatMap((first, at) =>
          runs.slice(at + 1).map((second) => ({
            first,
            second,
            n: 20,
            counts: { both: 20, onlyFirst: 0, onlySecond: 0, neither: 0 },
            stale: 0,
            otherAnswers: 0,
            comparable: true,
            difference: 0,
            low: -0.1,
            high: 0.1,
            p: 1,
            adjusted: 1,
          })),
        ),
        letters: Object.fromEntries(runs.map((runId) => [runId, "A"])),
        least: 10,
      },
    },
  };
  return renderToStaticMarkup(
    <MantineProvider>
      <PairsTable
        report={report as unknown as AccuracyReport}
        measure="strict"
        compareHref={null}
        fileAddress="/public/leaderboard/pairs?measure=strict"
      />
    </MantineProvider>,
  );
}
const FILE = 'href="/public/leaderboard/pairs?measure=strict&amp;format=csv"';

it("lists the pairs of runs, and of more runs than a page has room for says in which files they are", () => {
  const listed = shownOf(MAX_LISTED_RUNS);
  expect(listed.match(/<tr/g)!.length).toBeGreaterThan(120);
  expect(listed).toContain(FILE);
  const counted = shownOf(MAX_LISTED_RUNS + 1);
  expect(counted).not.toContain("<tr");
  expect(counted).toContain("The 136 pairs behind the groups are too many to list here.");
  expect(counted).toContain(FILE);
});
