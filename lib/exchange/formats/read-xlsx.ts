import { cellTrouble } from "@/lib/exchange/formats/cell-trouble";
import { checkHeader, isHeader, OWN_COLUMNS } from "@/lib/exchange/formats/release-header";
import { BATCH_SIZE, fileError, OFFICIAL_LAYOUT, quoteValue, type FileLayout, type Finding, type Report, type Severity, type SourceRow } from "@/lib/exchange/formats/release-file";
import { DamagedWorkbook, XlsxPackage, type WorkbookSheet } from "@/lib/exchange/formats/xlsx-package";
import { SheetRows, type SheetCell, type SheetRow } from "@/lib/exchange/formats/xlsx-sheet";
import { RELEASE_COLUMNS } from "@/lib/questions/schema";

const SHEET = "freshqa";
const HEADER_WITHIN = 10;

/**
 * Reads the sheet `freshqa` of a workbook, or its only sheet: with or without rows before the header, columns in any order,
 * our own additions passed over, empty rows passed over. What a spreadsheet program typed becomes text again: TRUE and FALSE,
 * the shortest number, MM/DD/YYYY (reported as `date-cell`). Yields batches of sound rows.
 * @param source a path, or the file's bytes: the format needs random access
 */
export async function* readXlsx(source: Uint8Array | string, report: Report): AsyncGenerator<SourceRow[], FileLayout | null> {
  const reader = new SheetReader(report);
  let batch: SourceRow[] = [];
  const sheet = readSheet(source, chooseSheet, report);
  for (let next = await sheet.next(); ; next = await sheet.next()) {
    if (next.done) {
      if (!next.value) return null;
      break;
    }
    for (const row of next.value) {
      const found = reader.take(row);
      if (found !== null) batch.push(found);
      if (reader.hopeless) break;
    }
    if (reader.hopeless) {
      await sheet.return(true);
      break;
    }
    if (batch.length >= BATCH_SIZE) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
  return reader.finish();
}

/**
 * Reads the rows of one sheet of a workbook. Returns false if the workbook is damaged or has no such sheet, which is reported.
 * @param source a path, or the file's bytes: the format needs random access
 * @param choose picks the sheet; null: none of them is meant
 */
export async function* readSheet(
  source: Uint8Array | string, choose: (sheets: readonly WorkbookSheet[]) => WorkbookSheet | null, report: Report,
): AsyncGenerator<SheetRow[], boolean> {
  let workbook: XlsxPackage | null = null;
  try {
    workbook = await XlsxPackage.open(source);
    const parts = await workbook.workbook();
    const sheet = choose(parts.sheets);
    if (sheet === null) {
      report(fileError("wrong-sheet", parts.sheets.map(({ name }) => name).join(", ")));
      return false;
    }
    const rows = new SheetRows({ strings: await workbook.strings(parts.strings), dateStyles: await workbook.dateStyles(parts.styles), date1904: parts.date1904 });
    for await (const _ of workbook.sheet(sheet.path, rows)) {
      if (rows.rows.length > 0) yield rows.rows;
      rows.rows = [];
    }
    return true;
  } catch (error) {
    if (!(error instanceof DamagedWorkbook)) throw error;
    report(fileError("damaged-file", error.message));
    return false;
  } finally {
    workbook?.close();
  }
}

function chooseSheet(sheets: readonly WorkbookSheet[]): WorkbookSheet | null {
  return sheets.find(({ name }) => name === SHEET) ?? sheets.find(({ name }) => name.trim().toLowerCase() === SHEET) ?? (sheets.length === 1 ? sheets[0]! : null);
}

class SheetReader {
  /** Set when no header was found where one has to be. */
  hopeless = false;
  private readonly report: Report;
  private header: { names: string[]; positions: number[]; sound: boolean } | null = null;
  private before: string[] = [];
  private met = false;
  private count = 0;

  constructor(report: Report) {
    this.report = report;
  }

  take(row: SheetRow): SourceRow | null {
    this.met = true;
    if (this.header !== null) return this.dataRow(row, this.header);
    const names: string[] = [];
    for (const cell of row.cells) names[cell.column] = cell.text;
    const texts = Array.from(names, (name) => name ?? "");
    if (isHeader(texts)) {
      const { positions, findings } = checkHeader(texts, row.number, null, [...OWN_COLUMNS, ""]);
      findings.filter(({ column }) => column !== "").forEach(this.report);
      this.header = { names: texts, positions, sound: findings.every(({ column }) => column === "") };
      return null;
    }
    this.before.push(texts.join(" "));
    if (row.number >= HEADER_WITHIN) this.giveUp();
    return null;
  }

  finish(): FileLayout | null {
    if (this.header === null) {
      if (!this.hopeless) this.giveUp();
      return null;
    }
    if (this.count === 0) this.report(fileError("no-rows"));
    if (!this.header.sound) return null;
    return { ...OFFICIAL_LAYOUT, format: "xlsx", preamble: null, columns: this.header.names.filter((name) => (RELEASE_COLUMNS as readonly string[]).includes(name)) };
  }

  private giveUp(): void {
    this.hopeless = true;
    this.report(this.met ? fileError("missing-header", this.before.join(" ").trim()) : fileError("empty-file"));
  }

  private dataRow(row: SheetRow, header: { names: string[]; positions: number[]; sound: boolean }): SourceRow | null {
    this.count++;
    const cells = new Array<string>(RELEASE_COLUMNS.length).fill("");
    let sound = header.sound;
    const problem = (cell: SheetCell, code: Finding["code"], severity: Severity, value: string = cell.text): void => {
      const column = header.names[cell.column];
      this.report({ record: row.number, column: column === undefined || column === "" ? null : column, code, severity, value: quoteValue(value) });
      if (severity === "error") sound = false;
    };
    for (const cell of row.cells) {
      const position = header.positions[cell.column];
      if ((header.names[cell.column] ?? "") === "") problem(cell, "too-many-cells", "error");
      if (position === undefined || position === -1) continue;
      if (cell.kind === "error") problem(cell, "error-cell", "error");
      else if (cell.kind === "date") problem(cell, "date-cell", "notice");
      if (cell.formula) problem(cell, "formula-cell", "suspect");
      const trouble = cellTrouble(cell.text, false);
      if (trouble !== null) problem(cell, trouble.code, trouble.severity, trouble.value);
      cells[position] = cell.text;
    }
    return sound ? { record: row.number, cells, style: 0 } : null;
  }
}
