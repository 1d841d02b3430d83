"use client";

import { useCallback, useRef, useState } from "react";

export interface GridChoices {
  authors: { id: number; name: string }[];
  hosts: { host: string; count: number }[];
}

/** The menus' contents, read when first needed. */
export function useGridChoices() {
  const [choices, setChoices] = useState<GridChoices>({ authors: [], hosts: [] });
  const [status, setStatus] = useState<"idle" | "loading" | "ready" | "failed">("idle");
  const begun = useRef(false);
  const load = useCallback((again = false) => {
    if (begun.current && !again) return;
    begun.current = true;
    setStatus((before) => (before === "ready" ? "ready" : "loading"));
    fetch("/api/questions/choices")
      .then(async (response) => {
        if (!response.ok) throw new Error(String(response.status));
        setChoices((await response.json()) as GridChoices);
        setStatus("ready");
      })
      .catch(() => setStatus("failed"));
  }, []);
  return { choices, status: status === "idle" ? ("loading" as const) : status, load };
}
