import type { RowSource } from "./row-source";
import type { CellEntry, SheetEditing } from "./sheet-editing";
import type { ShownColumn } from "./sheet-column";
import type { Block } from "./sheet-state";

/** Cells that are changed or copied at once, at the most. */
export const MAX_BLOCK = 20_000;
/** Rows that are copied at once, at the most. */
const MAX_COPIED_ROWS = 5_000;

/** What a sheet shows: its rows, its columns in their order, and what can be edited. */
export interface SheetContents<Row> {
  source: RowSource<Row>;
  shown: readonly ShownColumn<Row>[];
  editing: SheetEditing | undefined;
}

/** Whether the cell at a place can be edited; a heading and a row that is not here yet cannot. */
export function isEditableAt<Row>(
  { source, shown, editing }: SheetContents<Row>,
  at: { row: number; column: number },
): boolean {
  return (
    source.idAt(at.row) !== undefined &&
    source.groupAt(at.row) === undefined &&
    (editing?.editable(shown[at.column]?.id ?? "") ?? false)
  );
}

/** The whole text of a cell; undefined where it is not loaded. */
export function textAt<Row>(
  { source, shown, editing }: SheetContents<Row>,
  row: number,
  column: number,
): string | undefined {
  const id = source.idAt(row);
  const one = shown[column];
  if (id === undefined || one === undefined) return "";
  if (editing?.editable(one.id)) return editing.text(id, one.id);
  const content = source.rowAt(row);
  return content === undefined ? undefined : (one.text?.(content) ?? "");
}

/** The editable cells of a block with a text for each; those without one are left out. */
export function entriesOf<Row>(
  sheet: SheetContents<Row>,
  { top, bottom, left, right }: Block,
  textFor: (row: number, column: number) => string | undefined,
): CellEntry[] {
  const entries: CellEntry[] = [];
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) {
      const id = sheet.source.idAt(row);
      const text = textFor(row, column);
      if (id !== undefined && text !== undefined && isEditableAt(sheet, { row, column }))
        entries.push({ id, column: sheet.shown[column]!.id, text });
    }
  return entries;
}

/** Whether a block has more cells than can be changed at once. */
export function isTooLarge<Row>(
  { shown, editing }: SheetContents<Row>,
  { top, bottom, left, right }: Block,
): boolean {
  const columns = shown.slice(left, right + 1).filter(({ id }) => editing?.editable(id));
  return (bottom - top + 1) * columns.length > MAX_BLOCK;
}

/** The rows of a block that are copied: its first ones, where it is larger than what can be copied at once. */
export function copiedPart({ top, bottom, left, right }: Block): Block {
  const most = Math.min(MAX_COPIED_ROWS, Math.floor(MAX_BLOCK / (right - left + 1)));
  return { top, bottom: Math.min(bottom, top + most - 1), left, right };
}

/** The ids of the rows of a block. */
export function idsOf<Row>(
  source: RowSource<Row>,
  { top, bottom }: Pick<Block, "top" | "bottom">,
): number[] {
  const ids: number[] = [];
  for (let row = Math.max(0, top); row <= Math.min(source.count - 1, bottom); row++) {
    const id = source.idAt(row);
    if (id !== undefined) ids.push(id);
  }
  return ids;
}

/** A text is loaded so often: its row may be read again meanwhile. */
export const LOADS = 5;

/** The text of a cell, loaded where it is not here; undefined where it cannot be had. */
export async function loadedText(
  editing: Pick<SheetEditing, "text" | "load">,
  id: number,
  column: string,
): Promise<string | undefined> {
  for (let attempt = 0; ; attempt++) {
    const text = editing.text(id, column);
    if (text !== undefined || attempt === LOADS) return text;
    await editing.load([id]);
  }
}
