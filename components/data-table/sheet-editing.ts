import type { ReactNode } from "react";

/** A text for a cell, by the row's id and the column's. */
export interface CellEntry {
  id: number;
  column: string;
  text: string;
  /** What the cell said when someone began to type; undefined where it was not typed. */
  seen?: string | undefined;
}

/** How a cell whose text is not saved is marked. */
export interface CellMark {
  is: "saving" | "unsaved" | "error" | "conflict";
  /** What is said of it, for screen readers and as its title. */
  message: string;
}

/** What a table needs to be edited as a sheet; without it cells are only read. */
export interface SheetEditing {
  editable: (column: string) => boolean;
  /** Words that a closed list offers; null where any text may be entered. */
  choices: (column: string) => readonly string[] | null;
  /** The whole text of a cell; undefined where it is not loaded, see load(). */
  text: (id: number, column: string) => string | undefined;
  /**
   * Loads the whole texts of rows, for editing and copying.
   * @param ahead rows that are read, too, where any of the others has to be
   */
  load: (ids: readonly number[], ahead?: readonly number[]) => Promise<unknown>;
  mark: (id: number, column: string) => CellMark | undefined;
  /** What is shown below a marked cell that has the focus. */
  note: (id: number, column: string) => ReactNode;
  /** What is shown below an open editor whose cell says something else than when someone began to type. */
  meanwhile: (id: number, column: string) => ReactNode;
  enter: (entries: readonly CellEntry[]) => void;
  /**
   * Several cells from the clipboard, to be looked at first.
   * @param outside how many of its cells lie beyond the last row or column
   */
  paste: (entries: readonly CellEntry[], outside: number) => void;
  undo: () => void;
  redo: () => void;
  /** Changes with everything that mark(), note() and, at a marked cell, text() say of a row. */
  entered: (id: number) => string;
}
