import type { Token } from "stream-json/core/parser.js";
import { CsvScanner, type CsvRecord } from "./csv-records";
import { scalarText, type ObjectReader } from "./json-rows";
import { readListOfObjects } from "./read-json";
import { readLinesOfObjects } from "./read-json-lines";
import { readSheet } from "./read-xlsx";
import { SEPARATORS, type Reading } from "./reading";
import {
  BATCH_SIZE,
  DEFAULT_MAX_ROWS,
  fileError,
  quoteValue,
  tooManyRows,
  type ReadOptions,
  type ReleaseFormat,
  type Report,
} from "./release-file";
import { isDamaged, readUtf8, showDamage } from "./utf8-text";

/** One record of a table with columns of any names. */
export interface RecordRow {
  /** 1-based, as SourceRow.record. */
  record: number;
  /** The 1-based physical line on which it begins, where the format has lines. */
  line: number | null;
  /** In the order of the columns; shorter where the last ones are missing. None where the record could not be read. */
  cells: string[];
  /**
   * A finding's code (see finding-words) where the record could not be read as a row; `replaced` where it could, but held
   * characters that no text can keep (NUL, half of a character): U+FFFD stands in their place; `unescaped-quotes` where
   * the cells are as they would be if quotes inside unquoted cells were text.
   */
  fault: string | null;
  /** What was found there, cut to 200 characters. */
  detail: string | null;
}

/** A file as the readers need it: the text formats come as bytes, a workbook is read from its place. */
export interface RecordSource {
  format: ReleaseFormat;
  path: string;
  bytes: () => AsyncIterable<Uint8Array>;
}

export interface RecordOptions extends ReadOptions {
  /** Whether a record of a CSV file or a sheet names the columns. Asked of the first ten; without one, the first with two cells does. */
  isHeader: (cells: readonly string[]) => boolean;
  /** The sheet of a workbook with several; without one, the first. */
  isSheet: (name: string) => boolean;
}

/** A file with more columns than this is something else than a table. */
const MAX_COLUMNS = 300;
const HEADER_WITHIN = 10;

/**
 * Reads a table of any columns from CSV, XLSX, JSON or JSON Lines, batch by batch. A record that cannot be read is a row with
 * its fault, so that nothing goes missing; records without any text are passed over.
 * @returns the columns' names, each another; null if the file cannot be read as a whole, which is reported.
 */
export async function* readRecords(
  source: RecordSource,
  report: Report,
  options: RecordOptions,
): AsyncGenerator<RecordRow[], string[] | null> {
  switch (source.format) {
    case "csv":
      return yield* readCsvTable(source.bytes(), report, options);
    case "xlsx":
      return yield* readSheetTable(source.path, report, options);
    case "jsonl": {
      const objects = new RecordObjects();
      return objects.columnsOf(
        yield* readLinesOfObjects(source.bytes(), objects, report, options),
        report,
      );
    }
    case "json": {
      const objects = new RecordObjects();
      return objects.columnsOf(
        yield* readListOfObjects(source.bytes(), objects, report, options),
        report,
      );
    }
  }
}

