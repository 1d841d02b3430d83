import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatDecimal,
  formatInterval,
  formatP,
  formatPercent,
  formatPoints,
  formatShare,
  formatShareInterval,
  formatShareOf,
  holmInWords,
} from "@/lib/platform/numbers";
import type { ReportTable } from "./table";
import { latexText, tableCsv, tableLatex, tableMarkdown, writeTable } from "./write-table";
import { notEmpty } from "@/prisma/testing/not-empty";

const TABLE: ReportTable = {
  caption: "Agreement of 50% & more",
  label: "tab:my_table",
  columns: [
    { title: "Raters", align: "left" },
    { title: "vp", align: "right", group: "Relaxed" },
    { title: "fp", align: "right", group: "Relaxed" },
    { title: "n", align: "right" },
  ],
  rows: [
    [
      { text: "Ann_1, Ben" },
      { text: "98.5", value: 98.5, strong: true },
      { text: "−0.0234", value: -0.023391812865497075 },
      { text: "1,200", value: 1200 },
    ],
    [
      { text: '=HYPERLINK("x")|y' },
      { text: "–", value: null },
      { text: "0", value: 0 },
      { text: "[3]" },
    ],
  ],
  notes: ["κ is undefined: all ratings have the same value."],
};

describe("a caption that says what its numbers go by", () => {
  const table: ReportTable = {
    ...TABLE,
    about: ["Correct answers from: release FreshQA_v1 (default).", "Stale: 8 questions & more."],
  };
  it("says it within LaTeX's caption, with a short form for the list of tables", () => {
    expect(tableLatex(table)).toContain(
      "\\caption[{Agreement of 50\\% \\& more}]{Agreement of 50\\% \\& more. Correct answers from: release FreshQA\\_v1 (default). Stale: 8 questions \\& more.}",
    );
    expect(tableLatex(TABLE)).toContain("\\caption{Agreement of 50\\% \\& more}");
  });
  it("says it behind Markdown's title, and CSV stays without", () => {
    expect(tableMarkdown(table).split("\n")[0]).toBe(
      "**Agreement of 50% & more.** Correct answers from: release FreshQA\\_v1 (default). Stale: 8 questions & more.",
    );
    expect(tableCsv(table)).toBe(tableCsv(TABLE));
  });
});

describe("numbers as reports print them", () => {
  it.each([
    [0.40005, 4, "0.4001"],
    [-0.023391812865497075, 4, "−0.0234"],
    [-0.00001, 4, "0.0000"],
    [0, 2, "0.00"],
    [1, 4, "1.0000"],
    [null, 4, "–"],
    [Number.NaN, 4, "–"],
  ])("%s with %i digits is %s", (value, digits, text) => {
    expect(formatDecimal(value, digits)).toBe(text);
  });

  it.each([
    [197, 200, 1, "98.5"],
    [1, 8, 1, "12.5"],
    [1, 8, 0, "13"],
    [1, 16, 1, "6.3"],
    [2, 3, 2, "66.67"],
    [0, 5, 1, "0.0"],
    [5, 5, 1, "100.0"],
    [0, 0, 1, "–"],
    [999_999, 1_000_000, 1, "100.0"],
    [-1, 8, 1, "−12.5"],
    [1, 400, 2, "0.25"],
    [23, 2000, 1, "1.2"],
  ])("%i of %i with %i digits is %s", (count, of, digits, text) => {
    expect(formatPercent(count, of, digits)).toBe(text);
  });

  it("a percentage is never off by more than half of its last digit", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }).chain((of) => fc.tuple(fc.nat(of), fc.constant(of))),
        ([count, of]) => {
          expect(
            Math.abs(Number(formatPercent(count, of)) - (100 * count) / of),
          ).toBeLessThanOrEqual(0.05 + 1e-9);
        },
      ),
    );
  });

  it("intervals and p-values never read as something they are not", () => {
    expect(formatInterval(-0.05, 0.123, 2)).toBe("−0.05 to 0.12");
    expect(formatInterval(null, null, 2)).toBe("–");
    expect([formatP(0.0004), formatP(0.0414), formatP(1)]).toEqual(["< 0.001", "0.041", "1.000"]);
    expect(holmInWords([0.1, null, 0.2, 0.3])).toBe(
      "adjusted by Holm for the 3 tests of this table together",
    );
    expect(holmInWords([null, 0.2])).toBe("no other tests in this table to adjust for");
  });
});

