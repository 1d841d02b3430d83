import {
  BATCH_SIZE,
  DEFAULT_MAX_INFLATED,
  DEFAULT_MAX_ROWS,
  fileError,
  quoteValue,
  tooManyRows,
  type Finding,
  type ReadOptions,
  type Report,
} from "./release-file";
import {
  HEADER_WITHIN,
  NO_REMARKS,
  TableHead,
  type Remark,
  type TableBatch,
  type TableEnd,
  type TableOptions,
  type TableRow,
} from "./table-rows";
import { cellErrors, cellTroubles } from "./text-issues";
import { DamagedWorkbook, WorkbookTooLarge, XlsxPackage, type WorkbookSheet } from "./xlsx-package";
import { SheetRows, type SheetCell, type SheetContext, type SheetRow } from "./xlsx-sheet";
import { countOf, formatCount } from "@/lib/platform/format";

/**
 * Reads one sheet of a workbook: see readTable. Empty rows are passed over. What a spreadsheet program typed becomes text
 * again: TRUE and FALSE, the shortest number, MM/DD/YYYY; where that is not what someone sees or typed, it is remarked on.
 * @param source a path, or the file's bytes: the format needs random access
 */
export async function* readSheetRows(
  source: string | Uint8Array,
  report: Report,
  options: TableOptions,
): AsyncGenerator<TableBatch, TableEnd | null> {
  const head = new TableHead(options, report, options.maxRows ?? DEFAULT_MAX_ROWS);
  let batch: TableRow[] = [];
  const takeBatch = (): TableBatch => {
    const rows = batch;
    batch = [];
    return { columns: head.header!.names, rows };
  };
  const take = (row: TableRow): void => {
    if (head.count()) batch.push(withinHeader(row, head));
  };
  const preamble: string[] = [];
  const name = (at: number): string | null => {
    const found = head.header?.names[at];
    return found === undefined || found === "" || head.header!.ignored?.has(at) ? null : found;
  };
  // What is said of the workbook comes behind what is said of its rows.
  const later: Finding[] = [];
  const say = (finding: Finding) =>
    finding.record === null ? later.push(finding) : report(finding);
  const sheet = readSheet(source, say, { ...options, columnName: name });
  try {
    for (;;) {
      const next = await sheet.next();
      if (next.done && !next.value) {
        later.forEach(report);
        return null;
      }
      if (next.done) break;
      for (const found of next.value) {
        const row = rowOf(found, options);
        if (head.header !== null) take(row);
        else {
          head.take(row).forEach(take);
          if (head.header === null) preamble.push(row.cells.join(" "));
        }
        if (head.failure !== null || head.gaveUp) break;
      }
      if (head.failure !== null || head.gaveUp) break;
      if (batch.length >= BATCH_SIZE) yield takeBatch();
    }
  } finally {
    await sheet.return(true);
  }
  if (head.header === null && !head.gaveUp) head.settle().forEach(take);
  if (batch.length > 0 && head.failure === null) yield takeBatch();
  later.forEach(report);
  if (head.failure !== null) report(head.failure);
  else if (head.header === null)
    report(
      preamble.length === 0
        ? fileError("empty-file")
        : fileError(options.noHeader, preamble.join(" ").trim()),
    );
  return head.failure !== null || head.header === null
    ? null
    : { columns: head.header.names, rows: head.rows, bom: false, csv: null };
}

/** Names cells outside the table, and drops what is remarked on columns that are passed over. */
function withinHeader(row: TableRow, head: TableHead): TableRow {
  const { names, ignored } = head.header!;
  const beyond = row.cells.findIndex((cell, at) => cell !== "" && (names[at] ?? "") === "");
  if (beyond !== -1) {
    row.remarks = [
      ...row.remarks,
      {
        code: "too-many-cells",
        severity: "error",
        cell: beyond,
        value: quoteValue(row.cells[beyond]!),
      },
    ];
    row.cells = [];
  }
  if (ignored !== undefined && row.remarks.length > 0)
    row.remarks = row.remarks.filter(({ cell }) => cell === null || !ignored.has(cell));
  return row;
}

function rowOf(row: SheetRow, options: TableOptions): TableRow {
  const look = options.suspects ? cellTroubles : cellErrors;
  let remarks: Remark[] | null = null;
  const remark = (cell: number, code: string, severity: Remark["severity"], value: string | null) =>
    (remarks ??= []).push({
      code,
      severity,
      cell,
      value: value === null ? null : quoteValue(value),
    });
  const cells: string[] = [];
  for (const cell of row.cells) {
    cells[cell.column] = cell.text;
    remarkOnKind(cell, options.reading?.formulas === "empty", remark);
    for (const { code, severity, value } of look(cell.text, false))
      remark(cell.column, code, severity, value);
  }
  return {
    record: row.number,
    line: null,
    cells: Array.from(cells, (cell) => cell ?? ""),
    remarks: remarks ?? NO_REMARKS,
    csv: null,
    nested: null,
  };
}

function remarkOnKind(
  cell: SheetCell,
  emptyFormulas: boolean,
  remark: (cell: number, code: string, severity: Remark["severity"], value: string | null) => void,
): void {
  const { column, kind, text } = cell;
  if (kind === "error") remark(column, "error-cell", "error", text);
  else if (kind === "date") remark(column, "date-cell", "notice", text);
  else if (cell.imprecise) remark(column, "imprecise-number", "suspect", text);
  else if (cell.shown !== null)
    remark(column, "formatted-number", "suspect", `${text}, shown as ${cell.shown}`);
  if (cell.formula && text !== "") remark(column, "formula-cell", "suspect", text);
  else if (cell.formula && emptyFormulas) remark(column, "formula-taken-as-empty", "notice", null);
  else if (cell.formula) remark(column, "formula-without-result", "error", null);
}

