"use client";

import { useRef } from "react";
import { countOf, formatCount } from "@/lib/platform/format";
import { readClipboard, writeClipboard, type CellBlock } from "./clipboard";
import {
  copiedPart,
  entriesOf,
  idsOf,
  isTooLarge,
  MAX_BLOCK,
  textAt,
  type SheetContents,
} from "./sheet-block";
import type { CellEntry } from "./sheet-editing";
import { blockOf, type SheetState } from "./sheet-state";

/** Said where more cells are selected than can be changed at once. */
export const TOO_LARGE = `Select up to ${formatCount(MAX_BLOCK)} cells to change them at once.`;

interface ClipboardOf<Row> extends SheetContents<Row> {
  state: () => SheetState;
  show: (next: SheetState) => void;
  enter: (entries: readonly CellEntry[]) => Promise<void>;
  notice: (message: string) => void;
}

const inCell = (event: React.ClipboardEvent) =>
  (event.target as HTMLElement).closest("[role=gridcell]") !== null;

/** Some systems give other line ends back. */
const unixLines = (text: string) => text.replace(/\r\n?/g, "\n");

/** Copies, cuts and pastes blocks of cells, as text with tabs and as an HTML table. */
export function useSheetClipboard<Row>(sheet: ClipboardOf<Row>) {
  const { source, editing, state, show, enter, notice } = sheet;
  /** What was cut, and its text on the clipboard: once something else is there, these cells stay as they are. */
  const cut = useRef<{ text: string; entries: CellEntry[] } | null>(null);

  const copy = async (event: React.ClipboardEvent, cutting = false) => {
    if (state().editing !== null || source.count === 0 || !inCell(event)) return;
    event.preventDefault();
    const block = blockOf(state());
    if (cutting && isTooLarge(sheet, block)) return notice(TOO_LARGE);
    if (!source.whole && block.top < block.bottom && block.bottom === source.count - 1)
      return notice("The list is still loading. Copy again in a moment.");
    const part = copiedPart(block);
    cut.current = null;
    const taken = ({ text }: { text: string }) => {
      if (cutting) cut.current = { text, entries: entriesOf(sheet, part, () => "") };
    };
    const read = (): CellBlock | null => {
      const rows: CellBlock = [];
      for (let row = part.top; row <= part.bottom; row++) {
        if (source.groupAt(row) !== undefined) continue;
        const texts: string[] = [];
        for (let column = part.left; column <= part.right; column++) {
          const text = textAt(sheet, row, column);
          if (text === undefined) return null;
          texts.push(text);
        }
        rows.push(texts);
      }
      return rows;
    };
    const all = block.bottom - block.top + 1;
    const rows = part.bottom - part.top + 1;
    const said = () => {
      if (rows < all)
        notice(
          `Copied the first ${formatCount(rows)} of ${countOf(all, "row")}. Up to ${formatCount(MAX_BLOCK)} cells can be copied at once.`,
        );
    };
    const here = read();
    if (here !== null) {
      const written = writeClipboard(here);
      event.clipboardData.setData("text/plain", written.text);
      event.clipboardData.setData("text/html", written.html);
      taken(written);
      return said();
    }
    const load = async () => {
      // Rows first: texts are read for the row that is shown.
      await source.load(part.top, part.bottom + 1);
      await editing?.load(idsOf(source, part));
      const whole = read();
      if (whole === null) throw new Error("Rows could not be read.");
      return writeClipboard(whole);
    };
    const loaded = load();
    const blob = async (kind: "text" | "html", type: string) =>
      new Blob([(await loaded)[kind]], { type });
    try {
      // A page that is not served securely has no such clipboard; what is loaded by then is copied the next time.
      if (navigator.clipboard === undefined) {
        await loaded;
        return notice("Rows loaded. Copy again.");
      }
      await navigator.clipboard.write([
        new ClipboardItem({
          "text/plain": blob("text", "text/plain"),
          "text/html": blob("html", "text/html"),
        }),
      ]);
      taken(await loaded);
      said();
    } catch {
      notice("Not copied: some rows couldn’t be loaded. Try again.");
    }
  };

  const paste = (event: React.ClipboardEvent) => {
    if (state().editing !== null || editing === undefined || !inCell(event)) return;
    event.preventDefault();
    const plain = event.clipboardData.getData("text/plain");
    const block = readClipboard(event.clipboardData.getData("text/html"), plain);
    const area = blockOf(state());
    const single = block.length === 1 && block[0]!.length === 1;
    const width = Math.max(...block.map((row) => row.length));
    // One text fills the selected block; a block goes where the selection begins.
    const target = single
      ? area
      : { ...area, bottom: area.top + block.length - 1, right: area.left + width - 1 };
    const inside = {
      ...target,
      bottom: Math.min(target.bottom, source.count - 1),
      right: Math.min(target.right, sheet.shown.length - 1),
    };
    if (isTooLarge(sheet, inside)) return notice(TOO_LARGE);
    const entries = entriesOf(sheet, inside, (row, column) =>
      single ? block[0]![0] : block[row - area.top]?.[column - area.left],
    );
    const all = single ? entries.length : block.reduce((sum, row) => sum + row.length, 0);
    const there = new Set(entries.map(({ id, column }) => `${id}:${column}`));
    const moved =
      cut.current !== null && unixLines(cut.current.text) === unixLines(plain)
        ? cut.current.entries.filter(({ id, column }) => !there.has(`${id}:${column}`))
        : [];
    cut.current = null;
    show({
      cursor: { row: area.top, column: area.left },
      anchor: { row: inside.bottom, column: inside.right },
      editing: null,
    });
    if (entries.length <= 1 && moved.length === 0 && single) void enter(entries);
    else if (moved.length + entries.length > MAX_BLOCK) notice(TOO_LARGE);
    else if (entries.length > 0) editing.paste([...moved, ...entries], all - entries.length);
  };

  return {
    onCopy: (event: React.ClipboardEvent) => void copy(event),
    onCut: (event: React.ClipboardEvent) => void copy(event, true),
    onPaste: paste,
  };
}
