import type { Tx } from "@/lib/platform/db";

/** Locks a run until the transaction ends. @returns null where there is none. */
export async function lockRun(tx: Tx, runId: number) {
  await tx.$queryRaw`SELECT id FROM model_runs WHERE id = ${runId} FOR UPDATE`;
  return tx.modelRun.findUnique({ where: { id: runId } });
}
