import { describeFinding } from "@/lib/dataset/file-formats/finding-messages";
import { detectFormat } from "@/lib/dataset/file-formats/detect-format";
import { HEAD_BYTES, offeredTableReading } from "@/lib/dataset/file-formats/offered-reading";
import { readingText, type Reading } from "@/lib/dataset/file-formats/reading";
import {
  fileError,
  type Finding,
  type ReleaseFormat,
} from "@/lib/dataset/file-formats/release-file";
import { mapRows, readTable } from "@/lib/dataset/file-formats/table";
import { findingOf, type TableRow } from "@/lib/dataset/file-formats/table-rows";
import { refuse, type Refused, type Result } from "@/lib/platform/result";
import type { RefusalCode } from "@/lib/platform/refusal-codes";

/*
 * Files of ratings, rankings or pairs as tables of any columns: CSV, XLSX, JSON, JSON Lines.
 */

export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

const PROBLEMS_SHOWN = 5;

/** What a reader of rows keeps: its problems, each with its place and a remedy. */
export interface RowReader<Name extends string> {
  readonly problems: readonly string[];
  /** @param cells by what they are, trimmed; empty where there is none */
  take(cells: Readonly<Record<Name, string>>, place: number): void;
}

/** Codes that a file's table may be refused with. */
export type TableRefusal =
  "bad-ratings" | "missing-column" | "repeated-column" | "same-column" | "unreadable";

/**
 * Reads a table row by row. Refuses with the place of what is wrong.
 * @param columns the names of the columns wanted, by what they are
 * @param optional further columns; where the file has none of that name, their cells are empty
 * @param readerOf makes the reader; `word` is what a row's place is called: "line"
 * @param pause awaited from time to time, so that a server can attend to others
 */
export async function readRows<
  Name extends string,
  Reader extends RowReader<Name | Extra>,
  Extra extends string = never,
>(
  file: UploadedFile,
  {
    columns,
    optional = {} as Record<Extra, string>,
    reading,
  }: {
    columns: Readonly<Record<Name, string>>;
    optional?: Readonly<Record<Extra, string>>;
    reading?: Reading | undefined;
  },
  readerOf: (word: string) => Reader,
  pause: () => Promise<void>,
): Promise<Result<Reader, TableRefusal>> {
  const table = new TableFile(file, reading);
  if (table.format === null) return unreadable([fileError("binary-file")], "line");
  const word = placeWord(table.format);
  const reader = readerOf(word);
  const names = Object.entries({ ...columns, ...optional }) as [Name | Extra, string][];
  // How many columns were known when their places were found: JSON may bring further ones later.
  let known = -1;
  let places: [Name | Extra, number][] = [];
  for await (const rows of table.rows(pause)) {
    for (const { cells, place } of rows) {
      if (known !== table.columns.length) {
        known = table.columns.length;
        places = names.map(([what, name]) => [what, table.columns.indexOf(name)]);
      }
      const found = {} as Record<Name | Extra, string>;
      for (const [what, at] of places) found[what] = (cells[at] ?? "").trim();
      reader.take(found, place);
    }
    if (table.errors.length > 1_000 || reader.problems.length > 1_000) break;
  }
  const refused =
    table.errors.length > 0
      ? unreadable(table.errors, word)
      : (columnRefusal(table.columns, columns) ?? problemRefusal(reader.problems));
  return refused === null
    ? { ok: true, value: reader }
    : withReading(refused, table.format, file, reading);
}

function problemRefusal(problems: readonly string[]): Refused<"bad-ratings"> | null {
  if (problems.length === 0) return null;
  const shown = problems.slice(0, PROBLEMS_SHOWN).map(capital);
  return refuse("bad-ratings", withMore(shown, problems.length - PROBLEMS_SHOWN));
}

/** Adds to a refusal how else the file can be read, where that was not asked for. */
function withReading<C extends RefusalCode>(
  refused: Refused<C>,
  format: ReleaseFormat,
  file: UploadedFile,
  reading: Reading = {},
): Refused<C> {
  const offered = readingText(offeredReading(format, file));
  if (offered === "" || offered === readingText(reading)) return refused;
  const { code, message, ...more } = refused.refusal;
  return refuse(code, `${message}\nTo read the file as it is, use --read-as ${offered}`, more);
}

