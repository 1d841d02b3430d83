"use client";

import { useEffect, useState } from "react";

/**
 * What a promise of the server came to, null until then and where it failed; unlike React's `use`, it holds back nothing
 * that is beside it.
 */
export function useArrived<T>(promise: Promise<T>): T | null {
  const [arrived, setArrived] = useState<{ of: Promise<T>; value: T } | null>(null);
  useEffect(() => {
    let wanted = true;
    // What the server sends has a then() that returns nothing.
    promise.then(
      (value) => {
        if (wanted) setArrived({ of: promise, value });
      },
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [promise]);
  return arrived?.of === promise ? arrived.value : null;
}
