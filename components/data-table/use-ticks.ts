"use client";

import { useCallback, useEffect, useRef } from "react";
import type { RowSource } from "./row-source";
import { idsOf } from "./sheet-block";

/** The ids of ticked rows, of other pages too. */
export type Ticked = Readonly<Record<string, true>>;

interface TicksOptions<Row> {
  source: RowSource<Row>;
  /** The rows that are drawn: from the first to before the last. */
  inView: { from: number; to: number };
  ticked: Ticked | undefined;
  onTicked: ((ticked: Record<string, true>) => void) | undefined;
  /** All rows of a view that goes beyond what is here; without it, a page's rows are ticked one by one. */
  everyRow: { selected: boolean; select: () => void } | undefined;
}

/** Which rows are ticked, and what ticks one, those up to the one that was ticked before, or all. */
export function useTicks<Row>({ source, inView, ticked, onTicked, everyRow }: TicksOptions<Row>) {
  const isTicked = (id: number) => everyRow?.selected === true || ticked?.[id] === true;
  const seen = idsOf(source, { top: inView.from, bottom: inView.to - 1 });
  const everyId = () => idsOf(source, { top: 0, bottom: source.count - 1 });

  const last = useRef<number | null>(null);
  const tick = (id: number, through: boolean) => {
    const next: Record<string, true> = { ...ticked };
    if (everyRow?.selected) for (const one of everyId()) next[one] = true;
    const on = next[id] === undefined;
    const at = source.indexOf(id);
    const start = through && last.current !== null ? source.indexOf(last.current) : at;
    for (const one of idsOf(source, { top: Math.min(at, start), bottom: Math.max(at, start) }))
      if (on) next[one] = true;
      else delete next[one];
    last.current = id;
    onTicked?.(next);
  };
  const tickAll = () => {
    const on = !seen.every(isTicked);
    if (everyRow) return on ? everyRow.select() : onTicked?.({});
    const next: Record<string, true> = { ...ticked };
    for (const id of everyId())
      if (on) next[id] = true;
      else delete next[id];
    onTicked?.(next);
  };

  // Always the same functions, so that a row is drawn again only where something of it has changed.
  const now = useRef({ tick, tickAll });
  useEffect(() => {
    now.current = { tick, tickAll };
  });
  return {
    isTicked,
    all: seen.length > 0 && seen.every(isTicked),
    some: seen.some(isTicked),
    onTick: useCallback((id: number, through: boolean) => now.current.tick(id, through), []),
    onAll: useCallback(() => now.current.tickAll(), []),
  };
}
