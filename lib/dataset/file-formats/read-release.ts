import {
  OWN_COLUMNS,
  RELEASE_SHEET,
  columnPosition,
  isHeader,
  unknownColumnCode,
  understandHeader,
} from "./release-header";
import { distinctNames } from "./read-records";
import { isOfficialReading, type Reading } from "./reading";
import {
  fileError,
  OFFICIAL_LAYOUT,
  OTHER_NEWLINE,
  quoteValue,
  type FileLayout,
  type ReadOptions,
  type ReleaseFormat,
  type Report,
  type SourceRow,
} from "./release-file";
import { mapRows, readTable } from "./table";
import {
  findingOf,
  type Remark,
  type TableEnd,
  type TableHeader,
  type TableRow,
  type TableSource,
} from "./table-rows";
import { cellTroubles } from "./text-issues";
import { BY_FACT_TYPE, type ColumnMapping, type MappedAs } from "./vocabulary";
import { usualReviewCell } from "@/lib/dataset/questions/cells";
import { MAX_ANSWERS, RELEASE_COLUMNS } from "@/lib/dataset/questions/vocabulary";

const COLUMNS = RELEASE_COLUMNS.length;
const SOURCE = columnPosition("source")!;
const NEXT_REVIEW = columnPosition("next_review")!;
const FACT_TYPE = columnPosition("fact_type")!;
const FALSE_PREMISE = columnPosition("false_premise")!;
const FIRST_ANSWER = columnPosition("answer_0")!;

/** Errors of rows that can be read in another way: they are handed on as they would be read then. */
const OFFERED: readonly string[] = ["unescaped-quotes", "formula-without-result"];

/**
 * Reads a release: the table's columns are those of a release in any order, or fields of JSON objects, where `answers` and
 * `source` may be lists of texts. Our own additions are passed over.
 *
 * CSV may have a preamble; `writeCsv` with the returned layout gives the same bytes again, if no error was reported and the
 * file was read in the official form (`options.reading`); read in another form, its layout is the official one.
 *
 * Yields batches of sound rows, and those of OFFERED faults alone; others are reported and left out. Returns null if there is
 * no usable header or the file cannot be read as a whole; with a faulty header the records are checked, but none is yielded.
 * @param report called for each finding, in the file's order
 */
export async function* readRelease(
  source: TableSource,
  report: Report,
  options: ReadOptions = {},
): AsyncGenerator<SourceRow[], FileLayout | null> {
  const { format } = source;
  const inObjects = format === "json" || format === "jsonl";
  const columns = new ReleaseColumns(format, report, options.reading ?? {});
  const fields = new ReleaseFields(report, options.reading?.columns);
  const table = readTable(source, report, {
    ...options,
    header: (record) => columns.header(record),
    noHeader: "missing-header",
    sheet: (name) => name === RELEASE_SHEET,
    otherSheet: "only",
    suspects: true,
  });
  const end = yield* mapRows(table, (row, names) =>
    inObjects ? fields.take(row, names) : columns.take(row),
  );
  if (end === null) return null;
  if (end.rows === 0) report(fileError("no-rows"));
  return inObjects
    ? {
        ...OFFICIAL_LAYOUT,
        format,
        preamble: null,
        newline: format === "jsonl" ? "\n" : OFFICIAL_LAYOUT.newline,
        bom: end.bom,
      }
    : columns.layout(end);
}

/** The columns of a release in a CSV file or a sheet. */
class ReleaseColumns {
  private names: readonly string[] = [];
  private positions: number[] = [];
  private inOrder = false;
  private sound = false;
  private newline: FileLayout["newline"] = OFFICIAL_LAYOUT.newline;
  /** Whether rows and layout are remembered as written. */
  private readonly official: boolean;
  private readonly mapping: ColumnMapping | undefined;
  /** A row in which the file says nothing. */
  private readonly nothing: readonly string[];

  constructor(
    private readonly format: ReleaseFormat,
    private readonly report: Report,
    private readonly reading: Reading,
  ) {
    this.mapping = reading.columns;
    this.nothing = withoutColumns(reading.columns);
    const { quotes, formulas, ...form } = reading;
    this.official = isOfficialReading(
      format === "csv" ? { ...form, formulas } : { ...form, quotes },
    );
  }

