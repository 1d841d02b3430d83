import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { decimalCell, intervalCell, type ReportTable } from "@/lib/reporting/files/table";
import { ReportTableView, type TableSort } from "./report-table-view";

const TABLE: ReportTable = {
  caption: "Accuracy, Relaxed",
  about: ["Correct answers from: release FreshQA_v1 (default)."],
  label: "tab:accuracy",
  columns: [
    { title: "Release", align: "left" },
    { title: "Model", align: "left" },
    { title: "all", align: "right", group: "Valid premise" },
    { title: "fast", align: "right", group: "Valid premise", meaning: "fast-changing" },
    { title: "Gap", align: "right" },
  ],
  rows: [
    [
      { text: "v1" },
      { text: "GPT-4" },
      { text: "81.4", value: 81.4, strong: true, details: ["n 43", "[67.4, 90.3]"] },
      { text: "", value: null, undefinedBecause: "there are no responses." },
      { text: "3", value: 3, link: { href: "/list?gap", words: "3 responses; show them" } },
    ],
    [
      { text: "v1" },
      { text: "T5", link: { href: "/runs/2" } },
      { text: "40.0", value: 40, quiet: true, hint: "40.0% (12 to 77), n = 5" },
      { text: "" },
      { text: "0", value: 0 },
    ],
    [
      { text: "v2" },
      { text: "GPT-4" },
      { text: "70.0", value: 70 },
      { text: "60.0" },
      { text: "1" },
    ],
  ],
  notes: ["n: responses with a verdict."],
};

/** The markup of the view without styles and classes, so that what remains is what readers and screen readers get. */
function markup(props: Partial<Parameters<typeof ReportTableView>[0]> = {}): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <ReportTableView table={TABLE} {...props} />
    </MantineProvider>,
  )
    .replace(/<style[^]*?<\/style>/g, "")
    .replace(/ (class|style|data-mantine-color-scheme)="[^"]*"/g, "");
}
/** The text of each row, cells separated by bars. */
function rowsOf(html: string): string[] {
  return [...html.matchAll(/<tr[^>]*>([^]*?)<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<t[hd][^>]*>([^]*?)<\/t[hd]>/g)]
      .map(([, cell]) =>
        cell!
          .replace(/<[^>]*>/g, " ")
          .replace(/\s+/g, " ")
          .trim(),
      )
      .join(" | ")
      .trim(),
  );
}

describe("the view of a report's table", () => {
  it("has a line of groups above the titles, n and intervals below their numbers, and a dash for nothing", () => {
    expect(rowsOf(markup())).toEqual([
      "| Valid premise |",
      "Release | Model | all | fast | Gap",
      "v1 | GPT-4 | 81.4 n 43 [67.4, 90.3] | undefined | 3",
      "v1 | T5 | 40.0 | – | 0",
      "v2 | GPT-4 | 70.0 | 60.0 | 1",
    ]);
  });

  it("tells screen readers what heads a row, column and group, where a number leads and why one is undefined", () => {
    const html = markup();
    expect(html).toMatch(/<th[^>]*colSpan="2"[^>]*scope="colgroup"[^>]*>Valid premise/);
    expect(html.match(/scope="row"/g)).toHaveLength(3);
    expect(html).toContain('aria-label="3 responses; show them"');
    expect(html).toContain('aria-label="undefined: there are no responses."');
    expect(html).toContain('role="note" aria-label="40.0% (12 to 77), n = 5"');
    expect(html).toContain('<abbr title="fast-changing">fast</abbr>');
  });

  it("shows caption and notes, unless the heading above it has said what it is", () => {
    const alone = markup();
    expect(alone).toContain(">Accuracy, Relaxed<");
    expect(alone).toContain("Correct answers from: release FreshQA_v1 (default).");
    expect(alone).toContain("n: responses with a verdict.");
    const named = markup({ name: "Accuracy" });
    expect(named).toContain('<table aria-label="Accuracy"');
    expect(named).not.toContain("responses with a verdict");
    expect(named).not.toContain("Accuracy, Relaxed");
  });

  it("puts rows that begin alike under one heading", () => {
    expect(rowsOf(markup({ sections: true }))).toEqual([
      "| Valid premise |",
      "Model | all | fast | Gap",
      "v1",
      "GPT-4 | 81.4 n 43 [67.4, 90.3] | undefined | 3",
      "T5 | 40.0 | – | 0",
      "v2",
      "GPT-4 | 70.0 | 60.0 | 1",
    ]);
    expect(markup({ sections: true }).match(/scope="rowgroup"/g)).toHaveLength(2);
  });

  it("sorts by links: a sorted column the other way, another one as it is best read first", () => {
    const sort: TableSort = {
      keys: [null, "model", "vp", null, "gap"],
      by: "vp",
      order: "desc",
      first: (key) => (key === "model" ? "asc" : "desc"),
      href: (key, order) => `/report?sort=${key}&order=${order}`,
    };
    const links = [...markup({ sort }).matchAll(/href="(\/report[^"]*)"/g)].map(([, href]) =>
      href!.replaceAll("&amp;", "&"),
    );
    expect(links).toEqual([
      "/report?sort=model&order=asc",
      "/report?sort=vp&order=asc",
      "/report?sort=gap&order=desc",
    ]);
    expect(markup({ sort })).toMatch(
      /aria-sort="descending"[^]*aria-label="Valid premise: all, sort ascending"/,
    );
  });

  it("says that there is nothing instead of showing titles alone", () => {
    const html = markup({ table: { ...TABLE, rows: [] }, empty: "No ratings" });
    expect(html).toContain("No ratings");
    expect(html).not.toContain("<table");
  });

  it("prints shares in percent with one digit and other numbers with two, whatever digits the files have", () => {
    const table: ReportTable = {
      caption: "Means",
      label: "",
      columns: [
        { title: "System", align: "left" },
        { title: "Mean", align: "right" },
        { title: "Share", align: "right" },
        { title: "Kappa", align: "right" },
        { title: "Difference", align: "right" },
      ],
      rows: [
        [
          { text: "A" },
          intervalCell({ value: 2.71828, low: 2.5, high: 3, undefinedBecause: null }, 3, "number", [
            "n 12",
          ]),
          intervalCell({ value: 5 / 7, low: 0.5, high: null, undefinedBecause: null }, 3, "share"),
          decimalCell(-0.12345, 4),
          intervalCell(
            { value: 0.0321, low: -0.01, high: 0.08, undefinedBecause: null },
            3,
            "points",
          ),
        ],
      ],
      notes: [],
    };
    expect(rowsOf(markup({ table }))[1]).toBe(
      "A | 2.72 2.50 to 3.00 n 12 | 71.4% – | −0.12 | +3.2 pp −1.0 to 8.0",
    );
    expect(table.rows[0]!.map(({ text }) => text)).toEqual([
      "A",
      "2.718",
      "0.714",
      "−0.1235",
      "0.032",
    ]);
    expect(table.rows[0]![1]!.details).toEqual(["2.500 to 3.000", "n 12"]);
    expect(table.rows[0]![2]!.value).toBe(5 / 7);
  });
});
