import { writeZip, type ZipPart } from "@/lib/platform/zip";
import { inputError } from "@/lib/platform/fields";
import { countOf, formatCount } from "@/lib/platform/format";
import { CELL_CHARACTERS, WORKBOOK_ROWS } from "./vocabulary";
import { encodeXlsxText } from "./xlsx-text";

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`;

/** What stands at the beginning, whatever comes: each part that is nothing else is a sheet. */
const FIRST_PARTS: readonly (readonly [string, string])[] = [
  [
    "[Content_Types].xml",
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>` +
      '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
      '<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
  ],
  [
    "_rels/.rels",
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  // Style 1 is format 49, "Text": what is typed into such a cell stays as it is typed.
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

/** What names the sheets, once it is known how many there are. */
const lastParts = (sheets: readonly string[]): readonly (readonly [string, string])[] => [
  [
    "xl/workbook.xml",
    `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${sheets.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join("")}</sheets></workbook>`,
  ],
  [
    "xl/_rels/workbook.xml.rels",
    `<Relationships xmlns="${PACKAGE}/relationships">${sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join("")}` +
      `<Relationship Id="rId${sheets.length + 1}" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
  ],
];

/** How a text ends of which not all is there. */
const CUT = " […cut]";

/** @throws ZodError where a workbook can't hold so many rows: to be asked before anything is written */
export function checkWorkbookRows(rows: number): void {
  if (rows <= WORKBOOK_ROWS) return;
  const message = `${formatCount(rows)} rows are more than an XLSX sheet holds (${formatCount(WORKBOOK_ROWS)}). Export as CSV instead.`;
  throw inputError([], message);
}

/** What became of a workbook that was written. */
export interface WorkbookWritten {
  /** Texts that were longer than a cell holds. */
  cut: number;
}

/** What the sheet "notes" says of cells that were cut. */
function cutNotes({ cut }: WorkbookWritten): string[] {
  return [
    `${countOf(cut, "cell")} of the first sheet had more than ${formatCount(CELL_CHARACTERS)} characters, the most that a cell of XLSX holds, and ${cut === 1 ? "ends" : "end"} with “${CUT.trim()}”.`,
    "Export as CSV to get them whole.",
  ];
}

/** A cell of a workbook; null and "" are none. */
export type WorkbookCell = string | number | boolean | null;

/**
 * Writes a workbook with one sheet: the header, then the rows. Texts are texts, whatever they look like, so that no program
 * takes one for a number, a date or a formula. The same rows give the same bytes. Streams: memory does not grow with the
 * number of rows.
 *
 * A text that is longer than a cell holds is cut, with a mark; the sheet "notes" says of how many, and so does `written`
 * once all is written. Too many rows are refused by checkWorkbookRows before.
 */
export async function* writeWorkbook(
  name: string,
  header: readonly string[],
  rows: AsyncIterable<readonly (readonly WorkbookCell[])[]>,
  written: WorkbookWritten = { cut: 0 },
): AsyncGenerator<Uint8Array> {
  yield* writeZip(partsOf(name, header, rows, written));
}

async function* partsOf(
  name: string,
  header: readonly string[],
  rows: AsyncIterable<readonly (readonly WorkbookCell[])[]>,
  written: WorkbookWritten,
): AsyncGenerator<ZipPart> {
  const part = ([path, xml]: readonly [string, string]) => ({ path, content: DECLARATION + xml });
  for (const one of FIRST_PARTS) yield part(one);
  yield { path: sheetPath(1), content: sheetXml(header, rows, written) };
  const cut = written.cut > 0;
  if (cut) yield part([sheetPath(2), notesXml(cutNotes(written))]);
  for (const one of lastParts(cut ? [name, "notes"] : [name])) yield part(one);
}

function notesXml(lines: readonly string[]): string {
  const nothing = { cut: 0 };
  return `<worksheet xmlns="${MAIN}"><sheetData>${lines.map((line, at) => rowXml(at + 1, [line], ["A"], nothing)).join("")}</sheetData></worksheet>`;
}

async function* sheetXml(
  header: readonly string[],
  rows: AsyncIterable<readonly (readonly WorkbookCell[])[]>,
  written: WorkbookWritten,
): AsyncGenerator<Buffer> {
  const letters = header.map((_, at) => lettersOf(at));
  yield Buffer.from(
    `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
      `<cols><col min="1" max="${header.length}" width="18" style="1" customWidth="1"/></cols><sheetData>${rowXml(1, header, letters, written)}`,
  );
  let number = 1;
  for await (const batch of rows) {
    checkWorkbookRows(number - 1 + batch.length);
    yield Buffer.from(batch.map((cells) => rowXml(++number, cells, letters, written)).join(""));
  }
  yield Buffer.from("</sheetData></worksheet>");
}

/** "A", "Z", "AA": the name of a column, counted from 0. */
function lettersOf(at: number): string {
  return (at < 26 ? "" : lettersOf(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
}

/** A cell as far as there is room for it. */
function fitting(value: WorkbookCell, written: WorkbookWritten): WorkbookCell {
  if (typeof value !== "string" || value.length <= CELL_CHARACTERS) return value;
  written.cut++;
  const kept = value.slice(0, CELL_CHARACTERS - CUT.length);
  // Not in the middle of a character.
  return (/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept) + CUT;
}

const PRESERVE = '<t xml:space="preserve">';
/** Without PRESERVE programs trim a text and may join its lines. */
const OUTER_SPACE = /^\s|\s$|[\t\n]/;

function rowXml(
  number: number,
  cells: readonly WorkbookCell[],
  letters: readonly string[],
  written: WorkbookWritten,
): string {
  let xml = `<row r="${number}">`;
  for (let at = 0; at < cells.length; at++) {
    const value = fitting(cells[at]!, written);
    const place = `r="${letters[at]!}${number}"`;
    if (typeof value === "number") xml += `<c ${place}><v>${value}</v></c>`;
    else if (typeof value === "boolean") xml += `<c ${place} t="b"><v>${value ? 1 : 0}</v></c>`;
    else if (value !== null && value !== "")
      xml += `<c ${place} s="1" t="inlineStr"><is>${OUTER_SPACE.test(value) ? PRESERVE : "<t>"}${encodeXlsxText(value)}</t></is></c>`;
  }
  return xml + "</row>";
}
