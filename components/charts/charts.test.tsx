import { MantineProvider } from "@mantine/core";
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import {
  captionLines,
  countsInWords,
  formatChartValue,
  formatTick,
  type ChartData,
  type ChartStep,
} from "./chart-data";
import { GroupedBars } from "./grouped-bars";
import { Lines, runsOf } from "./lines";
import { fittingSize, labelLines, scaleOf, shortened } from "./scale";

const DATA: ChartData = {
  places: { title: "Category", labels: ["fast", "slow"] },
  series: [
    { name: "Relaxed", values: [{ value: 0.5, low: 0.4, high: 0.6, n: 200 }, { value: null }] },
    { name: "Strict <b>", values: [{ value: 0.25 }, { value: -0.1, low: -0.3, high: 0.1 }] },
  ],
};
const markup = (chart: React.ReactNode) =>
  renderToStaticMarkup(<MantineProvider>{chart}</MantineProvider>);

describe("a chart's scale", () => {
  it("holds all values and zero, ends on its marks, and has four to ten of them", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true, noDefaultInfinity: true }), {
          maxLength: 20,
        }),
        (values) => {
          const scale = scaleOf(values, 300, 0);
          for (const value of [0, ...values])
            expect(scale.place(value) >= -1e-6 && scale.place(value) <= 300 + 1e-6).toBe(true);
          expect(scale.ticks.length).toBeGreaterThanOrEqual(2);
          expect(scale.ticks.length).toBeLessThanOrEqual(10);
          expect(scale.place(scale.ticks.at(-1)!)).toBeCloseTo(0, 6);
        },
      ),
    );
    expect(scaleOf([0.3, 0.98], 100, 0, [1]).ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(scaleOf([], 100, 0).ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  });
});

