import { cellTroubles, mayHaveTrouble } from "./text-issues";
import { CsvScanner, type CsvRecord } from "./csv-records";
import { offeredHeader, isHeader, understandHeader } from "./release-header";
import { isOfficialReading, SEPARATORS, type Reading } from "./reading";
import {
  BATCH_SIZE,
  DEFAULT_MAX_ROWS,
  fileError,
  OFFICIAL_LAYOUT,
  OTHER_NEWLINE,
  quoteValue,
  tooManyRows,
  type FileLayout,
  type ReadOptions,
  type Report,
  type Severity,
  type SourceRow,
} from "./release-file";
import { isDamaged, readUtf8, showDamage } from "./utf8-text";
import { RELEASE_COLUMNS } from "@/lib/dataset/questions/schema";

const COLUMNS = RELEASE_COLUMNS.length;

/** The header has to be among the first so many records. */
const HEADER_WITHIN = 10;

/**
 * Reads a CSV release: with or without a preamble, its columns in any order, CRLF or LF, with or without a byte-order mark.
 * `writeCsv` with the returned layout gives the same bytes again, if no error was reported and the file was read in the
 * official form (`options.reading`); read in another form, its layout is the official one.
 *
 * A record whose only fault are unescaped quotes is reported as `unescaped-quotes` and yielded as it would be read.
 * Yields batches of sound rows; a record with an error is reported and left out. Returns null if there is no usable header
 * or the file cannot be read as a whole; with a faulty header the records are still checked, but none is yielded.
 * @param report called for each finding, in the file's order
 */
export async function* readCsv(
  bytes: AsyncIterable<Uint8Array>,
  report: Report,
  options: ReadOptions = {},
): AsyncGenerator<SourceRow[], FileLayout | null> {
  const reader = new CsvReader(report, options.reading ?? {}, options.maxRows ?? DEFAULT_MAX_ROWS);
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
  return reader.hopeless ? null : reader.layout();
}

/**
 * The reading in which the beginning of a CSV file has a sound header: another separator, or a relaxed header. Empty if it is
 * the official one; null if there is none.
 * @param complete whether the text is the whole file
 */
export function offeredCsvReading(text: string, complete: boolean): Reading | null {
  const comma = headOf(text, ",", complete);
  if (comma !== null) return offeredHeader(comma.header, comma.next);
  for (const separator of ["semicolon", "tab"] as const) {
    const found = headOf(text, SEPARATORS[separator], complete);
    const header = found === null ? null : offeredHeader(found.header, found.next);
    if (header !== null) return { separator, ...header };
  }
  return null;
}

/** The separator, other than a comma, with which the beginning of a file has a header of any names; null if none has. */
export function otherSeparator(
  text: string,
  complete: boolean,
): NonNullable<Reading["separator"]> | null {
  if (headOf(text, ",", complete) !== null) return null;
  return (
    (["semicolon", "tab"] as const).find(
      (separator) => headOf(text, SEPARATORS[separator], complete) !== null,
    ) ?? null
  );
}

function headOf(
  text: string,
  separator: string,
  complete: boolean,
): { header: string[]; next: string[] | null } | null {
  const scanner = new CsvScanner(separator);
  scanner.feed(text.replace(/^\uFEFF/, ""));
  for (let count = 0; count < HEADER_WITHIN; count++) {
    const record = scanner.next(complete);
    if (record === null) return null;
    if (record.fault === null && isHeader(record.cells))
      return { header: record.cells, next: scanner.next(complete)?.cells ?? null };
  }
  return null;
}

class CsvReader {
  /** Set when no header was found where one has to be. */
  hopeless = false;
  private readonly scanner: CsvScanner;
  private batch: SourceRow[] = [];
  private header: {
    columns: string[];
    width: number;
    positions: number[];
    inOrder: boolean;
    sound: boolean;
    style: number;
    newline: "\r\n" | "\n";
  } | null = null;
  private preamble = "";
  private bom = false;
  private damaged = false;
  private suspicious = false;
  /** Empty records that may turn out to be the file's end. */
  private empties: CsvRecord[] = [];
  private lastNewline = "";
  private onlyLoneCr = true;
  private records = 0;

  constructor(
    private readonly report: Report,
    private readonly reading: Reading,
    private readonly maxRows: number,
  ) {
    this.scanner = new CsvScanner(
      reading.separator === undefined ? "," : SEPARATORS[reading.separator],
    );
  }

  add(text: string, damaged: boolean, bom: boolean): void {
    this.bom ||= bom;
    // From the first damaged piece on every record is looked at: it may reach back into the piece before.
    this.damaged ||= damaged;
    this.scanner.feed(text);
    this.suspicious = mayHaveTrouble(this.scanner.text);
  }

