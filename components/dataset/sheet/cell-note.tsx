"use client";

import { PlainButton } from "@/components/ui/plain-button";
import classes from "./cell-note.module.css";
import type { CellStore } from "./cell-store";
import type { UnsavedCell } from "./unsaved-cells";

/** Says below a cell why its text is not saved, and what can be done: both values where two people changed it. */
export function CellNote({ cell, store }: { cell: UnsavedCell; store: CellStore }) {
  const { state } = cell;
  switch (state.is) {
    case "saving":
      return null;
    case "offline":
      return (
        <p className={classes.text}>You’re offline. This is kept on this device and saved later.</p>
      );
    case "conflict":
      return (
        <>
          <p className={classes.title}>{state.by} changed this cell, too</p>
          <Value label="Theirs" text={state.theirs} />
          <Value label="Yours" text={cell.text} />
          <div className={classes.actions}>
            <PlainButton size="compact-sm" onClick={() => store.retry([cell])}>
              Keep mine
            </PlainButton>
            <PlainButton size="compact-sm" variant="default" onClick={() => store.discard([cell])}>
              Use theirs
            </PlainButton>
          </div>
        </>
      );
    default:
      return (
        <>
          <p className={classes.text}>
            {state.is === "kept" ? "Not saved last time." : state.message}
          </p>
          <Value label="Saved" text={cell.before} />
          <Value label="Yours" text={cell.text} />
          <div className={classes.actions}>
            {state.is !== "invalid" && (
              <PlainButton size="compact-sm" onClick={() => store.retry([cell])}>
                {state.is === "kept" ? "Save" : "Retry"}
              </PlainButton>
            )}
            <PlainButton size="compact-sm" variant="default" onClick={() => store.discard([cell])}>
              Discard
            </PlainButton>
          </div>
        </>
      );
  }
}

/** Said below an editor whose cell someone else changed since it was opened. */
export function ChangedMeanwhile({ by, text }: { by: string; text: string }) {
  return (
    <>
      <p className={classes.title}>{by} changed this cell</p>
      <Value label="Theirs" text={text} />
    </>
  );
}

function Value({ label, text }: { label: string; text: string }) {
  return (
    <p className={classes.value}>
      <span>{label}:</span> {text === "" ? "(empty)" : text}
    </p>
  );
}