describe("tables as files", () => {
  it("CSV guards texts as every file for spreadsheets does: full-width signs and behind semicolons too", () => {
    const table = {
      ...TABLE,
      rows: [["\uFF1D1+1", "a;=cmd", "-2+3", "+5.0"].map((text) => ({ text }))],
    };
    expect(tableCsv(table).split("\r\n")[1]).toBe("'\uFF1D1+1,a;'=cmd,'-2+3,+5.0");
  });

  it("CSV has one record of titles, all digits, nothing for undefined, and no formula", () => {
    expect(tableCsv(TABLE)).toBe(
      'Raters,Relaxed: vp,Relaxed: fp,n\r\n"Ann_1, Ben",98.5,-0.023391812865497075,1200\r\n"\'=HYPERLINK(""x"")|y",,0,[3]\r\n',
    );
  });

  it("CSV gives every text back", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: "grapheme" }).map((text) => `x${text}`),
          { minLength: 1 },
        ),
        (texts) => {
          const columns = texts.map((title) => ({ title, align: "left" as const }));
          const csv = tableCsv({ ...TABLE, columns, rows: [texts.map((text) => ({ text }))] });
          expect(parse(csv, { record_delimiter: "\r\n" })).toEqual([texts, texts]);
        },
      ),
    );
  });

  it("Markdown keeps its columns whatever the texts", () => {
    const lines = tableMarkdown(TABLE).split("\n");
    expect(lines.slice(0, 6)).toEqual([
      "**Agreement of 50% & more**",
      "",
      "| Raters | Relaxed: vp | Relaxed: fp | n |",
      "| :--- | ---: | ---: | ---: |",
      "| Ann\\_1, Ben | **98.5** | −0.0234 | 1,200 |",
      '| =HYPERLINK("x")\\|y | – | 0 | \\[3\\] |',
    ]);
  });

  it("LaTeX has booktabs' rules, groups over their columns, and no text that is taken for a command", () => {
    expect(tableLatex(TABLE)).toBe(
      [
        "% Needs \\usepackage{booktabs}",
        "\\begin{table}",
        "  \\centering",
        "  \\caption{Agreement of 50\\% \\& more}",
        "  \\label{tab:my-table}",
        "  \\begin{tabular}{lrrr}",
        "    \\toprule",
        "     & \\multicolumn{2}{c}{Relaxed} &  \\\\",
        "    \\cmidrule(lr){2-3}",
        "    Raters & vp & fp & n \\\\",
        "    \\midrule",
        "    Ann\\_1, Ben & \\textbf{98.5} & $-$0.0234 & 1,200 \\\\",
        "    =HYPERLINK(''x'')\\textbar{}y & -- & 0 & [3] \\\\",
        "    \\bottomrule",
        "  \\end{tabular}",
        "",
        "  \\medskip",
        "  \\begin{minipage}{\\linewidth}",
        "    \\footnotesize",
        "    $\\kappa$ is undefined: all ratings have the same value.",
        "  \\end{minipage}",
        "\\end{table}",
        "",
      ].join("\n"),
    );
  });

  it("LaTeX escapes all that is special, with braces in balance", () => {
    expect(latexText("\\ { } $ & # % _ ^ ~ < > |")).toBe(
      "\\textbackslash{} \\{ \\} \\$ \\& \\# \\% \\_ \\textasciicircum{} \\textasciitilde{} \\textless{} \\textgreater{} \\textbar{}",
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'\\{}$&#%_^~<>|"`a\n\u0007−κ') }),
        (text) => {
          const plain = latexText(text).replace(
            /\\(textbackslash|textasciicircum|textasciitilde|textless|textgreater|textbar)\{\}|\\[{}$&#%_]|\$(-|\\kappa)\$/g,
            "",
          );
          expect(plain).not.toMatch(/[\\{}$&#%_^~<>|\n\u0007]/);
        },
      ),
    );
  });

  it("begins a row so that no bracket is taken for an option of the line before it", () => {
    expect(
      tableLatex({ ...TABLE, rows: [[{ text: "[a]" }, ...TABLE.rows[0]!.slice(1)]] }),
    ).toContain("    {[a]} & ");
  });

  it("a wide table stands closer, a checksum may be broken, and letters that pdfLaTeX does not know are said", () => {
    const wide = tableLatex({
      ...TABLE,
      columns: Array.from({ length: 9 }, () => TABLE.columns[3]!),
      rows: [],
      notes: [`SHA-256 ${"0123456789abcdef".repeat(4)}.`],
    });
    expect(wide).toContain("  \\small\\setlength{\\tabcolsep}{3pt}\n  \\begin{tabular}{rrrrrrrrr}");
    expect(wide).toContain(
      "SHA-256 0123456789abcdef\\allowbreak{}0123456789abcdef\\allowbreak{}0123456789abcdef\\allowbreak{}0123456789abcdef.",
    );
    expect(tableLatex({ ...TABLE, caption: "Ödön † κ ≥ 世界" }).split("\n")[1]).toBe(
      "% Has letters that need XeLaTeX or LuaLaTeX, and a font that has them",
    );
    expect(tableLatex({ ...TABLE, caption: "Ödön † κ ≥ Łódź" }).split("\n")[1]).toBe(
      "\\begin{table}",
    );
  });

  it.skipIf(!hasPdflatex())(
    "pdfLaTeX, where there is one, compiles any of them",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "freshqa-tex-"));
      try {
        const samples = fc.sample(anyTable(), { numRuns: 60, seed: 1 });
        // TeX holds few floats at a time.
        const pages = samples.map((table) => `${tableLatex(table)}\\clearpage`);
        writeFileSync(
          join(folder, "all.tex"),
          [
            "\\documentclass{article}",
            "\\usepackage{booktabs}",
            "\\begin{document}",
            ...pages,
            "\\end{document}",
          ].join("\n"),
        );
        expect(() =>
          execFileSync("pdflatex", ["-interaction=nonstopmode", "-halt-on-error", "all.tex"], {
            cwd: folder,
            encoding: "utf8",
            stdio: "pipe",
          }),
        ).not.toThrow();
      } finally {
        rmSync(folder, { recursive: true });
      }
      // The first time TeX makes its fonts.
    },
    120_000,
  );

  it("whatever texts people chose, LaTeX stays a document that compiles: environments close, rows have their columns, nothing is a command that is not standard", () => {
    fc.assert(
      fc.property(anyTable(), (table) => expectLatex(tableLatex(table), table.columns.length)),
      { numRuns: 300 },
    );
  }, 30_000);

  it("an empty table is a table", () => {
    for (const format of ["csv", "latex", "markdown"] as const)
      expect(writeTable({ ...TABLE, rows: [], notes: [] }, format)).toContain("Raters");
  });
});