describe("a chart", () => {
  it.each([
    ["bars", GroupedBars],
    ["lines", Lines],
  ] as const)(
    "of %s is one labelled picture with all its numbers beside it, and no NaN",
    (_, Chart) => {
      const html = markup(
        <Chart title="Accuracy" unit="percent" data={DATA} fileName="accuracy" />,
      );
      expect(html).toContain('role="img" aria-label="Accuracy. The data is in the table below."');
      expect(html).toContain("50.0% (40.0% to 60.0%), n = 200");
      expect(html).toContain("−10.0% (−30.0% to 10.0%)");
      expect(html).toContain("Strict &lt;b&gt;");
      expect(html).not.toMatch(/NaN|Infinity|undefined/);
    },
  );

  it("of lines joins places by the steps of its series, where it has some, and lists them", () => {
    const values = [0.9, null, 0.2].map((value) => ({ value, low: value, high: value }));
    const places = { title: "Release", labels: ["v1", "v2", "v3"] };
    const drawn = (steps?: ChartStep[]) =>
      markup(
        <Lines
          title="By release"
          unit="percent"
          fileName="x"
          data={{ places, series: [{ name: "Relaxed", values, steps }] }}
        />,
      );
    const lines = (html: string) => html.match(/<path class="[^"]*line[^"]*"/g)?.length ?? 0;
    const bands = (html: string) => html.match(/<path class="[^"]*band[^"]*"/g)?.length ?? 0;
    const label = "v1 to v3, shared questions";
    const joined = drawn([{ label, from: 0, to: 2, start: 0.5, end: 0.25, n: 40 }]);
    expect([lines(joined), bands(joined)]).toEqual([1, 0]);
    expect(joined).toContain("v1 to v3, shared questions");
    expect(joined).toContain("50.0% to 25.0%, n = 40");
    expect([lines(drawn([])), bands(drawn([]))]).toEqual([0, 0]);
    // Without steps each run of adjacent values has a line and a band, be it a point alone.
    expect([lines(drawn()), bands(drawn())]).toEqual([2, 2]);
    expect(drawn()).not.toContain("shared questions");
  });

  it.each([
    ["bars", GroupedBars],
    ["lines", Lines],
  ] as const)("of %s without any data is still drawn", (_, Chart) => {
    for (const data of [
      { places: { title: "Week", labels: [] }, series: [] },
      {
        places: { title: "Week", labels: ["1"] },
        series: [{ name: "A", values: [{ value: null }] }],
      },
    ]) {
      expect(
        markup(<Chart title="Nothing yet" unit="number" data={data} fileName="x" />),
      ).not.toMatch(/NaN|Infinity/);
    }
  });

  it("of bars states n: one for the place where all are alike, a range or each its own where not", () => {
    const bars = (...counts: number[]) =>
      markup(
        <GroupedBars
          title="x"
          unit="percent"
          fileName="x"
          data={{
            places: { title: "Kind", labels: ["fast"] },
            series: counts.map((n, at) => ({ name: String(at), values: [{ value: 0.5, n }] })),
          }}
        />,
      );
    expect(bars(43, 43)).toContain(">n 43</text>");
    expect(bars(41, 46)).toMatch(/>n 41<\/text>.*>n 46<\/text>/);
    expect(countsInWords([{ value: 1, n: 41 }, undefined, { value: 0, n: 46 }])).toBe("n 41–46");
  });

  it("draws no bar of fewer than five, a faint one of fewer than ten, and says n instead", () => {
    const bars = (n: number) =>
      markup(
        <GroupedBars
          title="x"
          unit="percent"
          fileName="x"
          data={{
            places: { title: "Kind", labels: ["fast"] },
            series: [{ name: "A", values: [{ value: 1, low: 0.2, high: 1, n }] }],
          }}
        />,
      );
    const drawn = (html: string) => /<rect[^>]*outline/.test(html);
    expect([bars(1), bars(4), bars(5), bars(9), bars(10)].map(drawn)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(bars(1)).toContain("n = 1</text>");
    expect([bars(5), bars(9), bars(10)].map((html) => html.includes('opacity="0.4"'))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("keeps the number on a bar of 100% clear of its title and legend", () => {
    for (const series of [1, 3]) {
      const html = markup(
        <GroupedBars
          title="Relaxed: difference by kind of question"
          unit="percent"
          fileName="x"
          data={{
            places: { title: "Kind", labels: ["a"] },
            series: Array.from({ length: series }, (_, at) => ({
              name: `S${at}`,
              values: [{ value: 1, low: 0.9, high: 1, n: 50 }],
            })),
          }}
        />,
      );
      const y = (text: RegExp) =>
        Math.max(...[...html.matchAll(text)].map((match) => Number(match[1])));
      const lowest = Math.max(
        y(/y="([\d.]+)">Relaxed: difference/g),
        series > 1 ? y(/y="([\d.]+)">S\d/g) : 0,
      );
      expect(
        y(/y="([\d.]+)" text-anchor="middle" font-size="11">100\.0%/g) - lowest,
      ).toBeGreaterThanOrEqual(14);
    }
  });

  it("breaks names of places in two, or shortens them, before they touch each other", () => {
    expect(labelLines("vp < 2022", 63)).toEqual(["vp", "< 2022"]);
    expect(labelLines("vp all", 63)).toEqual(["vp all"]);
    expect(labelLines("Llama 4 Maverick 17B-128E Instruct", 120)).toEqual([
      "Llama 4 Maverick",
      "17B-128E Instru…".slice(0, 15) + "…",
    ]);
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.integer({ min: 40, max: 300 }), (label, width) =>
        labelLines(label, width).every((line) => line.length * 12 * 0.55 <= Math.max(width - 8, 7)),
      ),
    );
  });

  it("writes numbers on bars as small as they fit, and on narrower bars not at all", () => {
    expect(fittingSize(["67.0%", "100.0%"], 46)).toBe(11);
    expect(fittingSize(["67.0%", "100.0%"], 33)).toBeCloseTo(10, 6);
    expect(fittingSize(["67.0%", "100.0%"], 27)).toBeNull();
    const bars = (runs: number) =>
      markup(
        <GroupedBars
          title="x"
          unit="percent"
          fileName="x"
          data={{
            places: { title: "Kind", labels: ["a", "b", "c", "d", "e"] },
            series: Array.from({ length: runs }, (_, at) => ({
              name: String(at),
              values: Array.from({ length: 5 }, () => ({ value: 0.67, n: 1234 })),
            })),
          }}
        />,
      );
    expect(bars(3)).toContain(">67.0%</text>");
    // Six bars at five places: neither numbers nor counts have room.
    expect(bars(6)).not.toContain(">67.0%</text>");
    expect(bars(6)).not.toContain(">n 1234</text>".repeat(2));
  });

  it("draws differences on their own scale, in percentage points", () => {
    const html = markup(
      <GroupedBars
        title="x"
        unit="points"
        fileName="x"
        data={{
          places: { title: "Kind", labels: ["fast"] },
          series: [
            { name: "Difference", values: [{ value: 0.034, low: -0.064, high: 0.12, n: 20 }] },
          ],
        }}
      />,
    );
    expect(html).toContain(">+3.4</text>");
    expect(html).toContain("+3.4 pp (−6.4 pp to +12.0 pp)");
    expect(html).not.toContain("100");
  });

  it("writes one number as a percentage beside coefficients, on its bar and in the table", () => {
    const html = markup(
      <GroupedBars
        title="Agreement"
        unit="number"
        fileName="x"
        data={{
          places: { title: "Coefficient", labels: ["Percent", "Alpha"] },
          series: [
            {
              name: "Relaxed",
              values: [
                { value: 0.875, low: 0.739, high: 0.945, unit: "percent" },
                { value: 0.7, low: 0.38, high: 0.93 },
              ],
            },
          ],
        }}
      />,
    );
    expect(html).toContain('font-size="11">87.5%</text>');
    expect(html).toContain('font-size="11">0.70</text>');
    expect(html).toMatch(/87\.5%.{0,40}\(73\.9% to 94\.5%\)/);
  });

  it("breaks the caption of a file into lines that fit, and loses no word of it", () => {
    const sentences = [
      "Correct answers from: release FreshQA_v11202026 (default).",
      "Gold responses count by their gold verdict.",
      "Stale (answers have changed in the dataset since): 8 questions in each run.",
    ];
    const lines = captionLines(sentences);
    expect(lines.length).toBe(2);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(132);
    expect(lines.join(" ")).toBe(sentences.join(" "));
    expect(captionLines([])).toEqual([]);
  });

  it("leaves gaps where nothing is known", () =>
    expect(runsOf([1, null, 2, 3, null], (value) => value !== null)).toEqual([[0], [2, 3]]));

  it("writes its numbers shortly", () => {
    expect([
      formatChartValue(0.985, "percent"),
      formatChartValue(-0.0234, "number"),
      formatChartValue(-0.001, "number"),
    ]).toEqual(["98.5%", "−0.02", "0.00"]);
    expect([
      formatTick(0.2, "percent"),
      formatTick(0.025, "percent"),
      formatTick(0.25, "number"),
      formatTick(1, "number"),
    ]).toEqual(["20%", "2.5%", "0.25", "1"]);
    expect([shortened("Krippendorff", 10), shortened("fast", 10)]).toEqual(["Krippendo…", "fast"]);
  });
});
