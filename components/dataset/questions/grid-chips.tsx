"use client";

import { IconX } from "@tabler/icons-react";
import type { ActiveFilter } from "./filter-labels";
import classes from "./questions-grid.module.css";

/** The active filters, each with a way to remove it. Renders nothing where none is active. */
export function GridChips({
  filters,
  onRemove,
  onClear,
}: {
  filters: readonly ActiveFilter[];
  onRemove: (filter: ActiveFilter) => void;
  onClear: () => void;
}) {
  if (filters.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {filters.map((filter) => (
        <li key={filter.key}>
          <button
            type="button"
            className={classes.chip}
            onClick={() => onRemove(filter)}
            aria-label={`Remove filter: ${filter.words}`}
          >
            <span>{filter.words}</span>
            <IconX size={13} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={classes.clear} onClick={onClear}>
          Clear all
        </button>
      </li>
    </ul>
  );
}
