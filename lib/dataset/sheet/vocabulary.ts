import { CELL_COLUMNS } from "@/lib/dataset/questions/vocabulary";

/** Cells that one command saves: a block of 1,000 rows and 20 columns. */
export const MAX_CELLS = 20_000;
/** Questions whose whole texts are read at once. */
export const MAX_ROWS = 1_000;
/** What fits in one cell, in UTF-16 units; the rules of its field may allow less. */
export const CELL_CHARACTERS = 50_000;
/** The body of a request with cells, in bytes; lib/launcher/body-limit.ts says the same in front of the server. */
export const CELLS_BYTES = 16_000_000;

/** The columns that are edited in place: those of the grid that are cells. All others are derived and read-only. */
export const SHEET_FIELDS: readonly string[] = Object.keys(CELL_COLUMNS);

/** Whether a column of the grid is edited in place. */
export const isEditable = (column: string): boolean => SHEET_FIELDS.includes(column);

/** How much of a long text a row shows. */
export const DENSITIES = ["compact", "normal", "tall"] as const;

/** The widest that a column can be made, in pixels. */
export const MAX_COLUMN_PIXELS = 2_000;

/** How a person has laid the grid out. */
export interface GridLayout {
  /** The columns that are shown, in order; empty: the usual ones. */
  columns: string[];
  /** Those of them that stay in view while the others scroll sideways. */
  pinned: string[];
  /** In pixels, where they were changed. */
  widths: Record<string, number>;
  density: (typeof DENSITIES)[number];
}

export const USUAL_LAYOUT: GridLayout = { columns: [], pinned: [], widths: {}, density: "normal" };
