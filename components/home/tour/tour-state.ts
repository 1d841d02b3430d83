"use client";

import { useSyncExternalStore } from "react";
import { TOUR_KEY } from "@/components/ui/device-keys";
import { deviceStorage, keepValue, readValue } from "@/components/ui/device-storage";
import { ROLES, type Role } from "@/lib/people/access/roles";

/** Where a tour is. It is the tab's: a reload goes on with it, another tab has none. */
export interface TourPlace {
  role: Role;
  /** 0, 1 or 2. */
  step: number;
}

const listeners = new Set<() => void>();
/** Undefined: the tab was not asked yet. */
let place: TourPlace | null | undefined;

/** What a tab has kept; null where it is no place in a tour. */
export function readPlace(kept: unknown): TourPlace | null {
  const { role, step } = (kept ?? {}) as Partial<TourPlace>;
  const known = ROLES.find((one) => one === role);
  return known !== undefined && (step === 0 || step === 1 || step === 2)
    ? { role: known, step }
    : null;
}

/** Goes to a step, or ends the tour (null). */
export function setTour(next: TourPlace | null): void {
  place = next;
  keepValue(TOUR_KEY, next, deviceStorage("tab"));
  for (const listener of listeners) listener();
}

/** Where the tour of this tab is; null: none is under way. */
export function useTour(): TourPlace | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () =>
      place === undefined ? (place = readPlace(readValue(TOUR_KEY, deviceStorage("tab")))) : place,
    () => null,
  );
}
