import { CsvScanner, type CsvRecord } from "./csv-records";
import { SEPARATORS, type Reading } from "./reading";
import { BATCH_SIZE, DEFAULT_MAX_ROWS, fileError, quoteValue, type Report } from "./release-file";
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
import { cellErrors, cellTroubles, mayHaveTrouble } from "./text-issues";
import { hasEncodingErrors, readUtf8, escapeInvalidChars } from "./utf8-text";

/** Reads a CSV file: see readTable. CRLF or LF, with or without a byte-order mark, separated as `options.reading` says. */
export async function* readCsvRows(
  bytes: AsyncIterable<Uint8Array>,
  report: Report,
  options: TableOptions,
): AsyncGenerator<TableBatch, TableEnd | null> {
  const rows = new CsvRows(report, options);
  for await (const piece of readUtf8(bytes, options)) {
    if ("failure" in piece) {
      report(piece.failure);
      return null;
    }
    rows.add(piece.text, piece.damaged, piece.bom);
    yield* rows.batches(false);
    if (rows.failed) break;
  }
  if (!rows.failed) yield* rows.batches(true);
  return rows.end();
}

class CsvRows {
  private readonly scanner: CsvScanner;
  private readonly head: TableHead;
  private batch: TableRow[] = [];
  private preamble = "";
  private bom = false;
  private damaged = false;
  private suspicious = false;
  private onlyLoneCr = true;
  /** Records without text that may turn out to be the file's end. */
  private empties: CsvRecord[] = [];
  private lastNewline = "";

  constructor(
    private readonly report: Report,
    private readonly options: TableOptions,
  ) {
    this.scanner = scannerOf(options.reading);
    this.head = new TableHead(options, report, options.maxRows ?? DEFAULT_MAX_ROWS);
  }

  /** Whether the rest of the file is not read. */
  get failed(): boolean {
    return this.head.failure !== null || this.head.gaveUp;
  }

  add(text: string, damaged: boolean, bom: boolean): void {
    this.bom ||= bom;
    // From the first damaged piece on every record is looked at: it may reach back into the piece before.
    this.damaged ||= damaged;
    this.scanner.feed(text);
    this.suspicious = mayHaveTrouble(this.scanner.text);
  }

  /** Full batches; with `final` also the last one. */
  *batches(final: boolean): Generator<TableBatch> {
    for (
      let record = this.scanner.next(final);
      record !== null && !this.failed;
      record = this.scanner.next(final)
    ) {
      if (this.head.header === null) this.beforeHeader(record);
      else this.take(this.rowOf(record));
      if (this.batch.length >= BATCH_SIZE) yield this.takeBatch();
    }
    if (final && !this.failed && this.head.header === null) this.behind(this.head.settle());
    if (this.batch.length > 0 && final && !this.failed) yield this.takeBatch();
  }

  end(): TableEnd | null {
    const { header, record, failure, rows } = this.head;
    if (failure !== null) this.report(failure);
    else if (header === null) this.report(this.withoutHeader());
    if (failure !== null || header === null) return null;
    return {
      columns: header.names,
      rows,
      bom: this.bom,
      csv: {
        preamble: this.preamble,
        header: record!.csv!,
        ending: this.lastNewline + this.empties.map(({ raw }) => raw).join(""),
      },
    };
  }

  private withoutHeader() {
    if (this.preamble.trim() === "") return fileError("empty-file");
    return this.onlyLoneCr && this.preamble.includes("\r")
      ? fileError("lone-cr", this.preamble)
      : fileError(this.options.noHeader, this.preamble);
  }

  private takeBatch(): TableBatch {
    const rows = this.batch;
    this.batch = [];
    return { columns: this.head.header!.names, rows };
  }

  private beforeHeader(record: CsvRecord): void {
    const rows = this.head.take(this.rowOf(record));
    if (this.head.header === null) this.preamble += record.raw;
    if (this.head.header === null && record.newline !== "") this.onlyLoneCr = false;
    this.behind(rows);
  }

  /** Takes the rows that were met before the header was known to be one. */
  private behind(rows: readonly TableRow[]): void {
    const { header, record } = this.head;
    if (header === null) return;
    this.scanner.expectCells(header.exact ? record!.cells.length : header.names.length);
    this.lastNewline = record!.csv!.newline;
    for (const row of rows) if (!this.failed) this.take(row);
  }

