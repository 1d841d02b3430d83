import { describe, expect, it } from "vitest";
import { productSourcesIn, read } from "@/prisma/testing/tree";

/** What formats a share or a decimal by hand: lib/platform/numbers.ts does it for every page. */
const BY_HAND =
  /\.toFixed\(|\.toPrecision\(|\* ?100\b|\b100 ?\*|\/ 100\b|(?:minimum|maximum)FractionDigits/;

/** Lines that have such a number and print none of a report, and why. Each must still be there. */
const OTHERS: Record<string, string> = {
  "components/charts/chart-data.ts": "charts know no domain, and have numbers.ts’s digits",
  "components/charts/scale.ts": "places in a picture",
  "components/authoring/balance.tsx": "the width of a bar",
  "components/authoring/similar-questions.tsx": "a likeness in whole percent",
  "components/dataset/imports/queue-panel.tsx": "a progress bar",
  "components/dataset/imports/rewordings.tsx": "a slider in whole percent",
  "components/dataset/import-engine/running-import.tsx": "a progress bar",
  "components/dataset/imports/upload-file.tsx": "a progress bar",
  "components/dataset/releases/release-counts.tsx": "the width of a bar",
  "components/refreshing/balance-workload-button.tsx": "a constant in whole percent",
  "components/runs/jobs/job-progress.tsx": "a progress bar",
  "components/runs/run-configuration.tsx": "a progress bar",
};

describe("numbers on pages", () => {
  it("are written by lib/platform/numbers.ts alone: shares with one digit, coefficients with two", () => {
    const pages = productSourcesIn("app", "components").filter(
      // Files for programs have all digits.
      (path) => !path.startsWith("app/api/"),
    );
    expect(pages.length).toBeGreaterThan(400);
    const found = pages.filter((path) => BY_HAND.test(read(path)));
    expect(found.sort()).toEqual(Object.keys(OTHERS).sort());
  });

  it("of reports are formatted nowhere else in lib/, either", () => {
    const reports = productSourcesIn("lib/reporting", "lib/rating").filter((path) =>
      /\.toFixed\(\d|\.toPrecision\(/.test(read(path)),
    );
    expect(reports).toEqual([]);
  });
});
