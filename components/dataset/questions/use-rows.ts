"use client";

import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { RowSource } from "@/components/data-table/row-source";
import { hasFields } from "@/components/ui/has-fields";
import { usePlace } from "@/components/ui/use-place";
import {
  columnsOfOrder,
  columnsRead,
  isScrolled,
  parseGrid,
  writeGrid,
} from "@/lib/dataset/questions/grid";
import type { GridRow } from "@/lib/dataset/questions/queries";
import { groupLabel } from "./group-labels";
import { orderOf } from "./live-changes";
import { RowWindows, type ViewIds } from "./row-windows";
import { withQuery, addressOf } from "@/lib/platform/address";

async function readJson<T>(address: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return (await response.json()) as T;
}

/**
 * The rows of a view of the grid. A page is all that its address asked for; a view that is scrolled learns all its ids by
 * one request, and reads rows in windows.
 * @param query the grid's address behind the question mark.
 * @param first the rows that came with the page: all of a numbered page, or the first of a view that is scrolled.
 */
export function useRows(
  query: string,
  first: readonly GridRow[],
): { source: RowSource<GridRow>; failed: boolean; retry: () => void } {
  const state = useMemo(() => parseGrid(query), [query]);
  const scrolled = isScrolled(state);
  const columns = columnsRead(state).join(",");
  const [attempt, setAttempt] = useState(0);
  const [failedAt, setFailedAt] = useState<object | null>(null);
  const view = useMemo(() => {
    const listeners = new Set<() => void>();
    const windows = new RowWindows<GridRow>(
      (ids, signal) => readJson(addressOf("/api/questions/rows", { ids, columns }), signal),
      () => {
        for (const tell of listeners) tell();
      },
      (key) => groupLabel(state.group, key),
      orderOf(columnsOfOrder(state)),
    );
    const subscribe = (tell: () => void) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    };
    return { windows, subscribe };
    // Another view is another list; the same one loaded again goes on where it is.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [query, columns, state.group]);
  // The rows of the page are there in the first frame, on the server too.
  useMemo(() => {
    view.windows.renew(state.group === null ? first : [], !scrolled);
  }, [view, first, state.group, scrolled]);
  useEffect(() => {
    if (!scrolled) return;
    const controller = new AbortController();
    readJson<ViewIds>(
      withQuery("/api/questions/ids", writeGrid({ ...state, page: 1, columns: [] })),
      controller.signal,
    )
      .then((ids) => view.windows.setIds(ids))
      .catch(() => {
        if (!controller.signal.aborted) setFailedAt(view);
      });
    return () => controller.abort();
  }, [scrolled, state, view, first, attempt]);
  useEffect(() => () => view.windows.stop(), [view]);
  usePlace(
    "groups",
    query,
    () => ({
      closed: Object.fromEntries(view.windows.closedGroups().map((key) => [key, true])),
    }),
    (kept) => {
      if (hasFields(kept, { closed: "object" }))
        view.windows.closeGroups(Object.keys(kept.closed as object));
    },
  );
  const source = useSyncExternalStore(view.subscribe, view.windows.snapshot, view.windows.snapshot);
  return {
    source,
    failed: failedAt === view,
    retry: () => {
      setFailedAt(null);
      setAttempt(attempt + 1);
    },
  };
}
