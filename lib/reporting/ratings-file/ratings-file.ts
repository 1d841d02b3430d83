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
import {
  refuse,
  type Refusal,
  type RefusalCode,
  type Refused,
  type Result,
} from "@/lib/platform/result";
import { finishWithPauses } from "@/lib/statistics/intervals";
import { agreementSteps, type GroupedRatings } from "@/lib/reporting/agreement/agreement";
import type { PairCell, PairTable, UnitPattern } from "@/lib/reporting/agreement/patterns";
import type { Agreement, Level } from "@/lib/reporting/agreement/coefficient";

/** Ratings in a table: a row for each rating of one unit by one rater. */
export interface RatingsColumns {
  unit: string;
  rater: string;
  value: string;
}

export interface RatingsRequest {
  columns: RatingsColumns;
  level: Level;
  /**
   * Every value that a rater could give, in use or not: the scale of Gwet's AC1. For the ordinal level from the lowest to
   * the highest, which values that are no numbers need. Left out: the values in use.
   */
  order?: readonly string[];
  /** Texts that mean "missing", in addition to an empty cell. */
  missing?: readonly string[];
  /** How a CSV file is read that is not in the usual form: separator and quotes. */
  reading?: Reading;
}

/** What a file of ratings holds, and the agreement in it. */
export interface FileAgreement {
  agreement: Agreement;
  /** The values in use, in order. */
  values: string[];
  raters: string[];
  /** Rows whose value is missing. */
  missing: number;
  /** For two raters: how their values meet, by the order of `values` and `raters`. Null for more raters, or very many values. */
  confusion: PairTable | null;
}

/** What a page shows before columns are chosen. */
export interface TablePreview {
  columns: string[];
  /** The first rows, a text for each column. */
  rows: string[][];
  guess: Partial<RatingsColumns>;
  /** In which reading they are so; empty for the usual form. It is offered: to compute, the caller has to send it back. */
  reading: Reading;
}

export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
}

const PROBLEMS_SHOWN = 5;
const LARGEST_CONFUSION = 40;
const PREVIEW_ROWS = 5;

/**
 * Reads a file of ratings (CSV, XLSX, JSON, JSON Lines) and computes every coefficient that applies.
 * Refuses with `unreadable`, `missing-column`, `repeated-column`, `bad-ratings` or `no-order`, with the place of what is wrong.
 * @param pause awaited from time to time, so that a server can attend to others
 */
export async function agreementOfFile(
  file: UploadedFile,
  request: RatingsRequest,
  pause: () => Promise<void> = async () => {},
): Promise<
  Result<
    FileAgreement,
    "bad-ratings" | "missing-column" | "no-order" | "repeated-column" | "same-column" | "unreadable"
  >
> {
  const table = new RatingsTable(file, request.reading);
  if (table.format === null) return unreadable([fileError("binary-file")], "line");
  const word = placeWord(table.format);
  const reader = new RatingsReader(request, word);
  for await (const rows of table.rows(pause)) {
    for (const row of rows) reader.take(table.columns, row.cells, row.place);
    if (table.errors.length > 1_000 || reader.problems.length > 1_000) break;
  }
  if (table.errors.length > 0)
    return withReading(unreadable(table.errors, word), table.format, file, request);
  const refusal = columnRefusal(table.columns, request.columns) ?? reader.refusal();
  if (refusal !== null)
    return withReading({ ok: false as const, refusal }, table.format, file, request);
  const grouped = reader.group();
  if (!grouped.ok) return grouped;
  const { ratings, values, raters, confusion } = grouped.value;
  const agreement = await finishWithPauses(agreementSteps(ratings), pause);
  return { ok: true, value: { agreement, values, raters, missing: reader.missing, confusion } };
}

/** Adds to a refusal how else the file can be read, where that was not asked for. */
function withReading<C extends RefusalCode>(
  refused: Refused<C>,
  format: ReleaseFormat,
  file: UploadedFile,
  { reading = {} }: RatingsRequest,
): Refused<C> {
  const offered = readingText(offeredReading(format, file));
  if (offered === "" || offered === readingText(reading)) return refused;
  const { code, message, ...more } = refused.refusal;
  return refuse(code, `${message}\nTo read the file as it is, use --read-as ${offered}`, more);
}

