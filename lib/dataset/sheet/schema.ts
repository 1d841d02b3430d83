import { z } from "zod";
import { GRID_COLUMNS } from "@/lib/dataset/questions/grid";
import { clientKey, id } from "@/lib/platform/fields";
import { withUnusableMarked } from "@/lib/platform/plain-fields";
import {
  CELL_CHARACTERS,
  DENSITIES,
  MAX_CELLS,
  MAX_COLUMN_PIXELS,
  MAX_ROWS,
  SHEET_FIELDS,
} from "./vocabulary";

const cell = z.strictObject({
  questionId: id,
  /** The revision whose text the person saw: another value since then is a conflict. */
  baseRevisionId: id,
  field: z.enum([...SHEET_FIELDS]),
  /** Any text: readCell refuses what no cell can hold, so that one such cell of a paste holds up no other. */
  text: z
    .string()
    .transform((text) => withUnusableMarked(text.slice(0, CELL_CHARACTERS + 1)).toWellFormed()),
});
export type CellEdit = z.infer<typeof cell>;

const cells = z.array(cell).min(1).max(MAX_CELLS);

export const previewCellsSchema = z.object({ cells });
export const saveCellsSchema = z.object({ cells, clientKey });
export const sheetRowsSchema = z.object({ questionIds: z.array(id).max(MAX_ROWS) });

const column = z.enum([...GRID_COLUMNS]);
const columns = z.array(column).max(GRID_COLUMNS.length);

export const saveLayoutSchema = z.object({
  columns,
  pinned: columns,
  widths: z.partialRecord(column, z.number().int().min(1).max(MAX_COLUMN_PIXELS)),
  density: z.enum(DENSITIES),
});
