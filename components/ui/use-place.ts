"use client";

import { useLayoutEffect, useRef } from "react";
import { PLACES_KEY } from "./device-keys";
import { deviceStorage, keepValue, readValue } from "./device-storage";
import { hasFields } from "./has-fields";
import { historyEntry } from "./history-entry";

/** So many places are kept, those that were left last. */
const KEPT_PLACES = 60;

type Places = Record<string, object>;

function readPlaces(): Places {
  const kept = readValue(PLACES_KEY, deviceStorage("tab"));
  return typeof kept === "object" && kept !== null ? (kept as Places) : {};
}

/** What was kept with the entry of the history that is shown; null: one comes here for the first time. */
export function readPlace(name: string, entry = historyEntry()): object | null {
  return entry === null ? null : (readPlaces()[`${entry} ${name}`] ?? null);
}

export function keepPlace(name: string, place: object, entry = historyEntry()): void {
  if (entry === null) return;
  const key = `${entry} ${name}`;
  const { [key]: _, ...others } = readPlaces();
  const latest = Object.entries(others).slice(1 - KEPT_PLACES);
  keepValue(PLACES_KEY, { ...Object.fromEntries(latest), [key]: place }, deviceStorage("tab"));
}

/**
 * Where one is in a page, to be found again on Back and after a reload: kept with the entry of the browser's history when
 * the page is left, so that a new visit begins at its beginning.
 * @param name tells what is kept apart from what others keep on the same page
 * @param address of what is shown; what was kept of another is not restored
 * @param read what to keep; null: nothing
 * @param restore is given what was kept, before the page is painted; it has to look at what it is
 */
export function usePlace(
  name: string,
  address: string,
  read: () => object | null,
  restore: (kept: object) => void,
): void {
  const latest = useRef({ read, restore });
  /** What was just restored is not shown yet. */
  const restoring = useRef(false);
  useLayoutEffect(() => {
    latest.current = { read, restore };
  });
  useLayoutEffect(() => {
    const entry = historyEntry();
    const kept = readPlace(name, entry);
    if (kept !== null && hasFields(kept, { address: "string", place: "object" }))
      if (kept.address === address) {
        restoring.current = true;
        latest.current.restore(kept.place as object);
        queueMicrotask(() => (restoring.current = false));
      }
    const keep = () => {
      if (restoring.current) return;
      const place = latest.current.read();
      if (place !== null) keepPlace(name, { address, place }, entry);
    };
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      keep();
    };
  }, [name, address]);
}
