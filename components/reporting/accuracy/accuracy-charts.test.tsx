import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { changesOverTime } from "@/lib/reporting/accuracy/over-time";
import type { AccuracyOverTime } from "@/lib/reporting/accuracy/schema";
import { OverTimeChart } from "./accuracy-charts";

const SHARE = { right: 6, judged: 12, automatic: 0, stale: 0, value: 0.5, low: 0.3, high: 0.7 };
const ALL = { gap: SHARE, both: { relaxed: SHARE, strict: SHARE } };

/** Two runs of two releases that share so many rated questions. */
function chart(shared: number, basis: "rated" | "estimate" = "rated") {
  const verdict = { relaxed: true, strict: true, answers: 1, stale: false, automatic: false };
  const report = {
    model: "Kestrel",
    inputs: { basis, verdicts: "people", truth: "release", gold: "count", releases: [] },
    rows: [1, 2].map((runId) => ({
      runId,
      run: "Run 1",
      release: `v${runId}`,
      label: `v${runId}`,
      accuracy: { all: ALL },
    })),
    changes: changesOverTime(
      [1, 2],
      [
        {
          questions: shared,
          verdicts: [
            { ...verdict, runId: 1 },
            { ...verdict, runId: 2 },
          ],
        },
      ],
    ),
  } as unknown as AccuracyOverTime;
  return renderToStaticMarkup(
    <MantineProvider>
      <OverTimeChart report={report} />
    </MantineProvider>,
  );
}

it("connects runs on ten shared questions and more", () => {
  expect(chart(10)).toContain("100.0% to 100.0%, n = 10");
  expect(chart(10)).toContain("Lines connect consecutive runs on their shared questions");
  expect(chart(9)).not.toContain("100.0% to 100.0%");
});

it("connects no estimates: a change is of the rated questions", () => {
  expect(chart(40, "estimate")).not.toMatch(/100\.0% to 100\.0%|Lines connect/);
});
