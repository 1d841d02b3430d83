"use client";

import { useEffect, useState } from "react";
import type { Found } from "@/lib/home/quick-search/schema";
import { addressOf } from "@/lib/platform/address";

/** Nobody wants what the first letters of a word find. Milliseconds. */
const PAUSE = 120;

interface Answer {
  q: string;
  /** Null: the server was not reached, or refused. */
  found: Found[] | null;
}

/**
 * What the server finds under a name. While the next answer is to come, the last one stays, so that the list does not
 * flicker; an answer that comes too late is dropped. "" asks nothing.
 */
export function useFound(q: string): {
  found: readonly Found[];
  state: "idle" | "loading" | "done" | "failed";
} {
  const [answer, setAnswer] = useState<Answer>({ q: "", found: [] });
  useEffect(() => {
    if (q === "") return;
    const stop = new AbortController();
    const ask = async () => {
      try {
        const response = await fetch(addressOf("/api/search", { q }), {
          signal: stop.signal,
        });
        if (!response.ok) throw new Error(`${response.status}`);
        const { found } = (await response.json()) as { found: Found[] };
        setAnswer({ q, found });
      } catch {
        if (!stop.signal.aborted) setAnswer({ q, found: null });
      }
    };
    const timer = setTimeout(() => void ask(), PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [q]);
  if (q === "") return { found: [], state: "idle" };
  const state = answer.q !== q ? "loading" : answer.found === null ? "failed" : "done";
  return { found: answer.found ?? [], state };
}
