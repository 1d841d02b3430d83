import { useCallback, useRef } from "react";
import { newClientKey } from "./client-key";

/**
 * Gives what a form sends its key: the same input again carries the same key, so that a repeat after a lost answer does
 * nothing twice; another input is another submission.
 */
export function useClientKey(): (input: unknown) => string {
  const last = useRef<{ input: string; key: string } | null>(null);
  return useCallback((input: unknown) => {
    const said = JSON.stringify(input);
    if (last.current?.input !== said) last.current = { input: said, key: newClientKey() };
    return last.current.key;
  }, []);
}
