import { postJson } from "@/components/desk/post";
import type { CellEdit } from "@/lib/dataset/sheet/schema";
import type { SheetWire } from "@/lib/dataset/sheet/wire";
import { UNREACHABLE } from "@/lib/platform/lost-answers";
import type { AnyResult } from "@/lib/platform/result";
import type { AnswerOf, BodyOf, Signed, WireStep } from "@/lib/platform/wire";

type Asked = WireStep<SheetWire>;
type Answered<S extends Asked> = Promise<AnyResult<AnswerOf<SheetWire, S>>>;

/** What the sheet asks of the server. A lost answer is a refusal with the code `network`. */
export interface CellRequests {
  rows: (questionIds: readonly number[]) => Answered<"rows">;
  preview: (cells: readonly CellEdit[]) => Answered<"preview">;
  /** Its answer has the questions as they are now, of very many the first ones; none where they can't be read now. */
  save: (cells: readonly CellEdit[], clientKey: string) => Answered<"save">;
  undo: (operationId: number, clientKey: string) => Answered<"undo">;
}

/** Asks the server in someone's name. */
export function cellRequests(editorId: number): CellRequests {
  const post = async <S extends Asked>(step: S, body: BodyOf<SheetWire, S>): Answered<S> => {
    const signed: Signed<SheetWire> = { editorId, version: 1 };
    const said = await postJson(`/api/questions/cells/${step}`, { ...body, ...signed });
    return (said ?? { ok: false, refusal: UNREACHABLE }) as Awaited<Answered<S>>;
  };
  return {
    rows: (questionIds) => post("rows", { questionIds }),
    preview: (cells) => post("preview", { cells }),
    save: (cells, clientKey) => post("save", { cells, clientKey }),
    undo: (operationId, clientKey) => post("undo", { operationId, clientKey }),
  };
}
