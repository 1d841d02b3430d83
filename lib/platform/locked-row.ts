import { Prisma, type Tx } from "./db";

/** Tables of which single rows are locked, so that changes of one thing come one after the other. */
export type LockedTable =
  | "authoring_targets"
  | "campaigns"
  | "connections"
  | "dataset_settings"
  | "evaluators"
  | "import_queues"
  | "imports"
  | "leaderboard_settings"
  | "methods"
  | "model_runs"
  | "models"
  | "protocols"
  | "rater_alarms"
  | "rating_settings"
  | "rating_tasks"
  | "response_imports"
  | "responses"
  | "served_models"
  | "submissions"
  | "users";

/**
 * Locks a row until the transaction ends; nothing where there is none. `referenced`: others may go on adding rows that
 * refer to it (FOR NO KEY UPDATE).
 */
export async function lockRow(
  tx: Tx,
  table: LockedTable,
  id: number,
  { referenced = false } = {},
): Promise<void> {
  const strength = Prisma.raw(referenced ? "NO KEY UPDATE" : "UPDATE");
  await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM ${Prisma.raw(table)} WHERE id = ${id} FOR ${strength}`;
}
