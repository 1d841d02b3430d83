import { undoOperation } from "@/lib/dataset/questions/commands";
import { undoOperationSchema } from "@/lib/dataset/questions/schema";
import { step, wire, type TypesOf } from "@/lib/people/access/desk-route";
import { afterSaving } from "@/lib/platform/kept-writes";
import { ok } from "@/lib/platform/result";
import { saveCells } from "./commands";
import { getSheetRows, previewCells } from "./queries";
import { previewCellsSchema, saveCellsSchema, sheetRowsSchema } from "./schema";
import { MAX_ROWS } from "./vocabulary";

/** What the sheet and the server say to each other. Requests rather than server actions: a save in the background renders no page. */
export const SHEET_WIRE = wire(
  { person: "editorId", visit: null, version: 1 },
  {
    rows: step(sheetRowsSchema, async (actor, input) => ok(await getSheetRows(actor, input))),
    preview: step(previewCellsSchema, async (actor, input) => ok(await previewCells(actor, input))),
    // With what the questions say now, so that the sheet need not ask for it; where that can't be read now, it does.
    save: step(saveCellsSchema, async (actor, input) => {
      const saved = await saveCells(actor, input);
      if (!saved.ok) return saved;
      const ids = new Set(input.cells.map(({ questionId }) => questionId));
      const now = await afterSaving("the rows", () =>
        getSheetRows(actor, { questionIds: [...ids].slice(0, MAX_ROWS) }),
      );
      return ok({ ...saved.value, ...now });
    }),
    undo: step(undoOperationSchema, undoOperation),
  },
);
export type SheetWire = TypesOf<typeof SHEET_WIRE>;