function hasPdflatex(): boolean {
  return spawnSync("pdflatex", ["--version"]).status === 0;
}

/** Tables of the texts that TeX likes least. */
function anyTable(): fc.Arbitrary<ReportTable> {
  const nasty = fc.string({
    unit: fc.constantFrom(..."\\{}$&#%_^~<>|\"`'[]*-a1 \n\u0007−καπ±≥≤×→–—’…½\u00a0é"),
  });
  const column = fc.record(
    {
      title: nasty,
      align: fc.constantFrom("left" as const, "right" as const),
      group: fc.option(nasty, { nil: undefined }),
    },
    { requiredKeys: ["title", "align"] },
  );
  return fc.integer({ min: 1, max: 10 }).chain((width) =>
    fc.record({
      caption: nasty,
      label: nasty,
      columns: fc.array(column, { minLength: width, maxLength: width }),
      rows: fc.array(
        fc.array(fc.record({ text: nasty, strong: fc.boolean() }), {
          minLength: width,
          maxLength: width,
        }),
        { maxLength: 4 },
      ),
      notes: fc.array(nasty, { maxLength: 3 }),
    }),
  );
}

const ENVIRONMENTS = ["table", "tabular", "minipage"];
/** Of LaTeX itself and of booktabs, which the file names. */
const COMMANDS = new Set([
  "begin",
  "end",
  "centering",
  "caption",
  "label",
  "toprule",
  "midrule",
  "bottomrule",
  "cmidrule",
  "multicolumn",
  "textbf",
  "medskip",
  "footnotesize",
  "linewidth",
  "small",
  "setlength",
  "tabcolsep",
  "allowbreak",
  "par",
  "usepackage",
  "textbackslash",
  "textasciicircum",
  "textasciitilde",
  "textless",
  "textgreater",
  "textbar",
  "ldots",
  "times",
  "geq",
  "leq",
  "pm",
  "rightarrow",
  "Delta",
  "alpha",
  "kappa",
  "pi",
  "frac",
]);