  header(record: TableRow): TableHeader | null {
    return this.mapping === undefined ? this.ownHeader(record) : this.mapped(record, this.mapping);
  }

  /** The header whose columns someone has said the meaning of. */
  private mapped(record: TableRow, { names, as }: ColumnMapping): TableHeader | null {
    const width = record.cells.findLastIndex((cell) => cell.trim() !== "") + 1;
    const found = distinctNames(record.cells.slice(0, width));
    if (found.length !== names.length || found.some((name, at) => name !== names[at])) return null;
    if (record.csv?.newline === "\n") this.newline = "\n";
    this.names = found.map((name, at) => as[at] || name);
    this.positions = as.map((column) => columnPosition(column) ?? -1);
    this.sound = true;
    const passedOver = this.positions.flatMap((position, at) => (position === -1 ? [at] : []));
    return { names: found, exact: false, ignored: new Set(passedOver) };
  }

  private ownHeader(record: TableRow): TableHeader | null {
    if (!isHeader(record.cells)) return null;
    const relaxed = this.reading.header === "relaxed";
    const ignored = this.format === "xlsx" ? [...OWN_COLUMNS, ""] : [];
    const { names, positions, findings } = understandHeader(
      record.cells,
      relaxed,
      record.record,
      record.line,
      ignored,
    );
    this.names = names;
    if (record.csv?.newline === "\n") this.newline = "\n";
    this.positions = positions;
    this.inOrder = names.length === COLUMNS && positions.every((position, at) => position === at);
    this.sound = findings.length === 0 && !record.remarks.some(isError);
    const passedOver = positions.flatMap((position, at) =>
      position === -1 && names[at] !== "" ? [at] : [],
    );
    return { names, exact: !relaxed, ignored: new Set(passedOver), findings };
  }

  take(row: TableRow): SourceRow | null {
    for (const remark of row.remarks)
      this.report(
        findingOf(row, remark, remark.cell === null ? null : (this.names[remark.cell] ?? null)),
      );
    if (!this.sound || row.remarks.some(spoils)) return null;
    return {
      record: row.record,
      ...(row.line !== null && { line: row.line }),
      cells:
        this.inOrder && row.cells.length === COLUMNS ? row.cells : this.inReleaseOrder(row.cells),
      style: this.styleOf(row),
    };
  }

  layout({ bom, csv }: TableEnd): FileLayout | null {
    if (!this.sound) return null;
    if (!this.official) return OFFICIAL_LAYOUT;
    if (csv === null) {
      const columns = this.names.filter((name) => columnPosition(name) !== undefined);
      return { ...OFFICIAL_LAYOUT, format: this.format, preamble: null, columns };
    }
    return {
      format: "csv",
      columns: [...this.names],
      preamble: csv.preamble === "" ? null : csv.preamble,
      newline: this.newline,
      ending: csv.ending,
      bom,
      headerStyle: csv.header.style,
    };
  }

  private styleOf({ csv }: TableRow): number {
    if (csv === null || !this.official) return 0;
    return csv.newline !== "" && csv.newline !== this.newline
      ? csv.style | OTHER_NEWLINE
      : csv.style;
  }

  private inReleaseOrder(cells: readonly string[]): string[] {
    const ordered = [...this.nothing];
    this.positions.forEach((position, at) => {
      if (position !== -1) ordered[position] = cells[at] ?? "";
    });
    return scheduled(ordered, this.mapping);
  }
}

/** The fields of a release in JSON objects. */
class ReleaseFields {
  private readonly unknown = new Set<number>();
  private meant: { names: readonly string[]; keys: readonly string[] } = { names: [], keys: [] };

  constructor(
    private readonly report: Report,
    private readonly mapping?: ColumnMapping,
  ) {}

  /** What a field is: its own name, or what someone took it for. Others than those that were seen count where they are known. */
  private meaningOf(name: string): string {
    if (this.mapping === undefined) return name;
    const { names, as } = this.mapping;
    const at = names.indexOf(name);
    if (at !== -1) return as[at]!;
    const known = columnPosition(name) !== undefined || name === "answers";
    return known && !as.includes(name as MappedAs) ? name : "";
  }