  /** Full batches; with `final` also the last one, and what can only be said at the end. */
  *batches(final: boolean): Generator<SourceRow[]> {
    for (
      let record = this.scanner.next(final);
      record !== null;
      record = this.scanner.next(final)
    ) {
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
    const { quotes: _text, ...form } = this.reading;
    if (!isOfficialReading(form)) return OFFICIAL_LAYOUT;
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
    else if (this.onlyLoneCr && this.preamble.includes("\r"))
      this.report(fileError("lone-cr", this.preamble));
    else this.report(fileError("missing-header", this.preamble));
  }

  private beforeHeader(record: CsvRecord): void {
    // A header with a lone CR is a file of the old Macintosh, all of it one record to us: `giveUp` says so.
    if (
      record.fault === null &&
      isHeader(record.cells) &&
      !record.cells.some((cell) => cell.includes("\r"))
    ) {
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
    const { names, width, positions, findings } = understandHeader(
      columns,
      this.reading.header === "relaxed",
      record.record,
      record.line,
    );
    const readable = this.readableText(record);
    for (const finding of findings) this.report(finding);
    this.scanner.expectCells(columns.length);
    this.lastNewline = record.newline;
    this.header = {
      columns: names,
      width,
      positions,
      inOrder: columns.length === COLUMNS && positions.every((position, at) => position === at),
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
    // Records may end in more empty cells than the header: those of the first one are the usual ones then.
    if (this.records++ === 0 && this.reading.header === "relaxed" && record.fault === null)
      this.scanner.expectCells(record.cells.length);
    if (this.records > this.maxRows) {
      this.hopeless = true;
      this.report(tooManyRows(this.maxRows));
      return;
    }
    this.lastNewline = record.newline;
    if (record.fault !== null) {
      this.reportFault(record);
      return;
    }
    if (!this.readableText(record)) return;
    const cells = record.cells;
    if (!this.fits(cells)) {
      const many = cells.length >= header.width;
      this.problem(
        record,
        many ? "too-many-cells" : "too-few-cells",
        null,
        `${cells.length} instead of ${header.width}: ${record.raw.trimEnd()}`,
      );
      return;
    }
    for (const at of record.literal) this.quotesAsText(record, at);
    if (!header.sound) return;
    const style = this.styleOf(record);
    this.batch.push({
      record: record.record,
      line: record.line,
      cells: header.inOrder && cells.length === COLUMNS ? cells : this.inReleaseOrder(cells),
      style,
    });
  }

  private fits(cells: readonly string[]): boolean {
    const { columns, width } = this.header!;
    if (this.reading.header === undefined) return cells.length === columns.length;
    return (
      cells.length >= width &&
      cells.every((cell, at) => cell === "" || (at < width && columns[at] !== ""))
    );
  }

  private styleOf(record: CsvRecord): number {
    const { quotes: _text, ...form } = this.reading;
    if (!isOfficialReading(form)) return 0;
    return record.newline !== "" && record.newline !== this.header!.newline
      ? record.style | OTHER_NEWLINE
      : record.style;
  }

  private quotesAsText(record: CsvRecord, at: number): void {
    const meant = this.reading.quotes === "literal";
    this.problem(
      record,
      meant ? "quotes-as-text" : "unescaped-quotes",
      at,
      record.cells[at]!,
      meant ? "notice" : "error",
    );
  }

  private inReleaseOrder(cells: string[]): string[] {
    const ordered = new Array<string>(COLUMNS).fill("");
    this.header!.positions.forEach(
      (position, at) => position !== -1 && (ordered[position] = cells[at]!),
    );
    return ordered;
  }

  /** Empty records are harmless at the end, where spreadsheets leave them, but between rows something went missing. */
  private flushEmpties(): void {
    for (const record of this.empties) this.problem(record, "empty-record", null, null);
    this.empties = [];
  }

  /** Reports what `cellTroubles` finds. False if the record is unusable. */
  private readableText(record: CsvRecord): boolean {
    if (!this.suspicious && !(this.damaged && isDamaged(record.raw))) return true;
    let readable = true;
    record.cells.forEach((cell, at) => {
      for (const trouble of cellTroubles(cell, this.damaged)) {
        this.problem(record, trouble.code, at, trouble.value, trouble.severity);
        if (trouble.severity === "error") readable = false;
      }
    });
    return readable;
  }

  private reportFault(record: CsvRecord): void {
    const fault = record.fault!;
    this.problem(
      record,
      fault.code,
      fault.code === "record-too-long" ? null : fault.cell,
      fault.value,
    );
  }

  private problem(
    record: CsvRecord,
    code: string,
    cell: number | null,
    value: string | null,
    severity: Severity = "error",
  ): void {
    const column = cell === null ? null : (this.header?.columns[cell] ?? null) || null;
    const shown = value !== null && isDamaged(value) ? showDamage(value) : value;
    this.report({
      record: record.record,
      line: record.line,
      column,
      code,
      severity,
      value: shown === null ? null : quoteValue(shown),
    });
  }
}
