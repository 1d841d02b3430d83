const listeners = new Set<() => void>();

/** Has a function called each time that the reader leaves for another page. Returns what ends that. */
export function onNavigationStart(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Called by the router, within the transition that shows the other page (instrumentation-client.ts). */
export function startNavigation(): void {
  for (const listener of listeners) listener();
}
