"use client";

import { useEffect, useState } from "react";
import { viewQuery, type GridState } from "@/lib/dataset/questions/grid";
import type { GridFacets } from "@/lib/dataset/questions/queries";
import { withQuery } from "@/lib/platform/address";

/**
 * How many questions each choice of each filter has. The counts of before stay until the new ones are here; null until
 * there are any.
 * @param state null: no one looks at them.
 */
export function useFacets(state: GridState | null): GridFacets | null {
  const [facets, setFacets] = useState<GridFacets | null>(null);
  // Order, columns and page do not change what is counted.
  const query =
    state === null ? null : viewQuery({ ...state, sort: null, group: null, columns: [] });
  useEffect(() => {
    if (query === null) return;
    const controller = new AbortController();
    fetch(withQuery("/api/questions/facets", query), { signal: controller.signal })
      .then(async (response) => {
        if (response.ok) setFacets((await response.json()) as GridFacets);
      })
      // The filters work without their numbers.
      .catch(() => {});
    return () => controller.abort();
  }, [query]);
  return facets;
}
