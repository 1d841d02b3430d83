import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { OWN_COLUMNS } from "./release-header";
import type { ExportRow } from "./release-file";
import { encodeXlsxText } from "./xlsx-text";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/schema";

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const SHEET_PATH = "xl/worksheets/sheet1.xml";

const HEADER = [...RELEASE_COLUMNS, ...OWN_COLUMNS];
const LETTERS = HEADER.map((_, at) => String.fromCharCode(65 + at));

/** Style 1 is format 49, "Text": what is typed into such a cell stays as it is typed. */
const SMALL_PARTS: readonly (readonly [string, string])[] = [
  [
    "[Content_Types].xml",
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
      '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
      '<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>' +
      `<Override PartName="/${SHEET_PATH}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  ],
  [
    "_rels/.rels",
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    "xl/workbook.xml",
    `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="freshqa" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    "xl/_rels/workbook.xml.rels",
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    "xl/styles.xml",
    `<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ],
];

/**
 * Writes a workbook with the sheet `freshqa`: the header, then a row for each question, with the columns question_id and
 * revision at the end. Every cell is a text, so that no program takes it for a number, a date or a formula. The same rows
 * give the same bytes. Streams: memory does not grow with the number of rows.
 *
 * Spreadsheet programs show no more than 32,767 characters of a cell.
 */
export async function* writeXlsx(
  rows: AsyncIterable<readonly ExportRow[]> | Iterable<readonly ExportRow[]>,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  // Fixed, and in local time as the zip format has it, so that neither clock nor time zone shows in the bytes.
  const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100644 };
  for (const [path, xml] of SMALL_PARTS)
    zip.addBuffer(Buffer.from(DECLARATION + xml), path, options);
  const sheet = Readable.from(sheetXml(rows), { objectMode: false, highWaterMark: 65_536 });
  const output = zip.outputStream as Readable;
  const fail = (error: Error): void => void output.destroy(error);
  sheet.on("error", fail);
  zip.on("error", fail);
  zip.addReadStream(sheet, SHEET_PATH, options);
  zip.end();
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    sheet.destroy();
  }
}

async function* sheetXml(
  rows: AsyncIterable<readonly ExportRow[]> | Iterable<readonly ExportRow[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(
    `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
      `<cols><col min="1" max="${HEADER.length}" width="18" style="1" customWidth="1"/></cols><sheetData>${rowXml(1, HEADER)}`,
  );
  let number = 1;
  for await (const batch of rows) {
    let xml = "";
    for (const { cells, questionId, revision } of batch)
      xml += rowXml(++number, [...cells, questionId, String(revision)]);
    yield Buffer.from(xml);
  }
  yield Buffer.from("</sheetData></worksheet>");
}

const PRESERVE = '<t xml:space="preserve">';
/** Without PRESERVE programs trim a text and may join its lines. */
const OUTER_SPACE = /^\s|\s$|[\t\n]/;

function rowXml(number: number, cells: readonly string[]): string {
  let xml = `<row r="${number}">`;
  for (let at = 0; at < cells.length; at++) {
    const text = cells[at]!;
    if (text !== "")
      xml += `<c r="${LETTERS[at]!}${number}" s="1" t="inlineStr"><is>${OUTER_SPACE.test(text) ? PRESERVE : "<t>"}${encodeXlsxText(text)}</t></is></c>`;
  }
  return xml + "</row>";
}
