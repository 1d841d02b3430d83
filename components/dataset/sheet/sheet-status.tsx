"use client";

import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import { IconButton, PlainButton } from "@/components/ui/plain-button";
import { fieldWords } from "@/lib/dataset/sheet/rules";
import { countOf } from "@/lib/platform/format";
import type { QuestionSheet } from "./use-question-sheet";
import classes from "./sheet-status.module.css";
import type { UnsavedCell } from "./unsaved-cells";

/** Where saving stands, the cells that need a person, and undo and redo. Renders nothing for people who may not edit. */
export function SheetStatus({
  sheet: { store, shown },
  mayEdit,
  onGo,
}: {
  sheet: QuestionSheet;
  mayEdit: boolean;
  /** Puts the cursor on a cell. */
  onGo: (cell: { id: number; column: string }) => void;
}) {
  // Its line is there before the store is, so that the rows do not move.
  if (store === null) return mayEdit ? <div className={classes.status} /> : null;
  const cells = [...shown.unsaved.values()];
  const of = (...states: UnsavedCell["state"]["is"][]) =>
    cells.filter((cell) => states.includes(cell.state.is));
  const kept = of("kept");
  const wrong = of("invalid", "refused", "conflict");
  const offline = of("offline");
  const saving = of("saving");
  const first = wrong[0] ?? kept[0];
  return (
    <div className={classes.status}>
      <span role="status">
        {offline.length > 0
          ? `Offline · ${countOf(offline.length, "cell")} will be saved later`
          : saving.length > 0
            ? "Saving…"
            : cells.length > 0
              ? `${countOf(cells.length, "cell")} not saved`
              : shown.canUndo || shown.canRedo
                ? "Saved"
                : ""}
        {shown.message !== null && ` · ${shown.message}`}
      </span>
      {first !== undefined && (
        <PlainButton
          size="compact-xs"
          variant="default"
          onClick={() => onGo({ id: first.questionId, column: first.field })}
        >
          Go to {fieldWords(first.field)} of Q{first.questionId}
        </PlainButton>
      )}
      {kept.length > 0 && (
        <>
          <PlainButton size="compact-xs" onClick={() => store.retry(kept)}>
            Save {countOf(kept.length, "kept cell")}
          </PlainButton>
          <PlainButton size="compact-xs" variant="default" onClick={() => store.discard(kept)}>
            Discard kept {kept.length === 1 ? "cell" : "cells"}
          </PlainButton>
        </>
      )}
      {(shown.canUndo || shown.canRedo) && (
        <span className={classes.undo}>
          <IconButton
            size={24}
            label="Undo"
            title="Undo (Ctrl+Z)"
            disabled={!shown.canUndo}
            onClick={() => store.undo()}
          >
            <IconArrowBackUp size={16} />
          </IconButton>
          <IconButton
            size={24}
            label="Redo"
            title="Redo (Ctrl+Y)"
            disabled={!shown.canRedo}
            onClick={() => store.undo(true)}
          >
            <IconArrowForwardUp size={16} />
          </IconButton>
        </span>
      )}
    </div>
  );
}