/** The columns and first rows of a file. Refuses with `unreadable`. */
export async function sampleRows(
  file: UploadedFile,
  most: number,
): Promise<Result<{ columns: string[]; rows: string[][]; reading: Reading }, "unreadable">> {
  const format = formatOf(file);
  if (format === null) return unreadable([fileError("binary-file")], "line");
  const reading = offeredReading(format, file);
  const table = new TableFile(file, reading);
  const sample: string[][] = [];
  for await (const rows of table.rows()) {
    for (const row of rows) sample.push(row.cells);
    if (sample.length >= most) break;
  }
  const { columns, errors } = table;
  if (columns.length === 0)
    return unreadable(errors.length > 0 ? errors : [fileError("empty-file")], placeWord(format));
  return {
    ok: true,
    value: {
      columns: [...columns],
      rows: sample.map((cells) => columns.map((_, at) => cells[at] ?? "")),
      reading,
    },
  };
}

/** The least columns by which a record is known as the header of a table. */
const LEAST_COLUMNS = 3;
const PIECE = 262_144;

function named(cells: readonly string[]): number {
  return cells.filter((name) => name.trim() !== "").length;
}

/** The format of a file; null if it is none that can be read. */
function formatOf({ name, bytes }: UploadedFile): ReleaseFormat | null {
  const format = detectFormat(name, bytes.subarray(0, 4_096));
  return format === "binary" ? null : format;
}

function offeredReading(format: ReleaseFormat, { bytes }: UploadedFile): Reading {
  const isHeader = (cells: readonly string[]) => named(cells) >= LEAST_COLUMNS;
  return offeredTableReading(format, bytes.subarray(0, HEAD_BYTES), isHeader, true);
}

/** How a person finds the place of a row again: "line 12". */
function placeWord(format: ReleaseFormat): "line" | "row" | "element" {
  return format === "xlsx" ? "row" : format === "json" ? "element" : "line";
}

interface PlacedRow {
  /** As placeWord counts. */
  place: number;
  cells: string[];
}

/** A file as a table of any columns. Rows with an error are left out. */
class TableFile {
  readonly format: ReleaseFormat | null;
  /** Those met so far: JSON may bring further ones later. */
  columns: readonly string[] = [];
  readonly errors: Finding[] = [];

  constructor(
    private readonly file: UploadedFile,
    private readonly reading: Reading | undefined,
  ) {
    this.format = formatOf(file);
  }

  /** Its rows, batch by batch; `pause` is awaited between pieces of the file. */
  async *rows(pause: () => Promise<void> = async () => {}): AsyncGenerator<PlacedRow[], void> {
    const { format, file } = this;
    if (format === null) return;
    const source =
      format === "xlsx"
        ? { format, file: file.bytes }
        : { format, bytes: inPieces(file.bytes, pause) };
    const headerOf = ({ cells }: TableRow) => {
      const width = cells.findLastIndex((name) => name.trim() !== "") + 1;
      const names = cells.slice(0, width).map((name, at) => name.trim() || `column ${at + 1}`);
      this.columns = names;
      return { names, exact: false };
    };
    const reader = readTable(source, (finding) => this.report(finding), {
      ...(this.reading !== undefined && { reading: this.reading }),
      header: (record) => (named(record.cells) >= LEAST_COLUMNS ? headerOf(record) : null),
      otherwise: (record) => (named(record.cells) > 0 ? headerOf(record) : null),
      noHeader: "no-columns",
      sheet: () => false,
      otherSheet: "first",
      suspects: false,
    });
    yield* mapRows(reader, (row, columns) => {
      this.columns = columns;
      return this.take(row);
    });
  }

  private take(row: TableRow): PlacedRow | null {
    const errors = row.remarks.filter(
      ({ severity, code }) => severity === "error" && code !== "formula-without-result",
    );
    if (errors[0]?.code === "empty-record") return null;
    for (const error of errors)
      this.report(findingOf(row, error, this.columns[error.cell ?? -1] ?? null));
    const place = this.format === "csv" ? row.line! : row.record;
    return errors.length > 0 ? null : { place, cells: row.cells };
  }

