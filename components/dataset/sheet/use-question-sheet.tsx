"use client";

import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { RowSource } from "@/components/data-table/row-source";
import type { CellEntry, CellMark, SheetEditing } from "@/components/data-table/sheet-editing";
import { deviceStorage } from "@/components/ui/device-storage";
import type { GridRow } from "@/lib/dataset/questions/queries";
import { cellChoices, cellText } from "@/lib/dataset/sheet/cells";
import { isEditable } from "@/lib/dataset/sheet/vocabulary";
import { CellNote, ChangedMeanwhile } from "./cell-note";
import { cellRequests, type CellRequests } from "./cell-requests";
import { CellStore, type CellsShown } from "./cell-store";
import { patchRow } from "./patch-row";
import { cellKey, type UnsavedCell } from "./unsaved-cells";

/** Texts from the clipboard that a person has to look at before they are entered. */
export interface PendingPaste {
  entries: readonly CellEntry[];
  outside: number;
}

export interface QuestionSheet {
  /** Undefined for people who may not edit. */
  editing: SheetEditing | undefined;
  /** The rows with what is entered but not saved. */
  source: RowSource<GridRow>;
  store: CellStore | null;
  requests: CellRequests;
  shown: CellsShown;
  paste: PendingPaste | null;
  closePaste: () => void;
}

const NOTHING: CellsShown = {
  unsaved: new Map(),
  version: 0,
  canUndo: false,
  canRedo: false,
  message: null,
};

/** Makes the list of questions a sheet: texts are shown as soon as they are entered, and saved behind it. */
export function useQuestionSheet(
  userId: number,
  mayEdit: boolean,
  source: RowSource<GridRow>,
): QuestionSheet {
  const requests = useMemo(() => cellRequests(userId), [userId]);
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });
  const [store, setStore] = useState<CellStore | null>(null);
  // Made in the browser alone: it begins with what the device has kept.
  useEffect(() => {
    if (!mayEdit) return;
    const made = new CellStore(requests, userId, deviceStorage(), (ids) => {
      void latest.current.refresh(ids);
    });

    setStore(made);
    void made.load([
      ...new Set([...made.snapshot().unsaved.values()].map((one) => one.questionId)),
    ]);
    made.begin();
    window.addEventListener("online", made.online);
    return () => {
      window.removeEventListener("online", made.online);
      made.close();
    };
  }, [mayEdit, requests, userId]);
  const shown = useSyncExternalStore(
    store?.subscribe ?? subscribeToNothing,
    store?.snapshot ?? nothing,
    nothing,
  );
  const [paste, setPaste] = useState<PendingPaste | null>(null);

  const patched = useMemo((): RowSource<GridRow> => {
    if (store === null) return source;
    const cache = new Map<number, GridRow>();
    const unsaved = new Set([...shown.unsaved.values()].map((one) => one.questionId));
    return {
      ...source,
      rowAt: (index) => {
        const row = source.rowAt(index);
        if (row === undefined) return row;
        // Saved a moment ago, and not read again yet.
        const ahead = (store.row(row.id)?.revisionId ?? 0) > row.revisionId;
        if (!unsaved.has(row.id) && !ahead) return row;
        const content = store.content(row.id);
        if (content === undefined) return row;
        const kept = cache.get(row.id) ?? patchRow(row, content, store.today);
        cache.set(row.id, kept);
        return kept;
      },
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what the store answers changes with its version
  }, [source, store, shown.version]);

  const editing = useMemo((): SheetEditing | undefined => {
    if (store === null) return undefined;
    const rowOf = (id: number) => latest.current.rowAt(latest.current.indexOf(id));
    const isCurrent = (id: number) =>
      (store.row(id)?.revisionId ?? 0) >= (rowOf(id)?.revisionId ?? 1);
    const find = (id: number, column: string) => shown.unsaved.get(cellKey(id, column));
    const entered = new Map<number, string>();
    for (const cell of shown.unsaved.values())
      entered.set(cell.questionId, `${entered.get(cell.questionId) ?? ""}${JSON.stringify(cell)}`);
    return {
      entered: (id) => entered.get(id) ?? "",
      editable: isEditable,
      choices: cellChoices,
      text: (id, column) => {
        const cell = find(id, column);
        if (cell !== undefined) return cell.text;
        const row = isCurrent(id) ? store.row(id) : undefined;
        return row && cellText(row.content, column);
      },
      load: async (ids, ahead = []) => {
        if (ids.every(isCurrent)) return;
        const stale = [...new Set([...ids, ...ahead])].filter((id) => !isCurrent(id));
        await store.load(
          stale,
          stale.some((id) => store.row(id) !== undefined),
        );
      },
      mark: (id, column) => {
        const cell = find(id, column);
        return cell && markOf(cell);
      },
      note: (id, column) => {
        const cell = find(id, column);
        return cell === undefined ? null : <CellNote cell={cell} store={store} />;
      },
      meanwhile: (id, column) => {
        const row = store.row(id);
        return row && <ChangedMeanwhile by={row.author} text={cellText(row.content, column)} />;
      },
      enter: (entries) => {
        store.enter(
          entries.map(({ id, column, text, seen }) => ({
            questionId: id,
            field: column,
            text,
            seen,
          })),
        );
      },
      paste: (entries, outside) => setPaste({ entries, outside }),
      undo: () => store.undo(),
      redo: () => store.undo(true),
    };
  }, [store, shown]);

  return {
    editing,
    source: patched,
    store,
    requests,
    shown,
    paste,
    closePaste: () => setPaste(null),
  };
}

const subscribeToNothing = () => () => {};
const nothing = () => NOTHING;

function markOf({ state }: UnsavedCell): CellMark {
  switch (state.is) {
    case "saving":
      return { is: "saving", message: "Saving…" };
    case "offline":
      return { is: "unsaved", message: "Not saved yet. Retrying…" };
    case "kept":
      return { is: "unsaved", message: "Not saved. Kept on this device." };
    case "conflict":
      return { is: "conflict", message: `${state.by} changed this cell, too.` };
    default:
      return { is: "error", message: state.message };
  }
}