/** The columns and first rows of a file, with a guess which column is what. Refuses with `unreadable`. */
export async function previewTable(
  file: UploadedFile,
): Promise<Result<TablePreview, "unreadable">> {
  const format = formatOf(file);
  if (format === null) return unreadable([fileError("binary-file")], "line");
  const reading = offeredReading(format, file);
  const table = new RatingsTable(file, reading);
  const sample: string[][] = [];
  for await (const rows of table.rows()) {
    for (const row of rows) sample.push(row.cells);
    if (sample.length >= 1_000) break;
  }
  const { columns, errors } = table;
  if (columns.length === 0)
    return unreadable(errors.length > 0 ? errors : [fileError("empty-file")], placeWord(format));
  const rows = sample
    .slice(0, PREVIEW_ROWS)
    .map((cells) => columns.map((_, at) => cells[at] ?? ""));
  return {
    ok: true,
    value: { columns: [...columns], rows, guess: guessColumns(columns, sample), reading },
  };
}

/** The least columns by which a record is known as the header of a table of ratings. */
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
class RatingsTable {
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

const NAMES: Record<keyof RatingsColumns, RegExp[]> = {
  unit: [
    /^(unit|item|response)[ _-]?(id|no|number|key)$/i,
    /^(unit|item|response|question|example|subject|sample|document|task)([ _-]?(id|no|number|key))?$/i,
    /^id$/i,
    /(unit|item|response|question|subject)/i,
  ],
  rater: [
    /^(rater|annotator|coder|judge|worker|reviewer|labeller|labeler|user|person)([ _-]?(id|no|number|name|key))?$/i,
    /(rater|annotator|coder|judge|worker|reviewer)/i,
  ],
  value: [
    /^(value|rating|verdict|label|score|judg(e)?ment|code|category|answer|grade)$/i,
    /(verdict|rating|label|score|value|judg)/i,
  ],
};

/** Which column is what, by its name or by how often its texts repeat. */
export function guessColumns(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Partial<RatingsColumns> {
  const guess: Partial<RatingsColumns> = {};
  const free = () => columns.filter((name) => name !== "" && !Object.values(guess).includes(name));
  for (const what of ["value", "rater", "unit"] as const) {
    for (const pattern of NAMES[what]) guess[what] ??= free().find((name) => pattern.test(name));
  }
  // A column of many different texts is that of the units; one of few is that of the values.
  const variety = (name: string) =>
    new Set(rows.map((cells) => cells[columns.indexOf(name)] ?? "")).size;
  const left = () => free().sort((a, b) => variety(a) - variety(b));
  if (free().length > 0 && guess.unit === undefined) guess.unit = left().at(-1);
  if (free().length > 0 && guess.value === undefined) guess.value = left()[0];
  if (free().length > 0 && guess.rater === undefined) guess.rater = left()[0];
  return Object.fromEntries(Object.entries(guess).filter(([, name]) => name !== undefined));
}

/** Collects ratings row by row and finds what is wrong with them. */
class RatingsReader {
  readonly problems: string[] = [];
  missing = 0;
  private readonly units = new Map<string, { rater: number; value: number; place: number }[]>();
  private readonly raters = new Map<string, number>();
  private readonly values = new Map<string, number>();
  private readonly missingTexts: ReadonlySet<string>;
  /** How many columns were known when `at` was found. */
  private known = -1;
  private at = { unit: -1, rater: -1, value: -1 };

  constructor(
    private readonly request: RatingsRequest,
    private readonly word: string,
  ) {
    this.missingTexts = new Set(["", ...(request.missing ?? []).map((text) => text.trim())]);
  }

  take(columns: readonly string[], cells: readonly string[], place: number): void {
    if (this.known !== columns.length) {
      this.known = columns.length;
      const { unit, rater, value } = this.request.columns;
      this.at = {
        unit: columns.indexOf(unit),
        rater: columns.indexOf(rater),
        value: columns.indexOf(value),
      };
    }
    const text = (at: number) => (at === -1 ? "" : (cells[at] ?? "").trim());
    const value = text(this.at.value);
    if (this.missingTexts.has(value)) {
      this.missing++;
      return;
    }
    const [unit, rater] = [text(this.at.unit), text(this.at.rater)];
    if (unit === "") return this.problem(place, "item ID is missing. Add it or delete the row.");
    if (rater === "") return this.problem(place, "rater is missing. Add it or delete the row.");
    const known = this.knownValue(value, place);
    if (known === null) return;
    const ratings = this.units.get(unit);
    const raterIndex = numberOf(this.raters, rater);
    const earlier = ratings?.find((rating) => rating.rater === raterIndex);
    if (earlier !== undefined)
      return this.problem(
        place,
        `duplicate: “${rater}” already rated “${unit}” in ${this.word} ${earlier.place}. Keep one.`,
      );
    const rating = { rater: raterIndex, value: numberOf(this.values, known), place };
    if (ratings) ratings.push(rating);
    else this.units.set(unit, [rating]);
  }

  refusal(): Refusal<"bad-ratings"> | null {
    if (this.problems.length === 0) return null;
    const more = this.problems.length - PROBLEMS_SHOWN;
    const shown = this.problems
      .slice(0, PROBLEMS_SHOWN)
      .map((problem) => problem.charAt(0).toUpperCase() + problem.slice(1));
    return { code: "bad-ratings", message: withMore(shown, more) };
  }

  group(): Result<
    {
      ratings: GroupedRatings;
      values: string[];
      raters: string[];
      confusion: PairTable | null;
    },
    "no-order"
  > {
    const ordered = this.orderValues();
    if (!ordered.ok) return ordered;
    const values = ordered.value;
    const place = new Map(values.map((value, at) => [value, at]));
    const indexOf = [...this.values.keys()].map((value) => place.get(value)!);
    // People's order: rater 2 before rater 10.
    const raters = [...this.raters.keys()].sort(naturally);
    const raterPlace = [...this.raters.keys()].map((rater) => raters.indexOf(rater));

    const patterns = new Map<string, { ratings: UnitPattern["ratings"]; units: number }>();
    const cells = new Map<number, PairCell>();
    for (const ratings of this.units.values()) {
      const given = ratings.map((rating) => indexOf[rating.value]!).sort((a, b) => a - b);
      const key = given.join();
      const found = patterns.get(key);
      if (found) found.units++;
      else patterns.set(key, { ratings: tally(given), units: 1 });
      if (raters.length !== 2 || ratings.length !== 2) continue;
      const [one, other] = ratings as [(typeof ratings)[number], (typeof ratings)[number]];
      const [first, second] = (raterPlace[one.rater] === 0 ? [one, other] : [other, one]).map(
        (rating) => indexOf[rating.value]!,
      ) as [number, number];
      const cell = cells.get(first * values.length + second);
      if (cell) cell.units++;
      else cells.set(first * values.length + second, { first, second, units: 1 });
    }
    const pair = raters.length === 2 ? [...cells.values()] : undefined;
    return {
      ok: true,
      value: {
        values,
        raters,
        ratings: {
          values: values.length,
          raters: raters.length,
          level: this.request.level,
          patterns: [...patterns.values()],
          ...(this.scale() !== null && { scale: this.scale()!.length }),
          ...(this.request.level === "interval" && { numbers: values.map(Number) }),
          ...(pair && { pair }),
        },
        confusion:
          pair === undefined || values.length > LARGEST_CONFUSION
            ? null
            : tableOf(pair, values.length),
      },
    };
  }

  /** A value as it is compared with others: numbers by what they mean at the interval level, else by their text. */
  private knownValue(value: string, place: number): string | null {
    if (this.request.level === "interval") {
      if (isNumber(value)) return String(Number(value));
      this.problem(
        place,
        `“${value}” is not a number, required at interval level.${/^[+-]?\d+,\d+$/.test(value) ? " Use a decimal point." : " Correct it, leave it empty if missing, or choose nominal level."}`,
      );
      return null;
    }
    const scale = this.scale();
    if (scale !== null && !scale.includes(value)) {
      this.problem(
        place,
        `“${value}” is not one of the possible values (${scale.join(", ")}). Correct it or add it to them.`,
      );
      return null;
    }
    return this.request.level === "ordinal" && this.request.order === undefined && isNumber(value)
      ? String(Number(value))
      : value;
  }

  /** Every value that could be given, where that was said; numbers at the interval level have no end. */
  private scale(): readonly string[] | null {
    return this.request.level === "interval" ? null : (this.request.order ?? null);
  }

  private orderValues(): Result<string[], "no-order"> {
    const values = [...this.values.keys()];
    const { level, order } = this.request;
    if (level === "ordinal" && order !== undefined)
      return { ok: true, value: order.filter((value) => this.values.has(value)) };
    if (values.every(isNumber))
      return { ok: true, value: values.sort((a, b) => Number(a) - Number(b) || naturally(a, b)) };
    if (level === "ordinal") {
      return refuse(
        "no-order",
        `The values aren't numbers. List them from lowest to highest: ${values.sort(naturally).slice(0, 20).join(", ")}${values.length > 20 ? ", …" : ""}.`,
      );
    }
    return { ok: true, value: values.sort(naturally) };
  }

  private problem(place: number, words: string): void {
    this.problems.push(`${this.word} ${place}: ${words}`);
  }
}

function columnRefusal(
  columns: readonly string[],
  wanted: RatingsColumns,
): Refusal<"missing-column" | "repeated-column" | "same-column"> | null {
  for (const [what, name] of Object.entries(wanted)) {
    const found = columns.filter((column) => column === name).length;
    if (found === 1) continue;
    if (found > 1)
      return {
        code: "repeated-column",
        message: `The file has ${found} columns named “${name}”. Rename all but one of them.`,
        fields: { [what]: "Duplicate column name." },
      };
    const listed = columns
      .filter((column) => column !== "")
      .map((column) => `“${column}”`)
      .join(", ");
    const separator =
      columns.length === 1 && /[;\t]/.test(columns[0]!)
        ? ` The columns seem to be separated by ${columns[0]!.includes(";") ? "semicolons" : "tabs"}: save it with commas.`
        : "";
    return {
      code: "missing-column",
      message: `The file has no column “${name}” for the ${what}. Columns: ${listed}.${separator}`,
      fields: { [what]: "The file has no such column." },
    };
  }
  const names = Object.values(wanted);
  return new Set(names).size === names.length
    ? null
    : { code: "same-column", message: "Unit, rater and value must be three different columns." };
}

const REMEDIES: Record<string, string> = {
  "wrong-encoding": "Save it as “CSV UTF-8” and choose it again.",
  "not-json": "JSON is an array of objects; JSON Lines has one object per line.",
  "too-large": "Keep only the three columns with the ratings, or use fewer rows.",
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

function numberOf(numbers: Map<string, number>, text: string): number {
  const found = numbers.get(text);
  if (found !== undefined) return found;
  numbers.set(text, numbers.size);
  return numbers.size - 1;
}

function tally(sorted: readonly number[]): [number, number][] {
  const counts: [number, number][] = [];
  for (const value of sorted) {
    const last = counts.at(-1);
    if (last !== undefined && last[0] === value) last[1]++;
    else counts.push([value, 1]);
  }
  return counts;
}

function tableOf(cells: readonly PairCell[], width: number): number[][] {
  const table = Array.from({ length: width }, () => Array.from({ length: width }, () => 0));
  for (const { first, second, units } of cells) table[first]![second]! += units;
  return table;
}

function isNumber(text: string): boolean {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
}

/** Texts as people sort them, the same on every machine: runs of digits by their number, the rest by code. */
function naturally(one: string, other: string): number {
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
