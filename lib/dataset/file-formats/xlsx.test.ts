import { createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { readRelease } from "./read-release";
import { OFFICIAL_LAYOUT, type ExportRow, type Finding, type SourceRow } from "./release-file";
import { beyondRemarks, drain, inPieces, joined, sourceRow } from "./release-samples";
import { bytesOf, headerRow, inline, workbook } from "./workbook-samples";
import { writeCsv } from "./write-csv";
import { writeJsonLines } from "./write-json-lines";
import { checkWorkbookRows, writeWorkbook } from "./write-workbook";
import { writeXlsx } from "./write-xlsx";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";

async function read(source: Uint8Array | string) {
  const findings: Finding[] = [];
  const { rows, layout } = await drain(
    readRelease({ format: "xlsx", file: source }, (finding) => findings.push(finding)),
  );
  const field = (at: number, name: (typeof RELEASE_COLUMNS)[number]) =>
    rows[at]?.cells[RELEASE_COLUMNS.indexOf(name)];
  return {
    rows,
    layout,
    findings,
    field,
    codes: findings.map(({ record, column, code }) => [record, column, code]),
  };
}

const exported = (rows: readonly SourceRow[]): ExportRow[] =>
  rows.map(({ cells }, at) => ({ questionId: `q${at}`, revision: at + 1, cells }));

describe("round trips", () => {
  test("CSV, XLSX and JSON Lines hand the same cells on, whatever they hold", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sourceRow, { minLength: 1, maxLength: 5 }), async (rows) => {
        const cells = rows.map((row) => row.cells);
        const ignore = () => undefined;
        const csv = await drain(
          readRelease(
            {
              format: "csv",
              bytes: inPieces(Buffer.from(await joined(writeCsv([rows], OFFICIAL_LAYOUT))), [999]),
            },
            ignore,
          ),
        );
        const sheet = await read(await bytesOf(writeXlsx([exported(csv.rows)])));
        expect(beyondRemarks(sheet.findings)).toEqual([]);
        expect(sheet.rows.map((row) => row.cells)).toEqual(cells);
        const lines = await drain(
          readRelease(
            {
              format: "jsonl",
              bytes: inPieces(
                Buffer.from(await joined(writeJsonLines([exported(sheet.rows)]))),
                [999],
              ),
            },
            ignore,
          ),
        );
        expect(lines.rows.map((row) => row.cells)).toEqual(cells);
      }),
      { numRuns: 60 },
    );
  });

  test("escapes within texts are no escapes", async () => {
    const awkward = [
      "_x000D_",
      "_x005F_x000D_",
      "_x005F\r",
      "_x000D_x000D_",
      "\rx0041_",
      "__x0041_",
      "_x000d",
      "\r_x0041_\r",
    ];
    const cells = [...awkward, ...Array<string>(20 - awkward.length).fill("")];
    expect(
      (await read(await bytesOf(writeXlsx([exported([{ record: 1, cells, style: 0 }])])))).rows[0]
        ?.cells,
    ).toEqual(cells);
  });

  test("the same rows give the same bytes", async () => {
    const rows = exported([{ record: 1, cells: Array<string>(20).fill("x"), style: 0 }]);
    expect((await bytesOf(writeXlsx([rows]))).equals(await bytesOf(writeXlsx([rows])))).toBe(true);
  });

  test("a text that is longer than a cell holds is cut with a mark, counted, and said in the workbook", async () => {
    const cells = (text: string) => [...Array<string>(19).fill("x"), text];
    const most = "a".repeat(32_767);
    // The character at the cut has two halves.
    const longer = `${"b".repeat(32_759)}\u{1F600}${"b".repeat(100)}`;
    const written = { cut: 0 };
    async function* rows() {
      yield [cells(most), cells(longer)];
      yield [cells(`${most}a`)];
    }
    const bytes = await bytesOf(writeWorkbook("freshqa", RELEASE_COLUMNS, rows(), written));
    expect(written.cut).toBe(2);
    const sheet = await read(bytes);
    const last = sheet.rows.map((row) => row.cells.at(-1)!);
    expect(last[0]).toBe(most);
    expect(last[1]).toBe(`${"b".repeat(32_759)} […cut]`);
    expect(last[2]).toBe(`${"a".repeat(32_760)} […cut]`);
    expect(Math.max(...last.map((text) => text.length))).toBe(32_767);
    // Whoever reads it back is told that there is more.
    expect(sheet.findings).toContainEqual(
      expect.objectContaining({
        code: "ignored-sheet",
        value: expect.stringContaining("notes") as string,
      }),
    );
    async function* whole() {
      yield [cells(most)];
    }
    const plain = await read(await bytesOf(writeWorkbook("freshqa", RELEASE_COLUMNS, whole())));
    expect(plain.codes.map(([, , code]) => code)).not.toContain("ignored-sheet");
  });

  test("more rows than a sheet holds are refused with their number", () => {
    expect(() => checkWorkbookRows(1_048_575)).not.toThrow();
    expect(() => checkWorkbookRows(1_048_576)).toThrow(
      /1,048,576 rows are more than an XLSX sheet holds \(1,048,575\)\. Export as CSV instead\./,
    );
  });

  test("a failing source of rows fails the writer", async () => {
    async function* rows(): AsyncGenerator<ExportRow[]> {
      yield exported([{ record: 1, cells: Array<string>(20).fill("x"), style: 0 }]);
      throw new Error("the source broke");
    }
    await expect(bytesOf(writeXlsx(rows()))).rejects.toThrow("the source broke");
  });

  test("a writer that is not read to its end lets its source go", async () => {
    let closed = false;
    async function* rows(): AsyncGenerator<ExportRow[]> {
      try {
        for (;;) yield exported([{ record: 1, cells: Array<string>(20).fill("x"), style: 0 }]);
      } finally {
        closed = true;
      }
    }
    let size = 0;
    for await (const piece of writeXlsx(rows())) if ((size += piece.length) > 10_000) break;
    await expect.poll(() => closed).toBe(true);
  });
});

