"use client";

import { useCallback, useEffect, useMemo, useRef } from "react";
import {
  CLOCK_AT_ZERO,
  pausedClock,
  workedUntil,
  type WorkClock,
} from "@/lib/rating/judging/rules";

const SIGNS = ["keydown", "pointerdown", "pointermove", "wheel", "scroll", "touchstart"] as const;
/** Input events closer together than this count as one. */
const GRAIN_MS = 500;

/**
 * Measures the time at work: between signs of life, breaks not counted. A page in the background is a break.
 * @returns `restart` begins again from what was worked before; `read` tells what there is so far, in milliseconds.
 */
export function useWorkClock(idleMs: number): {
  restart: (activeMs: number) => void;
  read: () => number;
} {
  const clock = useRef<WorkClock>(CLOCK_AT_ZERO);
  const last = useRef(0);
  useEffect(() => {
    const live = (event: Event) => {
      if (event.timeStamp - last.current < GRAIN_MS && clock.current.lastAt !== null) return;
      last.current = event.timeStamp;
      clock.current = workedUntil(clock.current, performance.now(), idleMs);
    };
    const away = () => {
      if (document.visibilityState === "hidden")
        clock.current = pausedClock(clock.current, performance.now(), idleMs);
    };
    for (const sign of SIGNS) window.addEventListener(sign, live, { capture: true, passive: true });
    document.addEventListener("visibilitychange", away);
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, live, { capture: true });
      document.removeEventListener("visibilitychange", away);
    };
  }, [idleMs]);
  const restart = useCallback((activeMs: number) => {
    clock.current = { activeMs, lastAt: performance.now() };
  }, []);
  const read = useCallback(() => {
    if (clock.current.lastAt !== null)
      clock.current = workedUntil(clock.current, performance.now(), idleMs);
    return Math.round(clock.current.activeMs);
  }, [idleMs]);
  return useMemo(() => ({ restart, read }), [restart, read]);
}
