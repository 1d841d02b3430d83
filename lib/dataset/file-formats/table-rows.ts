import type { CsvRecord } from "./csv-records";
import {
  fileError,
  quoteValue,
  tooManyRows,
  type Finding,
  type ReadOptions,
  type Report,
  type Severity,
} from "./release-file";

/** What is wrong with a record, or odd about it. */
export interface Remark {
  /** See finding-messages. */
  code: string;
  /** An `error` means that the record, or the cell, is not as someone wrote it. */
  severity: Severity;
  /** The cell that it concerns, from 0; null for the whole record. */
  cell: number | null;
  /** What was found there, cut to 200 characters. */
  value: string | null;
}

/** One record of a table, in any format. */
export interface TableRow {
  /** 1-based, as SourceRow.record. */
  record: number;
  /** The 1-based physical line on which it begins, where the format has lines. */
  line: number | null;
  /**
   * By column; shorter where the last ones are missing, and without an element where a JSON object lacks the field.
   * None if the record could not be read as a row.
   */
  cells: string[];
  remarks: readonly Remark[];
  /** CSV: how it was written. */
  csv: CsvRecord | null;
  /** JSON: fields that hold a list or an object. Of a list of scalars its texts, otherwise null; the cell has the JSON text. */
  nested: ReadonlyMap<number, readonly string[] | null> | null;
}

/** Some rows, and all columns met so far: JSON may bring further ones later. */
export interface TableBatch {
  columns: readonly string[];
  rows: TableRow[];
}

/** The columns of a CSV file or a sheet. */
export interface TableHeader {
  /** For each column of the file. Cells of a column without a name must be empty. */
  names: readonly string[];
  /** CSV: each record has as many cells as the header. Otherwise it may end in further empty ones. */
  exact: boolean;
  /** Columns that are passed over: nothing about them is remarked on. */
  ignored?: ReadonlySet<number>;
  /** What is wrong with the header. */
  findings?: readonly Finding[];
}

/** What is known of a table once it was read to its end. */
export interface TableEnd {
  columns: readonly string[];
  /** How many records with any text there were behind the header, readable or not. */
  rows: number;
  bom: boolean;
  /** CSV: what stands around its rows. */
  csv: {
    preamble: string;
    header: CsvRecord;
    ending: string;
  } | null;
}

/** A table's file: text formats are read as a stream of bytes, a workbook needs random access (a path, or its bytes). */
export type TableSource =
  | { format: "csv" | "json" | "jsonl"; bytes: AsyncIterable<Uint8Array> }
  | { format: "xlsx"; file: string | Uint8Array };

/** What an importer says about the columns of its tables. Fields of JSON objects need no header. */
export interface TableOptions extends ReadOptions {
  /** The columns that a record of a CSV file or a sheet names; null if it is no header. Asked of the first ten records. */
  header: (record: TableRow) => TableHeader | null;
  /** The same where none of the ten is one: the first record that this accepts is the header. */
  otherwise?: (record: TableRow) => TableHeader | null;
  /** The finding's code where there is no header. */
  noHeader: "missing-header" | "no-columns";
  /** Whether a sheet of this name is meant. */
  sheet: (name: string) => boolean;
  /** Where none is so named: the workbook's only sheet, or the first that holds anything. */
  otherSheet: "only" | "first";
  /** Whether characters that look damaged or are invisible are remarked on (see cellTroubles). */
  suspects: boolean;
}

export const NO_REMARKS: readonly Remark[] = [];

/** A file with more columns than this is something else than a table. */
export const MAX_COLUMNS = 300;

/** The header has to be among the first so many records. */
export const HEADER_WITHIN = 10;

/** A remark as a finding about a file. */
export function findingOf(
  row: Pick<TableRow, "record" | "line">,
  { code, severity, value }: Remark,
  column: string | null,
): Finding {
  return {
    record: row.record,
    ...(row.line !== null && { line: row.line }),
    column: column === null || column === "" ? null : quoteValue(column),
    code,
    severity,
    value,
  };
}

/** Finds the header among the first records of a CSV file or a sheet, and counts the rows behind it. */
export class TableHead {
  /** Null until it is found. */
  header: TableHeader | null = null;
  /** The record that is the header. */
  record: TableRow | null = null;
  /** Why the rest of the file is not read. */
  failure: Finding | null = null;
  /** How many rows were taken. */
  rows = 0;
  /** Whether no further record can be the header. */
  gaveUp = false;
  private met: TableRow[] = [];

  constructor(
    private readonly options: TableOptions,
    private readonly report: Report,
    private readonly maxRows: number,
  ) {}

  /** Takes a record while there is no header. Returns the rows that are known by it: those between header and it. */
  take(record: TableRow): TableRow[] {
    this.met.push(record);
    const header = this.mayBeHeader(record) ? this.options.header(record) : null;
    if (header !== null) return this.found(header, this.met.length - 1);
    return this.met.length >= HEADER_WITHIN ? this.settle() : [];
  }

  /** Settles for another record as the header; without one, it gives up. */
  settle(): TableRow[] {
    for (const [at, record] of this.met.entries()) {
      const header = this.mayBeHeader(record) ? this.options.otherwise?.(record) : null;
      if (header) return this.found(header, at);
    }
    this.gaveUp = true;
    for (const row of this.met) this.reportRemarks(row);
    return [];
  }

  /** Counts a row; false once there are too many. */
  count(): boolean {
    if (++this.rows <= this.maxRows) return true;
    this.failure = tooManyRows(this.maxRows);
    return false;
  }

  /** A header with a lone CR is a file of the old Macintosh, all of it one record to us. */
  private mayBeHeader({ cells }: TableRow): boolean {
    return cells.length > 0 && !cells.some((cell) => LONE_CR.test(cell));
  }

  private found(header: TableHeader, at: number): TableRow[] {
    for (const row of this.met.slice(0, at + 1)) this.reportRemarks(row);
    header.findings?.forEach(this.report);
    this.header = header;
    this.record = this.met[at]!;
    const width = header.names.findLastIndex((name) => name !== "") + 1;
    if (width > MAX_COLUMNS) this.failure = fileError("too-many-columns", String(width));
    const rows = this.met.slice(at + 1);
    this.met = [];
    return rows;
  }

  private reportRemarks(row: TableRow): void {
    for (const remark of row.remarks) this.report(findingOf(row, remark, null));
  }
}

const LONE_CR = /\r(?!\n)/;
