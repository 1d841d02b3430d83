/*
 * Where the cursor of a sheet is, which block is selected and whether a cell is being edited: pure, so that every key is
 * a line in a table of tests. Rows and columns are counted from 0, as they are shown.
 */

export interface CellAt {
  row: number;
  column: number;
}

export interface SheetState {
  /** The cell that has the focus, and is edited. */
  cursor: CellAt;
  /** The opposite corner of the selected block; the cursor itself where one cell is selected. */
  anchor: CellAt;
  /** What the editor begins with (null: the cell's text). `typed`: with a letter, so that arrow keys leave it; else they move the caret. */
  editing: { text: string | null; typed: boolean } | null;
}

export const FIRST_CELL: SheetState = {
  cursor: { row: 0, column: 0 },
  anchor: { row: 0, column: 0 },
  editing: null,
};

/** How far the sheet goes, and what of it can be edited. */
export interface SheetExtent {
  rows: number;
  columns: number;
  /** Rows that are seen at once. */
  page: number;
  editable: (at: CellAt) => boolean;
}

/** A key as a browser tells it; `mod` is Ctrl, or Cmd on a Mac. */
export interface SheetKey {
  key: string;
  mod: boolean;
  shift: boolean;
  alt: boolean;
}

/** What has to be done besides showing the new state. */
export type SheetEffect =
  /** The text of the editor is the cell's new text. */
  | "commit"
  | "cancel"
  /** Deletes what is in the selected cells. */
  | "clear"
  | "fill-down"
  | "undo"
  | "redo"
  /** Shows the row beside the sheet. */
  | "beside"
  /** Opens the row's own page. */
  | "open"
  /** Ticks the row, or no longer. */
  | "tick"
  /** Begins to edit; what was typed comes into the empty editor by the browser's hand. */
  | "type"
  /** Puts a line break where the caret is. */
  | "line-break";

