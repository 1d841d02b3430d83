import type { Tx } from "@/lib/platform/db";
import { lockRow } from "@/lib/platform/locked-row";

/** Locks a run until the transaction ends. @returns null where there is none. */
export async function lockRun(tx: Tx, runId: number) {
  await lockRow(tx, "model_runs", runId);
  return tx.modelRun.findUnique({ where: { id: runId } });
}
