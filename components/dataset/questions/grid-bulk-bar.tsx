"use client";

import { PlainButton } from "@/components/ui/plain-button";
import type { BulkChange } from "@/lib/dataset/questions/schema";
import { formatCount } from "@/lib/platform/format";
import classes from "./questions-grid.module.css";
import type { GridSelection } from "./use-grid-selection";

/** What can be done with the selected questions. Renders nothing where none is selected. */
export function GridBulkBar({
  selection,
  total,
  onChange,
  onRelease,
}: {
  selection: GridSelection;
  /** How many questions the view has, once that is known. */
  total: number | null;
  onChange: (kind: BulkChange["kind"]) => void;
  onRelease: () => void;
}) {
  const { count, everything, wholePage, pickedIds } = selection;
  if (count === 0) return null;
  return (
    <div className={classes.bulk} role="region" aria-label="Selected questions">
      <strong role="status">{formatCount(count)} selected</strong>
      {!everything && wholePage && total !== null && total > pickedIds.length && (
        <button
          type="button"
          className={classes.clear}
          onClick={() => selection.selectEverything()}
        >
          Select all {formatCount(total)} matching
        </button>
      )}
      <button type="button" className={classes.clear} onClick={selection.clear}>
        Clear selection
      </button>
      <span className={classes.bulkActions}>
        <PlainButton size="compact-sm" variant="default" onClick={() => onChange("schedule")}>
          Next review…
        </PlainButton>
        <PlainButton size="compact-sm" variant="default" onClick={() => onChange("split")}>
          Split…
        </PlainButton>
        {!everything && (
          <PlainButton size="compact-sm" variant="default" onClick={onRelease}>
            Release…
          </PlainButton>
        )}
        <PlainButton size="compact-sm" variant="default" onClick={() => onChange("restore")}>
          Restore…
        </PlainButton>
        <PlainButton
          size="compact-sm"
          variant="default"
          color="red"
          onClick={() => onChange("retire")}
        >
          Retire…
        </PlainButton>
      </span>
    </div>
  );
}