/** Reads LaTeX as TeX does, as far as tables need it, and fails on what would not compile. */
function expectLatex(tex: string, columns: number): void {
  const [first, ...rest] = tex.split("\n");
  expect(first).toBe("% Needs \\usepackage{booktabs}");
  const body = rest.join("\n");
  // Tokens: commands, escaped signs, or single characters.
  const tokens = body.match(/\\[A-Za-z]+|\\[^A-Za-z]|[^\\]/gu)!;
  expect(tokens.join("")).toBe(body);
  const open: string[] = [];
  let [braces, math] = [0, false];
  notEmpty(tokens).forEach((token, at) => {
    if (/^\\[A-Za-z]/.test(token)) {
      expect(COMMANDS.has(token.slice(1)), token).toBe(true);
      const name = /^\{(\w+)\}/.exec(tokens.slice(at + 1, at + 14).join(""))?.[1];
      if (token === "\\begin") open.push(name!);
      if (token === "\\end") expect(open.pop()).toBe(name);
      if (token === "\\begin") expect(ENVIRONMENTS).toContain(name);
    } else if (token.startsWith("\\"))
      expect("\\{}$&#%_,".includes(token[1]!), JSON.stringify(token)).toBe(true);
    else if (token === "{") braces++;
    else if (token === "}") expect(--braces).toBeGreaterThanOrEqual(0);
    else if (token === "$") math = !math;
    else if (token === "&") expect(open.at(-1)).toBe("tabular");
    else expect(token, JSON.stringify(token)).not.toMatch(/[#%_^<>|\u0000-\u0009\u000b-\u001f−κ]/);
  });
  expect([open, braces, math]).toEqual([[], 0, false]);

  const inside = /\\begin\{tabular\}\{([lr]+)\}\n([\s\S]*)\\end\{tabular\}/.exec(body)!;
  expect(inside[1]).toHaveLength(columns);
  for (const line of notEmpty(
    inside[2]!
      .trim()
      .split("\n")
      .map((one) => one.trim()),
  )) {
    if (/^\\(toprule|midrule|bottomrule|cmidrule)/.test(line)) {
      expect(line).toMatch(/^(\\(toprule|midrule|bottomrule)|(\\cmidrule\(lr\)\{\d+-\d+\} ?)+)$/);
      continue;
    }
    // A bracket or star here would be an option of the rule or line break before it.
    expect(line).not.toMatch(/^[[*]/);
    expect(line.endsWith("\\\\")).toBe(true);
    const cells = line.slice(0, -2).replaceAll("\\&", "").split("&");
    expect(
      cells.reduce(
        (sum, cell) => sum + Number(/^ ?\\multicolumn\{(\d+)\}/.exec(cell)?.[1] ?? 1),
        0,
      ),
      line,
    ).toBe(columns);
  }
}

describe("shares on pages", () => {
  it("are the same whether two whole numbers are known or only their ratio", () => {
    const differing: string[] = [];
    for (let of = 1; of <= 400; of++)
      for (let part = 0; part <= of; part++)
        if (formatShare(part / of) !== formatShareOf(part, of)) differing.push(`${part}/${of}`);
    expect(differing).toEqual([]);
    expect([formatShare(23 / 80), formatShare(41 / 80), formatShare(1)]).toEqual([
      "28.8%",
      "51.3%",
      "100.0%",
    ]);
    expect([formatShare(null), formatShare(NaN), formatShare(-0.0004)]).toEqual(["–", "–", "0.0%"]);
    expect([formatPoints(-23 / 80), formatPoints(23 / 80), formatPoints(0)]).toEqual([
      "−28.8",
      "+28.8",
      "0.0",
    ]);
    expect([formatShareInterval(0.312, 0.6543), formatShareInterval(null, 1)]).toEqual([
      "31.2 to 65.4",
      "–",
    ]);
  });
});