export interface Block {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** The selected block, both ends included. */
export function blockOf({ cursor, anchor }: SheetState): Block {
  return {
    top: Math.min(cursor.row, anchor.row),
    bottom: Math.max(cursor.row, anchor.row),
    left: Math.min(cursor.column, anchor.column),
    right: Math.max(cursor.column, anchor.column),
  };
}

/** Puts the cursor on a cell. @param extend keeps the other corner of the block, as Shift does */
export function moveTo(
  state: SheetState,
  at: CellAt,
  extent: SheetExtent,
  extend = false,
): SheetState {
  const cursor = {
    row: clamp(at.row, extent.rows),
    column: clamp(at.column, extent.columns),
  };
  return { cursor, anchor: extend ? state.anchor : cursor, editing: null };
}

/** Where everything was selected when only some of the rows were known, everything is once all are. */
export function withLaterRows(state: SheetState, before: number, after: number): SheetState {
  const { cursor, anchor, editing } = state;
  const everything = cursor.row === 0 && anchor.row > 0 && anchor.row === before - 1;
  return everything && editing === null
    ? { ...state, anchor: { ...anchor, row: after - 1 } }
    : state;
}

/** Begins to edit the cursor's cell. @param text null: what is in the cell */
export function edit(state: SheetState, text: string | null): SheetState {
  return { ...state, anchor: state.cursor, editing: { text, typed: text !== null } };
}

/**
 * What a key does; null where it is none of the sheet's, and the browser's own.
 */
export function pressKey(
  state: SheetState,
  pressed: SheetKey,
  extent: SheetExtent,
): { state: SheetState; effect?: SheetEffect } | null {
  return state.editing === null
    ? pressInSheet(state, pressed, extent)
    : pressInEditor(state, pressed, extent);
}

function pressInSheet(state: SheetState, pressed: SheetKey, extent: SheetExtent) {
  const { key, mod, shift, alt } = pressed;
  const { cursor } = state;
  const editable = extent.editable(cursor);
  if (alt) return null;
  const to = targetOf(state.cursor, pressed, extent);
  if (to !== null) return { state: moveTo(state, to, extent, shift) };
  if (mod) {
    switch (key.toLowerCase()) {
      case "a":
        return {
          state: {
            cursor: { row: 0, column: 0 },
            anchor: { row: extent.rows - 1, column: extent.columns - 1 },
            editing: null,
          },
        };
      case "enter":
        return { state, effect: "open" as const };
      case "d":
        return { state, effect: "fill-down" as const };
      case "z":
        return { state, effect: shift ? ("redo" as const) : ("undo" as const) };
      case "y":
        return { state, effect: "redo" as const };
      default:
        return null;
    }
  }
  switch (key) {
    case "Enter":
      if (shift) return { state: moveTo(state, { ...cursor, row: cursor.row - 1 }, extent) };
      return editable ? { state: edit(state, null) } : { state, effect: "open" as const };
    case "F2":
      return editable ? { state: edit(state, null) } : { state };
    case "Tab": {
      const column = cursor.column + (shift ? -1 : 1);
      // At the end of a row Tab leaves the sheet, so that no one is caught in it.
      if (column < 0 || column >= extent.columns) return null;
      return { state: moveTo(state, { ...cursor, column }, extent) };
    }
    case "Escape":
      return sameCell(state.anchor, state.cursor) ? null : { state: { ...state, anchor: cursor } };
    case "Delete":
    case "Backspace":
      return { state, effect: "clear" as const };
    case " ":
      return { state, effect: shift ? ("tick" as const) : ("beside" as const) };
    case "/":
    case "?":
      return null;
    default:
      // "Dead": the accent of a letter to come; "Process": an input method puts a text together.
      if ([...key].length !== 1 && key !== "Dead" && key !== "Process") return null;
      // Typing in a cell that cannot be edited does nothing.
      return editable ? { state: edit(state, ""), effect: "type" as const } : { state };
  }
}

function pressInEditor(state: SheetState, pressed: SheetKey, extent: SheetExtent) {
  const { key, mod, shift, alt } = pressed;
  const { cursor } = state;
  const leave = (row: number, column: number) => ({
    state: moveTo(state, { row: cursor.row + row, column: cursor.column + column }, extent),
    effect: "commit" as const,
  });
  switch (key) {
    case "Enter":
      if (alt || mod) return { state, effect: "line-break" as const };
      return leave(shift ? -1 : 1, 0);
    case "Tab":
      return leave(0, shift ? -1 : 1);
    case "Escape":
      return { state: { ...state, editing: null }, effect: "cancel" as const };
    case "F2":
      return { state: { ...state, editing: { ...state.editing!, typed: false } } };
  }
  if (state.editing?.typed && !mod && !alt && !shift)
    switch (key) {
      case "ArrowUp":
        return leave(-1, 0);
      case "ArrowDown":
        return leave(1, 0);
      case "ArrowLeft":
        return leave(0, -1);
      case "ArrowRight":
        return leave(0, 1);
    }
  return null;
}

/** Where a key that moves the cursor moves it; null for every other key. */
function targetOf(
  { row, column }: CellAt,
  { key, mod }: SheetKey,
  { rows, columns, page }: SheetExtent,
): CellAt | null {
  switch (key) {
    case "ArrowUp":
      return { row: mod ? 0 : row - 1, column };
    case "ArrowDown":
      return { row: mod ? rows - 1 : row + 1, column };
    case "ArrowLeft":
      return { row, column: mod ? 0 : column - 1 };
    case "ArrowRight":
      return { row, column: mod ? columns - 1 : column + 1 };
    case "Home":
      return { row: mod ? 0 : row, column: 0 };
    case "End":
      return { row: mod ? rows - 1 : row, column: columns - 1 };
    case "PageUp":
      return { row: row - page, column };
    case "PageDown":
      return { row: row + page, column };
    default:
      return null;
  }
}

export const sameCell = (a: CellAt, b: CellAt) => a.row === b.row && a.column === b.column;
const clamp = (at: number, count: number) => Math.max(0, Math.min(count - 1, at));
