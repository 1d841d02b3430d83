"use client";

import { ActionIcon, Button, Popover } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconColumns3 } from "@tabler/icons-react";
import { DEFAULT_COLUMNS, GRID_COLUMNS, type GridColumn } from "@/lib/dataset/questions/grid";
import classes from "./column-menu.module.css";
import { columnLabel } from "./labels";

/** Which columns the grid shows, and in what order. */
export function ColumnMenu({
  columns,
  onChange,
}: {
  columns: readonly GridColumn[];
  onChange: (columns: GridColumn[]) => void;
}) {
  const hidden = GRID_COLUMNS.filter((column) => !columns.includes(column));
  const move = (from: number, to: number) => {
    const next = [...columns];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  };
  const line = (column: GridColumn, place: number | null) => (
    <li key={column} className={classes.line}>
      <label>
        <input
          type="checkbox"
          checked={place !== null}
          disabled={column === "question"}
          onChange={() =>
            onChange(
              place === null ? [...columns, column] : columns.filter((other) => other !== column),
            )
          }
        />
        {columnLabel(column)}
      </label>
      {place !== null && (
        <span>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={`Move ${columnLabel(column)} forward`}
            disabled={place === 0}
            onClick={() => move(place, place - 1)}
          >
            <IconArrowUp size={14} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={`Move ${columnLabel(column)} back`}
            disabled={place === columns.length - 1}
            onClick={() => move(place, place + 1)}
          >
            <IconArrowDown size={14} />
          </ActionIcon>
        </span>
      )}
    </li>
  );
  return (
    <Popover position="bottom-end" width={260} trapFocus withinPortal returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns3 size={15} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label="Columns">
        <ul className={classes.list}>
          {columns.map((column, place) => line(column, place))}
          {hidden.map((column) => line(column, null))}
        </ul>
        <Button
          variant="subtle"
          size="compact-xs"
          mt={4}
          onClick={() => onChange([...DEFAULT_COLUMNS])}
        >
          Reset columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
