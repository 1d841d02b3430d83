"use client";

import { useCallback, useEffect, useRef, useState, type MouseEvent, type TouchEvent } from "react";
import { later, useAhead } from "@/components/ui/later";
import { notifyNotLoaded } from "@/components/ui/not-loaded";
import type { Heading, HeadingTableProps } from "./heading-table";

const headingTable = later<HeadingTableProps>(
  async () => ({ default: (await import("./heading-table")).HeadingTable }),
  NoHeadingTable,
);
export const HeadingTable = headingTable.Part;

interface Press {
  id: string;
  act: (heading: Heading) => void;
}

/** Hands presses on headings to what knows them. It comes with the first input; what is pressed before, waits for it. */
export function useHeadingTable() {
  const [wanted, setWanted] = useState(false);
  useAhead({ ahead: () => setWanted(true) });
  const find = useRef<((id: string) => Heading | undefined) | null>(null);
  const missing = useRef(false);
  const waiting = useRef<Press[]>([]);

  const press = (id: string, act: Press["act"]): Press => {
    const made = { id, act };
    const heading = find.current?.(id);
    if (heading !== undefined) act(heading);
    else if (missing.current) notifyNotLoaded();
    else waiting.current.push(made);
    return made;
  };
  const drag = (id: string, event: MouseEvent | TouchEvent) => {
    const made = press(id, (heading) => heading.getResizeHandler()(event));
    // Let go before it was there.
    const letGo = () => (waiting.current = waiting.current.filter((one) => one !== made));
    window.addEventListener(event.type === "mousedown" ? "mouseup" : "touchend", letGo, {
      once: true,
    });
  };
  const onReady = useCallback<HeadingTableProps["onReady"]>((found) => {
    find.current = found;
    for (const { id, act } of waiting.current.splice(0)) {
      const heading = found(id);
      if (heading !== undefined) act(heading);
    }
  }, []);
  const onMissing = useCallback(() => {
    missing.current = true;
    if (waiting.current.splice(0).length > 0) notifyNotLoaded();
  }, []);
  return { wanted, press, drag, onReady, onMissing };
}

function NoHeadingTable({ onMissing }: HeadingTableProps): null {
  useEffect(onMissing, [onMissing]);
  return null;
}
