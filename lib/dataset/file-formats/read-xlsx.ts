import { cellTroubles } from "./text-issues";
import { isHeader, offeredHeader, OWN_COLUMNS, understandHeader } from "./release-header";
import { isOfficialReading, type Reading } from "./reading";
import {
  BATCH_SIZE,
  DEFAULT_MAX_INFLATED,
  DEFAULT_MAX_ROWS,
  fileError,
  OFFICIAL_LAYOUT,
  quoteValue,
  tooManyRows,
  type FileLayout,
  type Finding,
  type ReadOptions,
  type Report,
  type Severity,
  type SourceRow,
} from "./release-file";
import { DamagedWorkbook, WorkbookTooLarge, XlsxPackage, type WorkbookSheet } from "./xlsx-package";
import { SheetRows, type SheetCell, type SheetContext, type SheetRow } from "./xlsx-sheet";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/schema";
import { countOf, formatCount } from "@/lib/platform/format";

const SHEET = "freshqa";
const HEADER_WITHIN = 10;

/**
 * Reads the sheet `freshqa` of a workbook, or its only sheet: with or without rows before the header, columns in any order,
 * our own additions passed over, empty rows passed over. What a spreadsheet program typed becomes text again: TRUE and FALSE,
 * the shortest number, MM/DD/YYYY (reported as `date-cell`). Yields batches of sound rows, and those whose only fault is a
 * formula without a stored result (`formula-without-result`), its cell empty.
 * @param source a path, or the file's bytes: the format needs random access
 */
