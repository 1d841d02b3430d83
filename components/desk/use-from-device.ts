import { useLayoutEffect } from "react";

/**
 * Takes what the device keeps of an item that the server has drawn, which knows nothing of it; before the next paint.
 * @param begun whether the desk had begun as the item was drawn first: then it was read at once
 */
export function useFromDevice<T>(
  begun: boolean,
  read: () => T | null,
  take: (kept: T) => void,
): void {
  useLayoutEffect(() => {
    const kept = begun ? null : read();
    if (kept !== null) take(kept);
    // Once, of the item as it came.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
