"use client";

import { useSyncExternalStore, type ReactNode } from "react";

let shown: ReactNode = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Puts what shows modals into the host, for good. */
export function hostModals(provider: ReactNode): void {
  shown = provider;
  for (const listener of listeners) listener();
}

/** Where modals are shown: empty until the first is opened, whose script brings them (modals-kit.tsx). */
export function ModalsHost() {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
}