  take(row: TableRow, names: readonly string[]): SourceRow | null {
    if (this.meant.names !== names)
      this.meant = { names, keys: names.map((name) => this.meaningOf(name)) };
    const { keys } = this.meant;
    let sound = true;
    const problem = (
      code: string,
      column: string | null,
      value: string | null,
      severity: Remark["severity"] = "error",
    ) => {
      if (severity === "error") sound = false;
      const quoted = value === null ? null : quoteValue(value);
      this.report(findingOf(row, { code, severity, cell: null, value: quoted }, column));
    };
    for (const { code, severity, cell, value } of row.remarks) {
      const key = cell === null ? null : keys[cell]!;
      // Lists are looked at item by item below.
      if (cell !== null && row.nested?.has(cell) && code !== "repeated-column") continue;
      // Of fields that are passed over, only that one is there twice matters.
      if (key === null || code === "repeated-column" || columnPosition(key) !== undefined)
        problem(code, key, value, severity);
    }
    if (row.remarks.some(({ cell }) => cell === null)) return null;
    const cells = withoutColumns(this.mapping);
    const set = (position: number, text: string) => (cells[position] = text);
    const setItem = (position: number, text: string) => {
      for (const { code, severity, value } of cellTroubles(text, true))
        problem(code, RELEASE_COLUMNS[position]!, value, severity);
      set(position, text);
    };
    row.cells.forEach((text, at) => {
      const key = keys[at]!;
      const position = columnPosition(key);
      if (key === "" || OWN_COLUMNS.includes(key)) return;
      if (position === undefined && key !== "answers") {
        // Told once: a wrong name is mostly wrong in every record.
        if (this.unknown.has(at)) sound = false;
        else problem(unknownColumnCode(key), key, key);
        this.unknown.add(at);
        return;
      }
      const list = row.nested?.get(at);
      if (key === "answers" && list) {
        if (list.length > MAX_ANSWERS) problem("too-many-answers", key, `${list.length} answers`);
        list.slice(0, MAX_ANSWERS).forEach((item, number) => setItem(FIRST_ANSWER + number, item));
      } else if (key === "source" && list) setItem(SOURCE, list.join("\r\n"));
      else if (list !== undefined) problem("not-a-text", key, null);
      else if (position !== undefined) set(position, text);
      else if (text !== "") problem("not-a-text", key, text); // `answers` given as one text
    });
    const given = (name: string) => row.cells[keys.indexOf(name)] !== undefined;
    if (!given("question")) problem("missing-column", "question", null);
    if (
      given("answers") &&
      RELEASE_COLUMNS.some((name) => name.startsWith("answer_") && given(name))
    )
      problem("answers-twice", "answers", null);
    return sound
      ? { record: row.record, line: row.line!, cells: scheduled(cells, this.mapping), style: 0 }
      : null;
  }
}

/** A row of a file that says nothing: empty, but for what new questions get in columns that the file lacks. */
function withoutColumns(mapping: ColumnMapping | undefined): string[] {
  const cells = new Array<string>(COLUMNS).fill("");
  for (const [column, value] of Object.entries(mapping?.defaults ?? {}))
    if (!mapping!.as.includes(column as MappedAs)) cells[columnPosition(column)!] = value;
  return cells;
}

/** The cells of a row, due by how often its answer changes where that was chosen and the file doesn't say when. */
function scheduled(cells: string[], mapping: ColumnMapping | undefined): string[] {
  if (mapping?.defaults.next_review === BY_FACT_TYPE && !mapping.as.includes("next_review"))
    cells[NEXT_REVIEW] = usualReviewCell(cells[FACT_TYPE]!, cells[FALSE_PREMISE]!);
  return cells;
}

function isError({ severity }: Remark): boolean {
  return severity === "error";
}

/** Whether a remark keeps its row out. */
function spoils(remark: Remark): boolean {
  return isError(remark) && !OFFERED.includes(remark.code);
}
