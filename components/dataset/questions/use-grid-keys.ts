"use client";

import { useEffect, useRef } from "react";
import { mayActOnKey } from "@/components/ui/shortcut-scope";

export const GRID_SHORTCUTS = [
  { keys: ["↑", "↓", "←", "→"], does: "Move; with Shift select a block, with Ctrl go to the end" },
  { keys: ["Enter", "F2"], does: "Edit cell; just type to replace it" },
  { keys: ["Esc"], does: "Cancel editing" },
  { keys: ["Tab", "Enter"], does: "Save and go right / down (with Shift left / up)" },
  { keys: ["Tab"], does: "In a cell that isn’t saved: go to Retry and Discard (Esc: back)" },
  { keys: ["Alt", "Enter"], does: "Line break in a cell" },
  { keys: ["Ctrl", "C / X / V"], does: "Copy, cut, paste; also from Google Sheets and Excel" },
  { keys: ["Ctrl", "D"], does: "Fill down" },
  { keys: ["Delete"], does: "Clear cells" },
  { keys: ["Ctrl", "Z / Y"], does: "Undo / redo" },
  { keys: ["Ctrl", "A"], does: "Select all cells" },
  { keys: ["Ctrl", "Enter"], does: "Open question" },
  { keys: ["Shift", "Space"], does: "Select / deselect question" },
  { keys: ["Shift", "click"], does: "Select a range of questions" },
  { keys: ["Space"], does: "Show question beside the list, or close it" },
  { keys: ["F6"], does: "Go to the question beside the list and back" },
  { keys: ["/"], does: "Search" },
  { keys: ["f"], does: "Show or hide filters" },
  { keys: ["n"], does: "New question (maintainers)" },
  { keys: ["?"], does: "Show keyboard shortcuts" },
];

/** What the keys of the grid do. */
interface GridKeys {
  area: React.RefObject<HTMLElement | null>;
  onSearch: () => void;
  onFilters: () => void;
  /** Undefined for people who may not write questions. */
  onNew: (() => void) | undefined;
  onHelp: () => void;
}

/** Listens to the keys of the page around the sheet; those in a cell are the sheet's own (sheet-state.ts). */
export function useGridKeys(keys: GridKeys): void {
  const onKey = useRef<(event: KeyboardEvent) => void>(() => {});
  useEffect(() => {
    const { area, onSearch, onFilters, onNew, onHelp } = keys;
    onKey.current = (event) => {
      if (!mayActOnKey(event)) return;
      switch (event.key) {
        case "ArrowDown": {
          // From nowhere into the sheet.
          if (document.activeElement !== document.body) return;
          const cell = area.current?.querySelector<HTMLElement>("[role=gridcell][tabindex='0']");
          if (!cell) return;
          cell.focus();
          break;
        }
        case "/":
          onSearch();
          break;
        case "f":
          onFilters();
          break;
        case "n":
          if (onNew === undefined) return;
          onNew();
          break;
        case "?":
          onHelp();
          break;
        default:
          return;
      }
      event.preventDefault();
    };
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey.current(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
