import { cellTrouble } from "@/lib/exchange/formats/cell-trouble";
import { CsvScanner, type CsvRecord } from "@/lib/exchange/formats/csv-records";
import { checkHeader, isHeader } from "@/lib/exchange/formats/release-header";
import { BATCH_SIZE, fileError, OTHER_NEWLINE, quoteValue, type FileLayout, type ReadOptions, type Report, type Severity, type SourceRow } from "@/lib/exchange/formats/release-file";
import { isDamaged, looksMojibake, readUtf8, showDamage } from "@/lib/exchange/formats/utf8-text";
import { RELEASE_COLUMNS } from "@/lib/questions/schema";

const COLUMNS = RELEASE_COLUMNS.length;

/** The header has to be among the first so many records. */
const HEADER_WITHIN = 10;

/**
 * Reads a CSV release: with or without a preamble, its columns in any order, CRLF or LF, with or without a byte-order mark.
 * `writeCsv` with the returned layout gives the same bytes again, if no error was reported.
 *
 * Yields batches of sound rows; a record with an error is reported and left out. Returns null if there is no usable header
 * or the file cannot be read as a whole; with a faulty header the records are still checked, but none is yielded.
 * @param report called for each finding, in the file's order
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>, report: Report, options: ReadOptions = {}): AsyncGenerator<SourceRow[], FileLayout | null> {
  const reader = new CsvReader(report);
  for await (const piece of readUtf8(bytes, options)) {
    if ("failure" in piece) {
      report(piece.failure);
      return null;
    }
    reader.add(piece.text, piece.damaged, piece.bom);
    yield* reader.batches(false);
    if (reader.hopeless) return null;
  }
  yield* reader.batches(true);
  return reader.layout();
}

class CsvReader {
  /** Set when no header was found where one has to be. */
  hopeless = false;
  private readonly scanner = new CsvScanner();
  private readonly report: Report;
  private batch: SourceRow[] = [];
  private header: { columns: string[]; positions: number[]; inOrder: boolean; sound: boolean; style: number; newline: "\r\n" | "\n" } | null = null;
  private preamble = "";
  private bom = false;
  private damaged = false;
  private suspicious = false;
  /** Empty records that may turn out to be the file's end. */
  private empties: CsvRecord[] = [];
  private lastNewline = "";
  private onlyLoneCr = true;
  private records = 0;

  constructor(report: Report) {
    this.report = report;
  }

  add(text: string, damaged: boolean, bom: boolean): void {
    this.bom ||= bom;
    // From the first damaged piece on every record is looked at: it may reach back into the piece before.
    this.damaged ||= damaged;
    this.scanner.feed(text);
    this.suspicious = looksMojibake(this.scanner.text) || this.scanner.text.includes("\0");
  }

  /** Full batches; with `final` also the last one, and what can only be said at the end. */
  *batches(final: boolean): Generator<SourceRow[]> {
    for (let record = this.scanner.next(final); record !== null; record = this.scanner.next(final)) {
      if (this.header === null) this.beforeHeader(record);
      else this.dataRecord(record);
      if (this.hopeless) return;
      if (this.batch.length >= BATCH_SIZE) yield this.takeBatch();
    }
    if (!final) return;
    if (this.batch.length > 0) yield this.takeBatch();
    if (this.header === null) this.giveUp();
    else if (this.records === 0) this.report(fileError("no-rows"));
  }

  layout(): FileLayout | null {
    const header = this.header;
    if (header === null || !header.sound) return null;
    return {
      format: "csv",
      columns: header.columns,
      preamble: this.preamble === "" ? null : this.preamble,
      newline: header.newline,
      ending: this.lastNewline + this.empties.map((record) => record.raw).join(""),
      bom: this.bom,
      headerStyle: header.style,
    };
  }

  private takeBatch(): SourceRow[] {
    const batch = this.batch;
    this.batch = [];
    return batch;
  }

  private giveUp(): void {
    this.hopeless = true;
    if (this.preamble.trim() === "") this.report(fileError("empty-file"));
    else if (this.onlyLoneCr && this.preamble.includes("\r")) this.report(fileError("lone-cr", this.preamble));
    else this.report(fileError("missing-header", this.preamble));
  }

  private beforeHeader(record: CsvRecord): void {
    // A header with a lone CR is a file of the old Macintosh, all of it one record to us: `giveUp` says so.
    if (record.fault === null && isHeader(record.cells) && !record.cells.some((cell) => cell.includes("\r"))) {
      this.takeHeader(record);
      return;
    }
    if (record.fault !== null) this.reportFault(record);
    else this.readableText(record);
    this.preamble += record.raw;
    if (record.newline !== "") this.onlyLoneCr = false;
    if (record.record >= HEADER_WITHIN) this.giveUp();
  }

  private takeHeader(record: CsvRecord): void {
    const columns = record.cells;
    const { positions, findings } = checkHeader(columns, record.record, record.line);
    const readable = this.readableText(record);
    for (const finding of findings) this.report(finding);
    this.scanner.expectCells(columns.length);
    this.lastNewline = record.newline;
    this.header = {
      columns,
      positions,
      inOrder: positions.every((position, at) => position === at),
      sound: findings.length === 0 && readable,
      style: record.style,
      newline: record.newline === "\n" ? "\n" : "\r\n",
    };
  }

  private dataRecord(record: CsvRecord): void {
    const header = this.header!;
    if (record.fault === null && record.cells.every((cell) => cell === "")) {
      this.empties.push(record);
      return;
    }
    this.flushEmpties();
    this.records++;
    this.lastNewline = record.newline;
    if (record.fault !== null) {
      this.reportFault(record);
      return;
    }
    if (!this.readableText(record)) return;
    const cells = record.cells;
    if (cells.length !== header.columns.length) {
      const many = cells.length > header.columns.length;
      this.problem(record, many ? "too-many-cells" : "too-few-cells", null, `${cells.length} instead of ${header.columns.length}: ${record.raw.trimEnd()}`);
      return;
    }
    if (!header.sound) return;
    const style = record.newline !== "" && record.newline !== header.newline ? record.style | OTHER_NEWLINE : record.style;
    this.batch.push({ record: record.record, line: record.line, cells: header.inOrder ? cells : this.inReleaseOrder(cells), style });
  }

  private inReleaseOrder(cells: string[]): string[] {
    const ordered = new Array<string>(COLUMNS).fill("");
    this.header!.positions.forEach((position, at) => (ordered[position] = cells[at]!));
    return ordered;
  }

  /** Empty records are harmless at the end, where spreadsheets leave them, but between rows something went missing. */
  private flushEmpties(): void {
    for (const record of this.empties) this.problem(record, "empty-record", null, null);
    this.empties = [];
  }

  /** Reports bytes that are not UTF-8, NUL, and what looks like a wrong encoding. False if the record is unusable. */
  private readableText(record: CsvRecord): boolean {
    if (!this.suspicious && !(this.damaged && isDamaged(record.raw))) return true;
    let readable = true;
    record.cells.forEach((cell, at) => {
      const trouble = cellTrouble(cell, this.damaged);
      if (trouble === null) return;
      this.problem(record, trouble.code, at, trouble.value, trouble.severity);
      if (trouble.severity === "error") readable = false;
    });
    return readable;
  }

  private reportFault(record: CsvRecord): void {
    const fault = record.fault!;
    this.problem(record, fault.code, fault.code === "record-too-long" ? null : fault.cell, fault.value);
  }

  private problem(record: CsvRecord, code: string, cell: number | null, value: string | null, severity: Severity = "error"): void {
    const column = cell === null ? null : (this.header?.columns[cell] ?? null);
    const shown = value !== null && isDamaged(value) ? showDamage(value) : value;
    this.report({ record: record.record, line: record.line, column, code, severity, value: shown === null ? null : quoteValue(shown) });
  }
}
