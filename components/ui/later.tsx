"use client";

import { lazy, useEffect, type ComponentType, type LazyExoticComponent } from "react";

/**
 * A component whose script comes behind the page's own, for desks with a budget of scripts, and what fetches it ahead.
 * What cannot be loaded, because the connection is gone, must not take the desk down: `instead` is shown then.
 */
export function later<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  instead: ComponentType<P>,
): { Part: LazyExoticComponent<ComponentType<P>>; ahead: () => void } {
  let coming: Promise<{ default: ComponentType<P> }> | null = null;
  const once = () =>
    (coming ??= load().catch(() => {
      coming = null;
      return { default: instead };
    }));
  return { Part: lazy(once), ahead: () => void once() };
}

/** Fetches parts ahead once the page is there, so that they are here when the connection no longer is. */
export function useAhead(...parts: readonly { ahead: () => void }[]): void {
  useEffect(() => {
    for (const part of parts) part.ahead();
    // Parts are constants of their module.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
