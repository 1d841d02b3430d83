"use client";

import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { memo, useEffect, useId, useState, type ReactNode } from "react";
import { countOf } from "@/lib/platform/format";
import classes from "./data-table.module.css";
import type { FastScroll } from "./fast-scroll";
import type { SheetEditing } from "./sheet-editing";
import type { ShownColumn } from "./sheet-column";

interface SheetRowProps<Row> {
  index: number;
  /** Undefined, like the row, where it is still on its way. */
  id: number | undefined;
  row: Row | undefined;
  name: string;
  columns: readonly ShownColumn<Row>[];
  scroll: FastScroll;
  /** The column of the cursor, where it is in this row; the ends of the selected block, where it is one. */
  cursor: number | null;
  left: number | null;
  right: number | null;
  editing: SheetEditing | undefined;
  /** Stands for what was entered in the row and is not saved, see SheetEditing. */
  entered: string;
  /** Columns that someone else changed a moment ago. */
  fresh: ReadonlySet<string> | undefined;
  /** Null: rows cannot be selected. */
  ticked: boolean | null;
  onTick: (id: number, through: boolean) => void;
  /** The editor of the cursor's cell. */
  editor: ReactNode;
}

function PlainSheetRow<Row extends object>({
  index,
  id,
  row,
  name,
  columns,
  scroll,
  cursor,
  left,
  right,
  editing,
  fresh,
  ticked,
  onTick,
  editor,
}: SheetRowProps<Row>) {
  const noteId = useId();
  const [whole, setWhole] = useState(!scroll.fast);
  useEffect(() => (whole ? undefined : scroll.whenSlow(() => setWhole(true))), [whole, scroll]);
  const idle = cursor === null && left === null;
  // Still on its way, and nothing to be done in it: as little as possible, since the next one may be scrolled past, too.
  if (row === undefined && idle)
    return (
      <tr aria-rowindex={index + 2} data-row-index={index} data-row={id}>
        <td
          role="gridcell"
          colSpan={columns.length + (ticked === null ? 0 : 1)}
          tabIndex={-1}
          data-column-index={0}
        >
          <div className={classes.box}>
            <span className={classes.loading} />
          </div>
        </td>
      </tr>
    );
  if (row !== undefined && !whole && idle)
    return <BriefRow index={index} id={id} row={row} columns={columns} ticked={ticked} />;
  return (
    <tr
      aria-rowindex={index + 2}
      data-row-index={index}
      data-row={id}
      data-selected={ticked === true || undefined}
    >
      {ticked !== null && (
        <td className={classes.check} data-pinned={columns[0]?.pinnedAt !== null || undefined}>
          <input
            type="checkbox"
            tabIndex={-1}
            checked={ticked}
            readOnly
            onClick={(event) => id !== undefined && onTick(id, event.shiftKey)}
            aria-label={`Select ${name}`}
          />
        </td>
      )}
      {columns.map((column, at) => {
        const here = cursor === at;
        const mark = id === undefined ? undefined : editing?.mark(id, column.id);
        const note = here && mark !== undefined ? editing!.note(id!, column.id) : null;
        return (
          <td
            key={column.id}
            role="gridcell"
            tabIndex={here ? 0 : -1}
            data-column-index={at}
            data-here={here || undefined}
            data-in-block={(left !== null && at >= left && at <= right!) || undefined}
            data-mark={mark?.is}
            data-fresh={fresh?.has(column.id) || undefined}
            data-pinned={column.pinnedAt !== null || undefined}
            style={column.pinnedAt === null ? undefined : { left: column.pinnedAt }}
            aria-readonly={!(editing?.editable(column.id) ?? false)}
            aria-selected={(left !== null && at >= left && at <= right!) || here || undefined}
            aria-invalid={mark?.is === "error" || mark?.is === "conflict" || undefined}
            aria-describedby={note !== null && editor === null ? noteId : undefined}
            title={mark?.message}
          >
            <div className={classes.box}>
              {row === undefined ? (
                <span className={classes.loading} />
              ) : mark?.is === "error" || mark?.is === "conflict" ? (
                editing!.text(id!, column.id)
              ) : (
                column.cell(row)
              )}
            </div>
            {mark !== undefined && <span className={classes.said}>{mark.message}</span>}
            {here && editor}
            {note !== null && editor === null && (
              <div
                id={noteId}
                className={classes.note}
                data-end={at * 2 >= columns.length || undefined}
              >
                {note}
              </div>
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** A row while the list is scrolled too fast to be read: what is in the column that takes the most room, at its place. */
function BriefRow<Row extends object>({
  index,
  id,
  row,
  columns,
  ticked,
}: Pick<SheetRowProps<Row>, "index" | "id" | "columns" | "ticked"> & { row: Row }) {
  const main = Math.max(
    0,
    columns.findIndex(({ grows }) => grows),
  );
  const before = main + (ticked === null ? 0 : 1);
  const after = columns.length - main - 1;
  const pinnedAt = columns[main]?.pinnedAt ?? null;
  return (
    <tr
      aria-rowindex={index + 2}
      data-row-index={index}
      data-row={id}
      data-selected={ticked === true || undefined}
    >
      {before > 0 && <td colSpan={before} />}
      <td
        role="gridcell"
        tabIndex={-1}
        data-column-index={main}
        data-pinned={pinnedAt !== null || undefined}
        style={pinnedAt === null ? undefined : { left: pinnedAt }}
      >
        <div className={classes.box}>{columns[main]?.cell(row)}</div>
      </td>
      {after > 0 && <td colSpan={after} />}
    </tr>
  );
}

/**
 * One row of a sheet; drawn again only where something of it has changed. `editing` is another object after each cell that
 * is entered anywhere: what it says of this row changes with `entered`.
 */
export const SheetRow = memo(PlainSheetRow, (before, after) =>
  (Object.keys(after) as (keyof typeof after)[]).every((key) =>
    key === "editing"
      ? (before.editing === undefined) === (after.editing === undefined)
      : Object.is(before[key], after[key]),
  ),
) as typeof PlainSheetRow;

/** The heading of a group of rows. */
export function GroupRow({
  group,
  index,
  columns,
  focused,
  onToggle,
}: {
  group: { label: string; count: number; open: boolean };
  index: number;
  columns: number;
  focused: boolean;
  onToggle: () => void;
}) {
  return (
    <tr aria-rowindex={index + 2} data-row-index={index} className={classes.group}>
      <td
        role="gridcell"
        colSpan={columns}
        tabIndex={focused ? 0 : -1}
        data-column-index={0}
        data-here={focused || undefined}
      >
        <button type="button" tabIndex={-1} aria-expanded={group.open} onClick={onToggle}>
          {group.open ? (
            <IconChevronDown size={15} aria-hidden />
          ) : (
            <IconChevronRight size={15} aria-hidden />
          )}
          {group.label} <span>{countOf(group.count, "question")}</span>
        </button>
      </td>
    </tr>
  );
}
