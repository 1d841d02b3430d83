import { useEffect, useState } from "react";

const EVERY_MS = 500;

/** Asks an address twice a second where an import stands, as long as `running` says so. */
export function useProgress<View>(
  initial: View,
  address: string,
  running: (view: View) => boolean,
): { view: View; unreachable: boolean; over: boolean } {
  const [view, setView] = useState(initial);
  const [unreachable, setUnreachable] = useState(false);
  const over = !running(view);
  useEffect(() => {
    if (over) return;
    const stopped = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      try {
        const response = await fetch(address, { signal: stopped.signal, cache: "no-store" });
        if (!response.ok) throw new Error(String(response.status));
        setView((await response.json()) as View);
        setUnreachable(false);
      } catch {
        if (stopped.signal.aborted) return;
        setUnreachable(true);
      }
      timer = setTimeout(() => void ask(), EVERY_MS);
    };
    timer = setTimeout(() => void ask(), EVERY_MS);
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, [over, address]);
  return { view, unreachable, over };
}
