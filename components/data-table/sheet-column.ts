import type { ReactNode } from "react";

/** One column: knows how to show its cell and whether the server can sort by it. */
export interface DataTableColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** What is copied of a cell that cannot be edited. */
  text?: (row: Row) => string;
  sortable?: boolean;
  /** In pixels, until a person changes it. */
  width: number;
  /** Takes the room that the others leave. */
  grows?: boolean;
}

/** A column as it is shown, in its place. */
export interface ShownColumn<Row> extends Omit<DataTableColumn<Row>, "width"> {
  /** In pixels; null: what the others leave. */
  width: number | null;
  /** Its distance from the left edge where it stays in view; null: it scrolls. */
  pinnedAt: number | null;
}
