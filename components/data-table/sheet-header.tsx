"use client";

import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { memo, Suspense } from "react";
import classes from "./data-table.module.css";
import {
  MAX_COLUMN_WIDTH,
  MIN_COLUMN_WIDTH,
  moveColumn,
  roundedWidths,
  type SheetLayout,
} from "./sheet-layout";
import type { DataTableColumn, ShownColumn } from "./sheet-column";
import type { Sort } from "@/lib/platform/address";
import { HeadingTable, useHeadingTable } from "./use-heading-table";

/** By how many pixels an arrow key changes a column's width. */
const STEP = 16;

interface SheetHeaderProps<Row> {
  columns: readonly DataTableColumn<Row>[];
  visible: readonly string[];
  onVisible?: (visible: string[]) => void;
  layout: SheetLayout;
  onWidths: (widths: Record<string, number>) => void;
  sort: Sort<string> | null;
  onSort: (sort: Sort<string> | null) => void;
  shown: readonly ShownColumn<Row>[];
  /** What the box that selects every row is called; null: rows cannot be selected. */
  allLabel: string | null;
  allChecked: boolean;
  someChecked: boolean;
  onAll: () => void;
}

function PlainSheetHeader<Row extends object>({
  columns,
  visible,
  onVisible,
  layout,
  onWidths,
  sort,
  onSort,
  shown,
  allLabel,
  allChecked,
  someChecked,
  onAll,
}: SheetHeaderProps<Row>) {
  const table = useHeadingTable();
  const widths = new Map(columns.map(({ id, width }) => [id, layout.widths[id] ?? width]));
  const setWidth = (id: string, width: number) => {
    const within = Math.max(MIN_COLUMN_WIDTH, Math.min(MAX_COLUMN_WIDTH, width));
    onWidths(roundedWidths({ ...layout.widths, [id]: within }));
  };
  return (
    <thead>
      <tr aria-rowindex={1}>
        {allLabel !== null && (
          <th
            scope="col"
            className={classes.check}
            data-pinned={shown[0]?.pinnedAt !== null || undefined}
          >
            <input
              type="checkbox"
              checked={allChecked}
              onChange={onAll}
              aria-label={allLabel}
              ref={(box) => {
                // "Some" can only be said by script.
                if (box) box.indeterminate = someChecked && !allChecked;
              }}
            />
          </th>
        )}
        {shown.map(({ id, header, sortable = false, pinnedAt }) => {
          const sorted = sort?.column === id ? sort : null;
          const width = widths.get(id)!;
          return (
            <th
              key={id}
              scope="col"
              aria-label={header}
              data-pinned={pinnedAt !== null || undefined}
              style={pinnedAt === null ? undefined : { left: pinnedAt }}
              aria-sort={
                sorted === null ? undefined : sorted.descending ? "descending" : "ascending"
              }
              draggable={onVisible !== undefined}
              onDragStart={(event) => event.dataTransfer.setData("text/x-column", id)}
              onDragOver={(event) => {
                if (event.dataTransfer.types.includes("text/x-column")) event.preventDefault();
              }}
              onDrop={(event) => {
                const from = event.dataTransfer.getData("text/x-column");
                if (from !== "" && from !== id) onVisible?.(moveColumn(visible, from, id));
              }}
            >
              {sortable ? (
                <button
                  type="button"
                  className={classes.sort}
                  onClick={() => table.press(id, (heading) => heading.column.toggleSorting())}
                >
                  <span className={classes.title}>{header}</span>
                  <span
                    aria-hidden
                    className={classes.arrow}
                    data-on={sorted !== null || undefined}
                  >
                    {sorted?.descending ? <IconArrowDown size={14} /> : <IconArrowUp size={14} />}
                  </span>
                </button>
              ) : (
                <span className={classes.title}>{header}</span>
              )}
              <span
                role="separator"
                aria-orientation="vertical"
                aria-label={`Width of ${header}`}
                aria-valuenow={width}
                aria-valuemin={MIN_COLUMN_WIDTH}
                aria-valuemax={MAX_COLUMN_WIDTH}
                tabIndex={0}
                className={classes.resize}
                draggable={false}
                onMouseDown={(event) => {
                  // Not a drag of the whole heading.
                  event.preventDefault();
                  table.drag(id, event);
                }}
                onTouchStart={(event) => table.drag(id, event)}
                onDragStart={(event) => event.preventDefault()}
                onKeyDown={(event) => {
                  const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
                  if (by === undefined) return;
                  event.preventDefault();
                  setWidth(id, width + by);
                }}
              />
            </th>
          );
        })}
      </tr>
      {table.wanted && (
        <Suspense>
          <HeadingTable
            columns={columns}
            layout={layout}
            sort={sort}
            onSort={onSort}
            onWidths={onWidths}
            onReady={table.onReady}
            onMissing={table.onMissing}
          />
        </Suspense>
      )}
    </thead>
  );
}

/**
 * The headings: sorted by a click, moved by dragging, resized at their edge (also by arrow keys). Drawn again only where
 * something of them has changed, not with each row that is scrolled into view.
 */
export const SheetHeader = memo(PlainSheetHeader) as typeof PlainSheetHeader;
