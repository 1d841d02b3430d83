"use client";

import { useEffect, useRef, useState } from "react";
import { useCommand } from "@/components/ui/use-command";
import { saveLayout } from "@/lib/dataset/sheet/actions";
import type { GridLayout } from "@/lib/dataset/sheet/vocabulary";

/** A column that is being made wider has many widths. */
const SAVE_AFTER_MS = 500;

/** The last layout of this tab: a list that the browser shows again (Back) came with an older one. */
let latest: { userId: number; layout: GridLayout } | null = null;

/**
 * How a person has laid the grid out: shown at once, remembered on the server behind it.
 * @param initial as the server knows it, so that the first frame is laid out already.
 */
export function useGridLayout(
  userId: number,
  initial: GridLayout,
): {
  layout: GridLayout;
  /** Comes back once the layout is remembered, or is known not to be. @param soon may wait for further changes */
  change: (part: Partial<GridLayout>, soon?: boolean) => Promise<void>;
} {
  const [layout, setLayout] = useState(() => (latest?.userId === userId ? latest.layout : initial));
  const save = useCommand(saveLayout, { title: "Layout not saved", notify: true });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsent = useRef<GridLayout | null>(null);
  const sending = useRef<Promise<void> | null>(null);

  // One after the other, so that the last one stays.
  const sendAll = async () => {
    for (let next = unsent.current; next !== null; next = unsent.current) {
      unsent.current = null;
      await save.run(next);
    }
  };
  const flush = () => {
    clearTimeout(timer.current);
    sending.current ??= sendAll().finally(() => {
      sending.current = null;
    });
    return sending.current;
  };
  const leave = useRef(flush);
  useEffect(() => {
    leave.current = flush;
  });
  useEffect(() => () => void leave.current(), []);
  return {
    layout,
    change: async (part, soon = false) => {
      const next = { ...(latest?.userId === userId ? latest.layout : layout), ...part };
      latest = { userId, layout: next };
      setLayout(next);
      unsent.current = next;
      clearTimeout(timer.current);
      if (soon) timer.current = setTimeout(() => void flush(), SAVE_AFTER_MS);
      else await flush();
    },
  };
}
