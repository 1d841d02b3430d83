import { formatCount } from "@/lib/platform/format";
import {
  formatCoefficient,
  formatDecimal,
  formatInterval,
  formatPercent,
  formatPoints,
  formatShare,
  formatShareInterval,
  percentOf,
  SHOWN_DIGITS,
} from "@/lib/platform/numbers";

/** What a number is, by which pages print it: a share, which files leave from 0 to 1 or give in percent; points are differences of shares. */
export type Kind = "share" | "percent" | "points" | "number";

/** A cell of a report's table. */
export interface Cell {
  /** As people read it. */
  text: string;
  /** The number behind it, for CSV, which gives all its digits. Null: undefined. Left out: there is only text. */
  value?: number | null;
  /** The best of its column, and the like. */
  strong?: boolean;
  /** Small text below, line by line: "n 43", "[59.8, 84.4]". CSV leaves it out. */
  details?: readonly string[];
  /** The same for pages, where files print other digits. */
  page?: { text: string; details?: readonly string[] };
  /** Says little by itself: muted on pages, italic in files. */
  quiet?: boolean;
  /** Why there is no number; pages show it in the place of the text. Files say it in their notes. */
  undefinedBecause?: string;
  /** Pages only: where the number leads, and what a screen reader says of the link if the text is not enough. */
  link?: { href: string; words?: string };
  /** Pages only: shown on hover and on focus. */
  hint?: string;
}

export interface Column {
  title: string;
  align: "left" | "right";
  /** Neighboring columns of the same group stand under one heading. */
  group?: string;
  /** What a short title stands for; pages show it on hover. */
  meaning?: string;
}

/** One table of a report, to be shown or written in any format. */
export interface ReportTable {
  caption: string;
  /** What the numbers go by, in sentences that stay with the caption: correct answers, gold, what is stale. */
  about?: readonly string[];
  /** What LaTeX refers to it by: "tab:agreement". */
  label: string;
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
  /** What has to be known to read it: inputs, methods, reasons for what is undefined. */
  notes: readonly string[];
}

/** A cell of text alone. */
export function textCell(text: string): Cell {
  return { text };
}

/** A number in full, or nothing: for CSV, which programs read. */
export function numberCell(value: number | null): Cell {
  return { text: value === null ? "" : String(value), value };
}

/** A whole number: "1,234". */
export function countCell(value: number): Cell {
  return { text: formatCount(value), value };
}

/** A share of whole numbers in percent, without the sign: "98.5" for 197 of 200; undefined where there is nothing to count. */
export function percentCell({ count, of }: { count: number; of: number }): Cell {
  return { text: formatPercent(count, of), value: of === 0 ? null : (100 * count) / of };
}

/** A number as pages print it: "71.4%", "+3.2 pp", "0.62". */
function printed(value: number | null, kind: Kind): string {
  if (kind === "points" && value !== null) return `${formatPoints(value)} pp`;
  return kind === "share" || kind === "percent" ? formatShare(value) : formatCoefficient(value);
}

/** A number as files give it, all its digits. @param value a share: from 0 to 1 */
export function inFiles(value: number | null, kind: Kind): number | null {
  return kind === "percent" && value !== null ? percentOf(value) : value;
}

/** How many digits files print of it: as many of a percentage as of its share. */
const digitsOf = (digits: number, kind: Kind) => (kind === "percent" ? digits - 2 : digits);

/** A number with so many digits in files. @param value a share: from 0 to 1 */
export function decimalCell(value: number | null, digits: number, kind: Kind = "number"): Cell {
  const given = inFiles(value, kind);
  return {
    text: formatDecimal(given, digitsOf(digits, kind)),
    value: given,
    page: { text: printed(value, kind) },
  };
}

