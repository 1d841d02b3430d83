import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDecimal, formatInterval, formatP, formatPercent } from "./numbers";
import type { ReportTable } from "./table";
import { latexText, tableCsv, tableLatex, tableMarkdown, writeTable } from "./write-table";

const TABLE: ReportTable = {
  caption: "Agreement of 50% & more",
  label: "tab:my_table",
  columns: [{ title: "Raters", align: "left" }, { title: "vp", align: "right", group: "Relaxed" }, { title: "fp", align: "right", group: "Relaxed" }, { title: "n", align: "right" }],
  rows: [
    [{ text: "Ann_1, Ben" }, { text: "98.5", value: 98.5, strong: true }, { text: "−0.0234", value: -0.023391812865497075 }, { text: "1,200", value: 1200 }],
    [{ text: "=HYPERLINK(\"x\")|y" }, { text: "–", value: null }, { text: "0", value: 0 }, { text: "[3]" }],
  ],
  notes: ["κ is undefined: all ratings have the same value."],
};

describe("numbers as reports print them", () => {
  it.each([[0.40005, 4, "0.4001"], [-0.023391812865497075, 4, "−0.0234"], [-0.00001, 4, "0.0000"], [0, 2, "0.00"], [1, 4, "1.0000"], [null, 4, "–"], [Number.NaN, 4, "–"]])("%s with %i digits is %s", (value, digits, text) => {
    expect(formatDecimal(value, digits)).toBe(text);
  });

  it.each([[197, 200, 1, "98.5"], [1, 8, 1, "12.5"], [1, 8, 0, "13"], [1, 16, 1, "6.3"], [2, 3, 2, "66.67"], [0, 5, 1, "0.0"], [5, 5, 1, "100.0"], [0, 0, 1, "–"], [999_999, 1_000_000, 1, "100.0"], [-1, 8, 1, "−12.5"], [1, 400, 2, "0.25"], [23, 2000, 1, "1.2"]])("%i of %i with %i digits is %s", (count, of, digits, text) => {
    expect(formatPercent(count, of, digits)).toBe(text);
  });

  it("a percentage is never off by more than half of its last digit", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 1_000_000 }).chain((of) => fc.tuple(fc.nat(of), fc.constant(of))), ([count, of]) => {
      expect(Math.abs(Number(formatPercent(count, of)) - (100 * count) / of)).toBeLessThanOrEqual(0.05 + 1e-9);
    }));
  });

  it("intervals and p-values never read as something they are not", () => {
    expect(formatInterval(-0.05, 0.123, 2)).toBe("−0.05 to 0.12");
    expect(formatInterval(null, null, 2)).toBe("–");
    expect([formatP(0.0004), formatP(0.0414), formatP(1)]).toEqual(["< 0.001", "0.041", "1.000"]);
  });
});

describe("tables as files", () => {
  it("CSV has one record of titles, all digits, nothing for undefined, and no formula", () => {
    expect(tableCsv(TABLE)).toBe(
      'Raters,Relaxed: vp,Relaxed: fp,n\r\n"Ann_1, Ben",98.5,-0.023391812865497075,1200\r\n"\'=HYPERLINK(""x"")|y",,0,[3]\r\n',
    );
  });

  it("CSV gives every text back", () => {
    fc.assert(fc.property(fc.array(fc.string({ unit: "grapheme" }).map((text) => `x${text}`), { minLength: 1 }), (texts) => {
      const columns = texts.map((title) => ({ title, align: "left" as const }));
      const csv = tableCsv({ ...TABLE, columns, rows: [texts.map((text) => ({ text }))] });
      expect(parse(csv, { record_delimiter: "\r\n" })).toEqual([texts, texts]);
    }));
  });

  it("Markdown keeps its columns whatever the texts", () => {
    const lines = tableMarkdown(TABLE).split("\n");
    expect(lines.slice(0, 6)).toEqual([
      "**Agreement of 50% & more**", "", "| Raters | Relaxed: vp | Relaxed: fp | n |", "| :--- | ---: | ---: | ---: |",
      "| Ann\\_1, Ben | **98.5** | −0.0234 | 1,200 |", '| =HYPERLINK("x")\\|y | – | 0 | \\[3\\] |',
    ]);
  });

  it("LaTeX has booktabs' rules, groups over their columns, and no text that is taken for a command", () => {
    expect(tableLatex(TABLE)).toBe([
      "% Needs \\usepackage{booktabs}", "\\begin{table}", "  \\centering", "  \\caption{Agreement of 50\\% \\& more}", "  \\label{tab:my-table}",
      "  \\begin{tabular}{lrrr}", "    \\toprule", "     & \\multicolumn{2}{c}{Relaxed} &  \\\\", "    \\cmidrule(lr){2-3}", "    Raters & vp & fp & n \\\\", "    \\midrule",
      "    Ann\\_1, Ben & \\textbf{98.5} & $-$0.0234 & 1,200 \\\\", "    =HYPERLINK(''x'')\\textbar{}y & -- & 0 & [3] \\\\", "    \\bottomrule", "  \\end{tabular}",
      "", "  \\medskip", "  \\begin{minipage}{\\linewidth}", "    \\footnotesize", "    $\\kappa$ is undefined: all ratings have the same value.", "  \\end{minipage}", "\\end{table}", "",
    ].join("\n"));
  });

  it("LaTeX escapes all that is special, with braces in balance", () => {
    expect(latexText("\\ { } $ & # % _ ^ ~ < > |")).toBe("\\textbackslash{} \\{ \\} \\$ \\& \\# \\% \\_ \\textasciicircum{} \\textasciitilde{} \\textless{} \\textgreater{} \\textbar{}");
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(..."\\{}$&#%_^~<>|\"`a\n\u0007−κ") }), (text) => {
      const plain = latexText(text).replace(/\\(textbackslash|textasciicircum|textasciitilde|textless|textgreater|textbar)\{\}|\\[{}$&#%_]|\$(-|\\kappa)\$/g, "");
      expect(plain).not.toMatch(/[\\{}$&#%_^~<>|\n\u0007]/);
    }));
  });

  it("begins a row so that no bracket is taken for an option of the line before it", () => {
    expect(tableLatex({ ...TABLE, rows: [[{ text: "[a]" }, ...TABLE.rows[0]!.slice(1)]] })).toContain("    {[a]} & ");
  });

  it("an empty table is a table", () => {
    for (const format of ["csv", "latex", "markdown"] as const) expect(writeTable({ ...TABLE, rows: [], notes: [] }, format)).toContain("Raters");
  });
});