  private report(finding: Finding): void {
    if (finding.severity === "error")
      this.errors.push(this.format === "csv" ? finding : { ...finding, line: null });
  }
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

function columnRefusal(
  columns: readonly string[],
  wanted: Readonly<Record<string, string>>,
): Refused<"missing-column" | "repeated-column" | "same-column"> | null {
  for (const [what, name] of Object.entries(wanted)) {
    const found = columns.filter((column) => column === name).length;
    if (found === 1) continue;
    if (found > 1)
      return refuse(
        "repeated-column",
        `The file has ${found} columns named “${name}”. Rename all but one of them.`,
        { fields: { [what]: "Duplicate column name." } },
      );
    const listed = columns
      .filter((column) => column !== "")
      .map((column) => `“${column}”`)
      .join(", ");
    const separator =
      columns.length === 1 && /[;\t]/.test(columns[0]!)
        ? ` The columns seem to be separated by ${columns[0]!.includes(";") ? "semicolons" : "tabs"}: save it with commas.`
        : "";
    return refuse(
      "missing-column",
      `The file has no column “${name}” for the ${what}. Columns: ${listed}.${separator}`,
      { fields: { [what]: "The file has no such column." } },
    );
  }
  const names = Object.values(wanted);
  if (new Set(names).size === names.length) return null;
  const parts = Object.keys(wanted);
  return refuse(
    "same-column",
    `${capital(parts.slice(0, -1).join(", "))} and ${parts.at(-1)!} must be ${NUMBERS[parts.length]!} different columns.`,
  );
}

const NUMBERS = ["no", "one", "two", "three", "four", "five"];

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const REMEDIES: Record<string, string> = {
  "wrong-encoding": "Save it as “CSV UTF-8” and choose it again.",
  "not-json": "JSON is an array of objects; JSON Lines has one object per line.",
  "too-large": "Keep only the columns with the ratings, or use fewer rows.",
};
const PROBLEMS: Record<string, string> = {
  "not-an-object": "Expected a JSON object.",
};

function unreadable(findings: readonly Finding[], word: string): Refused<"unreadable"> {
  const errors = findings.filter((finding) => finding.severity === "error");
  const lines = errors.slice(0, PROBLEMS_SHOWN).map((finding) => {
    const words = describeFinding(finding);
    const place = finding.line ?? finding.record;
    return `${place === null || place === undefined ? "" : `${word.charAt(0).toUpperCase()}${word.slice(1)} ${place}: `}${PROBLEMS[finding.code] ?? words.problem} ${REMEDIES[finding.code] ?? words.remedy}`;
  });
  const more = errors.length - PROBLEMS_SHOWN;
  return refuse("unreadable", withMore(lines, more));
}

function withMore(lines: readonly string[], more: number): string {
  return [
    ...lines,
    ...(more > 0 ? [`And ${more >= 996 ? "many" : more} more like this.`] : []),
    "Nothing was computed.",
  ].join("\n");
}

/** The number of a text, in the order in which texts come; new ones are added. */
export function numberOf(numbers: Map<string, number>, text: string): number {
  const found = numbers.get(text);
  if (found !== undefined) return found;
  numbers.set(text, numbers.size);
  return numbers.size - 1;
}

export function isNumber(text: string): boolean {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
}

/** Texts as people sort them, the same on every machine: runs of digits by their number, the rest by code. */
export function naturally(one: string, other: string): number {
  const parts = (text: string) => text.match(/\d+|\D+/g) ?? [];
  const [a, b] = [parts(one), parts(other)];
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [x, y] = [a[at]!, b[at]!];
    if (x === y) continue;
    const byNumber = /^\d/.test(x) && /^\d/.test(y) ? Number(x) - Number(y) : 0;
    if (byNumber !== 0) return byNumber;
    return x < y ? -1 : 1;
  }
  return a.length - b.length || (one < other ? -1 : one > other ? 1 : 0);
}
