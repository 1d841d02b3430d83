import { CsvScanner, type CsvRecord } from "./csv-records";
import { cellTroubles } from "./text-issues";
import { detectFormat } from "./detect-format";
import { jsonTokenizer } from "./json-tokens";
import {
  DEFAULT_MAX_ROWS,
  fileError,
  quoteValue,
  tooManyRows,
  type Finding,
  type ReleaseFormat,
  type Report,
} from "./release-file";
import { SEPARATORS, type Reading } from "./reading";
import { isDamaged, readUtf8, showDamage } from "./utf8-text";
import { DamagedWorkbook, WorkbookTooLarge, XlsxPackage } from "./xlsx-package";
import { SheetRows } from "./xlsx-sheet";

/** A row of any table, as texts. */
export interface TableRow {
  /** Where it stands, as a person counts: the physical line of CSV and JSON Lines, the row of a sheet, the number of a JSON element. */
  place: number;
  /** By column; shorter where the last ones are empty. */
  cells: string[];
}

/** Some rows, and all columns met so far (JSON may bring further ones later). */
export interface TableBatch {
  columns: readonly string[];
  rows: TableRow[];
}

const BATCH = 1_000;
const PIECE = 262_144;

/** How a person finds the place of a row again: "line 12". */
export function placeWord(format: ReleaseFormat): "line" | "row" | "element" {
  return format === "xlsx" ? "row" : format === "json" ? "element" : "line";
}

/** The format of a table's file; null (and a finding) if it is none that can be read. */
export function tableFormat(
  fileName: string,
  bytes: Uint8Array,
  report: Report,
): ReleaseFormat | null {
  const format = detectFormat(fileName, bytes.subarray(0, 4096));
  if (format !== "binary") return format;
  report(fileError("binary-file"));
  return null;
}

/** How many bytes of a file are read to detect its form. */
const HEAD = 65_536;
/** The least columns that make a header of any table. */
const LEAST_COLUMNS = 3;

/**
 * Returns the reading in which the first record of a table names columns: empty for commas and for other formats, another
 * separator where only that one parts it, and literal quotes where cells near the beginning have quotes that are not escaped.
 */
export function offeredTableReading(format: ReleaseFormat, bytes: Uint8Array): Reading {
  if (format !== "csv") return {};
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEAD))
    .toString("utf8")
    .replace(/^\uFEFF/, "");
  const complete = bytes.byteLength <= HEAD;
  const found = ([{}, { separator: "semicolon" }, { separator: "tab" }] as const).find(
    (reading: Reading) => {
      const [header] = recordsOf(head, complete, reading);
      return (
        header?.fault === null &&
        header.cells.filter((name) => name.trim() !== "").length >= LEAST_COLUMNS
      );
    },
  );
  if (found === undefined) return {};
  const records = recordsOf(head, complete, found);
  return records.some(({ fault, literal }) => fault === null && literal.length > 0)
    ? { ...found, quotes: "literal" }
    : found;
}

/** The records of the beginning of a file that hold anything. */
function recordsOf(head: string, complete: boolean, { separator }: Reading): CsvRecord[] {
  const scanner = new CsvScanner(separator === undefined ? "," : SEPARATORS[separator]);
  scanner.feed(head);
  const records: CsvRecord[] = [];
  for (let record = scanner.next(complete); record !== null; record = scanner.next(complete)) {
    if (record.cells.every((cell) => cell === "") && record.fault === null) continue;
    if (records.length === 0) scanner.expectCells(record.cells.length);
    records.push(record);
  }
  return records;
}

/**
 * Reads a table with whatever columns: CSV with a header, the first sheet of a workbook that holds anything (its first
 * row is the header), a JSON array of flat objects, or JSON Lines. Numbers keep the text they have in the file. Rows
 * with an error are reported and left out.
 * @param pause awaited between pieces, so that a server can attend to others
 * @param reading how a CSV file is read that is not separated by commas, or whose quotes are not escaped
 */
export async function* readTable(
  format: ReleaseFormat,
  bytes: Uint8Array,
  report: Report,
  pause: () => Promise<void> = async () => {},
  reading: Reading = {},
): AsyncGenerator<TableBatch, void> {
  if (bytes.length === 0) report(fileError("empty-file"));
  else if (format === "xlsx") yield* readFirstSheet(bytes, report);
  else if (format === "csv") yield* readCsvTable(inPieces(bytes, pause), report, reading);
  else yield* readObjects(format, inPieces(bytes, pause), report);
}

async function* inPieces(
  bytes: Uint8Array,
  pause: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    if (at > 0) await pause();
    yield bytes.subarray(at, at + PIECE);
  }
}

