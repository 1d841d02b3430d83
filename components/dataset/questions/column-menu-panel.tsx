"use client";

import { ActionIcon, Button, Divider, Group, Popover, SegmentedControl, Text } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPin, IconPinnedFilled } from "@tabler/icons-react";
import { cloneElement, type ReactElement } from "react";
import { DENSITIES, type Density } from "@/components/data-table/sheet-layout";
import type { OpensMenu } from "@/components/ui/late-menu";
import { useOpened } from "@/components/ui/use-opened";
import { GRID_COLUMNS, type GridColumn } from "@/lib/dataset/questions/grid";
import classes from "./column-menu.module.css";
import { columnLabel } from "./labels";

const DENSITY_WORDS: Readonly<Record<Density, string>> = {
  compact: "Compact",
  normal: "Normal",
  tall: "Tall",
};

export interface ColumnMenuProps {
  columns: readonly GridColumn[];
  onColumns: (columns: GridColumn[]) => void;
  pinned: readonly string[];
  onPinned: (pinned: string[]) => void;
  density: Density;
  onDensity: (density: Density) => void;
  onReset: () => void;
}

/** What the menu of columns offers, around its button. */
export function ColumnMenuPanel({
  columns,
  onColumns,
  pinned,
  onPinned,
  density,
  onDensity,
  onReset,
  children,
}: ColumnMenuProps & { children: ReactElement<OpensMenu> }) {
  const [opened, setOpened] = useOpened();

  const hidden = GRID_COLUMNS.filter((column) => !columns.includes(column));
  const move = (from: number, to: number) => {
    if (to < 0 || to >= columns.length) return;
    const next = [...columns];
    next.splice(to, 0, ...next.splice(from, 1));
    onColumns(next);
  };
  const line = (column: GridColumn, place: number | null) => {
    const name = columnLabel(column);
    const fixed = pinned.includes(column);
    // Not disabled at the ends: the focus would be lost with the button.
    const mover = (words: string, to: number, icon: React.ReactNode) => (
      <ActionIcon
        size={24}
        variant="subtle"
        color="gray"
        aria-label={`Move ${name} ${words}`}
        aria-disabled={to < 0 || to >= columns.length || undefined}
        data-disabled={to < 0 || to >= columns.length || undefined}
        onClick={() => move(place!, to)}
      >
        {icon}
      </ActionIcon>
    );
    return (
      <li key={column} className={classes.line}>
        <label>
          <input
            type="checkbox"
            checked={place !== null}
            disabled={column === "question"}
            onChange={() =>
              onColumns(
                place === null ? [...columns, column] : columns.filter((other) => other !== column),
              )
            }
          />
          {name}
        </label>
        {place !== null && (
          <span>
            <ActionIcon
              size={24}
              variant={fixed ? "light" : "subtle"}
              color={fixed ? undefined : "gray"}
              aria-label={`Pin ${name}`}
              title={fixed ? "Unpin" : "Keep in view on the left"}
              aria-pressed={fixed}
              onClick={() =>
                onPinned(
                  fixed
                    ? pinned.filter((other) => other !== column)
                    : columns.filter((other) => pinned.includes(other) || other === column),
                )
              }
            >
              {fixed ? <IconPinnedFilled size={14} /> : <IconPin size={14} />}
            </ActionIcon>
            {mover("up", place - 1, <IconArrowUp size={14} />)}
            {mover("down", place + 1, <IconArrowDown size={14} />)}
          </span>
        )}
      </li>
    );
  };
  return (
    <Popover
      position="bottom-end"
      width={290}
      trapFocus
      withinPortal
      returnFocus
      shadow="md"
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>
        {cloneElement(children, { onClick: () => setOpened(!opened) })}
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label="Columns">
        <ul className={classes.list}>
          {columns.map((column, place) => line(column, place))}
          {hidden.map((column) => line(column, null))}
        </ul>
        <Divider my={8} />
        <Group justify="space-between" gap="xs">
          <Text size="sm" id="row-height">
            Row height
          </Text>
          <SegmentedControl
            size="xs"
            aria-labelledby="row-height"
            value={density}
            onChange={(value) => onDensity(value)}
            data={DENSITIES.map((value) => ({ value, label: DENSITY_WORDS[value] }))}
          />
        </Group>
        <Button variant="subtle" size="compact-xs" mt={8} onClick={onReset}>
          Reset columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
