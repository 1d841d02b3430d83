/** A heading above rows that have the same value. */
export interface RowGroup {
  /** The value, as the server says it; unique within a view. */
  key: string;
  label: string;
  /** How many rows stand under it, shown or not. */
  count: number;
  open: boolean;
}

/**
 * What a sheet reads its rows from, when not all of them are here: places are counted from 0 over the whole view, group
 * headings included. It knows the id of each place, and the rows of the windows that were asked for.
 */
export interface RowSource<Row> {
  /** Stays the same while it is the same list, however often its rows are read. */
  list: object;
  /** How many places there are. */
  count: number;
  /** All ids of the list are here; until then there may be more places. */
  whole: boolean;
  /** How many rows would stand elsewhere by what they say now: they stay where they are until the list is read again. */
  moved: number;
  /** The id of the row at a place; undefined for a heading, or while ids are on their way. */
  idAt: (index: number) => number | undefined;
  /** The place of a row, -1 where the view does not show it. */
  indexOf: (id: number) => number;
  /** The row at a place; undefined for a heading, or while it is on its way. */
  rowAt: (index: number) => Row | undefined;
  /** Asks for the rows from one place up to, not including, another; those that are here are not asked for again. */
  ensure: (from: number, to: number) => void;
  /** Reads the rows from one place up to, not including, another; comes back once they are here, or could not be read. */
  load: (from: number, to: number) => Promise<void>;
  /**
   * Reads rows again that were changed; null: any may have been. Those that are not looked at are read when they are.
   * @returns whether they could be read
   */
  refresh: (ids: readonly number[] | null) => Promise<boolean>;
  groupAt: (index: number) => RowGroup | undefined;
  toggleGroup: (key: string) => void;
}