async function* readCsvTable(
  bytes: AsyncIterable<Uint8Array>,
  report: Report,
  options: RecordOptions,
): AsyncGenerator<RecordRow[], string[] | null> {
  const reading = options.reading ?? {};
  const maxRows = options.maxRows ?? DEFAULT_MAX_ROWS;
  const scanner = new CsvScanner(
    reading.separator === undefined ? "," : SEPARATORS[reading.separator],
  );
  let count = 0;
  const head = new Head<CsvRecord>(options.isHeader, (record) =>
    record.fault === null ? record.cells : [],
  );
  let batch: RecordRow[] = [];
  let damaged = false;
  let all = "";
  const take = (record: CsvRecord) => {
    const row = csvRow(record, head.columns!.length, damaged, reading);
    if (row === null) return;
    count++;
    batch.push(row);
  };
  const feed = (final: boolean) => {
    for (let record = scanner.next(final); record !== null; record = scanner.next(final)) {
      if (head.columns !== null) take(record);
      else if (head.take(record)) {
        scanner.expectCells(head.columns!.length);
        head.waiting.forEach(take);
      }
    }
  };
  for await (const piece of readUtf8(bytes, options)) {
    if ("failure" in piece) {
      report(piece.failure);
      return null;
    }
    damaged ||= piece.damaged;
    if (all.length < 1_000) all += piece.text;
    scanner.feed(piece.text);
    feed(false);
    if (count > maxRows) break;
    if (batch.length >= BATCH_SIZE) {
      yield batch;
      batch = [];
    }
  }
  if (count <= maxRows) feed(true);
  if (count > maxRows) {
    report(tooManyRows(maxRows));
    return null;
  }
  if (head.columns === null && head.end()) head.waiting.forEach(take);
  if (batch.length > 0) yield batch;
  return columnsOrReport(head.columns, all, report);
}

function csvRow(
  record: CsvRecord,
  columns: number,
  damaged: boolean,
  reading: Reading,
): RecordRow | null {
  const place = { record: record.record, line: record.line };
  const broken = (fault: string, value: string): RecordRow => ({
    ...place,
    cells: [],
    fault,
    detail: keepable(quoteValue(isDamaged(value) ? showDamage(value) : value)).text,
  });
  if (record.fault !== null) return broken(record.fault.code, record.fault.value);
  if (record.cells.every((cell) => cell === "")) return null;
  if (damaged && isDamaged(record.raw)) return broken("wrong-encoding", record.raw);
  if (record.cells.length < columns || record.cells.slice(columns).some((cell) => cell !== "")) {
    return broken(
      record.cells.length < columns ? "too-few-cells" : "too-many-cells",
      `${record.cells.length} instead of ${columns}: ${record.raw.trimEnd()}`,
    );
  }
  const row = { ...place, ...keepableCells(record.cells.slice(0, columns)), detail: null };
  const unescaped = record.literal[0];
  if (unescaped === undefined || reading.quotes === "literal" || row.fault !== null) return row;
  return { ...row, fault: "unescaped-quotes", detail: quoteValue(row.cells[unescaped] ?? "") };
}

/**
 * The reading in which the beginning of a CSV file names columns: the official one (empty), or another separator. Null if
 * there is none.
 * @param complete whether the text is the whole file
 */
export function offeredRecordReading(
  text: string,
  complete: boolean,
  isHeader: RecordOptions["isHeader"],
): Reading | null {
  const found = ([{}, { separator: "semicolon" }, { separator: "tab" }] as const).find(
    (reading: Reading) => {
      const scanner = new CsvScanner(
        reading.separator === undefined ? "," : SEPARATORS[reading.separator],
      );
      scanner.feed(text.replace(/^\uFEFF/, ""));
      for (let count = 0; count < HEADER_WITHIN; count++) {
        const record = scanner.next(complete);
        if (record === null) return false;
        if (record.fault === null && isHeader(record.cells)) return true;
      }
      return false;
    },
  );
  return found ?? null;
}

