import { fileError, quoteValue, type Finding, type ReadOptions, type Report } from "./release-file";
import { mapRows, readTable } from "./table";
import {
  findingOf,
  type Remark,
  type TableHeader,
  type TableRow,
  type TableSource,
} from "./table-rows";

/** One record of a table with columns of any names. */
export interface RecordRow {
  /** 1-based, as SourceRow.record. */
  record: number;
  /** The 1-based physical line on which it begins, where the format has lines. */
  line: number | null;
  /** In the order of the columns; shorter where the last ones are missing. None where the record could not be read. */
  cells: string[];
  /**
   * A finding's code (see finding-messages) where the record could not be read as a row; `replaced` where it could, but held
   * characters that no text can keep (NUL, half of a character): U+FFFD stands in their place; `unescaped-quotes` where
   * the cells are as they would be if quotes inside unquoted cells were text.
   */
  fault: string | null;
  /** What was found there, cut to 200 characters. */
  detail: string | null;
}

export interface RecordOptions extends ReadOptions {
  /** Whether a record of a CSV file or a sheet names the columns. Asked of the first ten; without one, the first with two cells does. */
  isHeader: (cells: readonly string[]) => boolean;
  /** The sheet of a workbook with several; without one, the first that holds anything. */
  isSheet: (name: string) => boolean;
}

/** Errors that do not keep a record out: characters are replaced, a formula without a result is an empty cell. */
const REPLACED: readonly string[] = ["nul-character", "lone-surrogate"];
const KEPT: readonly string[] = [...REPLACED, "formula-without-result"];

/**
 * Reads a table of any columns from CSV, XLSX, JSON or JSON Lines, batch by batch. A record that cannot be read is a row with
 * its fault, so that nothing goes missing; records without any text are passed over.
 * @returns the columns' names, each another; null if the file cannot be read as a whole, which is reported.
 */
export async function* readRecords(
  source: TableSource,
  report: Report,
  options: RecordOptions,
): AsyncGenerator<RecordRow[], string[] | null> {
  const headerOf = ({ cells }: TableRow): TableHeader => {
    const width = cells.findLastIndex((cell) => cell.trim() !== "") + 1;
    return { names: distinctNames(cells.slice(0, width)), exact: false };
  };
  const say = (finding: Finding) =>
    report({ ...finding, value: finding.value === null ? null : toStorableText(finding.value) });
  const table = readTable(source, say, {
    ...options,
    header: (record) => (options.isHeader(record.cells) ? headerOf(record) : null),
    otherwise: (record) =>
      record.cells.filter((cell) => cell.trim() !== "").length >= 2 ? headerOf(record) : null,
    noHeader: "no-columns",
    sheet: options.isSheet,
    otherSheet: "first",
    suspects: false,
  });
  const end = yield* mapRows(table, (row, columns) => {
    for (const remark of row.remarks)
      if (remark.severity !== "error" || remark.code === "formula-without-result")
        say(findingOf(row, { ...remark, severity: "suspect" }, columns[remark.cell ?? -1] ?? null));
    return recordOf(row, columns.length);
  });
  if (end === null) return null;
  if (end.columns.length === 0) report(fileError("no-columns"));
  return end.columns.length === 0 ? null : distinctNames(end.columns);
}

function recordOf(row: TableRow, width: number): RecordRow | null {
  const { record, line, remarks } = row;
  const fault = remarks.find(({ severity, code }) => severity === "error" && !KEPT.includes(code));
  if (fault?.code === "empty-record") return null;
  const replaced = remarks.some(({ code }) => REPLACED.includes(code));
  const cells = Array.from(row.cells.slice(0, width), (cell = "") =>
    replaced ? toStorableText(cell) : cell,
  );
  if (fault === undefined)
    return { record, line, cells, fault: replaced ? "replaced" : null, detail: null };
  const asRead = fault.code === "unescaped-quotes" && !replaced;
  return {
    record,
    line,
    cells: asRead ? cells : [],
    fault: fault.code,
    detail: detailOf(fault),
  };
}

function detailOf({ value }: Remark): string | null {
  return value === null ? null : quoteValue(toStorableText(value));
}

/** Names of columns, each another: a repeated one gets a number, an empty one the place it has. */
export function distinctNames(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.map((raw, at) => {
    const name = toStorableText(raw).trim() || `column ${at + 1}`;
    let distinct = name;
    for (let number = 2; seen.has(distinct); number++) distinct = `${name} (${number})`;
    seen.add(distinct);
    return distinct;
  });
}

const UNKEEPABLE = /\0|\p{Surrogate}/gu;

/** A text as a database can keep it: NUL and halves of characters become U+FFFD. */
export function toStorableText(text: string): string {
  return text.replace(UNKEEPABLE, "\uFFFD");
}
