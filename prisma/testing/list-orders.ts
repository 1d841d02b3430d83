import { expect } from "vitest";
import type { Sort, SortColumn } from "@/lib/platform/address";

/**
 * Expects a list to be sorted by each of its columns, upwards and downwards: rows without a value last in both, and equal
 * ones in the list's usual order.
 * @param list the rows of its first page, which holds them all
 * @param values what the rows show in each column
 */
export async function expectOrders<Row, State extends { sort: Sort<string> | null }>(
  usual: State,
  list: (state: State) => Promise<readonly Row[] | { rows: readonly Row[] }>,
  values: { [Column in SortColumn<State>]: (row: Row) => string | number | null },
): Promise<void> {
  const read = async (state: State) => {
    const shown = await list(state);
    return "rows" in shown ? shown.rows : shown;
  };
  const rows = await read(usual);
  for (const [column, value] of Object.entries<(row: Row) => string | number | null>(values)) {
    let moved = 0;
    for (const descending of [false, true]) {
      const expected = [...rows].sort((a, b) => compared(value(a), value(b), descending));
      expect(await read({ ...usual, sort: { column, descending } }), column).toEqual(expected);
      if (expected.some((row, at) => row !== rows[at])) moved++;
    }
    // Of rows that are all alike any order is right.
    expect(moved, column).toBeGreaterThan(0);
  }
}

function compared(a: string | number | null, b: string | number | null, descending: boolean) {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b === descending ? 1 : -1;
}
