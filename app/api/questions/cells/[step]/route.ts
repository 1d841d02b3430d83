import { undoOperation } from "@/lib/dataset/questions/commands";
import { undoOperationSchema } from "@/lib/dataset/questions/schema";
import { saveCells } from "@/lib/dataset/sheet/commands";
import { getSheetRows, previewCells } from "@/lib/dataset/sheet/queries";
import {
  CELLS_BYTES,
  MAX_ROWS,
  previewCellsSchema,
  saveCellsSchema,
  sheetRowsSchema,
} from "@/lib/dataset/sheet/schema";
import { deskRoute } from "@/lib/people/access/desk-route";
import { afterSaving } from "@/lib/platform/kept-writes";
import { ok } from "@/lib/platform/result";

/** What the sheet asks of the server. Requests rather than server actions: a save in the background renders no page. */
export const POST = deskRoute(
  "editorId",
  {
    rows: async (actor, input) => ok(await getSheetRows(actor, sheetRowsSchema.parse(input))),
    preview: async (actor, input) => ok(await previewCells(actor, previewCellsSchema.parse(input))),
    // With what the questions say now, so that the sheet need not ask for it; where that can't be read now, it does.
    save: async (actor, input) => {
      const edits = saveCellsSchema.parse(input);
      const saved = await saveCells(actor, edits);
      if (!saved.ok) return saved;
      const ids = new Set(edits.cells.map(({ questionId }) => questionId));
      const now = await afterSaving("the rows", () =>
        getSheetRows(actor, { questionIds: [...ids].slice(0, MAX_ROWS) }),
      );
      return ok({ ...saved.value, ...now });
    },
    undo: (actor, input) => undoOperation(actor, undoOperationSchema.parse(input)),
  },
  CELLS_BYTES,
);
