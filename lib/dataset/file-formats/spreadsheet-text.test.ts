import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellText, drain, inPieces, joined, sourceRow } from "./release-samples";
import { readRelease } from "./read-release";
import { spreadsheetText } from "./spreadsheet-text";
import { writeSpreadsheetCsv } from "./write-spreadsheet-csv";

const DANGEROUS = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^-\d+(\.\d+)?$/;
const dangerous = fc
  .tuple(
    fc.constantFrom("", ";", "\n", "\t", "a;", 'x";"'),
    fc.constantFrom(..."=+-@\t\r＝＋－＠"),
    cellText,
  )
  .map((parts) => parts.join(""));

describe("a cell for spreadsheets", () => {
  it.each([
    ['=HYPERLINK("https://x")', '\'=HYPERLINK("https://x")'],
    ["+49 30", "'+49 30"],
    ["-5 degrees", "'-5 degrees"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t'=1"],
    ["\r=1", "'\r'=1"],
    ["＝1+1", "'＝1+1"],
    ["-5", "-5"],
    ["-0.25", "-0.25"],
    ["-5-5", "'-5-5"],
    ["5 - 3 = 2", "5 - 3 = 2"],
    ["", ""],
    ["a;=1", "a;'=1"],
    ["a\n=1", "a\n'=1"],
    ['a;"=1', "a;'\"=1"],
  ])("%j is %j", (text, expected) => expect(spreadsheetText(text)).toBe(expected));

  it("never begins like a formula, wherever a program parts the file", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(sourceRow, fc.array(dangerous, { minLength: 1, maxLength: 20 })), {
          minLength: 1,
          maxLength: 4,
        }),
        async (made) => {
          const rows = made.map(([row, texts]) => ({
            ...row,
            cells: row.cells.map((cell, at) => texts[at] ?? cell),
          }));
          const text = await joined(writeSpreadsheetCsv([rows], { preamble: false }));
          expect(text.startsWith("\uFEFF")).toBe(true);
          const cells = (
            parse(text, {
              bom: true,
              record_delimiter: "\r\n",
              relax_column_count: true,
            }) as string[][]
          ).flat();
          expect(cells.filter((cell) => DANGEROUS.test(cell) && !NUMBER.test(cell))).toEqual([]);
          // As a program does that parts cells at semicolons or tabs, and knows quotes at the beginning of such a cell alone.
          for (const separator of [";", "\t"]) {
            const pieces = text
              .slice(1)
              .split(new RegExp(`[${separator}\\r\\n]`))
              .map((piece) => piece.replace(/^"+/, ""));
            expect(
              pieces.filter(
                (piece) => /^[=+\-@＝＋－＠]/.test(piece) && !/^-\d+(\.\d+)?(,|$)/.test(piece),
              ),
            ).toEqual([]);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it("is found as such when the file is imported", async () => {
    const cells = Array.from({ length: 20 }, (_, at) => (at === 2 ? "=1+1?" : ""));
    const found: unknown[] = [];
    await drain(
      readRelease(
        {
          format: "csv",
          bytes: inPieces(
            Buffer.from(await joined(writeSpreadsheetCsv([[{ record: 1, cells, style: 0 }]]))),
            [999],
          ),
        },
        ({ code, value }) => found.push([code, value]),
      ),
    );
    expect(found).toEqual([["guarded-cell", "'=1+1?"]]);
  });
});