async function* readCsvTable(
  pieces: AsyncIterable<Uint8Array>,
  report: Report,
  reading: Reading,
): AsyncGenerator<TableBatch, void> {
  const table = new CsvTable(report, reading);
  for await (const piece of readUtf8(pieces)) {
    if ("failure" in piece) return report(piece.failure);
    table.add(piece.text, piece.damaged);
    if (table.columns !== null && table.rows.length >= BATCH) yield table.takeBatch();
  }
  table.end();
  if (table.columns === null) report(fileError("empty-file"));
  else yield table.takeBatch();
}

class CsvTable {
  columns: string[] | null = null;
  rows: TableRow[] = [];
  private readonly scanner: CsvScanner;
  private damaged = false;

  constructor(
    private readonly report: Report,
    private readonly reading: Reading,
  ) {
    this.scanner = new CsvScanner(
      reading.separator === undefined ? "," : SEPARATORS[reading.separator],
    );
  }

  add(text: string, damaged: boolean): void {
    this.damaged ||= damaged;
    this.scanner.feed(text);
    this.scan(false);
  }

  end(): void {
    this.scan(true);
  }

  takeBatch(): TableBatch {
    const rows = this.rows;
    this.rows = [];
    return { columns: this.columns ?? [], rows };
  }

  private scan(final: boolean): void {
    for (let record = this.scanner.next(final); record !== null; record = this.scanner.next(final))
      this.take(record);
  }

  private take(record: CsvRecord): void {
    const { cells, fault } = record;
    if (fault !== null) return this.problem(record, fault.code, fault.cell, fault.value);
    if (cells.every((cell) => cell === "")) return;
    const unescaped = record.literal[0];
    if (unescaped !== undefined && this.reading.quotes !== "literal")
      return this.problem(record, "unescaped-quotes", unescaped, cells[unescaped]!);
    for (const [at, cell] of cells.entries()) {
      const trouble = cellTroubles(cell, this.damaged).find(({ severity }) => severity === "error");
      if (trouble !== undefined) return this.problem(record, trouble.code, at, trouble.value);
    }
    if (this.columns === null) {
      this.columns = cells.map((name) => name.trim());
      this.scanner.expectCells(cells.length);
      return;
    }
    const width = this.columns.length;
    if (cells.length < width || cells.slice(width).some((cell) => cell !== "")) {
      return this.problem(
        record,
        cells.length < width ? "too-few-cells" : "too-many-cells",
        null,
        `${cells.length} instead of ${width}`,
      );
    }
    this.rows.push({ place: record.line, cells });
  }

  private problem(record: CsvRecord, code: string, cell: number | null, value: string): void {
    const column = cell === null ? null : (this.columns?.[cell] ?? null);
    this.report({
      record: record.record,
      line: record.line,
      column,
      code,
      severity: "error",
      value: quoteValue(isDamaged(value) ? showDamage(value) : value),
    });
  }
}

async function* readFirstSheet(
  bytes: Uint8Array,
  report: Report,
): AsyncGenerator<TableBatch, void> {
  let workbook: XlsxPackage | null = null;
  try {
    workbook = await XlsxPackage.open(bytes);
    const parts = await workbook.workbook();
    const context = {
      strings: await workbook.strings(parts.strings),
      styles: await workbook.cellStyles(parts.styles),
      date1904: parts.date1904,
      maxRows: DEFAULT_MAX_ROWS,
    };
    for (const sheet of parts.sheets) {
      const rows = new SheetRows(context);
      let columns: string[] | null = null;
      for await (const _ of workbook.sheet(sheet.path, rows)) {
        if (rows.tooManyRows) return report(tooManyRows(DEFAULT_MAX_ROWS));
        const batch: TableRow[] = [];
        for (const row of rows.rows) {
          const cells: string[] = [];
          for (const cell of row.cells) {
            cells[cell.column] = cell.text;
            if (cell.kind === "error")
              report({
                record: row.number,
                column: columns?.[cell.column] ?? null,
                code: "error-cell",
                severity: "error",
                value: quoteValue(cell.text),
              });
          }
          const texts = Array.from(cells, (cell) => cell ?? "");
          if (columns === null) columns = texts.map((name) => name.trim());
          else batch.push({ place: row.number, cells: texts });
        }
        rows.rows = [];
        if (columns !== null && batch.length > 0) yield { columns, rows: batch };
      }
      if (columns !== null) {
        yield { columns, rows: [] };
        return;
      }
    }
    report(fileError("empty-file"));
  } catch (error) {
    if (error instanceof WorkbookTooLarge) report(fileError("too-large", error.message));
    else if (error instanceof DamagedWorkbook) report(fileError("damaged-file", error.message));
    else throw error;
  } finally {
    workbook?.close();
  }
}

