/* Files of responses as a kind of file that comes in: see lib/dataset/import-engine. */
import type { ImportKind } from "@/lib/dataset/import-engine/life-writes";
import type { Tx } from "@/lib/platform/db";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { responsesImportCancelled, responsesReadingChosen } from "./audit-events";

const find = (tx: Tx, id: number) =>
  tx.responseImport.findUnique({
    where: { id },
    include: { run: { select: { id: true, releaseId: true } } },
  });

export const RESPONSE_FILES: ImportKind<NonNullable<Awaited<ReturnType<typeof find>>>> = {
  table: "response_imports",
  staged: ["response_import_rows"],
  working: "responseImportWorking",
  find,
  unharmed: "Nothing was added.",
  recordCancelled: (tx, actor, { id, runId }) =>
    recordAudit(tx, actor, responsesImportCancelled, { runId, importId: id }),
  recordReading: (tx, actor, { id, runId }, reading) =>
    recordAudit(tx, actor, responsesReadingChosen, { runId, importId: id, reading }),
  rowReadings: {
    in: ["mapping", "planned"],
    take: async (tx, importId, fault) => {
      const { count } = await tx.responseImportRow.updateMany({
        where: { importId, fault },
        data: { fault: null, detail: null, problem: null },
      });
      return count;
    },
  },
};
