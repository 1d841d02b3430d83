import type { Tx } from "@/lib/platform/db";
import { refuse } from "@/lib/platform/result";
import { lockRow } from "@/lib/platform/locked-row";

/** Locks an import's row, so that decisions, matching and applying of one import come one after the other. */
export async function lockImport(tx: Tx, importId: number) {
  await lockRow(tx, "imports", importId);
  return tx.import.findUnique({ where: { id: importId } });
}

export function refuseStatus(status: string) {
  const words: Record<string, string> = {
    reading: "The file is still being read.",
    matching: "The rows are still being matched.",
    offered: "Choose how the file is read first.",
    mapping: "Map the columns first.",
    queued: "This file is imported when its turn in the queue comes.",
    applied: "This import has already been applied.",
    cancelled: "This import was canceled. Import the file again.",
    refused: "This file couldn't be read. Fix it and import it again.",
    failed: "This import failed. Import the file again.",
  };
  return refuse("not-planned", words[status] ?? "This import can no longer be changed.");
}

export async function lockQueue(tx: Tx, queueId: number) {
  await lockRow(tx, "import_queues", queueId);
  return tx.importQueue.findUnique({ where: { id: queueId } });
}
