import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { reportInputs } from "@/prisma/testing/report-inputs";
import { AsOf } from "./as-of";
import { ReportInputsList } from "./report-inputs";

const INPUTS = reportInputs({ at: "2026-11-24T00:10:30.000Z" });

/** What a page with both says of when its data are. */
function said(asOf: Date | null): string[] {
  const page = renderToStaticMarkup(
    <MantineProvider>
      <AsOf time={asOf} />
      <ReportInputsList inputs={INPUTS} asOf={asOf} />
    </MantineProvider>,
  );
  return page.replace(/<[^>]+>/g, "").match(/Data as of.{0,60}/g) ?? [];
}

it("a report says once of when its data are: the replica’s time where they came from there", () => {
  expect(said(null)).toEqual([expect.stringContaining("24 Nov 2026, 00:10 UTC")]);
  expect(said(new Date("2026-11-24T00:10:21Z"))).toEqual([
    expect.stringContaining("24 Nov 2026, 00:10:21 UTC (may be a few seconds old)"),
  ]);
});
