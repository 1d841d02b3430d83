import { formatCount } from "@/lib/platform/format";
import { formatPercent } from "./numbers";

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

/** A whole number: "1,234". */
export function countCell(value: number): Cell {
  return { text: formatCount(value), value };
}

/** A share of whole numbers in percent, without the sign: "98.5" for 197 of 200; undefined where there is nothing to count. */
export function percentCell({ count, of }: { count: number; of: number }): Cell {
  return { text: formatPercent(count, of), value: of === 0 ? null : (100 * count) / of };
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