interface SheetOptions extends TableOptions {
  /** The name of a column (0-based) whose cells are taken; null for any other. Asked once the sheet was read. */
  columnName: (at: number) => string | null;
}

/**
 * Reads the rows of one sheet of a workbook. Reports hidden rows and columns, and which sheets were passed over. Returns
 * false if the workbook is damaged, too large, or has no such sheet, which is reported.
 */
async function* readSheet(
  source: Uint8Array | string,
  report: Report,
  options: SheetOptions,
): AsyncGenerator<SheetRow[], boolean> {
  const maxRows = options.maxRows ?? DEFAULT_MAX_ROWS;
  let workbook: XlsxPackage | null = null;
  try {
    workbook = await XlsxPackage.open(source, options.maxInflated ?? DEFAULT_MAX_INFLATED);
    const parts = await workbook.workbook();
    const context = await sheetContext(workbook, parts, options);
    const meant = meantSheets(parts.sheets, options);
    if (meant.length === 0) {
      report(fileError("wrong-sheet", parts.sheets.map(({ name }) => name).join(", ")));
      return false;
    }
    let sheet = meant[0]!;
    for (sheet of meant) {
      const rows = new SheetRows(context);
      let some = false;
      for await (const _ of workbook.sheet(sheet.path, rows)) {
        if (rows.tooManyRows) {
          report(tooManyRows(maxRows));
          return false;
        }
        for (const row of rows.rows)
          if (row.hidden) report(notice("hidden-row", row.number, null, null));
        some ||= rows.rows.length > 0;
        if (rows.rows.length > 0) yield rows.rows;
        rows.rows = [];
      }
      for (const at of rows.hiddenColumns) {
        const name = options.columnName(at);
        if (name !== null) report(notice("hidden-column", null, name, null));
      }
      if (some) break;
    }
    if (sheet.hidden) report(notice("hidden-sheet", null, null, sheet.name));
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

/** The sheet that is meant; where only one that holds anything is asked for, all of them in order. */
function meantSheets(
  sheets: readonly WorkbookSheet[],
  options: Pick<TableOptions, "reading" | "sheet" | "otherSheet">,
): WorkbookSheet[] {
  const chosen = options.reading?.sheet;
  const named =
    chosen === undefined
      ? (sheets.find(({ name }) => options.sheet(name)) ??
        sheets.find(({ name }) => options.sheet(name.trim().toLowerCase())))
      : sheets.find(({ name }) => name === chosen);
  if (named !== undefined) return [named];
  if (chosen !== undefined || (options.otherSheet === "only" && sheets.length > 1)) return [];
  return [...sheets];
}

/** A sheet of a workbook with the first of its rows that may be a header. */
export interface OfferedSheet {
  /** Null where it is the sheet that is read without asking. */
  sheet: string | null;
  header: string[];
}

/** Headers in the sheet that is read without asking, or in any where there is none. Nothing of a workbook that cannot be read. */
export async function offeredSheets(
  source: Uint8Array | string,
  isHeader: (cells: readonly string[]) => boolean,
  options: ReadOptions & Pick<TableOptions, "sheet" | "otherSheet">,
): Promise<OfferedSheet[]> {
  let workbook: XlsxPackage | null = null;
  const found: OfferedSheet[] = [];
  try {
    workbook = await XlsxPackage.open(source, options.maxInflated ?? DEFAULT_MAX_INFLATED);
    const parts = await workbook.workbook();
    const context = await sheetContext(workbook, parts, options);
    const usual = meantSheets(parts.sheets, { ...options, reading: {} });
    for (const sheet of usual.length === 0 ? parts.sheets : usual) {
      const header = await headOf(workbook, sheet, context, isHeader);
      if (header !== null) found.push({ sheet: usual.length === 0 ? sheet.name : null, header });
    }
    return found;
  } catch (error) {
    // What is wrong with it is said by whoever reads it.
    if (error instanceof WorkbookTooLarge || error instanceof DamagedWorkbook) return [];
    throw error;
  } finally {
    workbook?.close();
  }
}

async function headOf(
  workbook: XlsxPackage,
  sheet: WorkbookSheet,
  context: SheetContext,
  isHeader: (cells: readonly string[]) => boolean,
): Promise<string[] | null> {
  const rows = new SheetRows(context);
  for await (const _ of workbook.sheet(sheet.path, rows)) {
    for (const row of rows.rows) {
      const texts: string[] = [];
      for (const cell of row.cells) texts[cell.column] = cell.text;
      const cells = Array.from(texts, (text) => text ?? "");
      if (isHeader(cells)) return cells;
    }
    if (rows.rows.length >= HEADER_WITHIN) return null;
  }
  return null;
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
  report(
    notice(
      "ignored-sheet",
      null,
      null,
      `“${sheet.name}” (${sheet.hidden ? "hidden, " : ""}${size})`,
    ),
  );
}

function notice(
  code: string,
  record: number | null,
  column: string | null,
  value: string | null,
): Finding {
  return {
    record,
    column,
    code,
    severity: "notice",
    value: value === null ? null : quoteValue(value),
  };
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
    // Before the first row of the table stand its header and what may come before that.
    maxRows: (options.maxRows ?? DEFAULT_MAX_ROWS) + HEADER_WITHIN,
  };
}
