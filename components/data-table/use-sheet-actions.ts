"use client";

import type { RefObject } from "react";
import {
  entriesOf,
  idsOf,
  isTooLarge,
  loadedText,
  LOADS,
  textAt,
  type SheetContents,
} from "./sheet-block";
import type { CellEntry } from "./sheet-editing";
import { blockOf, type SheetEffect, type SheetState } from "./sheet-state";
import { TOO_LARGE } from "./use-sheet-clipboard";

interface ActionsOf<Row> extends SheetContents<Row> {
  editor: RefObject<(HTMLTextAreaElement & HTMLInputElement) | null>;
  /** What the edited cell said before someone typed. */
  seenText: RefObject<string | undefined>;
  notice: (message: string) => void;
  tick: (id: number) => void;
  onBeside: ((id: number) => void) | undefined;
  onOpen: (id: number) => void;
}

/** What a key of the sheet does beyond the sheet's own state; and how texts are entered into cells. */
export function useSheetActions<Row>(sheet: ActionsOf<Row>) {
  const { source, shown, editing, editor, notice } = sheet;
  const notLoaded = (text: string) =>
    notice(`Not saved, because the row couldn’t be loaded: “${text}”`);

  /** Enters texts; the texts that they replace are loaded first, since what a cell said is part of the change. */
  const enter = async (entries: readonly CellEntry[]) => {
    if (entries.length === 0 || editing === undefined) return;
    const isMissing = ({ id, column }: CellEntry) => editing.text(id, column) === undefined;
    for (let attempt = 0; attempt < LOADS && entries.some(isMissing); attempt++)
      await editing.load([...new Set(entries.filter(isMissing).map(({ id }) => id))]);
    const lost = entries.find(isMissing);
    if (lost !== undefined) notLoaded(lost.text);
    editing.enter(entries);
  };

  const commit = async (id: number, column: string) => {
    const text = editor.current?.value;
    if (text === undefined || editing === undefined) return;
    if (!editor.current?.dataset.waits)
      return enter([{ id, column, text, seen: sheet.seenText.current }]);
    // Typed behind a text that is still on its way.
    const before = await loadedText(editing, id, column);
    if (before === undefined) notLoaded(text);
    else await enter([{ id, column, text: before + text }]);
  };

  const fillDown = async (state: SheetState) => {
    const { top, bottom, ...sides } = blockOf(state);
    const first = bottom > top ? top : Math.max(0, top - 1);
    const block = { ...sides, top: first + 1, bottom: Math.max(bottom, first + 1) };
    if (isTooLarge(sheet, block)) return notice(TOO_LARGE);
    await editing?.load(idsOf(source, { top: first, bottom: first }));
    await enter(entriesOf(sheet, block, (_, column) => textAt(sheet, first, column)));
  };

  const breakLine = () => {
    const { current: field } = editor;
    field?.setRangeText("\n", field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
    field?.dispatchEvent(new Event("input", { bubbles: true }));
  };

  /** @param state as it was when the key was pressed */
  const act = (effect: SheetEffect, state: SheetState): void => {
    const id = source.idAt(state.cursor.row);
    switch (effect) {
      case "commit":
        if (id !== undefined) void commit(id, shown[state.cursor.column]?.id ?? "");
        break;
      case "clear":
        if (isTooLarge(sheet, blockOf(state))) notice(TOO_LARGE);
        else void enter(entriesOf(sheet, blockOf(state), () => ""));
        break;
      case "fill-down":
        void fillDown(state);
        break;
      case "undo":
        editing?.undo();
        break;
      case "redo":
        editing?.redo();
        break;
      case "beside":
        if (id !== undefined) sheet.onBeside?.(id);
        break;
      case "open": {
        const group = source.groupAt(state.cursor.row);
        if (group !== undefined) source.toggleGroup(group.key);
        else if (id !== undefined) sheet.onOpen(id);
        break;
      }
      case "tick":
        if (id !== undefined) sheet.tick(id);
        break;
      case "line-break":
        breakLine();
        break;
      case "cancel":
      case "type":
        break;
    }
  };
  return { act, enter };
}
