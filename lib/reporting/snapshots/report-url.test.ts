import { describe, expect, it } from "vitest";
import { accuracyRequest, accuracyView } from "@/lib/reporting/accuracy/schema";
import { readReportUrl } from "./report-url";
import { type SearchParams } from "@/lib/platform/address";

const DAY = { today: "2026-11-22", timeZone: "Europe/Berlin" };
const read = (searchParams: SearchParams) =>
  readReportUrl(searchParams, { request: accuracyRequest, view: accuracyView }, () =>
    Promise.resolve(DAY),
  );

describe("a report's URL", () => {
  it("says what is asked for and how it is shown", async () => {
    expect(await read({ runs: "3,1", measure: "gap", truth: "2026-11-21" })).toMatchObject({
      ok: true,
      request: { runs: [3, 1], truth: "2026-11-21" },
      view: { measure: "gap" },
    });
  });

  it("has no problem before anything is chosen", async () => {
    expect(await read({})).toEqual({ ok: false, problems: [] });
    expect(await read({ runs: "", split: "all" })).toEqual({ ok: false, problems: [] });
  });

  it("names every problem of both once, and a date that is not over", async () => {
    expect(await read({ runs: "x,y", measure: "best", split: "ALL" })).toEqual({
      ok: false,
      problems: [
        "Enter a number.",
        "Split must be all, TEST or DEV.",
        "Measure must be relaxed, strict or gap.",
      ],
    });
    expect(await read({ runs: "1", truth: "2026-11-22" })).toEqual({
      ok: false,
      problems: [
        "2026-11-22 is not over yet (Europe/Berlin), so its correct answers can still change. Choose a past date, or the run’s release.",
      ],
    });
  });
});