async function* readSheetTable(
  path: string,
  report: Report,
  options: RecordOptions,
): AsyncGenerator<RecordRow[], string[] | null> {
  interface Cells {
    number: number;
    cells: string[];
    changed: { at: number; code: string; value: string }[];
  }
  const head = new Head<Cells>(options.isHeader, (row) => row.cells);
  let batch: RecordRow[] = [];
  const take = ({ number, cells, changed }: Cells) => {
    const columns = head.columns!.length;
    for (const { at, code, value } of changed)
      report({
        record: number,
        column: head.columns![at] ?? null,
        code,
        severity: "suspect",
        value: quoteValue(value),
      });
    if (cells.slice(columns).some((cell) => cell !== ""))
      batch.push({ record: number, line: null, cells: [], fault: "too-many-cells", detail: null });
    else
      batch.push({
        record: number,
        line: null,
        ...keepableCells(cells.slice(0, columns)),
        detail: null,
      });
  };
  const named = options.reading?.sheet;
  const sheet = readSheet(
    path,
    (sheets) =>
      named === undefined
        ? (sheets.find(({ name }) => options.isSheet(name)) ?? sheets[0] ?? null)
        : (sheets.find(({ name }) => name === named) ?? null),
    report,
    { ...options, columnName: (at) => head.columns?.[at] ?? null },
  );
  for (let next = await sheet.next(); ; next = await sheet.next()) {
    if (next.done) {
      if (!next.value) return null;
      break;
    }
    for (const row of next.value) {
      const cells: string[] = [];
      const changed: Cells["changed"] = [];
      for (const cell of row.cells) {
        cells[cell.column] = cell.text;
        if (cell.imprecise)
          changed.push({ at: cell.column, code: "imprecise-number", value: cell.text });
        else if (cell.shown !== null)
          changed.push({
            at: cell.column,
            code: "formatted-number",
            value: `${cell.text}, shown as ${cell.shown}`,
          });
        if (cell.formula && cell.text === "")
          changed.push({ at: cell.column, code: "formula-without-result", value: "" });
      }
      const found = { number: row.number, changed, cells: Array.from(cells, (cell) => cell ?? "") };
      if (head.columns !== null) take(found);
      else if (head.take(found)) head.waiting.forEach(take);
    }
    if (batch.length >= BATCH_SIZE) {
      yield batch;
      batch = [];
    }
  }
  if (head.columns === null && head.end()) head.waiting.forEach(take);
  if (batch.length > 0) yield batch;
  return columnsOrReport(head.columns, "", report);
}

function columnsOrReport(columns: string[] | null, text: string, report: Report): string[] | null {
  if (columns === null)
    report(
      fileError(
        text.trim() === "" ? "empty-file" : "no-columns",
        text === "" ? null : keepable(text).text,
      ),
    );
  else if (columns.length > MAX_COLUMNS)
    report(fileError("too-many-columns", String(columns.length)));
  return columns === null || columns.length > MAX_COLUMNS ? null : columns;
}

/** Finds the record that names the columns among the first ones. */
class Head<Record> {
  /** Null until it is found. */
  columns: string[] | null = null;
  /** Records behind the header that were met before it was known to be one. */
  waiting: Record[] = [];
  private met: Record[] = [];

  constructor(
    private readonly isHeader: (cells: readonly string[]) => boolean,
    private readonly cellsOf: (record: Record) => readonly string[],
  ) {}

  /** Takes the next record; true once the columns are known. */
  take(record: Record): boolean {
    this.met.push(record);
    if (this.isHeader(this.cellsOf(record))) return this.found(this.met.length - 1);
    return this.met.length >= HEADER_WITHIN && this.end();
  }

  /** Settles for the first record with two cells; true if there is one. */
  end(): boolean {
    const at = this.met.findIndex(
      (record) => this.cellsOf(record).filter((cell) => cell.trim() !== "").length >= 2,
    );
    return at !== -1 && this.found(at);
  }

  private found(at: number): boolean {
    const cells = [...this.cellsOf(this.met[at]!)];
    while (cells.at(-1)?.trim() === "") cells.pop();
    this.columns = distinctNames(cells);
    this.waiting = this.met.slice(at + 1);
    this.met = [];
    return true;
  }
}

/** Names of columns, each another: a repeated one gets a number, an empty one the place it has. */
function distinctNames(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.map((raw, at) => {
    const name = keepable(raw).text.trim() || `column ${at + 1}`;
    let distinct = name;
    for (let number = 2; seen.has(distinct); number++) distinct = `${name} (${number})`;
    seen.add(distinct);
    return distinct;
  });
}

/** Makes rows of JSON objects of any fields; a list or an object within one is kept as its JSON text. */
class RecordObjects implements ObjectReader<RecordRow> {
  count = 0;
  private readonly columns = new Map<string, number>();
  private depth = 0;
  private key = "";
  private nested = "";
  private comma = false;
  private row: RecordRow = { record: 0, line: null, cells: [], fault: null, detail: null };
  private tooMany = false;

