"use client";

import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import {
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowSelectionState,
  type Updater,
} from "@tanstack/react-table";
import { useMemo, type ReactNode } from "react";
import classes from "./data-table.module.css";

/** One column: knows how to show its cell and whether the server can sort by it. */
export interface DataTableColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  /** CSS widths; the column takes what its content needs between them. */
  minWidth?: string;
  maxWidth?: string;
}

export interface DataTableSort {
  id: string;
  descending: boolean;
}

interface DataTableProps<Row> {
  /** What the table holds, for screen readers. */
  caption: string;
  columns: readonly DataTableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** What a row is called: "Q17". */
  rowName: (row: Row) => string;
  /** Ids of the columns to show, in order. */
  visible: readonly string[];
  sort: DataTableSort | null;
  onSort: (sort: DataTableSort | null) => void;
  /** Ids of the selected rows, of other pages too; without it rows cannot be selected. */
  selection?: RowSelectionState;
  onSelection?: (selection: RowSelectionState) => void;
  /** New rows are on their way; the old ones stay, paler. */
  busy?: boolean;
}

const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
});

/**
 * A table whose rows the server has filtered, sorted and paged: columns and rows in, wishes out. It knows no domain.
 * Cells are plain elements, so that a page of 250 rows is rendered quickly on the server too.
 */
export function DataTable<Row extends object>({
  caption,
  columns,
  rows,
  rowId,
  rowName,
  visible,
  sort,
  onSort,
  selection,
  onSelection,
  busy = false,
}: DataTableProps<Row>) {
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, Row> => ({
        id: column.id,
        header: column.header,
        // The server sorts; a value is needed only to be sortable at all.
        accessorFn: () => null,
        cell: ({ row }) => column.cell(row.original),
        enableSorting: column.sortable ?? false,
        sortDescFirst: false,
      })),
    [columns],
  );
  const widths = useMemo(
    () =>
      new Map(
        columns.map((column) => [
          column.id,
          { minWidth: column.minWidth, maxWidth: column.maxWidth },
        ]),
      ),
    [columns],
  );

  const state = {
    sorting: sort === null ? [] : [{ id: sort.id, desc: sort.descending }],
    columnOrder: [...visible],
    columnVisibility: Object.fromEntries(
      columns.map((column) => [column.id, visible.includes(column.id)]),
    ),
    rowSelection: selection ?? {},
  };
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    manualSorting: true,
    enableMultiSort: false,
    state,
    onSortingChange: (updater) => {
      const next = settle(updater, state.sorting)[0];
      onSort(next === undefined ? null : { id: next.id, descending: next.desc });
    },
    onRowSelectionChange: (updater) => onSelection?.(settle(updater, state.rowSelection)),
  });
  const selectable = onSelection !== undefined;

  return (
    <div
      className={classes.frame}
      data-busy={busy || undefined}
      aria-busy={busy}
      role="region"
      aria-label={caption}
      tabIndex={0}
    >
      <table className={classes.table}>
        <caption className={classes.caption}>{caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {selectable && (
                <th scope="col" className={classes.check}>
                  <SelectPage
                    checked={table.getIsAllRowsSelected()}
                    some={table.getIsSomeRowsSelected()}
                    disabled={rows.length === 0}
                    onChange={() => table.toggleAllRowsSelected()}
                  />
                </th>
              )}
              {group.headers.map((header) => {
                const sorted = header.column.getIsSorted();
                return (
                  <th
                    key={header.id}
                    scope="col"
                    style={widths.get(header.column.id)}
                    aria-sort={
                      sorted === false ? undefined : sorted === "asc" ? "ascending" : "descending"
                    }
                  >
                    {header.column.getCanSort() ? (
                      <button
                        type="button"
                        className={classes.sort}
                        onClick={() => header.column.toggleSorting()}
                      >
                        <table.FlexRender header={header} />
                        <span
                          aria-hidden
                          className={classes.arrow}
                          data-on={sorted !== false || undefined}
                        >
                          {sorted === "desc" ? (
                            <IconArrowDown size={14} />
                          ) : (
                            <IconArrowUp size={14} />
                          )}
                        </span>
                      </button>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              data-row={row.id}
              data-selected={(selectable && row.getIsSelected()) || undefined}
            >
              {selectable && (
                <td className={classes.check}>
                  <input
                    type="checkbox"
                    checked={row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                    aria-label={`Select ${rowName(row.original)}`}
                  />
                </td>
              )}
              {row.getVisibleCells().map((cell) => (
                <td key={cell.id} style={widths.get(cell.column.id)}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function settle<T>(updater: Updater<T>, before: T): T {
  return typeof updater === "function" ? (updater as (old: T) => T)(before) : updater;
}

function SelectPage({
  checked,
  some,
  disabled,
  onChange,
}: {
  checked: boolean;
  some: boolean;
  disabled: boolean;
  onChange: () => void;
}) {
  return (
    <input
      type="checkbox"
      checked={checked && !disabled}
      disabled={disabled}
      onChange={onChange}
      aria-label="Select all rows on this page"
      ref={(box) => {
        // "Some" can only be said by script.
        if (box) box.indeterminate = some && !checked;
      }}
    />
  );
}
