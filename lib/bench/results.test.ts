import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { aimOf, isMet, percentile, type Figure } from "./report";
import { compareRuns, keepNoise, keepRun, keptNoise, keptRuns, type Run } from "./results";
import { DOCUMENT, readReference, withTables } from "./tables";

const folder = mkdtempSync(join(tmpdir(), "freshqa-results-"));
afterAll(() => rmSync(folder, { recursive: true }));

const runOf = (at: string, figures: Figure[]): Run => ({
  item: "import",
  rows: 600,
  at,
  seconds: 60,
  commit: "0123456789",
  changed: false,
  machine: {
    processor: "A processor",
    cores: 2,
    memoryGb: 8,
    system: "linux x64",
    node: "v20.0.0",
    postgres: "15.1",
  },
  load: 0.1,
  figures,
});
const importing = (value: number, limit = 100): Figure => ({
  what: "import",
  value,
  unit: "ms",
  limit: { what: "COPY", value: limit },
  aim: 10,
});
const calls = (value: number): Figure => ({
  what: "calls",
  value,
  unit: "a second",
  aim: 200,
  more: true,
});

describe("a figure", () => {
  it("meets its aim by the ratio to its limit, and by itself where there is none", () => {
    expect([999, 1_000, 1_001].map((ms) => isMet(importing(ms)))).toEqual([true, true, false]);
    expect([199, 200, 201].map((count) => isMet(calls(count)))).toEqual([false, true, true]);
    expect(isMet({ what: "memory", value: 1, unit: "MB" })).toBeNull();
    expect([importing(1), calls(1)].map(aimOf)).toEqual(["≤ 10 ×", "≥ 200 a second"]);
  });

  it("has the percentiles that people count by hand", () => {
    const twenty = Array.from({ length: 20 }, (_, i) => 20 - i);
    expect([0.5, 0.95, 1].map((share) => percentile(twenty, share))).toEqual([10, 19, 20]);
  });
});

describe("two runs", () => {
  it("differ by ratios, not by times, and by nothing that two of the same differ by", () => {
    const before = runOf("2026-11-01T10:00:00.000Z", [importing(1_000), calls(300)]);
    // Twice the time on a machine half as fast, and a third more calls.
    const now = runOf("2026-11-02T10:00:00.000Z", [importing(2_000, 200), calls(400)]);
    const said = compareRuns(before, now, { import: 0.05, calls: 0.1 });
    expect(said).toEqual([
      "Since 2026-11-01 10:00 UTC (0123456789): 1 of 2 figures differ by no more than the noise of this machine; these by more:",
      "  calls: +33%, better (noise 10%)",
    ]);
    expect(compareRuns(before, now, { import: 0.05, calls: 0.4 })).toEqual([
      "Since 2026-11-01 10:00 UTC (0123456789): 2 of 2 figures differ by no more than the noise of this machine.",
    ]);
    expect(compareRuns(before, now, null)[0]).toContain("is not known");
  });

  it("are kept in their order, with the largest noise that was seen", () => {
    const [one, other] = [
      runOf("2026-11-01T10:00:00.000Z", [importing(1_000)]),
      runOf("2026-11-02T10:00:00.000Z", [importing(1_100)]),
    ];
    keepRun(other, folder);
    keepRun(one, folder);
    expect(keptNoise("import", folder)).toBeNull();
    expect(keepNoise(one, other, folder).import).toBeCloseTo(0.1);
    expect(keepNoise(one, one, folder).import).toBeCloseTo(0.1);
    expect(keptRuns("import", folder)).toEqual([one, other]);
    expect(keptRuns("export", folder)).toEqual([]);
  });
});

describe("the tables of the document", () => {
  it("say what was missed, and that the machine had other work", async () => {
    const before = `# Benchmarks\n\n<!-- What follows is written by \`npm run bench -- --write\`. -->\n\nFormer tables.\n`;
    const run = { ...runOf("2026-11-01T10:00:00.000Z", [importing(1_234), calls(300)]), load: 3 };
    const text = await withTables(before, [{ about: "Importing", run, noise: { import: 0.05 } }]);
    expect(text).not.toContain("Former");
    expect(text).toContain("**the machine had other work**");
    expect(text.replaceAll(/ +/g, " ")).toContain(
      "| import | 1,234 ms | COPY: 100 ms | 12.34 × | ≤ 10 × | **missed** | 5% |",
    );
    expect(text.replaceAll(/ +/g, " ")).toContain(
      "| calls | 300 a second | | | ≥ 200 a second | met | |",
    );
  });

  it("are those of the runs that are kept with it", async () => {
    const document = readFileSync(DOCUMENT, "utf8");
    expect(await withTables(document, readReference())).toBe(document);
  });
});