export async function* readXlsx(
  source: Uint8Array | string,
  report: Report,
  options: ReadOptions = {},
): AsyncGenerator<SourceRow[], FileLayout | null> {
  const reading = options.reading ?? {};
  const reader = new SheetReader(report, reading);
  let batch: SourceRow[] = [];
  const sheet = readSheet(source, (sheets) => chooseSheet(sheets, reading.sheet), report, {
    ...options,
    columnName: (at) => reader.columnName(at),
  });
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
 * The reading in which a workbook has a sound header: a sheet of another name, or a relaxed header. Empty if it is the
 * official one; null if there is none.
 */
export async function offeredXlsxReading(
  source: Uint8Array | string,
  options: ReadOptions = {},
): Promise<Reading | null> {
  let workbook: XlsxPackage | null = null;
  try {
    workbook = await XlsxPackage.open(source, options.maxInflated ?? DEFAULT_MAX_INFLATED);
    const parts = await workbook.workbook();
    const usual = chooseSheet(parts.sheets);
    const context = await sheetContext(workbook, parts, options);
    for (const sheet of usual === null ? parts.sheets : [usual]) {
      const found = await headOf(workbook, sheet, context);
      const header = found === null ? null : offeredHeader(found, null, [...OWN_COLUMNS, ""]);
      if (header !== null) return usual === null ? { sheet: sheet.name, ...header } : header;
    }
    return null;
  } catch (error) {
    // What is wrong with it is said by whoever reads it.
    if (error instanceof WorkbookTooLarge || error instanceof DamagedWorkbook) return null;
    throw error;
  } finally {
    workbook?.close();
  }
}

async function headOf(
  workbook: XlsxPackage,
  sheet: WorkbookSheet,
  context: SheetContext,
): Promise<string[] | null> {
  const rows = new SheetRows(context);
  for await (const _ of workbook.sheet(sheet.path, rows)) {
    for (const row of rows.rows) {
      const texts = textsOf(row);
      if (isHeader(texts)) return texts;
    }
    if (rows.rows.length >= HEADER_WITHIN) return null;
  }
  return null;
}

export interface SheetOptions extends ReadOptions {
  /** The name of a column (0-based) whose cells are taken; null for any other. Asked once the sheet was read. */
  columnName?: (at: number) => string | null;
}

/**
 * Reads the rows of one sheet of a workbook. Reports hidden rows and columns, and which sheets were passed over. Returns
 * false if the workbook is damaged, too large, or has no such sheet, which is reported.
 * @param source a path, or the file's bytes: the format needs random access
 * @param choose picks the sheet; null: none of them is meant
 */
export async function* readSheet(
  source: Uint8Array | string,
  choose: (sheets: readonly WorkbookSheet[]) => WorkbookSheet | null,
  report: Report,
  options: SheetOptions = {},
): AsyncGenerator<SheetRow[], boolean> {
  const maxRows = options.maxRows ?? DEFAULT_MAX_ROWS;
  let workbook: XlsxPackage | null = null;
  try {
    workbook = await XlsxPackage.open(source, options.maxInflated ?? DEFAULT_MAX_INFLATED);
    const parts = await workbook.workbook();
    const sheet = choose(parts.sheets);
    if (sheet === null) {
      report(fileError("wrong-sheet", parts.sheets.map(({ name }) => name).join(", ")));
      return false;
    }
    const context = await sheetContext(workbook, parts, options);
    const rows = new SheetRows(context);
    for await (const _ of workbook.sheet(sheet.path, rows)) {
      if (rows.tooManyRows) {
        report(tooManyRows(maxRows));
        return false;
      }
      for (const row of rows.rows)
        if (row.hidden)
          report({
            record: row.number,
            column: null,
            code: "hidden-row",
            severity: "notice",
            value: null,
          });
      if (rows.rows.length > 0) yield rows.rows;
      rows.rows = [];
    }
    for (const at of rows.hiddenColumns) {
      const name = options.columnName?.(at) ?? null;
      if (name !== null)
        report({
          record: null,
          column: name,
          code: "hidden-column",
          severity: "notice",
          value: null,
        });
    }
    if (sheet.hidden)
      report({
        record: null,
        column: null,
        code: "hidden-sheet",
        severity: "notice",
        value: quoteValue(sheet.name),
      });
    for (const other of parts.sheets)
      if (other !== sheet) await reportIgnored(workbook, other, context, report);
    return true;
  } catch (error) {
    if (error instanceof WorkbookTooLarge) report(fileError("too-large", error.message));
    else if (error instanceof DamagedWorkbook) report(fileError("damaged-file", error.message));
    else throw error;
    return false;
  } finally {
    workbook?.close();
  }
}

/** So many rows of a sheet that is not read are counted. */
const COUNTED_ROWS = 100_000;

async function reportIgnored(
  workbook: XlsxPackage,
  sheet: WorkbookSheet,
  context: SheetContext,
  report: Report,
): Promise<void> {
  const rows = new SheetRows({ ...context, maxRows: Infinity });
  let count = 0;
  for await (const _ of workbook.sheet(sheet.path, rows)) {
    count += rows.rows.filter((row) => row.cells.some((cell) => cell.text !== "")).length;
    rows.rows = [];
    if (count > COUNTED_ROWS) break;
  }
  if (count === 0) return;
  const size =
    count > COUNTED_ROWS ? `more than ${formatCount(COUNTED_ROWS)} rows` : countOf(count, "row");
  report({
    record: null,
    column: null,
    code: "ignored-sheet",
    severity: "notice",
    value: quoteValue(`“${sheet.name}” (${sheet.hidden ? "hidden, " : ""}${size})`),
  });
}

async function sheetContext(
  workbook: XlsxPackage,
  parts: Awaited<ReturnType<XlsxPackage["workbook"]>>,
  options: ReadOptions,
): Promise<SheetContext> {
  return {
    strings: await workbook.strings(parts.strings),
    styles: await workbook.cellStyles(parts.styles),
    date1904: parts.date1904,
    maxRows: options.maxRows ?? DEFAULT_MAX_ROWS,
  };
}

function chooseSheet(sheets: readonly WorkbookSheet[], name?: string): WorkbookSheet | null {
  if (name !== undefined) return sheets.find((sheet) => sheet.name === name) ?? null;
  return (
    sheets.find((sheet) => sheet.name === SHEET) ??
    sheets.find((sheet) => sheet.name.trim().toLowerCase() === SHEET) ??
    (sheets.length === 1 ? sheets[0]! : null)
  );
}

function textsOf(row: SheetRow): string[] {
  const texts: string[] = [];
  for (const cell of row.cells) texts[cell.column] = cell.text;
  return Array.from(texts, (text) => text ?? "");
}

class SheetReader {
  /** Set when no header was found where one has to be. */
  hopeless = false;
  private header: { names: string[]; positions: number[]; sound: boolean } | null = null;
  private before: string[] = [];
  private met = false;
  private count = 0;

  constructor(
    private readonly report: Report,
    private readonly reading: Reading,
  ) {}

  /** The name of a column whose cells are taken; null for any other. */
  columnName(at: number): string | null {
    return (this.header?.positions[at] ?? -1) === -1 ? null : this.header!.names[at]!;
  }

  take(row: SheetRow): SourceRow | null {
    this.met = true;
    if (this.header !== null) return this.dataRow(row, this.header);
    const texts = textsOf(row);
    if (isHeader(texts)) {
      const { names, positions, findings } = understandHeader(
        texts,
        this.reading.header === "relaxed",
        row.number,
        null,
        [...OWN_COLUMNS, ""],
      );
      findings.forEach(this.report);
      this.header = { names, positions, sound: findings.length === 0 };
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
    const { formulas: _empty, ...form } = this.reading;
    if (!isOfficialReading(form)) return OFFICIAL_LAYOUT;
    return {
      ...OFFICIAL_LAYOUT,
      format: "xlsx",
      preamble: null,
      columns: this.header.names.filter((name) =>
        (RELEASE_COLUMNS as readonly string[]).includes(name),
      ),
    };
  }

  private giveUp(): void {
    this.hopeless = true;
    this.report(
      this.met
        ? fileError("missing-header", this.before.join(" ").trim())
        : fileError("empty-file"),
    );
  }

  private dataRow(
    row: SheetRow,
    header: { names: string[]; positions: number[]; sound: boolean },
  ): SourceRow | null {
    this.count++;
    const cells = new Array<string>(RELEASE_COLUMNS.length).fill("");
    let sound = header.sound;
    const problem = (
      cell: SheetCell,
      code: Finding["code"],
      severity: Severity,
      value: string = cell.text,
    ): void => {
      const column = header.names[cell.column];
      this.report({
        record: row.number,
        column: column === undefined || column === "" ? null : column,
        code,
        severity,
        value: quoteValue(value),
      });
      if (severity === "error") sound = false;
    };
    for (const cell of row.cells) {
      const position = header.positions[cell.column];
      if ((header.names[cell.column] ?? "") === "") problem(cell, "too-many-cells", "error");
      if (position === undefined || position === -1) continue;
      if (cell.kind === "error") problem(cell, "error-cell", "error");
      else if (cell.kind === "date") problem(cell, "date-cell", "notice");
      else if (cell.imprecise) problem(cell, "imprecise-number", "suspect");
      else if (cell.shown !== null)
        problem(cell, "formatted-number", "suspect", `${cell.text}, shown as ${cell.shown}`);
      if (cell.formula && cell.text !== "") problem(cell, "formula-cell", "suspect");
      else if (cell.formula) {
        const meant = this.reading.formulas === "empty";
        this.report({
          record: row.number,
          column: header.names[cell.column]!,
          code: meant ? "formula-taken-as-empty" : "formula-without-result",
          severity: meant ? "notice" : "error",
          value: null,
        });
      }
      for (const trouble of cellTroubles(cell.text, false))
        problem(cell, trouble.code, trouble.severity, trouble.value);
      cells[position] = cell.text;
    }
    return sound ? { record: row.number, cells, style: 0 } : null;
  }
}
