/** How much of a long text a row shows. */
export const DENSITIES = ["compact", "normal", "tall"] as const;
export type Density = (typeof DENSITIES)[number];

/** Height of a row in pixels, and how many lines of a text it has room for. */
export const ROW_HEIGHTS: Readonly<Record<Density, { height: number; lines: number }>> = {
  compact: { height: 33, lines: 1 },
  normal: { height: 53, lines: 2 },
  tall: { height: 93, lines: 4 },
};

/** How a person has laid a table out. */
export interface SheetLayout {
  /** Widths of columns in pixels, where they were changed. */
  widths: Readonly<Record<string, number>>;
  /** Columns that stay in view when the others scroll sideways. */
  pinned: readonly string[];
  density: Density;
}

export const MIN_COLUMN_WIDTH = 48;
export const MAX_COLUMN_WIDTH = 1_200;

export const roundedWidths = (widths: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(widths).map(([id, width]) => [id, Math.round(width)]));

/** Moves a column in front of another, or behind it where it came from further left. */
export function moveColumn<C extends string>(columns: readonly C[], from: string, to: string): C[] {
  const [at, target] = [columns.indexOf(from as C), columns.indexOf(to as C)];
  if (at < 0 || target < 0) return [...columns];
  const next = [...columns];
  next.splice(target, 0, ...next.splice(at, 1));
  return next;
}
