import { useEffect, useRef, useState } from "react";
import { useTopic } from "./use-live";

/** How often it is asked where no stream says so, and where one does: whether the server is there at all. */
const EVERY_MS = 500;
const EVERY_MS_BESIDE_STREAM = 5_000;

/**
 * Follows work of the server, as long as `running` says so: by the event stream, and by asking an address where there is
 * none.
 */
export function useProgress<View>(
  initial: View,
  topic: string,
  address: string,
  running: (view: View) => boolean,
): { view: View; unreachable: boolean; over: boolean } {
  const [view, setView] = useState(initial);
  const [unreachable, setUnreachable] = useState(false);
  const over = !running(view);
  const told = useTopic<View | null>(over ? null : topic)?.facts ?? null;
  const [last, setLast] = useState(told);
  if (told !== null && told !== last) {
    setLast(told);
    setView(told);
    setUnreachable(false);
  }
  const toldAt = useRef(-Infinity);
  useEffect(() => {
    if (told !== null) toldAt.current = performance.now();
  }, [told]);
  useEffect(() => {
    if (over) return;
    const stopped = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const later = () => {
      const streamed = performance.now() - toldAt.current < EVERY_MS_BESIDE_STREAM;
      timer = setTimeout(() => void ask(), streamed ? EVERY_MS_BESIDE_STREAM : EVERY_MS);
    };
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
      later();
    };
    later();
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, [over, address]);
  return { view, unreachable, over };
}