/** "0.6987 (0.3826 to 0.9258)": a number with its interval in one line of a file. */
export function inOneLine(
  { value, low, high }: { value: number | null; low: number | null; high: number | null },
  digits: number,
  kind: Kind = "number",
): Cell {
  const text = (number: number | null) =>
    formatDecimal(inFiles(number, kind), digitsOf(digits, kind));
  return {
    text: low === null ? text(value) : `${text(value)} (${text(low)} to ${text(high)})`,
    value: inFiles(value, kind),
  };
}

/** A number with its interval below, and more lines. Undefined: why, in its place. */
export function intervalCell(
  found: {
    value: number | null;
    low: number | null;
    high: number | null;
    undefinedBecause: string | null;
  },
  digits: number,
  kind: Kind,
  more: readonly string[] = [],
): Cell {
  const { value, low, high, undefinedBecause } = found;
  const interval =
    kind === "number" ? formatInterval(low, high, SHOWN_DIGITS) : formatShareInterval(low, high);
  const lines = (first: string) => (value === null ? [] : [first, ...more]);
  const given = inFiles(value, kind);
  return {
    text: formatDecimal(given, digitsOf(digits, kind)),
    value: given,
    ...(undefinedBecause !== null && { undefinedBecause }),
    details: lines(formatInterval(inFiles(low, kind), inFiles(high, kind), digitsOf(digits, kind))),
    page: { text: printed(value, kind), details: lines(interval) },
  };
}

export function leftColumn(title: string): Column {
  return { title, align: "left" };
}

/** A column of numbers. */
export function rightColumn(title: string, group?: string): Column {
  return { title, align: "right", ...(group !== undefined && { group }) };
}

/** The table with further columns from position `at` on. @param cells of each row, by the row's position */
export function withColumns(
  table: ReportTable,
  at: number,
  columns: readonly Column[],
  cells: (row: number) => readonly Cell[],
): ReportTable {
  return {
    ...table,
    columns: table.columns.toSpliced(at, 0, ...columns),
    rows: table.rows.map((row, index) => row.toSpliced(at, 0, ...cells(index))),
  };
}

/** The table without the columns from position `from` up to `to`. */
export function withoutColumns(table: ReportTable, from: number, to: number): ReportTable {
  return {
    ...table,
    columns: table.columns.toSpliced(from, to - from),
    rows: table.rows.map((row) => row.toSpliced(from, to - from)),
  };
}

/** The table with what all of its records have in common, for programs, which read no captions. @param same titles and cells */
export function withInCommon(
  table: ReportTable,
  same: readonly (readonly [string, Cell])[],
): ReportTable {
  return withColumns(
    table,
    table.columns.length,
    same.map(([title]) => leftColumn(title)),
    () => same.map(([, cell]) => cell),
  );
}

/** The table with what pages add to its cells: links, hints. @param change of each cell, by the positions of its row and column */
export function withCells(
  table: ReportTable,
  change: (cell: Cell, row: number, column: number) => Cell,
): ReportTable {
  return {
    ...table,
    rows: table.rows.map((row, at) => row.map((cell, column) => change(cell, at, column))),
  };
}

/** A column's title with its group's, for formats that have one heading only. */
export function fullTitle(column: Column): string {
  return column.group === undefined ? column.title : `${column.group}: ${column.title}`;
}

/** Neighboring columns of one group, with how many they are. Ungrouped neighbors count together. */
export function columnGroups(
  columns: readonly Column[],
): { group: string | undefined; span: number }[] {
  const groups: { group: string | undefined; span: number }[] = [];
  for (const { group } of columns) {
    const last = groups.at(-1);
    if (last !== undefined && last.group === group) last.span++;
    else groups.push({ group, span: 1 });
  }
  return groups;
}

/** A row in lines: the texts, and below them the details, as many lines as the cell with most. */
export function linesOf(row: readonly Cell[]): string[][] {
  const below = Math.max(0, ...row.map(({ details = [] }) => details.length));
  return [
    row.map(({ text }) => text),
    ...Array.from({ length: below }, (_, line) =>
      row.map(({ details = [] }) => details[line] ?? ""),
    ),
  ];
}
