"use client";

import { useMemo } from "react";
import type { DataTableColumn, ShownColumn } from "./sheet-column";
import type { SheetLayout } from "./sheet-layout";

/** Room for the box that selects a row. */
export const CHECK_WIDTH = 36;

interface SheetColumnsInput<Row> {
  columns: readonly DataTableColumn<Row>[];
  /** Ids of the columns to show, in order. */
  visible: readonly string[];
  layout: SheetLayout;
  selectable: boolean;
}

/** The columns of a sheet as its rows show them. They change with the layout alone, however often rows are drawn. */
export function useSheetColumns<Row extends object>({
  columns,
  visible,
  layout,
  selectable,
}: SheetColumnsInput<Row>) {
  return useMemo(() => {
    const shown = placedColumns(columns, visible, layout, selectable);
    const widths = new Map(columns.map(({ id, width }) => [id, layout.widths[id] ?? width]));
    return {
      shown,
      /** The least width of the whole table, in pixels. */
      total: shown.reduce((sum, { id }) => sum + (widths.get(id) ?? 0), CHECK_WIDTH),
      /** How much of it stays in view on the left. */
      pinnedWidth: shown.reduce(
        (end, { pinnedAt, width }) => (pinnedAt === null ? end : pinnedAt + (width ?? 0)),
        0,
      ),
    };
  }, [columns, visible, layout, selectable]);
}

/** The columns in their order, with widths, and with the places of those that stay in view. */
function placedColumns<Row>(
  columns: readonly DataTableColumn<Row>[],
  visible: readonly string[],
  layout: SheetLayout,
  selectable: boolean,
): ShownColumn<Row>[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const shown: ShownColumn<Row>[] = [];
  let left = selectable ? CHECK_WIDTH : 0;
  // As TanStack Table orders its headers.
  const pinnedFirst = [
    ...layout.pinned.filter((id) => visible.includes(id)),
    ...visible.filter((id) => !layout.pinned.includes(id)),
  ];
  for (const id of pinnedFirst) {
    const column = byId.get(id);
    if (column === undefined) continue;
    const pinned = layout.pinned.includes(id);
    const width = layout.widths[id] ?? (column.grows && !pinned ? null : column.width);
    shown.push({ ...column, width, pinnedAt: pinned ? left : null });
    if (pinned) left += width ?? column.width;
  }
  return shown;
}
