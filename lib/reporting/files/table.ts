/** A cell of a report's table. */
export interface Cell {
  /** As people read it. */
  text: string;
  /** The number behind it, for CSV, which gives all its digits. Null: undefined. Left out: there is only text. */
  value?: number | null;
  /** The best of its column, and the like. */
  strong?: boolean;
  /** What stands small below the text, line by line: "n 43", "[59.8, 84.4]". CSV leaves it out. */
  details?: readonly string[];
  /** Says little by itself: muted on pages, italic in files. */
  quiet?: boolean;
}

export interface Column {
  title: string;
  align: "left" | "right";
  /** Neighbouring columns of the same group stand under one heading. */
  group?: string;
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

/** A column's title with its group's, for formats that have one heading only. */
export function fullTitle(column: Column): string {
  return column.group === undefined ? column.title : `${column.group}: ${column.title}`;
}

/** A row in lines: the texts, and below them what stands small, as many lines as the cell with most. */
export function linesOf(row: readonly Cell[]): string[][] {
  const below = Math.max(0, ...row.map(({ details = [] }) => details.length));
  return [
    row.map(({ text }) => text),
    ...Array.from({ length: below }, (_, line) =>
      row.map(({ details = [] }) => details[line] ?? ""),
    ),
  ];
}