  private take(row: TableRow): void {
    const record = row.csv!;
    const { exact } = this.head.header!;
    if (record.fault === null && row.cells.every((cell) => cell === "")) {
      this.empties.push(record);
      return;
    }
    // At the end, where spreadsheets leave them, records without text are harmless; between rows something went missing.
    for (const empty of this.empties)
      this.batch.push({
        ...this.rowOf(empty),
        cells: [],
        remarks: [{ code: "empty-record", severity: "error", cell: null, value: null }],
      });
    this.empties = [];
    // Records may end in more empty cells than the header: those of the first one are the usual ones then.
    if (this.head.rows === 0 && !exact && record.fault === null)
      this.scanner.expectCells(row.cells.length);
    if (!this.head.count()) return;
    this.lastNewline = record.newline;
    if (record.fault === null) this.checkWidth(row, record);
    this.batch.push(row);
  }

  private checkWidth(row: TableRow, record: CsvRecord): void {
    const { names, exact } = this.head.header!;
    const { cells } = row;
    const width = exact ? names.length : names.findLastIndex((name) => name !== "") + 1;
    const fits = exact
      ? cells.length === width
      : cells.length >= width &&
        cells.every((cell, at) => cell === "" || (at < width && names[at] !== ""));
    if (!fits) {
      row.cells = [];
      const raw = hasEncodingErrors(record.raw)
        ? escapeInvalidChars(record.raw)
        : record.raw.trimEnd();
      const value = `${cells.length} instead of ${width}: ${raw}`;
      const code = cells.length >= width ? "too-many-cells" : "too-few-cells";
      row.remarks = [
        ...row.remarks,
        { code, severity: "error", cell: null, value: quoteValue(value) },
      ];
      return;
    }
    if (record.literal.length === 0) return;
    const meant = this.options.reading?.quotes === "literal";
    row.remarks = [
      ...row.remarks,
      ...record.literal.map((at): Remark => ({
        code: meant ? "quotes-as-text" : "unescaped-quotes",
        severity: meant ? "notice" : "error",
        cell: at,
        value: shown(cells[at]!),
      })),
    ];
  }

  private rowOf(record: CsvRecord): TableRow {
    const { cells, fault } = record;
    return {
      record: record.record,
      line: record.line,
      cells,
      remarks:
        fault !== null
          ? [
              {
                code: fault.code,
                severity: "error",
                cell: fault.code === "record-too-long" ? null : fault.cell,
                value: shown(fault.value),
              },
            ]
          : this.troublesOf(record),
      csv: record,
      nested: null,
    };
  }

  private troublesOf(record: CsvRecord): readonly Remark[] {
    if (!this.suspicious && !(this.damaged && hasEncodingErrors(record.raw))) return NO_REMARKS;
    const look = this.options.suspects ? cellTroubles : cellErrors;
    return record.cells.flatMap((text, cell) =>
      look(text, this.damaged).map(({ code, severity, value }) => ({
        code,
        severity,
        cell,
        value: quoteValue(value),
      })),
    );
  }
}

function shown(value: string): string {
  return quoteValue(hasEncodingErrors(value) ? escapeInvalidChars(value) : value);
}

function scannerOf({ separator }: Reading = {}): CsvScanner {
  return new CsvScanner(separator === undefined ? "," : SEPARATORS[separator]);
}

/** A header at the beginning of a CSV file, under one way of separating its cells. */
export interface OfferedHeader {
  /** Empty for commas. */
  reading: Pick<Reading, "separator">;
  cells: string[];
  /** The records behind it, as far as the text has them. To be taken before the next header is asked for. */
  next: () => CsvRecord | null;
}

/**
 * The headers that the beginning of a CSV file has when its cells are separated by commas, semicolons or tabs.
 * @param complete whether the text is the whole file
 */
export function* offeredHeaders(
  text: string,
  complete: boolean,
  isHeader: (cells: readonly string[]) => boolean,
): Generator<OfferedHeader> {
  for (const reading of [{}, { separator: "semicolon" }, { separator: "tab" }] as const) {
    const scanner = scannerOf(reading);
    scanner.feed(text.replace(/^\uFEFF/, ""));
    for (let count = 0; count < HEADER_WITHIN; count++) {
      const record = scanner.next(complete);
      if (record === null) break;
      if (record.fault !== null || !isHeader(record.cells)) continue;
      scanner.expectCells(record.cells.length);
      yield { reading, cells: record.cells, next: () => scanner.next(complete) };
      break;
    }
  }
}