  /** The columns after the last object; null if the file could not be read or is no table. */
  columnsOf(read: object | null, report: Report): string[] | null {
    if (read === null) return null;
    if (this.tooMany) report(fileError("too-many-columns", `more than ${MAX_COLUMNS}`));
    else if (this.columns.size === 0) report(fileError("no-columns"));
    return this.tooMany || this.columns.size === 0 ? null : [...this.columns.keys()];
  }

  broken(record: number, line: number, value: string): RecordRow {
    this.count++;
    this.depth = 0;
    return { record, line, cells: [], fault: "not-json", detail: keepable(value).text };
  }

  take(token: Token, line: number, record: number, damaged: boolean): RecordRow | "more" | null {
    if (this.depth === 0) {
      this.count++;
      this.row = { record, line, cells: [], fault: null, detail: null };
      if (token.name === "startObject") this.depth = 1;
      else {
        this.row.fault = "not-an-object";
        if (token.name !== "startArray")
          return { ...this.row, detail: quoteValue(keepable(scalarText(token) ?? "").text) };
        this.depth = 1;
        this.key = "";
      }
      return "more";
    }
    switch (token.name) {
      case "keyValue":
        if (this.depth === 1) this.key = keepable(token.value).text;
        else this.write(`${JSON.stringify(token.value)}:`, false);
        return "more";
      case "startObject":
      case "startArray":
        if (this.depth++ === 1) {
          this.nested = "";
          this.comma = false;
        }
        this.write(token.name === "startObject" ? "{" : "[", false);
        return "more";
      case "endObject":
      case "endArray":
        if (--this.depth === 0)
          return this.row.fault === "not-an-object"
            ? { ...this.row, cells: [] }
            : { ...this.row, cells: Array.from(this.row.cells, (cell) => cell ?? "") };
        this.comma = false;
        this.write(token.name === "endObject" ? "}" : "]", true);
        if (this.depth === 1) this.set(this.nested, damaged);
        return "more";
      default: {
        const text =
          token.name === "trueValue"
            ? "true"
            : token.name === "falseValue"
              ? "false"
              : scalarText(token);
        if (text === null) return "more";
        if (this.depth === 1) this.set(text, damaged);
        else
          this.write(
            token.name === "stringValue"
              ? JSON.stringify(text)
              : token.name === "nullValue"
                ? "null"
                : text,
            true,
          );
        return "more";
      }
    }
  }

  private write(text: string, ends: boolean): void {
    this.nested += this.comma ? `,${text}` : text;
    this.comma = ends;
  }

  private set(raw: string, damaged: boolean): void {
    if (damaged && isDamaged(raw)) {
      this.row.fault = "wrong-encoding";
      this.row.detail = quoteValue(showDamage(raw));
    }
    let at = this.columns.get(this.key);
    if (at === undefined) {
      if (this.row.fault === "not-an-object") return;
      if (this.columns.size >= MAX_COLUMNS) {
        this.tooMany = true;
        return;
      }
      at = this.columns.size;
      this.columns.set(this.key, at);
    }
    const { text, replaced } = keepable(raw);
    if (replaced) this.row.fault ??= "replaced";
    this.row.cells[at] = text;
  }
}

const UNKEEPABLE = /\0|\p{Surrogate}/gu;

/** A text as a database can keep it: NUL and halves of characters become U+FFFD. */
export function keepable(text: string): { text: string; replaced: boolean } {
  const kept = text.replace(UNKEEPABLE, "\uFFFD");
  return { text: kept, replaced: kept !== text };
}

function keepableCells(cells: readonly string[]): Pick<RecordRow, "cells" | "fault"> {
  let fault: string | null = null;
  const kept = cells.map((cell) => {
    const { text, replaced } = keepable(cell);
    if (replaced) fault = "replaced";
    return text;
  });
  return { cells: kept, fault };
}
