"use client";

import { useMemo, useState } from "react";
import { writeGrid, type GridState } from "@/lib/dataset/questions/grid";

export interface GridSelection {
  /** Rows that were selected by hand. */
  picked: Record<string, true>;
  /** The selected rows for the table, by their ids. */
  rows: Record<string, true>;
  /** Everything that the filter matches, on all pages. */
  everything: boolean;
  /** Ids of the questions that were selected by hand. */
  pickedIds: number[];
  /** How many questions are selected; everything is counted once the count has come. */
  count: number;
  /** Every row of this page is selected by hand. */
  wholePage: boolean;
  select: (rows: Record<string, true>) => void;
  selectEverything: () => void;
  clear: () => void;
  /** Of a page that one comes back to. */
  restore: (picked: Record<string, true>, everything: boolean) => void;
}

/**
 * Holds the selection: rows picked by hand, or everything that the filter matches. A new filter clears it.
 * @param rows of this page.
 * @param total how many questions match, once it is known.
 */
export function useGridSelection(
  state: GridState,
  rows: readonly { id: number }[],
  total: number | null,
): GridSelection {
  const subject = writeGrid({
    ...state,
    page: 1,
    sort: null,
    group: null,
    view: null,
    columns: [],
    size: 50,
  });
  const [picked, setPicked] = useState<Record<string, true>>({});
  const [everything, setEverything] = useState(false);
  const [pickedFor, setPickedFor] = useState(subject);
  if (pickedFor !== subject) {
    setPickedFor(subject);
    setPicked({});
    setEverything(false);
  }
  const pageIds = useMemo(
    () => Object.fromEntries(rows.map((row) => [String(row.id), true as const])),
    [rows],
  );
  const pickedIds = useMemo(
    () =>
      Object.keys(picked)
        .filter((id) => picked[id])
        .map(Number),
    [picked],
  );
  const select = (next: Record<string, true>) => {
    setEverything(false);
    setPicked(next);
  };
  return {
    picked,
    rows: everything ? pageIds : picked,
    everything,
    pickedIds,
    count: everything ? (total ?? 0) : pickedIds.length,
    wholePage: rows.length > 0 && rows.every((row) => picked[row.id]),
    select,
    selectEverything: () => setEverything(true),
    clear: () => select({}),
    restore: (next, all) => {
      setPicked(next);
      setEverything(all);
    },
  };
}
