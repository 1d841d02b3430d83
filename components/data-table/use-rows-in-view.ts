"use client";

import { useEffect, useState, type RefObject } from "react";

interface RowsInViewOptions {
  /** What scrolls. */
  frame: RefObject<HTMLElement | null>;
  /** Rows in all. */
  count: number;
  /** Of each row, in pixels. */
  height: number;
  /** Of the heading that stays above them, in pixels. */
  headerHeight: number;
  /** Told of each move. */
  scroll: { moved(scrollTop: number, height: number, now: number): void };
}

/** Rows beyond those seen that are drawn, too. */
const OVERSCAN = 10;
/** What is drawn before the frame's height is known. */
const FIRST_FRAME = 800;

/** The rows that a frame has in view, the `to`th no longer: as all have one height, that is a division. */
export function rowsInView(scrollTop: number, frameHeight: number, height: number) {
  return {
    from: Math.floor(scrollTop / height) - OVERSCAN,
    to: Math.ceil((scrollTop + frameHeight) / height) + OVERSCAN,
  };
}

/** How far a frame has to be scrolled for a row to be in view below the heading: as little as that takes. */
export function scrollToShow(
  row: number,
  scrollTop: number,
  frameHeight: number,
  { height, headerHeight }: Pick<RowsInViewOptions, "height" | "headerHeight">,
): number {
  const least = headerHeight + (row + 1) * height - frameHeight;
  return Math.min(Math.max(scrollTop, least), row * height);
}

/**
 * Returns the rows to draw, with the number of rows before each that are not: those in view, and the cursor's wherever it
 * is. A row that left the page would take the focus and an open editor along, and Tab would find no way back into the table.
 */
export function rowsToDraw(
  { from, to }: { from: number; to: number },
  cursor: number,
  count: number,
) {
  const rows = Array.from({ length: to - from }, (_, at) => from + at);
  if (cursor < count && cursor < from) rows.unshift(cursor);
  if (cursor < count && cursor >= to) rows.push(cursor);
  return rows.map((index, at) => ({ index, skipped: index - (at === 0 ? 0 : rows[at - 1]! + 1) }));
}

/** Which rows of a long table are drawn, how many are in view, and what makes another one one of them. */
export function useRowsInView({ frame, count, height, headerHeight, scroll }: RowsInViewOptions) {
  const [seen, setSeen] = useState<Seen>({ scrollTop: 0, frameHeight: FIRST_FRAME });
  useEffect(() => {
    const box = frame.current;
    if (box === null) return;
    const look = () => setSeen(seenIn(box, height));
    const move = () => {
      scroll.moved(box.scrollTop, height, performance.now());
      look();
    };
    const resized = new ResizeObserver(look);
    resized.observe(box);
    box.addEventListener("scroll", move, { passive: true });
    return () => {
      resized.disconnect();
      box.removeEventListener("scroll", move);
    };
  }, [frame, height, scroll]);
  const show = (row: number) => {
    const box = frame.current;
    if (box === null) return;
    const { scrollTop, clientHeight } = box;
    box.scrollTo({ top: scrollToShow(row, scrollTop, clientHeight, { height, headerHeight }) });
    setSeen(seenIn(box, height));
  };
  const span = rowsInView(seen.scrollTop, seen.frameHeight, height);
  const from = Math.max(0, Math.min(span.from, count));
  return {
    from,
    to: Math.max(from, Math.min(span.to, count)),
    page: Math.max(1, Math.floor((seen.frameHeight - headerHeight) / height)),
    show,
  };
}

interface Seen {
  scrollTop: number;
  frameHeight: number;
}

/** What is in view of a box. The same as before while it is scrolled within a row, so that nothing is drawn again. */
const seenIn =
  ({ scrollTop, clientHeight: frameHeight }: HTMLElement, height: number) =>
  (before: Seen): Seen => {
    const [was, is] = [before, { scrollTop, frameHeight }].map((seen) =>
      rowsInView(seen.scrollTop, seen.frameHeight, height),
    );
    return was!.from === is!.from && was!.to === is!.to && before.frameHeight === frameHeight
      ? before
      : { scrollTop, frameHeight };
  };
