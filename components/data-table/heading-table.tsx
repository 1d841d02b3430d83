"use client";

import {
  columnResizingFeature,
  columnSizingFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Header,
  type Updater,
} from "@tanstack/react-table";
import { useEffect, useMemo } from "react";
import type { DataTableColumn } from "./sheet-column";
import type { Sort } from "@/lib/platform/address";
import {
  MAX_COLUMN_WIDTH,
  MIN_COLUMN_WIDTH,
  roundedWidths,
  type SheetLayout,
} from "./sheet-layout";

const features = tableFeatures({ columnResizingFeature, columnSizingFeature, rowSortingFeature });

/** A heading that someone has pressed. */
export type Heading = Header<typeof features, object, unknown>;

export interface HeadingTableProps {
  columns: readonly DataTableColumn<never>[];
  layout: SheetLayout;
  sort: Sort<string> | null;
  onSort: (sort: Sort<string> | null) => void;
  onWidths: (widths: Record<string, number>) => void;
  /** Called with what finds a heading by its column, each time that something of it has changed. */
  onReady: (find: (id: string) => Heading | undefined) => void;
  /** Called in its place where the script does not come. */
  onMissing: () => void;
}

/** No rows: they come from a source, and TanStack Table has the columns alone. */
const NO_ROWS: never[] = [];

/** What a press on a heading does: sorting, and widths. It draws nothing, and comes with the first input. */
export function HeadingTable({
  columns,
  layout,
  sort,
  onSort,
  onWidths,
  onReady,
}: HeadingTableProps) {
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, object> => ({
        id: column.id,
        header: column.header,
        accessorFn: () => null,
        enableSorting: column.sortable ?? false,
        sortDescFirst: false,
        size: column.width,
        minSize: MIN_COLUMN_WIDTH,
        maxSize: MAX_COLUMN_WIDTH,
      })),
    [columns],
  );
  const state = {
    sorting: sort === null ? [] : [{ id: sort.column, desc: sort.descending }],
    columnSizing: layout.widths,
  };
  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    manualSorting: true,
    enableMultiSort: false,
    columnResizeMode: "onChange",
    state,
    onSortingChange: (updater) => {
      const next = settle(updater, state.sorting)[0];
      onSort(next === undefined ? null : { column: next.id, descending: next.desc });
    },
    onColumnSizingChange: (updater) => onWidths(roundedWidths(settle(updater, layout.widths))),
  });
  useEffect(() =>
    onReady((id) => table.getFlatHeaders().find((header) => header.column.id === id)),
  );
  return null;
}

function settle<T>(updater: Updater<T>, before: T): T {
  return typeof updater === "function" ? (updater as (old: T) => T)(before) : updater;
}
