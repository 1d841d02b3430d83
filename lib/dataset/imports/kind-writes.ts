/* Release files as a kind of file that comes in: see lib/dataset/import-engine. */
import { Prisma, type Tx } from "@/lib/platform/db";
import { lockRow } from "@/lib/platform/locked-row";
import type { ImportKind } from "@/lib/dataset/import-engine/life-writes";
import { unmatch } from "./matching-writes";
import { takeRowsAsRead } from "./staging-writes";
import { recordAudit } from "@/lib/people/audit-log/writes";
import { importCancelled, importReadingChosen } from "./audit-events";

const find = (tx: Tx, id: number) => tx.import.findUnique({ where: { id } });

export async function lockQueue(tx: Tx, queueId: number) {
  await lockRow(tx, "import_queues", queueId);
  return tx.importQueue.findUnique({ where: { id: queueId } });
}

export const RELEASE_FILES: ImportKind<NonNullable<Awaited<ReturnType<typeof find>>>> = {
  table: "imports",
  staged: ["import_files", "import_findings", "import_candidates", "import_rows"],
  working: "importWorking",
  find,
  unharmed: "The dataset was not changed.",
  recordCancelled: (tx, actor, { id }) => recordAudit(tx, actor, importCancelled, { importId: id }),
  recordReading: (tx, actor, { id }, reading) =>
    recordAudit(tx, actor, importReadingChosen, { importId: id, reading }),
  rowReadings: { in: ["planned"], take: takeRowsAsRead },
  // What a file that could not be read left in its queue is skipped.
  discardable: ({ queueId, status }) =>
    queueId !== null && (status === "refused" || status === "failed"),
  resume: async (tx, silentSince) => {
    // A queue's file that was being matched is complete, and waits for its turn again.
    const waiting = await tx.$queryRaw<{ id: number }[]>`
      SELECT id FROM imports WHERE status = 'matching' AND queue_id IS NOT NULL AND progress_at < ${silentSince} FOR UPDATE SKIP LOCKED`;
    for (const { id } of waiting) {
      await unmatch(tx, id);
      await tx.import.update({ where: { id }, data: { status: "queued", rowsMatched: 0 } });
    }
    const kept = await tx.$queryRaw<{ id: number }[]>`
      UPDATE imports SET status = 'mapping'
      WHERE id IN (SELECT id FROM imports WHERE status IN ('reading', 'matching') AND progress_at < ${silentSince} AND ${KEPT} FOR UPDATE SKIP LOCKED)
      RETURNING id`;
    return kept.map(({ id }) => id);
  },
};

/** SQL: the whole file of import row `imports` is there still, so that it can be read again as soon as someone says how. */
const KEPT = Prisma.sql`imports.columns IS NOT NULL AND EXISTS (SELECT 1 FROM import_files f WHERE f.import_id = imports.id)`;
