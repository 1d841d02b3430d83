import { postJson } from "@/components/desk/post";
import type { SheetRow } from "@/lib/dataset/sheet/queries";
import type { CellsSaved, PlannedCell } from "@/lib/dataset/sheet/rules";
import type { CellEdit } from "@/lib/dataset/sheet/schema";
import { UNREACHABLE } from "@/lib/platform/lost-answers";
import type { AnyResult } from "@/lib/platform/result";

/** The undo of an operation: how many questions it changed back, and how many someone revised since. */
interface Undone {
  operationId: number;
  undone: number;
  kept: number;
  keptNames: string;
}

/** What questions say now, whole. */
export interface RowsRead {
  rows: SheetRow[];
  today: string;
}

/** What the sheet asks of the server, see app/api/questions/cells. A lost answer is a refusal with the code `network`. */
export interface CellRequests {
  rows: (questionIds: readonly number[]) => Promise<AnyResult<RowsRead>>;
  preview: (cells: readonly CellEdit[]) => Promise<AnyResult<{ cells: PlannedCell[] }>>;
  /** Its answer has the questions as they are now, of very many the first ones; none where they can't be read now. */
  save: (
    cells: readonly CellEdit[],
    clientKey: string,
  ) => Promise<AnyResult<CellsSaved & Partial<RowsRead>>>;
  undo: (operationId: number, clientKey: string) => Promise<AnyResult<Undone>>;
}

/** Asks the server in someone's name. */
export function cellRequests(editorId: number): CellRequests {
  const post = async <T>(step: string, body: object): Promise<AnyResult<T>> => {
    const said = await postJson(`/api/questions/cells/${step}`, { editorId, ...body });
    return (said ?? { ok: false, refusal: UNREACHABLE }) as AnyResult<T>;
  };
  return {
    rows: (questionIds) => post("rows", { questionIds }),
    preview: (cells) => post("preview", { cells }),
    save: (cells, clientKey) => post("save", { cells, clientKey }),
    undo: (operationId, clientKey) => post("undo", { operationId, clientKey }),
  };
}