async function* readObjects(
  format: "json" | "jsonl",
  pieces: AsyncIterable<Uint8Array>,
  report: Report,
): AsyncGenerator<TableBatch, void> {
  const objects = new FlatObjects(report);
  const text = format === "jsonl" ? new JsonLines(objects, report) : new JsonArray(objects, report);
  for await (const piece of readUtf8(pieces)) {
    if ("failure" in piece) return report(piece.failure);
    if (piece.damaged) return report(fileError("wrong-encoding", "another encoding"));
    if (!text.add(piece.text)) break;
    if (objects.rows.length >= BATCH) yield objects.takeBatch();
  }
  text.end();
  yield objects.takeBatch();
}

class JsonLines {
  private rest = "";
  private line = 0;

  constructor(
    private readonly objects: FlatObjects,
    private readonly report: Report,
  ) {}

  add(text: string): boolean {
    const lines = (this.rest + text).split("\n");
    this.rest = lines.pop()!;
    for (const line of lines) this.takeLine(line);
    return true;
  }

  end(): void {
    this.takeLine(this.rest);
  }

  private takeLine(text: string): void {
    this.line++;
    if (text.trim() === "") return;
    let tokens: Token[];
    try {
      const tokenizer = jsonTokenizer();
      tokens = [...tokenizer.write(text), ...tokenizer.end()];
    } catch {
      this.report({
        record: this.line,
        line: this.line,
        column: null,
        code: "not-json",
        severity: "error",
        value: quoteValue(text.trim()),
      });
      return;
    }
    for (const token of tokens) this.objects.take(token, this.line);
  }
}

type Token = ReturnType<ReturnType<typeof jsonTokenizer>["write"]>[number];

/** The elements of an array, or of the first array within an object. */
class JsonArray {
  private readonly tokenizer = jsonTokenizer();
  private element = 0;
  private within: "before" | "array" | "after" = "before";
  private inElement = false;
  private failed = false;

  constructor(
    private readonly objects: FlatObjects,
    private readonly report: Report,
  ) {}

  add(text: string): boolean {
    return this.read(() => this.tokenizer.write(text));
  }

  end(): void {
    if (this.read(() => this.tokenizer.end()) && this.within === "before")
      this.report(fileError("not-json", "no list of objects found"));
  }

  private read(tokens: () => readonly Token[]): boolean {
    if (this.failed) return false;
    try {
      for (const token of tokens()) this.take(token);
    } catch {
      this.failed = true;
      this.report(
        fileError(
          "not-json",
          this.element === 0 ? null : `invalid JSON at or after element ${this.element}`,
        ),
      );
    }
    return !this.failed;
  }

  private take(token: Token): void {
    if (this.within === "before" && token.name === "startArray") this.within = "array";
    else if (this.within === "array" && !this.inElement && token.name === "endArray")
      this.within = "after";
    else if (this.within === "array") {
      if (!this.inElement) this.element++;
      this.inElement = this.objects.take(token, this.element);
    }
  }
}

/** Makes rows of flat objects, token by token. Fields that hold lists or objects have no column. */
class FlatObjects {
  rows: TableRow[] = [];
  private readonly columns: string[] = [];
  private readonly positions = new Map<string, number>();
  private depth = 0;
  private inList = false;
  private key = "";
  private cells: string[] = [];

  constructor(private readonly report: Report) {}

  takeBatch(): TableBatch {
    const rows = this.rows;
    this.rows = [];
    return { columns: [...this.columns], rows };
  }

  /** Takes the next token of an element; false at its end. */
  take(token: Token, place: number): boolean {
    switch (token.name) {
      case "startObject":
      case "startArray":
        if (this.depth++ === 0) {
          this.cells = [];
          this.inList = token.name === "startArray";
          if (this.inList) this.notAnObject(place);
        }
        return true;
      case "endObject":
      case "endArray":
        if (--this.depth === 0 && !this.inList)
          this.rows.push({ place, cells: Array.from(this.cells, (cell) => cell ?? "") });
        return this.depth > 0;
      case "keyValue":
        if (this.depth === 1) this.key = token.value;
        return true;
    }
    const text = scalarText(token);
    if (text !== null && this.depth === 0) this.notAnObject(place);
    if (text !== null && this.depth === 1 && !this.inList)
      this.cells[this.position(this.key)] = text;
    return this.depth > 0;
  }

  private position(key: string): number {
    const found = this.positions.get(key);
    if (found !== undefined) return found;
    this.positions.set(key, this.columns.length);
    return this.columns.push(key) - 1;
  }

  private notAnObject(place: number): void {
    const finding: Finding = {
      record: place,
      line: place,
      column: null,
      code: "not-an-object",
      severity: "error",
      value: null,
    };
    this.report(finding);
  }
}

function scalarText(token: Token): string | null {
  switch (token.name) {
    case "stringValue":
    case "numberValue":
      return token.value;
    case "trueValue":
      return "true";
    case "falseValue":
      return "false";
    case "nullValue":
      return "";
    default:
      return null;
  }
}
