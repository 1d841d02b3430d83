"use client";

import { useLayoutEffect, useRef, type RefObject } from "react";
import { hasFields } from "@/components/ui/has-fields";
import { usePlace } from "@/components/ui/use-place";
import type { RowSource } from "./row-source";
import type { CellAt } from "./sheet-state";

/** A cell by its names, and the place it had: rows may have moved, or gone, when one comes back. */
interface PlaceKept {
  /** The first row in view; `above` is how much of it was scrolled away, `left` of the columns. */
  top: { id: number | null; row: number; above: number; left: number };
  cursor: { id: number | null; row: number; column: string };
  /** Whether the cursor's cell, or a link in it, had the focus. */
  focused: boolean;
}

interface PlaceOptions {
  /** What the table shows; a place is restored where the address is the same. */
  address: string;
  frame: RefObject<HTMLElement | null>;
  source: RowSource<unknown>;
  columns: readonly { id: string }[];
  height: number;
  cursor: () => CellAt;
  /** Puts the cursor on a cell without scrolling to it. */
  place: (at: CellAt, focus: boolean) => void;
}

/** Finds scroll place, cursor and focus of a table again on Back and after a reload, as soon as its rows are known. */
export function useSheetPlace(options: PlaceOptions): void {
  const { address, frame, source, columns, height, cursor, place } = options;
  /** What waits for its rows. */
  const awaited = useRef<PlaceKept | null>(null);

  usePlace(
    "sheet",
    address,
    () => {
      if (awaited.current !== null) return awaited.current;
      const box = frame.current;
      if (box === null || source.count === 0) return null;
      const row = Math.floor(box.scrollTop / height);
      const focused = box.contains(document.activeElement) ? cellOf(document.activeElement) : null;
      const at = focused ?? cursor();
      return {
        top: {
          id: source.idAt(row) ?? null,
          row,
          above: box.scrollTop - row * height,
          left: box.scrollLeft,
        },
        cursor: {
          id: source.idAt(at.row) ?? null,
          row: at.row,
          column: columns[at.column]?.id ?? "",
        },
        focused: focused !== null,
      } satisfies PlaceKept;
    },
    (kept) => {
      if (isPlace(kept)) awaited.current = kept;
    },
  );

  // Whoever has begun to do something goes on from there.
  useLayoutEffect(() => {
    const box = frame.current;
    const forget = () => (awaited.current = null);
    for (const act of ACTS) box?.addEventListener(act, forget, { passive: true });
    return () => {
      for (const act of ACTS) box?.removeEventListener(act, forget);
    };
  }, [frame]);

  useLayoutEffect(() => {
    const kept = awaited.current;
    const box = frame.current;
    if (kept === null || box === null) return;
    const rowOf = ({ id, row }: { id: number | null; row: number }): number | null => {
      const found = id === null ? -1 : source.indexOf(id);
      if (found >= 0) return found;
      // A row that is gone: what stands in its place. A place beyond all that is known yet is waited for.
      return row < source.count ? row : null;
    };
    const [top, row] = [rowOf(kept.top), rowOf(kept.cursor)];
    if (top === null || row === null) return;
    awaited.current = null;
    box.scrollTo({ top: top * height + kept.top.above, left: kept.top.left });
    const column = Math.max(
      0,
      columns.findIndex(({ id }) => id === kept.cursor.column),
    );
    place({ row, column }, kept.focused);
  });
}

const ACTS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** The address of the cell that something stands in. */
export function cellOf(target: Element | null): CellAt | null {
  const cell = target?.closest<HTMLElement>("[data-column-index]");
  const row = cell?.closest<HTMLElement>("[data-row-index]");
  if (!cell || !row) return null;
  return { row: Number(row.dataset.rowIndex), column: Number(cell.dataset.columnIndex) };
}

function isPlace(kept: object): kept is PlaceKept {
  return (
    hasFields(kept, { top: "object", cursor: "object", focused: "boolean" }) &&
    hasFields(kept.top, { row: "number", above: "number", left: "number" }) &&
    hasFields(kept.cursor, { row: "number", column: "string" })
  );
}
