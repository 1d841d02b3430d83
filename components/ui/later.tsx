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

/** What a page tells itself when there is time, and parts may be wanted without a connection. */
export const TIME_FOR_PARTS = "freshqa:time-for-parts";
/** What a person does first on a page: from then on it is in use. */
const FIRST_INPUTS = ["pointermove", "pointerdown", "keydown", "wheel", TIME_FOR_PARTS] as const;

/**
 * Fetches parts ahead from the first input on, so that they are here when they are wanted, or when the connection no
 * longer is. A page that is only looked at does not pay for them, unless it is to work without a connection.
 */
export function useAhead(...parts: readonly { ahead: () => void }[]): void {
  useEffect(() => {
    const heard = new AbortController();
    const fetchAll = () => {
      heard.abort();
      for (const part of parts) part.ahead();
    };
    for (const input of FIRST_INPUTS)
      window.addEventListener(input, fetchAll, {
        capture: true,
        passive: true,
        signal: heard.signal,
      });
    return () => heard.abort();
    // Parts are constants of their module.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