describe("workbooks of spreadsheet programs", () => {
  const cellsOf = (cells: Record<string, string>) =>
    `<row r="4">${Object.values(cells).join("")}</row>`;

  test("numbers, booleans and dates become the text of a release; dates are reported", async () => {
    const bytes = await workbook(
      {
        freshqa:
          headerRow() +
          cellsOf({
            id: '<c r="A4"><v>7</v></c>',
            question: '<c r="C4" t="s"><v>0</v></c>',
            year: '<c r="D4"><v>2024</v></c>',
            review: '<c r="E4" s="1"><v>45754</v></c>',
            premise: '<c r="F4" t="b"><v>1</v></c>',
            a0: '<c r="J4"><v>0.10000000000000001</v></c>',
            a1: '<c r="K4" s="2"><v>60000.5</v></c>',
            a2: '<c r="L4" s="3"><v>3</v></c>',
            a3: '<c r="M4" t="d"><v>2025-04-07</v></c>',
          }),
      },
      {
        strings:
          '<si><r><t xml:space="preserve">Who </t></r><r><t>is_x000D_\nit &amp;?</t></r><rPh><t>phonetic</t></rPh></si>',
        formats:
          '<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="165" formatCode="0 &quot;days&quot;"/>',
      },
    );
    const { rows, field, codes, layout } = await read(bytes);
    expect([
      rows[0]?.record,
      field(0, "id"),
      field(0, "question"),
      field(0, "effective_year"),
      field(0, "next_review"),
      field(0, "false_premise"),
    ]).toEqual([4, "7", "Who is\r\nit &?", "2024", "04/07/2025", "TRUE"]);
    expect([
      field(0, "answer_0"),
      field(0, "answer_1"),
      field(0, "answer_2"),
      field(0, "answer_3"),
      field(0, "split"),
    ]).toEqual(["0.1", "04/08/2064 12:00:00", "3", "04/07/2025", ""]);
    expect(codes).toEqual([
      [4, "next_review", "date-cell"],
      [4, "answer_1", "date-cell"],
      [4, "answer_2", "formatted-number"],
      [4, "answer_3", "date-cell"],
    ]);
    expect(layout?.format).toBe("xlsx");
  });

  test("the date systems of 1904 and of 1900, which knows a February 29, 1900", async () => {
    const rows = [1, 59, 61, 42_000]
      .map(
        (serial, at) =>
          `<row r="${at + 2}">${inline("x")}<c r="E${at + 2}" s="1"><v>${serial}</v></c></row>`,
      )
      .join("");
    const dates = async (properties: string) =>
      (await read(await workbook({ freshqa: headerRow() + rows }, { properties }))).rows.map(
        ({ cells }) => cells[4],
      );
    expect(await dates("")).toEqual(["01/01/1900", "02/28/1900", "03/01/1900", "12/27/2014"]);
    expect(await dates('<x:workbookPr date1904="1"/>')).toEqual([
      "01/02/1904",
      "02/29/1904",
      "03/02/1904",
      "12/28/2018",
    ]);
  });

  test("errors and formulas are reported", async () => {
    const { rows, codes } = await read(
      await workbook({
        freshqa:
          headerRow() +
          `<row r="2"><c r="C2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row><row r="3"><c r="C3" t="str"><f>A1</f><v>Who?</v></c></row>`,
      }),
    );
    expect(codes).toEqual([
      [2, "question", "error-cell"],
      [2, "question", "formula-cell"],
      [3, "question", "formula-cell"],
    ]);
    expect(rows.map(({ cells }) => cells[2])).toEqual(["Who?"]);
  });

  test("a preamble of two rows, columns in another order, our own columns, empty rows", async () => {
    const names = [...RELEASE_COLUMNS].reverse();
    const sheet = `<row r="1">${inline("Warning: please do not")}</row><row r="2"></row><row r="3">${[...names, "question_id", "revision"].map(inline).join("")}</row><row r="4">${[...names, "q7", "3"].map(inline).join("")}</row><row r="9">${names.map(inline).join("")}</row>`;
    const { rows, findings, layout } = await read(
      await workbook({ demo: headerRow(), freshqa: sheet }),
    );
    expect(findings).toEqual([
      {
        record: null,
        column: null,
        code: "ignored-sheet",
        severity: "notice",
        value: "“demo” (1 row)",
      },
    ]);
    expect(rows.map(({ record, cells }) => [record, cells])).toEqual([
      [4, [...RELEASE_COLUMNS]],
      [9, [...RELEASE_COLUMNS]],
    ]);
    expect(layout?.columns).toEqual(names);
  });

  test("the only sheet is taken whatever its name; of several, one has to be freshqa", async () => {
    const sheet = headerRow() + headerRow();
    expect((await read(await workbook({ Tabelle1: sheet }))).rows).toHaveLength(1);
    const { findings, layout } = await read(await workbook({ Tabelle1: sheet, demo: sheet }));
    expect([layout, findings.map(({ code, value }) => [code, value])]).toEqual([
      null,
      [["wrong-sheet", "Tabelle1, demo"]],
    ]);
  });

  test("wrong headers, cells without a header, no rows, no header, an empty sheet", async () => {
    const codesOf = async (sheet: string) => (await read(await workbook({ freshqa: sheet }))).codes;
    const body = `<row>${inline("1")}</row>`;
    expect(
      await codesOf(headerRow([...RELEASE_COLUMNS.slice(0, 19), "answer_10", "topic"]) + body),
    ).toEqual([
      [1, "note", "missing-column"],
      [1, "answer_10", "eleventh-answer"],
      [1, "topic", "unknown-column"],
    ]);
    expect(
      await codesOf(headerRow() + `<row r="2">${inline("1")}<c r="Z2"><v>1</v></c></row>`),
    ).toEqual([[2, null, "too-many-cells"]]);
    expect(await codesOf(headerRow())).toEqual([[null, null, "no-rows"]]);
    expect(await codesOf(body.repeat(20))).toEqual([[null, null, "missing-header"]]);
    expect(await codesOf("")).toEqual([[null, null, "empty-file"]]);
  });

  test("what is no workbook is told so", async () => {
    const good = await workbook({ freshqa: headerRow() });
    const empty = new ZipFile();
    empty.end();
    const bad = [
      Buffer.from("PK\u0003\u0004"),
      good.subarray(0, good.length - 30),
      await bytesOf(empty.outputStream as Readable),
      await workbook({ freshqa: "<row><c></row>" }),
      Buffer.alloc(0),
    ];
    for (const bytes of bad)
      expect((await read(bytes)).findings.map(({ code }) => code)).toEqual(["damaged-file"]);
  });

  test("a path that is not there is a failure, not a finding", async () => {
    await expect(read("/nowhere/at/all.xlsx")).rejects.toThrow("ENOENT");
  });
});

test("5,000 rows go through a file and back", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "xlsx-"));
  try {
    const file = path.join(folder, "big.xlsx");
    function* rows(): Generator<ExportRow[]> {
      for (let batch = 0; batch < 10; batch++)
        yield Array.from({ length: 500 }, (_, at) => ({
          questionId: "q",
          revision: 1,
          cells: RELEASE_COLUMNS.map((name) => `${name} ${batch * 500 + at}`),
        }));
    }
    await pipeline(Readable.from(writeXlsx(rows())), createWriteStream(file));
    expect(statSync(file).size).toBeGreaterThan(50_000);
    const { rows: found } = await read(file);
    expect(found).toHaveLength(5_000);
    expect(found.at(-1)?.cells[2]).toBe("question 4999");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
